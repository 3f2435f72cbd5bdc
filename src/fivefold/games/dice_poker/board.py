"""The board of 9 by 9 spaces, numbered in reading order (a1 b1 … i9), and the names of its patterns.

Numbers of patterns are in ``patterns``.
"""

from fivefold.games.dice_poker.patterns import FREE
from fivefold.parts.words import square_text

SIDE = 9
SPACES = SIDE * SIDE
FREE_SPACE = 40
"""e5, in the middle: everybody's, nobody's to take."""
NAMES = tuple(square_text(space % SIDE, space // SIDE) for space in range(SPACES))
"""Each space as text: ``a1`` to ``i9``."""

PATTERN_NAMES = (
    *(f"{kind}{face}" for kind in "PTQ" for face in range(1, 7)),
    *(f"{low}-{high}" for low in range(1, 7) for high in range(low + 1, 7)),
    *("F", "S", "L7", "L11", "FREE"),
)
"""Each pattern as texts have it: ``P1`` … ``5-6``, ``F``, ``S``, ``L7``, ``L11``, and the free space."""

CLASSIC_LAYOUT = """
    3-4 Q5  2-4 T5  4-6  1-5 F   3-5 1-6
    P1  L11 1-3 F   L7   P3  T3  Q4  F
    2-6 T4  Q2  P2  Q6   F   1-2 5-6 2-3
    Q1  S   F   1-4 T2   4-5 S   F   T1
    3-6 2-5 T6  Q3  FREE Q3  T6  2-5 3-6
    T1  F   S   4-5 T2   1-4 F   S   Q1
    2-3 5-6 1-2 F   Q6   P5  Q2  T4  2-6
    F   Q4  T3  P4  L7   F   1-3 L11 P6
    1-6 3-5 F   1-5 4-6  T5  2-4 Q5  3-4
"""
CLASSIC = tuple(PATTERN_NAMES.index(name) for name in CLASSIC_LAYOUT.split())
"""The pattern of each space in the classic layout."""
SORTED_PATTERNS = tuple(sorted(pattern for pattern in CLASSIC if pattern != FREE))
"""The 80 patterns of every layout, ascending."""

DIRECTIONS = 8
STEP = (1, SIDE, SIDE + 1, SIDE - 1, -1, -SIDE, -SIDE - 1, 1 - SIDE)
"""What leads from a space to the next one in each direction: along a row, a column, a falling and a rising diagonal
(0 to 3), and back (4 to 7)."""
_ACROSS = (1, 0, 1, -1, -1, 0, -1, 1)
_DOWN = (0, 1, 1, 1, 0, -1, -1, -1)


def _room(space: int, direction: int) -> int:
    across, down, count = _ACROSS[direction], _DOWN[direction], 0
    column, line = space % SIDE + across, space // SIDE + down
    while 0 <= column < SIDE and 0 <= line < SIDE:
        column, line, count = column + across, line + down, count + 1
    return count


ROOM = tuple(_room(space, direction) for space in range(SPACES) for direction in range(DIRECTIONS))
"""How many spaces there are from a space to the edge, at ``8 * space + direction``."""
