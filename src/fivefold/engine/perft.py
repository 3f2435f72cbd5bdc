"""Perft: how many sequences of moves a position allows, depth by depth; what move generators are checked with."""

from fivefold.contract import Game
from fivefold.contract.errors import InvalidOption
from fivefold.engine.kernels import Kernels, PlainKernels, announced
from fivefold.engine.playout import make_perft
from fivefold.play.match import Match


def perft(match: Match, depth: int, compiled: bool = True) -> list[int]:
    """Return the numbers of sequences of 1, 2, … ``depth`` moves from the match's position.

    Chance counts as moves, and so does what the table would play by itself. Raises ``InvalidOption`` for a depth
    below 1.
    """
    if depth < 1:
        raise InvalidOption(f"depth {depth}: sequences have at least one move, so take 1 or more")
    kernels = _kernels(match.game, compiled)
    rows = kernels.zeros(depth + 1, kernels.rules.size)
    moves = kernels.zeros(depth + 1, kernels.rules.max_moves)
    for place, cell in enumerate(match.row):
        rows[0][place] = cell
    count = announced(kernels, make_perft, kernels.rules)
    return [int(count(rows, moves, 0, plies)) for plies in range(1, depth + 1)]


def _kernels(game: Game, compiled: bool) -> Kernels:
    if not compiled:
        return PlainKernels(game)
    from fivefold.engine.compile import kernels_of  # noqa: PLC0415  numba takes a while to import

    return kernels_of(game)
