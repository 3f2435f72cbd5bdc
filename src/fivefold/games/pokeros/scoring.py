"""Which hand a few neighbouring cards are, all of them taking part: some arithmetic on a summary, wild cards included.

The summary of a window is two integers. ``counts`` has four bits a rank, ace first, that say how often the rank occurs,
and four more, the last, for wild cards: each card adds ``1 << (card & -4)``. ``suits`` has a bit for each suit that all
the cards could share: each card keeps ``SUITS[card]`` of it.
"""

from fivefold.parts.cards import DECK, ONE_SUIT

WILD = 52
"""The first wild card; the other is the next number."""
CARDS = 54

NOTHING, PAIR, STRAIGHT_3, FLUSH_3, TWO_PAIR, THREE, FLUSH_4, STRAIGHT_4 = 0, 1, 2, 3, 4, 5, 6, 7
FULL_HOUSE, FLUSH_5, STRAIGHT_FLUSH_3, FOUR, STRAIGHT_5 = 8, 9, 10, 11, 12
STRAIGHT_FLUSH_4, STRAIGHT_FLUSH_5, ROYAL_FLUSH = 13, 14, 15
HANDS = 16
"""Hands are numbered so that the higher one scores more, or gives its name where both score the same."""
HAND_BITS = 4
WORTH = (0, 1, 2, 2, 3, 4, 4, 5, 5, 8, 10, 10, 10, 20, 40, 60)
"""Points of each hand."""

FLUSH = (0, 0, 0, FLUSH_3, FLUSH_4, FLUSH_5)
"""The flush of so many cards; likewise the next two."""
STRAIGHT = (0, 0, 0, STRAIGHT_3, STRAIGHT_4, STRAIGHT_5)
STRAIGHT_FLUSH = (0, 0, 0, STRAIGHT_FLUSH_3, STRAIGHT_FLUSH_4, STRAIGHT_FLUSH_5)

SUITS = (*(1 << card % 4 for card in range(DECK)), 15, 15)
"""For each card the suits it can have, a bit each."""
WILD_SHIFT = 52
ALL_RANKS = (1 << WILD_SHIFT) - 1
ACE_HIGH = 1 << WILD_SHIFT
SEVERAL = 14 * ONE_SUIT
"""Bits that are set where a rank occurs more than once."""
FOURS = 4 * ONE_SUIT
NOT_ROYAL = sum(1 << 4 * rank for rank in range(1, 9))
"""Ranks that are in no royal flush."""


def hand_of(counts: int, suits: int, size: int, low_ace: int) -> int:
    """Return the best hand that all of ``size`` (2 to 5) cards make, wild ones standing for what is best.

    ``low_ace``: 1 if an ace may also come before a two, 0 if it is only high.
    """
    ranks = counts & ALL_RANKS
    wilds = counts >> WILD_SHIFT
    if size == 2:
        return PAIR if wilds > 0 or ranks & SEVERAL != 0 else NOTHING
    if ranks & SEVERAL != 0:
        return hand_of_equal_ranks(ranks, size)
    if in_sequence(ranks, size, low_ace):
        if suits == 0:
            return STRAIGHT[size]
        return ROYAL_FLUSH if size == 5 and ranks & NOT_ROYAL == 0 else STRAIGHT_FLUSH[size]
    if suits != 0:
        return FLUSH[size]
    return TWO_PAIR if size == 4 and wilds == 2 else NOTHING


def in_sequence(ranks: int, size: int, low_ace: int) -> bool:
    """Tell whether different ranks lie within ``size`` neighbouring ones, so that wild cards fill the gaps."""
    if ranks & 1 == 0:
        return ranks >> 4 * size < (ranks & -ranks)
    high = ranks ^ 1 | ACE_HIGH
    return high >> 4 * size < (high & -high) or (low_ace != 0 and ranks >> 4 * size == 0)


def hand_of_equal_ranks(ranks: int, size: int) -> int:
    """Return the hand of 3 to 5 cards of which at least two, not wild, are of one rank; the rest of them are wild."""
    present = (ranks | ranks >> 1 | ranks >> 2) & ONE_SUIT
    others = present & (present - 1)
    if others == 0:
        if size == 3:
            return THREE
        if size == 4:
            return FOUR
        return NOTHING if ranks & FOURS != 0 else FULL_HOUSE
    if size == 3 or others & (others - 1) != 0 or ranks & FOURS != 0:
        return NOTHING
    if size == 5:
        return FULL_HOUSE
    return NOTHING if ranks & ranks >> 1 & ONE_SUIT != 0 else TWO_PAIR
