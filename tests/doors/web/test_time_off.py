"""Time off in slow games by page and form, without script, and what others see of it."""

from datetime import UTC, datetime, timedelta
from itertools import count

import pytest

from fivefold.house.database import open_database
from fivefold.house.house import House
from fivefold.house.people.signing_in import Device
from fivefold.house.table.seating import MatchRequest
from tests.doors.web.reader import Reader
from tests.house.people import keep_accounts

pytestmark = pytest.mark.slow

ANNA, BEN = "anna567812345678", "ben5678123456789"
WEEK, BOOK, END = "/time-off/week", "/time-off/vacations", "/time-off/vacations/end"
NIGHTS = {"off-5": "yes", "off-6": "yes", "night_from": "22:00", "night_until": "7:00", "zone": "berlin"}


def words(page):
    return page.one("main")["words"]


@pytest.fixture(params=[0, 12, 23], ids=["just after midnight", "at noon", "just before midnight"])
def house(request, url):
    """Return a house at a time of a day; a second passes whenever somebody looks at the clock."""
    begins, seconds = datetime(2026, 3, 11, request.param, 30, tzinfo=UTC), count()
    return House(open_database(url), lambda: begins + timedelta(seconds=next(seconds)))


@pytest.fixture
def anna(reader):
    return Reader(reader.app, ANNA)


def signed_in(app, house, person):
    """Return a reader who is signed in to an account."""
    made = Reader(app, person)
    session = house.signing_in.admit(person, Device("Firefox on Linux", "192.0.2.1")).session
    made.cookies.set("guest", app.state.visitors.cookie(session))
    return made


def day(house, days):
    return (house.now() + timedelta(days=days)).date().isoformat()


def test_days_off_a_night_and_a_zone_are_chosen(anna, house):
    page = anna.fill(anna.open("/time-off"), WEEK, **NIGHTS)
    assert "those under way keep what held" in words(page)
    assert house.accounts.preferences(ANNA).rest == "sat,sun 22:00-07:00 Europe/Berlin"
    page = anna.fill(page, WEEK, **{"off-5": "", "night_from": "", "night_until": ""})
    assert house.accounts.preferences(ANNA).rest == "sun Europe/Berlin"


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"off-4": "yes"}, "at most 2 days a week"),
        ({"night_until": "09:00"}, "at most 10 hours"),
        ({"night_until": ""}, "One of the times is missing"),
        ({"night_until": "22:00"}, "Both times are the same"),
        ({"night_until": "late"}, "Late is no time; write both like 22:00"),
        ({"zone": "Atlantis"}, "no time zone Atlantis; choose one from the list"),
    ],
)
def test_what_is_wrong_is_said_beside_its_field_and_nothing_typed_is_lost(anna, house, wrong, says):
    page = anna.fill(anna.open("/time-off"), WEEK, **{**NIGHTS, **wrong})
    assert says in words(page)
    typed = {**NIGHTS, **wrong}
    assert page.one("input", name="night_until")["attrs"]["value"] == typed["night_until"]
    assert page.one("input", name="zone", id="zone")["attrs"]["value"] == typed["zone"]
    assert house.accounts.preferences(ANNA).rest == ""


def test_a_vacation_is_booked_ended_and_cancelled(anna, house):
    page = anna.fill(anna.open("/time-off"), BOOK, back=day(house, 9))
    left = 22 if house.now().hour == 23 else 21  # The hour before midnight counts as no day.
    assert "You are away" in words(page) and "I’m back" in words(page) and f"{left} of 30 days left" in words(page)
    page = anna.fill(page, END)
    assert "Welcome back" in words(page) and "29 of 30" in words(page)
    page = anna.fill(page, BOOK, **{"from": day(house, 5), "back": day(house, 10)})
    assert "booked" in words(page) and house.vacations.away_until([ANNA]) == {}
    page = anna.fill(page, END)
    assert "cancelled" in words(page) and "29 of 30" in words(page)


@pytest.mark.parametrize(
    ("first", "back", "says"),
    [
        (-1, 5, "cannot begin in the past"),
        (0, 30, "one vacation lasts at most 21"),
        (5, 5, "choose a later day"),
        (500, 505, "at most a year ahead"),
    ],
)
def test_what_cannot_be_booked_is_said(anna, house, first, back, says):
    page = anna.fill(anna.open("/time-off"), BOOK, **{"from": day(house, first), "back": day(house, back)})
    assert says in words(page)
    assert page.one("input", name="back")["attrs"]["value"] == day(house, back)
    assert house.vacations.of(ANNA) == []


@pytest.mark.parametrize("back", ["", "soon", "2026-13-40", "9999-12-31", "0001-01-01", "2026-02-30"])
def test_dates_that_are_none_are_refused_in_words(anna, house, back):
    page = anna.fill(anna.open("/time-off"), BOOK, back=back)
    assert page.one("input", name="back")["attrs"]["aria-invalid"] == "true"
    assert house.vacations.of(ANNA) == []


def test_nobody_ends_the_vacation_of_another(anna, house, reader):
    made = house.vacations.take(ANNA, None, house.now() + timedelta(days=3))
    ben = Reader(reader.app, BEN)
    house.vacations.take(BEN, None, house.now() + timedelta(days=3))
    form = ben.open("/time-off")
    answer = ben.post(END, data={**form.fields(form.one("form", action=END)), "vacation": str(made.id)})
    assert answer.status_code == 409 and "over already" in answer.text
    assert ANNA in house.vacations.away_until([ANNA])


def test_dates_begin_where_the_browser_says_one_lives(anna, house):
    page = anna.open("/time-off")
    anna.fill(page, BOOK, back=day(house, 5), zone="Pacific/Auckland")
    (made,) = house.vacations.of(ANNA)
    assert made.ends.hour in {11, 12} and house.vacations.zone(ANNA) == "Pacific/Auckland"
    anna.fill(anna.open("/time-off"), WEEK, zone="Europe/Berlin")
    assert house.vacations.zone(ANNA) == "Europe/Berlin"


def test_everybody_sees_who_is_away_and_whose_clock_rests_when(house, reader):
    keep_accounts(house, {ANNA: "Anna", BEN: "Ben"})
    anna, ben = (signed_in(reader.app, house, person) for person in (ANNA, BEN))
    house.accounts.set_preference(ANNA, "rest", "sat,sun 22:00-07:00 Europe/Berlin")
    now = house.create(ANNA, MatchRequest("focus", {}, ("link",), begin="me", time="3d/move"))
    house.sit(now.id, BEN)
    table = f"/matches/{now.id}"
    stranger = Reader(reader.app, "stranger12345678")
    page = stranger.open(table)
    assert "Anna: Saturday and Sunday, 22:00 to 7:00 (Europe/Berlin)" in page.text
    assert "away until" not in page.text and "I’m away until" not in page.text
    assert anna.open(table).all("a", href="/time-off#vacations")
    house.vacations.take(ANNA, None, house.now() + timedelta(days=9))
    house.create(ANNA, MatchRequest("focus", {}, ("link",), to="Ben"))
    for path, who in ((table, stranger), ("/players/Anna", stranger), ("/challenges", ben)):
        assert "away until" in who.open(path).text.lower(), path
    live = house.create(ANNA, MatchRequest("focus", {}, ("link",), begin="me", time="5m+3s"))
    house.sit(live.id, BEN)
    assert "away until" not in anna.open(f"/matches/{live.id}").text
