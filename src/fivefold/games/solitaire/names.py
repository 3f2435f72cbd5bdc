"""The names of Poker Solitaire as messages: seats, hands, places, lines, squares and points."""

from typing import Final

from fivefold.contract import Row, stored_words
from fivefold.games.solitaire.rules.row import (
    CELLS,
    COMMON,
    DEALT,
    FINISHED,
    FULL,
    HANDS,
    MODE,
    NO_CARDS,
    OWN,
    PAT,
    QUIET_TURNS,
    RACE,
    RACE_BOTH,
    REASON,
    REJECTS_EACH,
    SAID_DONE,
    SCORING,
    SIDE,
    SLOT,
    SQUARE,
    TWO_PASSES,
    USER_SCORING,
    players,
    squares,
)
from fivefold.games.solitaire.rules.scoring import (
    COMPLETE,
    HOUSED,
    NUMBER_OF_ORDINARY,
    PAIRED,
    QUARTERED,
    QUINTUPLED,
    SIZE_SHIFT,
    TRIPLED,
    TWICE_PAIRED,
    hand_of,
    key_points,
    line_key,
    ordinary_of,
    square_points,
)
from fivefold.games.solitaire.rules.turns import MOST_QUIET
from fivefold.parts.messages import Fact, Message, Seat
from fivefold.parts.words import COLUMN_LETTERS, card_text, square_text

WORDS: Final = stored_words(__file__)
SEATS: Final = (Seat(0, Message("sage")), Seat(1, Message("plum")))


def seat(row: Row, number: int) -> Seat:
    """Return a seat, called by its colour."""
    return SEATS[number]


def is_race(row: Row) -> bool:
    """Tell whether anyone may move at any time."""
    return row[MODE] in {RACE, RACE_BOTH}


def owner(row: Row, square: int) -> int:
    """Return whose square it is."""
    return square if players(row) > 1 else 0


# --- hands -----------------------------------------------------------------------------------------------------------

SHAPE_PARTS: Final = (
    ("nothing",),
    ("four-straight",),
    ("round-the-corner", "four-straight"),
    ("four-kilter",),
    ("round-the-corner", "four-kilter"),
    ("big-tiger",),
    ("little-tiger",),
    ("big-dog",),
    ("little-dog",),
    ("skeet",),
    ("five-and-dime",),
    ("royal-straight",),
    ("straight",),
    ("round-the-corner", "straight"),
    ("kilter",),
    ("round-the-corner", "kilter"),
)
"""What the shapes of ``rules.scoring`` are called; four cards can have the first five."""
SUIT_PARTS: Final[tuple[tuple[str, ...], ...]] = ((), ("four-flush",), ("flush",))
RANK_PATTERNS: Final = (
    (QUINTUPLED, "five-of-a-kind", 1),
    (QUARTERED, "four-of-a-kind", 1),
    (HOUSED, "full-house", 2),
    (TRIPLED, "three-of-a-kind", 2),
    (TWICE_PAIRED, "two-pair", 3),
)
"""The rank patterns that leave no room for shapes: the first hand of each, its name, how many suit patterns it has."""
SHORTER: Final = frozenset(
    {
        "round-the-corner",
        "four-straight",
        "four-kilter",
        "four-flush",
        "royal-straight",
        "one-pair",
        "three-of-a-kind",
        "four-of-a-kind",
        "five-of-a-kind",
    }
)
"""Parts of names that have a shorter form, for where there is little room."""


def hand_parts(hand: int) -> tuple[str, ...]:
    """Return the parts of the name of one of the 81 hands: a shape or a rank pattern, a suit pattern, blaze."""
    if hand < TWICE_PAIRED:
        pattern = ("one-pair",) if hand >= PAIRED else ()
        shape, suits = divmod(hand - (PAIRED if pattern else 1), len(SUIT_PARTS))
        parts = (*pattern, *SHAPE_PARTS[shape], *SUIT_PARTS[suits])
        if parts == ("royal-straight", "flush"):
            return ("royal", "flush")
        return tuple([part for part in parts if part != "nothing"]) or parts
    first, name, patterns = next(group for group in RANK_PATTERNS if hand >= group[0])
    blaze, suits = divmod(hand - first, patterns)
    return (name, *SUIT_PARTS[suits], *(("blaze",) if blaze else ()))


def short_hand(parts: tuple[str, ...]) -> Message:
    """Return a hand's name in fewer letters: ``three``, ``pair corner 4-kilter``; a pair alone keeps its name."""
    shortened = [f"short-{part}" if part in SHORTER and parts != ("one-pair",) else part for part in parts]
    return Message("hand", parts=tuple([Message(part) for part in shortened]))


_PARTS: Final = tuple(hand_parts(hand) for hand in range(1, HANDS + 1))
HAND_NAMES: Final = tuple(
    Message("hand", parts=tuple([Message(part) for part in parts])) for parts in (("nothing",), *_PARTS)
)
"""What each of the 81 hands is called, from 1."""
SHORT_HAND_NAMES: Final = tuple(short_hand(parts) for parts in (("nothing",), *_PARTS))
ANCHORS: Final = ("", *("-".join(parts) for parts in _PARTS))
"""The anchor of each hand in the help."""
NOTHING: Final = 1
"""The hand that is none."""

NAMES: Final = ("", *(WORDS.text(name, starts=False) for name in HAND_NAMES[1:]))
"""What each of the 81 hands is called in English, from 1: the names in tables of numbers."""
ORDINARY_NAMES: Final = tuple(NAMES[hand] for hand in NUMBER_OF_ORDINARY)

_EXAMPLES: Final = """
Ac 2c 3c 5d 6d
Ac 2c 3c 5c 6d
Ac 2c 3c 5c 6c
Ac 2c 3c 4d 6d
Ac 2c 3c 4c 6d
Ac 2c 3c 4c 6c
Ac 2c 3c 5d Kd
Ac 2c 3c 5c Kd
Ac 2c 3c 5c Kc
Ac 2c 3c 5d 7d
Ac 2c 3c 5c 7d
Ac 2c 3c 5c 7c
Ac 2c 3c 5d Qd
Ac 2c 3c 5c Qd
Ac 2c 3c 5c Qc
8c 9c Tc Jd Kd
8c 9c Tc Jc Kd
8c 9c Tc Jc Kc
3c 4c 5c 6d 8d
3c 4c 5c 6c 8d
3c 4c 5c 6c 8c
Ac 9c Tc Jd Qd
Ac 9c Tc Jc Qd
Ac 9c Tc Jc Qc
2c 3c 4c 5d 7d
2c 3c 4c 5c 7d
2c 3c 4c 5c 7c
2c 3c 5c 6d 9d
2c 3c 5c 6c 9d
2c 3c 5c 6c 9c
5c 6c 7c 8d Td
5c 6c 7c 8c Td
5c 6c 7c 8c Tc
Ac Tc Jc Qd Kd
Ac Tc Jc Qc Kd
Ac Tc Jc Qc Kc
Ac 2c 3c 4d 5d
Ac 2c 3c 4c 5d
Ac 2c 3c 4c 5c
Ac 2c 3c 4d Kd
Ac 2c 3c 4c Kd
Ac 2c 3c 4c Kc
Ac 3c 5c 7d 9d
Ac 3c 5c 7c 9d
Ac 3c 5c 7c 9c
Ac 3c 5c 7d Qd
Ac 3c 5c 7c Qd
Ac 3c 5c 7c Qc
Ad Ac 2c 3c 5d
Ad Ac 2c 3c 5c
Ac Ac 2c 3c 5c
Ad Ac 2c 3c 4d
Ad Ac 2c 3c 4c
Ac Ac 2c 3c 4c
Ad Ac 2c 3c Kd
Ad Ac 2c 3c Kc
Ac Ac 2c 3c Kc
Ad Ac 3c 5c 7d
Ad Ac 3c 5c 7c
Ac Ac 3c 5c 7c
Ad Ac 3c 5c Qd
Ad Ac 3c 5c Qc
Ac Ac 3c 5c Qc
Ad Ac 2d 2c 3c
Ac Ac 2c 2c 3d
Ac Ac 2c 2c 3c
Jd Jc Qd Qc Kc
Jc Jc Qc Qc Kd
Jc Jc Qc Qc Kc
Ah Ad Ac 2c 3c
Ad Ac Ac 2c 3c
Jh Jd Jc Qc Kc
Jd Jc Jc Qc Kc
Ah Ad Ac 2d 2c
Ad Ac Ac 2c 2c
Jh Jd Jc Qd Qc
Jd Jc Jc Qc Qc
As Ah Ad Ac 2c
Js Jh Jd Jc Qc
Ah Ad Ad Ac Ac
Jh Jd Jd Jc Jc
"""
EXAMPLES: Final = ("", *_EXAMPLES.strip().splitlines())
"""For each of the 81 hands five cards that make it, from 1."""


def hand_number(row: Row, key: int) -> int:
    """Return which of the 81 hands names a line with this key: itself where each has its points, else an ordinary."""
    if row[SCORING] == USER_SCORING and key >> SIZE_SHIFT == COMPLETE:
        return hand_of(key)
    return NUMBER_OF_ORDINARY[ordinary_of(row, key)]


# --- places ----------------------------------------------------------------------------------------------------------

CELL_NAMES: Final = tuple(
    tuple(
        f"{cell // SQUARE + 1 if numbered else ''}{square_text(cell % SQUARE % SIDE, cell % SQUARE // SIDE)}"
        for cell in range(CELLS)
    )
    for numbered in (False, True)
)
"""Each cell's name, without its square's number and with it."""


def cell_text(row: Row, cell: int) -> str:
    """Return a cell's name: ``c3``, or ``1c3`` where two squares are in play."""
    return CELL_NAMES[row[MODE] != 0][cell]


def reject_text(row: Row, place: int) -> str:
    """Return a reject place's name: ``x1`` for a common one; ``r1``, with two players ``1r1``, for a player's own."""
    whose, number = divmod(place, REJECTS_EACH)
    if whose == 0:
        return f"x{number + 1}"
    return f"{whose if row[MODE] >= RACE else ''}r{number + 1}"


def places_in_play(row: Row) -> list[int]:
    """Return the reject places there are: the common ones, then each player's own."""
    counts = [row[COMMON], row[OWN], row[OWN + 1] if players(row) > 1 else 0]
    return [REJECTS_EACH * whose + number for whose, count in enumerate(counts) for number in range(count)]


def face_up(row: Row) -> list[int]:
    """Return the cards in the slots, from the left."""
    return [value - 1 for value in row[SLOT : SLOT + row[DEALT]] if value]


def card_texts(row: Row) -> tuple[str, ...]:
    """Return the cards in the slots as text."""
    return tuple([card_text(card) for card in face_up(row)])


# --- squares and lines -----------------------------------------------------------------------------------------------

LINES: Final = (
    *(Message("row", number=number) for number in range(1, SIDE + 1)),
    *(Message("column", letter=letter) for letter in COLUMN_LETTERS[:SIDE]),
    *(Message("diagonal", ends=ends) for ends in ("a1-e5", "e1-a5")),
)
"""What each of the twelve lines is called, within a sentence,"""
FIRST_LINES: Final = tuple(Message(f"first-{line.key}", **line.facts) for line in LINES)
"""and at its beginning."""


def square_name(row: Row, square: int) -> Message:
    """Return what a square is called: ``square 2``, ``Plum's square``, ``the square`` where there is one."""
    if players(row) > 1:
        return Message("seat-square", who=SEATS[square])
    return Message("square", number=square + 1) if squares(row) > 1 else Message("the-square")


def first_square_name(row: Row, square: int) -> Message:
    """Return what a square is called at the beginning of a sentence."""
    name = square_name(row, square)
    return name if name.key == "seat-square" else Message(f"first-{name.key}", **name.facts)


def line_name(row: Row, square: int, line: int) -> Message:
    """Return what a line is called: ``row 3``, where there are two squares ``row 3 of Plum's square``."""
    if squares(row) == 1:
        return LINES[line]
    return Message("line-of-square", line=LINES[line], square=square_name(row, square))


# --- points ----------------------------------------------------------------------------------------------------------


def signed(points: int) -> Fact:
    """Return points with a proper minus sign."""
    return points if points >= 0 else f"−{-points}"


def points_in_words(points: int) -> Message:
    """Return a number of points: ``1 point``, ``−40 points``."""
    return Message("points", number=signed(points), count=points)


def worth(row: Row, points: int) -> Fact:
    """Return what a line counts: ``20``, with pat ``pat`` or ``not pat``."""
    if row[SCORING] == PAT:
        return Message("pat" if points else "not-pat")
    return signed(points)


def score(row: Row, square: int) -> Message:
    """Return a square's score: ``62 points``, ``3 of 5 rows pat``."""
    if row[SCORING] == PAT:
        return Message("pat-rows", count=pat_rows(row, square))
    return points_in_words(square_points(row, square))


def pat_rows(row: Row, square: int) -> int:
    """Return how many rows of a square are pat."""
    return sum(key_points(row, line_key(row, square, line)) for line in range(SIDE))


def hand_and_worth(row: Row, square: int, line: int) -> Message:
    """Return a line's hand and what it is worth: ``one pair 1``, ``nothing``."""
    key = line_key(row, square, line)
    points, hand = key_points(row, key), hand_number(row, key)
    if points or hand != NOTHING:
        return Message("hand-worth", hand=HAND_NAMES[hand], points=worth(row, points))
    return HAND_NAMES[NOTHING]


# --- why a game ended -------------------------------------------------------------------------------------------------

ENDINGS: Final = {
    TWO_PASSES: Message("both-passed"),
    QUIET_TURNS: Message("quiet-turns", turns=MOST_QUIET),
    NO_CARDS: Message("cards-gone"),
}


def ending(row: Row) -> Message:
    """Return why a finished game ended, a clause."""
    if row[REASON] == FULL:
        two = squares(row) > 1
        return Message("both-squares-full") if two else Message("square-full", square=Message("the-square"))
    if row[REASON] == SAID_DONE:
        finished = tuple([SEATS[seat] for seat in range(players(row)) if row[FINISHED + seat]])
        return Message("said-done", who=finished) if players(row) > 1 else Message("cards-to-stay")
    return ENDINGS[row[REASON]]
