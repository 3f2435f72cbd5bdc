"""Compiling a game's engine before it is needed, and telling whether it is ready."""

from collections.abc import Sequence

from fivefold.contract import Game, Hindsight, PolicyRollouts, Sampling
from fivefold.engine import compile as compiler
from fivefold.engine.arrangement_search import make_improve, make_plan
from fivefold.engine.budget import Budget
from fivefold.engine.cache import OPPONENTS, is_warm
from fivefold.engine.deepening import Deepening
from fivefold.engine.functions import Kernels, plain_functions
from fivefold.engine.opponents import new_search, seen_by_mover
from fivefold.play.match import Match

__all__ = ["first_position", "is_warm", "run_opponents", "warm"]


def warm(game: Game) -> float:
    """Compile what this game's opponents play with, unless it lies on disk; return the seconds it took."""
    return compiler.warm(game, OPPONENTS, run_opponents)


def first_position(game: Game) -> tuple[Sequence[int], int]:
    """Return a position where a player is to move, as that player sees it, and the number of seats."""
    match = Match(game, seed=1)
    return seen_by_mover(match), len(match.seats)


def run_opponents(kernels: Kernels) -> None:
    """Search one ply in the way that plays this game, which makes the kernels of its opponents."""
    row, seats = first_position(kernels.game)
    # At first sight a policy needs no kernel.
    budget = Budget(nodes=1, depth=2 if isinstance(kernels.game.search, PolicyRollouts) else 1)
    new_search(kernels, seats, budget).think(row, budget)
    if kernels.game.extra_of(Hindsight) is not None:
        arrange_once(kernels, row)
    if isinstance(kernels.game.search, Sampling):
        # Endings in which nothing is hidden any more are left to alpha-beta.
        Deepening(kernels, seats, nodes=1).think(row, budget)


def arrange_once(kernels: Kernels, row: Sequence[int]) -> None:
    """Let one card change its place in hindsight and look for a plan, which makes those kernels."""
    functions = kernels.functions
    position, arrangement, dice = kernels.zeros(functions.size), kernels.zeros(functions.arrangement), kernels.zeros(1)
    for place, cell in enumerate(row):
        position[place] = cell
    plain_functions(kernels.game).gather(position, 0, arrangement)
    kernels(make_improve)(position, 0, arrangement, dice, 1)
    kernels(make_plan)(position, 0, arrangement, dice, 1)
