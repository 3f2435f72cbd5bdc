"""The search: exact endings."""

from typing import Final

from benchmarks.measurement import Measurement, seconds
from benchmarks.positions import played_until
from fivefold.engine.alphabeta import Deepening
from fivefold.engine.budget import Budget
from fivefold.engine.compile import kernels_of
from fivefold.play.catalogue import find
from fivefold.play.match import Match

FREE: Final = 10
"""Cards still free when the ending is to be solved."""


def measure_ending(quick: bool) -> list[Measurement]:
    """Measure exact endings of Locus Poker: random positions on every grid, the slowest counts."""
    grids = next(option for option in find("locus").setup.options if option.name == "grid").values
    each = 1 if quick else 10
    times = [_solve(grid, seed) for seed in range(each) for grid in grids]
    name = f"Locus Poker: exact ending, {FREE} free cards, slowest of {len(times)}"
    note = f"on average {sum(times) / len(times):.2f} s; all grids; every search begins with an empty table"
    return [Measurement(name, max(times), "s", 2.0, at_most=True, note=note)]


def _solve(grid: str, seed: int) -> float:
    match = played_until(Match("locus", seed=seed, grid=grid), FREE, seed)
    search = Deepening(kernels_of(match.game), 2)
    search.think(played_until(match.copy(), 2, seed).row, Budget())
    found = []
    took = seconds(lambda: found.append(search.think(match.row, Budget())))
    if not found[0].exact:
        raise RuntimeError(f"grid {grid}, seed {seed}: an ending without a limit must be exact")
    return took
