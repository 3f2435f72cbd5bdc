"""Positions to measure on, random play, and the arrays that kernels want."""

import random
from collections.abc import Callable
from typing import Any, NamedTuple

from fivefold.contract import NOBODY, AlphaBeta, Game, Row
from fivefold.engine.functions import RuleFunctions
from fivefold.engine.kernels import Jit, Kernels
from fivefold.parts import dice as generator
from fivefold.play.match import Match


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


class Walk(NamedTuple):
    """What ``make_random_plies`` works on: ``row``, ``start``, ``moves``, ``dice``."""

    row: Any
    start: Any
    moves: Any
    dice: Any


def walk(kernels: Kernels, match: Match) -> Walk:
    """Return arrays for random play that begins, and begins again, from the match's position."""
    size, longest = kernels.rules.size, kernels.rules.max_moves
    made = Walk(kernels.zeros(size), kernels.zeros(size), kernels.zeros(longest), kernels.zeros(1))
    for place, cell in enumerate(match.row):
        made.row[place] = made.start[place] = cell
    return made


def begin_again(made: Walk) -> None:
    """Put the walk back to its start."""
    for place, cell in enumerate(made.start):
        made.row[place] = cell


def bound_of(game: Game) -> Callable[[Row], int]:
    """Return what tells how many plies can follow, in a game that alpha-beta plays."""
    assert isinstance(game.search, AlphaBeta)  # noqa: S101  only such games are measured so
    return game.search.remaining


def played_until(match: Match, left: int, seed: int) -> Match:
    """Play the match at random until at most ``left`` plies can follow; return it."""
    choices, remaining = random.Random(seed), bound_of(match.game)
    while match.to_move != NOBODY and remaining(match.row) > left:
        match.make(choices.choice(match.legal()))
    return match
