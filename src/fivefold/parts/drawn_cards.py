"""Playing cards drawn, of the outlines in ``cards.svg``.

A picture with cards brings ``SHAPES``. Around a card ``--face`` gives it another colour and ``--card-shadow`` another
shadow than usual.

*Short* cards, with ``SHORT_SHAPES``, are for tables so large that cards get small: less high, and all index. Wild
cards, 52 and 53, are there only as such; ``--wild`` is their colour.

A shape has every set of cards in it, modern, classic and plain, and both sizes of figures. Which are seen is decided by
custom properties around the picture, so that one picture serves everybody.
"""

import re
from collections.abc import Callable
from functools import lru_cache, partial
from pathlib import Path
from typing import Final

from fivefold.parts.svg import Attribute, group, moved, number, rectangle, use
from fivefold.parts.words import RANKS, SUITS

WIDTH: Final = 92.0
HEIGHT: Final = 124.0
SHORT: Final = 104.0
"""The height of a short card."""
CORNER: Final = 11.0

COURTS: Final = (10, 11, 12)
WILD: Final = 52

_DRAWN: Final = Path(__file__).with_name("cards.svg").read_text(encoding="utf-8")
MARKS, WHOLE_CARDS, SHORT_CARDS = re.findall("<defs>\n(.*?)\n</defs>", _DRAWN, re.DOTALL)
OUTLINES: Final = dict(re.findall(r'<path id="([\w-]+)" d="([^"]+)"', MARKS))
"""Marks of suits, ``pip-h``, and ranks, ``rank-7``, as paths."""


def outline(spread: float = 0, height: float = HEIGHT, **attributes: Attribute) -> str:
    """Return a card's outline at the origin, larger on every side by ``spread``."""
    return rectangle(-spread, -spread, WIDTH + 2 * spread, height + 2 * spread, CORNER + spread, **attributes)


INDEX_HEIGHT: Final = 34.0
INDEX_TOP: Final = 11.0
INDEX_LEFT: Final = tuple(15.5 if rank == 9 else 11.5 for rank in range(13))  # the ten needs room on its left


def _seen(choice: str, *drawn: str) -> str:
    """Return what is seen where this set of cards, or this size of figures, is chosen."""
    return group(*drawn, display=f"var(--{choice},{'inline' if choice in ('modern', 'normal') else 'none'})")


def _sized(draw: Callable[[float], str], normal: float, larger: float) -> str:
    return _seen("normal", draw(normal)) + _seen("larger", draw(larger))


def _index(rank: int, x: float, height: float) -> str:
    """Return a rank as printed cards have it, narrow, its middle ``x`` from the left."""
    narrow = 0.7 if rank == 9 else 0.84
    left = x - height / 30 * narrow * (9.5 if rank == 9 else 10)
    return group(figure(rank, 0, 0, height), transform=f"{moved(left, 8)} scale({narrow} 1)")


def _wide(rank: int, x: float, y: float, height: float) -> str:
    """Return a very large rank; a ten is narrowed to the others' width."""
    ten = f"{moved(x + height / 9, y)} scale(.74 1)"
    return group(figure(9, 0, 0, height), transform=ten) if rank == 9 else figure(rank, x, y, height)


def _ranks(rank: int) -> str:
    """Return the rank of a card as every set has it, along its upper edge."""
    return group(
        _seen("modern", _seen("normal", use(f"rank-{RANKS[rank]}")), _seen("larger", _wide(rank, 9, 8, 44))),
        _seen("classic", *(_sized(partial(_index, rank, x), 25, 30) for x in (16, WIDTH - 16))),
        _seen("plain", _sized(partial(_wide, rank, 9, 8), 42, 46)),
        id=f"ranks-{RANKS[rank]}",
    )


def _suits(suit: int) -> str:
    """Return the suit of a card as every set has it, along its upper edge."""
    beneath = (_seen("normal", pip(suit, x, 45, 17)) + _seen("larger", pip(suit, x, 50, 19)) for x in (16, WIDTH - 16))
    return group(
        _seen("modern", _seen("normal", pip(suit, WIDTH - 22, 28, 30)), _seen("larger", pip(suit, WIDTH - 22, 30, 33))),
        _seen("classic", *beneath),
        _seen("plain", pip(suit, WIDTH - 23, 31, 36)),
        id=f"suits-{SUITS[suit]}",
    )


def _turned(drawn: str) -> str:
    """Return what a short card has at both ends."""
    return drawn + group(drawn, transform=f"rotate(180 {number(WIDTH / 2)} {number(SHORT / 2)})")


def _short_ranks(rank: int) -> str:
    """Return the rank of a short card as every set has it, with a court card's motif."""
    crown = use(f"crown-{RANKS[rank]}", transform=moved(WIDTH - 24, 25, 0.82)) if rank in COURTS else ""
    return group(
        _seen("modern", _seen("normal", figure(rank, 12, 12, 42)), _seen("larger", _wide(rank, 10, 10, 56)), crown),
        _seen("classic", _turned(_sized(partial(_index, rank, 14.5), 26, 32)), _court(rank)),
        _seen("plain", _sized(partial(_wide, rank, 9, 9), 66, 74)),
        id=f"short-ranks-{RANKS[rank]}",
    )


def _court(rank: int) -> str:
    """Return the middle of a printed court card: its motif at both ends of a frame."""
    if rank not in COURTS:
        return ""
    frame = rectangle(27.5, 9, WIDTH - 55, SHORT - 18, 3, fill_opacity=0.07, stroke="var(--suit)", stroke_width=1.2)
    return frame + _turned(use(f"crown-{RANKS[rank]}", transform=moved(WIDTH / 2, 34, 0.76)))


def _short_suits(suit: int) -> str:
    """Return the suit of a short card as every set has it."""
    return group(
        _seen("modern", _seen("normal", pip(suit, WIDTH - 27, SHORT - 28, 40))),
        _seen("modern", _seen("larger", pip(suit, WIDTH - 24, SHORT - 25, 38))),
        _seen("classic", _turned(_seen("normal", pip(suit, 14.5, 46, 18)) + _seen("larger", pip(suit, 14.5, 53, 20)))),
        _seen("plain", pip(suit, WIDTH - 18, SHORT - 20, 29)),
        id=f"short-suits-{SUITS[suit]}",
    )


CORNERS, SIDES, INNER = ((-23, -60), (23, -60)), ((-23, 0), (23, 0)), ((-23, -20), (23, -20))
MIDDLE: Final = ((0, 0),)
Places = tuple[tuple[int, int], ...]
SPOTS: Final[tuple[tuple[Places, Places], ...]] = (
    ((), MIDDLE),
    (((0, -60),), ()),
    (((0, -60),), MIDDLE),
    (CORNERS, ()),
    (CORNERS, MIDDLE),
    (CORNERS, SIDES),
    (CORNERS, (*SIDES, (0, -30))),
    ((*CORNERS, (0, -30)), SIDES),
    ((*CORNERS, *INNER), MIDDLE),
    ((*CORNERS, *INNER, (0, -40)), ()),
)
"""Where the marks of a printed card stand, ace to ten, about its middle and 30 units high: those that stand upside down
in the other half as well, and those that don't."""


def _spots(rank: int, suit: int) -> str:
    """Return the marks in the middle of a printed short card."""
    both, once = SPOTS[rank]
    upper = "".join(pip(suit, *place, 30) for place in both)
    placed = moved(WIDTH / 2, SHORT / 2, 1.3 if rank == 0 else 0.55)
    drawn = group(upper, group(upper, transform="rotate(180)"), *(pip(suit, *place, 30) for place in once))
    return group(_seen("classic", group(drawn, transform=placed)), id=f"spots-{SUITS[suit]}{RANKS[rank]}")


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


SHAPES: Final = "".join([MARKS, WHOLE_CARDS, *map(_ranks, range(13)), *map(_suits, range(4))])
"""Everything a card is made of, for the ``shapes`` of a picture."""
SHORT_SHAPES: Final = "".join(
    [
        MARKS,
        SHORT_CARDS,
        *map(_short_ranks, range(13)),
        *map(_short_suits, range(4)),
        *(_spots(rank, suit) for rank in range(len(SPOTS)) for suit in range(4)),
    ]
)
"""Everything a short card is made of, wild ones too, for the ``shapes`` of a picture."""


@lru_cache(maxsize=256)
def card_face(card: int, centre: float | None = 80, size: float = 36, name: str | None = None) -> str:
    """Return a card face up at the origin, ``WIDTH`` by ``HEIGHT``, with an id if ``name`` is given.

    ``centre`` is how far down the middle of what fills it is, a court card's motif or a large suit ``size`` high;
    ``None`` leaves it out, where something lies on the card.
    """
    rank, suit = divmod(card, 4)
    return group(
        use("sheet"),
        use(f"ranks-{RANKS[rank]}"),
        use(f"suits-{SUITS[suit]}"),
        "" if centre is None else _centre(rank, suit, centre, size),
        id=name,
        class_=f"card {suit_class(card)}",
    )


def _centre(rank: int, suit: int, y: float, size: float) -> str:
    if rank in COURTS:
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
    spots = use(f"spots-{SUITS[suit]}{RANKS[rank]}") if rank < len(SPOTS) else ""
    return use(f"short-ranks-{RANKS[rank]}") + use(f"short-suits-{SUITS[suit]}") + spots


def short_back(name: str | None = None) -> str:
    """Return a short card face down at the origin; ``--back`` is its colour."""
    return group(use("short-reverse"), id=name) if name else use("short-reverse")
