"""Poker Solitaire in words: whose turn it is or how it ended, the whole position, and the squares as text."""

from functools import cache
from typing import Final

from fivefold.contract import ANYONE, CHANCE, NOBODY, Row
from fivefold.games.solitaire import rules
from fivefold.games.solitaire.account import account
from fivefold.games.solitaire.move_text import clicks, read, say
from fivefold.games.solitaire.names import (
    FIRST_LINES,
    HAND_NAMES,
    LINES,
    SEATS,
    WORDS,
    card_texts,
    ending,
    first_square_name,
    hand_and_worth,
    hand_number,
    places_in_play,
    points_in_words,
    reject_text,
    score,
    seat,
    worth,
)
from fivefold.parts.messages import Fact, Message
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


EMPTY: Final = Message("empty")


def status(row: Row) -> Message:
    """Return whose turn it is, or how it ended, a sentence without its full stop."""
    mover = rules.to_move(row)
    if mover == NOBODY:
        return result(row)
    if mover == CHANCE:
        return Message("cards-being-dealt" if row[rules.DEALT] > 1 else "card-being-dealt")
    if mover == ANYONE:
        return Message("quicker-moves")
    if rules.players(row) > 1:
        return Message("to-move", who=SEATS[mover])
    cards = card_texts(row)
    return Message("to-place", cards=cards) if cards else Message("nothing-to-place")


def result(row: Row) -> Message:
    """Return how a finished game ended, a sentence without its full stop."""
    if rules.players(row) == 1:
        points = rules.seat_points(row, 0)
        if row[rules.SCORING] == rules.PAT:
            return Message("pat-won" if points else "pat-lost")
        return Message("points-in-the-end", points=points_in_words(points))
    first, second = rules.seat_points(row, 0), rules.seat_points(row, 1)
    if first == second:
        return Message("draw", points=first)
    return Message("wins", who=SEATS[int(second > first)], more=max(first, second), less=min(first, second))


# --- the whole position ----------------------------------------------------------------------------------------------


def description(row: Row, status: Message | None) -> Message:
    """Return the position for people who do not see the picture; ``status`` is ``None`` once the match is over."""
    cards = card_texts(row)
    sentences = [status] if status else []
    sentences.append(Message("face-up", cards=cards) if cards else Message("none-face-up"))
    sentences.append(Message("in-pack", count=row[rules.PACK]))
    places = places_in_play(row)
    sentences += [Message("reject", place=reject_text(row, place), content=on_reject(row, place)) for place in places]
    for square in range(rules.squares(row)):
        sentences += square_in_sentences(row, square)
    if row[rules.MODE] in {rules.BEST_OF_TWO, rules.SUM_OF_TWO}:
        sentences.append(
            Message("better-square-counts" if row[rules.MODE] == rules.BEST_OF_TWO else "both-squares-added")
        )
    return Message("description", sentences=tuple(sentences))


def on_reject(row: Row, place: int) -> Fact:
    """Return what lies on a reject place."""
    return card_text(row[rules.REJECTED + place] - 1) if row[rules.REJECTED + place] else EMPTY


def square_in_sentences(row: Row, square: int) -> list[Message]:
    """Return a square's score and its lines, row by row: ``Row 1: 5h, 5d, empty, empty, Kc, one pair 1``."""
    found = [Message("square-score", square=first_square_name(row, square), score=score(row, square))]
    for line in range(rules.SIDE):
        first = rules.SQUARE * square + rules.SIDE * line
        cards = tuple([on_cell(row, cell) for cell in range(first, first + rules.SIDE)])
        hand = hand_and_worth(row, square, line)
        found.append(Message("row-in-words", line=FIRST_LINES[line], cards=cards, hand=hand))
    for line in range(rules.COLUMNS, rules.counted_lines(row, square)):
        found.append(Message("line-is", line=FIRST_LINES[line], hand=hand_and_worth(row, square, line)))
    return found


def on_cell(row: Row, cell: int) -> Fact:
    """Return what lies on a cell: ``7h``, ``7h stolen``, ``empty``."""
    if not row[rules.CELL + cell]:
        return EMPTY
    card = card_text(row[rules.CELL + cell] - 1)
    return Message("stolen", card=card) if row[rules.STOLEN + cell] else card


# --- the squares as text ---------------------------------------------------------------------------------------------


def diagram(row: Row, viewer: int) -> str:
    """Return the squares, side by side, with the hand and points of every line; then what is face up and set aside."""
    drawn = [square_lines(row, square) for square in range(rules.squares(row))]
    beside = ["".join(line.ljust(WIDTH + 1) for line in lines).rstrip() for lines in zip(*drawn, strict=True)]
    return "\n".join([*beside, "", *(WORDS.text(line) for line in [*tray_lines(row), status(row)])])


def square_lines(row: Row, square: int) -> list[str]:
    """Return one square: its score, its rows with what they are, then its columns and diagonals."""
    name = first_square_name(row, square) if rules.squares(row) > 1 else Message("only-square")
    letters = "  ".join(COLUMN_LETTERS[: rules.SIDE])
    lines = [WORDS.text(Message("square-score", square=name, score=score(row, square))), f"    {letters}"]
    for line in range(rules.SIDE):
        cards = " ".join(
            cell_sign(row, rules.SQUARE * square + rules.LINE_CELLS[rules.SIDE * line + place])
            for place in range(rules.SIDE)
        )
        lines.append(f" {line + 1} {cards}  {WORDS.text(hand_in_diagram(row, square, line))}".rstrip())
    most = max(rules.counted_lines(row, other) for other in range(rules.squares(row)))
    for line in range(rules.COLUMNS, most):
        found = Message("line-is", line=LINES[line], hand=hand_in_diagram(row, square, line))
        lines.append(f" {WORDS.text(found)}" if line < rules.counted_lines(row, square) else "")
    return lines


def cell_sign(row: Row, cell: int) -> str:
    """Return a cell's card, ``--`` where one may be put, two dots where the rule of touching forbids it.

    A stolen card's suit is a capital letter.
    """
    square, place = divmod(cell, rules.SQUARE)
    if row[rules.CELL + cell]:
        text = card_text(row[rules.CELL + cell] - 1)
        return text.upper() if row[rules.STOLEN + cell] else text
    return "--" if rules.reach(row[rules.MASK + square], row[rules.TOUCH + square]) >> place & 1 else ".."


def hand_in_diagram(row: Row, square: int, line: int) -> Message:
    """Return a line's hand and points: ``full house 10``; a long name as its number, ``hand 53: 4``."""
    key = rules.line_key(row, square, line)
    hand = hand_number(row, key)
    if is_long(hand):
        return Message("hand-by-number", number=hand, points=worth(row, rules.key_points(row, key)))
    return hand_and_worth(row, square, line)


@cache
def is_long(hand: int) -> bool:
    """Tell whether a hand's name has no room beside a row of the diagram."""
    return len(WORDS.text(HAND_NAMES[hand])) > LONGEST_NAME


def tray_lines(row: Row) -> list[Message]:
    """Return what is face up, the pack and the reject places."""
    cards, count = card_texts(row) or Message("nothing-face-up"), row[rules.PACK]
    twin = row[rules.TWIN] and card_text(row[rules.TWIN] - 1)
    lines = [
        Message("tray-twin", cards=cards, count=count, card=twin) if twin else Message("tray", cards=cards, count=count)
    ]
    places = [
        Message("place-content", place=reject_text(row, place), content=on_reject(row, place))
        for place in places_in_play(row)
    ]
    lines += [Message("rejects", rejects=tuple(places))] if places else []
    lines += [Message("stolen-legend")] if any(row[rules.STOLEN : rules.STOLEN + 2 * rules.SQUARE]) else []
    barred = rules.to_move(row) != NOBODY and any(
        cell_sign(row, cell) == ".." for cell in range(rules.SQUARE * rules.squares(row))
    )
    return lines + ([Message("barred-legend")] if barred else [])
