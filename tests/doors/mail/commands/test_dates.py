from datetime import date

import pytest

from fivefold.contract.errors import InvalidOption
from fivefold.doors.mail.commands.vacation import span_of
from tests.quick import in_turn

TODAY = date(2027, 6, 16)
"""A Wednesday."""


@in_turn(
    "text, first, back",
    [
        ("until 3 July", None, date(2027, 7, 3)),
        ("until July 3", None, date(2027, 7, 3)),
        ("until 3rd Jul", None, date(2027, 7, 3)),
        ("till 3. July", None, date(2027, 7, 3)),
        ("until 3.7.", None, date(2027, 7, 3)),
        ("until 3.7.2027", None, date(2027, 7, 3)),
        ("2027-07-03", None, date(2027, 7, 3)),
        ("until 2 January", None, date(2028, 1, 2)),
        ("until tomorrow", None, date(2027, 6, 17)),
        ("until Monday", None, date(2027, 6, 21)),
        ("until wed", None, date(2027, 6, 23)),
        ("14 days", None, date(2027, 6, 30)),
        ("for 2 weeks", None, date(2027, 6, 30)),
        ("from 20 June until 3 July", date(2027, 6, 20), date(2027, 7, 3)),
        ("20 June - 3 July", date(2027, 6, 20), date(2027, 7, 3)),
        ("from 2027-06-20 to 2027-07-03", date(2027, 6, 20), date(2027, 7, 3)),
        ("2027-06-20 2027-07-03", date(2027, 6, 20), date(2027, 7, 3)),
        ("from 20 December until 3 January", date(2027, 12, 20), date(2028, 1, 3)),
        ("from 20 June for 10 days", date(2027, 6, 20), date(2027, 6, 30)),
        ("from today until Sept 1, 2027", date(2027, 6, 16), date(2027, 9, 1)),
    ],
)
def test_dates_are_read_as_people_write_them(text, first, back):
    span = span_of(text.split(), TODAY)
    assert (span.first, span.back, span.zone) == (first, back, "")


def test_a_time_zone_may_stand_anywhere():
    span = span_of(["until", "3", "July", "Europe/Vienna"], TODAY)
    assert (span.back, span.zone) == (date(2027, 7, 3), "Europe/Vienna")
    assert span_of(["until", "3", "July", "europe/vienna"], TODAY).zone == "Europe/Vienna"


@in_turn(
    "text, why",
    [
        ("until Easter", "easter is no date"),
        ("until", "a date is missing"),
        ("soon", "soon is no date"),
        ("until 31 June", "there is no such day"),
        ("until 3/7", "is it the day or the month"),
        ("until 3/7/2027", "is it the day or the month"),
        ("until 3 July Europe/Atlantis", "there is no time zone Europe/Atlantis"),
        ("10 10 10", "is no date"),
    ],
)
def test_what_is_no_date_is_refused_with_an_example(text, why):
    with pytest.raises(InvalidOption, match=why):
        span_of(text.split(), TODAY)
