"""A small random generator for playouts, the same stream in plain Python and compiled.

The state is one integer in ``dice[0]``. A linear congruential step modulo 2**63 with Knuth's MMIX constants; only the
high 30 bits are used. Masking keeps Python's unbounded integers and wrapping ``int64`` equal: the low bits of a product
do not depend on how it overflows. Fit for playouts; a match's own chance comes from ``play.chance``.
"""

from collections.abc import MutableSequence

MASK63 = (1 << 63) - 1
MULTIPLIER = 6364136223846793005
SAME_BELOW_ZERO = MULTIPLIER - (1 << 63)
"""The same modulo 2**63. A compiler that sees two draws in a row knows the state not to be negative, takes its product
with a positive number for positive too, and drops the mask; of this product it cannot."""
INCREMENT = 1442695040888963407
HIGH_BITS = 30


def seed(dice: MutableSequence[int], value: int) -> None:
    """Start the stream that belongs to ``value``; neighbouring values give unrelated streams.

    For plain Python alone: a compiler that takes the product of two numbers known to be positive to be positive drops
    the mask. ``below`` is the same in both worlds.
    """
    dice[0] = value & MASK63
    for _ in range(3):
        dice[0] = ((dice[0] ^ (dice[0] >> 31)) * MULTIPLIER + INCREMENT) & MASK63


def below(dice: MutableSequence[int], bound: int) -> int:
    """Return a whole number from 0 to ``bound - 1``; for bounds up to 2**20 the bias is under one in a thousand."""
    dice[0] = (dice[0] * SAME_BELOW_ZERO + INCREMENT) & MASK63
    return ((dice[0] >> (63 - HIGH_BITS)) * bound) >> HIGH_BITS
