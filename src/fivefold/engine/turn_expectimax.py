"""Expectimax over whole turns under a budget, deeper and deeper; what it finds is kept for the rest of the turn."""

import math
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Timer
from typing import Final

from fivefold.engine import alphabeta, expectimax
from fivefold.engine.budget import Budget
from fivefold.engine.expectimax import CONSIDER, LOOK, MAX_TURNS, OVER, WEIGH, Workspace, make_expectimax
from fivefold.engine.finding import Finding
from fivefold.engine.functions import Kernels, plain_functions

TURN_LEVELS: Final = (
    Budget(depth=1, insight=False, slip=88),
    Budget(depth=1, insight=False, slip=70),
    Budget(depth=1, slip=75),
    Budget(depth=1, slip=60),
    Budget(depth=1, slip=47),
    Budget(nodes=20_000, depth=2, slip=20),
    Budget(seconds=2.0),
)
"""What each level may spend and how much it overlooks, weakest first, in games with turns of several moves."""
LOOKED_INTO: Final = 8
"""Finishes of each reply that are looked into."""
CAREFUL: Final = 1e-9

Known = dict[int, tuple[int, tuple[float, ...]]]
"""For each finish of a turn the key of the position after it and the shares found there."""


class TurnExpectimax:
    """Expectimax search for one seat of one match."""

    def __init__(self, kernels: Kernels, seats: int) -> None:
        self.kernels = kernels
        self.seats = seats
        self.plain = plain_functions(kernels.game)
        self.search = kernels(make_expectimax)
        turns, finishes = MAX_TURNS + 2, self.plain.max_finishes
        self.workspace = Workspace(
            rows=kernels.zeros(turns, self.plain.size),
            finishes=kernels.zeros(turns, finishes),
            states=kernels.zeros(turns, finishes),
            shares=kernels.floats(turns, finishes * seats),
            results=kernels.floats(turns, seats),
            changes=kernels.floats(turns, seats),
            worth=kernels.floats(finishes),
            out=kernels.floats(max(self.plain.max_moves, finishes)),
            scratch=kernels.floats(self.plain.scratch),
            importance=kernels.floats(finishes),
            keys=kernels.zeros(finishes),
            points=kernels.zeros(seats),
            control=kernels.zeros(expectimax.CONTROL_CELLS),
        )
        self._known: Known = {}
        self._known_to = 0
        self._known_for: Budget | None = None

    def think(
        self,
        row: Sequence[int],
        budget: Budget,
        salt: int = 0,
        played: Sequence[int] | None = None,
        *,
        seat: int | None = None,
        weigh: int | None = None,
    ) -> Finding:
        """Search ``row``, not over and not chance's turn, within ``budget``; ``salt`` decides what is overlooked.

        A later decision of a turn already searched within this budget is answered at once from what was found then.
        ``seat``: whose lead is told, the seat to move by default. Every legal move is weighed, ``weigh`` or not.
        """
        started = time.perf_counter()
        self._begin(row, budget, salt)
        self.search(self.workspace, CONSIDER, 0, 1)
        count = int(self.workspace.control[expectimax.COUNT])
        if not self._recall(count, budget):
            with self._ending_after(budget.seconds):
                depth = self._deepen(budget)
            self._remember(count, budget, depth)
        self.search(self.workspace, WEIGH, 0, 1)
        return self._finding(seat, time.perf_counter() - started)

    def stop(self) -> None:
        """End the running search as soon as it looks; what it has found so far counts."""
        self.workspace.control[alphabeta.STOP] = 1

    def _begin(self, row: Sequence[int], budget: Budget, salt: int) -> None:
        root, control = self.workspace.rows[0], self.workspace.control
        for place in range(self.plain.size):
            root[place] = row[place]
        control[alphabeta.NODES], control[alphabeta.STOP], control[alphabeta.ABORTED] = 0, 0, 0
        control[alphabeta.NODE_LIMIT], control[alphabeta.PLAYERS] = budget.nodes, self.seats
        control[alphabeta.SLIP], control[alphabeta.SALT] = budget.slip, salt
        control[alphabeta.INSIGHT], control[expectimax.WIDTH] = int(budget.insight), LOOKED_INTO

    @contextmanager
    def _ending_after(self, seconds: float) -> Iterator[None]:
        timer = Timer(seconds, self.stop) if seconds < math.inf else None
        if timer:
            timer.daemon = True
            timer.start()
        try:
            yield
        finally:
            if timer:
                timer.cancel()

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

    def _deepen(self, budget: Budget) -> int:
        """Look one turn further at a time; return how many turns were looked ahead for all that matters."""
        for depth in range(2, min(budget.depth, MAX_TURNS) + 1):
            if not self.search(self.workspace, LOOK, 0, depth):
                return depth - 1
        return min(budget.depth, MAX_TURNS)

    def _finding(self, seat: int | None, seconds: float) -> Finding:
        workspace, legal = self.workspace, [0] * self.plain.max_moves
        mover, count = int(self.plain.turn_of(workspace.rows[0])), self.plain.legal_moves(workspace.rows[0], legal)
        weighed = {move: float(workspace.out[index]) for index, move in enumerate(legal[:count])}
        move = max(weighed, key=lambda each: weighed[each])
        shares = tuple(float(share) for share in workspace.results[0])
        return Finding(
            move=move,
            points=self._lead(shares, mover if seat is None else seat),
            shares=shares,
            line=(move,),
            depth=self._known_to,
            nodes=int(workspace.control[alphabeta.NODES]),
            seconds=seconds,
            exact=self._wins(move),
            weighed=weighed,
        )

    def _lead(self, shares: Sequence[float], seat: int) -> float:
        """Return a seat's lead over its best rival in the units of ``value``."""
        rival = max(share for other, share in enumerate(shares) if other != seat)
        return self.plain.points_scale * math.log(max(shares[seat], CAREFUL) / max(rival, CAREFUL))

    def _wins(self, move: int) -> bool:
        """Tell whether a move ends the game and wins it."""
        workspace = self.workspace
        mover, moves = int(self.plain.turn_of(workspace.rows[0])), workspace.finishes[0]
        return any(
            int(moves[index]) == move and self._shares(index)[mover] == 1.0
            for index in range(len(moves))
            if workspace.states[0][index] == OVER
        )
