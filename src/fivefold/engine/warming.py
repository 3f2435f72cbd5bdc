"""Compiling a game's engine before it is needed."""

from collections.abc import Mapping

from fivefold.contract import Game, Row
from fivefold.engine import compile as compiler
from fivefold.engine.budget import Budget
from fivefold.engine.cache import is_warm
from fivefold.engine.kernels import Kernels
from fivefold.engine.search_kinds import extra_kinds_of, kind_of
from fivefold.engine.tree_search import TreeSearch
from fivefold.play.match import Match

__all__ = ["first_position", "is_warm", "run_opponents", "warm"]


def warm(game: Game) -> float:
    """Compile what this game's opponents play with, unless it lies on disk; return the seconds it took."""
    return compiler.warm(game, run_opponents)


def first_position(game: Game, options: Mapping[str, object] | None = None) -> tuple[Row, int]:
    """Return a position where a player is to move, as that player sees it, and the number of seats."""
    match = Match(game, seed=1, options=options)
    return match.seen_by(match.to_move), len(match.seats)


def last_position(game: Game) -> Row:
    """Return the last position of some game in which a player had a choice, with nothing left to chance or hidden."""
    match = Match(game, seed=1)
    while match.outcome is None:
        row = list(match.row)
        match.make(match.legal()[0])
    return row


def run_opponents(kernels: Kernels) -> None:
    """Run all kernels of a game's opponents once, which compiles or loads them."""
    kind, (row, seats) = kind_of(kernels.game), first_position(kernels.game)
    budget = Budget(nodes=1, depth=kind.warming_depth)
    kind.search(kernels, seats, budget).think(row, budget)
    option = kernels.game.setup.seat_option
    if kind.factories_of_several and option is not None:
        crowd, most = first_position(kernels.game, {option.name: max(option.seats, key=option.seats.__getitem__)})
        TreeSearch(kernels, most, budget.nodes).think(crowd, budget)
    if kind.endings is not None:
        kind.endings(kernels, seats, budget).think(last_position(kernels.game), budget)
    for extra in extra_kinds_of(kernels.game):
        extra.run(kernels, row)
