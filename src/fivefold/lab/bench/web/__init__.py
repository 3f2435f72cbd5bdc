"""`fivefold bench --web`: a served house measured from outside, in the figures a person at a table would notice."""

import asyncio
import time
from typing import Final

from fivefold.lab.bench.measurement import Measurement
from fivefold.lab.bench.web.live import EVERY_SECONDS, Load, play_matches
from fivefold.lab.bench.web.page import interactive, weight
from fivefold.lab.bench.web.served import Served, served
from fivefold.lab.bench.web.updates import measure_updates
from fivefold.lab.bench.web.visitor import Visitor
from fivefold.lab.set_up import games_for_several
from fivefold.play.catalogue import find, keys

__all__ = ["measure_updates", "measure_web"]

MATCHES: Final = 200
SECONDS: Final = 30.0
WEAKEST: Final = (1, 2, 3)


def measure_web(quick: bool) -> list[Measurement]:
    """Measure moves between many matches, memory, a table page's weight and start, and opponents' first moves."""
    with served() as house:
        rest = house.memory()
        page = asyncio.run(_measure_page(house))
        asyncio.run(_settled(house))
        load = asyncio.run(_measure_load(house, 20 if quick else MATCHES, 5.0 if quick else SECONDS))
    return [*_moves(load), *_memory(rest, load.memory), *page, *_first_moves(quick)]


async def _measure_load(house: Served, count: int, seconds: float) -> Load:
    """Play, and watch what the web process takes meanwhile."""
    playing = asyncio.create_task(play_matches(house.port, count, seconds))
    memory, shares, before, started = house.memory(), list[float](), house.processor_seconds(), time.perf_counter()
    while not playing.done():
        await asyncio.wait([playing], timeout=EVERY_SECONDS)
        memory = max(filter(None, [memory, house.memory()]), default=None)
        now, at = house.processor_seconds(), time.perf_counter()
        if before is not None and now is not None:
            shares.append((now - before) / (at - started))
        before, started = now, at
    load = await playing
    load.memory, load.busy = memory, sorted(shares)[len(shares) // 2] if shares else None
    return load


def _moves(load: Load) -> list[Measurement]:
    if not load.waits:
        raise ConnectionError(f"no move arrived; refused: {load.refused[:3]}")
    note = f"{len(load.waits)} moves, median {1000 * load.percentile(0.5):.1f} ms"
    if load.busy is not None:
        note += f"; the web process took {load.busy:.0%} of a processor"
    if load.refused:
        note += f"; {len(load.refused)} refused, the first: {load.refused[0]}"
    name = "a move, from POST to the other seat's stream, 99 of 100"
    return [Measurement(name, 1000 * load.percentile(0.99), "ms", 50.0, at_most=True, note=note)]


def _memory(rest: float | None, busy: float | None) -> list[Measurement]:
    rows = []
    for name, memory, target in (("at rest", rest, 120.0), (f"with {MATCHES} live matches", busy, 200.0)):
        if memory is not None:
            rows.append(Measurement(f"memory of the web process {name}", memory, "MB", target, at_most=True))
    return rows


# --- one table -------------------------------------------------------------------------------------------------------


async def _measure_page(house: Served) -> list[Measurement]:
    rows = []
    for key in keys():
        name = find(key).name
        visitor = Visitor(house.port)
        await visitor.enter()
        match = await visitor.begin(key, **{"other-1": "here", "begin": "me"})
        loaded = await weight(house.port, f"/matches/{match}", visitor)
        note = f"{len(loaded)} files"
        row = Measurement(
            f"{name}: a table page, compressed", sum(loaded.values()) / 1000, "kB", 150.0, True, note=note
        )
        took = await asyncio.to_thread(interactive, house.port, f"/matches/{match}", visitor)
        await visitor.close()
        figure, why = (float("nan"), took) if isinstance(took, str) else (took, "")
        ready = Measurement(f"{name}: a table page, until it takes picks", figure, "s", 1.0, at_most=True, note=why)
        rows += [row, ready]
    return rows


async def _settled(house: Served) -> None:
    """Return once nothing compiles any more: what is measured next is the server, not the compiler."""
    visitor = Visitor(house.port)
    while (await visitor.get("/health")).json().get("compiling"):
        await asyncio.sleep(0.5)
    await visitor.close()


# --- opponents on a fresh machine ------------------------------------------------------------------------------------


def _first_moves(quick: bool) -> list[Measurement]:
    rows = []
    for key in games_for_several():
        with served(cold=True) as house:
            times = [asyncio.run(_first_move(house, key, level)) for level in WEAKEST[: 1 if quick else None]]
        name = f"{find(key).name}: an opponent's first move, nothing compiled yet"
        note = "levels 1 to 3: " + ", ".join(f"{seconds:.2f}" for seconds in times)
        rows.append(Measurement(name, max(times), "s", 1.0, at_most=True, note=note))
    return rows


async def _first_move(house: Served, key: str, level: int) -> float:
    """Return the seconds from asking for a match to the opponent's first move on the stream."""
    visitor = Visitor(house.port)
    await visitor.enter()
    started = time.perf_counter()
    match = await visitor.begin(key, **{"other-1": level, "begin": "them"})
    async for event in visitor.stream(f"/matches/{match}/stream"):
        if event.kind == "view" and '"turn":true' in event.data.replace(" ", ""):
            break
    took = time.perf_counter() - started
    await visitor.close()
    return took
