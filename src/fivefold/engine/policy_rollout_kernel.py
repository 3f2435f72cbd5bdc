"""Kernels that play on with a game's policy (``PolicyRollouts``): whole games, and what each of some moves leads to.

Moves are compared by playing on in one possible order of the cards after another, the same for all of them, as far as
the horizon, where the game's ``value`` tells the rest: what comes later would only add noise.
Where anyone may be to move the seats take turns. Values are integers: plain and compiled they add up to the same.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from fivefold.contract import ANYONE, CHANCE, NOBODY, PolicyRollouts
from fivefold.engine.control import NODE_LIMIT, NODES, NUMBER, PLAYERS, ROOT, SALT, SHARED, STOP, VARIES
from fivefold.engine.finding import NO_MOVE
from fivefold.engine.functions import RaceFunctions, RuleFunctions
from fivefold.engine.hashing import hashed
from fivefold.engine.kernels import Jit
from fivefold.engine.shares import WHOLE, lead, share_of
from fivefold.parts.dice import below

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


def make_policy_games(
    rules: RuleFunctions, search: PolicyRollouts, race: RaceFunctions | None, jit: Jit, kernel: Jit
) -> Callable[[Any, Any, Any, Any, int, Any], int]:
    """Make ``policy_games(start, row, moves, dice, games, sums) -> games done``: whole games of the policy.

    ``start`` and ``row`` (scratch) are int64[SIZE], ``moves`` int64[MAX_MOVES]. ``sums`` (int64[2]) gets the first
    seat's points and their squares added.
    """
    to_move, legal_moves, play, scores, size = rules.to_move, rules.legal_moves, rules.play, rules.scores, rules.size
    mover_of, next_move = make_mover(rules, race, jit), make_next_move(rules, search, jit)

    @kernel
    def policy_games(start: Any, row: Any, moves: Any, dice: Any, games: int, sums: Any) -> int:
        for done in range(games):
            for place in range(size):
                row[place] = start[place]
            seat = done % 2
            while to_move(row) != NOBODY:
                if to_move(row) == CHANCE:
                    play(row, moves[below(dice, legal_moves(row, moves))])
                else:
                    racing = to_move(row) == ANYONE
                    move = next_move(row, seat, 2 if racing else 1)
                    if move < 0:
                        return done
                    if racing:
                        seat = 1 - mover_of(row, move)
                    play(row, move)
            scores(row, moves)
            sums[0] += moves[0]
            sums[1] += moves[0] * moves[0]
        return int(games)

    return policy_games
