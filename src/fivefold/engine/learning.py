"""A table of weights learnt by self-play, each seat for its own points (``Learning``): the kernel, its workspace.

A position right after a move is worth what is settled in it and the sum of the weights of its features. The player
makes the move that is worth most, now and then another. Each time it sees what its next position is worth, it moves the
weights of the one before towards that (temporal differences, Sutton 1988), by no more than the whole difference.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from fivefold.contract import CHANCE, NOBODY, Learning
from fivefold.engine.functions import RuleFunctions
from fivefold.engine.kernels import Jit
from fivefold.parts.dice import below

NOW, BEFORE = 0, 1
SURE: Final = 1 << 16
"""``explore`` of this many moves are drawn at random; see ``make_learn``."""


class Workspace(NamedTuple):
    """The arrays of learning: int64 or, where it says so, float (or lists of such shapes in plain Python)."""

    rows: Any
    """[3, SIZE]: the start, the game, the position after a move that is tried."""
    moves: Any
    """[MAX_MOVES]"""
    features: Any
    """[1 + seats, MOST_FEATURES]: of a move that is tried or made, and from ``BEFORE`` on of each seat's last one."""
    known: Any
    """[seats]: how many features there were after that move; 0 before the first one."""
    settled: Any
    """[seats]: the points settled after it."""
    weights: Any
    """[WEIGHTS] float"""
    visits: Any
    """[WEIGHTS]: how often each has been learnt."""
    dice: Any
    """[1]"""
    points: Any
    """[seats]: scratch."""


def make_learn(
    rules: RuleFunctions, learning: Learning, jit: Jit, kernel: Jit
) -> Callable[[Workspace, int, float, int], int]:
    """Make ``learn(workspace, games, rate, explore) -> points``: play games and learn from them.

    ``rate``: the least part of each error that is corrected, a weight seldom seen learns faster; ``explore``: how
    many moves in ``SURE`` are drawn at random. Returns the points of all games, added up.
    """
    to_move, legal_moves, play, scores, size = rules.to_move, rules.legal_moves, rules.play, rules.scores, rules.size
    features_of, settled_of = learning.features, learning.settled

    @jit
    def worth(workspace: Any, kind: int, count: int) -> float:
        total = 0.0
        for index in range(count):
            total += workspace.weights[workspace.features[kind][index]]
        return total

    @jit
    def best_move(workspace: Any, seat: int, count: int) -> int:
        row, tried, best, most = workspace.rows[1], workspace.rows[2], 0, -1e18
        for index in range(count):
            for place in range(size):
                tried[place] = row[place]
            play(tried, workspace.moves[index])
            features = features_of(tried, seat, workspace.features[NOW])
            found = settled_of(tried, seat) + worth(workspace, NOW, features)
            if found > most:
                best, most = index, found
        return best

    @jit
    def correct(workspace: Any, seat: int, error: float, rate: float) -> None:
        features, count, moved = workspace.features[BEFORE + seat], workspace.known[seat], 0.0
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
    def see(workspace: Any, seat: int, rate: float) -> None:
        row, known = workspace.rows[1], workspace.known[seat]
        count, settled = features_of(row, seat, workspace.features[NOW]), settled_of(row, seat)
        if known > 0 and rate > 0.0:
            # Weighed anew: another seat may have learnt from the same weights since.
            before = workspace.settled[seat] + worth(workspace, BEFORE + seat, known)
            correct(workspace, seat, settled + worth(workspace, NOW, count) - before, rate)
        for place in range(count):
            workspace.features[BEFORE + seat][place] = workspace.features[NOW][place]
        workspace.known[seat], workspace.settled[seat] = count, settled

    @jit
    def play_game(workspace: Any, rate: float, explore: int) -> None:
        row = workspace.rows[1]
        for place in range(size):
            row[place] = workspace.rows[0][place]
        for seat in range(len(workspace.known)):
            workspace.known[seat] = 0
        while to_move(row) != NOBODY:
            count, seat = legal_moves(row, workspace.moves), to_move(row)
            if seat == CHANCE:
                play(row, workspace.moves[below(workspace.dice, count)])
                continue
            exploring = below(workspace.dice, SURE) < explore
            index = below(workspace.dice, count) if exploring else best_move(workspace, seat, count)
            play(row, workspace.moves[index])
            see(workspace, seat, 0.0 if exploring else rate)

    @kernel
    def learn(workspace: Any, games: int, rate: float, explore: int) -> int:
        total = 0
        for _ in range(games):
            play_game(workspace, rate, explore)
            scores(workspace.rows[1], workspace.points)
            for seat in range(len(workspace.points)):
                total += workspace.points[seat]
        return int(total)

    return learn
