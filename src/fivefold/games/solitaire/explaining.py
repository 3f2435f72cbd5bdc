"""What a move of Poker Solitaire does, in words: every line it changes, and what that is worth then."""

from collections.abc import Iterator
from typing import NamedTuple

from fivefold.contract import Row
from fivefold.games.solitaire import rules
from fivefold.games.solitaire.hands import CARD_KEY
from fivefold.games.solitaire.moves import (
    ASIDE,
    DEAL,
    DONE,
    PASS,
    PLACE,
    PLANT,
    REJECT,
    RETURN,
    SHIFT,
    STEAL,
    kind_of,
    seat_of,
    source_of,
    target_of,
)
from fivefold.games.solitaire.places import SQUARE
from fivefold.games.solitaire.row import CELL, FILLED, REJECTED
from fivefold.games.solitaire.scoring import counted_lines, key_points, line_key
from fivefold.games.solitaire.words import (
    LINE_NAMES,
    LINES_THROUGH,
    SEATS,
    hand_name,
    points_text,
    reject_text,
    square_name,
)
from fivefold.parts.words import card_text

NO_CELL = -1


class Changed(NamedTuple):
    """A line that a move changes the hand or the points of."""

    square: int
    line: int
    before: int
    """Its key before the move,"""
    after: int
    """and after it."""


def ends_in_squares(row: Row, move: int) -> tuple[int, int, int]:
    """Return the cell a move takes a card from, the cell it puts it on (or ``NO_CELL``), and the card's value."""
    kind, source, target = kind_of(move), source_of(move), target_of(move)
    if kind <= ASIDE:
        return NO_CELL, NO_CELL if kind == ASIDE else target, source + 1
    if kind == RETURN:
        return NO_CELL, target, row[REJECTED + source]
    if kind in {REJECT, SHIFT, STEAL}:
        return source, NO_CELL if kind == REJECT else target, row[CELL + source]
    return NO_CELL, NO_CELL, 0


def changed(row: Row, move: int) -> Iterator[Changed]:
    """Yield the lines that count whose hand or points a move changes, where the card goes first."""
    source, target, value = ends_in_squares(row, move)
    key = CARD_KEY[value]
    steps: dict[tuple[int, int], int] = {}
    for cell, step in ((target, key), (source, -key)):
        if cell != NO_CELL:
            square, place = divmod(cell, SQUARE)
            for line in LINES_THROUGH[place]:
                steps[square, line] = steps.get((square, line), 0) + step
    for (square, line), step in steps.items():
        if step and line < counted_lines(row, square):
            before = line_key(row, square, line)
            yield Changed(square, line, before, before + step)


def explain(row: Row, move: int) -> str:
    """Return what a legal move, or the deal of a card, does: ``flush in row 3: 20; one pair in column c: 2``."""
    kind = kind_of(move)
    if kind == DEAL:
        return f"The pack deals {card_text(source_of(move))}"
    if kind == PASS:
        return "nothing is moved"
    if kind == DONE:
        return "the cards stay as they lie"
    told = [line_told(row, one) for one in changed(row, move) if one_counts(row, one)]
    return "; ".join([*beginning(row, move, kind), *told]) or "no new hand"


def one_counts(row: Row, one: Changed) -> bool:
    """Tell whether a line's points or its hand are other than before."""
    return key_points(row, one.before) != key_points(row, one.after) or bool(
        key_points(row, one.after) and hand_name(row, one.before) != hand_name(row, one.after)
    )


def line_told(row: Row, one: Changed) -> str:
    """Return a line's new hand and points, and the old ones where there were any: ``two pair in row 2: 5, was 2``."""
    before, after = key_points(row, one.before), key_points(row, one.after)
    where = LINE_NAMES[one.line]
    if rules.squares(row) > 1:
        where += f" of {square_name(row, one.square)}"
    was = f", was {points_text(row, before)}" if before else ""
    return f"{hand_name(row, one.after)} in {where}: {points_text(row, after)}{was}"


def beginning(row: Row, move: int, kind: int) -> list[str]:
    """Return what is done besides the lines that change: nothing for a card that is simply placed."""
    source, target = source_of(move), target_of(move)
    if kind == PLANT:
        return [f"planted in {square_name(row, target // SQUARE)}"]
    if kind == ASIDE:
        return [f"set aside on {reject_text(row, target)}"]
    if kind == PLACE:
        full = row[FILLED + target // SQUARE] == SQUARE - 1
        return [f"{square_name(row, target // SQUARE)} is full"] if full else []
    card = card_text((row[REJECTED + source] if kind == RETURN else row[CELL + source]) - 1)
    does = {
        REJECT: "is rejected",
        RETURN: "comes back",
        STEAL: f"is stolen from {SEATS[1 - seat_of(move)]}",
        SHIFT: "moves",
    }
    return [f"{card} {does[kind]}"]
