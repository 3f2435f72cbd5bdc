"""The kernel of ``sampling``: what each of some moves leads to, over one fair possibility after another.

In a possibility nothing is hidden, and what chance will bring is drawn by its number, so that all moves are compared
under the same luck. Within it every seat looks for itself (*max^n*): at the first decisions some of the most promising
moves are tried, later ones are made at first sight. Values are integers throughout: plain and compiled they add up to
the same.
"""

import math
from typing import Any, Final, NamedTuple

from fivefold.contract import CHANCE, NOBODY
from fivefold.engine.alphabeta import CONTROL_SIZE as ALPHABETA_CONTROL_SIZE
from fivefold.engine.alphabeta import (
    INSIGHT,
    MASK62,
    MULTIPLIER,
    NODE_LIMIT,
    NODES,
    PLAYERS,
    ROOT,
    SALT,
    SLIP,
    STOP,
    overlooked,
)
from fivefold.engine.functions import Functions, Jit

NUMBER, DEPTH, WIDTH, SECOND_WIDTH, VARIES, DRAWN = range(ALPHABETA_CONTROL_SIZE, ALPHABETA_CONTROL_SIZE + 6)
"""More cells of ``control``: how many possibilities are done, decisions looked ahead, how many moves are tried at the
first reply and at the decision after it, whether possibilities differ, and whether chance was ever to move."""
CONTROL_SIZE: Final = ALPHABETA_CONTROL_SIZE + 6

SEEN, POSSIBLE, HERE, LEVELS = 0, 1, 2, 5
"""Rows of the workspace: the position as observed, one possibility of it, what follows from that, and two below."""
ALIKE: Final = 12
"""When so many possibilities are the same there is only this one."""
NO_MOVE: Final = -(1 << 60)
"""In place of a move: the position itself is judged."""
WHOLE: Final = 1 << 20
"""A certain win."""
DECIDED: Final = 1 << 40
"""Added to the points of who has won."""
STEPS: Final = 64
"""Entries of ``FALL`` to one unit of the game's scale."""
FALL = (*(round(WHOLE * math.exp(-step / STEPS)) for step in range(14 * STEPS)), 0)
"""``WHOLE * exp(-x)`` for x in steps of ``1 / STEPS``."""


class Workspace(NamedTuple):
    """The arrays of one search, all int64 but for ``returns`` (or lists of such shapes in plain Python)."""

    rows: Any
    """[LEVELS, SIZE]: see ``SEEN``."""
    moves: Any
    """[LEVELS, MAX_MOVES]"""
    merits: Any
    """[LEVELS, MAX_MOVES]"""
    points: Any
    """[LEVELS, seats]: what each seat gets in the end."""
    candidates: Any
    """[MAX_MOVES]: the moves compared."""
    found: Any
    """[MAX_MOVES]: their shares in one possibility."""
    totals: Any
    """[MAX_MOVES]: their shares added up, each up to ``WHOLE``."""
    returns: Any
    """[seats] float"""
    dice: Any
    """[1]"""
    control: Any
    """[CONTROL_SIZE]: see ``NUMBER`` and the rest. ``STOP`` may be set from another thread."""


def hashed(salt: int, number: int, event: int) -> int:
    """Return 62 bits that belong to these three numbers."""
    mixed = ((salt ^ number) * MULTIPLIER + number) & MASK62
    mixed = ((mixed ^ (mixed >> 29)) * MULTIPLIER + event) & MASK62
    mixed = ((mixed ^ (mixed >> 31)) * MULTIPLIER) & MASK62
    return mixed ^ (mixed >> 29)


def lead(points: Any, seats: int, seat: int) -> int:
    """Return how far a seat is ahead of its best rival."""
    best = -8 * DECIDED
    for other in range(seats):
        if other != seat and points[other] > best:
            best = points[other]
    return int(points[seat] - best)


def fall(behind: int, scale: int) -> int:
    """Return ``WHOLE * exp(-behind / scale)``, between the steps along a line."""
    place = behind * STEPS // scale
    if place >= len(FALL) - 1:
        return 0
    part = behind * STEPS - place * scale
    return int(FALL[place] - (FALL[place] - FALL[place + 1]) * part // scale)


def share_of(points: Any, seats: int, seat: int, scale: int) -> int:
    """Return a seat's chance to win, of ``WHOLE``, if these are the points all seats can expect."""
    best = points[0]
    for other in range(1, seats):
        best = max(best, points[other])
    total = 0
    for other in range(seats):
        total += fall(best - points[other], scale)
    return int(WHOLE * fall(best - points[seat], scale) // total)


def most_promising(moves: Any, merits: Any, start: int, count: int) -> int:
    """Swap the move of most merit from ``start`` on to the front, the first of equals; return it."""
    best = start
    for index in range(start + 1, count):
        if merits[index] > merits[best]:
            best = index
    move, worth = moves[best], merits[best]
    moves[best], merits[best] = moves[start], merits[start]
    moves[start], merits[start] = move, worth
    return int(move)


def make_settle(functions: Functions, jit: Jit) -> Any:
    """Make ``settle(workspace, level)``: write the ``points`` of a position that is not looked into further."""
    to_move, value, scores, returns = functions.to_move, functions.value, functions.scores, functions.returns

    @jit
    def settle(workspace: Any, level: int) -> None:
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

    return settle


def make_list_seen(functions: Functions, jit: Jit) -> Any:
    """Make ``list_seen(workspace, level, plies) -> count``: the moves a seat does not overlook, and their merits."""
    legal_moves, merit = functions.legal_moves, functions.merit

    @jit
    def list_seen(workspace: Any, level: int, plies: int) -> int:
        row, moves, merits = workspace.rows[level], workspace.moves[level], workspace.merits[level]
        found, count = legal_moves(row, moves), 0
        for index in range(found):
            move, last = moves[index], index + 1 == found
            if workspace.control[SLIP] == 0 or (last and count == 0) or not overlooked(workspace.control, plies, move):
                moves[count], merits[count] = move, merit(row, move)
                count += 1
        return count

    return list_seen


def make_draw(functions: Functions, jit: Jit) -> Any:
    """Make ``draw(workspace, level, events)``: let chance move, by the numbers of the possibility and of the event."""
    legal_moves, play = functions.legal_moves, functions.play

    @jit
    def draw(workspace: Any, level: int, events: int) -> None:
        control, moves = workspace.control, workspace.moves[level]
        count = legal_moves(workspace.rows[level], moves)
        control[DRAWN] = 1
        if count > 1:
            control[VARIES] = 1
        play(workspace.rows[level], moves[hashed(control[SALT], control[NUMBER], events) % count])

    return draw


def make_walk(functions: Functions, jit: Jit, draw: Any, list_seen: Any) -> Any:
    """Make ``walk(workspace, level, plies, events)``: play on at first sight, then write the ``points`` of the place.

    ``plies``: how many decisions to look ahead; ``events``: how often chance has been drawn for so far.
    """
    to_move, play, settle = functions.to_move, functions.play, make_settle(functions, jit)

    @jit
    def walk(workspace: Any, level: int, plies: int, events: int) -> None:
        row = workspace.rows[level]
        while plies > 0 and to_move(row) != NOBODY:
            if to_move(row) == CHANCE:
                draw(workspace, level, events)
                events += 1
            else:
                count = list_seen(workspace, level, plies)
                play(row, most_promising(workspace.moves[level], workspace.merits[level], 0, count))
                workspace.control[NODES] += 1
                plies -= 1
        settle(workspace, level)

    return walk


def make_branch(functions: Functions, jit: Jit, draw: Any, list_seen: Any, further: Any, width_at: int) -> Any:
    """Make the like of ``walk`` that tries ``control[width_at]`` moves at the first decision and goes ``further``."""
    to_move, play, size = functions.to_move, functions.play, functions.size

    @jit
    def branch(workspace: Any, level: int, plies: int, events: int) -> None:
        control, row, points = workspace.control, workspace.rows[level], workspace.points[level]
        while plies > 0 and to_move(row) == CHANCE:
            draw(workspace, level, events)
            events += 1
        if plies <= 0 or control[width_at] <= 1 or to_move(row) == NOBODY:
            further(workspace, level, plies, events)
            return
        seat, best = to_move(row), -8 * DECIDED
        count = list_seen(workspace, level, plies)
        for index in range(min(count, control[width_at])):
            below, reached = workspace.rows[level + 1], workspace.points[level + 1]
            for place in range(size):
                below[place] = row[place]
            play(below, most_promising(workspace.moves[level], workspace.merits[level], index, count))
            control[NODES] += 1
            further(workspace, level + 1, plies - 1, events)
            worth = lead(reached, control[PLAYERS], seat)
            if worth > best:
                best = worth
                for other in range(control[PLAYERS]):
                    points[other] = reached[other]

    return branch


def fill_nothing(row: Any, seat: int, dice: Any) -> None:
    """Leave a row of a game without secrets as it is."""


def make_possibility(functions: Functions, jit: Jit) -> Any:
    """Make ``possibility(workspace)``: lay out the possibility of the current number in the row ``POSSIBLE``."""
    determinize, size = functions.determinize or jit(fill_nothing), functions.size

    @jit
    def possibility(workspace: Any) -> None:
        control, before, row = workspace.control, workspace.rows[POSSIBLE], workspace.rows[HERE]
        for place in range(size):
            row[place] = workspace.rows[SEEN][place]
        workspace.dice[0] = hashed(control[SALT], control[NUMBER], -1)
        determinize(row, control[ROOT], workspace.dice)
        for place in range(size):
            if control[NUMBER] > 0 and row[place] != before[place]:
                control[VARIES] = 1
            before[place] = row[place]

    return possibility


def make_compare(functions: Functions, jit: Jit, kernel: Jit) -> Any:
    """Make ``compare(workspace, count) -> possibilities done``: look at the first ``count`` candidates in each.

    It ends at ``control[NODE_LIMIT]``, after ``ALIKE`` possibilities that are the same, or when it is stopped, which
    leaves the last possibility out.
    """
    play, size = functions.play, functions.size
    draw, list_seen, possibility = (
        make_draw(functions, jit),
        make_list_seen(functions, jit),
        make_possibility(functions, jit),
    )
    walk = make_walk(functions, jit, draw, list_seen)
    second = make_branch(functions, jit, draw, list_seen, walk, SECOND_WIDTH)
    look = make_branch(functions, jit, draw, list_seen, second, WIDTH)
    scale = int(functions.points_scale)

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
            possibility(workspace)
            for index in range(count):
                if control[STOP] != 0:
                    return done
                workspace.found[index] = outcome(workspace, workspace.candidates[index])
            for index in range(count):
                workspace.totals[index] += workspace.found[index]
            control[NUMBER] += 1
            done += 1
            if control[NUMBER] >= ALIKE and control[VARIES] == 0:
                return done
        return done

    return compare
