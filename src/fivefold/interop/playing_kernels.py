"""Kernels for playing a game step by step from another library: what an action leads to, and what a seat sees then."""

from collections.abc import Callable, MutableSequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from fivefold.contract import ANYONE, CHANCE, NOBODY, Encoding, Game, Row
from fivefold.engine.functions import RaceFunctions, RuleFunctions, race_functions
from fivefold.engine.kernels import Jit, Kernels, announced
from fivefold.parts import dice as generator

Step = Callable[[Any, int, int, Any, Any, Any], int]
"""``step(row, seat, action, dice, moves, masks) -> count``; see ``make_step``."""
Observe = Callable[[Any, int, Any, Any], None]
"""``observe(row, seat, seen, out)``; see ``make_observe``."""
FORCED = -2
"""In place of a seat: the action is a move that the table makes."""
START = -1
"""In place of a seat: nobody has moved yet."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class HiddenFunctions:
    """The rules of games with secrets; see ``contract.Hidden``."""

    observe: Callable[[Row, int, Row], None]


@cache
def hidden_functions(game: Game) -> HiddenFunctions | None:
    """Return the rules of a game with secrets, ``None`` where all is open."""
    return None if game.hidden is None else HiddenFunctions(observe=game.hidden.observe)


def make_step(rules: RuleFunctions, encoding: Encoding, jit: Jit, kernel: Jit) -> Step:
    """Make ``step(row, seat, action, dice, moves, masks) -> count``.

    Makes the move that ``seat``'s action is, ``FORCED`` the move itself, ``START`` none; then what chance brings, by
    ``dice[0]``, the state of a generator. Writes who is to move then to ``dice[1]``, the legal moves to ``moves``
    (int64[MAX_MOVES]) and a 1 for the action of each to ``masks`` (``actions`` zeros for each seat); returns how many
    there are.
    """
    advance, action_of, actions = make_advance(rules, encoding, jit), encoding.action_of, encoding.actions

    @kernel
    def step(row: Any, seat: int, action: int, dice: Any, moves: Any, masks: Any) -> int:
        count = advance(row, seat, action, dice, moves)
        first = actions * dice[1]
        for index in range(count):
            masks[first + action_of(row, moves[index])] = 1
        return int(count)

    return step


def make_race_step(rules: RuleFunctions, race: RaceFunctions, encoding: Encoding, jit: Jit, kernel: Jit) -> Step:
    """Make the same for a game in which anyone may be to move."""
    advance, action_of, actions = make_advance(rules, encoding, jit), encoding.action_of, encoding.actions
    mover = race.mover

    @kernel
    def step(row: Any, seat: int, action: int, dice: Any, moves: Any, masks: Any) -> int:
        count = advance(row, seat, action, dice, moves)
        for index in range(count):
            whose = mover(row, moves[index]) if dice[1] == ANYONE else dice[1]
            masks[actions * whose + action_of(row, moves[index])] = 1
        return int(count)

    return step


def make_advance(rules: RuleFunctions, encoding: Encoding, jit: Jit) -> Callable[[Any, int, int, Any, Any], int]:
    """Make ``advance(row, seat, action, dice, moves) -> count``: a step without its masks."""
    to_move, legal_moves, play = rules.to_move, rules.legal_moves, rules.play
    move_of, below = encoding.move_of, jit(generator.below)

    @jit
    def advance(row: Any, seat: int, action: int, dice: Any, moves: Any) -> int:
        if seat >= 0:
            play(row, move_of(row, seat, action))
        elif seat == FORCED:
            play(row, action)
        turn = to_move(row)
        while turn == CHANCE:
            count = legal_moves(row, moves)
            play(row, moves[below(dice, count)])
            turn = to_move(row)
        dice[1] = turn
        return 0 if turn == NOBODY else int(legal_moves(row, moves))

    return advance


def make_observe(encoding: Encoding, jit: Jit, kernel: Jit) -> Observe:
    """Make ``observe(row, seat, seen, out)``: write what ``seat`` sees to ``out``, as many zeros as it is long."""
    observe_into = encoding.observe_into

    @kernel
    def observe(row: Any, seat: int, seen: Any, out: Any) -> None:
        observe_into(row, seat, out)

    return observe


def make_observe_hidden(hidden: HiddenFunctions, encoding: Encoding, jit: Jit, kernel: Jit) -> Observe:
    """Make the same for a game with secrets; ``seen`` (int64[SIZE]) is for the row as the seat may know it."""
    hide, observe_into = hidden.observe, encoding.observe_into

    @kernel
    def observe(row: Any, seat: int, seen: Any, out: Any) -> None:
        hide(row, seat, seen)
        observe_into(seen, seat, out)

    return observe


def make_scores(rules: RuleFunctions, jit: Jit, kernel: Jit) -> Callable[[Any, MutableSequence[int]], None]:
    """Make ``scores(row, out)``: write each seat's points."""
    scores = rules.scores

    @kernel
    def scores_of(row: Any, out: Any) -> None:
        scores(row, out)

    return scores_of


def step_of(kernels: Kernels, encoding: Encoding) -> Step:
    """Return the kernel that makes a step in this game."""
    race = race_functions(kernels.game)
    if race is None:
        return announced(kernels, make_step, kernels.rules, encoding)
    return announced(kernels, make_race_step, kernels.rules, race, encoding)


def observe_of(kernels: Kernels, encoding: Encoding) -> Observe:
    """Return the kernel that tells what a seat sees in this game."""
    hidden = hidden_functions(kernels.game)
    return kernels(make_observe, encoding) if hidden is None else kernels(make_observe_hidden, hidden, encoding)
