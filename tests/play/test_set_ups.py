"""Set-ups told shortly: what differs, and the name of a well-known one."""

import pytest

from fivefold.contract.errors import InvalidOption
from fivefold.play.catalogue import find, keys
from fivefold.play.set_ups import by_player, chosen_preset, differing, settled, words

GAME = find("solitaire")


@pytest.mark.parametrize("key", keys())
def test_nothing_chosen_is_as_usual(key):
    game = find(key)
    assert differing(game, {}) == {}
    assert words(game, {}) == (game.setup.presets[0].name if game.setup.presets else "as usual")


def test_what_is_drawn_is_not_settled():
    assert "first" not in settled(GAME, {"mode": "alternate"})
    assert settled(GAME, {"mode": "alternate", "first": "1"})["first"] == "1"


def test_what_follows_from_the_rest_does_not_differ():
    assert differing(GAME, {"rejects": "0/1/0", "touch2": "corners", "steal": "on"}) == {}
    given = {"mode": "race", "rejects": "0/1/0", "deal": "2"}
    assert differing(GAME, given) == given


@pytest.mark.parametrize("preset", GAME.setup.presets, ids=lambda preset: preset.name)
def test_a_preset_is_known_by_its_options_however_they_are_written(preset):
    assert chosen_preset(GAME, preset.options) is preset
    assert chosen_preset(GAME, settled(GAME, preset.options)) is preset
    assert words(GAME, preset.options) == preset.name
    assert chosen_preset(GAME, {**preset.options, "decks": "4"}) is None


def test_options_that_go_wrong_are_no_preset_and_are_refused_in_words():
    assert chosen_preset(GAME, {"deal": "5"}) is None
    with pytest.raises(InvalidOption, match="deal=5"):
        words(GAME, {"deal": "5"})


def test_a_table_is_not_told_in_full():
    given = {"scoring": "user", "table": "1=5", "decks": "2"}
    assert words(GAME, given) == "scoring user, table of one's own, decks 2"


def test_some_games_have_options_for_each_player():
    assert {key for key in keys() if by_player(find(key))} == {"solitaire"}
