"""Kernels that tell what the seats of many games see and can do, as the games' encodings have it.

``seats`` is int64[games]: in each game the seat that is told. All work on the games from ``first`` to before ``last``.
"""

from collections.abc import Callable
from typing import Any

from fivefold.contract import ANYONE, Encoding
from fivefold.engine.batch_kernel import NEVER, Games, is_among
from fivefold.engine.functions import RaceFunctions, RuleFunctions
from fivefold.engine.kernels import Jit
from fivefold.interop.playing_kernels import HiddenFunctions


def make_take_actions(encoding: Encoding, jit: Jit, kernel: Jit) -> Callable[[Games, Any, Any, int, int], int]:
    """Make ``take_actions(games, seats, actions, first, last) -> game``: note in ``chosen`` which moves these actions
    are; the first game in which its action is not legal, ``NEVER`` if all are."""
    action_of, move_of, known = encoding.action_of, encoding.move_of, encoding.actions

    @kernel
    def take_actions(games: Any, seats: Any, actions: Any, first: int, last: int) -> int:
        for game in range(first, last):
            row, action = games.rows[game], actions[game]
            if action < 0 or action >= known or not may_move(games, game, seats[game]):
                return game
            move = move_of(row, seats[game], action)
            # An action that is not legal may be given the number of any move.
            if not is_among(move, games.moves[game], games.counts[game]) or action_of(row, move) != action:
                return game
            games.chosen[game] = move
        return NEVER

    return take_actions


def may_move(games: Any, game: int, seat: int) -> bool:
    """Tell whether it is this seat's turn, or anyone's."""
    return games.to_move[game] in (seat, ANYONE)


def make_is_of(race: RaceFunctions | None, jit: Jit) -> Callable[[Any, int, int], bool]:
    """Make ``is_of(row, move, seat)``: whether a legal move is that seat's; always, where one seat alone may move."""
    if race is None:

        @jit
        def always(row: Any, move: int, seat: int) -> bool:
            return True

        return always
    mover = race.mover

    @jit
    def is_of(row: Any, move: int, seat: int) -> bool:
        return bool(mover(row, move) == seat)

    return is_of


def make_list_actions(
    race: RaceFunctions | None, encoding: Encoding, jit: Jit, kernel: Jit
) -> Callable[[Games, Any, Any, Any, int, int], None]:
    """Make ``list_actions(games, seats, out, counts, first, last)``: write the legal actions to ``out`` (int64[games,
    MAX_MOVES]), and how many there are."""
    action_of, is_of = encoding.action_of, make_is_of(race, jit)

    @kernel
    def list_actions(games: Any, seats: Any, out: Any, counts: Any, first: int, last: int) -> None:
        for game in range(first, last):
            row, moves, count = games.rows[game], games.moves[game], 0
            for index in range(games.counts[game] if may_move(games, game, seats[game]) else 0):
                if is_of(row, moves[index], seats[game]):
                    out[game][count] = action_of(row, moves[index])
                    count += 1
            counts[game] = count

    return list_actions


def make_masks(
    race: RaceFunctions | None, encoding: Encoding, jit: Jit, kernel: Jit
) -> Callable[[Games, Any, Any, int, int], None]:
    """Make ``masks(games, seats, out, first, last)``: write 1 for each legal action, 0 for all others (int8[games,
    ACTIONS])."""
    action_of, is_of = encoding.action_of, make_is_of(race, jit)

    @kernel
    def masks(games: Any, seats: Any, out: Any, first: int, last: int) -> None:
        for game in range(first, last):
            row, moves, mask = games.rows[game], games.moves[game], out[game]
            for action in range(len(mask)):
                mask[action] = 0
            for index in range(games.counts[game] if may_move(games, game, seats[game]) else 0):
                if is_of(row, moves[index], seats[game]):
                    mask[action_of(row, moves[index])] = 1

    return masks


def make_observations(
    rules: RuleFunctions, hidden: HiddenFunctions | None, encoding: Encoding, jit: Jit, kernel: Jit
) -> Callable[[Games, Any, Any, Any, int, int], None]:
    """Make ``observations(games, seats, seen, out, first, last)``: write what the seats see (int16[games, LENGTH]).

    ``seen`` (int64[SIZE]) is scratch, for the row as a seat may know it.
    """
    observe_into, observe = encoding.observe_into, None if hidden is None else hidden.observe

    @jit
    def clear(out: Any) -> None:
        for place in range(len(out)):
            out[place] = 0

    if observe is None:

        @kernel
        def observations(games: Any, seats: Any, seen: Any, out: Any, first: int, last: int) -> None:
            for game in range(first, last):
                clear(out[game])
                observe_into(games.rows[game], seats[game], out[game])

        return observations

    @kernel
    def observations_of_hidden(games: Any, seats: Any, seen: Any, out: Any, first: int, last: int) -> None:
        for game in range(first, last):
            clear(out[game])
            observe(games.rows[game], seats[game], seen)
            observe_into(seen, seats[game], out[game])

    return observations_of_hidden


def make_all_scores(rules: RuleFunctions, jit: Jit, kernel: Jit) -> Callable[[Games, Any, int, int], None]:
    """Make ``all_scores(games, out, first, last)``: write each seat's points as they stand (int64[games, SEATS])."""
    scores = rules.scores

    @kernel
    def all_scores(games: Any, out: Any, first: int, last: int) -> None:
        for game in range(first, last):
            scores(games.rows[game], out[game])

    return all_scores
