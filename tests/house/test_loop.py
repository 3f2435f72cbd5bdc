"""A loop that must live goes on after whatever goes wrong, and says so once."""

import re
from pathlib import Path

import pytest

import fivefold
from fivefold.house.errors import Busy
from fivefold.house.loop import Loop, troubles
from tests.house.several import eventually

SOURCES = Path(fivefold.__file__).parent
NO_LOOPS = {
    "house/loop.py": "the loops themselves",
    "engine/worker_main.py": "one loads what is compiled, once; one waits once, for the process that began it to end",
    "lab/players/guard.py": "waits once, for the program that it guards",
    "lab/engine.py": "thinks once, about one position; the next question begins another",
    "serve.py": "opens a page once",
}
"""Threads that may end."""


def test_every_thread_that_must_live_is_a_loop():
    found = {
        path.relative_to(SOURCES).as_posix()
        for path in SOURCES.rglob("*.py")
        if re.search(r"\bThread\(", path.read_text())
    }
    assert found == NO_LOOPS.keys(), "make it a Loop, so that /health tells when it fails"


@pytest.fixture
def looped():
    """Return a function that starts a loop whose steps do these things one after the other, then nothing."""
    started = []

    def start(*things):
        left = list(things)

        def step():
            done.append(None)
            if left and (error := left.pop(0)) is not None:
                raise error
            return 60.0

        done = []
        loop = Loop("of a test", step, again=0.0)
        started.append(loop)
        loop.start()
        return loop, done

    yield start
    for loop in started:
        loop.stop()
    assert not troubles()


def test_it_goes_on_after_an_unexpected_error_which_is_logged_once(looped, caplog):
    _, done = looped(OSError("broken"), OSError("broken"), RuntimeError("other"), None)
    eventually(lambda: len(done) == 4)
    assert [record.exc_info[0] for record in caplog.records] == [OSError, RuntimeError] and not troubles()


def test_a_database_that_is_busy_is_no_trouble_of_its_own(looped, caplog):
    _, done = looped(Busy("busy"), None)
    eventually(lambda: len(done) == 2)
    assert not caplog.records


def test_while_it_fails_it_is_told(looped):
    loop, _ = looped(*[ValueError("again")] * 10**6)
    eventually(lambda: troubles() == {"of a test": "ValueError"})
    loop.stop()
    assert not troubles() and not loop.up


def test_it_waits_until_it_is_woken_and_stops_at_once(looped):
    loop, done = looped()
    eventually(lambda: done)
    loop.wake()
    eventually(lambda: len(done) == 2)


def test_an_error_while_it_waits_does_not_end_it(looped, monkeypatch, caplog):
    """As a system call may give it that a clock of the machine confuses."""
    loop, done = looped()
    eventually(lambda: done)
    wait, failing = loop._woken.wait, [OSError(22, "Invalid argument")]
    monkeypatch.setattr(loop._woken, "wait", lambda seconds: wait(0) if not failing else _raise(failing.pop()))
    loop.wake()
    eventually(lambda: len(done) >= 3)
    assert len(caplog.records) == 1


def _raise(error):
    raise error
