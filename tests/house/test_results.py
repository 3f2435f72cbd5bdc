"""How a person's matches ended: read from the store for personal bests and lists of results."""

import pytest

from fivefold.house.table.seating import MatchRequest
from fivefold.play.outcome import Termination

from .cards import alone, laid
from .people import ANNA, BEN, by_link, play, resigned


def only(house, person, game=None):
    (found,) = house.results.of(person, game)
    return found


def test_a_match_that_goes_on_is_no_result(house):
    by_link(house)
    assert house.results.of(ANNA) == []


def test_who_resigned_lost_and_the_other_won(house):
    over = resigned(house, by_link(house))
    lost, won = only(house, ANNA), only(house, BEN)
    assert (lost.match, lost.seat, lost.share, lost.score) == (over.id, 0, 0.0, None)
    assert (won.share, won.termination, won.rivals) == (1.0, Termination.RESIGNED, (over.names[0],))


def test_a_match_played_out_has_points_and_the_levels_of_computers(house):
    now = house.create(ANNA, MatchRequest("track", {"dice": "off", "first": "0"}, ("3",), begin="me"))
    while now.match.outcome is None:
        now = play(house, now, now.match.legal_moves()[-1])
    found = only(house, ANNA, "track")
    assert found.scores == now.match.scores and found.levels == (3,)
    assert found.share == now.match.outcome.returns[found.seat]
    assert house.results.of(ANNA, "locus") == []


@pytest.mark.parametrize("players", ["2", "4"])
def test_where_points_decide_nothing_the_match_itself_is_asked(house, players):
    rivals = ("1",) * (int(players) - 1)
    options = {"players": players} | ({"teams": "on"} if players == "4" else {})
    now = resigned(house, house.create(ANNA, MatchRequest("focus", options, rivals, begin="me")))
    assert only(house, ANNA).share == now.match.outcome.returns[only(house, ANNA).seat] == 0.0


def test_a_person_at_several_seats_of_one_screen_has_no_result(house):
    resigned(house, house.create(ANNA, MatchRequest("track", {"dice": "off", "first": "0"}, ("here",), begin="me")))
    assert house.results.of(ANNA) == []


def test_the_best_of_several_is_found_and_other_set_ups_do_not_count(house):
    first = laid(house, alone(house))
    second = laid(house, house.new_cards(first.id, ANNA))
    match, other = first.match, laid(house, alone(house, scoring="american")).match
    best = max(first.match.scores[0], second.match.scores[0])
    assert house.results.best(ANNA, match).score == best
    assert house.results.best(ANNA, match, besides=first.id).score == second.match.scores[0]
    assert house.results.best(ANNA, other).score == other.scores[0]
    assert house.results.best(BEN, match) is None
