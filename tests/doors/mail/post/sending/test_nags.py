"""Slow clocks that run out: each is told once, to whom it matters, whatever happens to the house."""

import pytest

from fivefold.house.house import House
from fivefold.house.table.sweeper import Sweeper
from tests.house.conftest import numbered
from tests.house.mail_people import to_send
from tests.house.people import ANNA, BEN
from tests.house.test_clocks import SLOW, THREE_DAYS
from tests.house.virtual import moved, up_for, with_clocks

from .test_sender import follow, prefer

pytestmark = pytest.mark.slow
A_DAY = 86_400


@pytest.fixture
def match(house, sender, way):
    """A slow match in which Anna is to move; its beginning was told."""
    now = with_clocks(house, SLOW)
    sender.sweep()
    way.messages.clear()
    return now


def later(house, clock, seconds):
    """Let time pass, and the house look at its clocks."""
    up_for(house, clock, seconds)
    Sweeper(house).sweep()


def nags(house):
    return [(mail.person, mail.content["what"]) for mail in to_send(house) if mail.kind == "nag"]


def test_a_reminder_goes_out_a_day_before_the_time_is_out(house, sender, way, match, clock):
    later(house, clock, THREE_DAYS - A_DAY - 1)
    assert nags(house) == []
    later(house, clock, 1)
    later(house, clock, 60)
    assert nags(house) == [(ANNA, "reminder")]
    sender.sweep()
    sender.sweep()
    assert [text.split()[1:3] for text in way.texts] == [["nag", "anna@example.org"]]


def test_time_that_is_out_is_told_to_both(house, sender, way, match, clock):
    later(house, clock, THREE_DAYS - A_DAY)
    later(house, clock, A_DAY)
    later(house, clock, A_DAY)
    assert nags(house) == [(ANNA, "reminder"), (ANNA, "late"), (BEN, "claimable")]
    sender.sweep()
    assert [(text.split()[2], text.rpartition("'what': ")[2]) for text in way.texts] == [
        ("anna@example.org", "'late'}"),
        ("ben@example.org", "'claimable'}"),
    ]


def test_no_reminder_goes_out_where_the_move_was_made_meanwhile(house, sender, way, match, clock):
    later(house, clock, THREE_DAYS - A_DAY)
    moved(house, match, 1)
    sender.sweep()
    assert not any(" nag " in text for text in way.texts) and nags(house) == []


def test_a_reminder_comes_once_also_where_the_house_ends_right_after_it(house, match, clock, database):
    later(house, clock, THREE_DAYS - A_DAY)
    again = House(database, clock, numbered(100))
    for _ in range(3):
        Sweeper(again).sweep()
        clock.pass_(60)
    assert nags(again) == [(ANNA, "reminder")]


def test_the_next_turn_has_a_reminder_of_its_own(house, match, clock):
    later(house, clock, THREE_DAYS - A_DAY)
    now = moved(house, match, 2)
    later(house, clock, THREE_DAYS - A_DAY)
    assert nags(house) == [(ANNA, "reminder"), (ANNA, "reminder")] and house.snapshot(now.id).told == 1


def test_who_hears_only_of_ends_is_not_reminded(house, sender, way, match, clock):
    prefer(house, ANNA, mail_of_matches="ends")
    later(house, clock, THREE_DAYS - A_DAY)
    sender.sweep()
    assert way.messages == [] and nags(house) == []


def test_who_stopped_mails_about_the_match_is_not_reminded(house, match, clock):
    follow(house, ANNA, match.id, "never")
    later(house, clock, THREE_DAYS - A_DAY)
    assert nags(house) == []


def test_a_digest_does_not_hold_a_reminder_back(house, sender, way, match, clock):
    prefer(house, ANNA, mail_of_matches="digest", mail_hours="23")
    later(house, clock, THREE_DAYS - A_DAY)
    sender.sweep()
    assert [text.split()[1] for text in way.texts] == ["nag"]
