"""Search for games with cards to come and nothing else hidden: moves compared by playing on with the game's policy.

The moves worth a closer look are played out in the same possible orders of the cards, and those that do worse are
dropped (``engine.halving``). Weaker levels do not play anything out: of the moves that they see they take the best at
first sight, or the one that scores most at once.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from fivefold.contract import ANYONE, CHANCE, NOBODY, Hindsight, PolicyRollouts, Row
from fivefold.engine.arrangement_search import make_plan
from fivefold.engine.control import NODE_LIMIT, NODES, NUMBER, PLAYERS, ROOT, SALT, SHARED, STOP, VARIES, reset
from fivefold.engine.finding import NO_MOVE, Finding
from fivefold.engine.functions import RaceFunctions, RuleFunctions, race_functions, search_of
from fivefold.engine.halving import PLAIN_CHUNK, Halving, Limits, Totals
from fivefold.engine.hashing import hashed, overlooked
from fivefold.engine.kernels import Jit, Kernels
from fivefold.engine.shares import WHOLE, lead, share_of, shares_around, win_chance
from fivefold.engine.timed_search import Task, TimedSearch

HORIZON, CONTROL_CELLS = SHARED, SHARED + 1
"""One more cell of ``control``: how many moves are played on."""

FINE: Final = 64
"""Units to a point where there is one player."""
CLEARLY: Final = 8
"""With several players a lead of this many times ``points_scale`` counts as much again as a win."""
ALIKE: Final = 4
"""When this many orders of the cards were the same, there is only the one."""


class Workspace(NamedTuple):
    """The arrays of one search, all int64 but for ``returns`` (or lists of such shapes in plain Python)."""

    rows: Any
    """[2, SIZE]: the position, and what is played on."""
    moves: Any
    """[MAX_MOVES]"""
    candidates: Any
    """[MAX_MOVES]: the moves compared."""
    found: Any
    """[3, MAX_MOVES]: of each, in one order of the cards: what decides between moves, the seat's result up to
    ``WHOLE``, its points."""
    totals: Any
    """[3, MAX_MOVES]: the same added up over all orders."""
    points: Any
    """[seats]"""
    returns: Any
    """[seats] float"""
    control: Any
    """[CONTROL_CELLS]: see ``engine.control`` and ``HORIZON``."""


def make_next_move(rules: RuleFunctions, search: PolicyRollouts, jit: Jit) -> Callable[[Any, int, int], int]:
    """Make ``next_move(row, seat, players) -> move`` of the policy where a seat or anyone is to move.

    Where anyone is, of the first seat from ``seat`` on that has a move; -1 if none has.
    """
    to_move, choose = rules.to_move, search.choose

    @jit
    def next_move(row: Any, seat: int, players: int) -> int:
        mover = to_move(row)
        if mover != ANYONE:
            return int(choose(row, mover))
        for step in range(players):
            move = choose(row, (seat + step) % players)
            if move >= 0:
                return int(move)
        return -1

    return next_move


def make_mover(rules: RuleFunctions, race: RaceFunctions | None, jit: Jit) -> Callable[[Any, int], int]:
    """Make ``mover(row, move) -> seat``: which seat makes a legal move."""
    if race is not None:
        return race.mover
    to_move = rules.to_move

    @jit
    def mover(row: Any, move: int) -> int:
        return to_move(row)

    return mover


def make_play_on(
    rules: RuleFunctions, search: PolicyRollouts, race: RaceFunctions | None, jit: Jit
) -> Callable[[Workspace, int], None]:
    """Make ``play_on(workspace, seat)``: play ``rows[1]`` on to the horizon; in a race this seat moves first."""
    to_move, legal_moves, play = rules.to_move, rules.legal_moves, rules.play
    mover_of, next_move = make_mover(rules, race, jit), make_next_move(rules, search, jit)

    @jit
    def play_on(workspace: Any, seat: int) -> None:
        row, control, events, plies = workspace.rows[1], workspace.control, 0, 0
        while to_move(row) != NOBODY and plies < control[HORIZON]:
            if to_move(row) == CHANCE:
                count = legal_moves(row, workspace.moves)
                if count > 1:
                    control[VARIES] = 1
                play(row, workspace.moves[hashed(control[SALT], control[NUMBER], events) % count])
                events += 1
                continue
            racing = to_move(row) == ANYONE
            move = next_move(row, seat, control[PLAYERS])
            if move < 0:
                break
            if racing:
                seat = (mover_of(row, move) + 1) % control[PLAYERS]
            play(row, move)
            plies += 1
        control[NODES] += plies + 1

    return play_on


def make_evaluate(rules: RuleFunctions, search: PolicyRollouts, jit: Jit) -> Callable[[Workspace, int], None]:
    """Make ``evaluate(workspace, index)``: write what ``rows[1]`` is worth to the root as ``found[·][index]``.

    One player looks at points alone. With more a win counts, and besides the lead: it tells moves apart sooner.
    """
    to_move, scores, returns = rules.to_move, rules.scores, rules.returns
    value, scale = search.value, int(search.points_scale)

    @jit
    def evaluate(workspace: Any, index: int) -> None:
        row, control, points, found = workspace.rows[1], workspace.control, workspace.points, workspace.found
        root, players = control[ROOT], control[PLAYERS]
        over = to_move(row) == NOBODY
        if over or players == 1:
            returns(row, workspace.returns)
            found[1][index] = int(WHOLE * workspace.returns[root])
        value(row, points)
        if players == 1:
            found[0][index] = FINE * points[0]
            if over:
                scores(row, points)
            found[2][index] = FINE * points[0]
        else:
            ahead = lead(points, players, root)
            if not over:
                found[1][index] = share_of(points, players, root, scale)
            found[0][index] = found[1][index] + WHOLE * ahead // (CLEARLY * scale)
            found[2][index] = FINE * ahead

    return evaluate


def make_play_out(
    rules: RuleFunctions, search: PolicyRollouts, race: RaceFunctions | None, jit: Jit, kernel: Jit
) -> Callable[[Workspace, int], int]:
    """Make ``play_out(workspace, count) -> orders done``: play the first ``count`` candidates out in each order.

    It ends at ``control[NODE_LIMIT]``, after ``ALIKE`` orders that are the same, or when it is stopped, which leaves
    the last one out.
    """
    to_move, play, size, mover_of = rules.to_move, rules.play, rules.size, make_mover(rules, race, jit)
    play_on, evaluate = make_play_on(rules, search, race, jit), make_evaluate(rules, search, jit)

    @jit
    def follow(workspace: Any, index: int) -> None:
        root, row, move = workspace.rows[0], workspace.rows[1], workspace.candidates[index]
        for place in range(size):
            row[place] = root[place]
        seat = workspace.control[ROOT]
        if move != NO_MOVE:
            if to_move(row) == ANYONE:
                seat = (mover_of(row, move) + 1) % workspace.control[PLAYERS]
            play(row, move)
        play_on(workspace, seat)
        evaluate(workspace, index)

    @kernel
    def play_out(workspace: Any, count: int) -> int:
        control, done = workspace.control, 0
        while done == 0 or control[NODES] < control[NODE_LIMIT]:
            for index in range(count):
                if control[STOP] != 0:
                    return done
                follow(workspace, index)
            for kind in range(3):
                for index in range(count):
                    workspace.totals[kind][index] += workspace.found[kind][index]
            control[NUMBER] += 1
            done += 1
            if control[NUMBER] >= ALIKE and control[VARIES] == 0:
                return done
        return done

    return play_out


def make_list_candidates(search: PolicyRollouts, jit: Jit, kernel: Jit) -> Callable[[Any, int, Any], int]:
    """Make ``list_candidates(row, seat, out) -> count``: see ``contract.PolicyRollouts``."""
    candidates = search.candidates

    @kernel
    def list_candidates(row: Any, seat: int, out: Any) -> int:
        return int(candidates(row, seat, out))

    return list_candidates


FINALISTS: Final = 2
ENOUGH: Final = 1 << 14
"""Orders of the cards, where the budget sets no limit."""
PRIOR_ORDERS: Final = 30
"""For how many orders of the cards the policy's own opinion of a move counts."""
LEAD_WINS: Final = 1.5
"""With several players a point more also wins games: what that adds to the lead's own worth (see ``CLEARLY``)."""
CHUNK: Final = 4_000
"""Moves between two looks at the clock."""
ONLY_SHARE: Final = 8
"""Where there is only one move to compare, this fraction of the budget is enough to tell what it leads to."""
PLAN_STEPS: Final = 400_000
PLAIN_PLAN_STEPS: Final = 2_000
"""Steps of one search for the best arrangement."""


class PolicyRolloutSearch(TimedSearch):
    """Compares moves for one seat of one match. It keeps nothing between its turns."""

    def __init__(self, kernels: Kernels, seats: int) -> None:
        """Raises ``InvalidOption`` for a game of another kind."""
        super().__init__(kernels, seats, CONTROL_CELLS)
        self.functions, self.race = search_of(kernels.game, PolicyRollouts), race_functions(kernels.game)
        self.list_candidates = kernels(make_list_candidates, self.functions)
        self.hindsight = kernels.game.extra_of(Hindsight)
        self.plan = None if self.hindsight is None else kernels(make_plan, self.hindsight)
        zeros, longest = kernels.zeros, self.rules.max_moves
        self.workspace = Workspace(
            rows=zeros(2, self.rules.size),
            moves=zeros(longest),
            candidates=zeros(longest),
            found=zeros(3, longest),
            totals=zeros(3, longest),
            points=zeros(seats),
            returns=kernels.floats(seats),
            control=self.control,
        )
        play_out = kernels(make_play_out, self.rules, self.functions, self.race)
        chunk = CHUNK if kernels.compiled else PLAIN_CHUNK
        self.halving = Halving(play_out, self.workspace, FINALISTS, ALIKE, chunk)

    def _prepare(self, task: Task) -> None:
        for place in range(self.rules.size):
            self.workspace.rows[0][place] = task.row[place]
        reset(self.control, task.budget, self._root(task), self.seats, task.salt)
        self.control[HORIZON] = self.functions.horizon(list(task.row))

    def _root(self, task: Task) -> int:
        if task.seat is not None:
            return task.seat
        mover = self.rules.to_move(task.row)
        return 0 if mover == ANYONE else mover

    def _search(self, task: Task) -> Finding:
        root, mover = self._root(task), self.rules.to_move(task.row)
        moves = self._candidates(task, root) if mover in {ANYONE, root} else [NO_MOVE]
        if task.budget.depth == 1:
            return self._at_first_sight(task, root, moves)
        planned = self._planned(root, moves) if moves != [NO_MOVE] else None
        return planned or self._played_out(task, root, moves)

    # Which moves

    def _candidates(self, task: Task, root: int) -> list[int]:
        """Return the moves to compare, most promising first: those that are not overlooked, or one where all are."""
        salt, weigh = task.salt, task.weigh
        count = self.list_candidates(self.workspace.rows[0], root, self.workspace.candidates)
        found = [int(self.workspace.candidates[index]) for index in range(count)] or self._all_of(task.row, root)
        if task.budget.slip:
            seen = [move for move in found if not overlooked(0, move, task.budget.slip, salt)]
            found = seen or [found[hashed(salt, 0, 0) % len(found)]]
        return found if weigh is None or weigh in found else [*found, weigh]

    def _all_of(self, row: Row, root: int) -> list[int]:
        """Return all legal moves of a seat, the one of most merit first: where the policy would do nothing."""
        out = [0] * self.rules.max_moves
        legal = out[: self.rules.legal_moves(row, out)]
        if self.race is not None and self.rules.to_move(row) == ANYONE:
            legal = [move for move in legal if self.race.mover(row, move) == root]
        return sorted(legal, key=lambda move: -self.functions.merit(row, move))

    # At first sight

    def _at_first_sight(self, task: Task, root: int, moves: list[int]) -> Finding:
        """Return the first of the moves or, without insight, the one that scores most at once."""
        row, insight, move = task.row, task.budget.insight, moves[0]
        if not insight:
            leads = {each: self._lead_after(row, root, each, insight=False) for each in moves}
            move = max(moves, key=lambda each: (leads[each], hashed(task.salt, 1, each)))
        points = float(self._lead_after(row, root, move, insight))
        shares = shares_around(self._share_at_sight(row, root, move, points), root, self.seats)
        return Finding(move, points, shares, () if move == NO_MOVE else (move,), 1, len(moves))

    def _lead_after(self, row: Row, root: int, move: int, insight: bool) -> int:
        """Return what a seat has, or by how much it leads, after a move: as it stands, or as can be expected."""
        after, points = self._after(row, move), [0] * self.seats
        if insight and self.rules.to_move(after) != NOBODY:
            self.functions.value(after, points)
        else:
            self.rules.scores(after, points)
        return points[root] - max((points[seat] for seat in range(self.seats) if seat != root), default=0)

    def _share_at_sight(self, row: Row, root: int, move: int, points: float) -> float:
        """Return the chance to win that belongs to a lead; for one player what the game would return as it stands."""
        if self.seats > 1:
            return win_chance(points, self.functions.points_scale)
        returns = [0.0]
        self.rules.returns(self._after(row, move), returns)
        return returns[root]

    def _after(self, row: Row, move: int) -> list[int]:
        """Return the position after a move, the position itself after ``NO_MOVE``."""
        after = list(row)
        if move != NO_MOVE:
            self.rules.play(after, move)
        return after

    # What can be planned to the end

    def _planned(self, root: int, moves: list[int]) -> Finding | None:
        """Return the next move of a plan for all that is still to come, where a game can make one."""
        if self.plan is None or self.hindsight is None:
            return None
        zeros, steps = self.kernels.zeros, PLAN_STEPS if self.kernels.compiled else PLAIN_PLAN_STEPS
        arrangement = zeros(self.hindsight.arrangement)
        move = self.plan(self.workspace.rows[0], root, arrangement, zeros(1), steps)
        if move < 0:
            return None
        row, points, returns = [int(cell) for cell in self.workspace.rows[0]], [0] * self.seats, [0.0] * self.seats
        self.hindsight.lay(row, root, arrangement)
        self.rules.scores(row, points)
        self.rules.returns(row, returns)
        return Finding(move, float(points[root]), tuple(returns), (move,), len(moves), steps)

    # Playing out

    def _played_out(self, task: Task, root: int, moves: list[int]) -> Finding:
        """Return the move that does best where all are played out, or the best at first sight where no time is left."""
        budget = task.budget
        nodes = budget.nodes // ONLY_SHARE if len(moves) == 1 else budget.nodes
        begun = {move: [self._prior(move), 0, 0] for move in moves}
        totals = self.halving.ranked(begun, Limits(nodes, ENOUGH, task.deadline), task.weigh)
        if self.control[NUMBER] == 0:
            return self._at_first_sight(task, root, moves)
        return self._finding(totals, root)

    def _prior(self, move: int) -> int:
        """Return what a move begins with: its worth at first sight, as if ``PRIOR_ORDERS`` games had shown it.

        A few hundred games tell moves apart no better than the policy does, which has seen millions.
        """
        if move == NO_MOVE:
            return 0
        points = PRIOR_ORDERS * float(self.functions.merit(self.workspace.rows[0], move)) / self.functions.merit_units
        if self.seats == 1:
            return round(FINE * points)
        return round(WHOLE * points / (CLEARLY * self.functions.points_scale) * (1 + LEAD_WINS))

    def _finding(self, totals: Totals, root: int) -> Finding:
        """Return what was found, of totals as ``Workspace.totals`` has them: what decides, results, points."""
        orders = max(1, int(self.control[NUMBER]))
        points = {move: sums[2] / (FINE * orders) for move, sums in totals.items()}
        shares = {move: sums[1] / (WHOLE * orders) for move, sums in totals.items()}
        move = next(iter(totals))
        weighed = points if self.seats == 1 else shares
        return Finding(
            move=move,
            points=points[move],
            shares=shares_around(shares[move], root, self.seats),
            line=() if move == NO_MOVE else (move,),
            depth=1,
            nodes=int(self.control[NODES]),
            weighed={} if move == NO_MOVE else weighed,
        )
