"""Records of matches with clocks, as the house hands them out."""

import pytest

from fivefold.house.house import House
from fivefold.house.match_view import views
from fivefold.play.match import Match

from .conftest import numbered
from .people import ANNA, BEN
from .virtual import VirtualClock, moved, with_clocks


@pytest.fixture
def clock():
    return VirtualClock()


@pytest.fixture
def house(database, clock):
    return House(database, clock, numbered())


def record(house, now):
    return views.record(now, "", house.stops(now))


def test_a_record_tells_how_long_each_move_took_and_what_was_given(house, clock):
    now = with_clocks(house)
    for seconds in (7, 5):
        clock.pass_(seconds)
        now = moved(house, now, 1)
    clock.pass_(3)
    house.clocks.give(now.id, BEN, now.number + 1)
    clock.pass_(2)
    house.play(now.id, ANNA, now.number + 2, "step:1", lag=400)
    now = house.resign(now.id, BEN, now.number + 3)
    text = record(house, now)
    again = Match.from_record(text)
    assert again.timing is not None and again.to_record() == text
    assert [clock.left for clock in again.timing.stands().seats] == [clock.left for clock in now.clocks.seats]
    assert f"time {now.terms.time.text}" in text and "given 0 60.000" in text and "step:1 4.600" in text


def test_a_record_is_the_same_after_a_restart(house, clock, database):
    now = moved(house, with_clocks(house), 2)
    clock.pass_(9)
    now = moved(house, now, 1)
    again = House(database, clock, numbered())
    assert record(again, again.snapshot(now.id)) == record(house, now)


def test_times_of_a_match_are_kept_where_its_record_is_read(house, clock):
    now = moved(house, with_clocks(house, "30s/move"), 1)
    clock.pass_(31)
    house.clocks.look(now.id)
    now = house.snapshot(now.id)
    again = Match.from_record(record(house, now))
    assert again.ending == now.match.ending and again.timing.control == now.terms.time
