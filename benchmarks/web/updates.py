"""The answer to a move: what the one who made it waits for, at a table with nothing else under way."""

import asyncio
import random
import time
from collections.abc import Mapping
from typing import Any, Final

from benchmarks.measurement import Measurement
from benchmarks.web.served import Served, served
from benchmarks.web.visitor import Visitor
from fivefold.play.catalogue import find, keys

MOVES: Final = 200
TARGET_MS: Final = 20.0
WIDEST: Final = {
    "mode": "alternate",
    "decks": "2",
    "deal": "5",
    "rejects": "0/0/0",
    "touch": "anywhere",
    "touch2": "anywhere",
    "move": "movable",
    "move2": "movable",
    "steal": "on",
    "plant": "on",
}
"""The set-up of Poker Solitaire with the most legal moves: several hundred at a time."""


def measure_updates(quick: bool) -> list[Measurement]:
    """Measure, from POST to the whole answer with the page's next view in it, random moves of every game."""
    moves = 20 if quick else MOVES
    with served() as house:
        rows = [asyncio.run(_measure(house, key, find(key).name, {}, moves)) for key in keys()]
        name = f"{find('solitaire').name}, most legal moves"
        rows.append(asyncio.run(_measure(house, "solitaire", name, WIDEST, moves)))
        return [*rows, *(asyncio.run(_wire(house, key, moves // 4)) for key in keys())]


async def _measure(house: Served, key: str, name: str, options: Mapping[str, str], moves: int) -> Measurement:
    waits, most, chance = list[float](), 0, random.Random(1)
    visitor = Visitor(house.port)
    await visitor.enter()
    while len(waits) < moves:
        asked = {f"option-{option}": value for option, value in options.items()}
        match = await visitor.begin(key, **{"other-1": "here", "begin": "me"}, **asked)
        view = (await visitor.get(f"/matches/{match}/view")).json()
        while not view["over"] and len(waits) < moves:
            most = max(most, len(view["moves"]))
            view, took = await _move(visitor, match, view, chance)
            waits.append(1000 * took)
    await visitor.close()
    waits.sort()
    note = f"median {waits[len(waits) // 2]:.1f} ms; up to {most} legal moves"
    figure = waits[len(waits) * 95 // 100]
    return Measurement(f"{name}: the answer to a move, 95 of 100", figure, "ms", TARGET_MS, at_most=True, note=note)


async def _move(
    visitor: Visitor, match: str, view: dict[str, Any], chance: random.Random
) -> tuple[dict[str, Any], float]:
    """Look at what a pick would do, then make a random move; return the next view and the seconds it took to come.

    Raises ``ConnectionError`` where the move is refused.
    """
    move = chance.choice(view["moves"])
    await visitor.get(f"/matches/{match}/preview?picks={move['picks'][0]}")
    started = time.perf_counter()
    answer = await visitor.post(f"/matches/{match}/moves", number=view["number"] + 1, move=move["text"])
    took = time.perf_counter() - started
    if answer.status != 200:
        raise ConnectionError(f"/matches/{match}/moves: answered {answer.status}: {answer.body[:200]!r}")
    return answer.json(), took


async def _wire(house: Served, key: str, moves: int) -> Measurement:
    """Measure the bytes that a stream brings to the page of a player for each move."""
    visitor, chance = Visitor(house.port, compressed=True), random.Random(1)
    await visitor.enter()
    match = await visitor.begin(key, **{"other-1": "here", "begin": "me"})
    view = (await visitor.get(f"/matches/{match}/view")).json()
    events = visitor.stream(f"/matches/{match}/stream?after={view['number']}&version={view['version']}")
    came, sizes = (await anext(events)).came, list[int]()
    while not view["over"] and len(sizes) < moves:
        view, _ = await _move(visitor, match, view, chance)
        async for event in events:
            if event.id == view["number"]:
                break
        sizes.append(event.came - came)
        came = event.came
    await events.aclose()
    await visitor.close()
    name = f"{find(key).name}: what a move brings to a page, on the wire"
    note = f"mean of {len(sizes)} moves, at most {max(sizes) / 1000:.1f}"
    return Measurement(name, sum(sizes) / len(sizes) / 1000, "kB", 4.0, at_most=True, note=note)
