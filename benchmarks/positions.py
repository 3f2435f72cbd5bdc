"""Positions to measure on, and the arrays that kernels want."""

import random
from collections.abc import Callable
from typing import Any, NamedTuple

from fivefold.contract import NOBODY, AlphaBeta, Game, Row
from fivefold.engine.kernels import Kernels
from fivefold.play.match import Match


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
