"""The answer to a move: what the one who made it waits for, at a table with nothing else under way."""

import asyncio
import random
import time
from collections.abc import Mapping
from typing import Any, Final

from fivefold.lab.bench.measurement import Measurement
from fivefold.lab.bench.web.served import Served, served
from fivefold.lab.bench.web.visitor import Visitor
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
        return [*rows, asyncio.run(_measure(house, "solitaire", name, WIDEST, moves))]


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
