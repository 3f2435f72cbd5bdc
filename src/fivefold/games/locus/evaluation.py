"""What search wants to know of Locus Poker. One point of the game is a hundred here, so that estimates can be finer.

The three weights of ``value`` are a least-squares fit of what was still to be won to 12,000 positions of 1,500 games
between searches of 1,500 positions a move.
"""

from typing import Final

from fivefold.contract import Fitted, Row
from fivefold.games.locus.rules import (
    CELLS,
    CHIP,
    DEAD,
    EDGES,
    GRID,
    LARGEST,
    LEFT,
    NEIGHBOUR,
    NEIGHBOURS,
    SCORE,
    TURN,
    gain,
)

FINE = 100
"""Units of ``value`` to a point."""
POINTS_SCALE = 250.0
BONUS_WORTH = 52
"""What a point of possible bonus on a free card is worth: half, for the other player may take the card."""

INITIATIVE = 17
"""What it is worth to be the one to choose next, for every free card."""
ODD_TURN = 100
"""What it is worth to have one turn more than the other still to come."""

MASK62 = (1 << 62) - 1
MULTIPLIER = 0x2545F4914F6CDD1D


def value(row: Row, out: Row) -> None:
    """Write each seat's points and, before the end, what its chips promise on the free cards around them."""
    mover = row[TURN]
    out[mover] = FINE * row[SCORE + mover] + INITIATIVE * row[LEFT] + ODD_TURN * (row[LEFT] & 1)
    out[1 - mover] = FINE * row[SCORE + 1 - mover]
    for cell in range(row[CELLS]):
        if row[CHIP + cell] > 0 and row[DEAD + cell] == 0:
            out[row[CHIP + cell] - 1] += BONUS_WORTH * free_bonus(row, cell)


def free_bonus(row: Row, cell: int) -> int:
    """Return the bonus points a face-up chip on ``cell`` offers on the free cards around it."""
    place = row[GRID] * LARGEST + cell
    points = 0
    for index in range(NEIGHBOURS[place]):
        if row[CHIP + NEIGHBOUR[8 * place + index]] == 0:
            points += 2 if index < EDGES[place] else 1
    return points


def banked(row: Row) -> int:
    """Return seat 0's lead in the units of ``value``."""
    return FINE * (row[SCORE] - row[SCORE + 1])


def merit(row: Row, move: int) -> int:
    """Return what the turn scores, and beyond that the investment of a chip that stays face up."""
    if move & 1:
        return FINE * gain(row, move)
    return FINE * gain(row, move) + BONUS_WORTH * free_bonus(row, move >> 1)


def key(row: Row) -> int:
    """Hash chips, dead cards and the turn; the scores are banked and the deal does not change in a match."""
    mixed = row[TURN] + 1
    for cell in range(row[CELLS]):
        state = 3 * (1 - row[DEAD + cell]) * row[CHIP + cell] + 7 * row[DEAD + cell]
        mixed = ((mixed ^ (mixed >> 29)) * MULTIPLIER + state) & MASK62
    return (mixed ^ (mixed >> 31)) & MASK62


def remaining(row: Row) -> int:
    """Return the number of free cards: every turn takes one."""
    return row[LEFT]


# --- the same estimate as weighted features, for fivefold fit --------------------------------------------------------


def features(row: Row, seat: int, out: Row) -> None:
    """Write a seat's points, its possible bonus points on free cards, and for the mover the turns to come."""
    out[0] = row[SCORE + seat]
    out[1] = 0
    for cell in range(row[CELLS]):
        if row[CHIP + cell] == seat + 1 and row[DEAD + cell] == 0:
            out[1] += free_bonus(row, cell)
    out[2] = row[LEFT] if seat == row[TURN] else 0
    out[3] = out[2] & 1


FITTED: Final = Fitted(
    names=("a point", "a possible bonus point", "to move, for every free card", "one turn more to come"),
    weights=(FINE, BONUS_WORTH, INITIATIVE, ODD_TURN),
    features=features,
    fixed=0,
)
