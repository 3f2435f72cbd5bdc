"""What it costs to look for clocks that have run out among very many slow games."""

import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, insert

from benchmarks.measurement import Measurement
from fivefold.house.database import open_database, schema
from fivefold.house.house import House
from fivefold.house.stored_match import time_text
from fivefold.house.table.seating import MatchRequest
from fivefold.house.table.sweeper import Sweeper
from fivefold.session.snapshot import MatchSnapshot

MATCHES: Final = 100_000
QUICK: Final = 5_000
DUE: Final = 10
CONTROL: Final = "3d/move"
START: Final = datetime(2026, 1, 5, tzinfo=UTC)
TOGETHER: Final = 20_000
SWEEPS: Final = 20


def measure_clocks(quick: bool) -> list[Measurement]:
    """Measure sweeps over many slow games: where nothing is due, and where some players have to be reminded."""
    count = QUICK if quick else MATCHES
    now = START
    with tempfile.TemporaryDirectory() as folder:
        database = open_database(f"sqlite:///{Path(folder) / 'house.db'}")
        house = House(database, lambda: now)
        for first in range(0, count, TOGETHER):
            with house.writing() as connection:
                _store(connection, first, min(count, first + TOGETHER))
        for number in range(DUE):
            _slow_game(house, number)
        sweeper = Sweeper(house)
        sweeper.begin()
        sweeper.sweep()
        idle = max(_seconds(sweeper) for _ in range(SWEEPS))
        now += timedelta(days=4)
        due = _seconds(sweeper)
        sweeper.stop()
        database.close()
    said = f"{count:,} games, the slowest of {SWEEPS} sweeps"
    return [
        Measurement(f"a sweep over {MATCHES:,} slow games", 1000 * idle, "ms", 50.0, True, note=said),
        Measurement("a sweep that finds clocks to look at", 1000 * due, "ms", None, True, note=f"{DUE} of {count:,}"),
    ]


def _seconds(sweeper: Sweeper) -> float:
    started = time.perf_counter()
    sweeper.sweep()
    return time.perf_counter() - started


def _slow_game(house: House, number: int) -> MatchSnapshot:
    wish = MatchRequest("focus", {}, ("link",), begin="me", time=CONTROL)
    return house.sit(house.create(f"first{number:011}", wish).id, f"second{number:010}")


def _store(connection: Connection, first: int, last: int) -> None:
    """Store slow games whose clocks have to be looked at some day in the next months."""
    fixed = {
        **{"game": "focus", "version": 1, "options": {}, "drawn": [], "chance": "fair", "seed": "", "script": []},
        **{"status": "live", "double": False, "agreed": [], "offered": "undo", "listed": False, "rated": False},
        **{"annulled": False, "delay": 0, "revision": 0, "time": CONTROL, "began": time_text(START)},
        **{"started": time_text(START), "touched": time_text(START)},
    }
    rows = [
        {**fixed, "id": f"b{number:09}", "next_look": time_text(START + timedelta(days=30, minutes=number))}
        for number in range(first, last)
    ]
    connection.execute(insert(schema.matches), rows)
