"""Where things are on the Pokeros picture, in drawing units, and what lies there, drawn.

The table is a window on a plane without edges. The plane has units of its own: a cell is ``PITCH_X`` by ``PITCH_Y``,
the origin's upper left corner is (0, 0).

Each is drawn once and kept: a picture is mostly put together from text that was needed before.
"""

from functools import cache, lru_cache
from typing import Final, NamedTuple

from fivefold.contract import Row
from fivefold.games.pokeros import rules
from fivefold.games.pokeros.notation import WORDS, card_text
from fivefold.parts import drawn_cards, svg
from fivefold.parts.messages import Message

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


class WindowMeasures(NamedTuple):
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
def layout(bare: bool) -> WindowMeasures:
    """Return the measures; ``bare`` has no panels above everything and no margins."""
    top, margin, below = (0.0, 0.0, 0.0) if bare else (92.0, 20.0, 8.0)
    return WindowMeasures(WIDTH + 2 * margin, top + TOP_STRIP + WINDOW_HEIGHT + BOTTOM_STRIP + below, margin, top)


class PlaneView(NamedTuple):
    """What part of the plane has to be in view, and how it gets into the window."""

    bounds: str
    """Left, top, right and bottom in the plane's units, as ``data-plane`` says it."""
    transform: str


def fit(row: Row) -> PlaneView:
    """Return how all cards, and one cell around them, are in view."""
    return _fit(row[rules.LEFT] - 1, row[rules.TOP] - 1, row[rules.RIGHT] + 2, row[rules.BOTTOM] + 2)


@lru_cache(maxsize=4096)
def _fit(left: int, top: int, right: int, bottom: int) -> PlaneView:
    """Return how the cells from (left, top) up to, not including, (right, bottom) fit into the window."""
    low_x, low_y, high_x, high_y = left * PITCH_X, top * PITCH_Y, right * PITCH_X, bottom * PITCH_Y
    scale = min((WIDTH - 2 * ROOM) / (high_x - low_x), (WINDOW_HEIGHT - 2 * ROOM) / (high_y - low_y), LARGEST)
    scale = int(scale * 10_000) / 10_000
    x = WIDTH / 2 - scale * (low_x + high_x) / 2
    y = WINDOW_HEIGHT / 2 - scale * (low_y + high_y) / 2
    bounds = " ".join(svg.number(edge) for edge in (low_x, low_y, high_x, high_y))
    return PlaneView(bounds, f"translate({svg.number(x)} {svg.number(y)}) scale({scale:g})")


@cache
def slot(own: bool, place: int, count: int) -> str:
    """Return the transform of one of ``count`` held cards: the viewer's ``own``, large, or the other's, small."""
    if own:
        wide = (count - 1) * OWN_STEP + LARGE * drawn_cards.WIDTH
        high = LARGE * drawn_cards.SHORT
        return svg.moved((WIDTH - wide) / 2 + place * OWN_STEP, (BOTTOM_STRIP - high) / 2 + 2, LARGE)
    return svg.moved(14 + place * OTHER_STEP, (TOP_STRIP - SMALL * drawn_cards.SHORT) / 2 - 1, SMALL)


HALO: Final = 1.5
"""How far outside a card its frame runs; with the frame's width it just meets its neighbour's."""
CONSTANT: Final = "non-scaling-stroke"
"""The lines of marks are as wide in CSS pixels, however close one looks."""
FAR: Final = 50
"""Cells from the origin to where the felt ends, further than cards can lie."""


def _badge_shape(seat: int, name: str | None) -> str:
    """Return a seat's badge: Coral's a disc with a crossing, Teal's a lozenge with a ring."""
    deep, sign = f"var(--seat-{seat}-deep)", f"var(--seat-{seat}-sign)"
    if seat == 0:
        outline = svg.circle(0, 0, 25, fill="var(--seat-0)", stroke=deep, stroke_width=2)
        drawn = svg.path("M-11.5 0H11.5M0-11.5V11.5", stroke_width=8, stroke_linecap="round")
    else:
        outline = svg.rectangle(
            -20.5, -20.5, 41, 41, 8, fill="var(--seat-1)", stroke=deep, stroke_width=2, transform="rotate(45)"
        )
        drawn = svg.circle(0, 0, 9.5, stroke_width=6.5)
    return svg.group(outline, svg.group(drawn, fill="none", stroke=sign), id=name)


@cache
def emblem(seat: int) -> str:
    """Return a seat's badge as a picture by itself."""
    return svg.icon(62, _badge_shape(seat, None), "pokeros")


def badge(seat: int, x: float, y: float, scale: float = 1) -> str:
    """Return a seat's badge about (x, y)."""
    return svg.use(f"pokeros-badge-{seat}", transform=svg.moved(x, y, scale))


def _felt_shape() -> str:
    """Return a pattern of one cell: a dot in each of its corners."""
    dots = "".join(svg.circle(x, y, 2.2) for x in (0.0, PITCH_X) for y in (0.0, PITCH_Y))
    place = {"x": -GAP / 2, "y": -GAP / 2, "width": PITCH_X, "height": PITCH_Y}
    return svg.element("pattern", dots, id="pokeros-felt", patternUnits="userSpaceOnUse", class_="dots", **place)


def _place_shape() -> str:
    """Return the outline of a place for a card."""
    return drawn_cards.outline(-3, drawn_cards.SHORT, id="pokeros-place", vector_effect=CONSTANT)


SHAPES: Final = "".join(
    [
        drawn_cards.SHORT_SHAPES,
        _badge_shape(0, "pokeros-badge-0"),
        _badge_shape(1, "pokeros-badge-1"),
        _felt_shape(),
        _place_shape(),
        drawn_cards.outline(HALO, drawn_cards.SHORT, id="pokeros-halo", vector_effect=CONSTANT),
        svg.rectangle(-GAP / 2, -GAP / 2, PITCH_X, PITCH_Y, fill="none", pointer_events="all", id="pokeros-hit"),
    ]
)
"""Everything the picture uses, for its ``shapes``."""

HIT: Final = svg.use("pokeros-hit")
"""A cell with half of the gaps around it: what reacts to a finger."""
GLOW: Final = svg.use("pokeros-halo", class_="glow")
HALO_AROUND: Final = svg.use("pokeros-halo", class_="halo")
PLACE: Final = svg.use("pokeros-place", class_="place")
FELT: Final = svg.rectangle(
    -FAR * PITCH_X, -FAR * PITCH_Y, 2 * FAR * PITCH_X, 2 * FAR * PITCH_Y, fill="url(#pokeros-felt)"
)
"""Covers the plane, so that one sees it move."""


@lru_cache(maxsize=64)
def card_on_table(card: int) -> str:
    """Return a card face up on the table, with all that can light it."""
    drawn = drawn_cards.short_face(card, f"card-{card_text(card)}")
    return f'{GLOW}<g class="lift">{HALO_AROUND}{drawn}</g>'


@lru_cache(maxsize=64)
def card_in_hand(card: int) -> str:
    """Return a held card face up, with all that can light it."""
    drawn = drawn_cards.short_face(card, f"held-{card_text(card)}")
    return f'{HIT}<g class="lift">{HALO_AROUND}{drawn}</g>'


@cache
def back_in_hand(seat: int, slot: int) -> str:
    """Return a held card face down."""
    return drawn_cards.short_back(f"back-{seat}-{slot}")


@lru_cache(maxsize=256)
def points(amount: int, times: int = 1) -> str:
    """Return what a card would score on an empty cell; ``times``: by how much a card counts more there, both ways."""
    higher = 10 if times > 1 else 0
    middle = svg.words(drawn_cards.WIDTH / 2, drawn_cards.SHORT / 2 + (19 if amount else 11) - higher, str(amount))
    more = svg.words(drawn_cards.WIDTH / 2, drawn_cards.SHORT - 12, f"×{times}", class_="times") if times > 1 else ""
    return f'{PLACE}<g class="{"points" if amount else "points none"}">{middle}{more}</g>'


@lru_cache(maxsize=256)
def named(cell: str) -> str:
    """Return an empty cell with its coordinates."""
    name = svg.words(drawn_cards.WIDTH / 2, drawn_cards.SHORT / 2 + 10, cell)
    return f'{PLACE}<g class="coordinates">{name}</g>'


@lru_cache(maxsize=64)
def pack(count: int) -> str:
    """Return the pack with the number of its cards, right in the upper strip."""
    y = (TOP_STRIP - SMALL * drawn_cards.SHORT) / 2 - 1
    x = WIDTH - 18 - SMALL * drawn_cards.WIDTH
    edges = [drawn_cards.short_back() for _ in range(min(3, (count + 15) // 16))]
    cards = [svg.group(back, transform=svg.moved(-3.5 * level, -3.5 * level)) for level, back in enumerate(edges)]
    lying = svg.group(PLACE, *cards, transform=svg.moved(x, y, SMALL))
    number = svg.words(x - 12, TOP_STRIP / 2 + 9, str(count), class_="count", text_anchor="end")
    said = svg.tooltip(WORDS.text(Message("in-pack", count=count)))
    return svg.group(said, svg.group(lying, id="pack", data_place=""), number, class_="pack")
