"""How much of a move's time is spent on counting it."""

import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from typing import Final

from prometheus_client import CollectorRegistry, generate_latest

from benchmarks.measurement import Measurement
from fivefold.doors.web.logs import Answered
from fivefold.house.bus import CHANGED
from fivefold.house.computers.opponents import Opponents
from fivefold.house.database import Database, open_database
from fivefold.house.house import House
from fivefold.house.table.seating import MatchRequest
from fivefold.metrics.counters import Counters
from fivefold.metrics.port import counting
from fivefold.session.snapshot import MatchSnapshot

PERSON: Final = "person0123456789"
ROUTE: Final = "/matches/{match_id}/moves"
Change = tuple[MatchSnapshot | None, MatchSnapshot]


def measure_metrics(quick: bool) -> list[Measurement]:
    """Measure moves, and beside them what is called to count each; then what it takes to tell all of it."""
    with tempfile.TemporaryDirectory() as folder:
        database = open_database(f"sqlite:///{Path(folder) / 'house.db'}")
        try:
            return _measured(House(database), database, 40 if quick else 400)
        finally:
            database.close()


def _measured(house: House, database: Database, count: int) -> list[Measurement]:
    changes: list[Change] = []
    house.bus.subscribe(CHANGED, lambda before, after: changes.append((before, after)))
    moves = _move_seconds(house, count)
    registry = CollectorRegistry()
    with counting(registry, house, Opponents(house, 0), database) as counted:
        costs = [_seconds(partial(_count, counted, *each)) for each in changes[-count:]]
        telling = median(_seconds(lambda: generate_latest(registry)) for _ in range(5))
    move, cost = median(moves), median(costs)
    note = f"{1e6 * cost:.0f} µs of {1000 * move:.2f} ms, medians of {count}; without the network"
    return [
        Measurement("what counting adds to a move", 100 * cost / move, "%", 1.0, at_most=True, note=note),
        Measurement("telling all metrics", 1000 * telling, "ms", 50.0, at_most=True),
    ]


def _count(counted: Counters, before: MatchSnapshot | None, after: MatchSnapshot) -> None:
    """Do what is done for a move: of its transaction, of the match, of the answer."""
    counted.note_written(0.004)
    counted.note_change(before, after)
    counted.note_answer(Answered("0123456789abcdef", "POST", ROUTE, 200, 0.005, streamed=False))


def _move_seconds(house: House, count: int) -> list[float]:
    """Return how long the house takes for moves of people."""
    took: list[float] = []
    while len(took) < count:
        now = house.create(PERSON, MatchRequest("focus", {}, ("here",), begin="me"))
        while now.match.outcome is None and len(took) < count:
            text, number, match_id = now.match.legal_moves()[0], now.number + 1, now.id
            begun = time.perf_counter()
            now = house.play(match_id, PERSON, number, text)
            took.append(time.perf_counter() - begun)
    return took


def _seconds(action: Callable[[], object]) -> float:
    begun = time.perf_counter()
    action()
    return time.perf_counter() - begun
