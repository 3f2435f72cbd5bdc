"""The tables of hands of Poker Solitaire, for designers: the ordinary hands, or all 81 where players give the points.

Whatever the table, games count by a table of one's own (``scoring=user``), so people can play by what a designer finds.
"""

from collections.abc import Sequence
from typing import Final

from fivefold.contract import HandTable, HandTables, Row
from fivefold.contract.errors import InvalidOption
from fivefold.games.solitaire.names import hand_parts
from fivefold.games.solitaire.options import TABLE
from fivefold.games.solitaire.rules import (
    BEST_OF_TWO,
    COMPLETE,
    HANDS,
    LINES,
    MODE,
    NUMBER_OF_ORDINARY,
    ONE_HAND,
    ORDINARY_HANDS,
    PAT,
    POINTS,
    RACE,
    RACE_BOTH,
    SCORING,
    SIZE_SHIFT,
    USER,
    USER_SCORING,
    counted_lines,
    hand_of,
    line_key,
    ordinary_of,
    square_points,
    write_hand_points,
)

ORDINARY_CARDS: Final = (0, 2, 4, 3, 5, 5, 5, 4, 5, 5, 5)
"""How many cards make each ordinary hand."""
CARDS_OF_PARTS: Final = {"one-pair": 2, "two-pair": 4, "three-of-a-kind": 3, "four-of-a-kind": 4, "nothing": 0}
CARDS_OF_FOUR: Final = frozenset({"four-straight", "four-kilter", "four-flush"})


def table_of(row: Row) -> HandTable:
    """Return the table by which a game counts. Raises ``InvalidOption`` for pat, and for a race."""
    if row[SCORING] == PAT:
        raise InvalidOption("scoring=pat gives no points to hands; take another scoring", field="scoring")
    if row[MODE] in {RACE, RACE_BOTH}:
        raise InvalidOption("in a race nobody has the turn; take another mode", field="mode")
    return ALL_HANDS if row[SCORING] == USER_SCORING else ORDINARY


def cards_of(hand: int) -> int:
    """Return how many cards make one of the 81 hands: all five, unless fewer already have everything in its name."""
    parts = hand_parts(hand)
    if "flush" in parts or "blaze" in parts:
        return 5
    of_four = 4 if CARDS_OF_FOUR.intersection(parts) else 0
    return max(of_four, next((CARDS_OF_PARTS[part] for part in parts if part in CARDS_OF_PARTS), of_four or 5))


def usual_ordinary(row: Row) -> Sequence[int]:
    """Return the points of the ordinary hands."""
    return row[POINTS : POINTS + ORDINARY_HANDS]


def usual_all(row: Row) -> Sequence[int]:
    """Return the points of all 81 hands."""
    return row[USER + 1 : USER + 1 + HANDS]


def lay_out_ordinary(row: Row, table: Sequence[int]) -> None:
    """Have a game count by points for the ordinary hands; the others follow them."""
    row[SCORING] = USER_SCORING
    pairs = zip(NUMBER_OF_ORDINARY, table, strict=True)
    write_hand_points(row, {f"table.{hand}": points for hand, points in pairs})


def lay_out_all(row: Row, table: Sequence[int]) -> None:
    """Have a game count by points for all 81 hands."""
    row[SCORING] = USER_SCORING
    write_hand_points(row, {f"table.{hand}": points for hand, points in enumerate(table, start=1)})


def ordinary_left(row: Row, seat: int, table: Row, out: Row) -> int:
    """Write the ordinary hands of the lines that count for a seat."""
    first, last = counted_squares(row, seat)
    count = 0
    for square in range(first, last + 1):
        for line in range(counted_lines(row, square)):
            out[count] = ordinary_of(row, line_key(row, square, line))
            count += 1
    return count


def all_left(row: Row, seat: int, table: Row, out: Row) -> int:
    """Write which of the 81 hands, less 1, the lines are that count for a seat."""
    first, last = counted_squares(row, seat)
    count = 0
    for square in range(first, last + 1):
        for line in range(counted_lines(row, square)):
            key = line_key(row, square, line)
            complete = key >> SIZE_SHIFT == COMPLETE
            out[count] = (hand_of(key) if complete else NUMBER_OF_ORDINARY[ordinary_of(row, key)]) - 1
            count += 1
    return count


def counted_squares(row: Row, seat: int) -> tuple[int, int]:
    """Return the first and the last of the squares that count for a seat."""
    if row[MODE] >= RACE:
        return seat, seat
    if row[MODE] == ONE_HAND:
        return 0, 0
    if row[MODE] == BEST_OF_TWO:
        better = 1 if square_points(row, 1) > square_points(row, 0) else 0
        return better, better
    return 0, 1


ORDINARY: Final = HandTable(
    option=TABLE,
    entries=(0, *NUMBER_OF_ORDINARY[1:]),
    cards=ORDINARY_CARDS,
    usual=usual_ordinary,
    lay_out=lay_out_ordinary,
    most_made=2 * LINES,
    left=ordinary_left,
)
ALL_HANDS: Final = HandTable(
    option=TABLE,
    entries=(0, *range(2, HANDS + 1)),
    cards=tuple(cards_of(hand) for hand in range(1, HANDS + 1)),
    usual=usual_all,
    lay_out=lay_out_all,
    most_made=2 * LINES,
    left=all_left,
)
HAND_TABLES: Final = HandTables(table_of=table_of)
