"""Worked cases, sentence by sentence of the rules: a turn, matching, bouncers, the shuffled board, the options."""

import pytest
from dice_poker_table import play, roll, texts

from fivefold.contract.errors import InvalidOption
from fivefold.games.dice_poker import GAME, notation, rules
from fivefold.play import options
from fivefold.play.match import Match

# A turn


def test_who_begins_is_chosen_or_drawn(begin):
    assert [begin(first=seat)[rules.TURN] for seat in (0, 1)] == [0, 1]
    assert begin(players=3, first=2)[rules.TURN] == 2
    with pytest.raises(InvalidOption, match=r"first=2.*players=3"):
        begin(first=2)
    drawn = {Match("dice_poker", seed=seed).options["first"] for seed in range(20)}
    assert drawn == {"0", "1"}
    assert {Match("dice_poker", seed=seed, players=3).options["first"] for seed in range(30)} == {"0", "1", "2"}


def test_the_turn_ends_with_nothing_only_after_the_third_roll_and_only_if_nothing_is_possible(lay):
    assert "end" not in texts(lay(dice="12346", roll=2))
    assert "end" not in texts(lay(dice="55134", roll=3))
    assert texts(lay(dice="12346", roll=3)) == ["end"]
    assert texts(lay(dice="55134", roll=3, azure="f7")) == ["end"]
    row = play(lay(dice="12346", roll=3), "end")
    assert row[rules.COVERED] == 0
    assert row[rules.TURN] == 1


def test_dice_kept_are_remembered_until_the_turn_ends(begin):
    row = roll(play(roll(begin(), [1, 2, 6, 6, 6]), "keep:666"), [1, 3])
    play(row, "roll")
    assert row[rules.DIE : rules.DIE + 5] == [6, 6, 6, 0, 0], "roll keeps what was kept"
    play(roll(row, [6, 1]), "h4" if "h4" in texts(row) else texts(row)[0])
    assert play(roll(row, [1, 2, 3, 4, 6]), "roll")[rules.DIE : rules.DIE + 5] == [0] * 5, "another turn begins anew"


def test_the_table_ends_a_turn_in_which_nothing_is_possible(lay):
    stuck = lay(dice="12346", roll=3, azure="a2 d3 f2 d8 f6 i8")
    assert texts(stuck) == ["end"] and GAME.plays_itself(stuck, rules.END_TURN)
    assert not GAME.plays_itself(lay(dice="12346", roll=3), 0)


# The shuffled board


def test_every_pattern_left_is_as_likely_as_there_are_copies_of_it(begin):
    row = play(begin(layout="shuffled"), "deal:F", "deal:F", "deal:T5", "deal:P1")
    moves = texts(row)
    assert [moves.count(f"deal:{name}") for name in ("F", "T5", "P1", "S", "3-4")] == [10, 1, 0, 4, 2]


def test_it_does_not_matter_which_of_equal_patterns_is_dealt(begin):
    out = [0] * rules.MAX_MOVES
    row = begin(layout="shuffled")
    houses = [move for move in out[: rules.legal_moves(row, out)] if notation.say(row, move, 0) == "deal:F"]
    after = []
    for move in houses:
        copy = row.copy()
        rules.play(copy, move)
        after.append(copy)
    assert len(after) == 12
    assert all(copy == after[0] for copy in after)


def test_options_are_as_the_rules_have_them():
    offered = {option.name: (list(option.values), option.default) for option in GAME.setup.options}
    assert offered == {
        "players": (["2", "3"], "2"),
        "layout": (["classic", "shuffled"], "classic"),
        "sets": (["2", "1"], "2"),
        "first": (["0", "1", "2"], None),
        "patience": (["60", "20", "0"], "60"),
        "dropping": (["play-on", "end"], "play-on"),
    }
    resolved = options.resolve(GAME, {"patience": 7, "first": 1}, lambda label, count: 0)
    assert options.codes(GAME, resolved)["patience"] == 7
