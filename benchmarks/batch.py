"""Many games at once, beside the environments of PettingZoo, and OpenSpiel's states and environments.

A step is a decision of a player. What chance does after it, moves that the table makes by itself, and the start of the
next game belong to the step and are not counted. The players are random: their picks are part of what is timed, ours
drawn by NumPy for all games at once, the others' one by one, as their environments give what is legal. All but the
figures for two threads are for each second of one core's time that was ours.
"""

import os
import random
import sys
from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from benchmarks.measurement import Measurement, Peer, best_rate, best_rate_of_a_core
from fivefold.play import catalogue
from fivefold.play.catalogue import keys

if TYPE_CHECKING:
    from fivefold.interop.batch import Batch

GAMES: Final = 256
SIMULATIONS: Final = 32
"""Of a search, for each game."""
KEYS: Final = ("focus", "pokeros")
TARGET: Final = 2_000_000
TIMES: Final = 20
"""So many times as fast as PettingZoo's game a step should be."""
ZOO: Final = ("connect_four_v3", "tictactoe_v3")
SPIEL: Final = ("connect_four", "tic_tac_toe")
MISSING: Final = "not installed: pip install gymnasium pettingzoo open_spiel"
UNIT: Final = "steps/s"


def measure_batch(quick: bool) -> list[Measurement]:
    """Measure random play of many games at once on one core, within the kernel and stepped from Python, of the five
    games on two threads, and searches."""
    repeats = 3 if quick else 8
    few, many = (1_000, 5_000) if quick else (3_000, 50_000)
    bare = tuple(_states(name, many, repeats, told=False) for name in SPIEL)
    zoo = [_zoo(name, few, repeats) for name in ZOO]
    spiel = [_spiel(name, 10 if quick else 30, repeats) for name in SPIEL]
    told = (*zoo, *(_states(name, many, repeats, told=True) for name in SPIEL), *spiel)
    rows = list[Measurement]()
    for key in KEYS:
        rows += _of_game(key, 40 if quick else 200, repeats, bare, told)
    searches = [_searched(key, name, repeats) for key in ("locus", "focus") for name in ("gumbel", "puct")]
    return [*rows, *(_threaded(key, 40 if quick else 200, repeats) for key in keys()), *searches]


def _of_game(key: str, steps: int, repeats: int, bare: tuple[Peer, ...], peers: tuple[Peer, ...]) -> list[Measurement]:
    from fivefold.interop.batch import Batch  # noqa: PLC0415  numba takes a while to import

    batch, name = Batch(key, GAMES, seed=1), catalogue.find(key).name
    batch.play_random(50)
    inside = best_rate_of_a_core(lambda: batch.play_random(5 * steps), 5 * steps * GAMES, repeats)
    stepped = best_rate_of_a_core(lambda: _step(batch, steps, told=False), steps * GAMES, repeats)
    told = best_rate_of_a_core(lambda: _step(batch, steps, told=True), steps * GAMES, repeats)
    zoo = peers[0].figure
    beside = f"{name}, {GAMES} games at once, one core"
    return [
        Measurement(f"{beside}: random play", inside, UNIT, TARGET, note=_load()),
        Measurement(f"{beside}: stepped from Python", stepped, UNIT, peers=bare),
        Measurement(f"{beside}: stepped, with observations and masks", told, UNIT, zoo and TIMES * zoo, peers=peers),
    ]


def _step(batch: "Batch", steps: int, told: bool) -> None:
    draws = np.random.default_rng(1)
    for _ in range(steps):
        if told:
            batch.observations()
            batch.masks()
        actions, counts = batch.legal()
        picks = (draws.random(batch.count) * counts).astype(np.int64)
        batch.step(np.take_along_axis(actions, picks[:, None], axis=1)[:, 0])


def _threaded(key: str, steps: int, repeats: int) -> Measurement:
    from fivefold.interop.batch import Batch  # noqa: PLC0415  numba takes a while to import

    rates = []
    for threads in (1, 2):
        batch = Batch(key, GAMES, seed=1, threads=threads)
        batch.play_random(50)
        rates.append(best_rate(lambda batch=batch: batch.play_random(5 * steps), 5 * steps * GAMES, repeats))  # type: ignore[misc]
    one = Peer("one thread", rates[0])
    return Measurement(f"{catalogue.find(key).name}, random play on two threads", rates[1], UNIT, peers=(one,))


def _searched(key: str, name: str, repeats: int) -> Measurement:
    """Measure a search whose net costs nothing."""
    from fivefold.interop import search  # noqa: PLC0415  numba takes a while to import
    from fivefold.interop.batch import Batch  # noqa: PLC0415
    from fivefold.interop.encoding import encoding_of  # noqa: PLC0415

    batch = Batch(key, GAMES, seed=1, reward="points")
    nothing = np.zeros((GAMES, encoding_of(key).actions)), np.zeros((GAMES, batch.seats))
    look = lambda: getattr(search, name)(batch, lambda games: nothing, SIMULATIONS, seed=1)  # noqa: E731
    rate = best_rate_of_a_core(look, GAMES * SIMULATIONS, repeats)
    return Measurement(f"{catalogue.find(key).name}, {GAMES} games at once, {name}", rate, "simulations/s")


def _load() -> str:
    return f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"


# --- others ----------------------------------------------------------------------------------------------------------


def _zoo(name: str, steps: int, repeats: int) -> Peer:
    label = f"PettingZoo {name}"
    try:
        env = without_drawing(lambda: import_module(f"pettingzoo.classic.{name}").env())
    except ImportError:
        return Peer(label, None, MISSING)
    return Peer(
        label, best_rate_of_a_core(lambda: zoo_steps(env, steps), steps, repeats), "observation and mask of who moves"
    )


def without_drawing(make: Callable[[], Any]) -> Any:
    """Return what is made; where pygame is not installed, which only draws, its name stands for nothing meanwhile."""
    try:
        import_module("pygame")
    except ImportError:
        sys.modules["pygame"] = ModuleType("pygame")
        try:
            return make()
        finally:
            del sys.modules["pygame"]
    return make()


def zoo_steps(env: Any, steps: int) -> None:
    """Make so many random moves in an environment of PettingZoo, the way its documents show it."""
    draws, made = random.Random(1), 0
    env.reset(seed=1)
    while made < steps:
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.reset()
            continue
        legal = np.flatnonzero(observation["action_mask"])
        env.step(int(legal[int(draws.random() * len(legal))]))
        made += 1


def _states(name: str, steps: int, repeats: int, told: bool) -> Peer:
    label = f"OpenSpiel {name}, its states one by one"
    try:
        game = import_module("pyspiel").load_game(name)
    except ImportError:
        return Peer(label, None, MISSING)
    note = "observation and mask of who moves" if told else "legal actions alone"
    return Peer(label, best_rate_of_a_core(lambda: state_steps(game, steps, told), steps, repeats), note)


def state_steps(game: Any, steps: int, told: bool) -> None:
    """Make so many random moves with OpenSpiel's states, ``told``: with observation and mask, as a network needs."""
    draws, state, made = random.Random(1), game.new_initial_state(), 0
    observation = import_module("open_spiel.python.observation").make_observation(game)
    while made < steps:
        if state.is_terminal():
            state = game.new_initial_state()
            continue
        if state.is_chance_node():
            state.apply_action(draws.choice(state.chance_outcomes())[0])
            continue
        if told:
            observation.set_from(state, state.current_player())
            state.legal_actions_mask()
        legal = state.legal_actions()
        state.apply_action(legal[int(draws.random() * len(legal))])
        made += 1


def _spiel(name: str, rounds: int, repeats: int) -> Peer:
    label = f"OpenSpiel {name}, SyncVectorEnv of {GAMES}"
    try:
        environment = import_module("open_spiel.python.rl_environment").Environment
        together = import_module("open_spiel.python.vector_env").SyncVectorEnv
    except ImportError:
        return Peer(label, None, MISSING)
    envs = together([environment(name) for _ in range(GAMES)])
    return Peer(
        label,
        best_rate_of_a_core(lambda: spiel_steps(envs, rounds), rounds * GAMES, repeats),
        "observations, legal lists",
    )


def spiel_steps(envs: Any, rounds: int) -> None:
    """Make so many random moves in each game of OpenSpiel's batched Python environment."""
    output = import_module("open_spiel.python.rl_agent").StepOutput
    draws, times = random.Random(1), envs.reset()
    for _ in range(rounds):
        legal = [time.observations["legal_actions"][time.observations["current_player"]] for time in times]
        picked = [output(action=each[int(draws.random() * len(each))], probs=[]) for each in legal]
        times, _, _, _ = envs.step(picked, reset_if_done=True)
