"""Mails of all matches together, at the hours that a person has chosen."""

from datetime import UTC, datetime
from types import SimpleNamespace

import pytest

from fivefold.doors.mail.post.outgoing import next_of, quiet_until
from fivefold.doors.mail.post.transports import Unreachable
from fivefold.house.errors import DamagedMatch
from fivefold.house.people.accounts import Preferences
from tests.house.people import BEN, by_link, play

from .conftest import rows
from .test_sender import prefer

pytestmark = pytest.mark.slow


def at(text):
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("hours", "zone", "now", "then"),
    [
        ("08,18", "", "2026-03-02T12:00", "2026-03-02T18:00"),
        ("08,18", "", "2026-03-02T18:00", "2026-03-02T18:00"),
        ("08,18", "", "2026-03-02T18:01", "2026-03-03T08:00"),
        ("08", "Europe/Vienna", "2026-03-28T08:00", "2026-03-29T06:00"),  # the clocks go forward in the night
        ("02", "Europe/Vienna", "2026-03-28T12:00", "2026-03-29T01:00"),  # an hour that this day does not have
        ("08", "Pacific/Auckland", "2026-03-02T12:00", "2026-03-02T19:00"),
        ("00", "nowhere", "2026-03-02T12:00", "2026-03-03T00:00"),
    ],
)
def test_hours_are_those_of_the_persons_day(hours, zone, now, then):
    assert next_of(hours, Preferences(time_zone=zone), at(now)) == at(then)


def test_quiet_hours_end_at_their_hour():
    chosen = Preferences(quiet_from="22", quiet_until="07", time_zone="Europe/Vienna")
    assert quiet_until(chosen, at("2026-03-02T22:30")) == at("2026-03-03T06:00")
    assert quiet_until(chosen, at("2026-03-02T12:00")) is None


@pytest.fixture
def matches(house, sender, way):
    """Two matches whose beginnings were told; it is Anna's turn; Ben wants mail at 08 and 18."""
    found = [by_link(house), by_link(house)]
    sender.sweep()
    way.messages.clear()
    prefer(house, BEN, mail_of_matches="digest")
    return found


def thrice(sender):
    """Let it gather what is due, send that, and look once more."""
    for _ in range(3):
        sender.sweep()


def told(way):
    """Return of each message what it tells."""
    return [SimpleNamespace(kind=text.split()[1], to=text.split()[2], text=text) for text in way.texts]


def test_all_that_is_new_goes_out_together_at_the_hour(house, sender, way, matches, clock):
    first, second = (play(house, now, "step:1") for now in matches)
    sender.sweep()
    clock.pass_(6 * 3600 - 1)
    sender.sweep()
    assert way.messages == []
    clock.pass_(1)
    thrice(sender)
    (mail,) = told(way)
    assert (mail.kind, mail.to) == ("digest", "ben@example.org")
    for now in (first, second):
        assert f"{{'match': '{now.id}', 'since': {now.number - 1}, 'number': {now.number}}}" in mail.text
    clock.pass_(86400)
    sender.sweep()
    assert len(way.messages) == 1


def test_what_a_person_has_done_at_the_page_meanwhile_is_not_told(house, sender, way, matches, clock):
    prefer(house, BEN, mail_of_matches="digest")
    moved = play(house, play(house, matches[0], "step:1"), "step:1")
    play(house, matches[1], "step:1")
    clock.pass_(6 * 3600)
    thrice(sender)
    (mail,) = [mail for mail in told(way) if mail.kind == "digest"]
    assert moved.id not in mail.text and matches[1].id in mail.text


def test_a_digest_waits_for_the_end_of_quiet_hours(house, sender, way, matches, clock):
    prefer(house, BEN, quiet_from="17", quiet_until="20")
    play(house, matches[0], "step:1")
    clock.pass_(7 * 3600)
    sender.sweep()
    assert way.messages == []
    clock.pass_(3600)
    thrice(sender)
    assert [mail.kind for mail in told(way)] == ["digest"]


def test_a_digest_that_was_not_sent_is_sent_once_there_is_a_server(house, sender, way, matches, clock):
    play(house, matches[0], "step:1")
    clock.pass_(6 * 3600)
    way.unreachable = Unreachable("down")
    sender.sweep()
    sender.sweep()
    clock.pass_(60)
    way.unreachable = None
    thrice(sender)
    assert [mail.kind for mail in told(way)] == ["digest"] and ("digest", "sent") in rows(house)


def test_a_damaged_match_keeps_nobody_from_a_digest_of_the_others(house, sender, way, matches, clock, monkeypatch):
    first, second = (play(house, now, "step:1") for now in matches)
    known = house.known

    def damaged(match_id):
        if match_id == first.id:
            raise DamagedMatch("it is damaged", subject=match_id)
        return known(match_id)

    monkeypatch.setattr(house, "known", damaged)
    clock.pass_(6 * 3600)
    thrice(sender)
    (mail,) = told(way)
    assert mail.kind == "digest" and second.id in mail.text and first.id not in mail.text


def test_what_may_not_be_seen_yet_is_told_in_a_later_digest(house, sender, way, matches, clock, monkeypatch):
    first, _ = (play(house, now, "step:1") for now in matches)
    seen_by = house.delays.seen_by

    def seen_later(now, person_id):
        return SimpleNamespace(number=now.number - 1) if now.id == first.id else seen_by(now, person_id)

    clock.pass_(6 * 3600)
    with monkeypatch.context() as patched:
        patched.setattr(house.delays, "seen_by", seen_later)
        patched.setattr(house.delays, "seconds_to_change", lambda now, seen: 60.0)
        thrice(sender)
    assert [first.id in mail.text for mail in told(way)] == [False]
    clock.pass_(24 * 3600)
    thrice(sender)
    assert [first.id in mail.text for mail in told(way)] == [False, True]
