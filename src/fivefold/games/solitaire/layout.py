"""Where things are on the Poker Solitaire picture, in drawing units: one square or two, the tray below them.

A square's own corner is where its row numbers, scores and letters begin; with two squares both are lower, one above
the other, so that they fit a phone held upright.
"""

from functools import cache
from typing import Final, NamedTuple

from fivefold.contract import Row
from fivefold.games.solitaire import rules
from fivefold.games.solitaire.places import SIDE
from fivefold.games.solitaire.row import ALTERNATE, COMMON, DEALT, MODE, MOVABLE, OWN, RACE
from fivefold.parts import drawn_cards

WIDTH: Final = 650.0
GAP: Final = 5.0
PITCH_X: Final = drawn_cards.WIDTH + GAP
GRID_LEFT: Final = 28.0
GRID_WIDE: Final = SIDE * PITCH_X - GAP
LABEL_LEFT: Final = GRID_LEFT + GRID_WIDE + 12
"""Of what stands right of the rows."""
TRAY_HEIGHT: Final = 152.0
TRAY_TOP: Final = 8.0
"""From the tray's edge to its cards."""
LARGEST: Final = 1.16
"""Of the cards in the tray, against those in a square."""
PACK_WIDE: Final = 72.0
BUTTON_WIDE: Final = 94.0
GROUP_GAP: Final = 12.0
"""Between face-up cards and rejects of each kind."""


class Square(NamedTuple):
    """The measures of one square."""

    card: float
    """Height of a card."""
    head: float
    """Above the cells: the score, and the letters of the columns."""
    foot: float
    """Below the cells: what the columns are."""

    @property
    def pitch(self) -> float:
        """From one row to the next."""
        return self.card + GAP

    @property
    def bottom(self) -> float:
        """Lower edge of the cells."""
        return self.head + SIDE * self.pitch - GAP

    @property
    def height(self) -> float:
        """Of all of it."""
        return self.bottom + self.foot


ONE: Final = Square(drawn_cards.SHORT, 68, 74)
OF_TWO: Final = Square(drawn_cards.FLAT, 58, 66)


class Layout(NamedTuple):
    """A picture's measures."""

    width: float
    height: float
    margin: float
    top: float
    """Upper edge of the first square."""
    square: Square
    tray: float
    """Upper edge of the tray."""

    def square_top(self, square: int) -> float:
        """Upper edge of a square."""
        return self.top + square * self.square.height


@cache
def layout(squares: int, bare: bool) -> Layout:
    """Return the measures; ``bare`` has no heading and no margins."""
    top, margin, below = (0.0, 0.0, 2.0) if bare else (64.0, 20.0, 16.0)
    square = ONE if squares == 1 else OF_TWO
    tray = top + squares * square.height + 8
    return Layout(WIDTH + 2 * margin, tray + TRAY_HEIGHT + below, margin, top, square, tray)


class Tray(NamedTuple):
    """Where the cards in the tray are."""

    scale: float
    slots: tuple[float, ...]
    """Left edges of the face-up cards,"""
    rejects: tuple[float, ...]
    """of the reject places, the common ones first, then each player's own,"""
    buttons: float
    """and of the buttons."""


def tray(row: Row) -> Tray:
    """Return where the cards in the tray are."""
    own = (row[OWN], row[OWN + 1] if rules.players(row) > 1 else 0)
    return _tray(row[DEALT], (row[COMMON], *own), bool(buttons(row)))


@cache
def _tray(dealt: int, rejects: tuple[int, ...], button: bool) -> Tray:
    room = WIDTH - 2 * GAP - PACK_WIDE - (BUTTON_WIDE if button else 0)
    groups = [dealt, *filter(None, rejects)]
    places, gaps = sum(groups), GROUP_GAP * (len(groups) - 1)
    scale = min(LARGEST, (room - gaps) / (places * PITCH_X))
    step = scale * PITCH_X
    x = GAP + PACK_WIDE + max(0.0, (room - gaps - places * step) / 2)
    lefts: list[list[float]] = []
    for count in groups:
        lefts.append([x + step * each for each in range(count)])
        x += step * count + GROUP_GAP
    return Tray(scale, tuple(lefts[0]), tuple(left for group in lefts[1:] for left in group), WIDTH - BUTTON_WIDE)


def buttons(row: Row) -> tuple[str, ...]:
    """Return the names of the buttons that a game with these options has."""
    if row[MODE] >= ALTERNATE:
        return ("pass",)
    if row[MODE] >= RACE:
        return ("done-1", "done-2")
    return ("done",) if row[MOVABLE] else ()
