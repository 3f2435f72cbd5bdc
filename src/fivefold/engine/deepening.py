"""Iterative deepening: alpha-beta under a budget of depth, nodes and time, with aspiration windows."""

import math
import time
from collections.abc import Sequence
from threading import Timer
from typing import Final

from fivefold.engine import alphabeta
from fivefold.engine.alphabeta import DECISIVE, INFINITE, MAX_DEPTH, Workspace, make_alphabeta
from fivefold.engine.budget import Budget
from fivefold.engine.finding import Finding
from fivefold.engine.functions import Kernels, plain_functions

TABLE_ENTRIES: Final = 1 << 20
PLAIN_TABLE_ENTRIES: Final = 1 << 14
NARROW: Final = 0.5
"""Half the width of an aspiration window, in the game's ``POINTS_SCALE``."""
ENOUGH_OF_TIME: Final = 0.6
"""A new depth is not begun when so much of the time is gone: it would hardly be finished."""


class Deepening:
    """Alpha-beta search for one seat of one match; the transposition table lives on between its turns."""

    def __init__(self, kernels: Kernels, seats: int, best_reply: bool = False, nodes: int = 1 << 39) -> None:
        """``nodes``: the most a search will visit, for a table of fitting size."""
        self.kernels = kernels
        self.plain = plain_functions(kernels.game)
        self.seats = seats
        self.negamax = kernels(make_alphabeta)
        most = TABLE_ENTRIES if kernels.compiled else PLAIN_TABLE_ENTRIES
        entries = min(most, max(1 << 10, 1 << (2 * nodes).bit_length()))
        plies, longest = MAX_DEPTH + 2, kernels.functions.max_moves
        self.workspace = Workspace(
            rows=kernels.zeros(plies, kernels.functions.size),
            moves=kernels.zeros(plies, longest * (seats if best_reply else 1)),
            merits=kernels.zeros(plies, longest * (seats if best_reply else 1)),
            line=kernels.zeros(plies, plies + 1),
            killers=kernels.zeros(2 * plies),
            history=kernels.zeros(alphabeta.HISTORY_SIZE),
            table=kernels.zeros(alphabeta.ENTRY * entries),
            scratch=kernels.zeros(longest),
            points=kernels.zeros(seats),
            control=kernels.zeros(alphabeta.CONTROL_SIZE),
        )
        self.workspace.control[alphabeta.BEST_REPLY] = int(best_reply and seats > 2)

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

        ``played``, the match so far, is not used: the table remembers; nor is ``weigh``: only the best is found. With
        ``seat`` it judges the position as that seat does while it searches its own moves: the points are its lead, and
        with more than two players the moves found may be those of any of its rivals.
        """
        started = time.perf_counter()
        self._prepare(row, budget, salt, seat)
        timer = Timer(budget.seconds, self.stop) if budget.seconds < math.inf else None
        if timer:
            timer.daemon = True
            timer.start()
        try:
            depth, points, line = self._deepen(budget, started)
        finally:
            if timer:
                timer.cancel()
        if not alphabeta.friendly(self.workspace.control, int(self.plain.to_move(self.workspace.rows[0]))):
            points = -points
        nodes = int(self.workspace.control[alphabeta.NODES])
        solved = depth >= self.plain.remaining(self.workspace.rows[0]) or abs(points) > DECISIVE
        exact = solved and budget.slip == 0 and not self.workspace.control[alphabeta.BEST_REPLY]
        shares = self._shares(INFINITE * ((points > 0) - (points < 0)) if exact else points)
        return Finding(line[0], points, shares, line, depth, nodes, time.perf_counter() - started, exact)

    def stop(self) -> None:
        """End the running search as soon as it looks; what it has found so far counts."""
        self.workspace.control[alphabeta.STOP] = 1

    def _prepare(self, row: Sequence[int], budget: Budget, salt: int, seat: int | None) -> None:
        rows, control, functions = self.workspace.rows, self.workspace.control, self.plain
        for place in range(functions.size):
            rows[0][place] = row[place]
        for place in range(alphabeta.HISTORY_SIZE):
            self.workspace.history[place] = 0
        root = int(functions.to_move(rows[0])) if seat is None else seat
        friends = [functions.side(rows[0], seat) == functions.side(rows[0], root) for seat in range(self.seats)]
        control[alphabeta.ROOT], control[alphabeta.PLAYERS] = root, self.seats
        control[alphabeta.FRIENDS] = sum(1 << seat for seat in range(self.seats) if friends[seat])
        control[alphabeta.NODES], control[alphabeta.STOP], control[alphabeta.ABORTED] = 0, 0, 0
        control[alphabeta.SLIP], control[alphabeta.SALT] = budget.slip, salt
        control[alphabeta.INSIGHT] = int(budget.insight)
        control[alphabeta.REDUCE] = int(budget.depth > 3)

    def _deepen(self, budget: Budget, started: float) -> tuple[int, int, tuple[int, ...]]:
        """Search one ply deeper at a time; return the last depth finished, its value and line."""
        control = self.workspace.control
        most = min(budget.depth, MAX_DEPTH, int(self.plain.remaining(self.workspace.rows[0])))
        reached, points, line = 0, 0, tuple[int, ...]()
        for depth in range(1, most + 1):
            # The first ply always finishes, whatever the budget.
            control[alphabeta.NODE_LIMIT] = INFINITE if depth == 1 else budget.nodes
            found = self._aspire(depth, points)
            if control[alphabeta.ABORTED]:
                break
            reached, points, line = depth, found, self._line()
            if abs(points) > DECISIVE or time.perf_counter() - started > ENOUGH_OF_TIME * budget.seconds:
                break
        return reached, points, line

    def _aspire(self, depth: int, expected: int) -> int:
        """Search with a window around the last depth's value, and again with an open one if it falls outside."""
        if depth > 2:
            half = int(NARROW * self.plain.points_scale)
            low, high = expected - half, expected + half
            found = int(self.negamax(self.workspace, 0, depth, low, high))
            if self.workspace.control[alphabeta.ABORTED] or low < found < high:
                return found
        return int(self.negamax(self.workspace, 0, depth, -INFINITE, INFINITE))

    def _line(self) -> tuple[int, ...]:
        line = self.workspace.line[0]
        return tuple(int(line[place]) % alphabeta.OTHER_SEAT for place in range(1, int(line[0]) + 1))

    def _shares(self, points: int) -> tuple[float, ...]:
        """Return each seat's chance to win, from the root side's lead: the rest share what it leaves."""
        control = self.workspace.control
        friends = [bool(int(control[alphabeta.FRIENDS]) >> seat & 1) for seat in range(self.seats)]
        scaled = max(-50.0, min(50.0, points / self.kernels.functions.points_scale))
        win = 1 / (1 + math.exp(-scaled))
        return tuple(win / sum(friends) if friend else (1 - win) / (self.seats - sum(friends)) for friend in friends)
