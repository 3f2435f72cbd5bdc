"""Nights, days off and vacations off the clock, beside a twin that looks at a clock on the wall minute by minute."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fivefold.contract.errors import InvalidOption
from fivefold.play.rest import DAY, MINUTE, Rest, zones
from fivefold.play.rest import _year as parts_of_year
from tests.quick import in_turn

HOUR = 60 * MINUTE
CHANGING = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca", "Pacific/Apia"]
BERLIN = Rest(frozenset({5, 6}), (22 * 60, 7 * 60), "Europe/Berlin")


def at(text, zone="Europe/Berlin"):
    """Return the moment at which clocks in a zone show this, the first one if there are two."""
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp() * 1000)


def runs(rest, moment):
    """Tell whether the clock runs, the plain way."""
    if any(begins <= moment < ends for begins, ends in rest.vacations):
        return False
    wall = datetime.fromtimestamp(moment // 1000, UTC).astimezone(ZoneInfo(rest.zone))
    first, last = rest.night or (0, 0)
    minute = wall.hour * 60 + wall.minute
    by_night = first <= minute < last if first <= last else minute >= first or minute < last
    return wall.weekday() not in rest.weekend and not by_night


def nights():
    lengths = st.tuples(st.integers(0, 1439), st.integers(1, 600))
    return st.none() | lengths.map(lambda night: (night[0], (night[0] + night[1]) % 1440))


def moments():
    """Return a strategy for whole minutes, of them many near the days on which clocks are changed."""
    near = st.sampled_from([at("2026-03-29"), at("2026-10-25"), at("2026-03-08"), at("2026-11-01"), at("2011-12-30")])
    spread = st.integers(-4 * 1440, 4 * 1440)
    return st.builds(lambda day, minutes: day + minutes * MINUTE, near, spread)


def vacations():
    times = st.lists(moments(), min_size=0, max_size=6, unique=True).map(sorted)
    return times.map(lambda times: tuple(zip(times[::2], times[1::2], strict=False)))


def rests():
    weekend = st.frozensets(st.integers(0, 6), max_size=2)
    zone = st.sampled_from(["UTC", *CHANGING, "Asia/Kathmandu"])
    return st.builds(Rest, weekend, nights(), zone, vacations())


def test_a_week_has_five_workdays_of_fifteen_hours():
    monday = at("2026-11-23")
    assert BERLIN.counted(monday, monday + 7 * DAY) == 5 * 15 * HOUR
    assert BERLIN.counted(at("2026-11-27T21:00"), at("2026-11-30T08:30")) == 2.5 * HOUR
    assert BERLIN.after(at("2026-11-27T21:00"), 2 * HOUR) == at("2026-11-30T08:00")


def test_a_clock_says_until_when_it_stands():
    assert BERLIN.stands_until(at("2026-11-24T07:00")) is None
    assert BERLIN.stands_until(at("2026-11-24T06:59:59.999")) == at("2026-11-24T07:00")
    assert BERLIN.stands_until(at("2026-11-27T22:00")) == at("2026-11-30T07:00")
    away = Rest(vacations=((at("2026-12-01"), at("2026-12-03")),), zone="Europe/Berlin", weekend=frozenset({3}))
    assert away.stands_until(at("2026-12-01T12:00")) == at("2026-12-04"), "the vacation ends on a day off"


def test_the_hour_of_a_night_that_is_left_out_or_comes_twice():
    night = Rest(night=(60, 150), zone="Europe/Berlin")
    assert night.counted(at("2026-03-29"), at("2026-03-30")) == 22 * HOUR, "23 hours, one of them in the night"
    assert night.counted(at("2026-10-25"), at("2026-10-26")) == 23 * HOUR, "25 hours, 2:00 to 2:30 comes twice"


def test_nothing_off_the_clock_counts_everything():
    assert Rest().counted(5, 1_000_005) == 1_000_000
    assert Rest().after(5, 1_000_000) == 1_000_005
    assert Rest().stands_until(5) is None
    assert BERLIN.after(at("2026-11-28"), 0) == at("2026-11-28")
    assert BERLIN.counted(10 * DAY, 5 * DAY) == 0


@settings(deadline=None, max_examples=25)
@given(rests(), moments(), st.integers(0, 3 * 1440))
def test_minute_by_minute_the_same_counts(rest, start, minutes):
    ticks = [start + minute * MINUTE for minute in range(minutes)]
    assert rest.counted(start, start + minutes * MINUTE) == MINUTE * sum(runs(rest, tick) for tick in ticks)


@settings(deadline=None, max_examples=25)
@given(rests(), moments())
def test_what_is_said_of_a_moment_is_what_the_wall_shows(rest, moment):
    until = rest.stands_until(moment)
    assert (until is None) == runs(rest, moment)
    if until is not None:
        assert runs(rest, until) and not runs(rest, until - MINUTE)


@settings(deadline=None, max_examples=25)
@given(rests(), moments(), st.integers(-MINUTE, MINUTE), st.integers(1, 100 * DAY))
def test_after_is_the_first_moment_at_which_so_much_has_counted(rest, start, shift, counted):
    end = rest.after(start + shift, counted)
    assert rest.counted(start + shift, end) == counted
    assert rest.counted(start + shift, end - 1) == counted - 1
    assert rest.stands_until(end - 1) is None


@settings(deadline=None, max_examples=25)
@given(rests(), st.lists(st.integers(at("2025-01-01"), at("2028-01-01")), min_size=3, max_size=3).map(sorted))
def test_parts_make_the_whole(rest, times):
    first, middle, last = times
    assert rest.counted(first, middle) + rest.counted(middle, last) == rest.counted(first, last)
    assert 0 <= rest.counted(first, middle) <= middle - first


@settings(deadline=None, max_examples=25)
@given(rests(), moments(), st.integers(0, 10**9), st.integers(0, 10**9))
def test_more_time_ends_later(rest, start, counted, more):
    assert start <= rest.after(start, counted) <= rest.after(start, counted + more)


@pytest.mark.slow
def test_every_zone_agrees_with_the_wall_for_some_years():
    start, end = at("2024-01-01", "UTC"), at("2027-01-01", "UTC")
    for zone in zones():
        rest = Rest(frozenset({6}), (8 * 60, 18 * 60), zone)
        for moment in range(start, end, 61 * HOUR):
            assert (rest.stands_until(moment) is None) == runs(rest, moment), (zone, moment)


@pytest.mark.long
def test_every_change_of_the_clocks_since_1970_is_found():
    for zone in zones():
        info = ZoneInfo(zone)
        for year in range(1971, 2040, 4):
            for first, last, ahead in parts_of_year(zone, year):
                for moment in range(first, last, 3 * DAY):
                    assert datetime.fromtimestamp(moment // 1000, info).utcoffset() == timedelta(milliseconds=ahead)


def test_a_year_with_many_holidays_is_counted_and_reached():
    year, now = 365 * DAY, at("2026-01-01")
    away = Rest(
        BERLIN.weekend,
        BERLIN.night,
        BERLIN.zone,
        tuple((now + n * 10 * DAY, now + n * 10 * DAY + DAY) for n in range(36)),
    )
    counted = away.counted(now, now + year)
    assert 0 < counted < year - 36 * DAY
    assert away.after(now, counted) <= now + year


def test_times_far_away_are_no_trouble():
    assert BERLIN.after(at("2190-01-01"), 400 * 365 * DAY) > 800 * 365 * DAY
    assert BERLIN.after(-DAY, 1) < 0
    years = Rest(vacations=((DAY, 100 * 365 * DAY),))
    assert years.after(0, 2 * DAY) == 100 * 365 * DAY + DAY


@settings(deadline=None, max_examples=25)
@given(rests())
def test_the_written_form_is_read_back(rest):
    kept = Rest(rest.weekend, rest.night, rest.zone)
    assert Rest.parse(rest.text) == kept


def test_written_forms():
    assert BERLIN.text == "sat,sun 22:00-07:00 Europe/Berlin"
    assert Rest().text == ""
    assert Rest(frozenset({0})).text == "mon UTC"
    assert Rest.parse("22:30-00:00 UTC") == Rest(night=(22 * 60 + 30, 0))
    assert Rest.parse("") == Rest() and Rest().never and not BERLIN.never


@in_turn(
    "text, says",
    [
        ("sun,sat UTC", "sun,sat UTC: .*; write sat,sun UTC"),
        ("sat,sun", "write sat,sun UTC"),
        ("sat,funday UTC", "funday: there is no such day; days are mon"),
        ("fri,sat,sun UTC", "fri,sat,sun: these are too many days; at most 2 days"),
        ("sat  UTC", "there is no such time zone"),
        ("22:00-09:00 UTC", "22:00-09:00: this night is too long; at most 10 hours"),
        ("22:00-22:00 UTC", "this is no part of a day"),
        ("24:00-07:00 UTC", "24:00-07:00: this is no time from and until; sat,sun 22:00-07:00"),
        ("22:00-07:00 Europe/Atlantis", "Europe/Atlantis: there is no such time zone"),
        ("22:00-07:00 ../../etc/passwd", "there is no such time zone"),
        ("sat UTC UTC", "sat UTC UTC: this is not how"),
        (" ", "there is no such time zone"),
        ("UTC", "this is not how"),
        ("2²:00-07:00 UTC", "no time from and until"),
    ],
)
def test_a_text_that_is_wrong_is_refused_in_words(text, says):
    with pytest.raises(InvalidOption, match=says):
        Rest.parse(text)


@given(
    st.text("satun,:0279-UTC \n²", max_size=30)
    | st.lists(st.sampled_from(["sat", ",", " ", "22:00", "-", "07:00", "UTC"])).map("".join)
)
def test_any_text_is_read_or_refused(text):
    try:
        assert Rest.parse(text).text == text
    except InvalidOption as error:
        assert error.problem.message


def test_vacations_come_in_order():
    for wrong in [((5, 5),), ((5, 9), (8, 12)), ((5, 9), (1, 3))]:
        with pytest.raises(ValueError, match="in order"):
            Rest(vacations=wrong)
    assert Rest(vacations=((1, 3), (3, 5))).stands_until(1) == 5


def test_days_are_numbered():
    with pytest.raises(InvalidOption, match="0 to 6"):
        Rest(frozenset({7}))


def test_a_vacation_over_a_change_of_the_clocks_lasts_as_long_as_said():
    begins = at("2026-03-28T12:00")
    away = Rest(zone="Europe/Berlin", vacations=((begins, begins + int(timedelta(days=2).total_seconds()) * 1000),))
    assert away.counted(begins - HOUR, begins + 3 * DAY) == HOUR + DAY
