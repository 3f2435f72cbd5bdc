"""Exact values near the end of games with chance: everything that may come, weighed by how likely it is."""

import math
from collections.abc import Callable
from typing import Any, Final

from fivefold.contract import CHANCE, NOBODY, Row
from fivefold.engine.functions import RuleFunctions
from fivefold.engine.kernels import Jit, Kernels, announced

MOST_PLIES: Final = 60
"""Moves to the end of a game, those of chance too, that are followed at most."""


def make_exact_value(
    rules: RuleFunctions, jit: Jit, kernel: Jit
) -> Callable[[Any, Any, Any, Any, Any, int, int], float]:
    """Make ``exact_value(rows, moves, points, shares, left, seats, ply) -> value``: what ``rows[ply]`` is worth to the
    first of two seats (its share of the win), or to the only one (its points), if everybody plays as well as can be.

    ``rows``: int64[plies, SIZE]; ``moves``: int64[plies, MAX_MOVES]; ``points``: int64[seats]; ``shares``:
    float[seats]. ``left``: int64[1], how many positions it may look at; below 0 they were too few, and the value means
    nothing.
    """
    to_move, legal_moves, play, size = rules.to_move, rules.legal_moves, rules.play, rules.size
    scores, returns = rules.scores, rules.returns

    @kernel
    def exact_value(rows: Any, moves: Any, points: Any, shares: Any, left: Any, seats: int, ply: int) -> float:
        row, value = rows[ply], 0.0
        mover = to_move(row)
        if mover == NOBODY:
            scores(row, points)
            returns(row, shares)
            return float(points[0]) if seats == 1 else float(shares[0])
        count = legal_moves(row, moves[ply])
        left[0] -= count if ply + 1 < len(rows) else left[0] + 1
        for index in range(count if left[0] >= 0 else 0):
            child = rows[ply + 1]
            for place in range(size):
                child[place] = row[place]
            play(child, moves[ply][index])
            found = exact_value(rows, moves, points, shares, left, seats, ply + 1)
            if mover == CHANCE:
                value += found / count
            elif index == 0 or (found > value if mover == 0 else found < value):
                value = found
        return value

    return exact_value


def exact_value(kernels: Kernels, row: Row, seats: int, nodes: int) -> float:
    """Return what a position is worth to the first of two seats, 0 to 1, or in points to the only one; ``nan`` where
    more than so many positions would have to be looked at."""
    value = announced(kernels, make_exact_value, kernels.rules)
    rows, moves = kernels.zeros(MOST_PLIES, kernels.rules.size), kernels.zeros(MOST_PLIES, kernels.rules.max_moves)
    left = kernels.zeros(1)
    left[0] = nodes
    for place, cell in enumerate(row):
        rows[0][place] = cell
    found = value(rows, moves, kernels.zeros(seats), kernels.floats(seats), left, seats, 0)
    return float(found) if left[0] >= 0 else math.nan
