"""The kernel of ``engine.sampling``: what each of some moves leads to, over one fair possibility after another.

In a possibility nothing is hidden, and what chance will bring is drawn by its number, so that all moves are compared
under the same luck. Within it every seat plays for itself (*max^n*): at the first decisions some of the most promising
moves are tried, later ones are made at first sight. Values are integers throughout: plain and compiled they add up to
the same.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from fivefold.contract import CHANCE, NOBODY, Sampling
from fivefold.engine.alphabeta import bring_best_forward
from fivefold.engine.control import (
    INSIGHT,
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
)
from fivefold.engine.finding import NO_MOVE
from fivefold.engine.functions import RuleFunctions
from fivefold.engine.hashing import hashed
from fivefold.engine.kernels import Jit
from fivefold.engine.shares import LEAST, lead, share_of

DEPTH, WIDTH, SECOND_WIDTH, DRAWN, CONTROL_CELLS = range(SHARED, SHARED + 5)
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
    second = make_branch(rules, jit, draw, list_seen, play_on, SECOND_WIDTH)
    look = make_branch(rules, jit, draw, list_seen, second, WIDTH)

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
