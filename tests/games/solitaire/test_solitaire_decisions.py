"""Moves at first sight that hang on one tuned number each: with a little more or less of it another move is made."""

import pytest
from solitaire_table import Table
from tests.games.worked import worked

from fivefold.games.solitaire import evaluation, notation, policy


@pytest.mark.parametrize(
    ("options", "card", "made", "squares"), worked(__file__)["a_decision_hangs_on_each_tuned_number"]
)
def test_a_decision_hangs_on_each_tuned_number(options, card, made, squares):
    table = Table(**options)
    for number, square in enumerate(squares, start=1):
        table.square(number, square.replace(" / ", "\n"))
    table.face_up(card)
    assert notation.say(table.row, policy.choose(table.row, 0), 0) == made


def test_with_points_of_ones_own_a_reject_place_is_worth_a_tenth_of_the_usual_hands():
    table = Table(touch="anywhere", scoring="user", table="37=30,3=40,74=50")
    assert evaluation.reject_worth(table.row, 0, 0) == 100 * (30 + 40 + 50) // 10


@pytest.mark.parametrize(
    ("options", "moves"),
    [
        ({}, 4),
        ({"scoring": "pat"}, 4),
        ({"mode": "sum-of-two"}, 4),
        ({"mode": "race"}, 8),
        ({"mode": "alternate"}, 8),
        ({"move": "movable"}, 12),
        ({"mode": "alternate", "move2": "movable"}, 24),
        ({"scoring": "user"}, 50),
        ({"mode": "race", "scoring": "user"}, 100),
    ],
)
def test_four_cards_a_player_are_played_on_and_all_where_no_table_knows_the_rest(options, moves):
    assert policy.horizon(Table(**options).row) == moves


def test_no_more_than_sixteen_moves_are_looked_at_closely():
    table, out = Table(deal="5", rejects="0/0/0", touch="corners").face_up("2c", "7d", "9h", "Js", "Ks"), [0] * 16
    assert policy.candidates(table.row, 0, out) == len(set(out)) == 16
