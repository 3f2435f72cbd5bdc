"""A house under way: what idle streams take, how soon a restarted one serves all, what more processes bring."""

import asyncio
import os
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from math import nan
from typing import Final

from sqlalchemy import create_engine, text
from sqlalchemy.engine import make_url

from benchmarks.measurement import Measurement
from benchmarks.server.driver import drive
from benchmarks.server.houses import enrol, many_matches, postgresql, sqlite
from benchmarks.server.playing import Plan
from benchmarks.server.program import API, Program
from benchmarks.server.trips import counting
from benchmarks.web.served import Served, served
from benchmarks.web.visitor import read_head
from fivefold.lab.configuration import games_for_several

STREAMS: Final = 3900
"""A process takes 4000."""
STREAMS_EACH: Final = 15
MATCHES: Final = 1000
READERS: Final = 10
TABLES: Final = 40
"""Matches at a time, at each process."""
SEATS_EACH: Final = 10
"""Matches of an account at a time; a person may have 16 streams."""
SECONDS: Final = 15.0
CORES_EACH: Final = 3
"""For a process, what drives it and what it takes of the database."""
TIMES: Final = {2: 1.8, 4: 3.4}
"""How many times the moves of one process so many are to make."""
COUNTED: Final = text(
    "SELECT (SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()),"
    " sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), sum(n_tup_ins) FILTER (WHERE relname = 'entries')"
    " FROM pg_stat_user_tables"
)


# --- idle streams ----------------------------------------------------------------------------------------------------


def measure_streams(quick: bool) -> list[Measurement]:
    """Measure the memory of a web process with many open streams in which nothing happens."""
    count = 300 if quick else STREAMS
    with sqlite() as url:
        tokens = enrol(url, -(-count // STREAMS_EACH))
        with served(database=url) as house:
            return asyncio.run(_streams(house.port, tokens, count, house.memory))


async def _streams(port: int, tokens: Sequence[str], count: int, memory: object) -> list[Measurement]:
    assert callable(memory)  # noqa: S101
    async with asyncio.timeout(300):
        await _open(port, tokens[0])
        before = memory()
        opened = [await _open(port, tokens[number // STREAMS_EACH]) for number in range(count)]
        after = memory()
        for writer in opened:
            writer.close()
    if before is None or after is None:
        return []
    each = 1024 * (after - before) / count
    note = f"{before:.0f} MB without, {each:.1f} kB each: 5,000 would take {before + 5000 * each / 1024:.0f} MB"
    return [Measurement(f"memory of the web process with {count} idle streams", after, "MB", 300.0, True, note=note)]


async def _open(port: int, token: str) -> asyncio.StreamWriter:
    """Open a stream of events and return its connection. Raises ``ConnectionError`` where it is refused."""
    program = Program(port, token=token)
    reader, writer = await program.connect()
    writer.write(program.head("GET", f"{API}/stream/events", 0, "application/x-ndjson"))
    status, _ = await read_head(reader)
    if status != 200:
        raise ConnectionError(f"a stream was answered {status}")
    await reader.readline()
    return writer


# --- a restart -------------------------------------------------------------------------------------------------------


def measure_restart(quick: bool) -> list[Measurement]:
    """Measure from starting a house with many live matches until every one of them has been served again."""
    count = 100 if quick else MATCHES
    with sqlite() as url:
        (token,) = enrol(url, 1)
        ids = many_matches(url, count)
        started = time.perf_counter()
        with served(database=url) as house:
            ready = time.perf_counter() - started
            asyncio.run(_see_all(house.port, token, ids))
            took = time.perf_counter() - started
    note = f"it answers after {ready:.2f} s, the matches take {took - ready:.2f} s more, read by {READERS} at a time"
    return [Measurement(f"a restart with {count} live matches, until all are served", took, "s", 2.0, True, note=note)]


async def _see_all(port: int, token: str, ids: Sequence[str]) -> None:
    async def see(some: Sequence[str]) -> None:
        program = Program(port, token=token)
        for each in some:
            await program.see(f"/matches/{each}")
        await program.close()

    await asyncio.gather(*(see(ids[place::READERS]) for place in range(READERS)))


# --- several processes -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Shared:
    """What several web processes on one PostgreSQL did in a while."""

    rate: float
    """Moves a second."""
    wait: float
    """Seconds from a move to the other seat's stream, for 99 of 100."""
    cost: float
    """Processor seconds of the web processes a move."""
    commits: float
    rows: float
    trips: float
    """For each entry of a log: how often the database committed, how many rows it read, and how many answers of it
    were waited for, which are counted only where that is asked for."""


def measure_processes(quick: bool) -> list[Measurement]:
    """Measure as many moves as they can with one, two and four web processes on one PostgreSQL, each match at one."""
    seconds, cores = 4.0 if quick else SECONDS, os.cpu_count() or 1
    counts = (1, 2) if quick or cores < CORES_EACH * 4 else (1, 2, 4)
    try:
        found = {count: _shared(count, seconds) for count in counts}
        trips = {count: _shared(count, seconds, counting_trips=True).trips for count in counts}
    except ConnectionError as error:
        return [Measurement("PostgreSQL: several web processes", nan, "x", note=str(error).splitlines()[0])]
    return [row for count, one in found.items() for row in _rows_of(count, one, found[1], trips[count], cores)]


def _rows_of(count: int, one: Shared, single: Shared, trips: float, cores: int) -> Iterator[Measurement]:
    name = f"PostgreSQL, {count} web process{'es' if count > 1 else ''}"
    shared = f"on {cores} cores with the drivers and the database"
    note = f"{one.rate:.0f} moves a second {shared}, p99 {1000 * one.wait:.0f} ms"
    if count > 1:
        yield Measurement(f"{name}: moves a second, against one", one.rate / single.rate, "x", TIMES[count], note=note)
    else:
        yield Measurement(f"{name}: moves a second", one.rate, "/s", note=note)
    yield Measurement(
        f"{name}: processor of the web processes a move", 1000 * one.cost, "ms", 1000 * single.cost * 1.15, True
    )
    yield Measurement(f"{name}: commits an entry", one.commits, "", 0.2, True)
    yield Measurement(f"{name}: rows the database reads an entry", one.rows, "", 3.0, True)
    yield Measurement(
        f"{name}: round trips an entry", trips, "", 0.3, True, note="in a run of its own, counted between"
    )


def _shared(count: int, seconds: float, counting_trips: bool = False) -> Shared:
    with postgresql() as url, ExitStack() as opened:
        through, trips = opened.enter_context(counting(url)) if counting_trips else (url, None)
        accounts = 2 * -(-TABLES // SEATS_EACH)
        tokens, games = enrol(url, count * accounts), tuple(games_for_several())
        houses = [opened.enter_context(served(workers=0, database=through)) for _ in range(count)]
        plans = [
            Plan((each.port,), tokens[place * accounts : (place + 1) * accounts], games, TABLES, seconds, 0.0)
            for place, each in enumerate(houses)
        ]
        before = *_used(houses), trips.count if trips else nan, *_counted(url)
        with ThreadPoolExecutor(count) as drivers:
            reports = list(drivers.map(drive, plans))
        after = *_used(houses), trips.count if trips else nan, *_counted(url)
    waits = sorted(wait for report in reports for wait in report.waits)
    used, asked, commits, rows, entries = (late - early for early, late in zip(before, after, strict=True))
    rate = sum(len(each.waits) / (each.ended - each.began) for each in reports)
    slowest, each = waits[int(0.99 * len(waits))], (figure / entries for figure in (commits, rows, asked))
    return Shared(rate, slowest, used / len(waits), *each)


def _used(houses: Sequence[Served]) -> tuple[float]:
    return (sum(each.processor_seconds() or nan for each in houses),)


def _counted(url: str) -> tuple[float, ...]:
    """Return how often a database committed, and how many rows and entries it has read and stored."""
    engine = create_engine(make_url(url).set(drivername="postgresql+psycopg"))
    try:
        with engine.connect() as connection:
            # Connections tell what they have done when they are idle for a second.
            time.sleep(1.5)
            return tuple(map(float, connection.execute(COUNTED).one()))
    finally:
        engine.dispose()
