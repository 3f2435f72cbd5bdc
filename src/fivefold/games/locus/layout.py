"""Where things are on the Locus picture: the grid, what is above and below it, in drawing units."""

from functools import cache
from math import ceil
from typing import Final, NamedTuple

from fivefold.games.locus.scored import around
from fivefold.parts import drawn_cards, svg
from fivefold.parts.words import square_text

PITCH_X: Final = 100.0
PITCH_Y: Final = 133.0
GAP_X: Final = PITCH_X - drawn_cards.WIDTH
GAP_Y: Final = PITCH_Y - drawn_cards.HEIGHT
PANEL_HEIGHT: Final = 68.0
BUTTON_HEIGHT: Final = 77.0
"""Of a button before it is enlarged for a wide grid on a narrow screen."""
NARROW_SCREEN, SMALLEST_TARGET = 360.0, 44.0
"""On a screen so wide every target of a bare picture is at least so large, both in CSS pixels."""


class Place(NamedTuple):
    """One place of the grid."""

    square: str
    """Its name: ``c3``."""
    transform: str
    """Moves to its card's upper left corner."""
    area: tuple[int, ...]
    """Itself and its neighbours, in reading order."""


class Layout(NamedTuple):
    """A picture's measures."""

    width: float
    height: float
    left: float
    top: float
    """The grid's upper left corner."""
    margin: float
    """Left and right of the panels and buttons."""
    spacing: float
    """Between two panels or buttons."""
    foot: float
    """Upper edge of the buttons."""
    scale: float
    """How much larger the buttons are drawn."""
    places: tuple[Place, ...]

    @property
    def half(self) -> float:
        """Width of a panel or button, two of which stand side by side."""
        return (self.width - 2 * self.margin - self.spacing) / 2


@cache
def layout(columns: int, rows: int, bare: bool) -> Layout:
    """Return the measures of a grid's picture; ``bare`` has no panels above it and narrow margins."""
    left, top, right, margin, spacing = (17.0, 29.0, 5.0, 4.0, 8.0) if bare else (36.0, 122.0, 20.0, 20.0, 20.0)
    width = left + columns * PITCH_X - GAP_X + right
    foot = top + rows * PITCH_Y + (2 if bare else 8)
    scale = max(1.0, ceil(width / NARROW_SCREEN * SMALLEST_TARGET) / BUTTON_HEIGHT) if bare else 1.0
    height = foot + scale * BUTTON_HEIGHT + (5 if bare else 17)
    places = tuple(_place(columns, rows, cell, left, top) for cell in range(columns * rows))
    return Layout(width, height, left, top, margin, spacing, foot, scale, places)


def _place(columns: int, rows: int, cell: int, left: float, top: float) -> Place:
    line, column = divmod(cell, columns)
    transform = svg.moved(left + column * PITCH_X, top + line * PITCH_Y)
    return Place(square_text(column, line), transform, around(columns, rows, cell))
