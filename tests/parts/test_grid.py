"""Neighbours on a grid."""

import pytest

from fivefold.parts.grid import neighbours

GRIDS = [(6, 5), (6, 6), (7, 6), (8, 6), (1, 1), (2, 1), (3, 3)]


@pytest.mark.parametrize(("columns", "rows"), GRIDS)
def test_neighbours_are_the_cells_one_step_away(columns, rows):
    for cell in range(columns * rows):
        x, y = cell % columns, cell // columns
        near = [
            other for other in range(columns * rows) if max(abs(other % columns - x), abs(other // columns - y)) == 1
        ]
        edges, corners = neighbours(columns, rows, cell)
        assert list(edges) == [other for other in near if other % columns == x or other // columns == y]
        assert list(corners) == [other for other in near if other not in edges]
