"""A house whose database goes away: what was done, what was not, and that sending it again is safe."""

import psycopg
import pytest
from sqlalchemy import event
from sqlalchemy.engine import make_url

from fivefold.house.bus import STORING
from fivefold.house.errors import Busy, OutcomeUnknown
from fivefold.house.house import House
from tests.conftest import BOTH
from tests.house.people import ANNA, by_link, facts

pytestmark = pytest.mark.parametrize("url", BOTH[1:], indirect=True)
ENDED = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
MOST_STATEMENTS = 2
"""Beside the commit: it begins, and changes the match, its log and its seats together."""


def end_all(url):
    """Let the server end all connections to a database."""
    plain = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(plain, autocommit=True) as other:
        other.execute(f"{ENDED} AND pid <> pg_backend_pid()")


def test_a_move_whose_commit_was_lost_is_looked_up_and_sent_again(house, url):
    now, once = by_link(house), iter([True])
    event.listen(house._database._engine, "commit", lambda _: end_all(url) if next(once, False) else None)
    with pytest.raises(OutcomeUnknown, match="look whether it was done"):
        house.play(now.id, ANNA, 1, "step:2")
    assert facts(house.snapshot(now.id)) == facts(now)
    assert house.play(now.id, ANNA, 1, "step:2").number == 1


def test_a_move_that_was_stored_though_nobody_said_so_counts_once(house, url, monkeypatch):
    now, once = by_link(house), iter([True])

    def commit(connection):
        connection.commit()
        if next(once, False):
            end_all(url)
            connection.execute("SELECT 1")

    monkeypatch.setattr(house._database._engine.dialect, "do_commit", commit)
    with pytest.raises(OutcomeUnknown):
        house.play(now.id, ANNA, 1, "step:2")
    found = house.snapshot(now.id)
    assert found.number == 1
    assert house.play(now.id, ANNA, 1, "step:2") is found


def test_a_move_that_was_lost_before_its_commit_was_not_made(house, url):
    now, once = by_link(house), iter([True])

    def lost(connection, *_):
        if next(once, False):
            end_all(url)
            connection.exec_driver_sql("SELECT 1")

    house.bus.subscribe(STORING, lost)
    with pytest.raises(Busy, match="was not done") as told:
        house.play(now.id, ANNA, 1, "step:2")
    assert not isinstance(told.value, OutcomeUnknown) and house.snapshot(now.id) is now
    assert house.play(now.id, ANNA, 1, "step:2").number == 1


def test_two_houses_move_at_different_tables_side_by_side(house, database):
    other, met = House(database), []
    here, there = by_link(house), by_link(house)

    def meanwhile(_connection, _before, after):
        if after.id == here.id:
            met.append(other.play(there.id, ANNA, 1, "step:3").number)

    house.bus.subscribe(STORING, meanwhile)
    assert house.play(here.id, ANNA, 1, "step:2").number == 1 and met == [1]


def test_a_move_takes_few_messages(house):
    now, asked = by_link(house), []
    listened = house._database._engine, "before_cursor_execute", lambda *said: asked.append(said[2])
    event.listen(*listened)
    house.play(now.id, ANNA, 1, "step:2")
    assert len(asked) <= MOST_STATEMENTS, asked
