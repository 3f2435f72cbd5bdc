"""Expectimax over whole turns under a budget, deeper and deeper; what it finds is kept for the rest of the turn."""

import math
from collections.abc import Sequence
from typing import Final

from fivefold.contract import WholeTurns
from fivefold.engine import expectimax
from fivefold.engine.budget import Budget
from fivefold.engine.control import NODES, reset
from fivefold.engine.expectimax import CONSIDER, CONTROL_CELLS, LOOK, MAX_TURNS, OVER, WEIGH, Workspace, make_expectimax
from fivefold.engine.finding import Finding
from fivefold.engine.functions import search_of, turn_functions
from fivefold.engine.kernels import Kernels
from fivefold.engine.timed_search import Task, TimedSearch

LOOKED_INTO: Final = 8
"""Finishes of each reply that are looked into."""
CAREFUL: Final = 1e-9

Known = dict[int, tuple[int, tuple[float, ...]]]
"""For each finish of a turn the key of the position after it and the shares found there."""


class TurnExpectimax(TimedSearch):
    """Expectimax search for one seat of one match.

    A later decision of a turn already searched within the same budget is answered at once from what was found then.
    Every legal move is weighed.
    """

    def __init__(self, kernels: Kernels, seats: int) -> None:
        """Raises ``InvalidOption`` for a game of another kind."""
        super().__init__(kernels, seats, CONTROL_CELLS)
        self.functions, self.turns = search_of(kernels.game, WholeTurns), turn_functions(kernels.game)
        self.expectimax = kernels(make_expectimax, self.rules, self.functions, self.turns)
        turns, finishes = MAX_TURNS + 2, self.functions.max_finishes
        self.workspace = Workspace(
            rows=kernels.zeros(turns, self.rules.size),
            finishes=kernels.zeros(turns, finishes),
            states=kernels.zeros(turns, finishes),
            shares=kernels.floats(turns, finishes * seats),
            results=kernels.floats(turns, seats),
            changes=kernels.floats(turns, seats),
            worth=kernels.floats(finishes),
            out=kernels.floats(max(self.rules.max_moves, finishes)),
            scratch=kernels.floats(self.functions.scratch),
            importance=kernels.floats(finishes),
            keys=kernels.zeros(finishes),
            points=kernels.zeros(seats),
            control=self.control,
        )
        self._known: Known = {}
        self._known_to = 0
        self._known_for: Budget | None = None

    def _prepare(self, task: Task) -> None:
        for place in range(self.rules.size):
            self.workspace.rows[0][place] = task.row[place]
        mover = self.turns.turn_of(task.row)
        reset(self.control, task.budget, mover if task.seat is None else task.seat, self.seats, task.salt)
        self.control[expectimax.WIDTH] = LOOKED_INTO

    def _search(self, task: Task) -> Finding:
        self.expectimax(self.workspace, CONSIDER, 0, 1)
        count = int(self.control[expectimax.COUNT])
        if not self._recall(count, task.budget):
            depth = self._deepen(task.budget)
            self._remember(count, task.budget, depth)
        self.expectimax(self.workspace, WEIGH, 0, 1)
        return self._finding(task)

    def _deepen(self, budget: Budget) -> int:
        """Look one turn further at a time; return how many turns were looked ahead for all that matters."""
        for depth in range(2, min(budget.depth, MAX_TURNS) + 1):
            if not self.expectimax(self.workspace, LOOK, 0, depth):
                return depth - 1
        return min(budget.depth, MAX_TURNS)

    def _finding(self, task: Task) -> Finding:
        legal, mover = [0] * self.rules.max_moves, self.turns.turn_of(task.row)
        count = self.rules.legal_moves(task.row, legal)
        weighed = {move: float(self.workspace.out[index]) for index, move in enumerate(legal[:count])}
        move = max(weighed, key=lambda each: weighed[each])
        shares = tuple(float(share) for share in self.workspace.results[0])
        return Finding(
            move=move,
            points=self._lead(shares, mover if task.seat is None else task.seat),
            shares=shares,
            line=(move,),
            depth=self._known_to,
            nodes=int(self.control[NODES]),
            exact=self._wins(move, mover),
            weighed=weighed,
        )

    def _lead(self, shares: Sequence[float], seat: int) -> float:
        """Return a seat's lead over its best rival in the units of ``value``."""
        rival = max(share for other, share in enumerate(shares) if other != seat)
        return self.functions.points_scale * math.log(max(shares[seat], CAREFUL) / max(rival, CAREFUL))

    def _wins(self, move: int, mover: int) -> bool:
        """Tell whether a move ends the game and wins it."""
        moves, states = self.workspace.finishes[0], self.workspace.states[0]
        return any(
            int(moves[index]) == move and self._shares(index)[mover] == 1.0
            for index in range(len(moves))
            if states[index] == OVER
        )

    # What is known of the turn

    def _recall(self, count: int, budget: Budget) -> bool:
        """Take over what is known of all these finishes, if it was found within such a budget; tell whether it was."""
        moves, keys = self.workspace.finishes[0], self.workspace.keys
        known = [self._known.get(int(moves[index])) for index in range(count)]
        if budget != self._known_for or any(
            found is None or found[0] != int(keys[index]) for index, found in enumerate(known)
        ):
            return False
        for index, found in enumerate(known):
            if found is not None:
                self._set_shares(index, found[1])
        return True

    def _remember(self, count: int, budget: Budget, depth: int) -> None:
        moves, keys = self.workspace.finishes[0], self.workspace.keys
        self._known = {int(moves[index]): (int(keys[index]), self._shares(index)) for index in range(count)}
        self._known_for, self._known_to = budget, depth

    def _shares(self, index: int) -> tuple[float, ...]:
        start = self.seats * index
        return tuple(float(self.workspace.shares[0][place]) for place in range(start, start + self.seats))

    def _set_shares(self, index: int, shares: Sequence[float]) -> None:
        for seat, share in enumerate(shares):
            self.workspace.shares[0][self.seats * index + seat] = share
