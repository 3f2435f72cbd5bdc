"""The next match of the same people keeps the time, and a handicap stays with its person."""

from fivefold.house.house import House
from fivefold.house.table import followups
from fivefold.house.table.seating import MatchRequest
from fivefold.session.snapshot import OVER
from tests.house.people import ANNA, BEN


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


def test_rematches_of_two_count_who_has_won_how_many(house, database):
    def rematch(now):
        house.rematch(now.id, ANNA)
        return house.rematch(now.id, BEN)

    def won(now):
        counted = followups.table_part(House(database).snapshot(now.id))["won"]
        return counted and {seat.person: counted[seat.seat] for seat in now.seats}

    first = house.sit(house.create(ANNA, MatchRequest("focus", {}, ("link",), "me")).id, BEN)
    assert won(house.resign(first.id, ANNA, first.number + 1)) is None
    second = rematch(first)
    assert won(second) == {ANNA: 0, BEN: 1}
    house.offer(second.id, ANNA, "draw", second.number + 1)
    assert won(house.answer(second.id, BEN, True)) == {ANNA: 0.5, BEN: 1.5}
    third = rematch(second)
    assert won(house.resign(third.id, BEN, third.number + 1)) == {ANNA: 1.5, BEN: 1.5}


def test_a_double_match_counts_once_among_rematches(house):
    wish = MatchRequest("locus", {"grid": "6x5"}, ("link",), "me", double=True)
    now = house.sit(house.create(ANNA, wish).id, BEN)
    for expected in ({ANNA: 0, BEN: 1}, {ANNA: 0, BEN: 2}):
        for follow in (house.second, house.rematch):
            house.resign(now.id, ANNA, now.number + 1)
            follow(now.id, ANNA)
            now = follow(now.id, BEN)
        counted = followups.matches_won(now)
        assert {seat.person: counted[seat.seat] for seat in now.seats} == expected
