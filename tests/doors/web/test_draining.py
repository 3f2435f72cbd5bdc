"""Stopping in order: visitors are sent elsewhere first, streams come back later, and what has begun is finished."""

import signal

import httpx
import pytest

from fivefold.doors.web import connections, health
from fivefold.doors.web.app import create_app
from fivefold.doors.web.connections import Draining
from fivefold.doors.web.settings import Settings
from fivefold.house.database.database import REVISION
from tests.doors.web.conftest import TIMEOUT, Person, reading, serving, wait_until


def test_a_process_that_is_told_to_stop_goes_on_for_a_while():
    now = [100.0]
    leaving = Draining(5, clock=lambda: now[0])
    assert not leaving.begun and not leaving.over
    leaving.begin()
    assert leaving.begun and not leaving.over
    now[0] += 3
    leaving.begin()  # again: nothing changes
    now[0] += 2
    assert leaving.over


def test_it_can_be_hurried():
    leaving = Draining(5, clock=lambda: 100.0)
    leaving.begin()
    leaving.begin(at_once=True)
    assert leaving.over


def test_streams_do_not_all_come_back_at_once():
    waits = {int(connections.farewell(1000).split(b":")[1]) for _ in range(100)}
    assert len(waits) > 50 and min(waits) >= connections.SOONEST and max(waits) <= connections.SOONEST + 5000
    assert connections.farewell(0) == b"retry: 200\n\n"


def told(person):
    answer = person.get("/health/ready")
    return answer.status_code, answer.json().get("error", "")


@pytest.mark.slow
def test_a_house_that_stands_is_live_and_ready(anna):
    assert anna.get("/health/live").json() == {"status": "ok"}
    assert told(anna) == (200, "")


@pytest.mark.slow
def test_a_house_that_stops_is_live_but_not_ready_and_closes_connections(app, anna):
    app.state.draining.begin()
    assert told(anna) == (503, "it is stopping")
    answer = anna.get("/health/live")
    assert answer.status_code == 200 and answer.headers["connection"] == "close"


@pytest.mark.slow
def test_a_house_without_its_opponents_is_not_ready(anna, opponents, monkeypatch):
    monkeypatch.setattr(opponents, "up", False)
    assert told(anna) == (503, "the computer opponents have stopped")


@pytest.mark.slow
@pytest.mark.parametrize(("revision", "status"), [("0001", 503), (REVISION, 200), ("9999", 200)])
def test_a_database_is_ready_when_this_program_has_what_it_needs(anna, house, revision, status):
    """A newer program may have brought it further: this process goes on until it is replaced."""
    with house.writing() as connection:
        connection.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{revision}'")
    assert told(anna)[0] == status


@pytest.mark.slow
def test_a_database_that_does_not_answer_is_not_ready_and_nothing_private_is_said(anna, app, monkeypatch):
    def fail(connection):
        raise RuntimeError("postgresql://fivefold:secret@db.example")

    monkeypatch.setattr(health, "is_outdated", fail)
    assert told(anna) == (503, "the database fails: RuntimeError")


@pytest.mark.slow
def test_who_asks_often_costs_the_database_one_look_a_second(anna, app, monkeypatch):
    asked = []
    monkeypatch.setattr(health, "is_outdated", lambda connection: asked.append(1))
    assert [told(anna) for _ in range(5)] == [(200, "")] * 5
    assert len(asked) == 1


@pytest.mark.slow
def test_visitors_are_answered_until_the_house_stops_and_streams_are_told_when_to_come_back(house, opponents):
    app = create_app(house, opponents, Settings(limited=False, drain_seconds=60))
    anna = Person(app, "anna567abcdefghi")
    match = anna.begin()["match"]
    with (
        serving(app) as (address, server),
        httpx.Client(base_url=address, timeout=TIMEOUT) as visitor,
        reading(address, match, anna) as hers,
    ):
        wait_until(hers.ids)
        server.handle_exit(signal.SIGTERM, None)
        ready = visitor.get("/health/ready")
        assert ready.status_code == 503 and ready.headers["connection"] == "close"
        page = visitor.get("/about")
        assert page.status_code == 200 and not hers.ended.is_set()
        server.handle_exit(signal.SIGTERM, None)  # somebody is in a hurry
        wait_until(hers.ended.is_set)
        assert not server.force_exit
    assert hers.retries[-1] >= connections.SOONEST
