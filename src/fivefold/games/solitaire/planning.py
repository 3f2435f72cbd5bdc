"""The last card of a game in which cards may be moved about: they are all known, so the best of them can be planned.

While one cell is empty every arrangement can be reached: a card moves into the empty cell where the plan has it, and
leaves another one empty. Where the plan has the face-up card in the empty cell while others lie wrong, one of those
moves there for a while. Every round trip puts more cards in their places.
"""

from typing import Final

from fivefold.contract import Row
from fivefold.games.solitaire.arranging import COUNTED, PLACE, SPOTS, VALUE, improve
from fivefold.games.solitaire.legal_moves import first_square, last_square, next_face_up, shift_targets
from fivefold.games.solitaire.moves import PLACE as PLACING
from fivefold.games.solitaire.moves import SHIFT, make_move
from fivefold.games.solitaire.places import SQUARE, reach
from fivefold.games.solitaire.row import BEST_OF_TWO, CELL, MASK, MODE, MOVABLE, RACE, TOUCH
from fivefold.parts.cards import DECK

NO_PLAN: Final = -1
START: Final = 20_260_101
"""Of the generator: the same plan every time."""


def plan(row: Row, seat: int, arrangement: Row, dice: Row, steps: int) -> int:
    """Return the next move towards the best arrangement with the card that comes last, -1 where there is no plan."""
    empty = only_empty_cell(row, seat)
    value = next_face_up(row, 0)
    if row[MODE] >= RACE or row[MOVABLE + seat] == 0 or empty < 0 or value == 0:
        return NO_PLAN
    best, last = -(1 << 40), value
    while value != 0:
        # Of several face-up cards the one is chosen that the others can do most with.
        gather_sorted(row, seat, value, arrangement)
        dice[0] = START
        worth = improve(row, seat, arrangement, dice, steps)
        if worth > best:
            best, last = worth, value
        value = next_face_up(row, value)
    gather_sorted(row, seat, last, arrangement)
    dice[0] = START
    improve(row, seat, arrangement, dice, steps)
    return towards(row, seat, empty, last, arrangement)


def only_empty_cell(row: Row, seat: int) -> int:
    """Return the empty cell of a player's squares if there is just one, otherwise -1."""
    found = -1
    for cell in range(SQUARE * first_square(row, seat), SQUARE * last_square(row, seat) + SQUARE):
        if row[CELL + cell] == 0:
            if found >= 0:
                return -1
            found = cell
    return found


def gather_sorted(row: Row, seat: int, value: int, arrangement: Row) -> None:
    """Write the cards of a player's squares and one more in ascending order, so that how they lie does not matter."""
    first, count = SQUARE * first_square(row, seat), 0
    cells = SQUARE * last_square(row, seat) + SQUARE - first
    for card in range(1, DECK + 1):
        copies = 1 if card == value else 0
        for cell in range(first, first + cells):
            if row[CELL + cell] == card:
                copies += 1
        for _ in range(copies):
            arrangement[PLACE + count], arrangement[VALUE + count] = first + count, card
            count += 1
    arrangement[SPOTS] = count
    arrangement[COUNTED] = SQUARE if row[MODE] == BEST_OF_TWO else count


def towards(row: Row, seat: int, empty: int, value: int, arrangement: Row) -> int:
    """Return the next move that brings cards where the arrangement has them, -1 if what has to touch forbids it."""
    first = arrangement[PLACE]
    wanted, wrong = arrangement[VALUE + empty - first], -1
    for spot in range(arrangement[SPOTS]):
        cell = first + spot
        lies_wrong = cell != empty and row[CELL + cell] != arrangement[VALUE + spot]
        if lies_wrong and shift_targets(row, seat, cell) >> empty & 1:
            if row[CELL + cell] == wanted:
                return make_move(seat, SHIFT, cell, empty)
            wrong = cell
    if wrong >= 0 and wanted == value:
        return make_move(seat, SHIFT, wrong, empty)
    square = empty // SQUARE
    if wanted == value and reach(row[MASK + square], row[TOUCH + square]) >> empty - SQUARE * square & 1:
        return make_move(seat, PLACING, value - 1, empty)
    return NO_PLAN
