"""Many open pages at matches in which nothing happens: what a stream that waits costs."""

import asyncio
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from benchmarks.measurement import Measurement
from benchmarks.web.served import Served, served
from benchmarks.web.visitor import Visitor
from fivefold.doors.web.connections import raise_file_limit
from fivefold.lab.configuration import games_for_several

STREAMS: Final = 5000
QUICK: Final = 200
MATCHES: Final = 40
SECONDS: Final = 5.0
"""How long the processor is watched while all are open."""
TARGET_MB: Final = 500.0


def measure_streams(quick: bool) -> list[Measurement]:
    """Measure the memory of the web process with many idle streams, and what it computes meanwhile."""
    count = min(QUICK if quick else STREAMS, raise_file_limit().streams)
    with served() as house:
        matches = asyncio.run(_begin(house, MATCHES))
        before = house.memory()
        with _streams(house.port, matches, count):
            time.sleep(1.0)
            after, computed = house.memory(), house.processor_seconds()
            time.sleep(SECONDS)
            busy = (house.processor_seconds() or 0.0) - (computed or 0.0)
    if before is None or after is None:
        return []
    each = f"{1000 * (after - before) / count:.1f} kB each; {before:.0f} MB before"
    note = f"{each}; {100 * busy / SECONDS:.1f} % of one processor"
    name = f"memory of the web process with {count:,} idle streams"
    return [Measurement(name, after, "MB", TARGET_MB, at_most=True, note=note)]


async def _begin(house: Served, count: int) -> list[str]:
    games, matches = games_for_several(), list[str]()
    for number in range(count):
        visitor = Visitor(house.port)
        await visitor.enter()
        matches.append(await visitor.begin(games[number % len(games)], **{"other-1": "here", "begin": "me"}))
        await visitor.close()
    return matches


@contextmanager
def _streams(port: int, matches: list[str], count: int) -> Iterator[None]:
    """Hold so many streams open, each read up to its first events."""
    opened: list[socket.socket] = []
    try:
        for number in range(count):
            opened.append(_opened(port, matches[number % len(matches)]))
        yield
    finally:
        for each in opened:
            each.close()


def _opened(port: int, match: str) -> socket.socket:
    """Open a stream as a page does. Raises ``ConnectionError`` where there is none."""
    connection = socket.create_connection(("127.0.0.1", port), timeout=60)
    lines = (f"GET /matches/{match}/stream?version= HTTP/1.1", f"Host: 127.0.0.1:{port}", "Accept-Encoding: gzip")
    connection.sendall("\r\n".join([*lines, "", ""]).encode())
    answer = connection.recv(65536)
    if b" 200 " not in answer.split(b"\r\n", 1)[0]:
        connection.close()
        raise ConnectionError(f"/matches/{match}/stream: answered {answer[:100]!r}")
    return connection
