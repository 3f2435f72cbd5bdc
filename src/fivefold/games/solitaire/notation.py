"""Poker Solitaire in words: moves as text, what a move does, and the squares as text."""

from functools import cache
from typing import Final

from fivefold.contract import NOBODY, Row
from fivefold.games.solitaire import rules
from fivefold.games.solitaire.account import account
from fivefold.games.solitaire.description import description, ending, on_reject, status
from fivefold.games.solitaire.move_text import clicks, read, say
from fivefold.games.solitaire.names import (
    HAND_NAMES,
    LINES,
    card_texts,
    first_square_name,
    hand_and_worth,
    hand_number,
    places_in_play,
    reject_text,
    score,
    seat,
    worth,
)
from fivefold.games.solitaire.rules.row import (
    CELL,
    COLUMNS,
    LINE_CELLS,
    MASK,
    PACK,
    SIDE,
    SQUARE,
    STOLEN,
    TOUCH,
    TWIN,
    reach,
    squares,
)
from fivefold.games.solitaire.rules.scoring import counted_lines, key_points, line_key
from fivefold.games.solitaire.words import WORDS
from fivefold.parts.messages import Message
from fivefold.parts.words import COLUMN_LETTERS, card_text

__all__ = [
    "WORDS",
    "account",
    "clicks",
    "description",
    "diagram",
    "ending",
    "read",
    "say",
    "seat",
    "status",
]

WIDTH: Final = 39
"""The width of a square in the text: two fit into 80 columns."""
LONGEST_NAME: Final = 15


# --- the squares as text ---------------------------------------------------------------------------------------------


def diagram(row: Row, viewer: int) -> str:
    """Return the squares, side by side, with the hand and points of every line; then what is face up and set aside."""
    drawn = [square_lines(row, square) for square in range(squares(row))]
    beside = ["".join(line.ljust(WIDTH + 1) for line in lines).rstrip() for lines in zip(*drawn, strict=True)]
    return "\n".join([*beside, "", *(WORDS.text(line) for line in [*tray_lines(row), status(row)])])


def square_lines(row: Row, square: int) -> list[str]:
    """Return one square: its score, its rows with what they are, then its columns and diagonals."""
    name = first_square_name(row, square) if squares(row) > 1 else Message("only-square")
    letters = "  ".join(COLUMN_LETTERS[:SIDE])
    lines = [WORDS.text(Message("square-score", square=name, score=score(row, square))), f"    {letters}"]
    for line in range(SIDE):
        cards = " ".join(cell_sign(row, SQUARE * square + LINE_CELLS[SIDE * line + place]) for place in range(SIDE))
        lines.append(f" {line + 1} {cards}  {WORDS.text(hand_in_diagram(row, square, line))}".rstrip())
    most = max(counted_lines(row, other) for other in range(squares(row)))
    for line in range(COLUMNS, most):
        found = Message("line-is", line=LINES[line], hand=hand_in_diagram(row, square, line))
        lines.append(f" {WORDS.text(found)}" if line < counted_lines(row, square) else "")
    return lines


def cell_sign(row: Row, cell: int) -> str:
    """Return a cell's card, ``--`` where one may be put, two dots where the rule of touching forbids it.

    A stolen card's suit is a capital letter.
    """
    square, place = divmod(cell, SQUARE)
    if row[CELL + cell]:
        text = card_text(row[CELL + cell] - 1)
        return text.upper() if row[STOLEN + cell] else text
    return "--" if reach(row[MASK + square], row[TOUCH + square]) >> place & 1 else ".."


def hand_in_diagram(row: Row, square: int, line: int) -> Message:
    """Return a line's hand and points: ``full house 10``; a long name as its number, ``hand 53: 4``."""
    key = line_key(row, square, line)
    hand = hand_number(row, key)
    if is_long(hand):
        return Message("hand-by-number", number=hand, points=worth(row, key_points(row, key)))
    return hand_and_worth(row, square, line)


@cache
def is_long(hand: int) -> bool:
    """Tell whether a hand's name has no room beside a row of the diagram."""
    return len(WORDS.text(HAND_NAMES[hand])) > LONGEST_NAME


def tray_lines(row: Row) -> list[Message]:
    """Return what is face up, the pack and the reject places."""
    cards, count = card_texts(row) or Message("nothing-face-up"), row[PACK]
    twin = row[TWIN] and card_text(row[TWIN] - 1)
    lines = [
        Message("tray-twin", cards=cards, count=count, card=twin) if twin else Message("tray", cards=cards, count=count)
    ]
    places = [
        Message("place-content", place=reject_text(row, place), content=on_reject(row, place))
        for place in places_in_play(row)
    ]
    lines += [Message("rejects", rejects=tuple(places))] if places else []
    lines += [Message("stolen-legend")] if any(row[STOLEN : STOLEN + 2 * SQUARE]) else []
    barred = rules.to_move(row) != NOBODY and any(cell_sign(row, cell) == ".." for cell in range(SQUARE * squares(row)))
    return lines + ([Message("barred-legend")] if barred else [])
