"""Monte Carlo tree search under a budget, one tree a thread, kept from turn to turn."""

import math
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Timer
from typing import Final

from fivefold.engine import mcts
from fivefold.engine.budget import Budget
from fivefold.engine.finding import Finding
from fivefold.engine.functions import Kernels, plain_functions
from fivefold.engine.mcts import Tree, make_keep_subtree, make_mcts
from fivefold.parts import dice

CAPACITY: Final = 1 << 21
PLAIN_CAPACITY: Final = 1 << 15
CAREFUL: Final = 1e-9


class MonteCarlo:
    """Tree search for one seat of one match. Threads grow trees of their own; their visits are added up."""

    def __init__(self, kernels: Kernels, seats: int, threads: int = 1) -> None:
        self.kernels = kernels
        self.seats = seats
        self.plain = plain_functions(kernels.game)
        self.grow = kernels(make_mcts)
        self.keep_subtree = kernels(make_keep_subtree)
        self.capacity = CAPACITY if kernels.compiled else PLAIN_CAPACITY
        self.trees = [self._new_tree() for _ in range(threads if kernels.compiled else 1)]
        self._renumbered = kernels.zeros(self.capacity)
        self._played: list[int] | None = None

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
        """Search ``row``, not over; ``played``, all moves of the match so far, lets it go on with what it knows.

        ``seat`` and ``weigh`` are not used: it judges for the seat to move.
        """
        started = time.perf_counter()
        for number, tree in enumerate(self.trees):
            self._begin(tree, row, budget, salt + number, played)
        self._played = None if played is None else list(played)
        self._grow_all(budget.seconds)
        return self._finding(time.perf_counter() - started)

    def stop(self) -> None:
        """End the running search as soon as it looks."""
        for tree in self.trees:
            tree.control[mcts.STOP] = 1

    def _new_tree(self) -> Tree:
        zeros, floats, functions = self.kernels.zeros, self.kernels.floats, self.plain
        return Tree(
            first=zeros(self.capacity),
            children=zeros(self.capacity),
            move=zeros(self.capacity),
            seat=zeros(self.capacity),
            visits=zeros(self.capacity),
            total=floats(self.capacity),
            prior=zeros(self.capacity),
            winner=zeros(self.capacity),
            history_visits=zeros(mcts.HISTORY_SIZE),
            history_total=floats(mcts.HISTORY_SIZE),
            rows=zeros(2, functions.size),
            moves=zeros(functions.max_moves),
            path=zeros(mcts.MAX_PATH + 1),
            points=zeros(self.seats),
            shares=floats(self.seats),
            control=zeros(mcts.CONTROL_SIZE),
        )

    def _begin(self, tree: Tree, row: Sequence[int], budget: Budget, salt: int, played: Sequence[int] | None) -> None:
        control = tree.control
        for place in range(self.plain.size):
            tree.rows[0][place] = row[place]
        if not self._reuse(tree, played):
            tree.first[0] = tree.children[0] = tree.visits[0] = tree.winner[0] = 0
            control[mcts.USED] = 1
            for slot in range(mcts.HISTORY_SIZE):
                tree.history_visits[slot] = 0
                tree.history_total[slot] = 0.0
        stream = [0]
        dice.seed(stream, salt)
        control[mcts.DICE], control[mcts.SEATS] = stream[0], self.seats
        control[mcts.ITERATIONS], control[mcts.LIMIT], control[mcts.STOP] = 0, budget.nodes, 0
        control[mcts.SLIP], control[mcts.GREATEST_DEPTH] = budget.slip, 0

    def _reuse(self, tree: Tree, played: Sequence[int] | None) -> bool:
        """Go down the tree along the moves made since the last search and keep what lies there."""
        before = self._played
        if played is None or before is None or list(played[: len(before)]) != before or len(played) == len(before):
            return False
        node = 0
        for move in played[len(before) :]:
            found = [child for child in self._children(tree, node) if tree.move[child] == move]
            if not found:
                return False
            node = found[0]
        self.keep_subtree(tree, node, self._renumbered)
        return True

    def _grow_all(self, seconds: float) -> None:
        timer = Timer(seconds, self.stop) if seconds < math.inf else None
        if timer:
            timer.daemon = True
            timer.start()
        try:
            if len(self.trees) == 1:
                self.grow(self.trees[0])
            else:
                with ThreadPoolExecutor(len(self.trees)) as threads:
                    list(threads.map(self.grow, self.trees))
        finally:
            if timer:
                timer.cancel()

    def _finding(self, seconds: float) -> Finding:
        root = self.trees[0].rows[0]
        seat = int(self.plain.to_move(root))
        visits, totals, won = self._moves_at_root(seat)
        move = won if won is not None else max(visits, key=lambda each: (visits[each], totals[each]))
        share = 1.0 if won is not None else totals[move] / max(1, visits[move])
        rest = (1.0 - share) / max(1, self.seats - 1)
        return Finding(
            move=move,
            points=self._points(share),
            shares=tuple(share if other == seat else rest for other in range(self.seats)),
            line=self._line(move),
            depth=max(int(tree.control[mcts.GREATEST_DEPTH]) for tree in self.trees),
            nodes=sum(int(tree.control[mcts.ITERATIONS]) for tree in self.trees),
            seconds=seconds,
            exact=any(int(tree.winner[0]) != 0 for tree in self.trees),
        )

    def _moves_at_root(self, seat: int) -> tuple[dict[int, int], dict[int, float], int | None]:
        """Return visits and results of every move, added up over the trees, and a move that is proven to win."""
        visits, totals, won = dict[int, int](), dict[int, float](), None
        for tree in self.trees:
            for child in self._children(tree, 0):
                move = int(tree.move[child])
                visits[move] = visits.get(move, 0) + int(tree.visits[child])
                totals[move] = totals.get(move, 0.0) + float(tree.total[child])
                if int(tree.winner[child]) == 1 + seat:
                    won = move
        return visits, totals, won

    @staticmethod
    def _children(tree: Tree, node: int) -> range:
        first = int(tree.first[node])
        return range(first, first + int(tree.children[node]))

    def _points(self, share: float) -> float:
        share = min(max(share, CAREFUL), 1 - CAREFUL)
        return self.plain.points_scale * math.log(share / (1 - share))

    def _line(self, move: int) -> tuple[int, ...]:
        """Return the most visited play after a move, from the tree that has looked into it most."""
        looked = [
            (tree.visits[node], tree, node)
            for tree in self.trees
            for node in self._children(tree, 0)
            if int(tree.move[node]) == move
        ]
        _, tree, node = max(looked, key=lambda each: int(each[0]))
        line = [move]
        while int(tree.children[node]) > 0:
            node = max(self._children(tree, node), key=lambda child: int(tree.visits[child]))
            if int(tree.visits[node]) == 0:
                break
            line.append(int(tree.move[node]))
        return tuple(line)
