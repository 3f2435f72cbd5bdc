"""The games as Gymnasium has them, by its own check and ours."""

import pickle
from copy import deepcopy
from random import Random
from typing import Any

import numpy as np
import pytest

from fivefold import keys
from fivefold.contract.errors import IllegalMove, InvalidOption
from tests.interop.sets import BY_TURNS, elsewhere, name
from tests.quick import first

gymnasium = pytest.importorskip("gymnasium")
from gymnasium.utils.env_checker import check_env  # noqa: E402

from fivefold.interop import gymnasium as door  # noqa: E402
from fivefold.interop.batch import Batch  # noqa: E402
from fivefold.interop.gymnasium import BatchEnv, SoloEnv  # noqa: E402

PLAIN = {"compiled": False}


def play(env: Any, seed: int) -> float:
    """Return what a game of random moves brought."""
    random, got, over = Random(seed), 0.0, False
    _, info = env.reset(seed=seed)
    while not over:
        action = random.choice(np.flatnonzero(info["action_mask"]).tolist())
        _, reward, ended, cut, info = env.step(action)
        got, over = got + reward, ended or cut
    return got


@pytest.mark.slow
@pytest.mark.parametrize(("key", "options"), BY_TURNS, ids=name)
def test_its_own_check_passes(key: str, options: dict[str, object]) -> None:
    check_env(gymnasium.make(door.name_of(key), **PLAIN, **options).unwrapped)


@pytest.mark.slow
@pytest.mark.parametrize("opponent", [1, lambda seen, mask: int(np.flatnonzero(mask)[-1])], ids=["level", "policy"])
def test_its_own_check_passes_against_others(opponent: Any) -> None:
    check_env(gymnasium.make("fivefold/Locus-v0", opponent=opponent, grid="6x5").unwrapped)


def test_games_are_found_by_name() -> None:
    assert door.name_of("dice_poker") == "fivefold/DicePoker-v1"
    assert door.name_of("pokeros") == "fivefold/Pokeros-v1", "its arrays have changed"
    for key in keys():
        assert gymnasium.spec(door.name_of(key)).kwargs == {"key": key}
    env = gymnasium.make("fivefold.interop.gymnasium:fivefold/Locus-v0", grid="6x5", **PLAIN)
    env.reset(seed=1)
    assert env.unwrapped.playing.values["grid"] == "6x5"


def test_a_game_alone_brings_its_result() -> None:
    env = SoloEnv("solitaire", **PLAIN)
    assert play(env, 1) == pytest.approx(env.playing.results()[0])
    points = SoloEnv("solitaire", reward="points", **PLAIN)
    assert play(points, 1) == points.playing.points()[0]


def test_a_game_against_others_brings_1_0_or_minus_1() -> None:
    got = {play(SoloEnv("locus", seat=None, **PLAIN), seed) for seed in range(6)}
    assert {-1.0, 1.0} <= got <= {-1.0, 0.0, 1.0}


def test_the_seat_is_asked_for_or_drawn() -> None:
    for seat in (0, 1):
        env = SoloEnv("locus", seat=seat, **PLAIN)
        for seed in range(4):
            assert env.reset(seed=seed)[1]["seat"] == env.playing.turn == seat
    drawn = SoloEnv("pokeros", seat=None, **PLAIN)
    assert {drawn.reset(seed=seed)[1]["seat"] for seed in range(8)} == {0, 1}


def test_the_same_seed_is_the_same_game() -> None:
    told = []
    for _ in range(2):
        env = SoloEnv("pokeros", seat=None, **PLAIN)
        seen, info = env.reset(seed=9)
        steps = [seen.tolist(), info["seat"]]
        for _ in range(5):
            seen, *_, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
            steps.append(seen.tolist())
        told.append(steps)
    assert told[0] == told[1]


def test_a_policy_plays_the_other_seats_with_what_it_may_see() -> None:
    given = []

    def policy(seen: Any, mask: Any) -> int:
        given.append((seen, mask))
        return int(np.flatnonzero(mask)[0])

    env = SoloEnv("pokeros", opponent=policy, **PLAIN)
    play(env, 3)
    assert given
    assert all(seen in env.observation_space and mask.any() for seen, mask in given)


@pytest.mark.slow
def test_a_level_of_the_house_beats_chance() -> None:
    env = SoloEnv("locus", opponent=2, seat=None, grid="6x5")
    assert sum(play(env, seed) for seed in range(10)) <= -8


@pytest.mark.slow
@pytest.mark.parametrize("opponent", [None, 1])
def test_a_copy_goes_on_by_itself(opponent: int | None) -> None:
    env = SoloEnv("locus", opponent=opponent, grid="6x5")
    env.reset(seed=1)
    copy, before = deepcopy(env), env.playing.row
    assert play(copy, 2) in {-1.0, 0.0, 1.0}
    assert env.playing.row == before


def went_on(env: Any) -> list[Any]:
    """Return all that is seen, and brought, in random moves from where a game is, and in other games after it."""
    random, told, mask = Random(2), list[Any](), env.unwrapped.action_masks()
    for _ in range(40):
        seen, reward, ended, cut, info = env.step(random.choice(np.flatnonzero(mask).tolist()))
        told.append([seen.tolist(), reward, ended, cut, info["action_mask"].tolist(), info["seat"]])
        mask = env.reset()[1]["action_mask"] if ended or cut else info["action_mask"]
    return told


def last_legal(seen: Any, mask: Any) -> int:
    """Return the last legal action: a player that another process knows by its name."""
    return int(np.flatnonzero(mask)[-1])


@pytest.mark.parametrize("opponent", [None, last_legal], ids=["random", "policy"])
@pytest.mark.parametrize(("key", "options"), first(2, BY_TURNS), ids=name)
def test_a_stored_environment_goes_on_the_same(key: str, options: dict[str, object], opponent: Any) -> None:
    env = gymnasium.make(door.name_of(key), opponent=opponent, seat=None, reward="points", **PLAIN, **options)
    env.reset(seed=1)
    env.step(int(np.flatnonzero(env.unwrapped.action_masks())[0]))
    stored = pickle.dumps(env)
    assert went_on(pickle.loads(stored)) == went_on(env) == went_on(pickle.loads(stored))


@pytest.mark.slow
def test_an_environment_goes_on_the_same_in_another_process() -> None:
    env = SoloEnv("pokeros", opponent=2)
    env.reset(seed=1)
    env.step(int(np.flatnonzero(env.action_masks())[0]))
    assert elsewhere(went_on, env) == went_on(env)


@pytest.mark.slow
def test_a_stored_level_of_the_house_begins_a_search_of_its_own() -> None:
    env = SoloEnv("locus", opponent=2)
    env.reset(seed=1)
    env.step(int(np.flatnonzero(env.action_masks())[0]))
    stored = pickle.loads(pickle.dumps(env))
    assert env._other._search is not stored._other._search is None
    assert went_on(stored) == went_on(env)


def test_games_side_by_side_are_stacked() -> None:
    side_by_side = gymnasium.make_vec("fivefold/Locus-v0", num_envs=2, vectorization_mode="sync", **PLAIN)
    seen, info = side_by_side.reset(seed=1)
    assert (seen.shape, info["action_mask"].shape) == ((2, 1157), (2, 96))
    actions = np.argmax(info["action_mask"], axis=1)
    assert side_by_side.step(actions)[0].shape == (2, 1157)


def test_an_illegal_action_loses() -> None:
    env = SoloEnv("locus", **PLAIN)
    env.reset(seed=1)
    _, reward, ended, cut, _ = env.step(47)
    assert (reward, ended, cut) == (-1.0, True, False)


def test_a_game_is_cut_off_after_so_many_steps() -> None:
    env = SoloEnv("focus", max_steps=3, **PLAIN)
    env.reset(seed=1)
    ends = [env.step(int(np.flatnonzero(env.action_masks())[0]))[2:4] for _ in range(3)]
    assert ends == [(False, False), (False, False), (False, True)]


def test_what_it_shows_is_what_the_seat_sees() -> None:
    env = SoloEnv("pokeros", render_mode="ansi", **PLAIN)
    env.reset(seed=1)
    assert env.render() == env.playing.text(0) != env.playing.text()
    pixels = SoloEnv("pokeros", render_mode="rgb_array", **PLAIN)
    pixels.reset(seed=1)
    shown = pixels.render()
    assert isinstance(shown, np.ndarray) and shown.dtype == np.uint8 and shown.shape[1:] == (600, 3)
    assert (shown != pixels.playing.pixels()).any(), "the other's cards are not shown"
    drawn = SoloEnv("pokeros", render_mode="svg", **PLAIN)
    drawn.reset(seed=1)
    assert str(drawn.render()).startswith("<svg")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"seat": 2}, "there are 2 seats, counted from 0"),
        ({"reward": "money"}, "result or points"),
        ({"opponent": "Nobody"}, "no such opponent"),
        ({"render_mode": "depth_array"}, "human, ansi, svg, rgb_array"),
        ({"grid": "9x9"}, "grid"),
        ({"max_steps": 0}, "max_steps=0: takes a whole number, 1 or more"),
        ({"max_steps": "x"}, "max_steps=x: takes a whole number, 1 or more"),
    ],
    ids=str,
)
def test_what_it_cannot_do_is_said_in_words(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidOption, match=said):
        SoloEnv("locus", **PLAIN, **wrong)


def test_a_race_is_left_to_the_other_door() -> None:
    with pytest.raises(InvalidOption, match="parallel_env"):
        SoloEnv("solitaire", mode="race", **PLAIN)


# --- many side by side ---


def first_of_each(seen: Any, masks: Any) -> Any:
    return masks.argmax(1)


def last_of_each(seen: Any, masks: Any) -> Any:
    return masks.shape[1] - 1 - masks[:, ::-1].argmax(1)


@pytest.mark.slow
@pytest.mark.parametrize(("key", "options"), BY_TURNS, ids=name)
def test_many_side_by_side_fit_their_spaces(key: str, options: dict[str, object]) -> None:
    envs = gymnasium.make_vec(door.name_of(key), 3, **options)
    seen, info = envs.reset(seed=4)
    for _ in range(30):
        assert seen in envs.observation_space and isinstance(envs.unwrapped, BatchEnv)
        seen, rewards, ended, cut, info = envs.step(last_of_each(seen, info["action_mask"]))
        assert rewards.shape == ended.shape == cut.shape == (3,) and not cut.any()
        assert info["action_mask"].any(1).all() and info["seat"].tolist() == [0, 0, 0]


@pytest.mark.slow
@pytest.mark.parametrize("reward", ["result", "points"])
def test_many_games_go_as_a_batch_in_which_both_policies_move(reward: str) -> None:
    asked = list[Any]()

    def other(seen: Any, masks: Any) -> Any:
        asked.append(len(seen))
        return last_of_each(seen, masks)

    envs = BatchEnv("locus", 4, opponent=other, reward=reward, grid="6x5")
    seen, info = envs.reset(seed=1)
    batch, brought, expected = Batch("locus", 4, seed=envs.batch.seed, reward=reward, grid="6x5"), [], []
    got, wanted = np.zeros(4), np.zeros(4)
    for _ in range(40):
        seen, rewards, ended, _, info = envs.step(first_of_each(seen, info["action_mask"]))
        got += rewards
        brought += [(int(game), got[game]) for game in np.flatnonzero(ended)]
        got[ended] = 0
    for _ in range(80):
        masks = batch.masks()
        mine = batch.to_move == 0
        step = batch.step(np.where(mine, first_of_each(None, masks), last_of_each(None, masks)))
        wanted += step.rewards[:, 0]
        expected += [(int(game), wanted[game]) for game in np.flatnonzero(step.finished)]
        wanted[step.finished] = 0
    assert brought and sorted(brought) == sorted(expected)[: len(brought)] and min(asked) >= 1 and max(asked) <= 4


@pytest.mark.slow
def test_a_seat_is_drawn_for_each_of_many_games() -> None:
    envs = BatchEnv("focus", 64, seat=None, players=3)
    _, info = envs.reset(seed=1)
    assert set(info["seat"].tolist()) == {0, 1, 2}
    assert info["action_mask"].any(1).all()


@pytest.mark.slow
def test_mistakes_in_many_games_are_told() -> None:
    envs = BatchEnv("locus", 2)
    envs.reset(seed=1)
    with pytest.raises(IllegalMove, match="game 1: action 95 is not legal for seat 0"):
        envs.step(np.array([0, 95]))
    with pytest.raises(InvalidOption, match="levels do not think in many games at once; take a function, or vector"):
        BatchEnv("locus", 2, opponent=3)  # type: ignore[arg-type]
    with pytest.raises(InvalidOption, match="in a race nobody waits for a turn"):
        BatchEnv("solitaire", 2, mode="race")
    with pytest.raises(InvalidOption, match="there are 2 seats"):
        BatchEnv("locus", 2, seat=2)
