"""What a cheat, a bad network, a machine's clock that is put back and a restart may not do to clocks."""

from dataclasses import replace

import pytest

from fivefold.contract.errors import MatchOver
from fivefold.house.errors import NotOffered
from fivefold.house.house import House
from fivefold.house.table.seating import MatchRequest
from fivefold.play.clocks import LAG_LIMIT, NO_STOPS, Clocks, Step, Stops
from fivefold.play.time_control import TimeControl
from fivefold.session import offers
from fivefold.session.rights import after_gifts
from fivefold.session.snapshot import GIFT, LIVE, MORE_TIME, PAUSE, RESUME, Entry, move_count

from .conftest import numbered
from .people import ANNA, BEN, STEPS, facts
from .virtual import VirtualClock, last, left, moved, up_for, with_clocks

START = 1_700_000_000_000


@pytest.fixture
def clock():
    return VirtualClock()


@pytest.fixture
def house(database, clock):
    return House(database, clock, numbered())


def against_computer(house, time="1m+2s", **more):
    wish = MatchRequest("track", {**STEPS, "goal": "40"}, ("1",), **{"begin": "me", "time": time, **more})
    return house.create(ANNA, wish)


def agreed(house, now, kind, first=ANNA, second=BEN):
    now = house.offer(now.id, first, kind, now.number + 1)
    return house.answer(now.id, second, True, kind) if now.offer else now


def begun(text, turn=0):
    return Clocks.begun(TimeControl.parse(text), (100, 100), turn, START)


def reloaded(house, now):
    """Return a match as another process finds it; its clocks say the same."""
    found = House(house._database, house._clock).snapshot(now.id)
    assert (found.clocks, found.next_look, found.told) == (now.clocks, now.next_look, now.told)
    assert facts(found) == facts(now)
    return found


# --- a clock that has run out ----------------------------------------------------------------------------------------


def test_giving_time_again_and_again_does_not_keep_a_clock_that_is_out_from_falling():
    clocks = begun("15s+0s").after(Step(START, 1, moved=0), NO_STOPS).after(Step(START, 0, moved=1), NO_STOPS)
    for second in range(15, 40):
        if clocks.falls(NO_STOPS) <= START + second * 1000:
            break
        clocks = clocks.after(Step(START + second * 1000, 0, gifts=((1, 60_000),)), NO_STOPS)
    assert clocks.falls(NO_STOPS) <= START + 15_000 + LAG_LIMIT


def test_no_moment_lies_between_the_last_move_in_time_and_the_fall_of_the_flag():
    clocks = begun("1m+0s").after(Step(START, 1, moved=0), NO_STOPS).after(Step(START, 0, moved=1), NO_STOPS)
    falls = clocks.falls(NO_STOPS)
    assert not clocks.late(falls, clocks.returnable(0, 10**9), NO_STOPS)
    assert clocks.late(falls + 1, clocks.returnable(0, 10**9), NO_STOPS)


def test_a_slow_match_is_lost_also_by_whoever_never_moved(house, clock):
    now = with_clocks(house, "1d/move")
    up_for(house, clock, 86_400 + 1)
    over = house.clocks.claim(now.id, BEN)
    assert last(over) == ("time", 0) and over.match.outcome.winner == 1


def test_a_move_that_comes_too_late_is_refused_also_behind_a_gift(house, clock):
    now = moved(house, with_clocks(house, "30s/move"))
    house.clocks.give(now.id, ANNA, 3)
    clock.pass_(40)
    with pytest.raises(MatchOver, match="your time was up"):
        house.play(now.id, ANNA, 3, "step:1")
    assert last(house.snapshot(now.id)) == ("time", 0)


# --- more time -------------------------------------------------------------------------------------------------------


def test_gifts_do_not_keep_others_from_moving_or_giving_up(house):
    now = moved(house, with_clocks(house))
    house.clocks.give(now.id, BEN, 3)
    after = house.play(now.id, ANNA, 3, "step:1")
    assert [entry.kind for entry in after.entries[2:]] == ["gift", "move"]
    assert house.play(now.id, ANNA, 3, "step:1") is after, "the same once more"
    house.clocks.give(now.id, ANNA, 5)
    assert last(house.resign(now.id, BEN, 5)) == ("resigned", 1)


def test_a_clock_is_not_filled_without_end(house):
    now = moved(house, with_clocks(house, "3h+0s"))
    with pytest.raises(NotOffered, match="as much time as a clock can have"):
        house.clocks.give(now.id, ANNA, now.number + 1)
    now = moved(house, with_clocks(house))
    for _ in range(3):
        now = house.clocks.give(now.id, ANNA, now.number + 1)
    many = tuple(Entry(number, GIFT, 0, "60") for number in range(1, 101))
    with pytest.raises(NotOffered, match="this match has had 100 of these already"):
        offers.check_gift(replace(now, entries=many), [0])


def test_gifts_never_end_a_match_for_its_many_moves():
    kinds = (GIFT, MORE_TIME, PAUSE, RESUME)
    assert move_count(Entry(number, kind, 0, "60") for number, kind in enumerate(kinds, start=1)) == 0


def test_a_computer_is_given_no_time(house):
    now = against_computer(house)
    with pytest.raises(NotOffered, match="nobody else"):
        house.clocks.give(now.id, ANNA, now.number + 1)


def test_a_gift_does_not_let_anybody_ask_again_for_what_was_declined(house):
    now = moved(house, with_clocks(house))
    house.offer(now.id, ANNA, PAUSE, 3)
    house.answer(now.id, BEN, False)
    now = house.clocks.give(now.id, ANNA, 3)
    with pytest.raises(NotOffered, match="declined"):
        house.offer(now.id, ANNA, PAUSE, now.number + 1)


def test_a_gift_revives_a_slow_clock(house, clock):
    now = moved(house, with_clocks(house, "3d/move"))
    up_for(house, clock, 5 * 86_400)
    now = house.clocks.give(now.id, BEN, now.number + 1)
    assert left(house, now)[0] == 86_400
    reloaded(house, now)


# --- moves taken back ------------------------------------------------------------------------------------------------


def test_a_move_taken_back_leaves_the_other_a_whole_clock_for_the_next_move(house, clock):
    now = moved(house, with_clocks(house, "30s/move"), 1)
    clock.pass_(25)
    house.undo(now.id, ANNA, 2)
    now = house.answer(now.id, BEN, True, "undo")
    assert left(house, now) == (30, 30)
    reloaded(house, now)


def test_no_move_is_taken_back_in_a_pause(house):
    now = agreed(house, moved(house, with_clocks(house)), PAUSE)
    with pytest.raises(NotOffered, match="the match is paused"):
        house.undo(now.id, ANNA, now.number + 1)


# --- pauses ----------------------------------------------------------------------------------------------------------


def test_a_pause_with_a_computer_to_move_is_found_again_after_a_restart(house):
    now = against_computer(house)
    now = house.play(now.id, ANNA, now.number + 1, "step:1")
    assert now.due == 1
    now = house.offer(now.id, ANNA, PAUSE, now.number + 1)
    assert now.paused and now.due is None
    assert reloaded(house, now).paused
    with pytest.raises(NotOffered, match="the match is paused"):
        house.play_for(now.id, now.number + 1, "step:1")
    now = house.offer(now.id, ANNA, RESUME, now.number + 1)
    assert now.due == 1


def test_who_is_refused_may_ask_again_to_go_on(house):
    now = agreed(house, moved(house, with_clocks(house)), PAUSE)
    for _ in range(2):
        house.offer(now.id, ANNA, RESUME, now.number + 1)
        house.answer(now.id, BEN, False)
    assert agreed(house, now, RESUME).entries[-1].kind == RESUME


@pytest.mark.parametrize("kind", [GIFT, MORE_TIME])
def test_nobody_gets_time_in_a_pause(house, kind):
    now = agreed(house, moved(house, with_clocks(house)), PAUSE)
    with pytest.raises(NotOffered, match="paused"):
        if kind == GIFT:
            house.clocks.give(now.id, ANNA, now.number + 1)
        else:
            house.offer(now.id, ANNA, kind, now.number + 1)


def test_a_match_can_be_given_up_in_a_pause(house, clock):
    now = agreed(house, moved(house, with_clocks(house)), PAUSE)
    clock.pass_(500)
    over = house.resign(now.id, ANNA, now.number + 1)
    assert left(house, over) == (62, 62) and over.next_look is None
    reloaded(house, over)


# --- computers -------------------------------------------------------------------------------------------------------


def test_a_pause_does_not_take_from_a_computer_what_it_waited_for_its_turn_to_think(house, clock):
    now = against_computer(house)
    now = house.play(now.id, ANNA, now.number + 1, "step:1")
    up_for(house, clock, 600)
    now = house.offer(now.id, ANNA, PAUSE, now.number + 1)
    assert now.clocks.seats[1].left == 60_000
    reloaded(house, now)


# --- the machine's clock, and limits for the whole game --------------------------------------------------------------


def test_the_log_never_goes_back_in_time(house, clock):
    now = moved(house, with_clocks(house, "5m+0s"))
    clock.pass_(-100)
    now = moved(house, now, 2)
    assert [entry.at for entry in now.entries] == sorted(entry.at for entry in now.entries)
    assert left(house, now) == (300, 300)
    reloaded(house, now)


def test_a_limit_for_the_whole_game_gives_nothing_back(house, clock):
    now = house.create(ANNA, MatchRequest("solitaire", {"mode": "one-hand"}, (), time="5m/game"))
    clock.pass_(10)
    now = house.play(now.id, ANNA, now.number + 1, now.match.legal_moves()[0], lag=1000)
    assert left(house, now) == (290,)
    reloaded(house, now)


def test_many_outages_are_looked_through_quickly():
    outages = tuple((START + each * 100_000, START + each * 100_000 + 50_000) for each in range(1000))
    stops = Stops(outages)
    assert stops.counted(0, START, START + 100_000_000) == 50_000_000
    assert stops.after(0, START + 99_900_000, 10) == START + 99_950_010
    assert stops.after(0, START + 99_980_000, 10) == START + 99_980_010
    assert stops.counted(0, START + 75_000, START + 120_000) == 25_000


def test_numbers_skip_gifts_alone(house):
    now = moved(house, with_clocks(house))
    now = house.clocks.give(now.id, ANNA, now.number + 1)
    assert [after_gifts(now, number) for number in (0, 1, 2, 3, 4, 99)] == [0, 1, 2, 4, 4, 99]
    assert now.status == LIVE


# --- the next match, and several seats of one person -----------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("time", ["1m+2s", "3d/move"])
def test_the_next_matches_have_the_same_clocks_and_each_player_their_part_of_the_time(house, time):
    now = with_clocks(house, time, handicap=50, double=True)
    house.resign(now.id, ANNA, now.number + 1)
    house.second(now.id, ANNA)
    second = house.second(now.id, BEN)
    house.resign(second.id, BEN, second.number + 1)
    house.rematch(second.id, ANNA)
    rematch = house.rematch(second.id, BEN)
    house.resign(rematch.id, BEN, rematch.number + 1)
    for following in (second, rematch):
        assert following.terms.time.text == time and following.began is not None
        assert {seat.person: seat.handicap for seat in following.seats} == {ANNA: 50, BEN: 100}
        lefts = [following.clocks.seats[following.seats_of(person)[0]].left for person in (ANNA, BEN)]
        assert 2 * lefts[0] == lefts[1]
        reloaded(house, house.snapshot(following.id))


@pytest.mark.slow
def test_who_has_two_seats_pauses_by_consent_and_claims_only_from_others(house, clock):
    options = {"players": "3", "goal": "40"}
    wish = MatchRequest("track", options, ("here", "link"), begin="me", time="1d/move")
    now = house.sit(house.create(ANNA, wish).id, BEN)
    with pytest.raises(NotOffered, match="several seats"):
        house.clocks.give(now.id, ANNA, now.number + 1)
    assert house.offer(now.id, ANNA, PAUSE, now.number + 1).offer is not None, "Ben is asked"
    house.answer(now.id, ANNA, False)
    own = now.to_act in now.seats_of(ANNA)
    up_for(house, clock, 2 * 86_400)
    me, other = (ANNA, BEN) if own else (BEN, ANNA)
    with pytest.raises(NotOffered, match="your own time"):
        house.clocks.claim(now.id, me)
    assert house.clocks.claim(now.id, other).entries[-1].kind == "time"
