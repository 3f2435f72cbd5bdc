"""Iterative deepening: alpha-beta under a budget of depth, nodes and time, with aspiration windows."""

import time
from typing import Final

from fivefold.contract import AlphaBeta
from fivefold.engine import alphabeta
from fivefold.engine.alphabeta import BEST_REPLY, DECISIVE, FRIENDS, INFINITE, MAX_DEPTH, REDUCE, Workspace
from fivefold.engine.control import ABORTED, NODE_LIMIT, NODES, reset
from fivefold.engine.finding import Finding
from fivefold.engine.functions import search_of
from fivefold.engine.kernels import Kernels
from fivefold.engine.shares import win_chance
from fivefold.engine.timed_search import Task, TimedSearch

TABLE_ENTRIES: Final = 1 << 20
PLAIN_TABLE_ENTRIES: Final = 1 << 14
NARROW: Final = 0.5
"""Half the width of an aspiration window, in the game's ``points_scale``."""
ENOUGH_OF_TIME: Final = 0.6
"""A new depth is not begun when this much of the time is gone: it would hardly be finished."""


class Deepening(TimedSearch):
    """Alpha-beta search for one seat of one match; the transposition table lives on between its turns.

    It compares no moves: only the best is found. For a seat that is not to move it searches the moves of whoever is;
    with more than two players these may be moves of any rival.
    """

    def __init__(self, kernels: Kernels, seats: int, best_reply: bool = False, nodes: int = 1 << 39) -> None:
        """``nodes``: the most a search will visit, for a table of fitting size.

        Raises ``InvalidOption`` for a game of another kind.
        """
        super().__init__(kernels, seats, alphabeta.CONTROL_CELLS)
        self.functions, self.is_out = search_of(kernels.game, AlphaBeta), kernels.game.is_out
        self.negamax = kernels(alphabeta.make_alphabeta, self.rules, self.functions)
        self.best_reply = best_reply and seats > 2
        most = TABLE_ENTRIES if kernels.compiled else PLAIN_TABLE_ENTRIES
        entries = min(most, max(1 << 10, 1 << (2 * nodes).bit_length()))
        plies, longest = MAX_DEPTH + 2, self.rules.max_moves
        self.workspace = Workspace(
            rows=kernels.zeros(plies, self.rules.size),
            moves=kernels.zeros(plies, longest * (seats if best_reply else 1)),
            merits=kernels.zeros(plies, longest * (seats if best_reply else 1)),
            line=kernels.zeros(plies, plies + 1),
            killers=kernels.zeros(2 * plies),
            history=kernels.zeros(alphabeta.HISTORY_SIZE),
            table=kernels.zeros(alphabeta.ENTRY * entries),
            scratch=kernels.zeros(longest),
            points=kernels.zeros(seats),
            control=self.control,
        )

    def _prepare(self, task: Task) -> None:
        row, side = self.workspace.rows[0], self.functions.side
        for place in range(self.rules.size):
            row[place] = task.row[place]
        for place in range(alphabeta.HISTORY_SIZE):
            self.workspace.history[place] = 0
        root = self.rules.to_move(task.row) if task.seat is None else task.seat
        reset(self.control, task.budget, root, self.seats, task.salt)
        friends = [seat for seat in range(self.seats) if side(row, seat) == side(row, root)]
        self.control[FRIENDS] = sum(1 << seat for seat in friends)
        self.control[BEST_REPLY] = int(self.best_reply)
        self.control[REDUCE] = int(task.budget.depth > 3)

    def _search(self, task: Task) -> Finding:
        depth, points, line = self._deepen(task)
        if not alphabeta.friendly(self.control, self.rules.to_move(task.row)):
            points = -points
        solved = depth >= self.functions.remaining(task.row) or abs(points) > DECISIVE
        exact = solved and task.budget.slip == 0 and not self.best_reply
        shares = self._shares(INFINITE * ((points > 0) - (points < 0)) if exact else points)
        return Finding(line[0], points, shares, line, depth, int(self.control[NODES]), exact=exact)

    def _deepen(self, task: Task) -> tuple[int, int, tuple[int, ...]]:
        """Search one ply deeper at a time; return the last depth finished, its value and line."""
        most = min(task.budget.depth, MAX_DEPTH, self.functions.remaining(task.row))
        reached, points, line = 0, 0, tuple[int, ...]()
        for depth in range(1, most + 1):
            # The first ply always finishes, whatever the budget.
            self.control[NODE_LIMIT] = INFINITE if depth == 1 else task.budget.nodes
            found = self._aspire(depth, points)
            if self.control[ABORTED]:
                break
            reached, points, line = depth, found, self._line()
            if abs(points) > DECISIVE or self._is_late(task):
                break
        return reached, points, line

    def _is_late(self, task: Task) -> bool:
        return time.perf_counter() - task.started > ENOUGH_OF_TIME * task.budget.seconds

    def _aspire(self, depth: int, expected: int) -> int:
        """Search with a window around the last depth's value, and again with an open one if it falls outside."""
        if depth > 2:
            half = int(NARROW * self.functions.points_scale)
            low, high = expected - half, expected + half
            found = int(self.negamax(self.workspace, 0, depth, low, high))
            if self.control[ABORTED] or low < found < high:
                return found
        return int(self.negamax(self.workspace, 0, depth, -INFINITE, INFINITE))

    def _line(self) -> tuple[int, ...]:
        line = self.workspace.line[0]
        return tuple(int(line[place]) % alphabeta.OTHER_SEAT for place in range(1, int(line[0]) + 1))

    def _shares(self, points: int) -> tuple[float, ...]:
        """Return each seat's chance to win, from the root side's lead: each side shares its chance evenly.

        A rival that has dropped out has none.
        """
        row, friends = self.workspace.rows[0], int(self.control[FRIENDS])
        sides = [friends >> seat & 1 for seat in range(self.seats)]
        rivals = [not friend and not self.is_out(row, seat) for seat, friend in enumerate(sides)]
        win = win_chance(points, self.functions.points_scale)
        pairs = zip(sides, rivals, strict=True)
        return tuple(win / sum(sides) if friend else rival * (1 - win) / sum(rivals) for friend, rival in pairs)
