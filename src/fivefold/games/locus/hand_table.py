"""The table of hands of Locus Poker, for designers: with any points, each card makes the hand that scores most.

The rules classify hands by their published order, in which a better hand never scores less. A table that a designer
tries may rank them in another order, so here each hand that the scoring area holds is looked at.
"""

from collections.abc import Sequence
from typing import Final

from fivefold.contract import HandTable, HandTables, Row
from fivefold.contract.extras import points_option
from fivefold.games.locus.rules import CARD, HAND_SCORE, TURN, bonus, living_neighbours
from fivefold.games.locus.scored import CARDS_IN_HAND
from fivefold.parts.hands import (
    FLUSH,
    FOUR,
    FULL_HOUSE,
    HANDS,
    PAIR,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE,
    TWO_PAIR,
    at_least,
    has_four_of_straight,
    has_four_of_straight_flush,
    has_straight,
    has_straight_flush,
    largest_suit,
    rank_counts,
)

NAMES: Final = (
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
)


def usual(row: Row) -> Sequence[int]:
    """Return the points of the rules."""
    return HAND_SCORE


def points(row: Row, move: int, table: Row) -> int:
    """Return what a turn scores by a table: hand and bonus."""
    return table[hand_of(row, move, table)] + bonus(row, move >> 1, row[TURN])


def made(row: Row, move: int, table: Row, out: Row) -> int:
    """Write the hand a turn scores, if any."""
    out[0] = hand_of(row, move, table)
    return min(out[0], 1)


def hand_of(row: Row, move: int, table: Row) -> int:
    """Return the hand of a turn that scores most by a table; of equal ones the higher in the published order."""
    around = living_neighbours(row, move >> 1)
    held = with_wild(around) if move & 1 else without_wild(around | 1 << row[CARD + (move >> 1)])
    best = 0
    for hand in range(1, HANDS):
        if held >> hand & 1 and table[hand] >= table[best]:
            best = hand
    return best


def without_wild(mask: int) -> int:
    """Return the hands that can be chosen from cards, a bit each."""
    counts, held = rank_counts(mask), 0
    pairs, threes = at_least(counts, 2), at_least(counts, 3)
    if pairs != 0:
        held |= 1 << PAIR
    if pairs & (pairs - 1) != 0:
        held |= 1 << TWO_PAIR
        if threes != 0:
            held |= 1 << FULL_HOUSE
    if threes != 0:
        held |= 1 << THREE
    if at_least(counts, 4) != 0:
        held |= 1 << FOUR
    if has_straight(at_least(counts, 1)):
        held |= 1 << STRAIGHT
    if largest_suit(mask) >= 5:
        held |= 1 << FLUSH
        if has_straight_flush(mask):
            held |= 1 << STRAIGHT_FLUSH
    return held


def with_wild(mask: int) -> int:
    """Return the hands that can be chosen from cards and one wild card, a bit each."""
    if mask == 0:
        return 0
    counts, held = rank_counts(mask), 1 << PAIR
    ranks, pairs, threes = at_least(counts, 1), at_least(counts, 2), at_least(counts, 3)
    if pairs != 0:
        held |= 1 << THREE
        if ranks & (ranks - 1) != 0:
            held |= 1 << TWO_PAIR
    if pairs & (pairs - 1) != 0 or (threes != 0 and ranks & (ranks - 1) != 0):
        held |= 1 << FULL_HOUSE
    if threes != 0:
        held |= 1 << FOUR
    if has_four_of_straight(ranks):
        held |= 1 << STRAIGHT
    if largest_suit(mask) >= 4:
        held |= 1 << FLUSH
        if has_four_of_straight_flush(mask):
            held |= 1 << STRAIGHT_FLUSH
    return held


HAND_TABLE: Final = HandTable(
    option=points_option(NAMES, HAND_SCORE[1:]),
    entries=range(HANDS),
    cards=CARDS_IN_HAND,
    usual=usual,
    most_made=1,
    points=points,
    made=made,
)
HAND_TABLES: Final = HandTables(table_of=lambda row: HAND_TABLE)
