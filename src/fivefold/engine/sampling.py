"""Search for games with secrets, and with chance between moves: moves compared over many fair possibilities.

It is given a position as its seat observes it, never more. All moves are looked at in the same possibilities, and those
that do worse are dropped (``engine.halving``). Where nothing can be hidden any more and chance is done, the last few
moves are left to alpha-beta, which is exact.
"""

import math
import time
from dataclasses import replace
from typing import Final

from fivefold.contract import NOBODY, Row, Sampling
from fivefold.engine import sampling_kernel
from fivefold.engine.budget import Budget
from fivefold.engine.control import NO_LIMIT, NODES, NUMBER, VARIES, reset
from fivefold.engine.deepening import Deepening
from fivefold.engine.finding import NO_MOVE, Finding
from fivefold.engine.functions import search_of
from fivefold.engine.halving import PLAIN_CHUNK, Halving, Limits, Totals
from fivefold.engine.hashing import hashed, overlooked
from fivefold.engine.kernels import Kernels
from fivefold.engine.sampling_kernel import (
    ALIKE,
    CONTROL_CELLS,
    DEPTH,
    DRAWN,
    POSSIBLE,
    ROWS,
    SEEN,
    Workspace,
    make_compare,
)
from fivefold.engine.shares import WHOLE, shares_around
from fivefold.engine.timed_search import Task, TimedSearch

FARTHEST: Final = 2
"""Decisions looked ahead; from there on the luck of the draw drowns what is seen."""
WIDTH: Final = 4
"""How many replies are tried; later moves are made at first sight."""
SECOND_WIDTH: Final = 1
"""How many answers to each reply are tried."""
FINALISTS: Final = 4
ENOUGH: Final = 1 << 12
"""Possibilities, where the budget sets no limit but the depth."""
ENDING: Final = 6
"""When no more plies than this can come, an ending is searched to its end."""
ENDING_NODES: Final = 1 << 12
"""For the size of the table that such a search uses."""
CHUNK: Final = 2_000
"""Positions between two looks at the clock."""
CAREFUL: Final = 1e-9


class SamplingSearch(TimedSearch):
    """Compares moves for one seat of one match. It keeps nothing between its turns."""

    def __init__(self, kernels: Kernels, seats: int) -> None:
        """Raises ``InvalidOption`` for a game of another kind."""
        super().__init__(kernels, seats, CONTROL_CELLS)
        self.functions = search_of(kernels.game, Sampling)
        zeros, longest = kernels.zeros, self.rules.max_moves
        self.workspace = Workspace(
            rows=zeros(ROWS, self.rules.size),
            moves=zeros(ROWS, longest),
            merits=zeros(ROWS, longest),
            points=zeros(ROWS, seats),
            candidates=zeros(longest),
            found=zeros(longest),
            totals=zeros(1, longest),
            returns=kernels.floats(seats),
            dice=zeros(1),
            control=self.control,
        )
        compare, chunk = kernels(make_compare, self.rules, self.functions), CHUNK if kernels.compiled else PLAIN_CHUNK
        self.halving = Halving(compare, self.workspace, FINALISTS, ALIKE, chunk)

    def _prepare(self, task: Task) -> None:
        for place in range(self.rules.size):
            self.workspace.rows[SEEN][place] = task.row[place]
        reset(self.control, task.budget, self._root(task), self.seats, task.salt)
        self.control[DEPTH] = min(task.budget.depth, FARTHEST)
        self.control[sampling_kernel.WIDTH], self.control[sampling_kernel.SECOND_WIDTH] = WIDTH, SECOND_WIDTH

    def _root(self, task: Task) -> int:
        return self.rules.to_move(task.row) if task.seat is None else task.seat

    def _search(self, task: Task) -> Finding:
        root = self._root(task)
        moves = self._candidates(task) if root == self.rules.to_move(task.row) else [NO_MOVE]
        totals = self.halving.ranked({move: [0] for move in moves}, limits_of(task), task.weigh)
        found = self._finding(totals, root)
        return self._solved(found, task) or found

    def _candidates(self, task: Task) -> list[int]:
        """Return the moves to compare, in the order that decides between equals: by merit, then as the salt decides.

        Of the moves overlooked there is only the one to weigh, and the last where all are.
        """
        row, budget, salt, out = task.row, task.budget, task.salt, [0] * self.rules.max_moves
        legal = out[: self.rules.legal_moves(row, out)]
        seen = [move for move in legal if not overlooked(0, move, budget.slip, salt)] or legal[-1:]
        if task.weigh is not None and task.weigh not in seen:
            seen.append(task.weigh)
        sight = {move: self.functions.merit(row, move) if budget.insight else 0 for move in seen}
        return sorted(seen, key=lambda move: (-sight[move], hashed(salt, 0, move)))

    def _finding(self, totals: Totals, root: int) -> Finding:
        whole = WHOLE * int(self.control[NUMBER])
        weighed = {move: total / whole if whole else 1 / self.seats for move, (total,) in totals.items()}
        move, share = next(iter(weighed.items()))
        return Finding(
            move=move,
            points=self._points(share),
            shares=shares_around(share, root, self.seats),
            line=() if move == NO_MOVE else (move,),
            depth=int(self.control[DEPTH]),
            nodes=int(self.control[NODES]),
            weighed={} if move == NO_MOVE else weighed,
        )

    def _points(self, share: float) -> float:
        share = min(max(share, CAREFUL), 1 - CAREFUL)
        return self.functions.points_scale * math.log(share / (1 - share))

    # Endings

    def _solved(self, found: Finding, task: Task) -> Finding | None:
        """Return what alpha-beta finds in an ending where all is known, unless its end is too far for the budget.

        Chance was met nowhere in the looks ahead; a game where it waited farther off would be misjudged.
        """
        row, budget = [int(cell) for cell in self.workspace.rows[POSSIBLE]], task.budget
        near = self.functions.remaining(row) <= min(ENDING, budget.depth) and budget.insight and budget.slip == 0
        if self.seats > 2 or found.move == NO_MOVE or not (near and self._is_all_known()):
            return None
        best = self._searched(row, task, found.nodes)
        nodes, weighed = found.nodes + best.nodes, {best.move: best.shares[self.rules.to_move(row)]}
        if task.weigh is not None and best.exact and task.weigh not in weighed:
            weighed[task.weigh] = self._share_after(row, task.weigh, task, nodes)
        return replace(best, nodes=nodes, weighed=weighed) if best.exact else None

    def _is_all_known(self) -> bool:
        """Tell whether all possibilities were the same and chance was never to move."""
        control = self.control
        return bool(control[NUMBER] >= ALIKE and control[VARIES] == control[DRAWN] == 0)

    def _searched(self, row: Row, task: Task, spent: int) -> Finding:
        """Search an ending with what is left of the budget."""
        seconds = max(0.0, task.deadline - time.perf_counter())
        search = Deepening(self.kernels, self.seats, nodes=ENDING_NODES)
        return search.think(row, Budget(seconds=seconds, nodes=max(1, task.budget.nodes - spent)))

    def _share_after(self, row: Row, move: int, task: Task, spent: int) -> float:
        """Return the chance to win of the seat to move after one of its moves in an ending."""
        child, seat = list(row), self.rules.to_move(row)
        self.rules.play(child, move)
        if self.rules.to_move(child) != NOBODY:
            return self._searched(child, task, spent).shares[seat]
        shares = [0.0] * self.seats
        self.rules.returns(child, shares)
        return shares[seat]


def limits_of(task: Task) -> Limits:
    """Return what comparing moves may spend within a task's budget."""
    budget = task.budget
    if budget.depth == 1 and not budget.insight:
        # The points scored at once are the same in every possibility.
        return Limits(1, NO_LIMIT, task.deadline)
    is_limited = budget.seconds < math.inf or budget.nodes < Budget().nodes
    return Limits(budget.nodes, NO_LIMIT if is_limited else ENOUGH, task.deadline)
