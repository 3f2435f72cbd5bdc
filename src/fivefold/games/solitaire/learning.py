"""How the tables of ``worth`` are learnt: a line that is not complete has the weight of its pattern and phase."""

import math
from typing import Final

from fivefold.games.solitaire.hands import COMPLETE, SIZE_SHIFT
from fivefold.games.solitaire.patterns import PATTERNS, line_pattern, ranks_left, suits_left
from fivefold.games.solitaire.places import LINES
from fivefold.games.solitaire.row import FILLED, MODE, ONE_HAND, PAT, SCORING
from fivefold.games.solitaire.scoring import counted_lines, key_points, line_key
from fivefold.games.solitaire.standing import phase_of
from fivefold.games.solitaire.worth import HUNDRED, PHASES
from fivefold.play.contract import Row

WEIGHTS: Final = PATTERNS * PHASES
MOST_FEATURES: Final = 2 * LINES
LEAST_CHANCE, MOST_CHANCE = 0.004, 0.99
"""Between these a chance of pat is kept: its logarithm is stored."""


def features(row: Row, out: Row) -> int:
    """Write the weights of the lines that are not complete."""
    count, ranks, suits = 0, ranks_left(row, 0), suits_left(row, 0)
    for square in range(1 if row[MODE] == ONE_HAND else 2):
        phase = phase_of(row, square, row[FILLED + square])
        for line in range(counted_lines(row, square)):
            key = line_key(row, square, line)
            if key >> SIZE_SHIFT < COMPLETE:
                out[count] = PHASES * line_pattern(row, key, ranks, suits) + phase
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


def stored(row: Row, weight: float) -> int:
    """Return a weight in hundredths of a point; with pat a hundred times its logarithm."""
    if row[SCORING] == PAT:
        return round(HUNDRED * math.log(min(MOST_CHANCE, max(LEAST_CHANCE, weight))))
    return round(HUNDRED * weight)
