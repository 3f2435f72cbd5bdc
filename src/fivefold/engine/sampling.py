"""Search for games with secrets, and with chance between moves: moves compared over many fair possibilities.

It is given a position as its seat observes it, never more. All moves are looked at in the same possibilities, and those
that do worse are dropped (``engine.halving``). Where nothing can be hidden any more and chance is done, the last few
moves are left to alpha-beta, which is exact.
"""

import math
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, NamedTuple

from fivefold.contract import CHANCE, NOBODY, Row, Sampling
from fivefold.engine.alphabeta import Deepening, bring_best_forward
from fivefold.engine.budget import Budget
from fivefold.engine.control import (
    INSIGHT,
    NO_LIMIT,
    NODE_LIMIT,
    NODES,
    NUMBER,
    PLAYERS,
    ROOT,
    SALT,
    SHARED,
    STOP,
    VARIES,
    misses,
    reset,
)
from fivefold.engine.finding import NO_MOVE, Finding
from fivefold.engine.functions import RuleFunctions, search_of
from fivefold.engine.halving import PLAIN_CHUNK, Halving, Limits, Totals
from fivefold.engine.hashing import hashed, overlooked
from fivefold.engine.kernels import Jit, Kernels
from fivefold.engine.shares import LEAST, WHOLE, lead, share_of, shares_around
from fivefold.engine.timed_search import Task, TimedSearch

DEPTH, REPLIES, ANSWERS, DRAWN, CONTROL_CELLS = range(SHARED, SHARED + 5)
"""More cells of ``control``: decisions looked ahead, how many moves are tried at the first reply and at the decision
after it, and whether chance was ever to move."""

SEEN, POSSIBLE, HERE, ROWS = 0, 1, 2, 5
"""Rows of the workspace: the position as observed, one possibility of it, what follows from that, and two below."""
ALIKE: Final = 12
"""When this many possibilities are the same, there is only the one."""
DECIDED: Final = 1 << 40
"""Added to the points of the seat that has won."""


class Workspace(NamedTuple):
    """The arrays of one search, all int64 but for ``returns`` (or lists of such shapes in plain Python)."""

    rows: Any
    """[ROWS, SIZE]: see ``SEEN``."""
    moves: Any
    """[ROWS, MAX_MOVES]"""
    merits: Any
    """[ROWS, MAX_MOVES]"""
    points: Any
    """[ROWS, seats]: what each seat gets in the end."""
    candidates: Any
    """[MAX_MOVES]: the moves compared."""
    found: Any
    """[MAX_MOVES]: their shares in one possibility."""
    totals: Any
    """[1, MAX_MOVES]: their shares added up, each up to ``WHOLE``."""
    returns: Any
    """[seats] float"""
    dice: Any
    """[1]"""
    control: Any
    """[CONTROL_CELLS]: see ``engine.control`` and ``DEPTH``."""


Draw = Callable[[Workspace, int, int], None]
ListSeen = Callable[[Workspace, int, int], int]
Look = Callable[[Workspace, int, int, int], None]
"""``look(workspace, level, plies, events)``: write the ``points`` of ``rows[level]``, looking ``plies`` decisions
ahead; ``events``: how often chance has been drawn for so far."""


def make_evaluate(rules: RuleFunctions, search: Sampling, jit: Jit) -> Callable[[Workspace, int], None]:
    """Make ``evaluate(workspace, level)``: write the ``points`` of a position that is not looked into further."""
    to_move, scores, returns, value = rules.to_move, rules.scores, rules.returns, search.value

    @jit
    def evaluate(workspace: Any, level: int) -> None:
        row, points, control = workspace.rows[level], workspace.points[level], workspace.control
        if to_move(row) == NOBODY:
            value(row, points)
            returns(row, workspace.returns)
            for seat in range(control[PLAYERS]):
                points[seat] += int(DECIDED * workspace.returns[seat])
        elif control[INSIGHT] != 0:
            value(row, points)
        else:
            scores(row, points)

    return evaluate


def make_list_seen(rules: RuleFunctions, search: Sampling, jit: Jit) -> ListSeen:
    """Make ``list_seen(workspace, level, plies) -> count``: the moves a seat does not overlook, and their merits."""
    legal_moves, merit = rules.legal_moves, search.merit

    @jit
    def list_seen(workspace: Any, level: int, plies: int) -> int:
        row, moves, merits = workspace.rows[level], workspace.moves[level], workspace.merits[level]
        found, count = legal_moves(row, moves), 0
        for index in range(found):
            move, last = moves[index], index + 1 == found
            if (last and count == 0) or not misses(workspace.control, plies, move):
                moves[count], merits[count] = move, merit(row, move)
                count += 1
        return count

    return list_seen


def make_draw(rules: RuleFunctions, jit: Jit) -> Draw:
    """Make ``draw(workspace, level, events)``: let chance move, by the numbers of the possibility and of the event."""
    legal_moves, play = rules.legal_moves, rules.play

    @jit
    def draw(workspace: Any, level: int, events: int) -> None:
        control, moves = workspace.control, workspace.moves[level]
        count = legal_moves(workspace.rows[level], moves)
        control[DRAWN] = 1
        if count > 1:
            control[VARIES] = 1
        play(workspace.rows[level], moves[hashed(control[SALT], control[NUMBER], events) % count])

    return draw


def make_play_on(rules: RuleFunctions, search: Sampling, jit: Jit, draw: Draw, list_seen: ListSeen) -> Look:
    """Make the ``Look`` that makes every move at first sight."""
    to_move, play, evaluate = rules.to_move, rules.play, make_evaluate(rules, search, jit)

    @jit
    def play_on(workspace: Any, level: int, plies: int, events: int) -> None:
        row = workspace.rows[level]
        while plies > 0 and to_move(row) != NOBODY:
            if to_move(row) == CHANCE:
                draw(workspace, level, events)
                events += 1
            else:
                count = list_seen(workspace, level, plies)
                play(row, bring_best_forward(workspace.moves[level], workspace.merits[level], 0, count))
                workspace.control[NODES] += 1
                plies -= 1
        evaluate(workspace, level)

    return play_on


def make_branch(rules: RuleFunctions, jit: Jit, draw: Draw, list_seen: ListSeen, further: Look, width_at: int) -> Look:
    """Make the ``Look`` that tries ``control[width_at]`` moves at the first decision and then looks ``further``."""
    to_move, play, size = rules.to_move, rules.play, rules.size

    @jit
    def branch(workspace: Any, level: int, plies: int, events: int) -> None:
        control, row, points = workspace.control, workspace.rows[level], workspace.points[level]
        while plies > 0 and to_move(row) == CHANCE:
            draw(workspace, level, events)
            events += 1
        if plies <= 0 or control[width_at] <= 1 or to_move(row) == NOBODY:
            further(workspace, level, plies, events)
            return
        seat, best = to_move(row), LEAST
        count = list_seen(workspace, level, plies)
        for index in range(min(count, control[width_at])):
            below, reached = workspace.rows[level + 1], workspace.points[level + 1]
            for place in range(size):
                below[place] = row[place]
            play(below, bring_best_forward(workspace.moves[level], workspace.merits[level], index, count))
            control[NODES] += 1
            further(workspace, level + 1, plies - 1, events)
            worth = lead(reached, control[PLAYERS], seat)
            if worth > best:
                best = worth
                for other in range(control[PLAYERS]):
                    points[other] = reached[other]

    return branch


def make_lay_out(rules: RuleFunctions, search: Sampling, jit: Jit) -> Callable[[Workspace], None]:
    """Make ``lay_out(workspace)``: lay out the possibility of the current number in the row ``POSSIBLE``."""
    size, determinize = rules.size, search.determinize

    @jit
    def lay_out(workspace: Any) -> None:
        control, before, row = workspace.control, workspace.rows[POSSIBLE], workspace.rows[HERE]
        for place in range(size):
            row[place] = workspace.rows[SEEN][place]
        workspace.dice[0] = hashed(control[SALT], control[NUMBER], -1)
        determinize(row, control[ROOT], workspace.dice)
        for place in range(size):
            if control[NUMBER] > 0 and row[place] != before[place]:
                control[VARIES] = 1
            before[place] = row[place]

    return lay_out


def make_compare(rules: RuleFunctions, search: Sampling, jit: Jit, kernel: Jit) -> Callable[[Workspace, int], int]:
    """Make ``compare(workspace, count) -> possibilities done``: look at the first ``count`` candidates in each.

    It ends at ``control[NODE_LIMIT]``, after ``ALIKE`` possibilities that are the same, or when it is stopped, which
    leaves the last possibility out.
    """
    play, size, scale = rules.play, rules.size, int(search.points_scale)
    draw, list_seen, lay_out = (
        make_draw(rules, jit),
        make_list_seen(rules, search, jit),
        make_lay_out(rules, search, jit),
    )
    play_on = make_play_on(rules, search, jit, draw, list_seen)
    second = make_branch(rules, jit, draw, list_seen, play_on, ANSWERS)
    look = make_branch(rules, jit, draw, list_seen, second, REPLIES)

    @jit
    def outcome(workspace: Any, move: int) -> int:
        control, row = workspace.control, workspace.rows[HERE]
        for place in range(size):
            row[place] = workspace.rows[POSSIBLE][place]
        plies = control[DEPTH]
        if move != NO_MOVE:
            control[NODES] += 1
            plies -= 1
            play(row, move)
        look(workspace, HERE, plies, 0)
        return share_of(workspace.points[HERE], control[PLAYERS], control[ROOT], scale)

    @kernel
    def compare(workspace: Any, count: int) -> int:
        control = workspace.control
        done = 0
        while done == 0 or control[NODES] < control[NODE_LIMIT]:
            lay_out(workspace)
            for index in range(count):
                if control[STOP] != 0:
                    return done
                workspace.found[index] = outcome(workspace, workspace.candidates[index])
            for index in range(count):
                workspace.totals[0][index] += workspace.found[index]
            control[NUMBER] += 1
            done += 1
            if control[NUMBER] >= ALIKE and control[VARIES] == 0:
                return done
        return done

    return compare


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
        self.control[REPLIES], self.control[ANSWERS] = WIDTH, SECOND_WIDTH

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
