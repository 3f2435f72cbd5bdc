"""How matches begin: wishes, seats, names."""

import pytest

from fivefold.play.errors import IllegalMove, InvalidOption
from fivefold.service.errors import InvalidName, NotOffered, SeatTaken
from fivefold.service.people import neutral_name, new_guest_id, new_match_id
from fivefold.service.standing import COMPUTER, LIVE, WAITING
from fivefold.service.wishes import Wish
from tests.service.people import ANNA, BEN, CLEO, STEPS, by_link, play, resigned

# --- starting --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("begin", ["me", "them"])
@pytest.mark.parametrize("seed", range(4))
def test_who_begins_is_as_wished(house, begin, seed):
    standing = house.create(ANNA, Wish("track", STEPS, ("2",), begin, seed=seed))
    assert (standing.to_act in standing.seats_of(ANNA)) == (begin == "me")


def test_a_draw_gives_either_the_first_move_and_a_seed_repeats_it(house):
    def begins(seed):
        standing = house.create(ANNA, Wish("focus", {}, ("1",), "draw", seed=seed))
        return standing.to_act in standing.seats_of(ANNA)

    drawn = [begins(seed) for seed in range(20)]
    assert {True, False} == set(drawn)
    assert drawn[:5] == [begins(seed) for seed in range(5)]


def test_others_sit_in_turn_after_the_guest(house):
    standing = house.create(ANNA, Wish("focus", {"players": "4"}, ("1", "2", "3"), "them"))
    (own,) = standing.seats_of(ANNA)
    assert [standing.seats[(own + step) % 4].level for step in range(4)] == [None, 1, 2, 3]
    assert own == 3 and standing.due == 1


def test_one_other_stands_for_all(house):
    standing = house.create(ANNA, Wish("focus", {"players": "3"}, ("2",), "me"))
    assert [seat.level for seat in standing.seats] == [None, 2, 2]
    name = standing.seats[1].name
    assert standing.names == ("Guest 0000", f"{name} (Green)", f"{name} (Yellow)")


def test_at_one_screen_seats_have_the_names_of_the_game(house):
    house.rename(ANNA, "Anna")
    standing = house.create(ANNA, Wish("focus", {}, ("here",), "them"))
    assert standing.names == ("Red", "Green") and standing.seats_of(ANNA) == (0, 1)
    standing = play(house, standing, standing.match.legal_moves()[0])
    assert standing.may_move(ANNA) and not standing.may_move(BEN)


def test_a_first_move_can_come_with_the_wish(house):
    standing = house.create(ANNA, Wish("locus", {"grid": "6x5"}, ("3",), "them", seed=5, move="c3:up"))
    assert standing.match.history[-1] == "c3:up" and standing.number == 31
    assert standing.match.movers[-1] in standing.seats_of(ANNA)
    assert standing.due == 3 and [due[:3] for due in house.due()] == [(standing.id, 32, 3)]


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        (Wish("nonsense", {}, ("1",)), "no such game"),
        (Wish("track", {"colour": "red"}, ("1",)), "no such option"),
        (Wish("track", {"seed": "1"}, ("1",)), "no such option"),
        (Wish("track", {"goal": "1000"}, ("1",)), "goal=1000"),
        (Wish("track", {}, ("8",)), "1 to 7"),
        (Wish("track", {}, ("Pip",)), "1 to 7"),
        (Wish("track", {}, ()), "0 where 1"),
        (Wish("track", {}, ("1", "1", "1")), "3 where 1"),
        (Wish("track", {}, ("1",), "she"), "me, them, draw"),
        (Wish("focus", {}, ("1",), double=True), "not played as a double"),
        (Wish("track", {}, ("link",), move="go"), "open seat"),
    ],
)
def test_a_wish_that_cannot_be_met_says_what_would_do(house, wish, said):
    with pytest.raises(InvalidOption, match=said):
        house.create(ANNA, wish)
    assert house.matches_of(ANNA) == []


def test_a_wish_with_an_impossible_first_move_begins_nothing(house):
    with pytest.raises(IllegalMove):
        house.create(ANNA, Wish("track", STEPS, ("1",), move="step:6"))
    assert house.matches_of(ANNA) == []


# --- sitting down ----------------------------------------------------------------------------------------------------


def test_a_match_begins_when_every_seat_is_taken(house):
    waiting = house.create(ANNA, Wish("focus", {"players": "3"}, ("link",), "me"))
    assert (waiting.status, waiting.to_act) == (WAITING, None)
    with pytest.raises(NotOffered, match="every seat is taken"):
        house.play(waiting.id, ANNA, 1, "a1-b1")
    half = house.sit(waiting.id, BEN, 2, "Ben")
    assert (half.status, half.seats_of(BEN)) == (WAITING, (2,))
    live = house.sit(waiting.id, CLEO)
    assert (live.status, live.seats_of(CLEO), live.to_act) == (LIVE, (1,), 0)


def test_a_computer_waits_too(house):
    waiting = house.create(ANNA, Wish("focus", {"players": "3"}, ("link", "1"), "draw"))
    assert house.due() == []
    live = house.sit(waiting.id, BEN)
    assert [due.level for due in house.due()] == ([1] if live.seats[live.to_act].kind == COMPUTER else [])


def test_a_taken_seat_stays_taken(house):
    standing = by_link(house)
    assert house.sit(standing.id, BEN) is standing
    with pytest.raises(SeatTaken, match="you can look on"):
        house.sit(standing.id, CLEO)
    with pytest.raises(SeatTaken, match="Guest 0000"):
        house.sit(standing.id, CLEO, 0)
    with pytest.raises(NotOffered, match="0 to 1"):
        house.sit(standing.id, CLEO, 2)


def test_a_name_given_with_a_seat_is_the_guests_name(house):
    standing = house.create(ANNA, Wish("track", STEPS, ("link",), "me"))
    standing = house.sit(standing.id, BEN, name="  Ben   Nevis ")
    assert standing.names[1] == "Ben Nevis" and house.guest(BEN).name == "Ben Nevis"
    assert standing.match.seats == ("Guest 0000", "Ben Nevis")


def test_a_name_given_anew_with_a_seat_is_seen_at_every_table(house):
    first = by_link(house)
    house.sit(house.create(ANNA, Wish("track", STEPS, ("link",), "me")).id, BEN, name="Ben")
    assert house.standing(first.id).names[1] == house.guest(BEN).name == "Ben"
    again = house.standing(first.id)
    house.rename(BEN, "Ben")
    assert house.standing(first.id) is again


def test_a_new_name_is_seen_where_one_plays_and_not_where_it_is_over(house):
    over = resigned(house, by_link(house))
    standing = by_link(house)
    news = []
    house.listen(standing.id, news.append)
    house.rename(BEN, "Ben")
    house.rename(ANNA, "Ben")
    assert [told.names for told in news] == [("Guest 0000", "Ben"), ("Ben (Red)", "Ben (Green)")]
    assert house.standing(over.id).names == over.names


@pytest.mark.parametrize("name", ["x" * 25, "a\u202eb", "a\x00b", "Pip (computer)", "Pip (COMPUTER)"])
def test_a_name_that_cannot_be_shown_is_refused(house, name):
    with pytest.raises(InvalidName, match="name: "):
        house.rename(ANNA, name)
    assert house.guest(ANNA).name == ""


def test_ids_are_random_and_neutral_names_do_not_tell_them():
    assert len({new_guest_id() for _ in range(50)} | {new_match_id() for _ in range(50)}) == 100
    assert neutral_name("abcd" + "x" * 12) == neutral_name("abcd" + "y" * 12)
