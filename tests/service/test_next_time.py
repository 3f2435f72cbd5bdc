"""The next match of the same people keeps the time, and a handicap stays with its person."""

from fivefold.service.match_request import MatchRequest
from fivefold.session.snapshot import OVER
from tests.service.people import ANNA, BEN


def test_a_rematch_keeps_the_time_and_the_handicap_stays_with_the_person(house):
    wish = MatchRequest("locus", {"grid": "6x5"}, ("link",), "me", time="10m+5s", handicap=50)
    first = house.sit(house.create(ANNA, wish).id, BEN)
    assert house.resign(first.id, ANNA, first.number + 1).status == OVER
    house.rematch(first.id, ANNA)
    again = house.rematch(first.id, BEN)
    assert again.terms.time == first.terms.time and again.seats_of(ANNA) != first.seats_of(ANNA)
    assert {seat.person: seat.handicap for seat in again.seats} == {ANNA: 50, BEN: 100}
    assert again.clocks.bases[again.seats_of(ANNA)[0]] == 300_000


def test_the_second_game_keeps_the_time_and_the_handicap(house):
    wish = MatchRequest("locus", {"grid": "6x5"}, ("link",), "me", double=True, time="10m+5s", handicap=25)
    first = house.sit(house.create(ANNA, wish).id, BEN)
    house.resign(first.id, ANNA, first.number + 1)
    house.second(first.id, ANNA)
    second = house.second(first.id, BEN)
    assert second.id != first.id and second.terms.time == first.terms.time
    assert {seat.person: seat.handicap for seat in second.seats} == {ANNA: 25, BEN: 100}


def test_new_cards_and_the_same_cards_keep_the_time(house):
    first = house.create(ANNA, MatchRequest("solitaire", {}, (), time="10m/game"))
    over = house.resign(first.id, ANNA, first.number + 1)
    for follow in (house.new_cards, house.same_cards):
        assert follow(over.id, ANNA).terms.time == first.terms.time
