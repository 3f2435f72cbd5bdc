"""Search for games with secrets, and with chance between moves: moves compared over many fair possibilities.

It is given a position as its seat observes it, never more. All moves are looked at in the same possibilities, and those
that do worse are dropped by halves (*sequential halving*), so that most of the time goes into telling the best apart.
Where nothing can be hidden any more and chance is done, the last few moves are left to alpha-beta, which is exact.
"""

import math
import time
from collections.abc import Sequence
from dataclasses import replace
from threading import Timer
from typing import Final

from fivefold.contract import NOBODY
from fivefold.engine import alphabeta, sampling_kernel
from fivefold.engine.budget import Budget
from fivefold.engine.deepening import Deepening
from fivefold.engine.finding import Finding
from fivefold.engine.functions import Kernels, plain_functions
from fivefold.engine.sampling_kernel import (
    ALIKE,
    LEVELS,
    NO_MOVE,
    POSSIBLE,
    SEEN,
    WHOLE,
    Workspace,
    hashed,
    make_compare,
)

SAMPLING_LEVELS: Final = (
    Budget(depth=1, insight=False, slip=85),
    Budget(depth=1, insight=False, slip=40),
    Budget(depth=1, insight=False),
    Budget(nodes=300, depth=1, slip=50),
    Budget(nodes=600, depth=1, slip=10),
    Budget(nodes=2_000, depth=2),
    Budget(seconds=2.0),
)
"""What each level may spend and how much it overlooks, weakest first."""
FARTHEST: Final = 2
"""Decisions looked ahead; from there on the luck of the draw drowns what is seen."""
WIDTH: Final = 4
SECOND_WIDTH: Final = 1
"""So many replies are tried, and so many answers to each; later moves are made at first sight."""
FINALISTS: Final = 4
"""When so few moves are left, all stay to the end."""
ENOUGH: Final = 1 << 12
"""Possibilities, where the budget sets no limit but the depth."""
ENDING: Final = 6
"""When no more plies can come an ending is searched to its end."""
ENDING_NODES: Final = 1 << 12
"""For the size of the table that such a search uses."""
CHUNK: Final = 2_000
"""Positions between two looks at the clock."""
CAREFUL: Final = 1e-9


class Sampling:
    """Compares moves for one seat of one match. It keeps nothing between its turns."""

    def __init__(self, kernels: Kernels, seats: int) -> None:
        self.kernels, self.seats = kernels, seats
        self.plain = plain_functions(kernels.game)
        self.compare = kernels(make_compare)
        zeros, longest = kernels.zeros, kernels.functions.max_moves
        self.workspace = Workspace(
            rows=zeros(LEVELS, kernels.functions.size),
            moves=zeros(LEVELS, longest),
            merits=zeros(LEVELS, longest),
            points=zeros(LEVELS, seats),
            candidates=zeros(longest),
            found=zeros(longest),
            totals=zeros(longest),
            returns=kernels.floats(seats),
            dice=zeros(1),
            control=zeros(sampling_kernel.CONTROL_SIZE),
        )

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
        """Search ``row``, not over and not chance's turn, as ``seat`` (else the seat to move) observes it.

        ``salt`` decides which possibilities it looks at and what is overlooked. ``played`` is not used. Where another
        seat is to move the position itself is judged, and the move found is ``NO_MOVE``.
        """
        started = time.perf_counter()
        if budget.depth == 1 and not budget.insight:
            # The points scored at once are the same in every possibility.
            budget = replace(budget, nodes=1)
        mover = int(self.plain.to_move(row))
        root = mover if seat is None else seat
        self._prepare(row, budget, salt, root)
        moves = self._candidates(row, budget, salt, weigh) if root == mover else [NO_MOVE]
        timer = Timer(budget.seconds, self.stop) if budget.seconds < math.inf else None
        if timer:
            timer.daemon = True
            timer.start()
        try:
            totals = self._halve(moves, budget, started + budget.seconds, weigh)
        finally:
            if timer:
                timer.cancel()
        found = self._finding(totals, root, time.perf_counter() - started)
        return self._solved(found, budget, started, weigh) or found

    def stop(self) -> None:
        """End the running search as soon as it looks; what it has found so far counts."""
        self.workspace.control[alphabeta.STOP] = 1

    def _prepare(self, row: Sequence[int], budget: Budget, salt: int, root: int) -> None:
        for place in range(self.plain.size):
            self.workspace.rows[SEEN][place] = row[place]
        control = self.workspace.control
        control[alphabeta.ROOT], control[alphabeta.PLAYERS] = root, self.seats
        control[alphabeta.NODES], control[alphabeta.STOP] = 0, 0
        control[alphabeta.SLIP], control[alphabeta.SALT] = budget.slip, salt
        control[alphabeta.INSIGHT] = int(budget.insight)
        control[sampling_kernel.NUMBER], control[sampling_kernel.VARIES], control[sampling_kernel.DRAWN] = 0, 0, 0
        control[sampling_kernel.DEPTH] = min(budget.depth, FARTHEST)
        control[sampling_kernel.WIDTH], control[sampling_kernel.SECOND_WIDTH] = WIDTH, SECOND_WIDTH

    def _candidates(self, row: Sequence[int], budget: Budget, salt: int, weigh: int | None) -> list[int]:
        """Return the moves to compare, in the order that decides between equals: merit, and beyond it the salt.

        Of the moves overlooked there is only the one to weigh, and the last where all are.
        """
        out = [0] * self.plain.max_moves
        legal = out[: self.plain.legal_moves(row, out)]
        control = [int(cell) for cell in self.workspace.control]
        seen = [move for move in legal if not (budget.slip and alphabeta.overlooked(control, 0, move))] or legal[-1:]
        if weigh is not None and weigh not in seen:
            seen.append(weigh)
        sight = {move: self.plain.merit(row, move) if budget.insight else 0 for move in seen}
        return sorted(seen, key=lambda move: (-sight[move], hashed(salt, 0, move)))

    def _halve(self, moves: list[int], budget: Budget, deadline: float, weigh: int | None) -> dict[int, int]:
        """Look at all moves, again at the better half, and so on; return the totals of the last ones, best first."""
        rounds = max(1, math.ceil(math.log2(len(moves) / FINALISTS)) + 1)
        totals = dict.fromkeys(moves, 0)
        for left in range(rounds, 0, -1):
            goes_on = self._look(totals, budget, deadline, left)
            # Sorting is stable: equals stay as they were.
            best = sorted(totals, key=lambda move: -totals[move])
            if goes_on and left > 1:
                kept = best[: max(FINALISTS, (len(best) + 1) // 2)]
                best = kept if weigh is None or weigh in kept else [*kept, weigh]
            totals = {move: totals[move] for move in best}
            if not goes_on:
                break
        return totals

    def _look(self, totals: dict[int, int], budget: Budget, deadline: float, left: int) -> bool:
        """Spend an equal part of what is left for so many rounds on these moves; tell whether there is more to do."""
        control, workspace = self.workspace.control, self.workspace
        for index, move in enumerate(totals):
            workspace.candidates[index], workspace.totals[index] = move, totals[move]
        until = time.perf_counter() + (deadline - time.perf_counter()) / left
        nodes = int(control[alphabeta.NODES]) + (budget.nodes - int(control[alphabeta.NODES])) // left
        limited = deadline < math.inf or budget.nodes < Budget().nodes
        most = int(control[sampling_kernel.NUMBER]) + (ENOUGH - int(control[sampling_kernel.NUMBER])) // left
        going = True
        while going:
            chunk = CHUNK if self.kernels.compiled else 1
            control[alphabeta.NODE_LIMIT] = min(nodes, int(control[alphabeta.NODES]) + chunk)
            self.compare(workspace, len(totals))
            going = control[alphabeta.NODES] < nodes and time.perf_counter() < until and self._is_unsure()
            going = going and (limited or control[sampling_kernel.NUMBER] < most)
        for index, move in enumerate(totals):
            totals[move] = int(workspace.totals[index])
        return self._is_unsure() and control[alphabeta.NODES] < budget.nodes and time.perf_counter() < deadline

    def _is_unsure(self) -> bool:
        """Tell whether another possibility could show something new, and nobody has stopped the search."""
        control = self.workspace.control
        return bool(
            control[alphabeta.STOP] == 0
            and (control[sampling_kernel.VARIES] or control[sampling_kernel.NUMBER] < ALIKE)
        )

    def _finding(self, totals: dict[int, int], root: int, seconds: float) -> Finding:
        control = self.workspace.control
        whole = WHOLE * int(control[sampling_kernel.NUMBER])
        weighed = {move: total / whole if whole else 1 / self.seats for move, total in totals.items()}
        move, share = next(iter(weighed.items()))
        rest = (1.0 - share) / max(1, self.seats - 1)
        return Finding(
            move=move,
            points=self._points(share),
            shares=tuple(share if seat == root else rest for seat in range(self.seats)),
            line=() if move == NO_MOVE else (move,),
            depth=int(control[sampling_kernel.DEPTH]),
            nodes=int(control[alphabeta.NODES]),
            seconds=seconds,
            weighed={} if move == NO_MOVE else weighed,
        )

    def _solved(self, found: Finding, budget: Budget, started: float, weigh: int | None) -> Finding | None:
        """Return what alpha-beta finds in an ending where all is known, unless its end is too far for the budget.

        Chance was met nowhere in the looks ahead; a game where it waited farther off would be misjudged.
        """
        row, control = [int(cell) for cell in self.workspace.rows[POSSIBLE]], self.workspace.control
        plies = self.plain.remaining(row)
        known = (
            control[sampling_kernel.NUMBER] >= ALIKE
            and control[sampling_kernel.VARIES] == control[sampling_kernel.DRAWN] == 0
        )
        looked = plies <= min(ENDING, budget.depth) and budget.insight and budget.slip == 0
        if self.seats > 2 or found.move == NO_MOVE or not (known and looked):
            return None
        best = self._searched(row, budget, started, found.nodes)
        nodes, weighed = found.nodes + best.nodes, {best.move: best.shares[self.plain.to_move(row)]}
        if weigh is not None and best.exact and weigh not in weighed:
            weighed[weigh] = self._worth(row, weigh, budget, started, nodes)
        seconds = time.perf_counter() - started
        return replace(best, nodes=nodes, seconds=seconds, weighed=weighed) if best.exact else None

    def _searched(self, row: Sequence[int], budget: Budget, started: float, nodes: int) -> Finding:
        """Search an ending with what is left of the budget."""
        seconds = max(0.0, started + budget.seconds - time.perf_counter())
        search = Deepening(self.kernels, self.seats, nodes=ENDING_NODES)
        return search.think(row, Budget(seconds=seconds, nodes=max(1, budget.nodes - nodes)))

    def _worth(self, row: Sequence[int], move: int, budget: Budget, started: float, nodes: int) -> float:
        """Return the chance to win of the seat to move after one of its moves in an ending."""
        child, seat = list(row), self.plain.to_move(row)
        self.plain.play(child, move)
        if self.plain.to_move(child) != NOBODY:
            return float(self._searched(child, budget, started, nodes).shares[seat])
        shares = [0.0] * self.seats
        self.plain.returns(child, shares)
        return float(shares[seat])

    def _points(self, share: float) -> float:
        share = min(max(share, CAREFUL), 1 - CAREFUL)
        return self.plain.points_scale * math.log(share / (1 - share))
