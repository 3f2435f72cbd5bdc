"""What the lab counts in Pokeros: the hands that placements score."""

from collections.abc import Sequence

from fivefold.contract import Row
from fivefold.games.pokeros.rules import (
    ACROSS,
    AROUND,
    CELL_BITS,
    DOWN,
    HELD_COUNT,
    LAST_HAND,
    OPEN_COUNT,
    PACK,
    TURN,
    line_hands,
)
from fivefold.games.pokeros.scoring import HAND_BITS

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


def made(row: Row, move: int, out: Row) -> int:
    """Write the hands a placement scores."""
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
