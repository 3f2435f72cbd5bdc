"""The exact value of a turn of Dice Poker."""

from collections.abc import Callable
from typing import Any

from benchmarks.measurement import Measurement, Peer, best_rate
from fivefold.contract import WholeTurns
from fivefold.engine.compile import kernels_of
from fivefold.engine.functions import search_of
from fivefold.engine.kernels import Jit, Kernels, PlainKernels
from fivefold.play.match import Match


def measure_turn(quick: bool) -> list[Measurement]:
    """Measure best play within a turn, two rolls still to come, on an empty board."""
    match, times, repeats = Match("dice_poker", seed=1), 200 if quick else 5_000, 2 if quick else 5
    compiled, plain = turn_values(kernels_of(match.game), match), turn_values(PlainKernels(match.game), match)
    compiled(1)
    took = 1000 / best_rate(lambda: compiled(times), times, repeats)
    peer = Peer("plain Python", 1000 / best_rate(lambda: plain(10), 10, repeats))
    name = "Dice Poker, compiled: exact turn value, after the first roll"
    return [Measurement(name, took, "ms", 1.0, at_most=True, peers=(peer,))]


def turn_values(kernels: Kernels, match: Match) -> Callable[[int], Any]:
    """Return what works out the turn at hand so many times, every finish worth something else."""
    search = search_of(kernels.game, WholeTurns)
    row, worth = kernels.zeros(kernels.rules.size), kernels.floats(search.max_finishes)
    out, scratch = kernels.floats(kernels.rules.max_moves), kernels.floats(search.scratch)
    for place, cell in enumerate(match.row):
        row[place] = cell
    for place in range(search.max_finishes):
        worth[place] = place * 7 % search.max_finishes / search.max_finishes
    values = kernels(make_turn_values, search)
    return lambda times: values(row, worth, out, scratch, times)


def make_turn_values(search: WholeTurns, jit: Jit, kernel: Jit) -> Callable[[Any, Any, Any, Any, int], float]:
    """Make ``turn_values(row, worth, out, scratch, times) -> value``: what a turn is worth, found ``times`` times."""
    outlook = search.outlook

    @kernel
    def turn_values(row: Any, worth: Any, out: Any, scratch: Any, times: int) -> float:
        total = 0.0
        for _ in range(times):
            total += outlook(row, worth, out, scratch)
        return total / times

    return turn_values
