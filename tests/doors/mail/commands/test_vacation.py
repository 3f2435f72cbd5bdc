import pytest

from fivefold.contract.errors import InvalidOption
from fivefold.house.errors import NotOffered
from tests.doors.mail.commands.conftest import by, said, sent
from tests.house.people import ANNA

pytestmark = pytest.mark.slow


def test_a_vacation_begins_now_and_ends_where_the_player_lives(house):
    answers = said(sent(by(house, ANNA), "vacation", "until", "14", "March", "Europe/Vienna"))
    assert answers.startswith("You are away from now on until 14 March: your clocks in slow games stand still")
    assert "You have 17 days of vacation left within a year of it" in answers
    (vacation,) = house.vacations.of(ANNA)
    assert vacation.ends.isoformat() == "2025-03-13T23:00:00+00:00"
    assert house.accounts.preferences(ANNA).time_zone == "Europe/Vienna"


def test_a_vacation_is_booked_listed_and_cancelled(house):
    sent(by(house, ANNA), "vacation", "from", "10", "March", "until", "14", "March")
    assert "You will be away from 10 March until 14 March." in said(sent(by(house, ANNA), "vacation"))
    assert "is cancelled" in said(sent(by(house, ANNA), "vacation", "off"))
    assert house.vacations.of(ANNA) == []
    assert "You have booked no vacation." in said(sent(by(house, ANNA), "vacation"))


def test_a_vacation_is_ended(house):
    sent(by(house, ANNA), "vacation", "14", "days")
    assert said(sent(by(house, ANNA), "vacation", "end")) == "Welcome back! Your clocks run again."
    assert house.vacations.away_until([ANNA]) == {}
    with pytest.raises(NotOffered, match="you have booked no vacation"):
        sent(by(house, ANNA), "vacation", "end")


@pytest.mark.parametrize(
    ("text", "why"),
    [("until 1 April", "at most 21"), ("until 2031-01-01", "too far away"), ("until 2020-01-01", "is over")],
)
def test_a_vacation_has_bounds(house, text, why):
    with pytest.raises(InvalidOption, match=why):
        sent(by(house, ANNA), "vacation", *text.split())


def test_who_has_no_time_zone_is_told_that_it_is_utc(house):
    assert "send vacation end, and then the dates with your time zone" in said(
        sent(by(house, ANNA), "vacation", "until", "tomorrow")
    )
