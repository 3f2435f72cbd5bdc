"""Many games at once: the kernels of the batched environment (``interop.batch``).

A game stands where a player has to choose. One step makes that choice and then all that the table plays: chance, moves
that the table makes by itself, and after the end of a game the start of the next one.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from fivefold.contract import CHANCE, NOBODY
from fivefold.engine.functions import ForcedFunctions, RuleFunctions
from fivefold.engine.kernels import Jit
from fivefold.parts.dice import below

BEGIN, CHOSEN, RANDOM = range(3)
"""What a step does: begin a new game, make the move in ``chosen``, or one drawn among the legal ones."""
NEVER: Final = -1
"""No game of a slice."""
WAIT: Final = -(1 << 62)
"""In place of an action: nothing happens in this game."""


class Games(NamedTuple):
    """The games side by side, the first index of each array; int64 where it does not say otherwise."""

    rows: Any
    """[games, SIZE]: the positions."""
    starts: Any
    """[starts, SIZE]: where games begin, each as likely."""
    begun: Any
    """[games]: in which of these each began."""
    moves: Any
    """[games, MAX_MOVES]: the legal moves, ascending."""
    counts: Any
    """[games]: how many there are."""
    to_move: Any
    """[games]: a seat, or ``ANYONE``."""
    chosen: Any
    """[games]: the moves to make, or ``WAIT``."""
    rewards: Any
    """[games, seats], float: what the last step has brought each seat."""
    finished: Any
    """[games], bool: whether one has."""
    scores: Any
    """[games, seats]: scratch."""
    points: Any
    """[games, seats]: the points so far, where rewards are points."""
    final_scores: Any
    """[games, seats]: the points of the last game that ended here."""
    chance: Any
    """[games, 1]: the generator (``parts.dice``) of what happens by chance."""
    choice: Any
    """[games, 1]: that of random players."""
    log: Any
    """[games, room]: all moves of the game that is going on; no room where nothing is to be noted."""
    logged: Any
    """[games]: how many there were, whether or not there was room."""
    ended: Any
    """[games]: how many games have ended here."""
    results: Any
    """[games, seats], float: their results added up."""


def make_advance(
    rules: RuleFunctions, forced: ForcedFunctions | None, jit: Jit, kernel: Jit
) -> Callable[[Games, int, int, bool, int, int], None]:
    """Make ``advance(games, what, steps, by_points, first, last)``: so many steps of each game from ``first`` to before
    ``last``, each of the kind ``what``. ``by_points``: rewards are the points that a step has brought.

    Every function is called in one place and with few arrays, so that the compiler can put it there.
    """
    to_move, legal_moves, play = rules.to_move, rules.legal_moves, rules.play
    plays_itself, begin = make_plays_itself(forced, jit), make_begin(rules, jit)
    end, pay = make_end(rules, jit), make_pay(rules, jit)

    @jit
    def clear(rewards: Any) -> None:
        for seat in range(len(rewards)):
            rewards[seat] = 0.0

    @jit
    def note(log: Any, place: int, move: int) -> int:
        if place < len(log):
            log[place] = move
        return place + 1

    @kernel
    def advance(games: Any, what: int, steps: int, by_points: bool, first: int, last: int) -> None:
        for game in range(first, last):
            row, moves, log = games.rows[game], games.moves[game], games.log[game]
            chance, choice, rewards = games.chance[game], games.choice[game], games.rewards[game]
            points, final_scores, results = games.points[game], games.final_scores[game], games.results[game]
            count, turn, logged = games.counts[game], games.to_move[game], games.logged[game]
            for _ in range(steps):
                games.finished[game] = False
                clear(rewards)
                if what == CHOSEN and games.chosen[game] == WAIT:
                    continue
                move = moves[below(choice, count)] if what == RANDOM else games.chosen[game]
                going_on = what != BEGIN
                while True:
                    if going_on:
                        play(row, move)
                        logged = note(log, logged, move)
                        turn = to_move(row)
                        if turn == NOBODY:
                            end(row, rewards, results, final_scores)
                            if by_points:
                                pay(row, rewards, points, final_scores, True)
                            games.finished[game] = True
                            games.ended[game] += 1
                            going_on = False
                    if not going_on:
                        games.begun[game] = begin(row, games.starts, chance)
                        logged, going_on = 0, True
                        turn = to_move(row)
                    count = legal_moves(row, moves)
                    if turn == CHANCE:
                        move = moves[below(chance, count)]
                    elif count == 1 and plays_itself(row, moves[0]):
                        move = moves[0]
                    else:
                        break
                if by_points:
                    pay(row, rewards, points, games.scores[game], what != BEGIN and not games.finished[game])
            games.counts[game], games.to_move[game], games.logged[game] = count, turn, logged

    return advance


def make_plays_itself(forced: ForcedFunctions | None, jit: Jit) -> Callable[[Any, int], bool]:
    """Make ``plays_itself(row, move)``: whether the table makes this only move; never in a game without such moves."""
    if forced is not None:
        return forced.plays_itself

    @jit
    def never(row: Any, move: int) -> bool:
        return False

    return never


def make_begin(rules: RuleFunctions, jit: Jit) -> Callable[[Any, Any, Any], int]:
    """Make ``begin(row, starts, chance) -> which``: turn the row into one of the starts, and say into which."""
    size = rules.size

    @jit
    def begin(row: Any, starts: Any, chance: Any) -> int:
        which = below(chance, len(starts)) if len(starts) > 1 else 0
        start = starts[which]
        for place in range(size):
            row[place] = start[place]
        return which

    return begin


def make_end(rules: RuleFunctions, jit: Jit) -> Callable[[Any, Any, Any, Any], None]:
    """Make ``end(row, rewards, results, final_scores)``: what a game that is over has come to.

    Rewards add up to 0: 1 for who has won alone, -1 for who has lost to one other. Of one who plays alone the reward is
    the result itself, a share of 1.
    """
    scores, returns = rules.scores, rules.returns

    @jit
    def end(row: Any, rewards: Any, results: Any, final_scores: Any) -> None:
        returns(row, rewards)
        scores(row, final_scores)
        seats = len(rewards)
        for seat in range(seats):
            results[seat] += rewards[seat]
            if seats > 1:
                rewards[seat] = (seats * rewards[seat] - 1.0) / (seats - 1)

    return end


def make_pay(rules: RuleFunctions, jit: Jit) -> Callable[[Any, Any, Any, Any, bool], None]:
    """Make ``pay(row, rewards, points, now, really)``: turn rewards into what each seat has gained since ``points``,
    if ``really``, and bring these up to date. ``now`` is scratch."""
    scores = rules.scores

    @jit
    def pay(row: Any, rewards: Any, points: Any, now: Any, really: bool) -> None:
        scores(row, now)
        for seat in range(len(rewards)):
            if really:
                rewards[seat] = float(now[seat] - points[seat])
            points[seat] = now[seat]

    return pay


def make_take(jit: Jit, kernel: Jit) -> Callable[[Games, Any, int, int], int]:
    """Make ``take(games, moves, first, last) -> game``: note in ``chosen`` what is to be played; the first game whose
    move is not legal, ``NEVER`` if all are."""

    @kernel
    def take(games: Any, moves: Any, first: int, last: int) -> int:
        for game in range(first, last):
            if not is_among(moves[game], games.moves[game], games.counts[game]):
                return game
            games.chosen[game] = moves[game]
        return NEVER

    return take


def is_among(move: int, moves: Any, count: int) -> bool:
    """Tell whether a move is among the first ``count`` of these, which ascend."""
    low, high = 0, count
    while low < high:
        middle = (low + high) // 2
        if moves[middle] < move:
            low = middle + 1
        else:
            high = middle
    return bool(low < count and moves[low] == move)
