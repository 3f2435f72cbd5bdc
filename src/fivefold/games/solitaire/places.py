"""Where cards lie: two squares of 5 x 5 cells and the reject places, their lines, and which cells touch.

A cell is ``25 * square + 5 * row + column``, row and column from 0, row 1 at the top. Reject places 0 to 4 are common,
5 to 9 player 1's own, 10 to 14 player 2's. A set of cells of one square is a mask of 25 bits, of both one of 50.
"""

SIDE = 5
SQUARE = SIDE * SIDE
CELLS = 2 * SQUARE
REJECTS_EACH = 5
REJECT_PLACES = 3 * REJECTS_EACH

EDGES, CORNERS, ANYWHERE = range(3)
"""What a further card has to share with one that lies in its square: an edge, an edge or a corner, nothing."""

WHOLE_SQUARE = (1 << SQUARE) - 1
FIRST_COLUMN = 0b00001_00001_00001_00001_00001
LAST_COLUMN = FIRST_COLUMN << SIDE - 1

LINES = 12
ROWS, COLUMNS, DIAGONALS = 0, SIDE, 2 * SIDE
"""The first line of each kind."""
LINE_CELLS = (
    *(SIDE * row + column for row in range(SIDE) for column in range(SIDE)),
    *(SIDE * row + column for column in range(SIDE) for row in range(SIDE)),
    *(SIDE * step + step for step in range(SIDE)),
    *(SIDE * step + SIDE - 1 - step for step in range(SIDE)),
)
"""The cells of each line within its square, at ``5 * line``: five rows, five columns, from a1 and from e1 down."""


def own_places(seat: int) -> int:
    """Return a player's first own reject place."""
    return REJECTS_EACH * (1 + seat)


def reach(cards: int, touch: int) -> int:
    """Return the empty cells of a square on which a further card may lie beside ``cards``: any beside none."""
    if cards == 0 or touch == ANYWHERE:
        return WHOLE_SQUARE & ~cards
    sides = cards | (cards & ~LAST_COLUMN) << 1 | (cards & ~FIRST_COLUMN) >> 1
    above_and_below = sides if touch == CORNERS else cards
    return (sides | above_and_below << SIDE | above_and_below >> SIDE) & WHOLE_SQUARE & ~cards
