"""Max^n search (Luckhardt and Irani 1986) of open games: everybody makes the move that is best for themselves.

It is here to be measured against: best-reply and tree search play such games better. A position is worth to each seat
its share of the win; what one can have at most is what another, who chose before it, leaves over (shallow pruning, Korf
1991).
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from fivefold.contract import NOBODY, AlphaBeta
from fivefold.engine.alphabeta import bring_best_forward
from fivefold.engine.control import ABORTED, NO_LIMIT, NODE_LIMIT, NODES, PLAYERS, SHARED, STOP, reset
from fivefold.engine.finding import Finding
from fivefold.engine.functions import RuleFunctions, search_of
from fivefold.engine.kernels import Jit, Kernels
from fivefold.engine.shares import WHOLE, share_of
from fivefold.engine.timed_search import Task, TimedSearch

DEEPEST: Final = 12
"""Plies; without deep pruning three or four are much."""


class Workspace(NamedTuple):
    """The arrays of one search, all int64 but for ``returns``."""

    rows: Any
    """[DEEPEST + 1, SIZE]"""
    moves: Any
    """[DEEPEST + 1, MAX_MOVES]"""
    merits: Any
    """[DEEPEST + 1, MAX_MOVES]"""
    shares: Any
    """[DEEPEST + 1, seats]: what the position at each ply is worth, of ``WHOLE``."""
    best: Any
    """[DEEPEST + 1]: the best move found at each ply."""
    points: Any
    """[seats]"""
    returns: Any
    """[seats] float"""
    control: Any
    """[SHARED]: see ``engine.control``."""


def make_weigh_all(rules: RuleFunctions, search: AlphaBeta, jit: Jit) -> Callable[[Workspace, int], None]:
    """Make ``weigh_all(workspace, ply)``: write the shares of a position that is not looked into further."""
    to_move, returns, value, scale = rules.to_move, rules.returns, search.value, int(search.points_scale)

    @jit
    def weigh_all(workspace: Any, ply: int) -> None:
        row, shares, players = workspace.rows[ply], workspace.shares[ply], workspace.control[PLAYERS]
        if to_move(row) == NOBODY:
            returns(row, workspace.returns)
            for seat in range(players):
                shares[seat] = int(WHOLE * workspace.returns[seat])
        else:
            value(row, workspace.points)
            for seat in range(players):
                shares[seat] = share_of(workspace.points, players, seat, scale)

    return weigh_all


def make_max_n(rules: RuleFunctions, search: AlphaBeta, jit: Jit, kernel: Jit) -> Callable[..., int]:
    """Make ``max_n(workspace, ply, depth, most) -> share``: what a position is worth to the seat to move in it, which
    is looked for no more once it has ``most``; for all seats it stands in ``shares[ply]``."""
    to_move, legal_moves, play, size, merit = rules.to_move, rules.legal_moves, rules.play, rules.size, search.merit
    weigh_all = make_weigh_all(rules, search, jit)

    @kernel
    def max_n(workspace: Any, ply: int, depth: int, most: int) -> int:
        row, shares, control = workspace.rows[ply], workspace.shares[ply], workspace.control
        moves, merits, seat, best = workspace.moves[ply], workspace.merits[ply], to_move(row), -1
        control[NODES] += 1
        if (control[STOP] != 0 and control[NODE_LIMIT] < NO_LIMIT) or control[NODES] >= control[NODE_LIMIT]:
            control[ABORTED] = 1
            return 0
        count = legal_moves(row, moves) if seat != NOBODY and depth > 0 else 0
        for index in range(count):
            merits[index] = merit(row, moves[index])
        for index in range(count):
            move, child = bring_best_forward(moves, merits, index, count), workspace.rows[ply + 1]
            for place in range(size):
                child[place] = row[place]
            play(child, move)
            left = WHOLE - best if best >= 0 and to_move(child) != seat else WHOLE + 1
            max_n(workspace, ply + 1, depth - 1, left)
            if control[ABORTED] != 0:
                return 0
            if workspace.shares[ply + 1][seat] > best:
                best = workspace.shares[ply + 1][seat]
                workspace.best[ply] = move
                for other in range(control[PLAYERS]):
                    shares[other] = workspace.shares[ply + 1][other]
            if best >= min(most, WHOLE):
                return int(best)
        if count == 0:
            weigh_all(workspace, ply)
        return int(shares[max(seat, 0)])

    return max_n


class MaxN(TimedSearch):
    """Max^n for one seat of one match, a ply deeper at a time."""

    def __init__(self, kernels: Kernels, seats: int) -> None:
        """Raises ``InvalidOption`` for a game of another kind."""
        super().__init__(kernels, seats, SHARED)
        self.functions = search_of(kernels.game, AlphaBeta)
        self.max_n = kernels(make_max_n, self.rules, self.functions)
        plies, longest = DEEPEST + 1, self.rules.max_moves
        self.workspace = Workspace(
            rows=kernels.zeros(plies, self.rules.size),
            moves=kernels.zeros(plies, longest),
            merits=kernels.zeros(plies, longest),
            shares=kernels.zeros(plies, seats),
            best=kernels.zeros(plies),
            points=kernels.zeros(seats),
            returns=kernels.floats(seats),
            control=self.control,
        )

    def _prepare(self, task: Task) -> None:
        reset(self.control, task.budget, self.rules.to_move(task.row), self.seats, task.salt)
        for place in range(self.rules.size):
            self.workspace.rows[0][place] = task.row[place]

    def _search(self, task: Task) -> Finding:
        found = Finding(0, 0.0, (), (), 0, 0)
        for depth in range(1, min(DEEPEST, task.budget.depth) + 1):
            # The first ply always finishes, whatever the budget.
            self.control[NODE_LIMIT] = NO_LIMIT if depth == 1 else task.budget.nodes
            self.max_n(self.workspace, 0, depth, WHOLE + 1)
            if self.control[ABORTED]:
                break
            move, shares = int(self.workspace.best[0]), [int(share) / WHOLE for share in self.workspace.shares[0]]
            found = Finding(move, 0.0, tuple(shares), (move,), depth, int(self.control[NODES]))
            if max(shares) >= 1:
                break
        return found
