"""Search for games with cards to come and nothing else hidden: moves compared by playing on with the game's ``Policy``.

The moves worth a closer look are played out to the end in the same possible orders of the cards, and those that do
worse are dropped by halves (*sequential halving*), so that most of the time goes into telling the best apart. Weaker
levels do not play anything out: they take the best move at first sight, or the one that scores most at once, of those
that they see.
"""

import math
import time
from collections.abc import Sequence
from threading import Timer
from typing import Final

from fivefold.contract import ANYONE, NOBODY, Hindsight, PolicyRollouts
from fivefold.contract.errors import InvalidOption
from fivefold.engine import alphabeta, policy_rollout_kernel
from fivefold.engine.arrangement_search import make_plan
from fivefold.engine.budget import Budget
from fivefold.engine.finding import Finding
from fivefold.engine.functions import Kernels, plain_functions
from fivefold.engine.policy_rollout_kernel import (
    ALIKE,
    FINE,
    NODE_LIMIT,
    NODES,
    NUMBER,
    STOP,
    VARIES,
    Workspace,
    make_list_candidates,
    make_play_out,
)
from fivefold.engine.sampling_kernel import NO_MOVE, WHOLE, hashed

ROLLING_LEVELS: Final = (
    Budget(depth=1, insight=False, slip=85),
    Budget(depth=1, insight=False, slip=50),
    Budget(depth=1, slip=45),
    Budget(depth=1, slip=30),
    Budget(depth=1, slip=15),
    Budget(nodes=3_000, slip=12),
    Budget(seconds=2.0, nodes=20_000),
)
"""What each level may spend and how much it overlooks, weakest first. With a depth of 1 nothing is played out."""
FINALISTS: Final = 2
ENOUGH: Final = 1 << 14
"""Orders of the cards, where the budget sets no limit."""
PRIOR_ORDERS: Final = 30
"""How many orders of the cards the policy's own opinion of a move counts for."""
LEAD_WINS: Final = 1.5
"""A point more is worth so much more in games won than as a lead (``rollout.CLEARLY``)."""
CHUNK: Final = 4_000
"""Moves between two looks at the clock."""
ONLY_SHARE: Final = 8
"""Where there is only one move to compare, so small a part of the budget tells what it leads to."""
PLAN_STEPS: Final = 400_000
PLAIN_PLAN_STEPS: Final = 2_000
"""Steps of one look for the best arrangement."""


class PolicyRollout:
    """Compares moves for one seat of one match. It keeps nothing between its turns."""

    def __init__(self, kernels: Kernels, seats: int) -> None:
        """Raises ``InvalidOption`` for a game without a policy."""
        search = kernels.game.search
        if not isinstance(search, PolicyRollouts):
            raise InvalidOption(f"{kernels.game.name}: has no policy to play on with")
        self.kernels, self.seats, self.policy = kernels, seats, search
        self.plain = plain_functions(kernels.game)
        self.play_out, self.list_candidates = kernels(make_play_out), kernels(make_list_candidates)
        self.plan = kernels(make_plan) if kernels.game.extra_of(Hindsight) is not None else None
        zeros, longest = kernels.zeros, kernels.functions.max_moves
        self.workspace = Workspace(
            rows=zeros(2, kernels.functions.size),
            moves=zeros(longest),
            candidates=zeros(longest),
            found=zeros(3, longest),
            totals=zeros(3, longest),
            points=zeros(seats),
            returns=kernels.floats(seats),
            control=zeros(policy_rollout_kernel.CONTROL_SIZE),
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
        """Search ``row``, not over and not chance's turn. Where anyone may be to move ``seat`` says whose move it is.

        ``salt`` decides the orders of the cards and what is overlooked. ``played`` is not used. With a ``seat`` that is
        not to move the position itself is judged, and the move found is ``NO_MOVE``.
        """
        started = time.perf_counter()
        mover = int(self.plain.to_move(row))
        root = (0 if mover == ANYONE else mover) if seat is None else seat
        self._prepare(row, salt, root)
        moves = [NO_MOVE] if mover not in {ANYONE, root} else self._candidates(row, root, budget, salt, weigh)
        planned = self._planned(root, moves, started) if budget.depth > 1 and moves != [NO_MOVE] else None
        if planned is not None:
            return planned
        if budget.depth == 1:
            return self._at_first_sight(row, root, moves, budget, salt, started)
        timer = Timer(budget.seconds, self.stop) if budget.seconds < math.inf else None
        if timer:
            timer.daemon = True
            timer.start()
        try:
            totals = self._halve(moves, budget, started + budget.seconds, weigh)
        finally:
            if timer:
                timer.cancel()
        if self.workspace.control[NUMBER] == 0:
            return self._at_first_sight(row, root, moves, budget, salt, started)
        return self._finding(totals, root, time.perf_counter() - started)

    def stop(self) -> None:
        """End the running search as soon as it looks; what it has found so far counts."""
        self.workspace.control[STOP] = 1

    def _prepare(self, row: Sequence[int], salt: int, root: int) -> None:
        for place in range(self.plain.size):
            self.workspace.rows[0][place] = row[place]
        control = self.workspace.control
        for cell in range(policy_rollout_kernel.CONTROL_SIZE):
            control[cell] = 0
        (
            control[policy_rollout_kernel.ROOT],
            control[policy_rollout_kernel.PLAYERS],
            control[policy_rollout_kernel.SALT],
        ) = root, self.seats, salt
        control[policy_rollout_kernel.HORIZON] = self.policy.horizon(list(row))

    # Which moves

    def _candidates(self, row: Sequence[int], root: int, budget: Budget, salt: int, weigh: int | None) -> list[int]:
        """Return the moves to compare, most promising first: those that are not overlooked, or one where all are."""
        count = int(self.list_candidates(self.workspace.rows[0], root, self.workspace.candidates))
        found = [int(self.workspace.candidates[index]) for index in range(count)] or self._all_of(row, root)
        if budget.slip:
            control = [0] * alphabeta.CONTROL_SIZE
            control[alphabeta.SLIP], control[alphabeta.SALT] = budget.slip, salt
            seen = [move for move in found if not alphabeta.overlooked(control, 0, move)]
            found = seen or [found[hashed(salt, 0, 0) % len(found)]]
        return found if weigh is None or weigh in found else [*found, weigh]

    def _all_of(self, row: Sequence[int], root: int) -> list[int]:
        """Return all legal moves of a seat, the one of most merit first: where the policy would do nothing."""
        out, mover_of = [0] * self.plain.max_moves, self.plain.mover
        legal = out[: self.plain.legal_moves(row, out)]
        if self.plain.to_move(row) == ANYONE:
            legal = [move for move in legal if mover_of(row, move) == root]
        return sorted(legal, key=lambda move: -self.plain.merit(row, move))

    # At first sight

    def _at_first_sight(
        self, row: Sequence[int], root: int, moves: list[int], budget: Budget, salt: int, started: float
    ) -> Finding:
        """Return the first of the moves or, without insight, the one that scores most at once."""
        move = moves[0]
        if not budget.insight:
            leads = {each: self._lead_after(row, root, each, False) for each in moves}
            move = max(moves, key=lambda each: (leads[each], hashed(salt, 1, each)))
        points = float(self._lead_after(row, root, move, budget.insight))
        shares = self._shares(root, self._share_at_sight(row, root, move, points))
        seconds = time.perf_counter() - started
        return Finding(move, points, shares, () if move == NO_MOVE else (move,), 1, len(moves), seconds)

    def _lead_after(self, row: Sequence[int], root: int, move: int, insight: bool) -> int:
        """Return what a seat has, or by how much it leads, after a move: as it stands, or as can be expected."""
        after, points = list(row), [0] * self.seats
        if move != NO_MOVE:
            self.plain.play(after, move)
        if insight and self.plain.to_move(after) != NOBODY:
            self.plain.value(after, points)
        else:
            self.plain.scores(after, points)
        return points[root] - max((points[seat] for seat in range(self.seats) if seat != root), default=0)

    def _share_at_sight(self, row: Sequence[int], root: int, move: int, points: float) -> float:
        """Return the chance to win that belongs to a lead; for one player what the game would return as it stands."""
        if self.seats > 1:
            return 1 / (1 + math.exp(-max(-50.0, min(50.0, points / self.plain.points_scale))))
        after, returns = list(row), [0.0]
        if move != NO_MOVE:
            self.plain.play(after, move)
        self.plain.returns(after, returns)
        return returns[root]

    # What can be planned to the end

    def _planned(self, root: int, moves: list[int], started: float) -> Finding | None:
        """Return the next move of a plan for all that is still to come, where a game can make one."""
        hindsight, zeros = self.kernels.game.extra_of(Hindsight), self.kernels.zeros
        if self.plan is None or hindsight is None:
            return None
        arrangement = zeros(hindsight.arrangement)
        steps = PLAN_STEPS if self.kernels.compiled else PLAIN_PLAN_STEPS
        move = int(self.plan(self.workspace.rows[0], root, arrangement, zeros(1), steps))
        if move < 0:
            return None
        row, points, returns = [int(cell) for cell in self.workspace.rows[0]], [0] * self.seats, [0.0] * self.seats
        hindsight.lay(row, root, arrangement)
        self.plain.scores(row, points)
        self.plain.returns(row, returns)
        seconds = time.perf_counter() - started
        return Finding(move, float(points[root]), tuple(returns), (move,), len(moves), steps, seconds)

    # Playing out

    def _halve(self, moves: list[int], budget: Budget, deadline: float, weigh: int | None) -> dict[int, list[int]]:
        """Play all moves out, then again the better half, and so on; return the totals of the last ones, best first.

        A move's totals are what ``Workspace.totals`` has of it: what decides, results, points.
        """
        rounds = max(1, math.ceil(math.log2(len(moves) / FINALISTS)) + 1)
        most = budget.nodes // ONLY_SHARE if len(moves) == 1 else budget.nodes
        totals = {move: [self._prior(move), 0, 0] for move in moves}
        for left in range(rounds, 0, -1):
            goes_on = self._look(totals, most, deadline, left)
            # Sorting is stable: equals stay as they were.
            best = sorted(totals, key=lambda move: -totals[move][0])
            if goes_on and left > 1:
                kept = best[: max(FINALISTS, (len(best) + 1) // 2)]
                best = kept if weigh is None or weigh in kept else [*kept, weigh]
            totals = {move: totals[move] for move in best}
            if not goes_on:
                break
        return totals

    def _prior(self, move: int) -> int:
        """Return what a move begins with: what it is worth at first sight, as if so many games had shown it.

        A few hundred games tell moves apart no better than the policy does, which has seen millions.
        """
        if move == NO_MOVE:
            return 0
        points = PRIOR_ORDERS * float(self.plain.merit(self.workspace.rows[0], move)) / self.plain.merit_units
        if self.seats == 1:
            return round(FINE * points)
        return round(WHOLE * points / (policy_rollout_kernel.CLEARLY * self.plain.points_scale) * (1 + LEAD_WINS))

    def _look(self, totals: dict[int, list[int]], most: int, deadline: float, left: int) -> bool:
        """Spend an equal part of what is left for so many rounds on these moves; tell whether there is more to do."""
        control, workspace = self.workspace.control, self.workspace
        for index, (move, sums) in enumerate(totals.items()):
            workspace.candidates[index] = move
            for kind, total in enumerate(sums):
                workspace.totals[kind][index] = total
        until = time.perf_counter() + (deadline - time.perf_counter()) / left
        nodes = int(control[NODES]) + (most - int(control[NODES])) // left
        orders = int(control[NUMBER]) + (ENOUGH - int(control[NUMBER])) // left
        going = True
        while going:
            chunk = CHUNK if self.kernels.compiled else 1
            control[NODE_LIMIT] = min(nodes, int(control[NODES]) + chunk)
            self.play_out(workspace, len(totals))
            going = control[NODES] < nodes and time.perf_counter() < until and self._is_unsure()
            going = going and control[NUMBER] < orders
        for index, move in enumerate(totals):
            totals[move] = [int(workspace.totals[kind][index]) for kind in range(3)]
        return self._is_unsure() and control[NODES] < most and time.perf_counter() < deadline

    def _is_unsure(self) -> bool:
        """Tell whether another order of the cards could show something new, and nobody has stopped the search."""
        control = self.workspace.control
        return bool(control[STOP] == 0 and (control[VARIES] or control[NUMBER] < ALIKE))

    def _finding(self, totals: dict[int, list[int]], root: int, seconds: float) -> Finding:
        control = self.workspace.control
        orders = max(1, int(control[NUMBER]))
        points = {move: sums[2] / (FINE * orders) for move, sums in totals.items()}
        shares = {move: sums[1] / (WHOLE * orders) for move, sums in totals.items()}
        move = next(iter(totals))
        weighed = points if self.seats == 1 else shares
        return Finding(
            move=move,
            points=points[move],
            shares=self._shares(root, shares[move]),
            line=() if move == NO_MOVE else (move,),
            depth=1,
            nodes=int(control[NODES]),
            seconds=seconds,
            weighed={} if move == NO_MOVE else weighed,
        )

    def _shares(self, root: int, share: float) -> tuple[float, ...]:
        rest = (1.0 - share) / max(1, self.seats - 1)
        return tuple(share if seat == root else rest for seat in range(self.seats))
