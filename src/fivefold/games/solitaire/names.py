"""The names of Poker Solitaire as messages: seats, hands, places, lines, squares and points."""

from pathlib import Path
from typing import Final

from fivefold.contract import Row, stored_words
from fivefold.games.solitaire import rules
from fivefold.parts.messages import Fact, Message, Seat
from fivefold.parts.words import COLUMN_LETTERS, card_text, square_text

WORDS: Final = stored_words(__file__)
SEATS: Final = (Seat(0, Message("sage")), Seat(1, Message("plum")))


def is_race(row: Row) -> bool:
    """Tell whether anyone may move at any time."""
    return row[rules.MODE] in {rules.RACE, rules.RACE_BOTH}


def owner(row: Row, square: int) -> int:
    """Return whose square it is."""
    return square if rules.players(row) > 1 else 0


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
    (rules.QUINTUPLED, "five-of-a-kind", 1),
    (rules.QUARTERED, "four-of-a-kind", 1),
    (rules.HOUSED, "full-house", 2),
    (rules.TRIPLED, "three-of-a-kind", 2),
    (rules.TWICE_PAIRED, "two-pair", 3),
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
    if hand < rules.TWICE_PAIRED:
        pattern = ("one-pair",) if hand >= rules.PAIRED else ()
        shape, suits = divmod(hand - (rules.PAIRED if pattern else 1), len(SUIT_PARTS))
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


_PARTS: Final = tuple(hand_parts(hand) for hand in range(1, rules.HANDS + 1))
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
ORDINARY_NAMES: Final = tuple(NAMES[hand] for hand in rules.NUMBER_OF_ORDINARY)

_EXAMPLES: Final = Path(__file__).parent / "data" / "examples.txt"
EXAMPLES: Final = ("", *_EXAMPLES.read_text(encoding="utf-8").splitlines())
"""For each of the 81 hands five cards that make it, from 1."""


def hand_number(row: Row, key: int) -> int:
    """Return which of the 81 hands names a line with this key: itself where each has its points, else an ordinary."""
    if row[rules.SCORING] == rules.USER_SCORING and key >> rules.SIZE_SHIFT == rules.COMPLETE:
        return rules.hand_of(key)
    return rules.NUMBER_OF_ORDINARY[rules.ordinary_of(row, key)]


# --- places ----------------------------------------------------------------------------------------------------------

_PLACES: Final = tuple(square_text(place % rules.SIDE, place // rules.SIDE) for place in range(rules.SQUARE))
CELL_NAMES: Final = (2 * _PLACES, tuple(f"{square}{place}" for square in (1, 2) for place in _PLACES))
"""Each cell's name, without its square's number and with it."""


def cell_text(row: Row, cell: int) -> str:
    """Return a cell's name: ``c3``, or ``1c3`` where two squares are in play."""
    return CELL_NAMES[row[rules.MODE] != 0][cell]


def cell_words(row: Row, cell: int) -> Fact:
    """Return where a cell is: ``c3``, or ``c3 of Plum's square`` where two squares are in play."""
    if row[rules.MODE] == 0:
        return cell_text(row, cell)
    return Message("cell-of", cell=CELL_NAMES[False][cell], square=square_name(row, cell // rules.SQUARE))


def reject_text(row: Row, place: int) -> str:
    """Return a reject place's name: ``x1`` for a common one; ``r1``, with two players ``1r1``, for a player's own."""
    whose, number = divmod(place, rules.REJECTS_EACH)
    if whose == 0:
        return f"x{number + 1}"
    return f"{whose if row[rules.MODE] >= rules.RACE else ''}r{number + 1}"


def places_in_play(row: Row) -> list[int]:
    """Return the reject places there are: the common ones, then each player's own."""
    counts = [row[rules.COMMON], row[rules.OWN], row[rules.OWN + 1] if rules.players(row) > 1 else 0]
    return [rules.REJECTS_EACH * whose + number for whose, count in enumerate(counts) for number in range(count)]


def face_up(row: Row) -> list[int]:
    """Return the cards in the slots, from the left."""
    return [value - 1 for value in row[rules.SLOT : rules.SLOT + row[rules.DEALT]] if value]


def card_texts(row: Row) -> tuple[str, ...]:
    """Return the cards in the slots as text."""
    return tuple([card_text(card) for card in face_up(row)])


# --- squares and lines -----------------------------------------------------------------------------------------------

LINES: Final = (
    *(Message("row", number=number) for number in range(1, rules.SIDE + 1)),
    *(Message("column", letter=letter) for letter in COLUMN_LETTERS[: rules.SIDE]),
    *(Message("diagonal", ends=ends) for ends in ("a1-e5", "e1-a5")),
)
"""What each of the twelve lines is called, within a sentence,"""
FIRST_LINES: Final = tuple(Message(f"first-{line.key}", **line.facts) for line in LINES)
"""and at its beginning."""


def square_name(row: Row, square: int) -> Message:
    """Return what a square is called: ``square 2``, ``Plum's square``, ``the square`` where there is one."""
    if rules.players(row) > 1:
        return Message("seat-square", who=SEATS[square])
    return Message("square", number=square + 1) if rules.squares(row) > 1 else Message("the-square")


def first_square_name(row: Row, square: int) -> Message:
    """Return what a square is called at the beginning of a sentence."""
    name = square_name(row, square)
    return name if name.key == "seat-square" else Message(f"first-{name.key}", **name.facts)


def line_name(row: Row, square: int, line: int) -> Message:
    """Return what a line is called: ``row 3``, where there are two squares ``row 3 of Plum's square``."""
    if rules.squares(row) == 1:
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
    if row[rules.SCORING] == rules.PAT:
        return Message("pat" if points else "not-pat")
    return signed(points)


def score(row: Row, square: int) -> Message:
    """Return a square's score: ``62 points``, ``3 of 5 rows pat``."""
    if row[rules.SCORING] == rules.PAT:
        return Message("pat-rows", count=pat_rows(row, square))
    return points_in_words(rules.square_points(row, square))


def pat_rows(row: Row, square: int) -> int:
    """Return how many rows of a square are pat."""
    return sum(rules.key_points(row, rules.line_key(row, square, line)) for line in range(rules.SIDE))


def hand_and_worth(row: Row, square: int, line: int) -> Message:
    """Return a line's hand and what it is worth: ``one pair 1``, ``nothing``."""
    key = rules.line_key(row, square, line)
    points, hand = rules.key_points(row, key), hand_number(row, key)
    if points or hand != NOTHING:
        return Message("hand-worth", hand=HAND_NAMES[hand], points=worth(row, points))
    return HAND_NAMES[NOTHING]
