"""Numbers that look random and follow from others: the same in plain Python and compiled."""

from typing import Final

MULTIPLIER: Final = 0x2545F4914F6CDD1D
MASK62: Final = (1 << 62) - 1


def hashed(salt: int, number: int, event: int) -> int:
    """Return 62 bits that belong to these three numbers."""
    mixed = ((salt ^ number) * MULTIPLIER + number) & MASK62
    mixed = ((mixed ^ (mixed >> 29)) * MULTIPLIER + event) & MASK62
    mixed = ((mixed ^ (mixed >> 31)) * MULTIPLIER) & MASK62
    return mixed ^ (mixed >> 29)


def overlooked(position: int, move: int, slip: int, salt: int) -> bool:
    """Tell whether a player overlooks a move: ``slip`` of a hundred, the same ones with the same salt.

    ``position``: a hash of the position, or 0 where it does not matter.
    """
    mixed = ((position ^ salt) * MULTIPLIER + move * 7919) & MASK62
    mixed = ((mixed ^ (mixed >> 29)) * MULTIPLIER) & MASK62
    return (mixed >> 40) % 100 < slip
