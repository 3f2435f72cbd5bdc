"""Where things are on the Dice Poker picture, and what stands on a space of the board, drawn.

Everything is a shape drawn once for all pictures; a space is put together from uses of them.
"""

from functools import cache
from typing import Final, NamedTuple

from fivefold.games.dice_poker.board import SIDE, SPACES
from fivefold.games.dice_poker.names import WORDS
from fivefold.games.dice_poker.patterns import (
    DICE,
    FOUR,
    FREE,
    FULL_HOUSE,
    LUCKY_7,
    PAIR,
    STRAIGHT,
    THREE,
    TWO_PAIR,
    TWO_PAIRS,
)
from fivefold.parts import drawn_cards, drawn_dice, svg
from fivefold.parts.messages import Message

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


class BoardMeasures(NamedTuple):
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
def layout(bare: bool) -> BoardMeasures:
    """Return the measures; ``bare`` has no panels above the board and narrow margins."""
    margin, head, gap = (3.0, 3.0, 9.0) if bare else (20.0, PANEL_HEIGHT + 34, 14.0)
    left, top = margin + LABELS, head + LABELS
    foot = top + BOARD + FRAME + gap
    places = tuple(svg.moved(left + space % SIDE * SPACE, top + space // SIDE * SPACE) for space in range(SPACES))
    return BoardMeasures(left + BOARD + FRAME + margin, foot + TRAY_HEIGHT + margin, left, top, margin, foot, places)


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

MIDDLE_X, MIDDLE_Y = 50.0, 40.5
"""Middle of what shows a pattern, on its space."""
SIGN: Final = "var(--sign)"

KINDS: Final = (
    *(kind for kind in ("pair", "three", "four") for _ in drawn_dice.FACES),
    *("two" for _ in TWO_PAIRS),
    *("house", "straight", "lucky", "lucky", "free"),
)
"""The kind of each pattern, by its number: its class on the picture."""
UPPER, LOWER = 22.75, 58.25
"""Middles of two rows of dice."""
LEFT, RIGHT = 32.25, 67.75


def _alike(face: int) -> str:
    """Return the shape of two dice side by side, of which most patterns are made."""
    name = f"dice-alike-{face}"
    return svg.group(drawn_dice.small(face, LEFT, UPPER), drawn_dice.small(face, RIGHT, UPPER), id=name)


def _rows(upper: int, lower: int) -> str:
    """Return two dice over two."""
    return svg.use(f"dice-alike-{upper}") + svg.use(f"dice-alike-{lower}", y=LOWER - UPPER)


def _house() -> str:
    """Return three dice that show one thing, over two that show another."""
    three = [(50 + 29 * step, 24.0) for step in (-1, 0, 1)]
    two = [(50 + 29 * step, 56.0) for step in (-0.5, 0.5)]
    diamonds = "".join(f"M{x:g} {y - 8.5:g}l8 8.5l-8 8.5l-8-8.5Z" for x, y in three)
    rings = "".join(svg.circle(x, y, 6) for x, y in two)
    return (
        "".join(drawn_dice.small(0, x, y, 0.83) for x, y in (*three, *two))
        + svg.path(diamonds, fill="var(--on-die)")
        + svg.group(rings, fill="none", stroke="var(--on-die)", stroke_width=3.6)
    )


def _straight() -> str:
    """Return five dice, each a step above the last."""
    steps = "".join(svg.rectangle(14.5 + 14.5 * step, 58 - 12 * step, 12.5, 15 + 12 * step, 3.5) for step in range(5))
    return svg.group(steps, fill=SIGN)


ONE: Final = "M-6 6.4L2.2.8V30"


def _lucky(total: int) -> str:
    """Return the number the dice have to add up to."""
    figures = [(drawn_cards.OUTLINES["rank-7"], 32.0)] if total == 7 else [(ONE, 36.0), (ONE, 68.0)]
    drawn = [svg.path(figure, transform=svg.moved(x, 11, 1.9)) for figure, x in figures]
    return svg.group(
        *drawn, fill="none", stroke=SIGN, stroke_width=5.4, stroke_linecap="round", stroke_linejoin="round"
    )


STAR: Final = "M0-1L.2939-.4045L.9511-.309L.4755.1545L.5878.809L0 .5L-.5878.809L-.4755.1545L-.9511-.309L-.2939-.4045Z"


def _star() -> str:
    """Return the star of the free space."""
    return svg.path(STAR, fill=SIGN, stroke=SIGN, stroke_width=0.14, stroke_linejoin="round",
                    transform=svg.moved(50, 45, 33))  # fmt: skip


def _drawn(pattern: int) -> str:
    """Return what shows a pattern."""
    if pattern <= PAIR + 6:
        return "".join(drawn_dice.small(pattern - PAIR, x, MIDDLE_Y, 1.17) for x in (29.5, 70.5))
    if pattern <= THREE + 6:
        face = pattern - THREE
        return drawn_dice.small(face, 50, UPPER) + svg.use(f"dice-alike-{face}", y=LOWER - UPPER)
    if pattern <= FOUR + 6:
        return _rows(pattern - FOUR, pattern - FOUR)
    if pattern < FULL_HOUSE:
        return _rows(*TWO_PAIRS[pattern - TWO_PAIR])
    others = {FULL_HOUSE: _house, STRAIGHT: _straight, FREE: _star}
    return others[pattern]() if pattern in others else _lucky(7 if pattern == LUCKY_7 else 11)


def _pattern_shape(pattern: int) -> str:
    """Return a pattern and, as a second shape, the pattern with the name of its kind below it."""
    name = f"pattern-{pattern}"
    caption = svg.use(f"caption-{KINDS[pattern]}")
    return svg.group(_drawn(pattern), id=name) + svg.group(
        svg.use(name, opacity="var(--fade)"), caption, id=f"{name}-open"
    )


def _caption(kind: str) -> str:
    """Return the name of a kind of pattern, at the foot of a space."""
    fill, name = "var(--caption)", f"caption-{kind}"
    said = WORDS.text(Message(name))
    return svg.words(50, 93, said, id=name, fill=fill, font_size=18, font_weight=600, text_anchor="middle")


# --- pieces ----------------------------------------------------------------------------------------------------------

RIMS: Final = ({"stroke_dasharray": "none"}, {"stroke_dasharray": "1"}, {"stroke_dasharray": "0 .5"})
"""How the ring inside a piece's rim is drawn, its length being 16: a line, dashes, points."""


def _mark(seat: int) -> str:
    """Return a seat's sign, 20 units across: a diamond, two waves, a blossom."""
    ink = f"var(--seat-{seat}-sign)"
    if seat == 0:
        return svg.path("M0-10.5L9.5 0L0 10.5L-9.5 0Z", fill=ink)
    if seat == 1:
        waves = "M-10-4q5-7 10 0t10 0M-10 5q5-7 10 0t10 0"
        return svg.path(waves, fill="none", stroke=ink, stroke_width=4.2, stroke_linecap="round")
    petals = "M0 0V-7.5M0 0L7.1-2.3M0 0L4.4 6.1M0 0L-4.4 6.1M0 0L-7.1-2.3"
    return svg.path(petals, fill="none", stroke=ink, stroke_width=5.4, stroke_linecap="round")


def _piece(seat: int, name: str | None, mark: str) -> str:
    """Return a piece about the origin, 92 units across, with its sign where ``mark`` puts it."""
    return svg.group(
        svg.circle(0, 2.5, 46, fill="var(--shadow)"),
        svg.circle(0, 0, 45, fill=f"var(--seat-{seat})", stroke=f"var(--seat-{seat}-deep)", stroke_width=2),
        svg.circle(
            0, 0, 40.5, fill="none", stroke=f"var(--seat-{seat}-sign)", stroke_opacity=0.75, stroke_width=3,
            stroke_linecap="round" if seat == 2 else None, pathLength=16, **RIMS[seat],
        ),
        svg.group(_mark(seat), transform=mark),
        id=name,
    )  # fmt: skip


def token(seat: int) -> str:
    """Return a piece about the origin, with a large sign and no pattern."""
    return _piece(seat, None, svg.moved(0, 0, 2.2))


@cache
def emblem(seat: int) -> str:
    """Return a seat's piece as a picture by itself."""
    return svg.icon(96, token(seat), "dice-poker")


@cache
def flag(seat: int, place: int) -> str:
    """Return a seat's piece, small, in the upper left corner of a space, the first or the next of several."""
    return svg.group(
        svg.circle(0, 0, 17.5, class_="flag-edge"),
        svg.use(f"dice-piece-{seat}", transform="scale(.34)"),
        class_=f"flag of-{seat}",
        transform=svg.moved(17 + 33 * place, 17),
    )


def _lock() -> str:
    """Return a small padlock on a disc, about the origin."""
    return svg.group(
        svg.circle(0, 0, 15, fill="var(--lock)", stroke="var(--lock-edge)", stroke_width=2),
        svg.path("M-4.6-1.5V-5a4.6 4.6 0 0 1 9.2 0V-1.5", fill="none", stroke="var(--lock-ink)", stroke_width=2.8),
        svg.rectangle(-7, -2, 14, 10.5, 2.4, fill="var(--lock-ink)"),
        id="dice-lock",
    )


def _aim() -> str:
    """Return the sign of a piece that can be bounced: an arrow that leaps off, on a disc."""
    return svg.group(
        svg.circle(0, 0, 15.5, fill="var(--aim)", stroke="var(--aim-ink)", stroke_width=2),
        svg.path(
            "M-6.5 6.5C-6.5-1-2-4.5 5-5M-.5-8.5L6-5L1.5.8", fill="none", stroke="var(--aim-ink)", stroke_width=3.4,
            stroke_linecap="round", stroke_linejoin="round",
        ),
        id="dice-aim",
    )  # fmt: skip


def _field() -> str:
    """Return a space: what reacts to a finger, its ground, and the ring that may light up on it."""
    return svg.group(
        svg.rectangle(0, 0, 100, 100, fill="none", pointer_events="all"),
        svg.rectangle(2, 2, 96, 96, 12, fill="var(--field)"),
        svg.rectangle(6, 6, 88, 88, 9, fill="none", stroke="var(--halo)", stroke_width=9),
        svg.rectangle(
            3, 3, 94, 94, 11.5, fill="none", stroke="var(--ring)", stroke_width="var(--ring-width)",
            stroke_dasharray="var(--ring-dashes)", stroke_linecap="round",
        ),
        id="dice-field",
    )  # fmt: skip


SEATS: Final = range(3)


@cache
def shapes() -> str:
    """Return everything the picture uses, for its ``shapes``."""
    parts = [
        drawn_dice.SHAPES,
        *(_alike(face) for face in drawn_dice.FACES),
        *(_caption(kind) for kind in dict.fromkeys(KINDS)),
        *(_pattern_shape(pattern) for pattern in range(FREE + 1)),
        *(_piece(seat, f"dice-piece-{seat}", svg.moved(0, 30.5)) for seat in SEATS),
        _lock(),
        _aim(),
        _field(),
    ]
    return "".join(parts)


FIELD: Final = svg.use("dice-field")
LOCK: Final = svg.use("dice-lock", x=83, y=17)
AIM: Final = svg.use("dice-aim", x=83, y=17)
PATTERNS: Final = tuple(svg.use(f"pattern-{pattern}-open") for pattern in range(FREE + 1))
"""Each pattern as an open space shows it."""
_ON_PIECE: Final = svg.moved(50 - 0.76 * MIDDLE_X, 42.5 - 0.76 * MIDDLE_Y, 0.76)
COVERED: Final = tuple(svg.use(f"pattern-{pattern}", transform=_ON_PIECE) for pattern in range(FREE + 1))
"""Each pattern as it is seen on a piece."""


def piece(seat: int, pattern: int, name: str) -> str:
    """Return a piece on its space, with the space's pattern on it."""
    return svg.group(svg.use(f"dice-piece-{seat}", x=50, y=50), COVERED[pattern], id=name, class_=f"piece of-{seat}")
