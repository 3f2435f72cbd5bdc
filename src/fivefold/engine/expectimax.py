"""Expectimax over whole turns, for games in which a turn is several moves with chance between them (``WholeTurns``).

How well a turn can be played is the game's to say, exactly, once it is known what each way to end it is worth. So what
is searched is not moves and dice but the *finishes* of turns: a finish is worth what the position after it is worth, by
the game's ``value`` or after the next seat's turn, played as well for that seat, and so on. Every seat plays for its
own chance to win (*max^n*; with two players the game itself). Values are chances to win, a share for each seat, 0 to 1.
"""

import math
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from fivefold.contract import NOBODY, WholeTurns
from fivefold.engine.budget import Budget
from fivefold.engine.control import ABORTED, INSIGHT, NODE_LIMIT, NODES, PLAYERS, SHARED, SLIP, STOP, misses, reset
from fivefold.engine.finding import Finding
from fivefold.engine.functions import RuleFunctions, TurnFunctions, search_of, turn_functions
from fivefold.engine.kernels import Jit, Kernels
from fivefold.engine.shares import STEEPEST
from fivefold.engine.timed_search import Task, TimedSearch

MAX_TURNS: Final = 8
"""Turns looked ahead at most."""
WIDTH, COUNT, CONTROL_CELLS = range(SHARED, SHARED + 3)
"""More cells of ``control``: how many finishes of a reply are looked into, most promising first (the others keep their
shares at first sight, corrected as much as those were on average), and how many finishes the root has."""

CONSIDER, LOOK, WEIGH = 0, 1, 2
"""What the kernel is asked to do."""
OPEN, OVER, LOOKED, UNSEEN = 0, 1, 2, 3
"""What ``states`` says of a finish: estimated, the game ends with it, looked into, overlooked."""
BETTER: Final = 0.05
NEGLIGIBLE: Final = 1e-4
"""Finishes of the root are only estimated where being ``BETTER``, by that much of a chance to win, would gain the turn
less than this."""
SLIGHTLY: Final = 1e-6
"""How much of another seat's share is added to what finishes are worth, to learn what best play leaves that seat."""


class Workspace(NamedTuple):
    """The arrays of one search: int64 or, where it says so, float (or lists of such shapes in plain Python)."""

    rows: Any
    """[MAX_TURNS + 2, SIZE]: the position that many turns ahead, the root in row 0."""
    finishes: Any
    """[MAX_TURNS + 2, MAX_FINISHES]"""
    states: Any
    """[MAX_TURNS + 2, MAX_FINISHES]: see ``OPEN`` and the rest."""
    shares: Any
    """[MAX_TURNS + 2, MAX_FINISHES * seats] float: each seat's chance to win after each finish."""
    results: Any
    """[MAX_TURNS + 2, seats] float: each seat's chance to win in each position."""
    changes: Any
    """[MAX_TURNS + 2, seats] float: by how much looking into finishes has changed their shares, added up."""
    worth: Any
    """[MAX_FINISHES] float"""
    out: Any
    """[MAX_MOVES] float: what the turn is worth after each legal move."""
    scratch: Any
    """[SCRATCH] float"""
    importance: Any
    """[MAX_FINISHES] float: how much the root's turn would gain if one finish alone were ``BETTER``."""
    keys: Any
    """[MAX_FINISHES]: hashes of the positions after the root's finishes."""
    points: Any
    """[seats]: scratch for ``value``."""
    control: Any
    """[CONTROL_CELLS]: see ``engine.control`` and ``WIDTH``."""


def share_out(points: Any, scale: float, shares: Any, start: int, seats: int) -> None:
    """Write for each seat, from ``start`` on, its chance to win with these points: they add up to 1."""
    most, total = points[0], 0.0
    for seat in range(1, seats):
        most = max(most, points[seat])
    for seat in range(seats):
        shares[start + seat] = math.exp(max((points[seat] - most) / scale, -STEEPEST))
        total += shares[start + seat]
    for seat in range(seats):
        shares[start + seat] /= total


def give_worst(workspace: Workspace, turn: int, count: int, seat: int) -> None:
    """Let what ``seat`` overlooks be worth no more than the worst that it sees."""
    states, shares, seats = workspace.states[turn], workspace.shares[turn], workspace.control[PLAYERS]
    worst = -1
    for index in range(count):
        worse = worst < 0 or shares[seats * index + seat] < shares[seats * worst + seat]
        if states[index] != UNSEEN and worse:
            worst = index
    for index in range(count):
        if states[index] == UNSEEN:
            for other in range(seats):
                shares[seats * index + other] = shares[seats * worst + other]


def begin_turn(workspace: Workspace, turn: int) -> bool:
    """Tell whether the search goes on, and note in ``ABORTED`` if not."""
    control = workspace.control
    if control[STOP] != 0 or control[NODES] >= control[NODE_LIMIT]:
        control[ABORTED] = 1
    return bool(control[ABORTED] == 0)


def best_to_look_into(workspace: Workspace, turn: int, count: int, seat: int, looked: int) -> int:
    """Return which finish to look into after ``looked`` others, or -1 when that is enough.

    Of the root's all that matter, most important first; of a reply's the most promising for ``seat``, up to ``WIDTH``.
    """
    states, shares, seats = workspace.states[turn], workspace.shares[turn], workspace.control[PLAYERS]
    best, most = -1, NEGLIGIBLE if turn == 0 else -1.0
    for index in range(count if turn == 0 or looked < workspace.control[WIDTH] else 0):
        promise = workspace.importance[index] if turn == 0 else shares[seats * index + seat]
        if states[index] == OPEN and promise > most:
            best, most = index, promise
    return best


def take_over(workspace: Workspace, turn: int, index: int) -> None:
    """Take over the shares that a look at a finish has found."""
    shares, found, seats = workspace.shares[turn], workspace.results[turn + 1], workspace.control[PLAYERS]
    for seat in range(seats):
        workspace.changes[turn][seat] += found[seat] - shares[seats * index + seat]
        shares[seats * index + seat] = found[seat]
    workspace.states[turn][index] = LOOKED


def correct_others(workspace: Workspace, turn: int, count: int, looked: int) -> None:
    """Change the shares after each finish only estimated as much as looking has changed the others, on average."""
    shares, changes, seats = workspace.shares[turn], workspace.changes[turn], workspace.control[PLAYERS]
    for index in range(count):
        if workspace.states[turn][index] == OPEN:
            for place in range(seats * index, seats * index + seats):
                shares[place] = min(1.0, max(0.0, shares[place] + changes[place - seats * index] / looked))
    for seat in range(seats):
        changes[seat] = 0.0
    for index in range(count):
        if workspace.states[turn][index] == LOOKED:
            workspace.states[turn][index] = OPEN


def make_follow(rules: RuleFunctions, search: WholeTurns, jit: Jit) -> Callable[[Workspace, int, int], None]:
    """Make ``follow(workspace, turn, move)``: end the turn so, which gives the position a turn later."""
    finish, size = search.finish, rules.size

    @jit
    def follow(workspace: Any, turn: int, move: int) -> None:
        row, child = workspace.rows[turn], workspace.rows[turn + 1]
        for place in range(size):
            child[place] = row[place]
        finish(child, move)

    return follow


def make_estimate(
    rules: RuleFunctions, search: WholeTurns, turns: TurnFunctions, jit: Jit
) -> Callable[[Workspace, int, int, int], None]:
    """Make ``estimate(workspace, turn, move, index)``: shares at first sight after a finish that was followed.

    Without insight they tell from the merit of the finish alone.
    """
    to_move, returns, turn_of = rules.to_move, rules.returns, turns.turn_of
    value, merit, scale, divide = search.value, search.merit, search.points_scale, jit(share_out)

    @jit
    def estimate(workspace: Any, turn: int, move: int, index: int) -> None:
        row, child, control = workspace.rows[turn], workspace.rows[turn + 1], workspace.control
        shares, seats = workspace.shares[turn], control[PLAYERS]
        control[NODES] += 1
        if to_move(child) == NOBODY:
            returns(child, workspace.results[turn + 1])
            for seat in range(seats):
                shares[seats * index + seat] = workspace.results[turn + 1][seat]
            return
        if control[INSIGHT] != 0:
            value(child, workspace.points)
        else:
            for seat in range(seats):
                workspace.points[seat] = 0
            workspace.points[turn_of(row)] = merit(row, move)
        divide(workspace.points, scale, shares, seats * index, seats)

    return estimate


def make_list_finishes(
    rules: RuleFunctions, search: WholeTurns, turns: TurnFunctions, jit: Jit
) -> Callable[[Workspace, int], int]:
    """Make ``list_finishes(workspace, turn) -> count``: a turn's finishes, their states, and the shares after each."""
    to_move, turn_of, finishes, key = rules.to_move, turns.turn_of, search.finishes, search.key
    follow, estimate = make_follow(rules, search, jit), make_estimate(rules, search, turns, jit)
    overlooks, level_down = jit(misses), jit(give_worst)

    @jit
    def list_finishes(workspace: Any, turn: int) -> int:
        row, moves, control = workspace.rows[turn], workspace.finishes[turn], workspace.control
        states, count, seen = workspace.states[turn], finishes(row, moves), 0
        hashed = key(row) if control[SLIP] > 0 else 0
        for index in range(count):
            follow(workspace, turn, moves[index])
            estimate(workspace, turn, moves[index], index)
            states[index] = OVER if to_move(workspace.rows[turn + 1]) == NOBODY else OPEN
            if turn == 0:
                workspace.keys[index] = key(workspace.rows[1])
            if overlooks(control, hashed, moves[index]) and (seen > 0 or index + 1 < count):
                states[index] = UNSEEN
            else:
                seen += 1
        if seen < count:
            level_down(workspace, turn, count, turn_of(row))
        return int(count)

    return list_finishes


def make_back_up(search: WholeTurns, turns: TurnFunctions, jit: Jit) -> Callable[[Workspace, int, int], None]:
    """Make ``back_up(workspace, turn, count)``: each seat's chance if this turn is played best, from those after it.

    What best play leaves the others follows from how its value changes when their shares count a little too.
    """
    outlook, turn_of = search.outlook, turns.turn_of

    @jit
    def back_up(workspace: Any, turn: int, count: int) -> None:
        row, worth, shares, results = (
            workspace.rows[turn],
            workspace.worth,
            workspace.shares[turn],
            workspace.results[turn],
        )
        seats, mover, left = workspace.control[PLAYERS], turn_of(row), 1.0
        last = (mover + seats - 1) % seats
        for step in range(1, seats - 1):
            seat = (mover + step) % seats
            for index in range(count):
                worth[index] = shares[seats * index + mover] + SLIGHTLY * shares[seats * index + seat]
            results[seat] = outlook(row, worth, workspace.out, workspace.scratch)
        for index in range(count):
            worth[index] = shares[seats * index + mover]
        results[mover] = outlook(row, worth, workspace.out, workspace.scratch)
        left -= results[mover]
        for step in range(1, seats - 1):
            seat = (mover + step) % seats
            results[seat] = min(max(0.0, (results[seat] - results[mover]) / SLIGHTLY), left)
            left -= results[seat]
        results[last] = max(0.0, left)

    return back_up


def make_weigh_importance(search: WholeTurns, turns: TurnFunctions, jit: Jit) -> Callable[[Workspace, int], None]:
    """Make ``weigh_importance(workspace, count)``: how much better the root's turn is if one finish alone is better."""
    outlook, turn_of = search.outlook, turns.turn_of

    @jit
    def weigh_importance(workspace: Any, count: int) -> None:
        row, worth, seats = workspace.rows[0], workspace.worth, workspace.control[PLAYERS]
        mover = turn_of(row)
        for index in range(count):
            worth[index] = workspace.shares[0][seats * index + mover]
        before = outlook(row, worth, workspace.out, workspace.scratch)
        for index in range(count):
            kept = worth[index]
            worth[index] = kept + BETTER
            workspace.importance[index] = outlook(row, worth, workspace.out, workspace.scratch) - before
            worth[index] = kept

    return weigh_importance


def make_expectimax(
    rules: RuleFunctions, search: WholeTurns, turns: TurnFunctions, jit: Jit, kernel: Jit
) -> Callable[[Workspace, int, int, int], int]:
    """Make ``expectimax(workspace, task, turn, depth) -> in_time``: one step of a search of ``rows[0]``.

    It returns 0 where it was stopped before it was done, otherwise 1.

    ``CONSIDER``: the root's finishes, each with the shares at first sight. ``LOOK``, with a depth from 2 up: those that
    matter with the shares that many turns ahead, the most important first; where the search is stopped, the others are
    corrected like those of no importance. ``WEIGH``: the root's shares, and in ``out`` what its legal moves are worth.

    A later ``turn`` (only by itself): the shares of ``rows[turn]``, which is not over, to ``results``.
    """
    turn_of, list_finishes = turns.turn_of, make_list_finishes(rules, search, turns, jit)
    back_up, follow = make_back_up(search, turns, jit), make_follow(rules, search, jit)
    weigh_importance, next_best = make_weigh_importance(search, turns, jit), jit(best_to_look_into)
    note, correct, begin = jit(take_over), jit(correct_others), jit(begin_turn)

    @kernel
    def expectimax(workspace: Any, task: int, turn: int, depth: int) -> int:
        control, looked = workspace.control, 0
        if task == CONSIDER:
            control[COUNT] = list_finishes(workspace, 0)
            return 1
        if task == WEIGH:
            back_up(workspace, 0, control[COUNT])
            return 1
        if turn > 0 and not begin(workspace, turn):
            return 0
        count, mover = control[COUNT], turn_of(workspace.rows[turn])
        if turn > 0:
            count = list_finishes(workspace, turn)
        else:
            weigh_importance(workspace, count)
        while depth > 1:
            index = next_best(workspace, turn, count, mover, looked)
            if index < 0:
                break
            follow(workspace, turn, workspace.finishes[turn][index])
            if expectimax(workspace, task, turn + 1, depth - 1) == 0:
                break
            note(workspace, turn, index)
            looked += 1
        if looked > 0:
            correct(workspace, turn, count, looked)
        if turn > 0 and control[ABORTED] == 0:
            back_up(workspace, turn, count)
        return int(control[ABORTED] == 0)

    return expectimax


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
        self.control[WIDTH] = LOOKED_INTO

    def _search(self, task: Task) -> Finding:
        self.expectimax(self.workspace, CONSIDER, 0, 1)
        count = int(self.control[COUNT])
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
