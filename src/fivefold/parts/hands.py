"""The best poker hand in a set of cards, without tables: a few dozen operations on a 52-bit mask.

A mask (see ``parts.cards``) is split into four *suit columns*, each with one bit in every fourth place, so that the
columns line up rank by rank. Sums over the columns tell pairs, threes and fours; shifts by four places tell straights.
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


def at_least_four_bits(mask: int) -> bool:
    """Tell whether four or more bits are set."""
    mask &= mask - 1
    mask &= mask - 1
    return mask & (mask - 1) != 0


def at_least_five_bits(mask: int) -> bool:
    """Tell whether five or more bits are set."""
    return at_least_four_bits(mask & (mask - 1))


def has_straight(column: int) -> bool:
    """Tell whether a column of ranks (one bit in every fourth place) holds five in a row, the ace low or high."""
    ranks = column | ((column & 1) << ACE_HIGH_SHIFT)
    pairs = ranks & (ranks >> 4)
    return pairs & (pairs >> 8) & (ranks >> 16) != 0


def has_four_of_straight(column: int) -> bool:
    """Tell whether a column of ranks holds at least four of some five in a row, so that a wild card completes them."""
    ranks = column | ((column & 1) << ACE_HIGH_SHIFT)
    second, middle, fourth, fifth = ranks >> 4, ranks >> 8, ranks >> 12, ranks >> 16
    low_both, low_any = ranks & second, ranks | second
    high_both, high_any = fourth & fifth, fourth | fifth
    # A window may hang over either end of the ranks only by bits that are never set, so no further mask is needed
    # above; below, the window starts at the ace, and four of a window that would start lower are seen from the ace.
    return (low_both & high_both) | (low_both & high_any & middle) | (low_any & high_both & middle) != 0


def classify(mask: int) -> int:
    """Return the best hand of at most five cards among the cards in ``mask``, ``NOTHING`` to ``STRAIGHT_FLUSH``."""
    clubs, diamonds, hearts, spades = mask & ONE_SUIT, (mask >> 1) & ONE_SUIT, (mask >> 2) & ONE_SUIT, mask >> 3 & ONE_SUIT
    black_both, black_any = clubs & spades, clubs | spades
    red_both, red_any = diamonds & hearts, diamonds | hearts
    flush = (
        at_least_five_bits(clubs) or at_least_five_bits(diamonds) or at_least_five_bits(hearts) or at_least_five_bits(spades)
    )
    if flush and (has_straight(clubs) or has_straight(diamonds) or has_straight(hearts) or has_straight(spades)):
        return STRAIGHT_FLUSH
    if black_both & red_both:
        return FOUR
    threes = (black_both & red_any) | (red_both & black_any)
    pairs = black_both | red_both | (black_any & red_any)
    several = pairs & (pairs - 1)
    if threes and several:
        return FULL_HOUSE
    if flush:
        return FLUSH
    if has_straight(black_any | red_any):
        return STRAIGHT
    if threes:
        return THREE
    if several:
        return TWO_PAIR
    return PAIR if pairs else NOTHING


def classify_with_wild(mask: int) -> int:
    """Return the best hand of at most five among the cards in ``mask`` and one wild card.

    The wild is any card, also one that is in the mask. There is no five of a kind: four and the wild are ``FOUR``.
    """
    clubs, diamonds, hearts, spades = mask & ONE_SUIT, (mask >> 1) & ONE_SUIT, (mask >> 2) & ONE_SUIT, mask >> 3 & ONE_SUIT
    black_both, black_any = clubs & spades, clubs | spades
    red_both, red_any = diamonds & hearts, diamonds | hearts
    flush = (
        at_least_four_bits(clubs) or at_least_four_bits(diamonds) or at_least_four_bits(hearts) or at_least_four_bits(spades)
    )
    if flush and (
        has_four_of_straight(clubs)
        or has_four_of_straight(diamonds)
        or has_four_of_straight(hearts)
        or has_four_of_straight(spades)
    ):
        return STRAIGHT_FLUSH
    if (black_both & red_any) | (red_both & black_any):
        return FOUR
    pairs = black_both | red_both | (black_any & red_any)
    if pairs & (pairs - 1):
        return FULL_HOUSE
    if flush:
        return FLUSH
    if has_four_of_straight(black_any | red_any):
        return STRAIGHT
    if pairs:
        return THREE
    return PAIR if mask else NOTHING
