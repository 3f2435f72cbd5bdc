"""How long somebody waits for a weak opponent while another person keeps the strongest ones busy."""

import asyncio
import time
from typing import Any, Final

from benchmarks.measurement import Measurement
from benchmarks.web.served import Served, served
from benchmarks.web.visitor import Visitor
from fivefold.play.catalogue import find

ANSWERS: Final = 100
FLOOD: Final = 30
"""Matches against the strongest opponent that one person begins, computers to move."""
AMONG_COMPUTERS: Final = 5
"""Games of the strongest against each other, in a tournament of the same person."""
FLOODED: Final = "focus"
WATCHED: Final = "locus"
LOOK_EVERY: Final = 0.02
"""Seconds between looks for the answer."""
TARGET_SECONDS: Final = 1.0


def measure_floods(quick: bool) -> list[Measurement]:
    """Measure another person's answers from level 1 with nothing else under way, and beside the flood."""
    count = 10 if quick else ANSWERS
    with served(workers=2) as house:
        asyncio.run(settled(house))
        alone, beside = asyncio.run(_measure(house, count))
    figure = beside[len(beside) * 99 // 100]
    note = f"median {beside[len(beside) // 2]:.2f} s; without the flood 99 of 100 {alone[len(alone) * 99 // 100]:.2f} s"
    name = f"level 1's answer beside {FLOOD} matches against the strongest, 99 of 100"
    return [Measurement(name, figure, "s", TARGET_SECONDS, at_most=True, note=note)]


async def settled(house: Served) -> None:
    """Return once nothing compiles any more: what is measured next is the server, not the compiler."""
    visitor = Visitor(house.port)
    while (await visitor.get("/health")).json().get("compiling"):
        await asyncio.sleep(0.5)
    await visitor.close()


async def _measure(house: Served, count: int) -> tuple[list[float], list[float]]:
    somebody, flooder = Visitor(house.port), Visitor(house.port)
    await somebody.enter()
    await flooder.enter()
    alone = await _answers(somebody, count)
    await _flood(flooder)
    beside = await _answers(somebody, count)
    for visitor in (somebody, flooder):
        await visitor.close()
    return sorted(alone), sorted(beside)


async def _flood(visitor: Visitor) -> None:
    strongest = len(find(FLOODED).personas)
    for _ in range(FLOOD):
        await visitor.begin(FLOODED, **{"other-1": strongest, "begin": "them"})
    entrants: dict[str, object] = {f"level-{row}": strongest for row in range(5)}
    entrants |= {f"name-{row}": f"Number {row}" for row in range(5)}
    link = f"/new/{FLOODED}?option-players=4"
    begun = (await visitor.post("/tournaments", title="Flood", link=link, **entrants)).json()["path"]
    for first in range(AMONG_COMPUTERS):
        seats = {f"player-{seat}": (first + seat) % 5 for seat in range(1, 5)}
        made = await visitor.post(f"{begun}/games", **seats)
        if made.status != 201:
            raise ConnectionError(f"{begun}/games: answered {made.status}: {made.body[:200]!r}")


async def _answers(visitor: Visitor, count: int) -> list[float]:
    """Return how long each of so many answers took, in seconds from sending the move."""
    waits: list[float] = []
    while len(waits) < count:
        match = await visitor.begin(WATCHED, **{"other-1": 1, "begin": "me"})
        view: dict[str, Any] = (await visitor.get(f"/matches/{match}/view")).json()
        while not view["over"] and len(waits) < count:
            sent, fields = time.perf_counter(), {"number": view["number"] + 1, "move": view["moves"][0]["text"]}
            view = (await visitor.post(f"/matches/{match}/moves", **fields)).json()
            while not (view["turn"] or view["over"]):
                await asyncio.sleep(LOOK_EVERY)
                view = (await visitor.get(f"/matches/{match}/view")).json()
            waits.append(time.perf_counter() - sent)
    return waits
