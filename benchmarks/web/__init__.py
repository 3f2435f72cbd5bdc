"""A served house measured from outside, in the figures a person at a table would notice."""

import asyncio
import time
from collections.abc import Sequence
from statistics import median
from typing import Final

from benchmarks.measurement import Measurement
from benchmarks.web.flags import measure_flags
from benchmarks.web.floods import measure_floods, settled
from benchmarks.web.histories import measure_histories
from benchmarks.web.live import EVERY_SECONDS, Load, play_matches
from benchmarks.web.lobby import measure_lobby
from benchmarks.web.page import interactive, weight
from benchmarks.web.served import Served, served
from benchmarks.web.streams import measure_streams
from benchmarks.web.updates import measure_updates
from benchmarks.web.visitor import Visitor
from fivefold.lab.configuration import games_for_several
from fivefold.play.catalogue import find, keys

__all__ = [
    "measure_flags",
    "measure_floods",
    "measure_histories",
    "measure_lobby",
    "measure_streams",
    "measure_updates",
    "measure_web",
]

MATCHES: Final = 200
SECONDS: Final = 15.0
"""Of one run."""
RUNS: Final = 3
"""Of the load; the median of them counts, so that one slow moment of a shared machine does not decide."""
WEAKEST: Final = (1, 2, 3)


def measure_web(quick: bool) -> list[Measurement]:
    """Measure moves between many matches, memory, a table page's weight and start, and opponents' first moves."""
    with served() as house:
        rest = house.memory()
        page = asyncio.run(_measure_page(house))
        asyncio.run(settled(house))
        count, seconds = (20, 5.0) if quick else (MATCHES, SECONDS)
        loads = [asyncio.run(_measure_load(house, count, seconds)) for _ in range(1 if quick else RUNS)]
    # Of the first run alone: later ones find its matches still at hand.
    return [*of_moves(loads), *_memory(rest, loads[0].memory), *page, *_first_moves(quick)]


async def _measure_load(house: Served, count: int, seconds: float) -> Load:
    """Play, and watch what the web process takes while all matches are being played."""
    load = Load()
    playing = asyncio.create_task(play_matches(load, house.port, count, seconds))
    memory, shares, before, started = house.memory(), list[float](), house.processor_seconds(), time.perf_counter()
    while not playing.done():
        await asyncio.wait([playing], timeout=EVERY_SECONDS / 2)
        memory = max(filter(None, [memory, house.memory()]), default=None)
        now, at = house.processor_seconds(), time.perf_counter()
        if before is not None and now is not None and load.begun is not None and load.begun <= started <= load.until:
            shares.append((now - before) / (at - started))
        before, started = now, at
    await playing
    load.memory, load.busy = memory, median(shares) if shares else None
    return load


def of_moves(loads: Sequence[Load]) -> list[Measurement]:
    """Return how long moves took and how busy the server was: of several runs the median, and in words how they differ.

    Raises ``ConnectionError`` where in one of them no move arrived.
    """
    refused = [each for load in loads for each in load.refused]
    if not all(load.waits for load in loads):
        raise ConnectionError(f"no move arrived; refused: {refused[:3]}")
    latest, middle, most = ([1000 * load.percentile(share) for load in loads] for share in (0.99, 0.5, 0.95))
    rate = median(load.rate for load in loads)
    said = [
        f"median of {len(loads)} runs{spread(latest)}",
        f"half of the moves {median(middle):.1f} ms, 95 of 100 {median(most):.1f} ms",
        f"{sum(len(load.waits) for load in loads)} moves, {rate:.0f} a second",
        f"{len(refused)} refused, the first: {refused[0]}" if refused else "",
    ]
    name = "a move, from POST to the other seat's stream, 99 of 100"
    moves = Measurement(name, median(latest), "ms", 50.0, at_most=True, note="; ".join(filter(None, said)))
    busy = [100 * load.busy for load in loads if load.busy is not None]
    if not busy:
        return [moves]
    note = f"of one processor, at {rate:.0f} moves a second; median of {len(busy)} runs{spread(busy)}"
    return [
        moves,
        Measurement("what the web process takes meanwhile", median(busy), "%", 75.0, at_most=True, note=note),
    ]


def spread(figures: Sequence[float]) -> str:
    """Return in words how far several figures lie apart; empty for a single one."""
    return f", {min(figures):.0f} to {max(figures):.0f}" if len(figures) > 1 else ""


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
            f"{name}: a table page, compressed", sum(loaded.values()) / 1000, "kB", 120.0, True, note=note
        )
        rows.append(row)
        for where, phone in (("", False), (", on a slow phone", True)):
            took = await asyncio.to_thread(interactive, house.port, f"/matches/{match}", visitor, phone)
            figure, why = (float("nan"), took) if isinstance(took, str) else (took, "")
            what = f"{name}: a table page, until it takes picks{where}"
            rows.append(Measurement(what, figure, "s", 1.0, at_most=True, note=why))
        await visitor.close()
    return rows


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
