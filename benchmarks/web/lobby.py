"""The lobby with many open tables and many people in it: how soon a new table reaches them, how fast the page is."""

import asyncio
import json
import time
from typing import Final

from benchmarks.measurement import Measurement
from benchmarks.web.served import Served, served
from benchmarks.web.visitor import Visitor
from fivefold.lab.configuration import games_for_several

TABLES: Final = 1000
PEOPLE: Final = 500
TABLES_EACH: Final = 5
"""As many as one person may have in the lobby."""
NEW_TABLES: Final = 20
PAGES: Final = 40
BEGINNING: Final = 20
"""Visitors who enter at the same time."""
EVERY_SECONDS: Final = 0.5
LATEST_SECONDS: Final = 30.0


def measure_lobby(quick: bool) -> list[Measurement]:
    """Measure from asking for a table to its arrival in every open lobby, and the page itself."""
    tables, people, new = (100, 50, 5) if quick else (TABLES, PEOPLE, NEW_TABLES)
    with served() as house:
        return asyncio.run(_measure(house, tables, people, new))


async def _measure(house: Served, tables: int, people: int, new: int) -> list[Measurement]:
    owners = await _entered(house.port, -(-tables // TABLES_EACH))
    games = games_for_several()
    for number in range(tables):
        await _open(owners[number // TABLES_EACH], games[number % len(games)])
    watching = await _entered(house.port, people)
    arrived: dict[str, list[float]] = {}
    joined = [asyncio.Event() for _ in watching]
    listening = [asyncio.create_task(_listen(*each, arrived)) for each in zip(watching, joined, strict=True)]
    presence = [asyncio.create_task(_stay(owner)) for owner in owners]
    await asyncio.gather(*(each.wait() for each in joined))
    waits = await _new_tables(house.port, new, people, arrived)
    pages = await _pages(watching[0])
    for task in (*listening, *presence):
        task.cancel()
    await asyncio.gather(*listening, *presence, return_exceptions=True)
    shown = f"{tables} open tables, {people} people in the lobby"
    note = f"{shown}; half {1000 * waits[len(waits) // 2]:.0f} ms; {len(waits)} arrivals of {new} tables"
    latest = 1000 * waits[min(len(waits) - 1, int(0.99 * len(waits)))]
    half = f"{shown}; half {1000 * pages[len(pages) // 2]:.0f} ms"
    slowest = 1000 * pages[len(pages) * 95 // 100]
    return [
        Measurement("a new table, from POST to an open lobby, 99 of 100", latest, "ms", 250.0, at_most=True, note=note),
        Measurement("the lobby's page, 95 of 100", slowest, "ms", 50.0, at_most=True, note=half),
    ]


async def _entered(port: int, count: int) -> list[Visitor]:
    found: list[Visitor] = []
    for start in range(0, count, BEGINNING):
        some = [Visitor(port) for _ in range(min(BEGINNING, count - start))]
        await asyncio.gather(*(visitor.enter() for visitor in some))
        found += some
    return found


async def _open(owner: Visitor, game: str) -> str:
    """Open a table. Raises ``ConnectionError`` where that is refused."""
    answer = await owner.post("/lobby/tables", game=game)
    if answer.status != 201:
        raise ConnectionError(f"/lobby/tables: answered {answer.status}: {answer.body[:200]!r}")
    return str(answer.json()["path"]).rpartition("/")[2]


async def _listen(visitor: Visitor, joined: asyncio.Event, arrived: dict[str, list[float]]) -> None:
    async for event in visitor.stream("/lobby/stream"):
        now = time.perf_counter()
        joined.set()
        if event.kind == "table":
            arrived.setdefault(json.loads(event.data)["id"], []).append(now)


async def _stay(owner: Visitor) -> None:
    """Keep a page open, so that the owner's tables stay in the lobby."""
    async for _ in owner.stream("/lobby/stream?only=search"):
        pass


async def _new_tables(port: int, count: int, people: int, arrived: dict[str, list[float]]) -> list[float]:
    """Return all waits, shortest first. Raises ``ConnectionError`` where a table does not arrive everywhere."""
    waits: list[float] = []
    for owner in await _entered(port, count):
        sent = time.perf_counter()
        table = await _open(owner, games_for_several()[0])
        while len(arrived.get(table, ())) < people:
            if time.perf_counter() - sent > LATEST_SECONDS:
                raise ConnectionError(f"a table reached {len(arrived.get(table, ()))} of {people} lobbies")
            await asyncio.sleep(0.01)
        waits += [at - sent for at in arrived[table]]
        await asyncio.sleep(EVERY_SECONDS)
    return sorted(waits)


async def _pages(visitor: Visitor) -> list[float]:
    reader, times = Visitor(visitor.port, "text/html", cookies=visitor.cookies), []
    for _ in range(PAGES):
        started = time.perf_counter()
        await reader.get("/lobby")
        times.append(time.perf_counter() - started)
    await reader.close()
    return sorted(times)
