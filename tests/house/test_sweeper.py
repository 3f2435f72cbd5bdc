"""The sweeper: each flag falls once, at its time, whatever else happens; and outages are given back."""

import logging
import threading
from dataclasses import replace

import pytest

from fivefold.house.bus import CHANGED
from fivefold.house.database import open_database
from fivefold.house.errors import Busy
from fivefold.house.house import House
from fivefold.house.ledger import revised
from fivefold.house.stored_match import time_text
from fivefold.house.table import clocks
from fivefold.house.table.clocks import HEARTBEAT, joined
from fivefold.house.table.sweeper import NEXT_LOOK, Sweeper
from fivefold.play.clocks import LAG_LIMIT
from fivefold.session.snapshot import LIVE, OVER
from fivefold.session.timing import time_of

from .conftest import numbered
from .test_clocks import SLOW, THREE_DAYS
from .virtual import VirtualClock, left, moved, with_clocks

pytestmark = pytest.mark.slow

FALLS = 62 + LAG_LIMIT / 1000
"""Seconds after which a clock of the usual match has fallen when each has moved once."""


@pytest.fixture
def clock():
    return VirtualClock()


@pytest.fixture
def house(database, clock):
    return House(database, clock, numbered())


def swept(house):
    sweeper = Sweeper(house)
    sweeper.begin()
    return sweeper


def up(sweeper, clock, seconds):
    """Let time go by while the house is up."""
    while seconds > 0:
        clock.pass_(min(1, seconds))
        sweeper.sweep()
        seconds -= 1


@pytest.mark.slow
def test_a_sweep_says_when_the_next_is_due(house, clock):
    sweeper = swept(house)
    assert sweeper.sweep() == 1
    moved(house, with_clocks(house))
    assert sweeper.sweep() == 1
    up(sweeper, clock, 63)
    clock.pass_(0.25)
    assert sweeper.sweep() == 0.25


@pytest.mark.slow
def test_time_while_the_house_was_down_is_given_back(house, clock, database):
    sweeper, now = swept(house), moved(house, with_clocks(house))
    up(sweeper, clock, 10)
    sweeper.stop()
    clock.pass_(10_000)
    again = House(database, clock)
    sweeper = swept(again)
    sweeper.sweep()
    assert left(again, again.snapshot(now.id)) == (52, 62)
    up(sweeper, clock, 53.4)
    assert again.snapshot(now.id).status == LIVE
    up(sweeper, clock, 0.1)
    assert again.snapshot(now.id).status == OVER


def test_the_first_move_after_a_start_is_not_late_even_before_the_first_sweep(house, clock, database):
    sweeper, now = swept(house), moved(house, with_clocks(house))
    up(sweeper, clock, 1)
    clock.pass_(500)  # killed
    again = House(database, clock)
    again.snapshot(now.id)
    swept(again)
    assert moved(again, now, 1).status == LIVE


def test_a_move_on_its_way_when_the_house_went_down_has_its_time(house, clock, database):
    sweeper, now = swept(house), moved(house, with_clocks(house, "5s/move"))
    up(sweeper, clock, 6)
    sweeper.stop()
    clock.pass_(100)
    again = House(database, clock)
    swept(again).sweep()
    assert again.snapshot(now.id).status == LIVE
    clock.pass_(0.5)
    Sweeper(again).sweep()
    assert again.snapshot(now.id).status == OVER


def test_a_machine_that_stands_still_loses_nobody_time(house, clock, database):
    sweeper, now = swept(house), moved(house, with_clocks(house))
    up(sweeper, clock, 5)
    clock.pass_(300)
    now = moved(house, now, 1)
    assert left(house, now) == (59, 62)
    sweeper.sweep()
    assert left(House(database, clock), house.snapshot(now.id)) != (0, 0)
    found = House(database, clock)
    swept(found)
    assert left(found, found.snapshot(now.id)) == left(house, now)


def test_pages_hear_of_the_time_they_got_back(house, clock):
    sweeper, now = swept(house), moved(house, with_clocks(house))
    up(sweeper, clock, 5)
    told = []
    house.listen(now.id, told.append)
    clock.pass_(300)
    sweeper.sweep()
    assert [each.next_look - now.next_look for each in told] == [300_000]


def test_short_delays_are_no_outage(house, clock):
    sweeper, now = swept(house), moved(house, with_clocks(house))
    clock.pass_(3)
    sweeper.sweep()
    assert left(house, now) == (59, 62) and not house.clocks.outages.since(0)


def test_the_house_says_less_often_that_it_is_up_while_only_slow_clocks_run(house, clock):
    sweeper = swept(house)
    with_clocks(house, SLOW)
    sweeper.sweep()
    first = beats(house)
    clock.pass_(29)
    sweeper.sweep()
    assert beats(house) == first and first.every == 30_000
    clock.pass_(1)
    sweeper.sweep()
    assert beats(house) == (time_text(clock()), 30_000)
    moved(house, with_clocks(house))
    sweeper.sweep()
    assert beats(house) == (time_text(clock()), 1_000)


def beats(house):
    with house.reading() as connection:
        return connection.execute(HEARTBEAT).first()


def test_nothing_is_noted_while_no_clock_runs(house, clock):
    sweeper = swept(house)
    clock.pass_(5_000)
    sweeper.sweep()
    now = with_clocks(house)
    sweeper.sweep()
    assert not house.clocks.outages.since(0) and left(house, now) == (60, 60)


@pytest.mark.slow
def test_two_houses_on_one_database_let_each_flag_fall_once(house, clock, url, monkeypatch):
    monkeypatch.setattr(clocks, "steady", lambda: clock.moment)  # nobody puts the machine's clock
    other = House(open_database(url), clock, numbered(50))
    sweepers = [swept(each) for each in (house, other)]
    found = [moved(house, with_clocks(house)) for _ in range(6)]
    for now in found:
        other.snapshot(now.id)
    clock.pass_(3)
    for sweeper in sweepers:
        sweeper.sweep()
    up(sweepers[0], clock, FALLS - 4)
    clock.pass_(1)
    threads = [threading.Thread(target=sweeper.sweep) for sweeper in sweepers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for now in found:
        kinds = [entry.kind for entry in House(open_database(url), clock).snapshot(now.id).entries]
        assert kinds == ["move", "move", "time"]


@pytest.mark.slow
def test_a_match_that_fails_does_not_stop_the_others(house, clock, monkeypatch, caplog):
    sweeper = swept(house)
    bad, good = (moved(house, with_clocks(house)) for _ in range(2))
    look = house.clocks.look_at_all

    def failing(looks):
        if bad.id in looks:
            raise ValueError("broken")
        return look(looks)

    monkeypatch.setattr(house.clocks, "look_at_all", failing)
    with caplog.at_level(logging.ERROR):
        up(sweeper, clock, FALLS)
    assert [house.snapshot(now.id).status for now in (bad, good)] == [LIVE, OVER]
    assert len(caplog.records) == 1 and bad.id in caplog.text
    monkeypatch.undo()
    up(sweeper, clock, 60)
    assert house.snapshot(bad.id).status == OVER


def test_time_in_which_the_database_was_locked_is_given_back(house, clock, monkeypatch):
    sweeper, now = swept(house), moved(house, with_clocks(house))
    up(sweeper, clock, 2)
    monkeypatch.setattr("fivefold.house.turns.PATIENCE_SECONDS", 0.01)
    with house._database.writing():
        clock.pass_(100)
        for do in (sweeper.sweep, lambda: moved(house, now, 1)):
            with pytest.raises(Busy):
                do()
    sweeper.sweep()
    now = moved(house, now, 1)
    assert now.status == LIVE and left(house, now) == (62, 62)


@pytest.mark.parametrize("seconds", [2, 20])
def test_time_in_which_moves_were_tried_again_and_again_is_given_back(house, clock, monkeypatch, seconds):
    """However short it was, and also where somebody asks all the time: that shows that the house is up, not that it
    takes moves."""
    sweeper, now = swept(house), moved(house, with_clocks(house))
    up(sweeper, clock, 2)
    monkeypatch.setattr("fivefold.house.turns.PATIENCE_SECONDS", 0.01)
    with house._database.writing():
        for _ in range(seconds):
            clock.pass_(1)
            for do in (lambda: moved(house, now, 1), sweeper.sweep):
                with pytest.raises(Busy):
                    do()
    now = moved(house, now, 1)
    assert left(house, now) == (62, 62)


def test_a_slow_match_is_looked_at_again_after_an_outage(house, clock, database):
    sweeper, now = swept(house), moved(house, with_clocks(house, SLOW))
    sweeper.sweep()
    sweeper.stop()
    clock.pass_(THREE_DAYS * 2)
    again = House(database, clock)
    sweeper = swept(again)
    sweeper.sweep()
    found = again.snapshot(now.id)
    assert found.told == 0 and found.next_look == now.next_look + 1000 * 2 * THREE_DAYS
    with again.reading() as connection:
        stored = connection.scalar(NEXT_LOOK, {"at": ""})
    assert stored == time_text(time_of(found.next_look))


@pytest.mark.slow
def test_flags_fall_in_time_by_the_thread(database):
    house = House(database)
    sweeper = Sweeper(house)
    sweeper.start()
    fallen = threading.Event()
    house.bus.subscribe(CHANGED, lambda before, after: fallen.set() if after.status == OVER else None)
    try:
        now = moved(house, with_clocks(house, "5s/move"))
        with house.reading() as connection:  # as if five seconds had passed
            assert clocks.any_runs(connection)
        short = house.change({now.id: hurried})[0]
        assert fallen.wait(60)
        assert house.snapshot(now.id).entries[-1].at >= time_of(short.next_look)
    finally:
        sweeper.stop()


def hurried(now):
    """Return a match whose running clock has almost run out."""
    seats = tuple(replace(seat, left=20, credit=0) for seat in now.clocks.seats)
    return revised(now, clocks=replace(now.clocks, seats=seats))


def test_spans_that_overlap_are_one():
    at = [time_text(time_of(1000 * second)) for second in range(9)]
    spans = joined([(at[5], at[6]), (at[1], at[3]), (at[2], at[4]), (at[6], at[7]), (at[8], at[8])])
    assert spans == ((1000, 4000), (5000, 7000))


HOURS = 7200


@pytest.mark.parametrize(
    "order", [(-HOURS, HOURS), (HOURS, -HOURS), (-HOURS, 2 * HOURS), (-HOURS, HOURS, -HOURS, HOURS)]
)
@pytest.mark.parametrize("active", [True, False])
@pytest.mark.parametrize("restarts", ["never", "in order", "killed"])
def test_a_clock_of_the_machine_that_is_put_costs_nobody_time(database, clock, order, active, restarts):
    """``active``: moves are made and the house sweeps after each step; otherwise only at the end."""
    house = House(database, clock, numbered())
    sweeper, now = swept(house), moved(house, with_clocks(house))
    up(sweeper, clock, 3)
    for step in order:
        clock.pass_(step)
        if restarts == "in order":
            sweeper.stop()
        if restarts != "never":
            house = House(database, clock, numbered())
            sweeper = swept(house)
            sweeper.sweep()
        clock.pass_(2)
        if active:
            now = moved(house, house.snapshot(now.id), 1)
            up(sweeper, clock, 3)
    sweeper.sweep()
    found = house.snapshot(now.id)
    assert found.status == LIVE and min(left(house, found)) >= 62 - 3 - 5 * len(order)
