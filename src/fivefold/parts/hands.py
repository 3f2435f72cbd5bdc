"""The best poker hand in a set of cards, without tables: a few dozen operations on a 52-bit mask.

In a mask (see ``parts.cards``) four neighbouring bits are one rank. Its four *columns*, one a suit, have a bit in every
fourth place; their sum counts each rank in four bits of its own, and shifts by four places find straights.
"""

from fivefold.parts.cards import ONE_SUIT

NOTHING = 0
PAIR = 1
TWO_PAIR = 2
THREE = 3
STRAIGHT = 4
FLUSH = 5
FULL_HOUSE = 6
FOUR = 7
STRAIGHT_FLUSH = 8
HANDS = 9

ACE_HIGH_SHIFT = 52
LAST_RANK_SHIFT = 48


def size(column: int) -> int:
    """Return how many bits a column has: the product adds up all ranks in the place of the last."""
    return column * ONE_SUIT >> LAST_RANK_SHIFT & 15


def rank_counts(mask: int) -> int:
    """Return how often each rank occurs, four bits a rank."""
    return (mask & ONE_SUIT) + (mask >> 1 & ONE_SUIT) + (mask >> 2 & ONE_SUIT) + (mask >> 3 & ONE_SUIT)


def at_least(counts: int, number: int) -> int:
    """Return the column of the ranks that occur ``number`` (1 to 4) times or more."""
    return counts + (8 - number) * ONE_SUIT >> 3 & ONE_SUIT


def has_straight(column: int) -> bool:
    """Tell whether a column holds five ranks in a row, the ace low or high."""
    ranks = column | (column & 1) << ACE_HIGH_SHIFT
    pairs = ranks & ranks >> 4
    return pairs & pairs >> 8 & ranks >> 16 != 0


def has_four_of_straight(column: int) -> bool:
    """Tell whether a column holds at least four of some five ranks in a row, so that a wild card completes them."""
    ranks = column | (column & 1) << ACE_HIGH_SHIFT
    second, middle, fourth, fifth = ranks >> 4, ranks >> 8, ranks >> 12, ranks >> 16
    low_both, low_any = ranks & second, ranks | second
    high_both, high_any = fourth & fifth, fourth | fifth
    # Four of a window that hangs over an end of the ranks also lie in one that does not.
    return low_both & high_both | low_both & high_any & middle | low_any & high_both & middle != 0


def largest_suit(mask: int) -> int:
    """Return how many cards the longest suit has."""
    black = max(size(mask & ONE_SUIT), size(mask >> 3 & ONE_SUIT))
    return max(black, size(mask >> 1 & ONE_SUIT), size(mask >> 2 & ONE_SUIT))


def has_straight_flush(mask: int) -> bool:
    """Tell whether one suit holds five ranks in a row."""
    return (
        has_straight(mask & ONE_SUIT)
        or has_straight(mask >> 1 & ONE_SUIT)
        or has_straight(mask >> 2 & ONE_SUIT)
        or has_straight(mask >> 3 & ONE_SUIT)
    )


def has_four_of_straight_flush(mask: int) -> bool:
    """Tell whether one suit holds four of some five ranks in a row."""
    return (
        has_four_of_straight(mask & ONE_SUIT)
        or has_four_of_straight(mask >> 1 & ONE_SUIT)
        or has_four_of_straight(mask >> 2 & ONE_SUIT)
        or has_four_of_straight(mask >> 3 & ONE_SUIT)
    )


def classify(mask: int) -> int:
    """Return the best hand of at most five cards among the cards in ``mask``, ``NOTHING`` to ``STRAIGHT_FLUSH``."""
    counts = rank_counts(mask)
    pairs, threes = at_least(counts, 2), at_least(counts, 3)
    several = pairs & (pairs - 1)
    best = NOTHING
    if largest_suit(mask) >= 5:
        best = STRAIGHT_FLUSH if has_straight_flush(mask) else FLUSH
    if has_straight(at_least(counts, 1)):
        best = max(best, STRAIGHT)
    if at_least(counts, 4):
        best = max(best, FOUR)
    elif threes:
        best = max(best, FULL_HOUSE if several else THREE)
    elif pairs:
        best = max(best, TWO_PAIR if several else PAIR)
    return best


def classify_with_wild(mask: int) -> int:
    """Return the best hand of at most five among the cards in ``mask`` and one wild card.

    The wild is any card, also one that is in the mask. There is no five of a kind: four and the wild are ``FOUR``.
    """
    counts = rank_counts(mask)
    pairs = at_least(counts, 2)
    best = NOTHING
    if largest_suit(mask) >= 4:
        best = STRAIGHT_FLUSH if has_four_of_straight_flush(mask) else FLUSH
    if has_four_of_straight(at_least(counts, 1)):
        best = max(best, STRAIGHT)
    if at_least(counts, 3):
        best = max(best, FOUR)
    elif pairs:
        best = max(best, FULL_HOUSE if pairs & (pairs - 1) else THREE)
    return max(best, PAIR) if mask else best
