"""A house that is killed around the moments at which flags fall: none falls early, and none is forgotten."""

import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from fivefold.house.database import open_database
from fivefold.house.house import House
from fivefold.house.table.sweeper import Sweeper
from fivefold.session.snapshot import LIVE, MOVE, OVER
from fivefold.session.timing import moment
from tests.attack.conftest import many
from tests.house.virtual import VirtualClock, moved, with_clocks

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform == "win32", reason="needs kill -9")]
ROOT = Path(__file__).parents[2]
TOGETHER = 25
"""Matches whose flags fall around one kill."""
SWEEPING = """
import sys, time
from datetime import datetime, timedelta
from fivefold.play import catalogue
from fivefold.house.house import House
from fivefold.house.table.sweeper import Sweeper
from fivefold.house.database import open_database
catalogue._modules["track"] = "tests.house.track"
start, began = datetime.fromisoformat(sys.argv[2]), time.monotonic()
house = House(open_database(sys.argv[1]), lambda: start + timedelta(seconds=time.monotonic() - began))
sweeper = Sweeper(house)
sweeper.start()
print("up", flush=True)
time.sleep(60)
"""


@pytest.fixture(autouse=True)
def toy_game(monkeypatch):
    from fivefold.play import catalogue

    monkeypatch.setitem(catalogue._modules, "track", "tests.house.track")


def swept_until_killed(url, at, seconds, chance):
    """Let a process sweep from a virtual time on, and kill it somewhere in so many seconds."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "src")])}
    command = [sys.executable, "-c", SWEEPING, url, at.isoformat()]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=environment) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "up\n"
        try:
            process.wait(chance.uniform(0, seconds))
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)


def fallen_properly(house, now):
    """Assert that a flag fell once, and not before its time, outages given back; return whether it did."""
    found = house.snapshot(now.id)
    kinds = [entry.kind for entry in found.entries]
    assert kinds == [MOVE, MOVE] + (["time"] if found.status == OVER else [])
    if found.status == LIVE:
        return False
    assert moment(found.entries[-1].at) >= now.clocks.falls(house.stops(now))
    assert found.clocks.seats[0].left == 0
    assert found.clocks.seats[0].used == found.clocks.seats[0].added
    return True


@pytest.mark.parametrize("number", range(many(1, 20)))
def test_flags_around_a_kill_fall_once_and_not_early(tmp_path, number):
    """Twenty times at length, each with twenty-five flags: five hundred trials."""
    chance, clock = random.Random(number), VirtualClock()
    url = f"sqlite:///{tmp_path / 'house.sqlite'}"
    house = House(open_database(url), clock)
    sweeper = Sweeper(house)
    sweeper.begin()
    begun = []
    for _ in range(TOGETHER):
        begun.append(moved(house, with_clocks(house, "5s/move")))
        clock.pass_(0.04)
    sweeper.sweep()  # the last heartbeat of this house
    swept_until_killed(url, clock(), 8.0, chance)
    clock.pass_(chance.uniform(9, 1000))  # later than that process can have come
    again = House(open_database(url), clock)
    sweeper = Sweeper(again)
    sweeper.begin()
    live = [found for found in map(again.snapshot, ids(begun)) if found.status == LIVE]
    # What is due now was due before the other process was last up: nobody loses time by the kill.
    killed, _ = again.clocks.outages.since(0)[-1]
    due = [falls for falls in (flag_falls(again, found) for found in live) if falls <= clock.moment]
    assert [falls for falls in due if falls > killed] == []
    fallen = [fallen_properly(again, now) for now in begun]
    for _ in range(9):
        sweeper.sweep()
        clock.pass_(1)
    sweeper.sweep()
    assert all(fallen_properly(again, now) for now in begun), "none is forgotten"
    assert len(fallen) == TOGETHER


def ids(begun):
    return [now.id for now in begun]


def flag_falls(house, now):
    """Return when a flag falls, in milliseconds since 1970."""
    return now.clocks.falls(house.stops(now))
