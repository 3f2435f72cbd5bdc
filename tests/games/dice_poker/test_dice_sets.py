"""Worked cases, sentence by sentence of the rules: sets, protection, winning, a full board, patience."""

import dice_poker_oracle as oracle
import pytest
from dice_poker_table import STRAIGHTS, bouncers, play, roll, sets, shares, texts
from tests.games.worked import worked

from fivefold.contract import CHANCE, NOBODY
from fivefold.contract.words import ending_text
from fivefold.games.dice_poker import notation, rules

WORKED = worked(__file__)

# Sets


@pytest.mark.parametrize(("ruby", "count"), WORKED["runs_of_five_or_more_are_sets"])
def test_runs_of_five_or_more_are_sets(lay, ruby, count):
    assert sets(lay(ruby=ruby)) == [count, 0]


# Winning


def test_two_sets_win_at_once_after_placing(lay):
    row = lay(dice="44466", ruby="a1 b1 c1 d1 a9 b9 c9 d9", azure="i1 i2")
    play(row, "e1")
    assert (sets(row), rules.to_move(row)) == ([1, 0], CHANCE)
    row = play(lay(dice="44466", ruby="a1 b1 c1 d1 e1 a9 b9 c9 d9"), "e9")
    assert rules.to_move(row) == NOBODY
    assert row[rules.END] == rules.SETS_COMPLETE
    assert shares(row) == [1, 0]
    assert texts(row) == []
    assert ending_text(notation, row) == "Ruby has completed two sets"


def test_more_sets_than_needed_win_too(lay):
    row = play(lay(dice="44466", ruby="a1 b1 c1 d1 f1 g1 h1 i1 e2 e3 e4"), "e1")
    assert sets(row) == [3, 0]
    assert shares(row) == [1, 0]
    assert ending_text(notation, row) == "Ruby has completed three sets"


def full_board(gap):
    """Owners of a full board but for one space, without a five: shifted stripes of two."""
    return {
        name: "RA"[(oracle.LETTERS.index(name[0]) + 2 * int(name[1])) // 2 % 2] for name in oracle.SPACES if name != gap
    }


def filled(lay, gap, **kind):
    owners = full_board(gap)
    colours = {"R": "ruby", "A": "azure"}
    pieces = {word: " ".join(n for n, c in owners.items() if c == colour) for colour, word in colours.items()}
    return lay(**pieces, **kind)


def test_a_full_board_without_a_winner_is_shared_if_level(lay):
    row = filled(lay, "a2", dice="11234")
    assert sets(row) == [0, 0]
    play(row, "a2")
    assert row[rules.END] == rules.BOARD_FULL
    assert rules.to_move(row) == NOBODY
    assert shares(row) == [0.5, 0.5]
    assert ending_text(notation, row) == "every space is covered"


def test_on_a_full_board_most_sets_win(lay):
    row = filled(lay, "a2", dice="11234")
    row[rules.SETS + 1] = 1
    assert shares(play(row, "a2")) == [0, 1]


def test_three_players_share_a_full_board_among_the_top(lay):
    row = filled(lay, "a2", dice="11234", players=3)
    row[rules.SETS + 1] = row[rules.SETS + 2] = 1
    assert shares(play(row, "a2")) == [0, 0.5, 0.5]


def test_the_last_space_can_still_win(lay):
    row = filled(lay, "a2", dice="11234", sets=1)
    row[rules.SETS] = 1
    play(row, "a2")
    assert row[rules.END] == rules.SETS_COMPLETE


def test_a_bouncer_may_keep_a_board_from_being_full(lay):
    row = filled(lay, "a2", dice="11122")
    assert bouncers(row) == {name for name, colour in full_board("a2").items() if colour == "A"}
    play(row, "x:a1")
    assert row[rules.END] == rules.PLAYING
    assert row[rules.COVERED] == 78


# Patience


@pytest.mark.parametrize("players", [2, 3])
def test_patience_runs_out_after_so_many_turns_each_without_a_piece_placed(lay, players):
    row = lay(dice="12346", roll=3, patience=2, players=players, ruby="a1 b1 c1 d1 e1", quiet=2 * players - 2)
    play(row, "end")
    assert rules.to_move(row) == CHANCE
    roll(play(roll(play(roll(row, "12346"), "keep:"), "12346"), "keep:"), "12346")
    play(row, "end")
    assert row[rules.END] == rules.OUT_OF_PATIENCE
    assert shares(row) == [1, *(players - 1) * [0]]
    assert ending_text(notation, row) == "no piece was placed for 2 turns each"


def test_placing_is_patient_and_bouncing_is_not(lay):
    row = play(lay(dice="55134", patience=1, quiet=1), "f7")
    assert (row[rules.QUIET], row[rules.END]) == (0, rules.PLAYING)
    row = play(lay(dice="12345", ruby=STRAIGHTS, azure="a1", patience=1, quiet=1), "x:a1")
    assert row[rules.END] == rules.OUT_OF_PATIENCE


def test_no_patience_is_for_ever(lay):
    row = play(lay(dice="12346", roll=3, patience=0, quiet=10**6), "end")
    assert rules.to_move(row) == CHANCE
