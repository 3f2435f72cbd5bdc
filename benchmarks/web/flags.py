"""Many live matches with clocks, in which nobody moves any more: how late each flag falls."""

import asyncio
import json
import random
import time
from dataclasses import dataclass
from typing import Any, Final

from benchmarks.measurement import Measurement
from benchmarks.web.served import Served, served
from benchmarks.web.visitor import Visitor
from fivefold.lab.configuration import games_for_several
from fivefold.play.clocks import LAG_LIMIT

MATCHES: Final = 200
QUICK: Final = 12
CONTROL: Final = "40s/move"
SPREAD_SECONDS: Final = 15.0
"""The last moves are made in so many seconds."""


@dataclass(slots=True)
class Fall:
    """A flag."""

    expected: int
    """Milliseconds since 1970, by the clock that the page shows and what the network may take."""
    late: float | None = None
    """Milliseconds from then to its arrival at the other player's page."""


def measure_flags(quick: bool) -> list[Measurement]:
    """Measure how long after its moment a flag is seen by the other player."""
    count = QUICK if quick else MATCHES
    with served() as house:
        falls = asyncio.run(_measure(house, count))
    late = sorted(fall.late for fall in falls if fall.late is not None)
    early = sum(each < 0 for each in late)
    said = [
        f"{len(late)} of {count} flags fell",
        f"half within {late[len(late) // 2]:.1f} ms, the last {late[-1]:.1f} ms",
        f"{early} too early" if early else "none too early",
    ]
    name = f"a flag of {MATCHES} live matches, from its moment to the other seat's stream, 99 of 100"
    figure = late[min(len(late) - 1, int(0.99 * len(late)))] if len(late) == count else float("nan")
    return [Measurement(name, figure, "ms", 100.0, at_most=True, note="; ".join(said))]


async def _measure(house: Served, count: int) -> list[Fall]:
    chance, games = random.Random(1), games_for_several()
    begun = [await _begin(house.port, games[number % len(games)]) for number in range(count)]
    return await asyncio.gather(*(_fall(*each, chance.random() * SPREAD_SECONDS) for each in begun))


async def _begin(port: int, key: str) -> tuple[str, Visitor, Visitor]:
    first, second = Visitor(port), Visitor(port)
    await first.enter()
    await second.enter()
    match = await first.begin(key, **{"other-1": "link", "begin": "me", "time": CONTROL})
    seated = await second.post(f"/matches/{match}/seats")
    if seated.status != 200:
        raise ConnectionError(f"/matches/{match}/seats: answered {seated.status}: {seated.body[:200]!r}")
    return match, first, second


async def _fall(match: str, first: Visitor, second: Visitor, wait: float) -> Fall:
    """Let both move after some seconds, and wait for the flag."""
    await asyncio.sleep(wait)
    view = await _moved(match, first, second)
    fall = Fall(view["clock"]["runs_out"] + LAG_LIMIT)
    watcher = second if view["turn"] else first
    async for event in watcher.stream(f"/matches/{match}/stream"):
        if event.kind == "view" and json.loads(event.data)["over"]:
            fall.late = 1000 * time.time() - fall.expected
            break
    await first.close()
    await second.close()
    return fall


async def _moved(match: str, first: Visitor, second: Visitor) -> dict[str, Any]:
    """Let both move until each has; return the last view."""
    view = await _view(match, first)
    while any(seat["moves"] == 0 for seat in view["clock"]["seats"]):
        mover = first if view["turn"] else second
        view = await _view(match, mover)
        number, move = view["number"] + 1, view["moves"][0]["text"]
        await mover.post(f"/matches/{match}/moves", number=number, move=move)
        view = await _view(match, first)
    return view


async def _view(match: str, visitor: Visitor) -> dict[str, Any]:
    found: dict[str, Any] = (await visitor.get(f"/matches/{match}/view")).json()
    return found
