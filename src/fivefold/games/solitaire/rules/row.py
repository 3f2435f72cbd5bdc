"""What a position of Poker Solitaire is made of: where cards lie, which cells touch, and the offsets into its row.

A cell is ``25 * square + 5 * row + column``, row and column from 0, row 1 at the top. Reject places 0 to 4 are common,
5 to 9 player 1's own, 10 to 14 player 2's. A set of cells of one square is a mask of 25 bits, of both squares one of
50. A card in a slot, a cell or a reject place is written as its *value*, the card + 1; 0 is no card.
"""

from fivefold.contract import Row
from fivefold.parts.cards import DECK

# --- places ----------------------------------------------------------------------------------------------------------

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
LINES_THROUGH = tuple(
    tuple(line for line in range(LINES) if cell in LINE_CELLS[SIDE * line : SIDE * line + SIDE])
    for cell in range(SQUARE)
)
"""For each cell of a square the lines it is on. Not for compiled functions."""


def own_places(seat: int) -> int:
    """Return a player's first own reject place."""
    return REJECTS_EACH * (1 + seat)


def reach(cards: int, touch: int) -> int:
    """Return the empty cells of a square on which another card may lie beside ``cards``; any cell if there are none."""
    if cards == 0 or touch == ANYWHERE:
        return WHOLE_SQUARE & ~cards
    sides = cards | (cards & ~LAST_COLUMN) << 1 | (cards & ~FIRST_COLUMN) >> 1
    above_and_below = sides if touch == CORNERS else cards
    return (sides | above_and_below << SIDE | above_and_below >> SIDE) & WHOLE_SQUARE & ~cards


# --- the row ---------------------------------------------------------------------------------------------------------

ONE_HAND, BEST_OF_TWO, SUM_OF_TWO, RACE, RACE_BOTH, ALTERNATE, SAME_DECK = range(7)
"""Modes: the first three for one player, the last two turn by turn."""
ENGLISH, AMERICAN, PAT, USER_SCORING = range(4)
GOING_ON, FULL, SAID_DONE, TWO_PASSES, QUIET_TURNS, NO_CARDS = range(6)
"""Why it ended: squares full, ``done``, two passes in a row, no card taken for long, no cards and no way to fill."""

SEATS = 2
SLOTS = 5
ORDINARY_HANDS = 11
HANDS = 81

TURN = 0
"""A seat, ``CHANCE``, ``ANYONE`` or ``NOBODY``."""
MODE, SCORING, DECKS, DEALT, MAY_STEAL, MAY_PLANT, FIRST = 1, 2, 3, 4, 5, 6, 7
TOUCH = 8
"""For each square the rule of its owner, as in ``MOVABLE`` and ``LINE_COUNT``. A single player owns both squares."""
MOVABLE = TOUCH + SEATS
LINE_COUNT = MOVABLE + SEATS
"""10 or 12."""
COMMON = LINE_COUNT + SEATS
"""How many reject places all may use,"""
OWN = COMMON + 1
"""and how many each player has alone."""
SLOT = OWN + SEATS
CELL = SLOT + SLOTS
STOLEN = CELL + CELLS
"""For each cell whether the card there was stolen."""
REJECTED = STOLEN + CELLS
LEFT = REJECTED + REJECT_PLACES
"""For each card how many copies the pack still has."""
PACK = LEFT + DECK
"""How many cards the pack has in all."""
TWIN = PACK + 1
"""The value of the card whose second copy comes next, or 0 (same-deck)."""
FINISHED = TWIN + 1
"""For each player whether they have said ``done``."""
FILLED = FINISHED + SEATS
"""How many cards each square has."""
PASSES = FILLED + SEATS
"""How many passes came in a row, and in ``QUIET`` how many turns without a face-up card taken (modes with turns)."""
QUIET = PASSES + 1
REASON = QUIET + 1
POINTS = REASON + 1
"""What each ordinary hand is worth."""
USER = POINTS + ORDINARY_HANDS
"""What each of the 81 hands is worth in a complete line, from 1 (user scoring)."""
NEXT = USER + HANDS + 1
"""Who is to move once chance has dealt."""
MASK = NEXT + 1
"""For each square the cells with cards: bit ``5 * row + column``."""
MARKED = MASK + SEATS
"""For each reject place whether the card there was stolen once."""
SIZE = MARKED + REJECT_PLACES


def players(row: Row) -> int:
    """Return how many play."""
    return 2 if row[MODE] >= RACE else 1


def squares(row: Row) -> int:
    """Return how many squares are in play."""
    return 1 if row[MODE] == ONE_HAND else 2
