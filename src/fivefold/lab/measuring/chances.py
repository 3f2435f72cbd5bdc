"""What the engine says of positions in games between like opponents, and how those games ended."""

import random
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import Final, NamedTuple

from fivefold.contract import ANYONE, Game
from fivefold.engine.budget import Budget
from fivefold.engine.calibration import remaining_after, sides_of
from fivefold.engine.compile import kernels_of
from fivefold.engine.opponents import new_search
from fivefold.house.computers.analysis import budget_of
from fivefold.lab.measuring.pairing import Matchup, Task, derived_seed, finished_match, positions_job
from fivefold.lab.running.job import Job
from fivefold.play.match import Match
from fivefold.play.observation import observed

LOOKS: Final = 3
"""Positions looked at in each game, one in each third of its decisions."""
UNKNOWN: Final = -1


class Look(NamedTuple):
    """One position in which a player was to move."""

    game: int
    """The number of the game: positions of one game share its result."""
    chance: float
    """The mover's side's, as the search gives it."""
    result: float
    """The mover's side's: 1 won, 0 lost, between them shared."""
    decisions: int
    """How many there were before it,"""
    remaining: int
    """and how many plies there can be after it, ``UNKNOWN`` where the game does not say."""
    length: int
    """How many decisions the game had in all."""


def looks_job(matchup: Matchup, pairs: int, look: float, title: str) -> Job[Task, list[Look], list[Look]]:
    """Return the job of playing so many pairs and asking the engine about some positions.

    ``look``: factor on the positions that a review looks at.
    """
    return positions_job(
        matchup, pairs, title, partial(looks_of_pair, look), lambda data: Look(*data), "looks", look, LOOKS
    )


def looks_of_pair(look: float, task: Task) -> list[Look]:
    """Play both games of a pair and return what the engine says of some of their positions."""
    seed, first = task.matchup.seed, 2 * task.number
    return [
        found
        for half in (0, 1)
        for found in looks_of_match(finished_match(task, half)[0], first + half, derived_seed(seed, first + half), look)
    ]


def looks_of_match(match: Match, number: int, seed: int, look: float) -> Iterator[Look]:
    """Yield what the engine says of a position in each third of a finished match; ``seed`` draws them."""
    assert match.outcome is not None  # noqa: S101  callers pass finished matches
    sides, budget = sides_of(match), budget_of(match.game).scaled(look)
    plies = [ply for ply in match.replay() if ply.mover >= 0]
    for place in drawn_places(len(plies), seed):
        ply = plies[place]
        side = [seat for seat, each in enumerate(sides) if each == sides[ply.mover]]
        left = remaining_after(match.game, list(ply.before))
        yield Look(
            game=number,
            chance=sum(shares(match.game, ply.before, ply.mover, budget, len(sides))[seat] for seat in side),
            result=sum(match.outcome.returns[seat] for seat in side),
            decisions=place,
            remaining=UNKNOWN if left is None else left,
            length=len(plies),
        )


def shares(game: Game, row: Sequence[int], mover: int, budget: Budget, seats: int) -> tuple[float, ...]:
    """Return each seat's chance to win as a review searches it, for the seat that moved."""
    turn = game.rules.to_move(list(row))
    seen = list(row) if turn == ANYONE else observed(game, row, mover)
    return new_search(kernels_of(game), seats, budget).think(list(seen), budget, seat=mover).shares


def drawn_places(decisions: int, seed: int) -> list[int]:
    """Return one place in each third of so many decisions, fewer in a game of fewer."""
    chance, edges = random.Random(seed), [decisions * part // LOOKS for part in range(LOOKS + 1)]
    return [chance.randrange(low, high) for low, high in pairwise(edges) if low < high]
