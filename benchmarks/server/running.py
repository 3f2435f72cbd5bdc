"""A house under way: what idle streams take, how soon a restarted one serves all, what a second process brings."""

import asyncio
import os
import time
from collections.abc import Sequence
from contextlib import ExitStack
from typing import Final

from benchmarks.measurement import Measurement
from benchmarks.server.driver import drive
from benchmarks.server.houses import enrol, many_matches, postgresql, sqlite
from benchmarks.server.playing import Plan
from benchmarks.server.program import API, Program
from benchmarks.web.served import served
from benchmarks.web.visitor import read_head
from fivefold.lab.configuration import games_for_several

STREAMS: Final = 3900
"""A process takes 4000."""
STREAMS_EACH: Final = 15
MATCHES: Final = 1000
READERS: Final = 10
TABLES: Final = 40
SECONDS: Final = 15.0


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


# --- two processes ---------------------------------------------------------------------------------------------------


def measure_processes(quick: bool) -> list[Measurement]:
    """Measure moves a second, as many as they can, with two web processes on one PostgreSQL against one."""
    name = "PostgreSQL: moves a second with two web processes, against one"
    try:
        rates = [_rate(count, 4.0 if quick else SECONDS) for count in (1, 2)]
    except ConnectionError as error:
        return [Measurement(name, float("nan"), "x", note=str(error).splitlines()[0])]
    note = (
        f"{rates[0]:.0f} and {rates[1]:.0f} a second on {os.cpu_count()} cores, the driver and the database on the same"
    )
    return [Measurement(name, rates[1] / rates[0], "x", 1.6, note=note)]


def _rate(processes: int, seconds: float) -> float:
    with postgresql() as url, ExitStack() as opened:
        tokens = enrol(url, 2 * -(-TABLES // 10))
        ports = [opened.enter_context(served(workers=0, database=url)).port for _ in range(processes)]
        report = drive(Plan(ports, tokens, tuple(games_for_several()), TABLES, seconds, 0.0))
        return len(report.waits) / (report.ended - report.began)
