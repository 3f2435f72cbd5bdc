"""Games stepped through by programs: chance from the seed alone, the same plain and compiled."""

import pickle
from random import Random

import numpy as np
import pytest

from fivefold.contract.errors import IllegalMove, InvalidOption
from fivefold.engine.kernels import PlainKernels
from fivefold.interop import encoding
from fivefold.interop.playing import Playing, rewards, step_of
from fivefold.play import catalogue
from tests.interop.sets import BY_TURNS, RACES, elsewhere, name
from tests.quick import first


def played(playing: Playing, seed: int, steps: int) -> list[list[int]]:
    """Return what is seen, and which actions are legal, in random play from a seed."""
    playing.begin(seed)
    return went_on(playing, seed, steps)


def went_on(playing: Playing, seed: int = 3, steps: int = 90) -> list[list[int]]:
    """Return the same of play from where a game is."""
    random, told = Random(seed), []
    for _ in range(steps):
        if playing.over:
            playing.begin()
        seat = int(random.choice(np.flatnonzero(playing.masks.any(axis=1))))
        actions = np.flatnonzero(playing.masks[seat]).tolist()
        told.append([*playing.observation(seat).tolist(), *actions])
        playing.act(seat, random.choice(actions))
    return told


def test_chance_follows_from_the_seed() -> None:
    playing = Playing("locus", {}, compiled=False)
    assert played(playing, 5, 20) == played(playing, 5, 20)
    assert played(playing, 5, 1) != played(playing, 6, 1)


@pytest.mark.slow
@pytest.mark.parametrize(("key", "options"), BY_TURNS + [("solitaire", race) for race in RACES], ids=name)
def test_compiled_games_are_the_same(key: str, options: dict[str, object]) -> None:
    assert played(Playing(key, options), 3, 60) == played(Playing(key, options, compiled=False), 3, 60)


@pytest.mark.parametrize(("key", "options"), BY_TURNS, ids=name)
def test_a_game_goes_on_as_a_match_does(key: str, options: dict[str, object]) -> None:
    """What is played by itself here is what a table plays by itself."""
    playing, random = Playing(key, options, compiled=False), Random(1)
    playing.begin(1)
    for _ in range(12):
        moves = playing.moves()
        assert not (len(moves) == 1 and playing.game.plays_itself(playing.row, moves[0]))
        playing.act(playing.turn, playing.action_of(random.choice(moves)))
        if playing.over:
            break


@pytest.mark.parametrize(("key", "options"), first(2, [*BY_TURNS, *(("solitaire", race) for race in RACES)]), ids=name)
def test_a_stored_game_goes_on_the_same(key: str, options: dict[str, object]) -> None:
    playing = Playing(key, options, compiled=False)
    played(playing, 5, 9)
    stored = pickle.dumps(playing)
    assert went_on(pickle.loads(stored)) == went_on(playing) == went_on(pickle.loads(stored))


@pytest.mark.slow
@pytest.mark.parametrize("compiled", [True, False])
def test_a_stored_game_goes_on_the_same_in_another_process(compiled: bool) -> None:
    playing = Playing("pokeros", {}, compiled=compiled)
    played(playing, 5, 9)
    assert elsewhere(went_on, playing) == went_on(playing)


def test_a_game_can_be_stored_before_it_begins() -> None:
    playing = Playing("locus", {"first": 1}, compiled=False)
    stored = pickle.loads(pickle.dumps(playing))
    assert played(stored, 5, 20) == played(playing, 5, 20)
    assert stored.values["first"] == "1"


def test_whoever_has_to_wait_for_the_compiler_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    class Cold(PlainKernels):
        stored = False

        def is_stored(self, factory: object, *bundles: object) -> bool:
            return self.stored

    kernels = Cold(catalogue.find("locus"))
    step_of(kernels, encoding.encoding_of("locus"))
    assert capsys.readouterr().err == "Compiling Locus Poker, once on this machine ...\n"
    kernels.stored = True
    step_of(kernels, encoding.encoding_of("locus"))
    assert capsys.readouterr().err == ""


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    playing = Playing("locus", {}, compiled=False)
    playing.begin(1)
    row = playing.row
    for action in (-1, 95, 96):
        with pytest.raises(IllegalMove, match="its action mask says which are"):
            playing.act(playing.turn, action)
    assert playing.row == row


def test_rewards_add_up_to_0() -> None:
    assert rewards([1.0, 0.0]) == [1.0, -1.0]
    assert rewards([0.5, 0.5]) == [0.0, 0.0]
    assert rewards([0.0, 1.0, 0.0]) == [-0.5, 1.0, -0.5]
    assert sum(rewards([0.5, 0.0, 0.5, 0.0])) == pytest.approx(0)
    assert rewards([0.3]) == [0.3]


def test_fields_of_an_observation_have_their_names_and_shapes() -> None:
    playing = Playing("pokeros", {}, compiled=False)
    playing.begin(1)
    seen = playing.observation(playing.turn)
    assert encoding.field("pokeros", seen, "hand").shape == (3, 18)
    assert encoding.field("pokeros", np.stack([seen, seen]), "hand").shape == (2, 3, 18)
    assert encoding.field("pokeros", seen, "held").tolist() == [3, 3]
    with pytest.raises(InvalidOption, match="there are hand, other_hand"):
        encoding.field("pokeros", seen, "card")


def test_actions_are_said_by_kind_and_place() -> None:
    assert encoding.meaning("locus", 48) == "chip[1, 0, 0]"
    assert encoding.meaning("dice_poker", 162) == "end[0]"
    with pytest.raises(InvalidOption, match="there are 96, from 0"):
        encoding.meaning("locus", 96)


def test_a_game_that_does_not_say_how_it_is_told_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(catalogue._modules, "five_in_a_row", "tests.games.five_in_a_row")
    with pytest.raises(InvalidOption, match="does not say how it is told as arrays"):
        Playing("five_in_a_row", {}, compiled=False)
