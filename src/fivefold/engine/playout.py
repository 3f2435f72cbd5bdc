"""Kernels that walk through games: random play, and perft."""

from collections.abc import Callable
from typing import Any

from fivefold.contract import NOBODY
from fivefold.engine.functions import RuleFunctions
from fivefold.engine.kernels import Jit
from fivefold.parts import dice as generator


def make_random_plies(rules: RuleFunctions, jit: Jit, kernel: Jit) -> Callable[[Any, Any, Any, Any, int], int]:
    """Make ``random_plies(row, start, moves, dice, plies) -> games ended``.

    Plays ``plies`` random plies (int) on ``row`` (int64[SIZE]) in place; begins again from ``start`` (int64[SIZE])
    whenever a game ends. ``moves`` is int64[MAX_MOVES] scratch, ``dice`` int64[1] the generator's state.
    """
    to_move, legal_moves, play = rules.to_move, rules.legal_moves, rules.play
    below, size = jit(generator.below), rules.size

    @kernel
    def random_plies(row: Any, start: Any, moves: Any, dice: Any, plies: int) -> int:
        ended = 0
        for _ in range(plies):
            if to_move(row) == NOBODY:
                ended += 1
                for place in range(size):
                    row[place] = start[place]
            count = legal_moves(row, moves)
            play(row, moves[below(dice, count)])
        return ended

    return random_plies


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
