"""Nights, days off and vacations: what people choose and book, and what their clocks make of it."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from fivefold.contract.errors import InvalidOption
from fivefold.house.errors import NotOffered
from fivefold.house.house import House
from fivefold.house.people import export
from fivefold.house.people.accounts import Preferences
from fivefold.house.people.vacations import VACATION_CHANGED, weekly
from fivefold.house.table.seating import MatchRequest
from fivefold.play.rest import Rest
from fivefold.session.timing import moment, time_of
from tests.house.people import ANNA, BEN, CLEO, by_link, keep_accounts, play

pytestmark = pytest.mark.slow

START = datetime(2026, 11, 2, 12, tzinfo=UTC)
DAY, HOUR = timedelta(days=1), timedelta(hours=1)
NIGHTS = "sat,sun 22:00-07:00 Europe/Berlin"


class Clock:
    """A clock that is set by hand."""

    def __init__(self):
        self.now = START

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def house(database, clock):
    return House(database, clock)


def slow(house):
    return by_link(house, time="3d/move")


def runs_out(house, match):
    now = house.known(match.id)
    return time_of(now.clocks.runs_out(house.clocks.stops(now)))


def test_a_match_keeps_what_its_players_had_chosen_when_it_began(house):
    house.accounts.set_preference(ANNA, "rest", NIGHTS)
    house.accounts.set_preference(BEN, "rest", "Europe/Vienna")
    match = slow(house)
    assert [seat.rest for seat in match.seats] == [NIGHTS, ""]
    house.accounts.set_preference(ANNA, "rest", "")
    house.outdate([match.id])
    again = house.known(match.id)
    assert [seat.rest for seat in again.seats] == [NIGHTS, ""]
    assert house.vacations.rests(again)[0] == Rest.parse(NIGHTS)
    assert house.vacations.rests(again)[1] == Rest()


def test_a_choice_made_while_a_table_waits_counts_when_it_begins(house):
    match = house.create(ANNA, slow_wish())
    house.accounts.set_preference(ANNA, "rest", NIGHTS)
    assert house.sit(match.id, BEN).seats[0].rest == NIGHTS


def slow_wish():
    return MatchRequest("track", {"dice": "off", "first": "0"}, ("link",), begin="me", time="3d/move")


def test_live_matches_and_those_without_a_clock_keep_nothing(house):
    house.accounts.set_preference(ANNA, "rest", NIGHTS)
    house.vacations.take(ANNA, None, START + 5 * DAY)
    for time in ("", "5m+3s"):
        match = by_link(house, time=time)
        assert [seat.rest for seat in match.seats] == ["", ""]
        assert house.vacations.rests(match) == {}
    assert runs_out(house, match) == START + timedelta(minutes=5)


def test_nights_and_days_off_are_not_counted(house):
    house.accounts.set_preference(ANNA, "rest", NIGHTS)
    match = slow(house)
    assert runs_out(house, match) > START + 6 * DAY, "three times 24 hours, fifteen of them a day and none at weekends"


def test_a_vacation_stops_the_clock_until_it_ends(house, clock):
    match = slow(house)
    assert runs_out(house, match) == START + 3 * DAY
    house.vacations.take(ANNA, START + DAY, START + 11 * DAY)
    assert runs_out(house, match) == START + 13 * DAY
    clock.now = START + 5 * DAY
    house.vacations.end(ANNA, house.vacations.of(ANNA)[0].id)
    assert runs_out(house, match) == START + 7 * DAY
    match = play(house, match, "step:2")
    assert house.known(match.id).clocks.running == 1
    assert runs_out(house, match) == START + 8 * DAY


def test_somebody_looks_at_the_clocks_later_once_a_player_is_away(house, clock, database):
    match = slow(house)
    assert house.known(match.id).next_look == moment(START + 2 * DAY), "a reminder when one day is left"
    made = house.vacations.take(ANNA, START + DAY, START + 11 * DAY)
    assert house.known(match.id).next_look == moment(START + 12 * DAY)
    assert House(database, clock).known(match.id).next_look == moment(START + 12 * DAY), "as it is stored"
    house.vacations.end(ANNA, made.id)
    assert house.known(match.id).next_look == moment(START + 2 * DAY)


def test_the_others_clocks_go_on(house):
    match = play(house, slow(house), "step:2")
    house.vacations.take(ANNA, None, START + 10 * DAY)
    assert runs_out(house, match) == START + 3 * DAY


def test_time_that_was_out_stays_out(house, clock):
    """A vacation can be booked, but it begins now or later: what has run out by then is not given back."""
    match = slow(house)
    clock.now = START + 3 * DAY
    house.vacations.take(ANNA, None, clock.now + 10 * DAY)
    assert runs_out(house, match) == START + 3 * DAY
    now = house.known(match.id)
    assert now.clocks.left(0, moment(clock.now + DAY), house.clocks.stops(now)) == 0
    assert house.clocks.claim(match.id, BEN).status == "over"


def test_a_millisecond_before_the_time_is_out_a_vacation_still_helps(house, clock):
    match = slow(house)
    clock.now = START + 3 * DAY - timedelta(milliseconds=1)
    house.vacations.take(ANNA, None, START + 13 * DAY)
    assert runs_out(house, match) == START + 13 * DAY + timedelta(milliseconds=1)


@pytest.mark.parametrize(
    ("begins", "ends", "says", "field"),
    [
        (-1, 5, "cannot begin in the past", "from"),
        (3, 3, "not after the first day", "back"),
        (3, 2, "not after the first day", "back"),
        (0, 22, "22 days; one vacation lasts at most 21", "back"),
        (366, 370, "too far away", "from"),
        (6, 8, "booked a vacation then already", "from"),
        (4, 6, "booked a vacation then already", "from"),
    ],
)
def test_what_cannot_be_booked_is_said_in_words(house, begins, ends, says, field):
    house.vacations.take(ANNA, START + 5 * DAY, START + 7 * DAY)
    with pytest.raises(InvalidOption, match=says) as caught:
        house.vacations.take(ANNA, START + begins * DAY, START + ends * DAY)
    assert caught.value.problem.field == field
    assert len(house.vacations.of(ANNA)) == 1


def test_thirty_days_a_year(house, clock):
    house.vacations.take(ANNA, START + 100 * DAY, START + 120 * DAY)
    assert house.vacations.days_left(ANNA) == 10
    with pytest.raises(InvalidOption, match="31 days of vacation; at most 30 within 365"):
        house.vacations.take(ANNA, START, START + 11 * DAY)
    house.vacations.take(ANNA, START, START + 10 * DAY)
    assert house.vacations.days_left(ANNA) == 0
    with pytest.raises(InvalidOption, match="at most 30"):
        house.vacations.take(ANNA, START + 50 * DAY, START + 51 * DAY)
    clock.now = START + 375 * DAY
    assert house.vacations.days_left(ANNA) == 10
    house.vacations.take(ANNA, None, clock.now + 10 * DAY)
    with pytest.raises(InvalidOption, match="at most 30"):
        house.vacations.take(ANNA, clock.now + 11 * DAY, clock.now + 12 * DAY)
    house.vacations.take(ANNA, clock.now + 110 * DAY, clock.now + 130 * DAY)


def test_days_are_counted_as_the_calendar_does(house):
    berlin = ZoneInfo("Europe/Berlin")
    begins, ends = datetime(2027, 10, 20, tzinfo=berlin), datetime(2027, 11, 10, tzinfo=berlin)
    assert ends.astimezone(UTC) - begins.astimezone(UTC) == 21 * DAY + HOUR
    assert house.vacations.take(ANNA, begins, ends).days == 21


def test_a_vacation_begun_and_ended_at_once_takes_a_day(house, clock):
    for _ in range(10):
        house.vacations.take(ANNA, None, clock.now + DAY)
        clock.now += timedelta(minutes=1)
        house.vacations.end(ANNA, house.vacations.of(ANNA)[-1].id)
    assert house.vacations.days_left(ANNA) == 20
    with pytest.raises(InvalidOption, match="31 days"):
        house.vacations.take(ANNA, None, clock.now + 21 * DAY)


def test_one_to_come_is_cancelled_and_only_ones_own(house, clock):
    made = house.vacations.take(ANNA, START + DAY, START + 3 * DAY)
    with pytest.raises(NotOffered, match="over already"):
        house.vacations.end(BEN, made.id)
    house.vacations.end(ANNA, made.id)
    assert house.vacations.of(ANNA) == []
    made = house.vacations.take(ANNA, START + DAY, START + 3 * DAY)
    clock.now = START + 3 * DAY
    with pytest.raises(NotOffered, match="over already"):
        house.vacations.end(ANNA, made.id)


def test_who_is_away_is_told_while_it_lasts(house, clock):
    house.vacations.take(ANNA, START + DAY, START + 3 * DAY)
    house.vacations.take(ANNA, START + 3 * DAY, START + 4 * DAY)
    assert house.vacations.away_until([ANNA, BEN]) == {}
    clock.now = START + 2 * DAY
    assert house.vacations.away_until([ANNA, BEN]) == {ANNA: START + 4 * DAY}
    clock.now = START + 4 * DAY
    assert house.vacations.away_until([ANNA]) == {}


def test_who_has_to_know_is_told(house):
    told = []
    house.bus.subscribe(VACATION_CHANGED, told.append)
    made = house.vacations.take(ANNA, START + DAY, START + 2 * DAY)
    house.vacations.end(ANNA, made.id)
    assert told == [ANNA, ANNA]


def test_the_zone_of_dates(house):
    assert house.vacations.zone(ANNA) == "UTC"
    house.accounts.set_preference(ANNA, "time_zone", "Europe/Vienna")
    assert house.vacations.zone(ANNA) == "Europe/Vienna"
    house.accounts.set_preference(ANNA, "rest", "sun America/New_York")
    assert house.vacations.zone(ANNA) == "America/New_York"


def test_weekly_times_are_checked_when_they_are_chosen(house):
    for wrong in ("sun,sat UTC", "mon,tue,wed UTC", 5, True):
        with pytest.raises(InvalidOption):
            house.accounts.set_preference(ANNA, "rest", wrong)
    assert Preferences.read({"rest": "nonsense"}).rest == ""


def test_a_zone_that_is_unknown_here_stops_no_match():
    assert weekly("sat,sun 22:00-07:00 Moon/Crater") == Rest.parse("sat,sun 22:00-07:00 UTC")
    assert weekly("Moon/Crater") == Rest() == weekly("nonsense of no kind")


def test_vacations_come_along_into_an_account(house, clock):
    match = slow(house)
    house.vacations.take(CLEO, START + DAY, START + 5 * DAY)
    house.vacations.take(ANNA, START + 3 * DAY, START + 6 * DAY)
    keep_accounts(house, {CLEO: "Cleo"})
    house.bringing.bring(ANNA, CLEO)
    assert [(each.begins, each.ends) for each in house.vacations.of(CLEO)] == [
        (START + DAY, START + 5 * DAY),
        (START + 3 * DAY, START + 6 * DAY),
    ]
    assert house.vacations.of(ANNA) == []
    assert runs_out(house, match) == START + 8 * DAY, "times that overlap count once"


def test_vacations_are_exported_and_deleted(house):
    keep_accounts(house, {ANNA: "Anna"})
    house.vacations.take(ANNA, START, START + DAY)
    with house.reading() as connection:
        (row,) = export.listed(connection, "vacations", ANNA)
    assert row["begins"] == START.isoformat(timespec="milliseconds") and set(row) == {"begins", "ends", "made"}
    house.leaving.delete(house.accounts.account(ANNA))
    assert house.vacations.of(ANNA) == []
