"""Alpha-beta search for open games: negamax with principal variation search, a transposition table, killer and history
ordering and late move reductions, the more the later. Where a game tells what a move changes without playing it, moves
that fall too far short are passed over (futility pruning), and the last ply's positions are not made.

Two sides: the root seat against the rest. With two players that is the game itself. With more, every opponent in turn
plays against the root seat (*paranoid* search), or the one with the best answer for all of them (*best reply* search).
Values are in the game's points, the lead of the side to move; a table entry leaves out what is banked.
"""

import time
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from fivefold.contract import NOBODY, UNTOLD, AlphaBeta
from fivefold.contract.search import untold
from fivefold.engine.control import ABORTED, INSIGHT, NODE_LIMIT, NODES, PLAYERS, ROOT, SHARED, STOP, misses, reset
from fivefold.engine.finding import Finding
from fivefold.engine.functions import RuleFunctions, search_of
from fivefold.engine.kernels import Jit, Kernels
from fivefold.engine.shares import win_chance
from fivefold.engine.timed_search import Task, TimedSearch

MAX_DEPTH: Final = 60
INFINITE: Final = 1 << 40
DECISIVE: Final = 100_000
"""Values beyond this are won or lost games; a win is worth the more the sooner it comes."""

FRIENDS, BEST_REPLY, REDUCE, MARGIN, CONTROL_CELLS = range(SHARED, SHARED + 5)
"""More cells of ``control``: the seats on the root's side, as bits; whether this is best-reply search; by how many
plies at most late moves are first searched less deep; the unit of ``beyond``, 0 where moves do not tell what they
change or some are overlooked. A search whose ``NODE_LIMIT`` is ``INFINITE`` cannot be stopped: there must be a move."""

ENTRY: Final = 5
"""Integers in an entry of the transposition table."""
ENTRY_KEY, ENTRY_DEPTH, ENTRY_BOUND, ENTRY_VALUE, ENTRY_MOVE = range(ENTRY)
EXACT, AT_LEAST, AT_MOST = 1, 2, 3

OTHER_SEAT: Final = 1 << 32
HINTED: Final = 1 << 40
KILLER: Final = 1 << 20
HISTORY_SIZE: Final = 1 << 13
HISTORY_MOST: Final = 1 << 16
MERIT_WEIGHT: Final = 1 << 6
LATE, LATER, LAST = 4, 10, 20
"""Moves from each of these places in the order on are first searched one ply less deep than those before."""
MOST_REDUCED: Final = 3
SORTED: Final = 16
"""So many moves are searched in their order; of those left the search expects too little to go on sorting."""
TOLD: Final = 4
"""So many moves that tell what they change take as long as a position that is made, and count as one."""
NOTHING_LEFT_OUT: Final = 3
"""A search that is not to look further ahead than so many plies looks at every move."""
STEADY: Final = 0.1
"""The unit of ``beyond``, in the game's ``points_scale``."""
ODD: Final = 4
"""So many units more where whoever moves also makes the last move."""


class Workspace(NamedTuple):
    """The arrays of one search, all int64 (or lists of such shapes in plain Python)."""

    rows: Any
    """[MAX_DEPTH + 2, SIZE]: the position at each ply, the root in row 0."""
    moves: Any
    """[MAX_DEPTH + 2, MAX_MOVES]"""
    merits: Any
    """[MAX_DEPTH + 2, MAX_MOVES]: what speaks for searching each move early."""
    line: Any
    """[MAX_DEPTH + 2, MAX_DEPTH + 3]: the best line from each ply, its length first."""
    killers: Any
    """[2 * (MAX_DEPTH + 2)]"""
    history: Any
    """[HISTORY_SIZE]"""
    table: Any
    """[ENTRY * a power of two]"""
    scratch: Any
    """[MAX_MOVES]"""
    points: Any
    """[seats]: scratch for ``value``."""
    control: Any
    """[CONTROL_CELLS]: see ``engine.control`` and ``FRIENDS``."""


Negamax = Callable[[Workspace, int, int, int, int], int]


def begin_node(workspace: Workspace, ply: int) -> bool:
    """Count a node, whose line is empty so far; tell whether the search goes on, and note in ``ABORTED`` if not."""
    control = workspace.control
    workspace.line[ply][0] = 0
    control[NODES] += 1
    stopped = control[STOP] != 0 and control[NODE_LIMIT] < INFINITE
    if stopped or control[NODES] >= control[NODE_LIMIT]:
        control[ABORTED] = 1
    return bool(control[ABORTED] == 0)


def bring_best_forward(moves: Any, merits: Any, start: int, count: int) -> int:
    """Swap the most promising move from ``start`` on to the front, the first of equals; return it."""
    best = start
    for index in range(start + 1, count):
        if merits[index] > merits[best]:
            best = index
    move, worth = moves[best], merits[best]
    moves[best], merits[best] = moves[start], merits[start]
    moves[start], merits[start] = move, worth
    return int(move)


def next_move(workspace: Workspace, ply: int, index: int, count: int) -> int:
    """Return the move to search next, which then stands at ``index``: the most promising, after many of them any."""
    if index >= SORTED and workspace.control[REDUCE] == MOST_REDUCED:
        return int(workspace.moves[ply][index])
    return bring_best_forward(workspace.moves[ply], workspace.merits[ply], index, count)


def remember_cutoff(workspace: Workspace, ply: int, depth: int, move: int) -> None:
    """Note a move that was too good: it will be tried early in sister positions."""
    killers, history = workspace.killers, workspace.history
    if killers[2 * ply] != move:
        killers[2 * ply + 1] = killers[2 * ply]
        killers[2 * ply] = move
    slot = move & (HISTORY_SIZE - 1)
    history[slot] = min(history[slot] + depth * depth, HISTORY_MOST)


def remember_line(line: Any, ply: int, move: int) -> None:
    """Put a move in front of the best line from the next ply."""
    here, below = line[ply], line[ply + 1]
    here[0] = below[0] + 1
    here[1] = move
    for step in range(below[0]):
        here[2 + step] = below[1 + step]


def table_key(control: Any, hashed: int) -> int:
    """Return the key of a position in the table: with more than two players its value is the root seat's."""
    return int(hashed ^ ((control[ROOT] + 1) << 55)) if control[PLAYERS] > 2 else hashed


def banked_for(control: Any, seat: int, banked: int) -> int:
    """Return what is banked as the side of ``seat`` sees it; only two players have that."""
    if control[PLAYERS] > 2:
        return 0
    return banked if seat == 0 else -banked


def window_for(sign: int, low: int, high: int) -> tuple[int, int]:
    """Return a window of values as the same side (1) or the other (-1) sees it."""
    return (low, high) if sign > 0 else (-high, -low)


def store(table: Any, slot: int, hashed: int, depth: int, best: int, alpha: int, beta: int, move: int) -> None:
    """Write a table entry; ``best``, ``alpha`` and ``beta`` without what is banked."""
    table[slot + ENTRY_KEY] = hashed
    table[slot + ENTRY_DEPTH] = depth
    table[slot + ENTRY_BOUND] = AT_LEAST if best >= beta else (EXACT if best > alpha else AT_MOST)
    table[slot + ENTRY_VALUE] = best
    table[slot + ENTRY_MOVE] = move


def is_known(table: Any, slot: int, hashed: int, depth: int, alpha: int, beta: int) -> bool:
    """Tell whether an entry makes searching unnecessary; ``alpha`` and ``beta`` without what is banked."""
    if table[slot + ENTRY_KEY] != hashed or table[slot + ENTRY_DEPTH] < depth:
        return False
    value, bound = table[slot + ENTRY_VALUE], table[slot + ENTRY_BOUND]
    return bool(bound == EXACT or (bound == AT_LEAST and value >= beta) or (bound == AT_MOST and value <= alpha))


def late(index: int, depth: int) -> int:
    """Return how many plies less deep a move at this place in the order is first searched; near the leaves fewer."""
    return int(index >= LATE and depth > 2) + int(index >= LATER and depth > 3) + int(index >= LAST and depth > 4)


def beyond(control: Any, depth: int) -> int:
    """Return how much more than it changes at once a move may bring in so many plies, as a rule."""
    return int(control[MARGIN] * (depth // 2 - 1 + ODD * (depth & 1)))


def friendly(control: Any, seat: int) -> bool:
    """Tell whether a seat is on the root's side; a finished game too is seen from there."""
    return bool(seat == NOBODY or control[FRIENDS] >> seat & 1 == 1)


def make_evaluate(rules: RuleFunctions, search: AlphaBeta, jit: Jit) -> Callable[[Any, Workspace, int, int], int]:
    """Make ``evaluate(row, workspace, ply, seat) -> value`` of a position that is not searched further, for a seat."""
    value, scores, to_move = search.value, rules.scores, rules.to_move

    @jit
    def evaluate(row: Any, workspace: Any, ply: int, seat: int) -> int:
        points, control = workspace.points, workspace.control
        if control[INSIGHT] != 0 or to_move(row) == NOBODY:
            value(row, points)
        else:
            scores(row, points)
        best_other = -INFINITE
        for other in range(control[PLAYERS]):
            if not friendly(control, other) and points[other] > best_other:
                best_other = points[other]
        ahead = points[control[ROOT]] - best_other
        if to_move(row) == NOBODY and abs(ahead) > DECISIVE:
            ahead += -ply if ahead > 0 else ply
        return int(ahead if friendly(control, seat) else -ahead)

    return evaluate


def make_generate(rules: RuleFunctions, search: AlphaBeta, jit: Jit) -> Callable[[Workspace, int, int], int]:
    """Make ``generate(workspace, ply, hinted) -> count``: the legal moves and what speaks for each.

    In best-reply search a move of the other side stands for itself and its seat, ``seat * OTHER_SEAT + move``.
    """
    legal_moves, to_move = rules.legal_moves, rules.to_move
    merit, give_turn = search.merit, search.give_turn

    @jit
    def promise(workspace: Any, ply: int, move: int, hinted: int, merit_of: int) -> int:
        if move == hinted:
            return HINTED
        if move == workspace.killers[2 * ply] or move == workspace.killers[2 * ply + 1]:
            return KILLER + MERIT_WEIGHT * merit_of
        return int(MERIT_WEIGHT * merit_of + workspace.history[move & (HISTORY_SIZE - 1)])

    @jit
    def generate_all(workspace: Any, ply: int, hinted: int, seat: int) -> int:
        row, moves, merits, count = workspace.rows[ply], workspace.moves[ply], workspace.merits[ply], 0
        for other in range(workspace.control[PLAYERS]):
            if not friendly(workspace.control, other):
                give_turn(row, other)
                found = legal_moves(row, workspace.scratch)
                for index in range(found):
                    move = workspace.scratch[index] + other * OTHER_SEAT
                    moves[count] = move
                    merits[count] = promise(workspace, ply, move, hinted, merit(row, workspace.scratch[index]))
                    count += 1
        give_turn(row, seat)
        return count

    @jit
    def generate(workspace: Any, ply: int, hinted: int) -> int:
        row, moves, merits = workspace.rows[ply], workspace.moves[ply], workspace.merits[ply]
        seat = to_move(row)
        if workspace.control[BEST_REPLY] != 0 and not friendly(workspace.control, seat):
            return int(generate_all(workspace, ply, hinted, seat))
        count = legal_moves(row, moves)
        for index in range(count):
            merits[index] = promise(workspace, ply, moves[index], hinted, merit(row, moves[index]))
        return int(count)

    return generate


def make_advance(rules: RuleFunctions, search: AlphaBeta, jit: Jit) -> Callable[[Workspace, int, int], bool]:
    """Make ``advance(workspace, ply, move) -> same``: play into the next row; tell if the side stays the same."""
    play, to_move, size, give_turn = rules.play, rules.to_move, rules.size, search.give_turn

    @jit
    def advance(workspace: Any, ply: int, move: int) -> bool:
        row, child, control = workspace.rows[ply], workspace.rows[ply + 1], workspace.control
        for place in range(size):
            child[place] = row[place]
        if control[BEST_REPLY] != 0 and not friendly(control, to_move(row)):
            give_turn(child, move // OTHER_SEAT)
            play(child, move % OTHER_SEAT)
            if to_move(child) != NOBODY:
                give_turn(child, control[ROOT])
        else:
            play(child, move)
        return friendly(control, to_move(row)) == friendly(control, to_move(child))

    return advance


def make_leaf(rules: RuleFunctions, search: AlphaBeta, jit: Jit) -> Callable[[Workspace, int, int, int], int]:
    """Make ``leaf(workspace, ply, alpha, beta) -> value`` of a position whose moves are not searched further: it is
    estimated or, where moves tell what they change, each of them is.

    They come as they are listed: to sort them would take longer than to look at them.
    """
    legal_moves, to_move, gain = rules.legal_moves, rules.to_move, search.gain
    evaluate, advance = make_evaluate(rules, search, jit), make_advance(rules, search, jit)

    @jit
    def after(workspace: Any, ply: int, move: int) -> int:
        workspace.control[NODES] += 1
        sign, child = 1 if advance(workspace, ply, move) else -1, workspace.rows[ply + 1]
        return int(sign * evaluate(child, workspace, ply + 1, to_move(child)))

    @jit
    def leaf(workspace: Any, ply: int, alpha: int, beta: int) -> int:
        row, moves, seat = workspace.rows[ply], workspace.moves[ply], to_move(workspace.rows[ply])
        lead = evaluate(row, workspace, ply, seat)
        count = legal_moves(row, moves) if workspace.control[MARGIN] > 0 and ply < MAX_DEPTH else 0
        best, best_move, index = -INFINITE, -1, 0
        while index < count and best < beta:
            change = gain(row, moves[index])
            got = after(workspace, ply, moves[index]) if change == UNTOLD else lead + change
            if got > best:
                best, best_move = got, moves[index]
            index += 1
        workspace.control[NODES] += index // TOLD
        if best > alpha:
            workspace.line[ply + 1][0] = 0
            remember_line(workspace.line, ply, best_move)
        return int(best if count > 0 else lead)

    return leaf


def make_alphabeta(rules: RuleFunctions, search: AlphaBeta, jit: Jit, kernel: Jit) -> Negamax:
    """Make ``negamax(workspace, ply, depth, alpha, beta) -> value`` of the position in ``workspace.rows[ply]``.

    A null window, for late moves also less deep, shows most moves to be no better than the first. The best line is left
    in ``workspace.line[ply]``. Value and line are void where ``control[ABORTED]`` is set on return.
    """
    to_move, banked, key, remaining, gain = rules.to_move, search.banked, search.key, search.remaining, search.gain
    evaluate, leaf = make_evaluate(rules, search, jit), make_leaf(rules, search, jit)
    generate, advance = make_generate(rules, search, jit), make_advance(rules, search, jit)

    @jit
    def foresee(workspace: Any, ply: int, depth: int) -> int:
        row, control = workspace.rows[ply], workspace.control
        if ply == 0 or control[MARGIN] == 0:
            return INFINITE
        return int(evaluate(row, workspace, ply, to_move(row)) + beyond(control, depth))

    @jit
    def at_most(control: Any, row: Any, hashed: int, move: int, foreseen: int) -> int:
        return -INFINITE if misses(control, hashed, move) else int(foreseen + gain(row, move))

    @kernel
    def negamax(workspace: Any, ply: int, depth: int, alpha: int, beta: int) -> int:
        row, control, table = workspace.rows[ply], workspace.control, workspace.table
        seat, best, best_move, lower = to_move(row), -INFINITE, -1, alpha
        if not begin_node(workspace, ply):
            return 0
        if seat == NOBODY or depth <= int(control[MARGIN] > 0) or ply >= MAX_DEPTH:
            return int(leaf(workspace, ply, alpha, beta))
        hashed = table_key(control, key(row))
        slot = ENTRY * (hashed & (len(table) // ENTRY - 1))
        fixed = banked_for(control, seat, banked(row))
        if ply > 0 and is_known(table, slot, hashed, depth, alpha - fixed, beta - fixed):
            return int(table[slot + ENTRY_VALUE] + fixed)
        count = generate(workspace, ply, table[slot + ENTRY_MOVE] if table[slot + ENTRY_KEY] == hashed else -1)
        if count == 0:
            return int(evaluate(row, workspace, ply, seat))
        foreseen = foresee(workspace, ply, depth)
        for index in range(count):
            move = next_move(workspace, ply, index, count)
            most = at_most(control, row, hashed, move, foreseen) if best_move >= 0 or index + 1 < count else INFINITE
            if most <= lower:
                best = max(best, most)
                continue
            sign, got = 1 if advance(workspace, ply, move) else -1, lower + 1
            if best_move >= 0:
                less = 1 + min(late(index, depth), control[REDUCE]) if depth < remaining(row) else 1
                got = sign * negamax(workspace, ply + 1, depth - less, *window_for(sign, lower, lower + 1))
            if got > lower and control[ABORTED] == 0:
                got = sign * negamax(workspace, ply + 1, depth - 1, *window_for(sign, lower, beta))
            if control[ABORTED] != 0:
                return 0
            if got > best:
                best, best_move = got, move
            if got > lower:
                lower = got
                remember_line(workspace.line, ply, move)
            if lower >= beta:
                remember_cutoff(workspace, ply, depth, move)
                break
        store(table, slot, hashed, depth, best - fixed, alpha - fixed, beta - fixed, best_move)
        return best

    return negamax


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

    def __init__(
        self, kernels: Kernels, seats: int, best_reply: bool = False, nodes: int = 1 << 39, reduced: int = MOST_REDUCED
    ) -> None:
        """``nodes``: the most a search will visit, for a table of fitting size. ``reduced``: by how many plies at most
        late moves are first searched less deep; with 0 none is, nor is any passed over.

        Raises ``InvalidOption`` for a game of another kind.
        """
        super().__init__(kernels, seats, CONTROL_CELLS)
        self.functions, self.is_out = search_of(kernels.game, AlphaBeta), kernels.game.is_out
        self.negamax = kernels(make_alphabeta, self.rules, self.functions)
        self.best_reply, self._reduced = best_reply and seats > 2, reduced
        most = TABLE_ENTRIES if kernels.compiled else PLAIN_TABLE_ENTRIES
        entries = min(most, max(1 << 10, 1 << (2 * nodes).bit_length()))
        plies, longest = MAX_DEPTH + 2, self.rules.max_moves
        self._no_history = kernels.zeros(HISTORY_SIZE)
        self.workspace = Workspace(
            rows=kernels.zeros(plies, self.rules.size),
            moves=kernels.zeros(plies, longest * (seats if best_reply else 1)),
            merits=kernels.zeros(plies, longest * (seats if best_reply else 1)),
            line=kernels.zeros(plies, plies + 1),
            killers=kernels.zeros(2 * plies),
            history=kernels.zeros(HISTORY_SIZE),
            table=kernels.zeros(ENTRY * entries),
            scratch=kernels.zeros(longest),
            points=kernels.zeros(seats),
            control=self.control,
        )

    def _prepare(self, task: Task) -> None:
        row, side = self.workspace.rows[0], self.functions.side
        for place in range(self.rules.size):
            row[place] = task.row[place]
        self.workspace.history[:] = self._no_history
        root = self.rules.to_move(task.row) if task.seat is None else task.seat
        reset(self.control, task.budget, root, self.seats, task.salt)
        friends = [seat for seat in range(self.seats) if side(row, seat) == side(row, root)]
        self.control[FRIENDS] = sum(1 << seat for seat in friends)
        self.control[BEST_REPLY] = int(self.best_reply)
        if self._reduced and task.budget.depth > NOTHING_LEFT_OUT:
            self.control[REDUCE] = self._reduced
            sees_all = task.budget.insight and task.budget.slip == 0
            if self.seats == 2 and sees_all and self.functions.gain is not untold:
                self.control[MARGIN] = round(STEADY * self.functions.points_scale)

    def _search(self, task: Task) -> Finding:
        depth, points, line = self._deepen(task)
        if not friendly(self.control, self.rules.to_move(task.row)):
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
        return tuple(int(line[place]) % OTHER_SEAT for place in range(1, int(line[0]) + 1))

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
