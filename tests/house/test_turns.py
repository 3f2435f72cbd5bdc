"""Whose turn it is to write: nobody waits for ever."""

import threading
import time
from contextlib import ExitStack, closing, contextmanager

import pytest

from fivefold.house.database import open_database
from fivefold.house.errors import Busy
from fivefold.house.turns import Patience, Turn, patience
from tests.house.people import ANNA, by_link, facts

LONG = Patience(time.monotonic() + 3600)


@contextmanager
def elsewhere(job):
    """Run a job in a thread of its own meanwhile."""
    thread = threading.Thread(target=job)
    thread.start()
    try:
        yield thread
    finally:
        thread.join()


@contextmanager
def held(turn):
    """Let another thread have the turn meanwhile."""
    taken, enough = threading.Event(), threading.Event()

    def hold():
        with turn.taken():
            taken.set()
            enough.wait()

    with elsewhere(hold):
        try:
            taken.wait()
            yield
        finally:
            enough.set()


def test_a_turn_is_taken_again_by_who_has_it():
    turn = Turn()
    with turn.taken(), turn.taken():
        pass
    with held(turn):
        pass


def test_who_waits_too_long_for_the_turn_is_refused():
    turn = Turn()
    with held(turn), patience(Patience(time.monotonic())), pytest.raises(Busy, match="try again"), turn.taken():
        pass
    with turn.taken():
        pass


def test_the_time_is_for_the_turn_and_the_database_together():
    turn = Turn()
    with patience(Patience(time.monotonic() + 60)), turn.taken() as seconds:
        assert 0 < seconds <= 60


def is_taken(turn):
    """Return whether another thread has the turn."""
    free = turn._lock.acquire(blocking=False)
    if free:
        turn._lock.release()
    return not free


@contextmanager
def locked(url):
    """Let another process write; yields what ends that."""
    with closing(open_database(url)) as other, ExitStack() as opened:
        opened.enter_context(other.writing())
        yield opened.close


def test_a_command_waits_for_another_process_to_have_written(house, url):
    snapshot, done = by_link(house), []
    with locked(url) as end, patience(LONG):
        mover = threading.Thread(target=lambda: done.append(house.play(snapshot.id, ANNA, 1, "step:2")))
        mover.start()
        while not is_taken(house._turn):
            time.sleep(0.001)
        assert not done and house.snapshot(snapshot.id) is snapshot
        end()
        mover.join()
    assert facts(done[0]) == facts(house.snapshot(snapshot.id)) and done[0].number == 1


def test_a_command_that_is_refused_changes_nothing_and_counts_once_afterwards(house, url):
    snapshot = by_link(house)
    with locked(url), patience(Patience(0.0)), pytest.raises(Busy, match="was not done"):
        house.play(snapshot.id, ANNA, 1, "step:2")
    assert house.snapshot(snapshot.id) is snapshot
    played = house.play(snapshot.id, ANNA, 1, "step:2")
    assert house.play(snapshot.id, ANNA, 1, "step:2") is played and played.number == 1
