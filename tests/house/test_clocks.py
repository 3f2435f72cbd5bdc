"""Clocks of matches in the house: lost moves, flags, claims, gifts, pauses, and what a restart leaves."""

import pytest

from fivefold.contract import NOBODY
from fivefold.contract.errors import MatchOver
from fivefold.house.availability import available
from fivefold.house.errors import NotOffered, NotYours
from fivefold.house.house import House
from fivefold.house.notices.news_words import item
from fivefold.house.table.seating import MatchRequest
from fivefold.house.table.sweeper import Sweeper
from fivefold.play.clocks import LAG_LIMIT
from fivefold.play.rest import DAY
from fivefold.session import offers
from fivefold.session.snapshot import LIVE, OVER, Cause
from fivefold.session.timing import time_of
from tests.session.tables import computer, table

from .conftest import numbered
from .people import ANNA, BEN, CLEO, STEPS
from .virtual import VirtualClock, last, left, moved, up_for, with_clocks

pytestmark = pytest.mark.slow

SLOW = "3d/move"
THREE_DAYS = 3 * DAY // 1000


@pytest.fixture
def clock():
    return VirtualClock()


@pytest.fixture
def house(database, clock):
    return House(database, clock, numbered())


@pytest.fixture
def sweeper(house):
    sweeper = Sweeper(house)
    sweeper.begin()
    return sweeper


def heard_by(house, *people):
    heard = []
    for person in people:
        house.news.listen(person, heard.append)
    return heard


def test_a_flag_falls_when_time_and_what_the_network_may_take_are_over(house, clock, sweeper):
    now = moved(house, with_clocks(house))
    clock.pass_(62)
    sweeper.sweep()
    assert house.snapshot(now.id).status == LIVE and left(house, now) == (0, 62)
    clock.pass_(LAG_LIMIT / 1000)
    sweeper.sweep()
    over = house.snapshot(now.id)
    assert last(over) == ("time", 0) and over.match.outcome.winner == 1
    assert over.clocks.seats[0].left == 0


def test_a_match_is_called_off_if_a_first_move_does_not_come(house, clock, sweeper):
    now = with_clocks(house, "10m+5s")
    clock.pass_(61.5)
    sweeper.sweep()
    end = house.snapshot(now.id).entries[-1]
    assert (end.kind, end.mover, end.text) == ("abandoned", 0, Cause.LATE)


def test_a_move_that_comes_too_late_loses(house, clock):
    now = moved(house, with_clocks(house, "30s/move"))
    clock.pass_(31)
    with pytest.raises(MatchOver, match="your time was up before this move arrived"):
        house.play(now.id, ANNA, 3, "step:1")
    assert house.snapshot(now.id).entries[-1].kind == "time"


def test_what_the_network_took_is_given_back_up_to_a_bound(house, clock):
    now = moved(house, with_clocks(house, "30s/move"))
    clock.pass_(31)
    now = house.play(now.id, ANNA, 3, "step:1", lag=9_000)
    assert now.status == LIVE and now.entries[-1].given_back == LAG_LIMIT


def test_a_move_counts_from_when_it_arrived(house, clock):
    now = moved(house, with_clocks(house))
    clock.pass_(10)
    arrived = house.now()
    clock.pass_(30)
    now = house.play(now.id, ANNA, 3, "step:1", arrived=arrived)
    assert left(house, now) == (54, 62)


def test_a_flag_waits_for_a_move_on_its_way(house, clock, sweeper):
    now = moved(house, with_clocks(house, "30s/move"))
    clock.pass_(40)
    with house.clocks.arriving(now.id):
        assert 0 < sweeper.sweep() <= 0.02
        assert house.snapshot(now.id).status == LIVE
    clock.pass_(0.02)
    sweeper.sweep()
    assert house.snapshot(now.id).status == OVER


def test_a_slow_clock_is_announced_and_claimed(house, clock, sweeper):
    now = moved(house, with_clocks(house, SLOW))
    heard = heard_by(house, ANNA, BEN)
    up_for(house, clock, THREE_DAYS - 86_400)
    sweeper.sweep()
    assert [(note.person_id, note.kind) for note in heard] == [(ANNA, "time")]
    assert item(house, heard.pop())["title"] == "Your time is running out"
    with pytest.raises(NotOffered, match="still has time"):
        house.clocks.claim(now.id, BEN)
    assert available(house.snapshot(now.id), BEN)["claim"] == "Anna still has time".replace("Anna", now.names[0])
    up_for(house, clock, 86_400)
    sweeper.sweep()
    assert [(note.person_id, note.kind, note.seat) for note in heard] == [(BEN, "time-out", 0)]
    assert "has run out of time: claim the win, give more time or wait" in item(house, heard.pop())["title"]
    assert house.news.waiting(BEN) == 1 == house.news.waiting(ANNA)
    sweeper.sweep()
    assert not heard, "said once"
    waiting = house.snapshot(now.id)
    assert waiting.status == LIVE and available(waiting, BEN)["claim"] is True
    for who, error in ((ANNA, NotOffered), (CLEO, NotYours)):
        with pytest.raises(error):
            house.clocks.claim(now.id, who)
    over = house.clocks.claim(now.id, BEN)
    assert over.entries[-1].kind == "time" and over.match.outcome.winner == 1
    assert house.news.waiting(BEN) == 0


def test_who_ran_out_in_a_slow_match_may_move_until_somebody_claims(house, clock, sweeper):
    now = moved(house, with_clocks(house, SLOW))
    up_for(house, clock, THREE_DAYS + 5)
    sweeper.sweep()
    now = moved(house, now, 1)
    assert now.status == LIVE and now.told == 0 and house.news.waiting(BEN) == 1


def test_more_time_is_given_to_who_ran_out(house, clock, sweeper):
    now = moved(house, with_clocks(house, SLOW))
    up_for(house, clock, THREE_DAYS + 5)
    sweeper.sweep()
    now = house.clocks.give(now.id, BEN, now.number + 1)
    assert now.entries[-1].kind == "gift" and left(house, now)[0] == 86_400 and now.told == 0
    assert house.news.waiting(BEN) == 0
    with pytest.raises(NotOffered):
        house.clocks.claim(now.id, BEN)


def test_nobody_gives_time_where_there_is_no_clock_or_nobody_else(house):
    without = house.sit(house.create(ANNA, MatchRequest("track", STEPS, ("link",))).id, BEN)
    here = house.create(ANNA, MatchRequest("track", STEPS, ("here",), time="1m+2s"))
    for now in (without, here):
        assert available(now, ANNA)["give"] is not True
        with pytest.raises(NotOffered):
            house.clocks.give(now.id, ANNA, now.number + 1)
    with pytest.raises(NotYours):
        house.clocks.give(here.id, BEN, here.number + 1)


def test_a_pause_stops_clocks_and_ends_by_itself(house, clock, sweeper):
    now = moved(house, with_clocks(house))
    house.offer(now.id, ANNA, "pause", 3)
    now = house.answer(now.id, BEN, True)
    up_for(house, clock, 1799)
    sweeper.sweep()
    assert house.snapshot(now.id).paused and left(house, now) == (62, 62)
    up_for(house, clock, 1)
    sweeper.sweep()
    now = house.snapshot(now.id)
    assert not now.paused and now.entries[-1].kind == "resume"
    up_for(house, clock, 10)
    assert left(house, now) == (52, 62)


@pytest.mark.slow
def test_a_restart_leaves_every_clock_as_it_was(house, clock, database):
    matches = [with_clocks(house, time) for time in ("1m+2s", "2m~3s", "30s/move", SLOW, "10d+1d^14d")]
    for seconds in (3, 4, 5, 6):
        up_for(house, clock, seconds)
        matches = [moved(house, now, 1) for now in matches]
    again = House(database, clock)
    for now in matches:
        found = again.snapshot(now.id)
        assert (found.clocks, found.next_look, found.told) == (now.clocks, now.next_look, now.told)


def test_a_computer_is_charged_what_it_thought_and_no_flag_of_its_falls(house, clock, sweeper):
    now = house.create(ANNA, MatchRequest("track", {**STEPS, "goal": "40"}, ("1",), begin="me", time="1m+2s"))
    for seconds in (0, 7):
        now = house.play(now.id, ANNA, now.number + 1, "step:1")
        up_for(house, clock, 900)  # while others' questions were answered first
        sweeper.sweep()
        now = house.play_for(now.id, now.number + 1, "step:1", seconds)
    assert now.status == LIVE and now.clocks.seats[1].left == 57_000
    now = house.play(now.id, ANNA, now.number + 1, "step:1")
    up_for(house, clock, 100)
    over = house.play_for(now.id, now.number + 1, "step:1", 60.0)
    assert over.status == OVER and last(over) == ("time", 1)


def test_computers_that_have_played_for_too_long_agree_on_a_draw(house, monkeypatch):
    monkeypatch.setattr(offers, "LONGEST_AMONG_COMPUTERS", 1)
    now = table("focus", computer(1), computer(1))
    for over in (False, True):
        now = house.clocks.thought(now.number + 1, now.match.legal_moves()[0], 0.0)(now)
        assert (now.status == OVER) == over
    assert last(now) == ("agreed", NOBODY) and len(now.match.moves) == 1


def test_a_vacation_moves_the_moment_at_which_time_runs_out(house, clock, sweeper):
    now = moved(house, with_clocks(house, SLOW))
    before = now.next_look
    vacation = house.vacations.take(ANNA, None, time_of(clock.moment + 5 * DAY))
    assert house.snapshot(now.id).next_look == before + 5 * DAY
    up_for(house, clock, DAY / 1000)
    house.vacations.end(ANNA, vacation.id)
    assert house.snapshot(now.id).next_look == before + DAY
    sweeper.sweep()
    assert house.snapshot(now.id).told == 0


@pytest.mark.slow
def test_a_limit_for_the_whole_game_ends_it_by_its_points(house, clock, sweeper):
    race = house.create(ANNA, MatchRequest("solitaire", {"mode": "one-hand"}, (), time="5m/game"))
    up_for(house, clock, 300)
    sweeper.sweep()
    over = house.snapshot(race.id)
    assert over.status == OVER and over.entries[-1].kind == "time" and over.result == over.match.scores
