"""A table of weights learnt by self-play, for a game that one plays alone (``Learning``): the kernel, its workspace.

A position right after a move is worth what is settled in it and the sum of the weights of its features. The player
makes the move that is worth most, now and then another. Each time it sees what the next position is worth, it moves the
weights of the one before towards that (temporal differences, Sutton 1988), by no more than the whole difference.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from fivefold.contract import CHANCE, NOBODY, Learning
from fivefold.engine.functions import RuleFunctions
from fivefold.engine.kernels import Jit
from fivefold.parts.dice import below

SURE: Final = 1 << 16
"""``explore`` of this many moves are drawn at random; see ``make_learn``."""


class Workspace(NamedTuple):
    """The arrays of learning: int64 or, where it says so, float (or lists of such shapes in plain Python)."""

    rows: Any
    """[3, SIZE]: the start, the game, the position after a move that is tried."""
    moves: Any
    """[MAX_MOVES]"""
    features: Any
    """[3, MOST_FEATURES]: of the position before, of a move that is tried, of the best one."""
    weights: Any
    """[WEIGHTS] float"""
    visits: Any
    """[WEIGHTS]: how often each has been learnt."""
    dice: Any
    """[1]"""
    points: Any
    """[1]: scratch."""


def make_learn(
    rules: RuleFunctions, learning: Learning, jit: Jit, kernel: Jit
) -> Callable[[Workspace, int, float, int], int]:
    """Make ``learn(workspace, games, rate, explore) -> points``: play games and learn from them.

    ``rate``: the least part of each error that is corrected, a weight seldom seen learns faster; ``explore``: how
    many moves in ``SURE`` are drawn at random. Returns the points of all games, added up.
    """
    to_move, legal_moves, play, scores, size = rules.to_move, rules.legal_moves, rules.play, rules.scores, rules.size
    features_of, settled = learning.features, learning.settled

    @jit
    def worth(workspace: Any, kind: int, count: int) -> float:
        total = 0.0
        for index in range(count):
            total += workspace.weights[workspace.features[kind][index]]
        return total

    @jit
    def best_move(workspace: Any, count: int) -> int:
        row, tried, best, most = workspace.rows[1], workspace.rows[2], 0, -1e18
        for index in range(count):
            for place in range(size):
                tried[place] = row[place]
            play(tried, workspace.moves[index])
            found = settled(tried) + worth(workspace, 1, features_of(tried, workspace.features[1]))
            if found > most:
                best, most = index, found
        return best

    @jit
    def correct(workspace: Any, count: int, error: float, rate: float) -> None:
        features, moved = workspace.features[0], 0.0
        for index in range(count):
            at = features[index]
            workspace.visits[at] += 1
            # A weight that counts several times, as an empty line's does, moves the sum as often.
            for other in range(count):
                if features[other] == at:
                    moved += max(rate, 1.0 / (1.0 + workspace.visits[at]))
        # Where that would correct more than the whole error, weights would overshoot further each time.
        part = error / max(moved, 1.0 * count)
        for index in range(count):
            at = features[index]
            workspace.weights[at] += max(rate, 1.0 / (1.0 + workspace.visits[at])) * part

    @jit
    def play_game(workspace: Any, rate: float, explore: int) -> None:
        row, known, before = workspace.rows[1], 0, 0.0
        for place in range(size):
            row[place] = workspace.rows[0][place]
        while to_move(row) != NOBODY:
            count = legal_moves(row, workspace.moves)
            if to_move(row) == CHANCE:
                play(row, workspace.moves[below(workspace.dice, count)])
                continue
            exploring = below(workspace.dice, SURE) < explore
            index = below(workspace.dice, count) if exploring else best_move(workspace, count)
            play(row, workspace.moves[index])
            found = features_of(row, workspace.features[2])
            now = settled(row) + worth(workspace, 2, found)
            if known > 0 and not exploring:
                correct(workspace, known, now - before, rate)
            for place in range(found):
                workspace.features[0][place] = workspace.features[2][place]
            known, before = found, now

    @kernel
    def learn(workspace: Any, games: int, rate: float, explore: int) -> int:
        total = 0
        for _ in range(games):
            play_game(workspace, rate, explore)
            scores(workspace.rows[1], workspace.points)
            total += workspace.points[0]
        return int(total)

    return learn
