"""Who sits where, and how names are told apart."""

import pytest

from fivefold.play import chance
from fivefold.play.match import Match
from fivefold.session.seats import distinct_names, double_totals, seats_change, starting_seat
from tests.quick import in_turn


@in_turn("seed", range(6))
@in_turn("game", ["locus", "focus", "race"])
def test_who_wants_to_begin_begins(game, seed):
    match = Match(game, seed=seed)
    first = match.to_move
    assert starting_seat(match, "me") == first
    assert starting_seat(match, "them") == 1 - first


@pytest.mark.parametrize(("begin", "seat"), [("me", 0), ("them", 1)])
def test_where_anyone_may_begin_seats_count_from_the_first(begin, seat):
    assert starting_seat(Match("grab", seed=5), begin) == seat


def test_the_last_in_turn_lets_all_others_begin():
    match = Match("focus", players=4)
    assert starting_seat(match, "them") == 3


def test_a_draw_is_one_of_the_matchs_own():
    match = Match("focus", seed=b"x" * 32, players=4)
    assert starting_seat(match, "draw") == chance.Fair(b"x" * 32).draw("seat", 4)
    assert {starting_seat(Match("focus", seed=seed, players=4), "draw") for seed in range(40)} == {0, 1, 2, 3}


def test_only_names_that_are_there_twice_get_a_seat():
    assert distinct_names(["Pip", "Anna", "Pip"], ["Red", "Green", "Yellow"]) == ("Pip (Red)", "Anna", "Pip (Yellow)")
    assert distinct_names(["Red", "Red"], ["Red", "Green"]) == ("Red", "Red (Green)")


def test_a_doubles_points_are_added_by_people():
    assert double_totals([5, 3], [10, 20], changed=False) == (15, 23)
    assert double_totals([5, 3], [10, 20], changed=True) == (25, 13)
    assert not seats_change(Match("locus")) and seats_change(Match("focus"))
