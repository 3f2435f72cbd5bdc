"""Rectangular grids: cells numbered in reading order, ``cell = row * columns + column``, a1 being cell 0."""

EDGE_STEPS = ((0, -1), (-1, 0), (1, 0), (0, 1))
CORNER_STEPS = ((-1, -1), (1, -1), (-1, 1), (1, 1))


def neighbours(columns: int, rows: int, cell: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the cells that share an edge with ``cell`` and those that touch it at a corner, each ascending."""
    row, column = divmod(cell, columns)
    edges, corners = (
        tuple(
            (row + down) * columns + column + right
            for right, down in steps
            if 0 <= column + right < columns and 0 <= row + down < rows
        )
        for steps in (EDGE_STEPS, CORNER_STEPS)
    )
    return edges, corners
