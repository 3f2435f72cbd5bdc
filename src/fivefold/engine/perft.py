"""Perft: how many sequences of moves a position allows, depth by depth; what move generators are checked with."""

from collections.abc import Callable
from typing import Any

from fivefold.contract import NOBODY
from fivefold.contract.errors import InvalidOption
from fivefold.engine.functions import RuleFunctions
from fivefold.engine.kernels import Jit, announced
from fivefold.engine.opponents import load_kernels
from fivefold.play.match import Match


def make_perft(rules: RuleFunctions, jit: Jit, kernel: Jit) -> Callable[[Any, Any, int, int], int]:
    """Make ``perft(rows, moves, ply, depth) -> sequences``: how many sequences of ``depth - ply`` moves begin here.

    ``rows`` is int64[depth + 1, SIZE], the position in row ``ply``; ``moves`` int64[depth + 1, MAX_MOVES] scratch.
    Chance counts as moves. The last ply is counted, not played.
    """
    to_move, legal_moves, play = rules.to_move, rules.legal_moves, rules.play
    size = rules.size

    @kernel
    def perft(rows: Any, moves: Any, ply: int, depth: int) -> int:
        row = rows[ply]
        if to_move(row) == NOBODY:
            return 0
        count = legal_moves(row, moves[ply])
        if ply + 1 >= depth:
            return int(count)
        total = 0
        for index in range(count):
            child = rows[ply + 1]
            for place in range(size):
                child[place] = row[place]
            play(child, moves[ply][index])
            total += perft(rows, moves, ply + 1, depth)
        return total

    return perft


def perft(match: Match, depth: int, compiled: bool = True) -> list[int]:
    """Return the numbers of sequences of 1, 2, … ``depth`` moves from the match's position.

    Chance counts as moves, and so does what the table would play by itself. Raises ``InvalidOption`` for a depth
    below 1.
    """
    if depth < 1:
        raise InvalidOption(f"depth {depth}: sequences have at least one move, so take 1 or more")
    kernels = load_kernels(match.game, compiled)
    rows = kernels.zeros(depth + 1, kernels.rules.size)
    moves = kernels.zeros(depth + 1, kernels.rules.max_moves)
    for place, cell in enumerate(match.row):
        rows[0][place] = cell
    count = announced(kernels, make_perft, kernels.rules)
    return [int(count(rows, moves, 0, plies)) for plies in range(1, depth + 1)]
