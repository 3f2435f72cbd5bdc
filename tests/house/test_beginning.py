"""How matches begin: wishes, seats, names."""

import pytest

from fivefold.contract.errors import IllegalMove, InvalidOption
from fivefold.house.errors import InvalidName, NotOffered, SeatTaken
from fivefold.house.people.people import neutral_name, new_match_id, new_person_id
from fivefold.house.table.seating import MatchRequest
from fivefold.session.seats import COMPUTER
from fivefold.session.snapshot import LIVE, WAITING
from tests.house.people import ANNA, BEN, CLEO, STEPS, by_link, play, resigned

# --- starting --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("begin", ["me", "them"])
@pytest.mark.parametrize("seed", range(4))
def test_who_begins_is_as_wished(house, begin, seed):
    snapshot = house.create(ANNA, MatchRequest("track", STEPS, ("2",), begin, seed=seed))
    assert (snapshot.to_act in snapshot.seats_of(ANNA)) == (begin == "me")


def test_a_draw_gives_either_the_first_move_and_a_seed_repeats_it(house):
    def begins(seed):
        snapshot = house.create(ANNA, MatchRequest("focus", {}, ("1",), "draw", seed=seed))
        return snapshot.to_act in snapshot.seats_of(ANNA)

    drawn = [begins(seed) for seed in range(20)]
    assert {True, False} == set(drawn)
    assert drawn[:5] == [begins(seed) for seed in range(5)]


def test_others_sit_in_turn_after_the_person(house):
    snapshot = house.create(ANNA, MatchRequest("focus", {"players": "4"}, ("1", "2", "3"), "them"))
    (own,) = snapshot.seats_of(ANNA)
    assert [snapshot.seats[(own + step) % 4].level for step in range(4)] == [None, 1, 2, 3]
    assert own == 3 and snapshot.due == 1


def test_one_other_stands_for_all(house):
    snapshot = house.create(ANNA, MatchRequest("focus", {"players": "3"}, ("2",), "me"))
    assert [seat.level for seat in snapshot.seats] == [None, 2, 2]
    name = snapshot.seats[1].name
    assert snapshot.names == ("Guest 0000", f"{name} (Green)", f"{name} (Yellow)")


def test_at_one_screen_seats_have_the_names_of_the_game(house):
    house.rename(ANNA, "Anna")
    snapshot = house.create(ANNA, MatchRequest("focus", {}, ("here",), "them"))
    assert snapshot.names == ("Red", "Green") and snapshot.seats_of(ANNA) == (0, 1)
    snapshot = play(house, snapshot, snapshot.match.legal_moves()[0])
    assert snapshot.may_move(ANNA) and not snapshot.may_move(BEN)


def test_a_first_move_can_come_with_the_wish(house):
    snapshot = house.create(ANNA, MatchRequest("locus", {"grid": "6x5"}, ("3",), "them", seed=5, move="c3:up"))
    assert snapshot.match.history[-1] == "c3:up" and snapshot.number == 31
    assert snapshot.match.movers[-1] in snapshot.seats_of(ANNA)
    assert snapshot.due == 3 and [due[:3] for due in house.due()] == [(snapshot.id, 32, 3)]


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        (MatchRequest("nonsense", {}, ("1",)), "no such game"),
        (MatchRequest("track", {"colour": "red"}, ("1",)), "no such option"),
        (MatchRequest("track", {"seed": "1"}, ("1",)), "no such option"),
        (MatchRequest("track", {"goal": "1000"}, ("1",)), "goal=1000"),
        (MatchRequest("track", {}, ("8",)), "1 to 7"),
        (MatchRequest("track", {}, ("Pip",)), "1 to 7"),
        (MatchRequest("track", {}, ()), "0 where 1"),
        (MatchRequest("track", {}, ("1", "1", "1")), "3 where 1"),
        (MatchRequest("track", {}, ("1",), "she"), "me, them, draw"),
        (MatchRequest("focus", {}, ("1",), double=True), "has no double match"),
        (MatchRequest("track", {}, ("link",), move="go"), "seat is open"),
    ],
)
def test_a_wish_that_cannot_be_met_says_what_would_do(house, wish, said):
    with pytest.raises(InvalidOption, match=said):
        house.create(ANNA, wish)
    assert house.matches_of(ANNA) == []


def test_a_wish_with_an_impossible_first_move_begins_nothing(house):
    with pytest.raises(IllegalMove):
        house.create(ANNA, MatchRequest("track", STEPS, ("1",), move="step:6"))
    assert house.matches_of(ANNA) == []


# --- sitting down ----------------------------------------------------------------------------------------------------


def test_a_match_begins_when_every_seat_is_taken(house):
    waiting = house.create(ANNA, MatchRequest("focus", {"players": "3"}, ("link",), "me"))
    assert (waiting.status, waiting.to_act) == (WAITING, None)
    with pytest.raises(NotOffered, match="every seat is taken"):
        house.play(waiting.id, ANNA, 1, "a1-b1")
    half = house.sit(waiting.id, BEN, 2, "Ben")
    assert (half.status, half.seats_of(BEN)) == (WAITING, (2,))
    live = house.sit(waiting.id, CLEO)
    assert (live.status, live.seats_of(CLEO), live.to_act) == (LIVE, (1,), 0)


def test_a_computer_waits_too(house):
    waiting = house.create(ANNA, MatchRequest("focus", {"players": "3"}, ("link", "1"), "draw"))
    assert house.due() == []
    live = house.sit(waiting.id, BEN)
    assert [due.level for due in house.due()] == ([1] if live.seats[live.to_act].kind == COMPUTER else [])


def test_a_taken_seat_stays_taken(house):
    snapshot = by_link(house)
    assert house.sit(snapshot.id, BEN) is snapshot
    with pytest.raises(SeatTaken, match="you can watch"):
        house.sit(snapshot.id, CLEO)
    with pytest.raises(SeatTaken, match="Guest 0000"):
        house.sit(snapshot.id, CLEO, 0)
    with pytest.raises(NotOffered, match="0 to 1"):
        house.sit(snapshot.id, CLEO, 2)


def test_a_name_given_with_a_seat_is_the_people_name(house):
    snapshot = house.create(ANNA, MatchRequest("track", STEPS, ("link",), "me"))
    snapshot = house.sit(snapshot.id, BEN, name="  Ben   Nevis ")
    assert snapshot.names[1] == "Ben Nevis" and house.person(BEN).name == "Ben Nevis"
    assert snapshot.match.seats == ("Guest 0000", "Ben Nevis")


def test_a_name_given_anew_with_a_seat_is_seen_at_every_table(house):
    first = by_link(house)
    house.sit(house.create(ANNA, MatchRequest("track", STEPS, ("link",), "me")).id, BEN, name="Ben")
    assert house.snapshot(first.id).names[1] == house.person(BEN).name == "Ben"
    again = house.snapshot(first.id)
    house.rename(BEN, "Ben")
    assert house.snapshot(first.id) is again


def test_a_new_name_is_seen_where_one_plays_and_not_where_it_is_over(house):
    over = resigned(house, by_link(house))
    snapshot = by_link(house)
    news = []
    house.listen(snapshot.id, news.append)
    house.rename(BEN, "Ben")
    house.rename(ANNA, "Ben")
    assert [told.names for told in news] == [("Guest 0000", "Ben"), ("Ben (Red)", "Ben (Green)")]
    assert house.snapshot(over.id).names == over.names


@pytest.mark.parametrize("name", ["x" * 25, "a\u202eb", "a\x00b", "Pip (computer)", "Pip (COMPUTER)"])
def test_a_name_that_cannot_be_shown_is_refused(house, name):
    with pytest.raises(InvalidName, match="name: "):
        house.rename(ANNA, name)
    assert house.person(ANNA).name == ""


def test_ids_are_random_and_neutral_names_do_not_tell_them():
    assert len({new_person_id() for _ in range(50)} | {new_match_id() for _ in range(50)}) == 100
    assert neutral_name("abcd" + "x" * 12) == neutral_name("abcd" + "y" * 12)
