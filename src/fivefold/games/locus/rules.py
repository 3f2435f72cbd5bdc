"""Locus Poker: a grid of face-up cards, one chip a turn, up for good or down as a wild card.

Row: a few named cells, then five blocks of one integer a cell of the grid, in reading order. The hand score of every
free card, both ways, stands in the row (``UP``, ``DOWN``) and is brought up to date when a card is turned face down,
the only thing that changes it. A chance move is the card dealt to the next cell; a turn is ``2 * cell``, or 1 more to
play it down.
"""

from collections.abc import MutableSequence

from fivefold.contract import CHANCE, NOBODY, Choices, Row
from fivefold.parts.cards import DECK
from fivefold.parts.grid import neighbours
from fivefold.parts.hands import classify, classify_with_wild

VERSION = 1

GRIDS = ((6, 5), (6, 6), (7, 6), (8, 6))
"""Columns and rows by the code of the option ``grid``."""
LARGEST = 48
HAND_SCORE = (0, 2, 4, 5, 7, 8, 9, 10, 11)
"""Points of a hand, by its number in ``parts.hands``."""
EDGE_BONUS = 2
CORNER_BONUS = 1

GRID, COLUMNS, ROWS, CELLS = 0, 1, 2, 3
DEALT, TURN, FIRST, LEFT = 4, 5, 6, 7
SCORE = 8
CARD = 10
CHIP = CARD + LARGEST
"""0: free; otherwise 1 + the seat whose chip it carries."""
DEAD = CHIP + LARGEST
"""1: lies face down."""
UP = DEAD + LARGEST
"""Hand score this free card makes face up."""
DOWN = UP + LARGEST
"""Hand score this free card makes face down."""
SIZE = DOWN + LARGEST
MAX_MOVES = 2 * LARGEST

# For every grid and cell, eight places for the neighbours, those at an edge first; and how many of either kind.
_AROUND = [
    neighbours(*grid, cell) if cell < grid[0] * grid[1] else ((), ()) for grid in GRIDS for cell in range(LARGEST)
]
NEIGHBOUR = tuple(cell for edges, corners in _AROUND for cell in (*edges, *corners, *(8 - len(edges + corners)) * (0,)))
EDGES = tuple(len(edges) for edges, _ in _AROUND)
NEIGHBOURS = tuple(len(edges) + len(corners) for edges, corners in _AROUND)


def setup(row: Row, options: Choices) -> None:
    """Lay out the empty grid; chance deals first."""
    row[GRID] = options["grid"]
    row[COLUMNS], row[ROWS] = GRIDS[row[GRID]]
    row[CELLS] = row[LEFT] = row[COLUMNS] * row[ROWS]
    row[FIRST] = row[TURN] = options["first"]
    for cell in range(row[CELLS]):
        row[CARD + cell] = -1


def to_move(row: Row) -> int:
    """Return the seat to move; chance until the grid is full of cards, nobody once it is full of chips."""
    if row[DEALT] < row[CELLS]:
        return CHANCE
    return row[TURN] if row[LEFT] > 0 else NOBODY


def legal_moves(row: Row, out: Row) -> int:
    """Write every card not yet dealt, or every free card up and down."""
    if row[DEALT] < row[CELLS]:
        return undealt_cards(row, out)
    count = 0
    for cell in range(row[CELLS]):
        if row[CHIP + cell] == 0:
            out[count] = 2 * cell
            out[count + 1] = 2 * cell + 1
            count += 2
    return count


def undealt_cards(row: Row, out: Row) -> int:
    """Write the cards that do not lie in the grid, ascending; return how many."""
    dealt = 0
    for cell in range(row[DEALT]):
        dealt |= 1 << row[CARD + cell]
    count = 0
    for card in range(DECK):
        if dealt >> card & 1 == 0:
            out[count] = card
            count += 1
    return count


def play(row: Row, move: int) -> None:
    """Deal a card, or put the mover's chip on a card and score the turn."""
    if row[DEALT] < row[CELLS]:
        deal(row, move)
        return
    cell = move >> 1
    row[SCORE + row[TURN]] += gain(row, move)
    row[CHIP + cell] = 1 + row[TURN]
    row[TURN] = 1 - row[TURN]
    row[LEFT] -= 1
    if move & 1:
        row[DEAD + cell] = 1
        rescore_neighbours(row, cell)


def deal(row: Row, card: int) -> None:
    """Put a card on the next cell; the last one completes the hand scores."""
    row[CARD + row[DEALT]] = card
    row[DEALT] += 1
    if row[DEALT] == row[CELLS]:
        for cell in range(row[CELLS]):
            rescore(row, cell)


def gain(row: Row, move: int) -> int:
    """Return what a turn scores: hand and bonus, both from the position before it."""
    cell = move >> 1
    hand = row[DOWN + cell] if move & 1 else row[UP + cell]
    return hand + bonus(row, cell, row[TURN])


def hand(row: Row, cell: int, down: int) -> int:
    """Return the hand score of a free card, face up (``down`` 0) or face down (1)."""
    return row[DOWN + cell] if down else row[UP + cell]


def bonus(row: Row, cell: int, seat: int) -> int:
    """Return what ``seat``'s own face-up chips around ``cell`` are worth: 2 at an edge, 1 at a corner."""
    place = row[GRID] * LARGEST + cell
    points = 0
    for index in range(NEIGHBOURS[place]):
        near = NEIGHBOUR[8 * place + index]
        if row[CHIP + near] == 1 + seat and row[DEAD + near] == 0:
            points += EDGE_BONUS if index < EDGES[place] else CORNER_BONUS
    return points


def rescore_neighbours(row: Row, cell: int) -> None:
    """Bring the hand scores of the free cards around ``cell`` up to date."""
    place = row[GRID] * LARGEST + cell
    for index in range(NEIGHBOURS[place]):
        near = NEIGHBOUR[8 * place + index]
        if row[CHIP + near] == 0:
            rescore(row, near)


def rescore(row: Row, cell: int) -> None:
    """Work out the hand scores of one free card, up and down."""
    around = living_neighbours(row, cell)
    row[UP + cell] = HAND_SCORE[classify(around | 1 << row[CARD + cell])]
    row[DOWN + cell] = HAND_SCORE[classify_with_wild(around)]


def living_neighbours(row: Row, cell: int) -> int:
    """Return the face-up cards around ``cell``, itself excepted, as a mask (``parts.cards``)."""
    place = row[GRID] * LARGEST + cell
    mask = 0
    for index in range(NEIGHBOURS[place]):
        near = NEIGHBOUR[8 * place + index]
        mask |= (1 - row[DEAD + near]) << row[CARD + near]
    return mask


def scores(row: Row, out: Row) -> None:
    """Write both totals."""
    out[0] = row[SCORE]
    out[1] = row[SCORE + 1]


def returns(row: Row, out: MutableSequence[float]) -> None:
    """The higher total wins."""
    lead = row[SCORE] - row[SCORE + 1]
    out[0] = 1.0 if lead > 0 else 0.0 if lead < 0 else 0.5
    out[1] = 1.0 - out[0]


# --- who can still win: plain Python, for people ---------------------------------------------------------------------


def can_win(row: Row, seat: int) -> bool:
    """Return whether a seat would win if it got the best of the free cards, and the other the least from the rest.

    Each free card is reckoned at the most it can bring the seat, or the least it can bring the other; both in halves of
    a point, for two free cards next to each other share the bonus that one may get from the other.
    """
    if row[DEALT] < row[CELLS]:
        return True
    other, left = 1 - seat, row[LEFT]
    turns = (left + (row[TURN] == seat)) // 2
    free = [cell for cell in range(row[CELLS]) if row[CHIP + cell] == 0]
    least = {cell: 2 * least_gain(row, cell, other) for cell in free}
    swings = sorted((twice_most_gain(row, cell, seat) + least[cell] for cell in free), reverse=True)
    lead = 2 * (row[SCORE + seat] - row[SCORE + other])
    return lead + sum(swings[:turns]) - sum(least.values()) > 0


def twice_most_gain(row: Row, cell: int, seat: int) -> int:
    """Return twice what a free card can bring a seat at most: hands only get worse, and its own chips may come near."""
    return 2 * (row[DOWN + cell] + bonus(row, cell, seat)) + open_bonus(row, cell)


def open_bonus(row: Row, cell: int) -> int:
    """Return the bonus that chips on the free cards around a cell could still give."""
    return sum(EDGE_BONUS if at_edge else CORNER_BONUS for near, at_edge in around(row, cell) if row[CHIP + near] == 0)


def least_gain(row: Row, cell: int, seat: int) -> int:
    """Return what a free card brings a seat at least: what it makes with the chips that lie face up for good."""
    stays = [near for near, _ in around(row, cell) if row[CHIP + near] > 0 and row[DEAD + near] == 0]
    cards = sum(1 << row[CARD + near] for near in (*stays, cell))
    return HAND_SCORE[classify(cards)] + bonus(row, cell, seat)


def around(row: Row, cell: int) -> list[tuple[int, bool]]:
    """Return the cells around one, each with whether they share an edge."""
    place = row[GRID] * LARGEST + cell
    count, edges = NEIGHBOURS[place], EDGES[place]
    return [(NEIGHBOUR[8 * place + index], index < edges) for index in range(count)]
