"""The games as PettingZoo has them, by its own tests and ours."""

import pickle
from copy import deepcopy
from random import Random
from typing import Any

import numpy as np
import pytest

from fivefold import keys
from fivefold.contract.errors import IllegalMove, InvalidOption
from fivefold.interop import pettingzoo as door
from tests.interop.sets import ALONE, BY_TURNS, RACES, elsewhere, name
from tests.quick import first

pettingzoo = pytest.importorskip("pettingzoo")
from pettingzoo import test as theirs  # noqa: E402
from pettingzoo.utils import wrappers  # noqa: E402

DICTS_WANTED = "ignore:Observation is not a NumPy array|ignore:Observation space for each agent probably should be"
"""What its test says of every environment, other than its own, whose observations come with an action mask."""
WITH_MASKS = [pytest.mark.filterwarnings(each) for each in DICTS_WANTED.split("|")]
PLAIN = {"compiled": False}


def with_masks(function: Any) -> Any:
    for mark in WITH_MASKS:
        function = mark(function)
    return function


def play(env: Any, seed: int, agents: int = 10_000) -> dict[str, float]:
    """Return what each agent got in a game of random moves."""
    env.reset(seed=seed)
    return play_on(env, seed, agents)


def play_on(env: Any, seed: int, agents: int = 10_000) -> dict[str, float]:
    """Return what each agent gets in random moves from where a game is."""
    random, got = Random(seed), dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter(agents):
        seen, reward, over, cut, _ = env.last()
        got[agent] += reward
        env.step(None if over or cut else random.choice(np.flatnonzero(seen["action_mask"]).tolist()))
    return got


@pytest.mark.slow
@with_masks
@pytest.mark.parametrize(("key", "options"), BY_TURNS, ids=name)
def test_its_own_tests_pass(key: str, options: dict[str, object]) -> None:
    def make(**more: Any) -> Any:
        return door.env(key, **PLAIN, **options, **more)

    theirs.api_test(make(), num_cycles=60)
    theirs.seed_test(make, num_cycles=40)
    theirs.render_test(make, custom_tests={"svg": lambda drawn: drawn.startswith("<svg")})


@pytest.mark.slow
@pytest.mark.parametrize("options", RACES + ALONE, ids=name)
def test_its_own_tests_of_parallel_environments_pass(options: dict[str, object]) -> None:
    def make() -> Any:
        return door.parallel_env("solitaire", **PLAIN, **options)

    theirs.parallel_api_test(make(), num_cycles=80)
    theirs.parallel_seed_test(make, num_cycles=60)


@pytest.mark.slow
@with_masks
def test_its_own_test_passes_with_compiled_rules() -> None:
    theirs.api_test(door.env("locus"), num_cycles=100)


def test_its_wrappers_go_around_it() -> None:
    env = wrappers.OrderEnforcingWrapper(wrappers.TerminateIllegalWrapper(door.raw_env("locus", **PLAIN), -1))
    assert sorted(play(env, 4).values()) in ([-1, 1], [0, 0])


@pytest.mark.parametrize("key", keys())
def test_a_game_comes_to_an_end_with_rewards_that_add_up(key: str) -> None:
    got = play(door.env(key, **PLAIN, **({"patience": 2} if key in {"focus", "dice_poker"} else {})), 1)
    assert len(got) == 1 or sum(got.values()) == pytest.approx(0)


def test_without_a_seed_every_environment_plays_another_game() -> None:
    decks = set()
    for _ in range(3):
        env = door.env("locus", **PLAIN)
        env.reset()
        decks.add(tuple(env.playing.row[10:40]))
    assert len(decks) == 3


def test_a_copy_goes_on_by_itself_with_the_same_chance_to_come() -> None:
    env = door.env("pokeros", **PLAIN)
    env.reset(seed=1)
    copies, told = [deepcopy(env), deepcopy(env)], []
    for each in copies:
        for _ in range(4):
            each.step(int(np.flatnonzero(each.last()[0]["action_mask"])[0]))
        told.append(each.last()[0]["observation"].tolist())
    assert told[0] == told[1] != env.last()[0]["observation"].tolist()


def went_on(env: Any) -> list[Any]:
    """Return all that is seen, and brought, in random moves from where a game is, and in another game after it."""
    random, told = Random(2), list[Any]()
    for game in range(2):
        if game:
            env.reset()
        for _ in env.agent_iter(40):
            seen, *brought = env.last()
            told.append([seen["observation"].tolist(), seen["action_mask"].tolist(), env.agent_selection, *brought])
            legal = np.flatnonzero(seen["action_mask"]).tolist()
            env.step(None if brought[1] or brought[2] else random.choice(legal))
    return told


def raced_on(env: Any) -> list[Any]:
    """Return the same of a game in which all act at once."""
    random, told = Random(2), list[Any]()
    for _ in range(40):
        masks = {agent: env._observed(seat)["action_mask"] for seat, agent in enumerate(env.agents)}
        actions = {agent: random.choice(np.flatnonzero(mask).tolist()) for agent, mask in masks.items()}
        told.append([[str(each) for each in env.step(actions)], env.playing.row])
        if not env.agents:
            env.reset()
    return told


@pytest.mark.parametrize("make", [door.env, door.raw_env])
@pytest.mark.parametrize(("key", "options"), first(2, BY_TURNS), ids=name)
def test_a_stored_environment_goes_on_the_same(key: str, options: dict[str, object], make: Any) -> None:
    env = make(key, reward="points", **PLAIN, **options)
    env.reset(seed=1)
    play_on(env, 1, 5)
    stored = pickle.dumps(env)
    assert went_on(pickle.loads(stored)) == went_on(env) == went_on(pickle.loads(stored))


@pytest.mark.parametrize("options", first(1, RACES + ALONE), ids=name)
def test_a_stored_parallel_environment_goes_on_the_same(options: dict[str, object]) -> None:
    env = door.parallel_env("solitaire", **PLAIN, **options)
    env.reset(seed=1)
    raced_on(env)
    stored = pickle.dumps(env)
    assert raced_on(pickle.loads(stored)) == raced_on(env) == raced_on(pickle.loads(stored))


def test_an_environment_can_be_stored_before_the_first_game() -> None:
    env = pickle.loads(pickle.dumps(door.env("locus", **PLAIN)))
    with pytest.raises(AttributeError, match="call reset"):
        env.agents  # noqa: B018
    assert play(env, 2) == play(door.env("locus", **PLAIN), 2)


@pytest.mark.slow
def test_an_environment_goes_on_the_same_in_another_process() -> None:
    env, race = door.env("pokeros", reward="points"), door.parallel_env("solitaire", mode="race", **PLAIN)
    env.reset(seed=1)
    play_on(env, 1, 5)
    assert elsewhere(went_on, env) == went_on(env)
    race.reset(seed=1)
    assert elsewhere(raced_on, race) == raced_on(race)


def test_points_as_rewards_add_up_to_the_score() -> None:
    env = door.env("locus", reward="points", **PLAIN)
    got = play(env, 2)
    assert [got["seat_0"], got["seat_1"]] == env.playing.points()


def test_a_game_is_cut_off_after_so_many_steps() -> None:
    env = door.env("focus", max_steps=7, **PLAIN)
    env.reset(seed=1)
    for _ in range(7):
        assert not any(env.truncations.values())
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    assert all(env.truncations.values())
    assert not any(env.terminations.values())


def test_an_illegal_action_loses_and_is_refused_without_checks() -> None:
    env = door.env("locus", first=0, **PLAIN)
    env.reset(seed=1)
    env.step(47)
    assert env.terminations == {"seat_0": True, "seat_1": True}
    assert env.rewards == {"seat_0": -1.0, "seat_1": 0.0}
    for agent in env.agent_iter():
        assert agent in {"seat_0", "seat_1"}
        env.step(None)
    raw = door.raw_env("locus", **PLAIN)
    raw.reset(seed=1)
    with pytest.raises(IllegalMove):
        raw.step(47)


def test_what_is_asked_too_early_or_wrongly_is_said_in_words() -> None:
    env = door.env("locus", **PLAIN)
    with pytest.raises(AttributeError, match="call reset"):
        env.agents  # noqa: B018
    with pytest.raises(InvalidOption, match="take parallel_env"):
        door.env("solitaire", mode="race", **PLAIN)
    with pytest.raises(InvalidOption, match="take env"):
        door.parallel_env("focus", **PLAIN)
    with pytest.raises(InvalidOption, match="result or points"):
        door.env("focus", reward="money", **PLAIN)
    with pytest.raises(InvalidOption, match="human, ansi, svg"):
        door.env("focus", render_mode="depth_array", **PLAIN)
    with pytest.raises(InvalidOption):
        door.env("focus", players=9, **PLAIN)


def test_in_a_race_the_last_action_waits_and_a_card_goes_to_who_is_first() -> None:
    env = door.parallel_env("solitaire", mode="race", deal=1, **PLAIN)
    wait = env.action_space("seat_0").n - 1
    first = set()
    for seed in range(8):
        seen, _ = env.reset(seed=seed)
        actions = {agent: int(np.flatnonzero(seen[agent]["action_mask"])[0]) for agent in env.agents}
        env.step(dict.fromkeys(env.agents, wait))
        env.step(actions)
        placed = [bool(env.playing.observation(seat)[: 13 * 25].any()) for seat in range(2)]
        assert sum(placed) == 1
        first.add(placed.index(True))
    assert first == {0, 1}
