"""Quick match: two people who look for the same meet, once."""

import pytest

from fivefold.house.errors import NotOffered
from fivefold.house.house import House
from fivefold.house.meeting.quick_match import SEARCH_CHANGED
from fivefold.house.table.seating import MatchRequest
from tests.house.people import keep_accounts
from tests.house.test_lobby import ANNA, BERT, CARL, Clock, block


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def house(database, clock):
    return House(database, clock)


def test_the_second_who_looks_meets_the_first_at_once(house):
    assert house.quick_match.seek(ANNA, "focus").state == "looking"
    found = house.quick_match.seek(BERT, "focus")
    assert found.state == "ready" and house.quick_match.search(ANNA).match == found.match
    match = house.snapshot(found.match)
    assert match.status == "live" and {seat.person for seat in match.seats} == {ANNA, BERT}


def test_the_same_request_twice_changes_nothing(house):
    first = house.quick_match.seek(ANNA, "focus")
    assert house.quick_match.seek(ANNA, "focus") == first
    assert house.quick_match.seek(ANNA, "locus").game == "locus"


def test_rated_and_casual_do_not_meet(house):
    keep_accounts(house, {ANNA: "Anna", CARL: "Carl"})
    house.quick_match.seek(ANNA, "focus", rated=True)
    assert house.quick_match.seek(BERT, "focus").state == "looking"
    assert house.snapshot(house.quick_match.seek(CARL, "focus", rated=True).match).terms.rated


def test_who_has_left_is_not_paired(house, clock):
    house.quick_match.seek(ANNA, "focus")
    clock.wait(41)
    assert house.quick_match.seek(BERT, "focus").state == "looking"
    clock.wait(60)
    house.lobby.attend([BERT])
    house.quick_match.attend()
    assert house.quick_match.search(ANNA) is None and house.quick_match.search(BERT) is not None


def test_who_is_still_here_is_paired_by_the_next_look(house, database, clock):
    other = House(database, clock)
    house.quick_match.seek(ANNA, "focus")
    clock.wait(30)
    house.lobby.attend([ANNA])
    clock.wait(30)
    found = other.quick_match.seek(BERT, "focus")
    assert found.state == "ready"
    heard = []
    house.bus.subscribe(SEARCH_CHANGED, heard.append)
    house.quick_match.attend()
    house.quick_match.attend()
    assert heard.count(ANNA) == 1


def test_two_processes_pair_nobody_twice(house, database, clock):
    other = House(database, clock)
    house.quick_match.seek(ANNA, "focus")
    for each in (house, other):
        each.quick_match.seek(BERT, "focus")
        each.quick_match.attend()
    assert len(house.matches_of(ANNA)) == len(house.matches_of(BERT)) == 1


def test_blocked_people_are_not_paired(house):
    house.rename(BERT, "Bert")
    house.quick_match.seek(ANNA, "focus")
    block(house, BERT, ANNA)
    assert house.quick_match.seek(BERT, "focus").state == "looking"
    assert house.quick_match.seek(CARL, "focus").state == "ready"


def test_looking_can_be_stopped(house):
    house.quick_match.seek(ANNA, "focus")
    house.quick_match.stop(ANNA)
    house.quick_match.stop(ANNA)
    assert house.quick_match.seek(BERT, "focus").state == "looking"


def playing_meanwhile(house, person=ANNA):
    house.quick_match.seek(person, "focus")
    match = house.create(person, MatchRequest("focus", {}, ("3",)))
    house.quick_match.play_meanwhile(person, match.id)
    return match


def test_who_plays_meanwhile_is_asked_and_comes(house):
    playing_meanwhile(house)
    assert house.quick_match.seek(BERT, "focus").state == "waiting"
    asked = house.quick_match.search(ANNA)
    assert asked.state == "found" and asked.others == (house.person(BERT).shown,)
    match = house.quick_match.accept(ANNA)
    assert match.status == "live" and match.id == asked.match
    assert house.quick_match.search(BERT).state == "ready"


def test_who_plays_meanwhile_may_stay_and_the_other_looks_on(house):
    playing_meanwhile(house)
    found = house.quick_match.seek(BERT, "focus")
    house.quick_match.stop(ANNA)
    assert house.quick_match.search(ANNA) is None
    assert house.quick_match.search(BERT).state == "looking"
    assert house.snapshot(found.match).status == "over"
    assert house.quick_match.seek(CARL, "focus").state == "ready"


def test_who_does_not_answer_looks_no_more(house, clock):
    playing_meanwhile(house)
    house.quick_match.seek(BERT, "focus")
    clock.wait(46)
    house.quick_match.attend()
    assert house.quick_match.search(ANNA) is None and house.quick_match.search(BERT).state == "looking"
    with pytest.raises(NotOffered):
        house.quick_match.accept(ANNA)


def test_two_who_both_play_meanwhile_are_both_asked(house, clock):
    playing_meanwhile(house)
    clock.wait(41)
    playing_meanwhile(house, BERT)
    house.lobby.attend([ANNA])
    house.quick_match.attend()
    assert house.quick_match.search(ANNA).state == house.quick_match.search(BERT).state == "found"
    house.quick_match.accept(ANNA)
    assert house.quick_match.accept(BERT).status == "live"


def test_a_meeting_is_forgotten_once_both_are_there(house, clock):
    house.quick_match.seek(ANNA, "focus")
    house.quick_match.seek(BERT, "focus")
    clock.wait(21)
    house.quick_match.attend()
    assert house.quick_match.search(ANNA) is None


def met(house, other=None, rated=False, game="focus"):
    """Let Anna and Bert find each other, and return their match."""
    house.quick_match.seek(ANNA, game, rated=rated)
    return house.snapshot((other or house).quick_match.seek(BERT, game, rated=rated).match)


def resigned(house, match):
    house.resign(match.id, ANNA, house.snapshot(match.id).number + 1)


def agreed(house, match):
    """Let both agree to cancel a match that has begun."""
    house.offer(match.id, ANNA, "abort", house.snapshot(match.id).number)
    house.answer(match.id, BERT, True)


def played(house, match):
    """Play the shortest of matches, and one move."""
    first = next(seat.person for seat in match.seats if seat.seat == match.to_act)
    house.play(match.id, first, match.number + 1, match.match.legal_moves()[0])
    resigned(house, match)


@pytest.mark.parametrize("end", [resigned, agreed, played])
@pytest.mark.parametrize("rated", [False, True])
def test_a_search_ends_with_its_match(house, clock, end, rated):
    keep_accounts(house, {ANNA: "Anna", BERT: "Bert"})
    match = met(house, rated=rated)
    end(house, match)
    assert house.snapshot(match.id).status == "over"
    for _ in range(10):
        assert house.quick_match.search(ANNA) is None and house.quick_match.search(BERT) is None
        house.lobby.attend([ANNA, BERT])
        house.quick_match.attend()
        clock.wait(3)
    assert [each.id for each in house.matches_of(ANNA)] == [match.id]


def test_a_search_ends_with_its_match_for_every_process(house, database, clock):
    other = House(database, clock)
    match = met(house, other)
    resigned(other, match)
    for each in (house, other, house):
        each.lobby.attend([ANNA, BERT])
        each.quick_match.attend()
    assert [each.id for each in house.matches_of(ANNA)] == [match.id]
    assert house.quick_match.search(ANNA) is None and other.quick_match.search(BERT) is None


def test_after_a_match_one_may_look_again(house):
    match = met(house)
    resigned(house, match)
    assert house.quick_match.seek(ANNA, "focus").state == "looking"
    assert house.quick_match.search(BERT) is None
    assert house.quick_match.seek(BERT, "focus").match != match.id


def test_whose_place_a_computer_got_looks_on(house):
    playing_meanwhile(house)
    match = house.quick_match.seek(BERT, "focus").match
    house.lobby.fill(match, BERT, 1)
    house.quick_match.attend()
    assert house.quick_match.search(ANNA).state == "looking" and house.quick_match.search(BERT).state == "ready"


def test_a_race_is_a_quick_match_too(house):
    house.quick_match.seek(ANNA, "solitaire")
    found = house.quick_match.seek(BERT, "solitaire")
    assert found.state == "ready" and house.snapshot(found.match).status == "waiting"
