"""The measures of the Focus picture: the outlines of its board and of what is in its corners, in drawing units."""

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from fivefold.games.focus.board import SIDE

CELL: Final = 100.0

Point = tuple[float, float]

BOARD: Final = (
    *((2, 0), (6, 0), (6, 1), (7, 1), (7, 2), (8, 2), (8, 6), (7, 6), (7, 7), (6, 7)),
    *((6, 8), (2, 8), (2, 7), (1, 7), (1, 6), (0, 6), (0, 2), (1, 2), (1, 1), (2, 1)),
)
"""Corners of the board, clockwise, in squares."""


class Measures(NamedTuple):
    """What differs between a whole and a bare picture."""

    margin: float
    """Round the squares."""
    frame: float
    """How far the board reaches beyond its squares."""
    inset: float
    """Round the panels in the corners."""
    arm: float
    reach: float
    """Width and length of the two arms of a panel."""

    @property
    def whole(self) -> float:
        """Width and height of the picture."""
        return SIDE * CELL + 2 * self.margin

    @property
    def panel(self) -> tuple[Point, ...]:
        """Corners of a panel at the upper left, clockwise."""
        arm, reach = self.arm, self.reach
        return ((0.0, 0.0), (reach, 0.0), (reach, arm), (arm, arm), (arm, reach), (0.0, reach))


@cache
def measures(bare: bool) -> Measures:
    """Return a picture's measures."""
    return Measures(9.0, 8.0, 2.0, 96.0, 196.0) if bare else Measures(44.0, 9.0, 8.0, 96.0, 198.0)


@cache
def board_path(frame: float) -> str:
    """Return the path of the board, reaching beyond its squares by ``frame``."""
    return rounded(spread(BOARD, frame), 17)


def spread(squares: Sequence[tuple[int, int]], by: float) -> list[Point]:
    """Return corners given in squares, in units, the shape larger on every side by ``by``."""
    corners = []
    for place, (x, y) in enumerate(squares):
        before, after = squares[place - 1], squares[(place + 1) % len(squares)]
        along = (unit(x - before[0]) + unit(after[0] - x), unit(y - before[1]) + unit(after[1] - y))
        corners.append((x * CELL + by * along[1], y * CELL - by * along[0]))
    return corners


def unit(step: int) -> int:
    """Return -1, 0 or 1: the sign of a number."""
    return (step > 0) - (step < 0)


def rounded(corners: Sequence[Point], radius: float) -> str:
    """Return the path through corners with every one of them rounded."""
    parts = []
    for place, corner in enumerate(corners):
        start = towards(corner, corners[place - 1], radius)
        end = towards(corner, corners[(place + 1) % len(corners)], radius)
        numbers = [f"{value:g}" for value in (*start, *corner, *end)]
        parts.append("{}{} {}Q{} {} {} {}".format("L" if place else "M", *numbers))
    return "".join(parts) + "Z"


def towards(start: Point, goal: Point, distance: float) -> Point:
    """Return the point that far from one corner to the next along an edge that is upright or level."""
    across, down = goal[0] - start[0], goal[1] - start[1]
    share = distance / (abs(across) + abs(down))
    return start[0] + across * share, start[1] + down * share
