"""Moves at first sight that hang on one tuned number each: with a little more or less of it another move is made."""

import pytest
from solitaire_table import Table

from fivefold.games.solitaire import evaluation, notation, policy

FREE = {"touch": "anywhere", "rejects": "0/0/0"}
DIAGONALS = {**FREE, "hands": "12", "scoring": "american"}
BETTER_OF_TWO = {**FREE, "mode": "best-of-two", "scoring": "american"}


def decision(options, face_up, *squares):
    """Return the move of the first player, as text."""
    table = Table(**options)
    for number, square in enumerate(squares, start=1):
        table.square(number, square)
    table.face_up(face_up)
    return notation.say(table.row, policy.choose(table.row, 0), 0)


JACK_OF_HEARTS = "-- Jc -- -- --\nAh As -- 2h --\n-- 3d -- -- --\nQc Th -- 4h 9h\n-- -- -- -- Tc"
QUEEN_OF_CLUBS = "-- -- -- -- Ac\n-- -- -- -- 2d\n4s -- -- -- 9h\nKs -- -- -- --\n-- -- -- -- Kd"


@pytest.mark.parametrize(
    ("square", "card", "made", "otherwise", "part"),
    [(JACK_OF_HEARTS, "Jh", "Jh@e1", "Jh@c1", 2), (QUEEN_OF_CLUBS, "Qc", "Qc@d2", "Qc@d1", 4)],
)
def test_a_diagonal_is_hoped_for_a_third_as_much_as_a_row(monkeypatch, square, card, made, otherwise, part):
    assert decision(DIAGONALS, card, square) == made
    monkeypatch.setattr(evaluation, "DIAGONAL_PART", part)
    assert decision(DIAGONALS, card, square) == otherwise


PAIRS = "6s 6d -- -- --\n7s 7d Ah -- --\n-- 5d Kh Kc --\n-- -- 8h 8c --\nTs Td -- Tc --"
THREE_FLUSHES = "6s Ts 7s 2s --\n7d 5d Td 6d 4d\nKh Ah 8h 4h 7h\n8c Tc Kc Qc 7c\n3d 3h -- -- --"


@pytest.mark.parametrize(
    ("options", "square", "card", "made", "otherwise", "least"),
    [
        ({"touch": "anywhere", "scoring": "american"}, PAIRS, "4h", "4h@c5", "c2-c5", 5),
        ({**FREE, "scoring": "pat"}, THREE_FLUSHES, "4s", "d4-e5", "4s@e1", 20),
    ],
)
def test_a_card_is_moved_for_a_tenth_of_a_point_and_not_for_less(
    monkeypatch, options, square, card, made, otherwise, least
):
    movable = {**options, "move": "movable"}
    assert decision(movable, card, square) == made
    monkeypatch.setattr(policy, "LEAST_GAIN", least)
    assert decision(movable, card, square) == otherwise


FIRST = "-- -- -- 3h 3c\n9c -- 6s Ah --\n-- -- 6c 4s 4h\n7h -- 7c 3s 3d\n-- -- -- Qc 5h"
SECOND = "4d -- Td -- Kc\n-- Kd Jd -- 5d\n-- Ad -- Jc 7d\nTs 8c -- -- --\n2c 9h -- 9d --"
FULLER_FIRST = "6h Kd 2c 9d Qs\n4h 8s Kh 5s 9c\n-- Jc -- 2d --\nJh -- Jd Ad Ah\n4d 7h Tc -- 5c"
FULLER_SECOND = "8d Qc 6c 2s 5h\nTh Qh -- 8c --\n9h Ts 7s Qd 6s\nKc Ac -- Td --\n7c 8h As 7d --"


@pytest.mark.parametrize(
    ("squares", "card", "made", "otherwise", "share"),
    [((FIRST, SECOND), "8d", "8d@1a1", "8d@2c4", 4), ((FULLER_FIRST, FULLER_SECOND), "6d", "6d@1a3", "6d@2c2", 16)],
)
def test_the_second_of_two_squares_counts_an_eighth_where_the_better_one_does(
    monkeypatch, squares, card, made, otherwise, share
):
    assert decision(BETTER_OF_TWO, card, *squares) == made
    monkeypatch.setattr(evaluation, "SECOND_SHARE", share)
    assert decision(BETTER_OF_TWO, card, *squares) == otherwise


HALF_EMPTY = "-- -- 4d -- --\n-- -- -- -- --\n-- -- Qs 3c --\n3d Jd 9h -- --\n-- -- 9s -- 8c"
ACES_AND_JACK = "8s -- -- 9d --\n-- Ah -- -- Tc\n-- Qd -- -- --\n-- -- -- -- --\n-- Ad -- Jh 5c"
NO_FLUSH = "-- -- 5d 6s 5h\nAc -- -- -- 4d\n7c 2d 3d -- --\n-- Js 6d 3c --\n-- Td -- -- --"


@pytest.mark.parametrize(
    ("scoring", "square", "card", "made", "otherwise", "worths"),
    [
        ("english", HALF_EMPTY, "4c", "c1-r1", "4c@a1", (350, 600, 60, 0)),
        ("american", ACES_AND_JACK, "6s", "6s@a4", "d5-r1", (250, 500, 60, 0)),
        ("pat", NO_FLUSH, "5s", "e1-r1", "5s@a1", (250, 600, 100, 0)),
    ],
)
def test_a_reject_place_is_kept_for_what_it_is_worth_in_each_scoring(
    monkeypatch, scoring, square, card, made, otherwise, worths
):
    options = {"touch": "anywhere", "scoring": scoring}
    assert decision(options, card, square) == made
    monkeypatch.setattr(evaluation, "REJECT_WORTH", worths)
    assert decision(options, card, square) == otherwise


def test_with_points_of_ones_own_a_reject_place_is_worth_a_tenth_of_the_usual_hands():
    table = Table(touch="anywhere", scoring="user", table="37=30,3=40,74=50")
    assert evaluation.reject_worth(table.row, 0, 0) == 100 * (30 + 40 + 50) // 10


FEWER_LEFT = "-- -- 5h Qh Jh\n8h Kc -- -- --\n-- -- -- 5d 5c\n2h -- Js 3s --\nTd 7s -- 2s Kd"
MORE_LEFT = "-- Ah -- -- 2c\nQc 6d -- 7s --\n-- As -- -- --\n2h Jc Ad 3d Tc\n-- 9h -- Th 4h"


@pytest.mark.parametrize(
    ("square", "card", "made", "otherwise", "cells"),
    [(FEWER_LEFT, "2d", "a4-r1", "2d@c5", 12), (MORE_LEFT, "Js", "Js@d3", "d2-r1", 20)],
)
def test_a_reject_place_is_worth_less_with_fewer_than_fifteen_cells_empty(
    monkeypatch, square, card, made, otherwise, cells
):
    options = {"touch": "anywhere", "scoring": "american"}
    assert decision(options, card, square) == made
    monkeypatch.setattr(evaluation, "FULL_REJECT_WORTH", cells)
    assert decision(options, card, square) == otherwise


def test_a_row_that_is_full_and_not_pat_is_a_row_lost(monkeypatch):
    square = "2h -- -- -- --\n-- 7h Ts 8c As\n-- Tc -- 5h --\n-- -- -- -- 7c\n-- -- -- -- --"
    assert decision({**FREE, "scoring": "pat"}, "Ad", square) == "Ad@a5"
    monkeypatch.setattr(evaluation, "NOT_PAT", -500)
    assert decision({**FREE, "scoring": "pat"}, "Ad", square) == "Ad@a2"


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
