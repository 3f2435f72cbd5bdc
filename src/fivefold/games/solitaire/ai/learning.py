"""How the tables of ``line_value`` are learnt: incomplete lines and empty cells have weights."""

import math
from typing import Final

from fivefold.contract import Row
from fivefold.games.solitaire.ai.line_value import (
    CROSSINGS,
    HUNDRED,
    KIND_BITS,
    PAT_TABLE,
    PHASES,
    WEIGHTS,
    crosses,
    crossing_weight,
    expected_points,
    kind_at,
    learnt,
    phase_of,
)
from fivefold.games.solitaire.ai.patterns import KIND, KIND_COMPLETE, line_pattern, ranks_left, suits_left
from fivefold.games.solitaire.rules.row import (
    CELLS,
    COLUMNS,
    DIAGONALS,
    FILLED,
    LINES,
    MASK,
    MODE,
    ONE_HAND,
    PAT,
    SCORING,
    SIDE,
    SQUARE,
    USER_SCORING,
)
from fivefold.games.solitaire.rules.scoring import COMPLETE, SIZE_SHIFT, counted_lines, key_points, line_key

MOST_FEATURES: Final = 2 * LINES + CELLS
__all__ = ["MOST_FEATURES", "WEIGHTS", "features", "known", "settled", "stored"]

LEAST_CHANCE, MOST_CHANCE = 0.004, 0.99
"""Between these a chance of pat is kept: its logarithm is stored."""


def features(row: Row, out: Row) -> int:
    """Write the weights of the lines that are not complete, and of the crossings of empty cells."""
    count, ranks, suits = 0, ranks_left(row, 0), suits_left(row, 0)
    for square in range(1 if row[MODE] == ONE_HAND else 2):
        phase, kinds = phase_of(row, square, row[FILLED + square]), 0
        for line in range(counted_lines(row, square)):
            key, kind = line_key(row, square, line), KIND_COMPLETE
            if key >> SIZE_SHIFT < COMPLETE:
                pattern = line_pattern(row, key, ranks, suits)
                out[count], kind = PHASES * pattern + phase, KIND[pattern]
                count += 1
            if line < DIAGONALS:
                kinds |= kind << KIND_BITS * line
        if crosses(row, square):
            count = crossings(row, square, kinds, phase, out, count)
    return count


def crossings(row: Row, square: int, kinds: int, phase: int, out: Row, count: int) -> int:
    """Write the weights of a square's crossings behind the ``count`` that are there; return how many there are then."""
    for cell in range(SQUARE):
        if row[MASK + square] >> cell & 1 == 0:
            out[count] = crossing_weight(kind_at(kinds, cell // SIDE), kind_at(kinds, COLUMNS + cell % SIDE), phase)
            count += 1
    return count


def settled(row: Row) -> int:
    """Return the points of the complete lines."""
    total = 0
    for square in range(1 if row[MODE] == ONE_HAND else 2):
        for line in range(counted_lines(row, square)):
            key = line_key(row, square, line)
            if key >> SIZE_SHIFT == COMPLETE:
                total += key_points(row, key)
    return total


def known(row: Row) -> list[float]:
    """Return the weights of the table in use; not compiled."""
    if row[SCORING] == PAT:
        return [math.exp(number / HUNDRED) for number in PAT_TABLE] + [0.0] * (WEIGHTS - len(PAT_TABLE))
    if row[SCORING] == USER_SCORING:
        expected = [expected_points(row, at // PHASES, at % PHASES) / HUNDRED for at in range(CROSSINGS)]
        return expected + [0.0] * (WEIGHTS - CROSSINGS)
    return [learnt(row, 0, at) / HUNDRED for at in range(WEIGHTS)]


def stored(row: Row, weight: float) -> int:
    """Return a weight in hundredths of a point; with pat a hundred times its logarithm."""
    if row[SCORING] == PAT:
        return round(HUNDRED * math.log(min(MOST_CHANCE, max(LEAST_CHANCE, weight))))
    return round(HUNDRED * weight)
