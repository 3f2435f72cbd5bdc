"""What search needs to know of Poker Solitaire: points as the scoring counts them; for pat see ``pat_value``."""

import math
from typing import Final

from fivefold.contract import NOBODY, Row
from fivefold.games.solitaire.ai.line_value import HUNDRED, phase_of, square_worth
from fivefold.games.solitaire.ai.patterns import ranks_left, suits_left
from fivefold.games.solitaire.ai.policy import move_worth
from fivefold.games.solitaire.rules.row import (
    BEST_OF_TWO,
    FILLED,
    MODE,
    ONE_HAND,
    PAT,
    RACE,
    SCORING,
    SIDE,
    SQUARE,
    TURN,
)
from fivefold.games.solitaire.rules.scoring import line_points, square_points

POINTS_SCALE = 20.0
"""This many points ahead are a 73 % chance to win."""

PAT_WON: Final = 10_000
"""The value of a square that is pat."""


def value(row: Row, out: Row) -> None:
    """Write what each player can expect in the end, in points; at the end the points."""
    out[0] = square_value(row, 0)
    if row[MODE] >= RACE:
        out[1] = square_value(row, 1)
    elif row[MODE] == BEST_OF_TWO:
        out[0] = max(out[0], square_value(row, 1))
    elif row[MODE] != ONE_HAND:
        out[0] += square_value(row, 1)


def square_value(row: Row, square: int) -> int:
    """Return the points that a square can be expected to have in the end."""
    if row[SCORING] == PAT:
        return pat_value(row, square)
    if row[TURN] == NOBODY or row[FILLED + square] == SQUARE:
        return square_points(row, square)
    ranks, suits = ranks_left(row, 0), suits_left(row, 0)
    phase = phase_of(row, square, row[FILLED + square])
    return square_worth(row, square, ranks, suits, phase) // HUNDRED


def pat_value(row: Row, square: int) -> int:
    """Return the chance that a square becomes pat, in parts of ``PAT_WON``; between two players only that counts.

    For one player each row that is pat adds a little: that tells moves apart in a game that is lost.
    """
    rows, over = 0, row[TURN] == NOBODY
    for line in range(SIDE):
        rows += min(line_points(row, square, line), 1)
    if rows == SIDE:
        return PAT_WON
    little = 0 if row[MODE] >= RACE else rows * rows
    if over or row[FILLED + square] == SQUARE:
        return little
    ranks, suits = ranks_left(row, 0), suits_left(row, 0)
    phase = phase_of(row, square, row[FILLED + square])
    return int(PAT_WON * math.exp(square_worth(row, square, ranks, suits, phase) / HUNDRED)) + little


def merit(row: Row, move: int) -> int:
    """Return what a legal move is worth to its player at first sight, in hundredths of a point."""
    return move_worth(row, move)
