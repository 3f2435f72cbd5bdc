"""Playing cards as integers: ``card = 4 * rank + suit``, 0 to 51, ranks A 2 3 … K, suits c d h s.

A set of cards of one deck is a 52-bit mask with bit ``card`` set, so that four neighbouring bits are one rank.
"""

DECK = 52
SUITS = 4
RANKS = 13
ONE_SUIT = 0x1111111111111
"""The mask of all clubs; shifted left by a suit, all cards of that suit."""


def rank(card: int) -> int:
    """Return 0 for an ace, 1 for a two, …, 12 for a king."""
    return card >> 2


def suit(card: int) -> int:
    """Return 0 to 3 for clubs, diamonds, hearts, spades."""
    return card & 3
