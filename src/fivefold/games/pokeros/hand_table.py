"""The table of hands of Pokeros, for designers: the rules read the points from the row.

Which hand a few cards are does not depend on points. Only a wild card leaves a choice, and there the published order of
hands decides, whatever a table says.
"""

from collections.abc import Sequence
from typing import Final

from fivefold.contract import HandTable, HandTables, Row
from fivefold.contract.extras import points_option
from fivefold.games.pokeros.rules import (
    ACROSS,
    AROUND,
    CELL_BITS,
    DOWN,
    HELD_COUNT,
    LAST_HAND,
    OPEN_COUNT,
    PACK,
    POINTS,
    TURN,
    gain,
    line_hands,
)
from fivefold.games.pokeros.scoring import HAND_BITS, HANDS, WORTH

NAMES: Sequence[str] = (
    "nothing",
    "pair",
    "straight of 3",
    "flush of 3",
    "two pair",
    "three of a kind",
    "flush of 4",
    "straight of 4",
    "full house",
    "flush of 5",
    "straight flush of 3",
    "four of a kind",
    "straight of 5",
    "straight flush of 4",
    "straight flush of 5",
    "royal flush",
)
"""The hands of ``scoring``."""
MOST_MADE = 4
"""One back and one forward, in the row and in the column."""
CARDS: Final = (0, 2, 3, 3, 4, 3, 4, 4, 5, 5, 3, 4, 5, 4, 5, 5)
"""How many cards each hand of ``scoring`` has."""


def usual(row: Row) -> Sequence[int]:
    """Return the points in a row."""
    return row[POINTS : POINTS + HANDS]


def lay_out(row: Row, table: Sequence[int]) -> None:
    """Write points into a row."""
    row[POINTS : POINTS + HANDS] = table


def points(row: Row, move: int, table: Row) -> int:
    """Return what a placement scores, the bonus included; the table is that of the row."""
    return gain(row, move)


def made(row: Row, move: int, table: Row, out: Row) -> int:
    """Write the hands a placement scores; the table is that of the row."""
    card, cell = move >> CELL_BITS, move & AROUND
    count = add_hands(line_hands(row, card, cell, ACROSS), out, 0)
    return add_hands(line_hands(row, card, cell, DOWN), out, count)


def add_hands(hands: int, out: Row, count: int) -> int:
    """Write the hands of one line behind so many others."""
    while hands > 0:
        out[count] = hands & LAST_HAND
        count += 1
        hands >>= HAND_BITS
    return count


def cut_short(row: Row) -> bool:
    """Tell whether no cell was left for cards still to be played: a solid block."""
    return row[OPEN_COUNT] == 0 and row[PACK] + row[HELD_COUNT + row[TURN]] > 0


HAND_TABLE: Final = HandTable(
    option=points_option(NAMES[1:], WORTH[1:]),
    entries=range(HANDS),
    cards=CARDS,
    usual=usual,
    lay_out=lay_out,
    most_made=MOST_MADE,
    points=points,
    made=made,
    cut_short=cut_short,
)
HAND_TABLES: Final = HandTables(table_of=lambda row: HAND_TABLE)
