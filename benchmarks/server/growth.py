"""What a move costs PostgreSQL as the house grows: as many processes as one likes hear of it, without their work.

Moves are stored and told by the statements of the house, a move a commit, as where many processes share the load.
"""

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count
from math import nan
from selectors import EVENT_READ, DefaultSelector
from threading import Event, Thread
from typing import Any, Final

from sqlalchemy import text

from benchmarks.measurement import Measurement
from benchmarks.server.houses import many_matches, postgresql
from benchmarks.web.served import processor_seconds
from fivefold.house import log
from fivefold.house.database import Database, bulletins, open_database
from fivefold.house.log import StoredEntry, StoredStep
from fivefold.house.stored_match import time_text

PROCESSES: Final = (1, 20, 40, 80)
"""PostgreSQL takes 100 connections where nobody says otherwise."""
TABLES: Final = 64
WRITERS: Final = 8
RATE: Final = 200.0
"""Moves a second, of all processes together."""
SECONDS: Final = 8.0
LINE: Final = "match {process} {match} {revision} -\t" + "x" * 400
"""A move as the processes tell each other, of its usual length."""
STATE: Final = text("SELECT array_agg(pid), pg_current_wal_lsn() - '0/0' FROM pg_stat_activity")
LAST: Final = text("SELECT max(number) FROM entries WHERE match = :match")


@dataclass
class Grown:
    """What happened while a number of processes heard of every move."""

    moves: int = 0
    heard: int = 0
    waits: list[float] = field(default_factory=list)
    """Seconds from a decision to its commit, for each move."""
    used: float = nan
    """Processor seconds of PostgreSQL."""
    written: float = nan
    """Bytes of its write-ahead log."""


def measure_growth(quick: bool) -> list[Measurement]:
    """Measure what a move costs the database where more and more processes hear of it."""
    counts, seconds = ((1, 20), 3.0) if quick else (PROCESSES, SECONDS)
    try:
        with postgresql() as url:
            ids = many_matches(url, TABLES)
            database = open_database(url)
            try:
                found = {each: _grown(database, ids, each, seconds) for each in counts}
            finally:
                database.close()
    except ConnectionError as error:
        return [Measurement("PostgreSQL: growth", nan, "ms", note=str(error).splitlines()[0])]
    return [_row(each, grown) for each, grown in found.items()]


def _row(processes: int, grown: Grown) -> Measurement:
    wait = sorted(grown.waits)[int(0.99 * len(grown.waits))]
    note = f"{grown.moves} moves, {grown.heard} notices, {grown.written / grown.moves / 1000:.1f} kB of log a move"
    name = f"PostgreSQL: processor a move, heard by {processes} process{'es' if processes > 1 else ''}"
    return Measurement(
        name, 1000 * grown.used / grown.moves, "ms", note=f"{note}; 99 of 100 stored in {1000 * wait:.0f} ms"
    )


def _grown(database: Database, ids: Sequence[str], processes: int, seconds: float) -> Grown:
    grown, numbers, begun = Grown(), count(), time.perf_counter()

    def write(mine: Sequence[str]) -> None:
        for turn in count():
            due = begun + next(numbers) / RATE
            if due > begun + seconds:
                return
            time.sleep(max(0.0, due - time.perf_counter()))
            _move(database, mine[turn % len(mine)])
            grown.waits.append(time.perf_counter() - due)

    with _listeners(database, processes, grown):
        before = _state(database)
        with ThreadPoolExecutor(WRITERS) as writers:
            list(writers.map(write, [ids[place::WRITERS] for place in range(WRITERS)]))
        grown.used, grown.written = (late - early for early, late in zip(before, _state(database), strict=True))
    grown.moves = len(grown.waits)
    return grown


def _move(database: Database, match: str) -> None:
    """Store a move with what chance brings, and tell everybody."""
    now = time_text(datetime.now(UTC))
    with database.writing(together=True) as connection:
        revision = log.revision(connection, match) or 0
        number = connection.scalar(LAST, {"match": match}) or 0
        more = tuple(StoredEntry(number + place, "move", 0, "a1:up", now) for place in (1, 2, 3))
        fields = {"due": None, "next_look": now, "touched": now}
        log.take_steps(connection, [StoredStep(match, revision, fields, more, {0: False, 1: True})])
    database.once(bulletins.notify, [LINE.format(process="0" * 16, match=match, revision=revision + 1)])


@contextmanager
def _listeners(database: Database, processes: int, grown: Grown) -> Iterator[None]:
    """Listen in this block as so many processes do, and count what they hear."""
    over, selector = Event(), DefaultSelector()

    def hear() -> None:
        while not over.is_set():
            for key, _ in selector.select(0.1):
                key.data.consume_input()
                while key.data.notifies():
                    grown.heard += 1

    with ExitStack() as opened:
        for _ in range(processes):
            driver: Any = opened.enter_context(database.listening())._connection
            selector.register(driver.fileno(), EVENT_READ, driver.pgconn)
        thread = Thread(target=hear)
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join()
            selector.close()


def _state(database: Database) -> tuple[float, float]:
    """Return the processor seconds of PostgreSQL's processes so far, and the bytes of its write-ahead log."""
    backends, written = database.once(lambda connection: connection.execute(STATE).one())
    used = map(processor_seconds, backends)
    return sum(nan if each is None else each for each in used), float(written)
