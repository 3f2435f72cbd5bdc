"""The best squares that a player's cards could have made, wherever the cards lay and whatever had to touch.

Simulated annealing: two cards change places at random, and a loss is accepted ever more rarely. Only the lines through
the two cells are looked at again; their keys (``rules.scoring``) follow by one addition. Where the better of two
squares counts, the first is to be it. An arrangement has *spots*: the cells of the player's squares, then the reject
places.

The same serves while a game goes on in which cards may be moved about: when the last card is to come, all cards are
known, and the best arrangement can be planned.
"""

import math
from typing import Final

from fivefold.contract import Row
from fivefold.games.solitaire.evaluation import THROUGH, line_through
from fivefold.games.solitaire.rules import (
    BEST_OF_TWO,
    CARD_KEY,
    CELL,
    CELLS,
    FILLED,
    LINES,
    MARKED,
    MASK,
    MODE,
    MOVABLE,
    POINTS,
    RACE,
    REJECT_PLACES,
    REJECTED,
    SCORING,
    SHIFT,
    SQUARE,
    STOLEN,
    TOUCH,
    USER_SCORING,
    counted_lines,
    first_square,
    key_points,
    last_square,
    make_move,
    next_face_up,
    reach,
    shift_targets,
    taken_places,
)
from fivefold.games.solitaire.rules import PLACE as PLACING
from fivefold.parts.cards import DECK
from fivefold.parts.dice import below
from fivefold.parts.hands import FLUSH, FULL_HOUSE, STRAIGHT

SPOTS, COUNTED = 0, 1
"""How many spots there are, and how many of them, the first ones, are cells with lines that count."""
PLACE: Final = 2
"""For each spot its place: a cell, or ``CELLS`` plus a reject place."""
MOST_SPOTS: Final = CELLS + REJECT_PLACES
VALUE: Final = PLACE + MOST_SPOTS
"""The value of the card there, 0 for none,"""
KEPT: Final = VALUE + MOST_SPOTS
"""and where the best arrangement so far has it."""
KEYS: Final = KEPT + MOST_SPOTS
"""The key of each line, square by square."""
ARRANGEMENT: Final = KEYS + 2 * LINES

THOUSAND: Final = 1000
HEAT: Final = (3_000, 12_000, 700, 0)
"""At the start a loss of so much, in thousandths of a point, is accepted with probability 1/e, by scoring; with a table
of one's own see ``heat_of``."""
COLD_SHARE: Final = 40
"""At the end the heat is divided by this."""
EVERY: Final = 64
"""Steps between two changes of the heat."""
ODDS: Final = 1024
CHANCE = tuple(round(-THOUSAND * math.log((step + 0.5) / ODDS)) for step in range(ODDS))
"""For each of ``ODDS`` draws the largest loss it accepts, in thousandths of the heat."""


def gather(row: Row, seat: int, arrangement: Row) -> int:
    """Write where a player's cards lie, in their squares and the reject places they may use; return how many."""
    count, cards = 0, 0
    for cell in range(SQUARE * first_square(row, seat), SQUARE * last_square(row, seat) + SQUARE):
        arrangement[PLACE + count], arrangement[VALUE + count] = cell, row[CELL + cell]
        cards += 1 if row[CELL + cell] != 0 else 0
        count += 1
    arrangement[COUNTED] = SQUARE if row[MODE] == BEST_OF_TWO else count
    rejected = taken_places(row, seat)
    for place in range(REJECT_PLACES):
        if rejected >> place & 1:
            arrangement[PLACE + count], arrangement[VALUE + count] = CELLS + place, row[REJECTED + place]
            cards += 1
            count += 1
    arrangement[SPOTS] = count
    return cards


def lay(row: Row, seat: int, arrangement: Row) -> None:
    """Put a player's cards where the arrangement has them."""
    for square in range(first_square(row, seat), last_square(row, seat) + 1):
        row[MASK + square] = row[FILLED + square] = 0
    for spot in range(arrangement[SPOTS]):
        place, value = arrangement[PLACE + spot], arrangement[VALUE + spot]
        if place >= CELLS:
            row[REJECTED + place - CELLS], row[MARKED + place - CELLS] = value, 0
        else:
            row[CELL + place], row[STOLEN + place] = value, 0
            if value != 0:
                row[MASK + place // SQUARE] |= 1 << place % SQUARE
                row[FILLED + place // SQUARE] += 1


def improve(row: Row, seat: int, arrangement: Row, dice: Row, steps: int) -> int:
    """Exchange cards ``steps`` times, from hot to cold; leave the best arrangement seen, and return its points.

    These are the points of the lines that count; with pat, how many rows are pat.
    """
    write_keys(row, arrangement)
    worth = most = arrangement_points(row, arrangement)
    note_best(arrangement)
    hot, counted, spots = heat_of(row), arrangement[COUNTED], arrangement[SPOTS]
    heat = hot
    for step in range(steps):
        if step % EVERY == 0:
            heat = heat_at(hot, step, steps)
        one, other = below(dice, counted), below(dice, spots)
        if arrangement[VALUE + one] != arrangement[VALUE + other]:
            gain = exchange(row, arrangement, one, other)
            if gain < 0 and -gain * THOUSAND * THOUSAND >= heat * CHANCE[below(dice, ODDS)]:
                exchange(row, arrangement, one, other)
            else:
                worth += gain
                if worth > most:
                    most = worth
                    note_best(arrangement)
    for spot in range(spots):
        arrangement[VALUE + spot] = arrangement[KEPT + spot]
    return most


def heat_of(row: Row) -> int:
    """Return the loss that is accepted at the start with probability 1/e, in thousandths of a point."""
    if row[SCORING] != USER_SCORING:
        return HEAT[row[SCORING]]
    return (
        THOUSAND * max(1, abs(row[POINTS + STRAIGHT]) + abs(row[POINTS + FLUSH]) + abs(row[POINTS + FULL_HOUSE])) // 5
    )


def heat_at(hot: int, step: int, steps: int) -> int:
    """Return the heat before a step: ``hot`` and a little more before the first, the little alone after the last."""
    left = THOUSAND * (steps - step) // steps
    return hot * left * left // (THOUSAND * THOUSAND) + hot // COLD_SHARE


def note_best(arrangement: Row) -> None:
    """Note where the cards lie."""
    for spot in range(arrangement[SPOTS]):
        arrangement[KEPT + spot] = arrangement[VALUE + spot]


def write_keys(row: Row, arrangement: Row) -> None:
    """Write the keys of all lines as the cards lie now."""
    for line in range(2 * LINES):
        arrangement[KEYS + line] = 0
    for spot in range(arrangement[COUNTED]):
        cell = arrangement[PLACE + spot]
        for number in range(THROUGH):
            line = line_through(cell % SQUARE, number)
            if line >= 0:
                arrangement[KEYS + LINES * (cell // SQUARE) + line] += CARD_KEY[arrangement[VALUE + spot]]


def arrangement_points(row: Row, arrangement: Row) -> int:
    """Return the points of all lines that count."""
    total = 0
    first = arrangement[PLACE] // SQUARE
    for square in range(first, first + arrangement[COUNTED] // SQUARE):
        for line in range(counted_lines(row, square)):
            total += key_points(row, arrangement[KEYS + LINES * square + line])
    return total


def exchange(row: Row, arrangement: Row, one: int, other: int) -> int:
    """Exchange the cards of two spots, the first one in a square that counts; return the points gained."""
    left, right = arrangement[VALUE + one], arrangement[VALUE + other]
    arrangement[VALUE + one], arrangement[VALUE + other] = right, left
    added, places = CARD_KEY[right] - CARD_KEY[left], arrangement[PLACE + other]
    gain = change_keys(row, arrangement, arrangement[PLACE + one], places, added)
    if other < arrangement[COUNTED]:
        gain += change_keys(row, arrangement, places, arrangement[PLACE + one], -added)
    return gain


def change_keys(row: Row, arrangement: Row, cell: int, partner: int, added: int) -> int:
    """Add to the keys of the lines through a cell, except those also through its partner; return the points gained."""
    gain, square = 0, cell // SQUARE
    counted, together = counted_lines(row, square), partner // SQUARE == square
    for number in range(THROUGH):
        line = line_through(cell % SQUARE, number)
        if 0 <= line < counted and not (together and line_through(partner % SQUARE, number) == line):
            at = KEYS + LINES * square + line
            key = arrangement[at]
            arrangement[at] = key + added
            gain += key_points(row, key + added) - key_points(row, key)
    return gain


NO_PLAN: Final = -1
START: Final = 20_260_101
"""The seed of the generator, so that the plan is the same every time."""


def plan(row: Row, seat: int, arrangement: Row, dice: Row, steps: int) -> int:
    """Return the next move towards the best arrangement with the last card, -1 where there is no plan."""
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
    return next_move_towards(row, seat, empty, last, arrangement)


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
    """Write the cards of a player's squares and one more in ascending order: how they lie must not matter."""
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


def next_move_towards(row: Row, seat: int, empty: int, value: int, arrangement: Row) -> int:
    """Return the next move towards the arrangement, -1 if the rule of touching forbids it.

    While one cell is empty, every arrangement can be reached: a card moves into the empty cell where the plan has it,
    and leaves another cell empty. If the plan has the face-up card in the empty cell while others lie wrong, one of
    those moves there for a while. Every round trip puts more cards in their places.
    """
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
