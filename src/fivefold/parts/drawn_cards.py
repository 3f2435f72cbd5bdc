"""Playing cards drawn, with outlines designed here.

A picture with cards brings ``SHAPES``, and ``STYLE`` after its theme. Around a card ``--face`` gives it another colour
and ``--card-shadow`` another shadow than usual.

*Short* cards, with ``SHORT_SHAPES``, are for tables so large that cards get small: less high, and all index. Wild
cards, 52 and 53, are there only as such; ``--wild`` is their colour.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

from fivefold.parts.svg import Attribute, circle, group, moved, number, path, rectangle, ring, use
from fivefold.parts.words import RANKS, SUITS

WIDTH: Final = 92.0
HEIGHT: Final = 124.0
SHORT: Final = 104.0
"""The height of a short card."""
CORNER: Final = 11.0

CLUB: Final = (
    "M0-14.5a6.9 6.9 0 0 1 5.6 10.9a6.9 6.9 0 1 1-3.9 12.2c.3 2.7 1.3 4.7 3.3 6.4h-10c2-1.7 3-3.7 3.3-6.4"
    "a6.9 6.9 0 1 1-3.9-12.2a6.9 6.9 0 0 1 5.6-10.9z"
)
DIAMOND: Final = "M0-15.5q4.6 8.3 11.6 15.5q-7 7.2-11.6 15.5q-4.6-8.3-11.6-15.5q7-7.2 11.6-15.5z"
HEART: Final = (
    "M0 14.5c-3.2-5-14-10.6-14-19.2c0-5.2 3.5-8.5 7.5-8.5c3 0 5.3 1.8 6.5 4.9c1.2-3.1 3.5-4.9 6.5-4.9"
    "c4 0 7.5 3.3 7.5 8.5c0 8.6-10.8 14.2-14 19.2z"
)
SPADE: Final = (
    "M0-15c3.4 5.6 13.6 10.6 13.6 18.6c0 4.7-3.2 7.5-6.8 7.5c-2.2 0-4-1-5.1-2.7c.3 2.7 1.3 4.9 3.3 6.6h-10"
    "c2-1.7 3-3.9 3.3-6.6c-1.1 1.7-2.9 2.7-5.1 2.7c-3.6 0-6.8-2.8-6.8-7.5c0-8 10.2-13 13.6-18.6z"
)
PIPS: Final = (CLUB, DIAMOND, HEART, SPADE)
"""Outlines by suit, centred on the origin, about 30 units high."""

FIGURES: Final = (
    "M1.2 30L10 0.6L18.8 30M4.6 20.6H15.4",
    "M2 8.6C2 3.6 5.4 0.6 10 0.6S18 3.6 18 8.2C18 12.2 15.6 14.8 12 18.6L2 29.4H18.6",
    "M2.6 0.8H17.2L9.2 11.6C15 11.6 18.6 15.2 18.6 20.5S14.9 29.4 9.8 29.4C5.6 29.4 2.6 27.2 1.4 23.8",
    "M14.2 30V0.8L1.4 21H19.2",
    "M16.8 0.8H4.8L3.4 13.4C5 11.8 7.4 10.9 10 10.9C15.2 10.9 18.6 14.8 18.6 20.1S15 29.4 9.8 29.4"
    "C5.8 29.4 2.8 27.5 1.6 24.2",
    ring(10, 20.7, 8.7, 8.7) + "M14 0.6L3 16",
    "M1.8 0.8H18.4L7.6 30",
    ring(10, 7.7, 7.1, 7.1) + ring(10, 21.8, 8.4, 7.6),
    ring(10, 9.3, 8.7, 8.7) + "M6 29.4L17 14",
    "M-3.4 5.6L2.2 0.8V30" + ring(15.4, 15, 7.2, 14.4),
    "M15.4 0.6V20.6C15.4 26.4 12.6 29.4 8.4 29.4S1.8 26.8 1.4 22.6",
    ring(10, 15, 9.2, 14.4) + "M11.6 21.6L19.2 31",
    "M2.6 0V30M18 0.6L2.8 18.2M8 12.4L18.8 30",
)
"""Ranks A 2 … K as strokes in a box 20 wide and 30 high; the ten is wider and reaches from -4 to 23."""

CROWNS: Final[Mapping[int, str]] = {
    10: "M-12 9C-9 1-11.5-4.5-19-4C-16-12.5-4.5-13-0-3.5C4.5-13 16-12.5 19-4C11.5-4.5 9 1 12 9Z",
    11: "M-12.5 9L-17-4.5L-7.5 1L0-10L7.5 1L17-4.5L12.5 9Z",
    12: "M-13.5 9V-4L-6.5 1.5L0-7.5L6.5 1.5L13.5-4V9ZM0-14.5V-7.5M-3.4-11.4H3.4",
}
"""The motifs of jack, queen and king, about the origin: cap with bells, coronet with pearls, crown with a cross."""

JEWELS: Final[Mapping[int, tuple[tuple[float, float], ...]]] = {
    10: ((-19, -1.2), (19, -1.2), (0, 4)),
    11: ((-17, -7), (0, -12.5), (17, -7)),
    12: ((-13.5, -6.5), (13.5, -6.5)),
}

STAR: Final = "M0-16L4.53-6.24L15.22-4.94L7.33 2.38L9.4 12.94L0 7.7L-9.4 12.94L-7.33 2.38L-15.22-4.94L-4.53-6.24Z"
"""The sign of wild cards, about the origin and 30 units high; ``FACETS`` are its shaded halves."""
FACETS: Final = (
    "M0 0V-16L4.53-6.24ZM0 0L15.22-4.94L7.33 2.38ZM0 0L9.4 12.94L0 7.7Z"
    "M0 0L-9.4 12.94L-7.33 2.38ZM0 0L-15.22-4.94L-4.53-6.24Z"
)
WILD_LETTER: Final = "M-1.5 .6L4.8 30L10 9L15.2 30L21.5 .6"
WILD_NUMBERS: Final = ("M2 6.4L9 .8V30", FIGURES[1])
WILD: Final = 52

STYLE: Final = (
    ".fivefold .suit-c{--suit:var(--club)}.fivefold .suit-d{--suit:var(--diamond)}"
    ".fivefold .suit-h{--suit:var(--heart)}.fivefold .suit-s{--suit:var(--spade)}"
    ".fivefold .suit-w{--suit:var(--wild)}"
    ".fivefold .card{fill:var(--suit);stroke-width:5;stroke-linecap:round;stroke-linejoin:round}"
)
"""What cards need in a picture's style, after its theme."""

INK: Final = "var(--suit)"


def outline(spread: float = 0, height: float = HEIGHT, **attributes: Attribute) -> str:
    """Return a card's outline at the origin, larger on every side by ``spread``."""
    return rectangle(-spread, -spread, WIDTH + 2 * spread, height + 2 * spread, CORNER + spread, **attributes)


def _sheet(colour: str, height: float = HEIGHT) -> str:
    """Return a blank card with its soft shadow."""
    shade = "var(--card-shadow,var(--shadow))"
    return (
        rectangle(-1, 1.5, WIDTH + 2, height + 2.5, CORNER + 1, fill=shade)
        + rectangle(0.5, 3, WIDTH - 1, height + 3, CORNER, fill=shade)
        + outline(height=height, fill=colour, stroke="var(--card-edge)", stroke_width=1)
    )


def _crown(rank: int) -> str:
    """Return the shape of a court card's motif, 24 units high."""
    motif = path(CROWNS[rank], fill_opacity=0.16, stroke=INK, stroke_width=2.6)
    return group(motif, *(circle(x, y, 2.6) for x, y in JEWELS[rank]), id=f"crown-{RANKS[rank]}")


def _weave(height: float = HEIGHT) -> str:
    """Return the pattern of a card's back: lozenges inside a frame."""
    inset, step = 7, 13
    right, bottom = WIDTH - inset, height - inset
    frame = rectangle(inset, inset, right - inset, bottom - inset, 6)
    lines = path("".join(lozenges(inset, right, bottom, step)))
    return group(frame, lines, fill="none", stroke="#fff", stroke_opacity=0.2, stroke_width=1.3)


def lozenges(low: float, right: float, bottom: float, step: float) -> Iterator[str]:
    """Yield the slanting lines of a weave, cut at the frame from (low, low) to (right, bottom)."""
    width, height = right - low, bottom - low
    offset = step
    while offset < width + height:
        start, rise = max(0.0, offset - height), min(offset, height)
        run = min(width, offset) - start
        yield f"M{number(low + start)} {number(low + rise)}l{number(run)} {number(-run)}"
        yield f"M{number(right - start)} {number(low + rise)}l{number(-run)} {number(-run)}"
        offset += step


INDEX_HEIGHT: Final = 34.0
INDEX_TOP: Final = 11.0
INDEX_LEFT: Final = tuple(15.5 if rank == 9 else 11.5 for rank in range(13))  # the ten needs room on its left


def _figure(rank: int) -> str:
    """Return the shape of a rank, where a card's upper edge has it."""
    place = moved(INDEX_LEFT[rank], INDEX_TOP, INDEX_HEIGHT / 30)
    return path(FIGURES[rank], id=f"rank-{RANKS[rank]}", transform=place, fill="none", stroke=INK)


def _wild(number: int) -> str:
    """Return what is on a short wild card: its letter and number, and the star."""
    letter = path(WILD_LETTER, transform=moved(14, 12, 1.12), fill="none", stroke=INK)
    which = path(WILD_NUMBERS[number - 1], transform=moved(43.5, 12, 1.12), fill="none", stroke=INK)
    star = group(path(STAR, stroke=INK, stroke_width=1.6), path(FACETS, fill="#fff", fill_opacity=0.4))
    star = group(star, transform=moved(WIDTH - 29, SHORT - 28, 1.42))
    return group(letter, which, star, id=f"wild-{number}")


MARKS: Final = "".join(
    [
        *(path(PIPS[suit], id=f"pip-{SUITS[suit]}") for suit in range(4)),
        *(_figure(rank) for rank in range(13)),
        *(_crown(rank) for rank in CROWNS),
    ]
)
SHAPES: Final = "".join(
    [
        MARKS,
        group(_sheet("var(--face,var(--card))"), id="sheet"),
        group(_sheet("var(--back)"), _weave(), id="reverse"),
    ]
)
"""Everything a card is made of, for the ``shapes`` of a picture."""
SHORT_SHAPES: Final = "".join(
    [
        MARKS,
        _wild(1),
        _wild(2),
        group(_sheet("var(--face,var(--card))", SHORT), id="short-sheet"),
        group(_sheet("var(--back)", SHORT), _weave(SHORT), id="short-reverse"),
    ]
)
"""Everything a short card is made of, wild ones too, for the ``shapes`` of a picture."""


def pip(suit: int, x: float, y: float, height: float) -> str:
    """Return one suit mark, centred on (x, y)."""
    name = f"pip-{SUITS[suit]}"
    return use(name, x=x, y=y) if height == 30 else use(name, transform=moved(x, y, height / 30))


def figure(rank: int, x: float, y: float, height: float) -> str:
    """Return a rank's letter or number, its box's upper left corner at (x, y)."""
    scale = height / INDEX_HEIGHT
    place = moved(x - scale * INDEX_LEFT[rank], y - scale * INDEX_TOP, scale)
    return use(f"rank-{RANKS[rank]}", transform=place)


def suit_class(card: int) -> str:
    """Return the class that gives an element its card's suit colour."""
    return "suit-w" if card >= WILD else f"suit-{SUITS[card % 4]}"


@lru_cache(maxsize=256)
def card_face(card: int, centre: float | None = 80, size: float = 36, name: str | None = None) -> str:
    """Return a card face up at the origin, ``WIDTH`` by ``HEIGHT``, with an id if ``name`` is given.

    ``centre`` is how far down the middle of what fills it is, a court card's motif or a large suit ``size`` high;
    ``None`` leaves it out, where something lies on the card.
    """
    rank, suit = divmod(card, 4)
    return group(
        use("sheet"),
        use(f"rank-{RANKS[rank]}"),
        pip(suit, WIDTH - 22, 28, 30),
        "" if centre is None else _centre(rank, suit, centre, size),
        id=name,
        class_=f"card {suit_class(card)}",
    )


def _centre(rank: int, suit: int, y: float, size: float) -> str:
    if rank in CROWNS:
        return use(f"crown-{RANKS[rank]}", transform=moved(WIDTH / 2, y + 2, size / 27))
    return pip(suit, WIDTH / 2, y, size + 10 if rank == 0 else size)


def card_back() -> str:
    """Return a card face down at the origin; ``--back`` is its colour."""
    return use("reverse")


@lru_cache(maxsize=128)
def short_face(card: int, name: str | None = None) -> str:
    """Return a short card face up at the origin, ``WIDTH`` by ``SHORT``, with an id if ``name`` is given."""
    return group(
        use("short-sheet"),
        use(f"wild-{card - WILD + 1}") if card >= WILD else _short_index(*divmod(card, 4)),
        id=name,
        class_=f"card {suit_class(card)}",
    )


def _short_index(rank: int, suit: int) -> str:
    crown = use(f"crown-{RANKS[rank]}", transform=moved(WIDTH - 24, 25, 0.82)) if rank in CROWNS else ""
    return figure(rank, 12, 12, 42) + crown + pip(suit, WIDTH - 27, SHORT - 28, 40)


def short_back(name: str | None = None) -> str:
    """Return a short card face down at the origin; ``--back`` is its colour."""
    return group(use("short-reverse"), id=name) if name else use("short-reverse")
