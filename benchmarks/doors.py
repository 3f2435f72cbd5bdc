"""The doors to other libraries: what a step costs there, over the plain rules and beside the libraries' own games."""

from collections.abc import Callable, Sequence
from importlib import import_module
from random import Random
from typing import Any, Final

import numpy as np

from benchmarks.batch import state_steps, without_drawing
from benchmarks.measurement import Measurement, Peer, best_rate_of_a_core
from fivefold.contract import CHANCE, NOBODY
from fivefold.interop.encoding import encoding_of
from fivefold.parts import dice as generator
from fivefold.play import options
from fivefold.play.catalogue import find, keys

MISSING: Final = "not installed: pip install gymnasium pettingzoo open_spiel"
THEIRS: Final = ("connect_four_v3", "tictactoe_v3", "chess_v6")
"""PettingZoo's own classic games."""
SPIEL: Final = "python_tic_tac_toe"
"""OpenSpiel's own game in Python."""
OVERHEAD: Final = 30.0
"""The most microseconds a step may cost more than one of the plain rules."""
Games = Sequence[tuple[int, Sequence[int]]]
"""Seeds, and the actions of the games that were played from them."""


def measure_doors(quick: bool) -> list[Measurement]:
    """Measure a step and a look of every game: through PettingZoo the same random games each way, choices left out;
    through OpenSpiel random games, its own in Python beside them."""
    steps, repeats = (300, 2) if quick else (3_000, 5)
    try:
        door = import_module("fivefold.interop.pettingzoo")
    except ImportError:
        return [Measurement("PettingZoo: a step", 0.0, "µs", note=MISSING)]
    peers = tuple(_theirs(name, steps, repeats) for name in THEIRS)
    rows = list[Measurement]()
    for key in keys():
        env = door.env(key)
        games = played(env, steps)
        plain, through = plain_step(key, games, repeats), step(env, games, repeats)
        name, note = f"{find(key).name}, PettingZoo: a step", f"{through:.1f} µs, plain rules {plain:.1f} µs"
        rows.append(Measurement(f"{name}, over the plain rules", through - plain, "µs", OVERHEAD, True, note=note))
        rows.append(Measurement(name, through, "µs", at_most=True, peers=peers))
    return rows + _through_openspiel(steps, repeats)


def _through_openspiel(steps: int, repeats: int) -> list[Measurement]:
    try:
        door = import_module("fivefold.interop.openspiel")
    except ImportError:
        return [Measurement("OpenSpiel: a step", 0.0, "µs", note=MISSING)]
    import_module("open_spiel.python.games")  # which makes its own games in Python known
    own = Peer(SPIEL, _state_step(SPIEL, steps, repeats))
    return [
        Measurement(
            f"{find(key).name}, OpenSpiel: a step",
            _state_step(door.name_of(key), steps, repeats),
            "µs",
            at_most=True,
            peers=(own,),
        )
        for key in keys()
    ]


def _state_step(name: str, steps: int, repeats: int) -> float:
    """Return what observation, mask, legal actions and a step take with OpenSpiel's states, in microseconds."""
    game = import_module("pyspiel").load_game(name)
    state_steps(game, 10, told=True)  # which compiles, or loads what is compiled
    return 1e6 / best_rate_of_a_core(lambda: state_steps(game, steps, told=True), steps, repeats)


def _theirs(name: str, steps: int, repeats: int) -> Peer:
    try:
        env = without_drawing(lambda: import_module(f"pettingzoo.classic.{name}").env())
    except ImportError as error:
        return Peer(name, None, f"not measured: {error}; pip install chess")
    return Peer(name, step(env, played(env, steps), repeats))


def played(env: Any, steps: int) -> Games:
    """Return random games of at least so many steps together."""
    random, games, done = Random(1), list[tuple[int, Sequence[int]]](), 0
    while done < steps:
        env.reset(seed=len(games))
        actions = list[int]()
        while not any(env.terminations.values()) and not any(env.truncations.values()):
            legal = np.flatnonzero(env.last()[0]["action_mask"])
            actions.append(int(random.choice(legal)))
            env.step(actions[-1])
        games.append((len(games), actions))
        done += len(actions)
    return games


def step(env: Any, games: Games, repeats: int) -> float:
    """Return what a look and a step take, in microseconds."""

    def play() -> None:
        for seed, actions in games:
            env.reset(seed=seed)
            for action in actions:
                env.last()
                env.step(action)

    return _each(play, games, repeats)


def plain_step(key: str, games: Games, repeats: int) -> float:
    """Return what the plain rules take for the same games: whose turn it is, the legal moves, the move."""
    rules = find(key).rules
    moves = [0] * rules.MAX_MOVES
    ready = [_as_moves(key, seed, actions) for seed, actions in games]

    def play() -> None:
        for start, made in ready:
            row = start.copy()
            for move in made:
                rules.to_move(row)
                rules.legal_moves(row, moves)
                rules.play(row, move)

    return _each(play, games, repeats)


def _as_moves(key: str, seed: int, actions: Sequence[int]) -> tuple[list[int], list[int]]:
    """Return the start of a game, and all its moves, those of chance and of the table too."""
    game, dice, left, made = find(key), [0], list(actions), list[int]()
    generator.seed(dice, seed)
    values = options.resolve(game, {}, lambda label, count: generator.below(dice, count))
    row, moves = [0] * game.rules.SIZE, [0] * game.rules.MAX_MOVES
    game.rules.setup(row, options.codes(game, values))
    start, encoding = row.copy(), encoding_of(game)
    while game.rules.to_move(row) != NOBODY:
        turn, count = game.rules.to_move(row), game.rules.legal_moves(row, moves)
        if turn == CHANCE:
            made.append(moves[generator.below(dice, count)])
        elif count == 1 and game.plays_itself(row, moves[0]):
            made.append(moves[0])
        else:
            made.append(encoding.move_of(row, turn, left.pop(0)))
        game.rules.play(row, made[-1])
    return start, made


def _each(play: Callable[[], None], games: Games, repeats: int) -> float:
    steps = sum(len(actions) for _, actions in games)
    return 1e6 / best_rate_of_a_core(play, steps, repeats)
