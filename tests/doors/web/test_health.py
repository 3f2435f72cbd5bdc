"""What whoever watches over the house is told: from what is known already."""

import pytest

from fivefold.doors.web.app import create_app
from fivefold.doors.web.settings import Settings
from fivefold.house import ledger
from fivefold.house.computers.opponents import SILENT_SECONDS, Opponents
from fivefold.house.database import open_database
from fivefold.house.errors import NotKept
from fivefold.house.house import House
from fivefold.house.loop import Loop
from tests.doors.web.conftest import Person
from tests.house.several import eventually
from tests.house.test_opponents import Thinkers


class Watched:
    """A house whose opponents sweep when the test says so, at a time that it sets."""

    def __init__(self, url):
        self.now, self.house = 100.0, House(open_database(url))
        thinkers = Thinkers()
        thinkers.compiling = False
        self.opponents = Opponents(self.house, thinkers, clock=lambda: self.now)
        self.client = Person(create_app(self.house, self.opponents, Settings(limited=False)), "anna567abcdefghi")

    def ask(self):
        answer = self.client.get("/health")
        return answer.status_code, answer.json()

    def sweep(self):
        """Sweep as the opponents' thread does, once."""
        self.opponents._sweep_once()


def test_a_house_that_stands(url):
    watched = Watched(url)
    watched.client.begin("locus", **{"other-1": "7", "begin": "them"})
    watched.now += 5
    watched.sweep()
    watched.now += 1
    assert watched.house.free_bytes() > 0
    watched.house.free_bytes = lambda: 7
    assert watched.ask() == (
        200,
        {
            "status": "ok",
            "compiling": False,
            "queue": {"waiting": 1, "running": 0, "oldest_seconds": 1.0},
            "database": "ok",
            "database_seconds": 1.0,
            "writes": "ok",
            "loops": "ok",
            "disk_free_bytes": 7,
        },
    )


def test_a_database_that_fails_is_told_of_at_once_and_is_failing_after_a_while(url, monkeypatch, caplog):
    watched = Watched(url)
    watched.sweep()
    monkeypatch.setattr(watched.house, "due", lambda *_: 1 / 0)
    watched.now += 3
    watched.sweep()
    status, told = watched.ask()
    assert (status, told["status"], told["database"]) == (200, "ok", "ZeroDivisionError: see the log")
    watched.now += SILENT_SECONDS
    status, told = watched.ask()
    assert (status, told["status"], told["database_seconds"]) == (503, "failing", 13.0) and caplog.records
    monkeypatch.undo()
    watched.sweep()
    assert watched.ask()[0] == 200


def test_a_database_that_does_not_answer_at_all_is_failing(url):
    watched = Watched(url)
    watched.now += SILENT_SECONDS
    assert watched.ask()[0] == 503 and watched.ask()[1]["database"] == "no answer for 10 seconds"


def test_a_loop_that_fails_is_told_of_by_its_name(url, caplog):
    watched, loop = Watched(url), Loop("clocks", lambda: 1 / 0, again=60.0)
    watched.sweep()
    loop.start()
    eventually(lambda: loop.trouble)
    status, told = watched.ask()
    loop.stop()
    assert (status, told["status"], told["loops"]) == (503, "failing", {"clocks": "ZeroDivisionError"})
    assert watched.ask()[0] == 200 and caplog.records


def test_a_full_disk_is_told_of_for_a_minute_and_of_readiness_until_something_is_stored(url, monkeypatch):
    watched, now = Watched(url), [100.0]
    watched.sweep()
    monkeypatch.setattr(ledger, "monotonic", lambda: now[0])
    ready = lambda: watched.client.get("/health/ready").json()  # noqa: E731
    monkeypatch.setattr(Opponents, "up", True)

    def full(*_):
        raise NotKept("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(watched.house._database, "writing", full)
        with pytest.raises(NotKept):
            watched.house.note_person("ben4567abcdefghi")
    status, told = watched.ask()
    assert (status, told["status"], told["writes"]) == (503, "failing", "failed within the last minute")
    assert ready()["error"] == "the house cannot write to its disk"
    watched.house.note_person("ben4567abcdefghi")
    assert watched.ask()[0] == 503 and ready() == {"status": "ok"}
    now[0] += 61
    assert watched.ask()[0] == 200
