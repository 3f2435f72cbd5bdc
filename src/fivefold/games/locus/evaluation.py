"""What search wants to know of Locus Poker. One point of the game is a hundred here, so that estimates can be finer.

What a free card is worth to both together is its hand, what it promises, and the bonus that either has around it. If
free cards did not change each other's worth, both would take them in turn, best first, and whoever moves would come out
ahead by the first less the second, and so on. How much that tells depends on how many are left: the table ``value`` has
weights for each number of free cards, learnt by ``fivefold train``.
"""

from pathlib import Path
from typing import Final

from fivefold.contract import Fitted, Row
from fivefold.games.locus.rules import (
    CELLS,
    CHIP,
    DEAD,
    DOWN,
    EDGES,
    GRID,
    LARGEST,
    LEFT,
    NEIGHBOUR,
    NEIGHBOURS,
    SCORE,
    TURN,
    UP,
)
from fivefold.parts.stored_table import StoredTable

FINE = 100
"""Units of ``value`` to a point."""
POINTS_SCALE = 250.0

POINT, BONUS, IN_TURN, BEST, TO_MOVE, FEATURES = range(6)
"""A seat's points; bonus points it may get on free cards; if it is to move, in halves of a point, by how much it comes
out ahead if both take free cards in turn, and the best of them; and to be to move while there are any."""
WEIGHTS: Final = StoredTable(Path(__file__).parent / "data", "value")
"""At ``FEATURES * free cards + feature``."""

BITS = 4
"""Of each number in ``bonuses``."""
FIFTEEN = (1 << BITS) - 1
PAIRS, FOURS, EIGHTS = 0x1555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F
MASK62 = (1 << 62) - 1
MULTIPLIER = 0x2545F4914F6CDD1D


def value(row: Row, out: Row) -> None:
    """Write each seat's points and, before the end, what the free cards promise it."""
    mover, weights = row[TURN], FEATURES * row[LEFT]
    out[0], out[1] = FINE * row[SCORE], FINE * row[SCORE + 1]
    in_turn = best = 0
    for cell in range(row[CELLS]):
        if row[CHIP + cell] == 0:
            near = bonuses(row, cell)
            out[0] += WEIGHTS[weights + BONUS] * (near >> BITS & FIFTEEN)
            out[1] += WEIGHTS[weights + BONUS] * (near >> 2 * BITS)
            worth = max(open_worth(row, cell, near), turned_worth(row, cell, near))
            best = max(best, worth)
            # Of bits of which as many are set as a card is worth, those stay that an odd number of cards has: as many
            # as the best is worth less the second, and so on.
            in_turn ^= (1 << worth) - 1
    if row[LEFT] > 0:
        out[mover] += WEIGHTS[weights + IN_TURN] * ones(in_turn) + WEIGHTS[weights + BEST] * best
        out[mover] += WEIGHTS[weights + TO_MOVE]


def bonuses(row: Row, cell: int) -> int:
    """Return three numbers of ``BITS`` bits: the bonus points that free cards around a cell may still bring a chip on
    it, those that the chips of seat 0 bring it, and those of seat 1.
    """
    place = row[GRID] * LARGEST + cell
    points = 0
    for index in range(NEIGHBOURS[place]):
        near = NEIGHBOUR[8 * place + index]
        if row[DEAD + near] == 0:
            points += (2 if index < EDGES[place] else 1) << BITS * row[CHIP + near]
    return points


def open_worth(row: Row, cell: int, near: int) -> int:
    """Return what a free card is worth face up, in halves of a point: a bonus not taken yet counts half."""
    return 2 * row[UP + cell] + (near & FIFTEEN) + (near >> BITS & FIFTEEN) + (near >> 2 * BITS)


def turned_worth(row: Row, cell: int, near: int) -> int:
    """Return what a free card is worth face down, in halves of a point."""
    return 2 * row[DOWN + cell] + (near >> BITS & FIFTEEN) + (near >> 2 * BITS)


def ones(number: int) -> int:
    """Return how many bits of a number below 2 ** 62 are set: of all neighbouring pairs at once, fours, eights."""
    number -= number >> 1 & PAIRS
    number = (number & FOURS) + (number >> 2 & FOURS)
    number = number + (number >> 4) & EIGHTS
    number += number >> 8
    number += number >> 16
    return number + (number >> 32) & 127


def banked(row: Row) -> int:
    """Return seat 0's lead in the units of ``value``."""
    return FINE * (row[SCORE] - row[SCORE + 1])


def merit(row: Row, move: int) -> int:
    """Return what the card is worth to both together: whoever takes it keeps it from the other."""
    cell = move >> 1
    near = bonuses(row, cell)
    return FINE // 2 * (turned_worth(row, cell, near) if move & 1 else open_worth(row, cell, near))


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


# --- the same estimate as weighted features, for fivefold train ------------------------------------------------------


def features(row: Row, seat: int, out: Row) -> None:
    """Write what a seat has, and what the free cards are worth to it if it is to move."""
    free = [cell for cell in range(row[CELLS]) if row[CHIP + cell] == 0]
    near = {cell: bonuses(row, cell) for cell in free}
    ranked = sorted(
        (max(open_worth(row, cell, near[cell]), turned_worth(row, cell, near[cell])) for cell in free), reverse=True
    )
    moves = int(seat == row[TURN] and len(free) > 0)
    out[POINT] = row[SCORE + seat]
    out[BONUS] = sum(near[cell] >> BITS * (1 + seat) & FIFTEEN for cell in free)
    out[IN_TURN] = moves * (sum(ranked[::2]) - sum(ranked[1::2]))
    out[BEST] = moves * max(ranked, default=0)
    out[TO_MOVE] = moves


FITTED: Final = Fitted(
    names=(
        "a point",
        "a bonus point on a free card",
        "ahead if both take cards in turn, half a point",
        "the best free card, half a point",
        "to move",
    ),
    weights=WEIGHTS,
    features=features,
    phase=remaining,
    alike=2,
    set_ups=({"grid": "6x5"}, {"grid": "6x6"}, {"grid": "7x6"}, {"grid": "8x6"}),
    fixed=POINT,
)
