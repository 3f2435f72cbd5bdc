"""Where things are on the Locus picture, in drawing units, and what lies on a place of the grid, drawn.

Each is drawn once and kept: a picture is mostly put together from text that was needed before.
"""

from collections.abc import Mapping
from functools import cache, lru_cache
from math import ceil
from typing import Final, NamedTuple

from fivefold.games.locus.scored import around
from fivefold.parts import drawn_cards, svg
from fivefold.parts.words import card_text, square_text

PITCH_X: Final = 100.0
PITCH_Y: Final = 133.0
GAP_X: Final = PITCH_X - drawn_cards.WIDTH
GAP_Y: Final = PITCH_Y - drawn_cards.HEIGHT
PANEL_HEIGHT: Final = 68.0
BUTTON_HEIGHT: Final = 77.0
"""Of a button before it is enlarged for a wide grid on a narrow screen."""
NARROW_SCREEN, SMALLEST_TARGET = 360.0, 44.0
"""On a screen so wide every target of a bare picture is at least so large, both in CSS pixels."""


class GridPlace(NamedTuple):
    """One place of the grid."""

    square: str
    """Its name: ``c3``."""
    transform: str
    """Moves to its card's upper left corner."""
    area: tuple[int, ...]
    """Itself and its neighbours, in reading order."""


class GridMeasures(NamedTuple):
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
    places: tuple[GridPlace, ...]

    @property
    def half(self) -> float:
        """Width of a panel or button, two of which stand side by side."""
        return (self.width - 2 * self.margin - self.spacing) / 2


@cache
def layout(columns: int, rows: int, bare: bool) -> GridMeasures:
    """Return the measures of a grid's picture; ``bare`` has no panels above it and narrow margins."""
    left, top, right, margin, spacing = (17.0, 29.0, 5.0, 4.0, 8.0) if bare else (36.0, 122.0, 20.0, 20.0, 20.0)
    width = left + columns * PITCH_X - GAP_X + right
    foot = top + rows * PITCH_Y + (2 if bare else 8)
    scale = max(1.0, ceil(width / NARROW_SCREEN * SMALLEST_TARGET) / BUTTON_HEIGHT) if bare else 1.0
    height = foot + scale * BUTTON_HEIGHT + (5 if bare else 17)
    places = tuple(_place(columns, rows, cell, left, top) for cell in range(columns * rows))
    return GridMeasures(width, height, left, top, margin, spacing, foot, scale, places)


def _place(columns: int, rows: int, cell: int, left: float, top: float) -> GridPlace:
    line, column = divmod(cell, columns)
    transform = svg.moved(left + column * PITCH_X, top + line * PITCH_Y)
    return GridPlace(square_text(column, line), transform, around(columns, rows, cell))


HALO: Final = 2.0
"""How far outside a card its frame runs; with the frame's width it stays clear of the neighbours."""
CHIP_X, CHIP_Y = drawn_cards.WIDTH / 2, 80.0
VALUES_TOP: Final = 91.0
UP_X, DOWN_X = 28.5, 74.0
"""Middles of the two values, each right of its triangle."""
MIDDLE: Final = svg.moved(drawn_cards.WIDTH / 2, drawn_cards.HEIGHT / 2)
BACK_AGAIN: Final = svg.moved(-drawn_cards.WIDTH / 2, -drawn_cards.HEIGHT / 2)


SPOTS: Final[Mapping[str, svg.Attribute]] = {
    "fill": "none",
    "stroke": "#fff",
    "stroke_width": 5.6,
    "stroke_dasharray": "1",
    "stroke_opacity": 0.92,
}


def _chip_shape(seat: int, name: str | None) -> str:
    """Return a chip: Amber's light with a ring, Indigo's dark with a cross."""
    deep = f"var(--seat-{seat}-deep)"
    sign = svg.circle(0, 0, 7.5) if seat == 0 else svg.path("M-7-7L7 7M7-7L-7 7", stroke_linecap="round")
    return svg.group(
        svg.circle(0, 2.5, 27.5, fill="var(--shadow)"),
        svg.circle(0, 0, 27, fill=f"var(--seat-{seat})", stroke=deep, stroke_width=1.5),
        svg.circle(0, 0, 23.2, pathLength=12, **SPOTS),
        svg.circle(0, 0, 18.2, fill=f"var(--seat-{seat}-disc)", stroke=deep, stroke_width=1.2),
        svg.group(sign, fill="none", stroke=f"var(--seat-{seat}-sign)", stroke_width=5),
        id=name,
    )


@cache
def emblem(seat: int) -> str:
    """Return a seat's chip as a picture by itself."""
    return svg.icon(60, _chip_shape(seat, None), "locus")


def _strip_shape() -> str:
    """Return the lower end of a free card, in two halves, with the triangles that its values stand beside."""
    width, height, corner = drawn_cards.WIDTH, drawn_cards.HEIGHT, drawn_cards.CORNER
    low, inner = height - 0.5, corner - 0.5
    halves = (
        f"M.5 {VALUES_TOP:g}H{width / 2 - 0.6:g}V{low:g}H{corner:g}a{inner:g} {inner:g} 0 0 1-{inner:g}-{inner:g}Z",
        f"M{width - 0.5:g} {VALUES_TOP:g}H{width / 2 + 0.6:g}V{low:g}H{width - corner:g}"
        f"a{inner:g} {inner:g} 0 0 0 {inner:g}-{inner:g}Z",
    )
    middle = (VALUES_TOP + height) / 2
    return svg.group(
        svg.path(halves[0], fill="var(--value-up)"),
        svg.path(halves[1], fill="var(--value-down)"),
        svg.path(f"M4 {middle + 4.5:g}l4.3-9l4.3 9Z", fill="var(--on-card)"),
        svg.path(f"M49.6 {middle - 4.5:g}l4.3 9l4.3-9Z", fill="var(--value-ink)"),
        id="locus-strip",
    )


def _tilted_shape(name: str, turn: float) -> str:
    """Return a card's back turned a little about its middle, and a little smaller."""
    plate = svg.rectangle(20, 12, drawn_cards.WIDTH - 40, 30, 8, fill="var(--card)", opacity=0.82)
    place = f"{MIDDLE} {svg.moved(0, 0, 0.95, turn)} {BACK_AGAIN}"
    return svg.group(drawn_cards.card_back(), plate, id=name, transform=place)


SHAPES: Final = "".join(
    [
        drawn_cards.SHAPES,
        _chip_shape(0, "locus-chip-0"),
        _chip_shape(1, "locus-chip-1"),
        _strip_shape(),
        _tilted_shape("locus-left", -2.5),
        _tilted_shape("locus-right", 2.5),
        drawn_cards.outline(HALO, id="locus-halo"),
        svg.rectangle(-GAP_X / 2, -GAP_Y / 2, PITCH_X, PITCH_Y, fill="none", pointer_events="all", id="locus-hit"),
    ]
)
"""Everything the picture uses, for its ``shapes``."""

HIT: Final = svg.use("locus-hit")
"""A place with half of the gaps around it: what reacts to a finger."""
FRAME: Final = svg.use("locus-halo", class_="halo")
EMPTY: Final = drawn_cards.outline(class_="place")


def chip(seat: int, x: float, y: float, scale: float = 1) -> str:
    """Return a chip about (x, y)."""
    name = f"locus-chip-{seat}"
    return svg.use(name, x=x, y=y) if scale == 1 else svg.use(name, transform=svg.moved(x, y, scale))


@lru_cache(maxsize=128)
def free_card(card: int, values: bool) -> str:
    """Return a card without a chip, with room for its values or without."""
    name = f"card-{card_text(card)}"
    return drawn_cards.card_face(card, 70, 27, name) if values else drawn_cards.card_face(card, name=name)


@lru_cache(maxsize=128)
def played_card(card: int) -> str:
    """Return a card face up that bears a chip."""
    return drawn_cards.card_face(card, None, name=f"card-{card_text(card)}")


@lru_cache(maxsize=128)
def dead_card(card: int, lean: int) -> str:
    """Return a card's back with a small plate that tells which card it is, leaning left (0) or right (1)."""
    rank, suit = divmod(card, 4)
    index = drawn_cards.figure(rank, 29, 17.5, 19) + drawn_cards.pip(suit, drawn_cards.WIDTH - 32, 27, 18)
    place = f"{MIDDLE} {svg.moved(0, 0, 0.95, 2.5 if lean else -2.5)} {BACK_AGAIN}"
    return svg.group(
        svg.use("locus-right" if lean else "locus-left"),
        svg.group(index, class_="index", transform=place),
        id=f"card-{card_text(card)}",
        class_=f"card {drawn_cards.suit_class(card)}",
    )


@lru_cache(maxsize=512)
def placed_chip(seat: int, square: str, dead: bool) -> str:
    """Return the chip on a card, smaller on one that lies face down."""
    drawn = chip(seat, CHIP_X, CHIP_Y + 4, 0.78) if dead else chip(seat, CHIP_X, CHIP_Y)
    return svg.group(drawn, id=f"chip-{square}", class_="chip")


@lru_cache(maxsize=1024)
def values(up: int, down: int) -> str:
    """Return what a free card scores face up (left, triangle up) and face down (right, triangle down)."""
    y = drawn_cards.HEIGHT - 8
    return svg.group(
        svg.use("locus-strip"),
        svg.words(UP_X, y, str(up), class_="up"),
        svg.words(DOWN_X, y, str(down)),
        class_="values",
    )
