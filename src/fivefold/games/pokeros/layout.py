"""Where things are on the Pokeros picture, in drawing units: the other hand, the table, one's own hand below it.

The table is a window on a plane without edges. The plane has units of its own: a cell is ``PITCH_X`` by ``PITCH_Y``,
the origin's upper left corner is (0, 0).
"""

from functools import cache, lru_cache
from typing import Final, NamedTuple

from fivefold.contract import Row
from fivefold.games.pokeros import rules
from fivefold.parts import drawn_cards, svg

GAP: Final = 5.0
PITCH_X: Final = drawn_cards.WIDTH + GAP
PITCH_Y: Final = drawn_cards.SHORT + GAP
LARGEST: Final = 1.25
"""A few cards on the table are not drawn larger than this."""
SMALL: Final = 0.44
"""How large the cards in the other hand and in the pack are drawn."""
LARGE: Final = 1.28
"""How large the viewer's own cards are drawn."""
OWN_STEP, OTHER_STEP = 136.0, 50.0
"""From one held card to the next."""
WIDTH: Final = 720.0
TOP_STRIP, WINDOW_HEIGHT, BOTTOM_STRIP = 60.0, 676.0, 164.0
PANEL_HEIGHT: Final = 68.0
ROOM: Final = 6.0
"""Between what has to be in view and the edge of the window, at least."""


class Layout(NamedTuple):
    """A picture's measures."""

    width: float
    height: float
    margin: float
    """Left and right of the window."""
    top: float
    """Upper edge of the strip with the other hand."""

    @property
    def window_top(self) -> float:
        """Upper edge of the window."""
        return self.top + TOP_STRIP

    @property
    def hand_top(self) -> float:
        """Upper edge of the strip with one's own hand."""
        return self.window_top + WINDOW_HEIGHT


@cache
def layout(bare: bool) -> Layout:
    """Return the measures; ``bare`` has no panels above everything and no margins."""
    top, margin, below = (0.0, 0.0, 0.0) if bare else (92.0, 20.0, 8.0)
    return Layout(WIDTH + 2 * margin, top + TOP_STRIP + WINDOW_HEIGHT + BOTTOM_STRIP + below, margin, top)


class Fit(NamedTuple):
    """What part of the plane has to be in view, and how it gets into the window."""

    bounds: str
    """Left, top, right and bottom in the plane's units, as ``data-plane`` says it."""
    transform: str


def fit(row: Row) -> Fit:
    """Return how all cards, and one cell around them, are in view."""
    return _fit(row[rules.LEFT] - 1, row[rules.TOP] - 1, row[rules.RIGHT] + 2, row[rules.BOTTOM] + 2)


@lru_cache(maxsize=4096)
def _fit(left: int, top: int, right: int, bottom: int) -> Fit:
    """Return how the cells from (left, top) up to, not including, (right, bottom) fit into the window."""
    low_x, low_y, high_x, high_y = left * PITCH_X, top * PITCH_Y, right * PITCH_X, bottom * PITCH_Y
    scale = min((WIDTH - 2 * ROOM) / (high_x - low_x), (WINDOW_HEIGHT - 2 * ROOM) / (high_y - low_y), LARGEST)
    scale = int(scale * 10_000) / 10_000
    x = WIDTH / 2 - scale * (low_x + high_x) / 2
    y = WINDOW_HEIGHT / 2 - scale * (low_y + high_y) / 2
    bounds = " ".join(svg.number(edge) for edge in (low_x, low_y, high_x, high_y))
    return Fit(bounds, f"translate({svg.number(x)} {svg.number(y)}) scale({scale:g})")


@cache
def slot(own: bool, place: int, count: int) -> str:
    """Return the transform of one of ``count`` held cards: the viewer's ``own``, large, or the other's, small."""
    if own:
        wide = (count - 1) * OWN_STEP + LARGE * drawn_cards.WIDTH
        high = LARGE * drawn_cards.SHORT
        return svg.moved((WIDTH - wide) / 2 + place * OWN_STEP, (BOTTOM_STRIP - high) / 2 + 2, LARGE)
    return svg.moved(14 + place * OTHER_STEP, (TOP_STRIP - SMALL * drawn_cards.SHORT) / 2 - 1, SMALL)
