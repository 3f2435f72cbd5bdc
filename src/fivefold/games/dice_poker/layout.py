"""Where things are on the Dice Poker picture: the board, the dice and the button below it, in drawing units."""

from functools import cache
from typing import Final, NamedTuple

from fivefold.games.dice_poker.board import SIDE, SPACES
from fivefold.games.dice_poker.patterns import DICE
from fivefold.parts import svg

SPACE: Final = 100.0
"""Edge of a space."""
BOARD: Final = SIDE * SPACE
LABELS: Final = 23.0
"""Of the frame left of the board and above it, where letters and numbers stand."""
FRAME: Final = 8.0
"""Of the frame right of the board and below it."""
DIE: Final = 125.0
DIE_PITCH: Final = 142.0
TRAY_HEIGHT: Final = 217.0
PANEL_HEIGHT: Final = 68.0


class Layout(NamedTuple):
    """A picture's measures."""

    width: float
    height: float
    left: float
    top: float
    """The upper left corner of the first space."""
    margin: float
    """Left and right of the frame."""
    foot: float
    """Upper edge of the tray."""
    places: tuple[str, ...]
    """The ``transform`` that moves to each space."""

    @property
    def inner(self) -> float:
        """Width of the frame, the tray and the panels together."""
        return self.width - 2 * self.margin


@cache
def layout(bare: bool) -> Layout:
    """Return the measures; ``bare`` has no panels above the board and narrow margins."""
    margin, head, gap = (3.0, 3.0, 9.0) if bare else (20.0, PANEL_HEIGHT + 34, 14.0)
    left, top = margin + LABELS, head + LABELS
    foot = top + BOARD + FRAME + gap
    places = tuple(svg.moved(left + space % SIDE * SPACE, top + space // SIDE * SPACE) for space in range(SPACES))
    return Layout(left + BOARD + FRAME + margin, foot + TRAY_HEIGHT + margin, left, top, margin, foot, places)


def middle(space: int) -> tuple[float, float]:
    """Return the middle of a space, counted from the board's upper left corner."""
    return (space % SIDE + 0.5) * SPACE, (space // SIDE + 0.5) * SPACE


DICE_LEFT: Final = 15.0
DICE_MIDDLE: Final = 58 + DIE / 2
"""Of the dice, from the tray's upper edge."""
CAPTION: Final = 37.0
"""The line of words above the dice."""
BUTTON_LEFT: Final = DICE_LEFT + DICE * DIE_PITCH - (DIE_PITCH - DIE) + 18
PITCHES: Final = tuple(DICE_LEFT + DIE / 2 + place * DIE_PITCH for place in range(DICE))
"""The middle of each die, from the tray's left edge."""
