"""The games as OpenSpiel has them, by its own tests, its algorithms and ours."""

import math
import pickle
import subprocess
import sys
from random import Random
from typing import Any

import numpy as np
import pytest

from fivefold import keys
from fivefold.contract.errors import IllegalMove, InvalidOption

pyspiel = pytest.importorskip("pyspiel")
from open_spiel.python import rl_environment  # noqa: E402
from open_spiel.python.algorithms import external_sampling_mccfr, ismcts, mcts, random_agent  # noqa: E402
from open_spiel.python.observation import INFO_STATE_OBS_TYPE, make_observation  # noqa: E402

from fivefold.interop import openspiel as door  # noqa: E402

SETS = [
    "locus(grid=6x5)",
    "focus(patience=2)",
    "focus(players=4,teams=on,patience=2)",
    "focus(opening=swap,win=quota,max_steps=12)",
    "pokeros(deck=stripped)",
    "pokeros(hand=1,deck=stripped)",
    "dice_poker(sets=1,players=3,max_steps=40)",
    "dice_poker(layout=shuffled,max_steps=10)",
    "solitaire",
    "solitaire(mode=alternate,deal=2)",
]


def load(text: str) -> Any:
    """Return a game with plain rules."""
    key, _, given = text.partition("(")
    return pyspiel.load_game(f"python_fivefold_{key}({given.rstrip(')')}{',' if given else ''}compiled=false)")


def walk(state: Any, seed: int, moves: int = 10_000) -> Any:
    """Return the state after random moves and chance."""
    random = Random(seed)
    while not state.is_terminal() and moves > 0:
        moves -= not state.is_chance_node()
        outcomes = [each for each, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(random.choice(outcomes))
    return state


@pytest.mark.slow
@pytest.mark.parametrize("text", SETS)
def test_its_own_simulation_passes(text: str, capfd: pytest.CaptureFixture[str]) -> None:
    pyspiel.random_sim_test(load(text), num_sims=1, serialize=False, verbose=False)


@pytest.mark.slow
@pytest.mark.parametrize("text", ["locus(grid=6x5)", "pokeros(deck=stripped)"])
def test_its_own_simulation_with_states_stored_and_read_passes(text: str, capfd: pytest.CaptureFixture[str]) -> None:
    pyspiel.random_sim_test(load(text), num_sims=1, serialize=True, verbose=False)


@pytest.mark.slow
@pytest.mark.parametrize("text", ["locus(grid=6x5)", "pokeros(deck=stripped)", "solitaire"])
def test_its_own_test_of_games_passes(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    games_sim_test = pytest.importorskip("open_spiel.python.tests.games_sim_test")
    games_sim_test.GamesSimTest().sim_game(load(text))


@pytest.mark.slow
def test_it_ends_with_python_and_runs_compiled() -> None:
    """OpenSpiel lets go of what is registered after Python has ended."""
    program = (
        "import pyspiel, fivefold.interop.openspiel\npyspiel.load_game('python_fivefold_locus').new_initial_state()"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


@pytest.mark.parametrize("key", keys())
def test_every_game_can_be_loaded_without_parameters(key: str) -> None:
    assert pyspiel.load_game(door.name_of(key), {"compiled": False}).get_type().short_name == door.name_of(key)


def test_chance_is_a_node_with_outcomes_that_add_up() -> None:
    state = load("dice_poker(layout=shuffled)").new_initial_state()
    assert state.is_chance_node()
    for _ in range(80):
        outcomes = state.chance_outcomes()
        assert sum(chance for _, chance in outcomes) == pytest.approx(1)
        assert [outcome for outcome, _ in outcomes] == state.legal_actions()
        with pytest.raises(IllegalMove, match="not legal here"):
            state.clone().apply_action(1_000)
        state.apply_action(outcomes[0][0])
    assert state.chance_outcomes() == [(face, pytest.approx(1 / 6)) for face in range(6)]


def test_the_mask_is_of_the_legal_actions_of_one_player() -> None:
    state = pyspiel.load_game("python_fivefold_focus").new_initial_state()
    mask = state.legal_actions_mask()
    assert [action for action, legal in enumerate(mask) if legal] == state.legal_actions()
    mover = state.current_player()
    assert state.legal_actions_mask(mover) == mask and not any(state.legal_actions_mask(1 - mover))


@pytest.mark.slow
@pytest.mark.parametrize("text", ["locus(grid=6x5)", "pokeros(deck=stripped)", "solitaire(mode=alternate,deal=2)"])
def test_compiled_games_go_as_plain_ones(text: str) -> None:
    plain, compiled = load(text), pyspiel.load_game(str(load(text)).replace("compiled=False", "compiled=True"))
    states = [game.new_initial_state() for game in (plain, compiled)]
    observers = [make_observation(game) for game in (plain, compiled)]
    random = Random(1)
    while not states[0].is_terminal():
        told = []
        for state, observer in zip(states, observers, strict=True):
            seat = max(state.current_player(), 0)
            observer.set_from(state, seat)
            texts = [state.action_to_string(each) for each in state.legal_actions()]
            told.append((texts, state.legal_actions_mask(seat), observer.tensor.tolist(), str(state)))
        assert told[0] == told[1]
        action = random.choice(states[0].legal_actions())
        for state in states:
            state.apply_action(action)
    assert states[0].returns() == states[1].returns()


def test_what_chance_may_bring_in_several_ways_is_one_outcome() -> None:
    state = load("solitaire(decks=2,deal=2)").new_initial_state()
    state.apply_action(0)
    outcomes = [chance for _, chance in state.chance_outcomes()]
    assert len(outcomes) == 52
    assert outcomes[:2] == [pytest.approx(1 / 103), pytest.approx(2 / 103)]


@pytest.mark.parametrize("text", ["locus(grid=6x5)", "focus(patience=1,players=3)", "solitaire"])
def test_returns_keep_to_their_bounds(text: str) -> None:
    game = load(text)
    returns = walk(game.new_initial_state(), 1).returns()
    assert all(game.min_utility() <= each <= game.max_utility() for each in returns)
    assert len(returns) == 1 or sum(returns) == pytest.approx(0)


def test_a_game_is_cut_off_as_a_draw() -> None:
    game = load("focus(max_steps=5)")
    state = walk(game.new_initial_state(), 1)
    assert (game.max_game_length(), len(state.history()), state.returns()) == (5, 5, [0.0, 0.0])


def test_observations_are_the_described_arrays() -> None:
    game = load("pokeros")
    state = walk(game.new_initial_state(), 1, 0)
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    observer = make_observation(game)
    observer.set_from(state, 0)
    assert observer.dict["hand"].shape == (3, 18)
    assert observer.dict["held"].tolist() == [3, 3]
    assert np.array_equal(state.observation_tensor(0), observer.tensor)
    public = make_observation(
        game, pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    )
    public.set_from(state, 0)
    assert not public.dict["hand"].any()


def test_what_a_player_remembers_tells_nothing_that_was_hidden() -> None:
    """Two deals that differ only in the other's hand are the same to a player, and differ to the other."""
    game = load("pokeros(first=0)")
    told = []
    for outcome in (0, 1):
        state = game.new_initial_state()
        for _ in range(4):
            state.apply_action(0)  # the first card of all, then three for seat 0
        state.apply_action(outcome)
        state.apply_action(1 - outcome if outcome else 1)
        state.apply_action(5)
        told.append(state)
    one, other = told
    for memory in (lambda state: state.information_state_string(0), lambda state: state.observation_string(0)):
        assert memory(one) == memory(other)
    for numbers in (
        lambda state, seat: state.observation_tensor(seat),
        lambda state, seat: state.information_state_tensor(seat),
    ):
        assert numbers(one, 0) == numbers(other, 0)
    assert one.information_state_string(1) != other.information_state_string(1)
    assert one.information_state_tensor(1) != other.information_state_tensor(1)
    assert make_observation(game, INFO_STATE_OBS_TYPE).string_from(one, 0) == one.information_state_string(0)


@pytest.mark.parametrize("options", ["deck=stripped", "hand=1,deck=stripped,wilds=2"])
def test_the_tensor_of_an_information_state_tells_what_its_text_tells(options: str) -> None:
    game = load(f"pokeros({options})")
    told: dict[str, set[tuple[float, ...]]] = {}
    for seed in range(3):
        state = game.new_initial_state()
        while not state.is_terminal():
            state = walk(state, seed, 1)
            told.setdefault(state.information_state_string(0), set()).add(tuple(state.information_state_tensor(0)))
    assert {len(tensors) for tensors in told.values()} == {1}
    assert len(set.union(*told.values())) == len(told), "other states have other tensors"
    memory = make_observation(game, INFO_STATE_OBS_TYPE)
    memory.set_from(state, 0)
    moves = memory.dict["moves"]
    assert (
        len(memory.tensor) == math.prod(game.information_state_tensor_shape()) == len(next(iter(told.values())).pop())
    )
    movers = [int(told.partition(":")[0]) + 2 for told in state.information_state_string(0).split()]
    assert moves[:, 0].tolist() == [*movers, *(0 for _ in range(len(moves) - len(state.history())))]
    assert not load("locus").get_type().provides_information_state_tensor


def two_deals() -> list[Any]:
    """Return two states that differ only in the hand of seat 1."""
    found = []
    for outcomes in ((1, 2, 3), (4, 5, 6)):
        state = load("pokeros(first=0)").new_initial_state()
        for each in (0, 0, 0, 0, *outcomes):
            state.apply_action(each)
        found.append(state)
    return found


def test_resampled_states_are_possible_and_tell_nothing_that_was_hidden() -> None:
    one, other = two_deals()
    assert one.information_state_string(1) != other.information_state_string(1)
    assert one.current_player() == 0
    hands = set()
    for draw in range(40):
        again, twin = (each.resample_from_infostate(0, lambda chance=draw / 40: chance) for each in (one, other))
        assert again.information_state_string(0) == one.information_state_string(0)
        assert again.observation_tensor(0) == one.observation_tensor(0)
        assert again.information_state_tensor(0) == one.information_state_tensor(0)
        for seat in range(2):
            assert again.information_state_string(seat) == twin.information_state_string(seat)
            assert again.observation_tensor(seat) == twin.observation_tensor(seat)
        hands.add(again.observation_string(1))
        again.apply_action(again.legal_actions()[0])
        assert str(again) != str(one)
    assert len(hands) > 35, "they differ"


def test_a_resampled_state_may_be_resampled_for_the_other_player() -> None:
    state = walk(two_deals()[0], 1, 3)
    first = state.resample_from_infostate(0, lambda: 0.3)
    for seat in (0, 1):
        again = first.resample_from_infostate(seat, lambda: 0.7)
        assert again.information_state_string(seat) == first.information_state_string(seat)
    walk(again, 2)
    assert again.is_terminal()


def test_where_all_is_open_a_resampled_state_is_the_same() -> None:
    state = walk(load("focus").new_initial_state(), 3, 5)
    assert str(state.resample_from_infostate(0, lambda: 0.5)) == str(state)


@pytest.mark.slow
def test_its_tree_search_over_information_sets_plays() -> None:
    game = load("pokeros(deck=stripped,hand=1,max_steps=3)")
    random = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, random)
    often = ismcts.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    bot = ismcts.ISMCTSBot(game, evaluator, 2.0, 60, random_state=random, final_policy_type=often)
    state = game.new_initial_state()
    while not state.is_terminal():
        chosen = state.chance_outcomes()[0][0] if state.is_chance_node() else bot.step(state)
        state.apply_action(chosen)
    assert sum(state.returns()) == 0


def test_a_copy_goes_its_own_way() -> None:
    state = walk(load("focus").new_initial_state(), 3, 5)
    copy = state.clone()
    before = str(copy)
    walk(state, 4, 3)
    assert str(copy) == before != str(state)
    stored = pickle.loads(pickle.dumps(state))
    assert (str(stored), stored.legal_actions()) == (str(state), state.legal_actions())


@pytest.mark.slow
def test_its_tree_search_plays() -> None:
    game = load("locus(grid=6x5,max_steps=4)")
    state = walk(game.new_initial_state(), 1, 0)
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = mcts.MCTSBot(game, 1.4, 30, evaluator, random_state=np.random.RandomState(1))
    assert bot.step(state) in state.legal_actions()


@pytest.mark.slow
def test_its_regret_minimisation_learns() -> None:
    game = load("pokeros(deck=stripped,hand=1,max_steps=2)")
    np.random.seed(1)
    solver = external_sampling_mccfr.ExternalSamplingSolver(game)
    for _ in range(3):
        solver.iteration()
    state = game.new_initial_state()
    state.apply_action(0)
    state.apply_action(0)
    policy = solver.average_policy().action_probabilities(state)
    assert set(policy) == set(state.legal_actions())
    assert sum(policy.values()) == pytest.approx(1)


@pytest.mark.slow
def test_its_environment_for_learners_plays() -> None:
    env = rl_environment.Environment(load("dice_poker(sets=1,max_steps=20)"))
    agents = [random_agent.RandomAgent(seat, env.action_spec()["num_actions"]) for seat in range(2)]
    step = env.reset()
    assert len(step.observations["info_state"][0]) == env.observation_spec()["info_state"][0]
    while not step.last():
        step = env.step([agents[step.observations["current_player"]].step(step).action])
    assert sum(step.rewards) == 0


def test_what_it_cannot_do_is_said_in_words() -> None:
    with pytest.raises(InvalidOption, match="in a race"):
        load("solitaire(mode=race)")
    with pytest.raises(InvalidOption, match="grid"):
        load("locus(grid=9x9)")
    with pytest.raises(InvalidOption, match="max_steps=-5: takes a whole number, 1 or more"):
        load("locus(max_steps=-5)")
    state = pyspiel.load_game("python_fivefold_focus(max_steps=2)").new_initial_state()
    for action in (0, 10**7):
        for refused in (state.apply_action, lambda each: state.action_to_string(0, each)):
            with pytest.raises(IllegalMove, match="not legal here"):
                refused(action)
    assert not state.is_terminal(), "what is refused is no step"
    with pytest.raises(IllegalMove, match="the game is over"):
        walk(state, 1)._apply_action(state.at.actions[0])


@pytest.mark.parametrize("text", ["locus(max_steps=6)", "dice_poker(layout=shuffled,max_steps=50)", "focus"])
def test_a_history_is_no_longer_than_the_game_says(text: str) -> None:
    game = load(text)
    state, chance, run = game.new_initial_state(), 0, 0
    while not state.is_terminal():
        run = run + 1 if state.is_chance_node() else 0
        assert run <= door.MOST_CHANCE
        chance += state.is_chance_node()
        state.apply_action(state.legal_actions()[0])
    assert chance <= game.max_chance_nodes_in_history() and len(state.history()) <= game.max_history_length()
