"""Dice and patterns as numbers: multisets of up to five dice, the 37 patterns, and which roll matches which.

A *multiset* is some dice regardless of their order. All 462 of 0 to 5 dice are numbered by how many dice they have, and
those of as many in the order of their faces: 0 is no dice, 1 to 6 are one die, the last 252 are the *rolls* of five.
"""

from itertools import combinations, combinations_with_replacement

DICE = 5
FACES = 6

PAIR, THREE, FOUR = -1, 5, 11
"""Add a face, 1 to 6: the number of the pattern pair, three or four of it."""
TWO_PAIR = 18
"""The first of 15: 1-2, 1-3, … 5-6."""
FULL_HOUSE, STRAIGHT, LUCKY_7, LUCKY_11 = 33, 34, 35, 36
PATTERNS = 37
FREE = 37
"""Stands for the pattern of the free space, which no dice match."""
TWO_PAIRS = tuple(combinations(range(1, FACES + 1), 2))
"""The two faces of each two-pair pattern, in the order of their numbers."""

MULTISETS = tuple(dice for size in range(DICE + 1) for dice in combinations_with_replacement(range(1, FACES + 1), size))
"""The faces of each multiset, ascending, by its number."""
NUMBER_OF = {dice: number for number, dice in enumerate(MULTISETS)}
"""The number of each multiset, by its faces ascending."""
NONE_KEPT = 0
FIRST_ROLL = sum(len(dice) < DICE for dice in MULTISETS)
"""Multisets below this number can be kept; from it on they are rolls."""
ROLLS = len(MULTISETS) - FIRST_ROLL

SIZE_OF = tuple(len(dice) for dice in MULTISETS)
"""How many dice each multiset has."""
FACE = tuple(face for dice in MULTISETS for face in (*dice, *(DICE - len(dice)) * (0,)))
"""The dice of each multiset ascending, at ``5 * number + place``; 0 where it has none."""
WITH = tuple(NUMBER_OF[tuple(sorted((*dice, face)))] for dice in MULTISETS[:FIRST_ROLL] for face in range(1, FACES + 1))
"""The multiset that a die more makes of one that can be kept, at ``6 * number + face - 1``."""


def _parts(dice: tuple[int, ...]) -> list[int]:
    return sorted({NUMBER_OF[kept] for size in range(DICE) for kept in combinations(dice, size)})


_KEEPS = tuple(_parts(roll) for roll in MULTISETS[FIRST_ROLL:])
KEPT = tuple(kept for parts in _KEEPS for kept in parts)
"""For every roll the multisets that can be kept of it, ascending, one list after another."""
KEEP_COUNT = tuple(len(parts) for parts in _KEEPS)
"""How many of them, at ``roll - FIRST_ROLL``."""
KEEP_START = tuple(sum(KEEP_COUNT[:index]) for index in range(ROLLS))
"""Where they begin in ``KEPT``, at ``roll - FIRST_ROLL``."""
MOST_KEEPS = max(KEEP_COUNT)


def _patterns_in(roll: tuple[int, ...]) -> list[bool]:
    """Return for each pattern whether five dice contain it; five of a kind contains all."""
    count = [roll.count(face) for face in range(FACES + 1)]
    faces = range(1, FACES + 1)
    return [
        *(count[face] >= number or max(count) == DICE for number in (2, 3, 4) for face in faces),
        *(min(count[low], count[high]) >= 2 or max(count) == DICE for low, high in TWO_PAIRS),
        sorted(count)[-2:] in ([2, 3], [0, 5]),
        roll in ((1, 2, 3, 4, 5), (2, 3, 4, 5, 6)) or max(count) == DICE,
        sum(roll) == 7 or max(count) == DICE,
        sum(roll) == 11 or max(count) == DICE,
    ]


MATCHES = tuple(
    sum(1 << pattern for pattern, matched in enumerate(_patterns_in(roll)) if matched)
    for roll in MULTISETS[FIRST_ROLL:]
)
"""The patterns each roll matches, a bit each, at ``roll - FIRST_ROLL``."""
BOUNCES = tuple(
    0 if len(set(roll)) == 1 else FULL_HOUSE if mask >> FULL_HOUSE & 1 else STRAIGHT if mask >> STRAIGHT & 1 else 0
    for roll, mask in zip(MULTISETS[FIRST_ROLL:], MATCHES, strict=True)
)
"""``FULL_HOUSE`` or ``STRAIGHT`` where a roll is one, otherwise 0: what all has to be covered for a bouncer."""
