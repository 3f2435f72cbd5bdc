"""The best arrangement of a finished game's cards that can be found in a given time (``Hindsight``)."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from fivefold.contract import Hindsight, Row
from fivefold.contract.errors import InvalidOption, MatchOver
from fivefold.engine.kernels import Jit, Kernels
from fivefold.parts import dice
from fivefold.play.match import Match

ROUND_STEPS: Final = 400_000
"""Steps of one round of searching; the next round begins where the cards came to lie, with other random numbers."""
PLAIN_ROUND_STEPS: Final = 4_000


@dataclass(frozen=True, slots=True)
class Arranged:
    """The best arrangement found of the cards that a seat had."""

    seat: int
    row: tuple[int, ...]
    """The finished position with the cards laid like this, to be drawn."""
    points: int
    seconds: float


def make_improve(hindsight: Hindsight, jit: Jit, kernel: Jit) -> Callable[[Any, int, Any, Any, int], int]:
    """Make ``improve(row, seat, arrangement, dice, steps) -> worth``: see ``contract.Hindsight``."""
    improve = hindsight.improve

    @kernel
    def improve_it(row: Any, seat: int, arrangement: Any, dice: Any, steps: int) -> int:
        return int(improve(row, seat, arrangement, dice, steps))

    return improve_it


def make_plan(hindsight: Hindsight, jit: Jit, kernel: Jit) -> Callable[[Any, int, Any, Any, int], int]:
    """Make ``plan(row, seat, arrangement, dice, steps) -> move``: see ``contract.Hindsight``."""
    plan = hindsight.plan

    @kernel
    def plan_it(row: Any, seat: int, arrangement: Any, dice: Any, steps: int) -> int:
        return int(plan(row, seat, arrangement, dice, steps))

    return plan_it


def arrange(kernels: Kernels, match: Match, seat: int, seconds: float, salt: int = 1) -> Arranged:
    """Search this many seconds, at least one round, for the best arrangement of the cards a seat had.

    Raises ``MatchOver`` while the match goes on, ``InvalidOption`` in a game without hindsight or such a seat.
    """
    hindsight = match.game.extra_of(Hindsight)
    if hindsight is None:
        raise InvalidOption(f"hindsight: {match.game.name} has none")
    if match.outcome is None:
        raise MatchOver("hindsight: you get it when the match is over")
    if not 0 <= seat < len(match.seats):
        raise InvalidOption(f"hindsight: seat {seat}; there are 0 to {len(match.seats) - 1}")
    started = time.perf_counter()
    laid, scores = list(match.row), [0] * len(match.seats)
    hindsight.lay(laid, seat, _best_arrangement(kernels, hindsight, match.row, seat, started + seconds, salt))
    match.game.rules.scores(laid, scores)
    return Arranged(seat, tuple(laid), scores[seat], time.perf_counter() - started)


def _best_arrangement(
    kernels: Kernels, hindsight: Hindsight, finished: Row, seat: int, deadline: float, salt: int
) -> list[int]:
    """Return the best arrangement found until the deadline."""
    row, arrangement, stream = kernels.zeros(len(finished)), kernels.zeros(hindsight.arrangement), kernels.zeros(1)
    for place, cell in enumerate(finished):
        row[place] = cell
    seeded = [0]
    dice.seed(seeded, salt)
    stream[0] = seeded[0]
    hindsight.gather(row, seat, arrangement)
    improve, best = kernels(make_improve, hindsight), [int(cell) for cell in arrangement]
    # Without a step it returns what the cards are worth as they lie.
    most, steps = improve(row, seat, arrangement, stream, 0), ROUND_STEPS if kernels.compiled else PLAIN_ROUND_STEPS
    while True:
        worth = improve(row, seat, arrangement, stream, steps)
        if worth > most:
            best, most = [int(cell) for cell in arrangement], worth
        if time.perf_counter() >= deadline:
            return best


def arrange_once(kernels: Kernels, row: Row) -> None:
    """Let one card change its place and look for a plan, which compiles those kernels."""
    hindsight = kernels.game.extra_of(Hindsight)
    if hindsight is None:
        raise InvalidOption(f"hindsight: {kernels.game.name} has none")
    position, arrangement, dice = kernels.zeros(len(row)), kernels.zeros(hindsight.arrangement), kernels.zeros(1)
    for place, cell in enumerate(row):
        position[place] = cell
    hindsight.gather(position, 0, arrangement)
    kernels(make_improve, hindsight)(position, 0, arrangement, dice, 1)
    kernels(make_plan, hindsight)(position, 0, arrangement, dice, 1)
