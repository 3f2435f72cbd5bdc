"""Many matches at once, each between two people with open streams, each moving every two seconds."""

import asyncio
import json
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from benchmarks.web.visitor import Event, Visitor
from fivefold.lab.configuration import games_for_several

EVERY_SECONDS: Final = 2.0
WATCHED: Final = 0.5
"""Seconds a player looks at the preview before moving."""


@dataclass
class Seat:
    """A person at a match: the last view the stream brought, and when each number arrived."""

    visitor: Visitor
    view: dict[str, Any] = field(default_factory=dict)
    arrived: dict[int, float] = field(default_factory=dict)
    news: asyncio.Event = field(default_factory=asyncio.Event)

    async def listen(self, match: str) -> None:
        """Follow the match's stream until it is over or cancelled."""
        async for event in self.visitor.stream(f"/matches/{match}/stream?version="):
            self._take(event)
            if self.view.get("over"):
                return

    def _take(self, event: Event) -> None:
        if event.kind in {"view", "change"} and event.id is not None:
            self.arrived[event.id] = time.perf_counter()
            told = json.loads(event.data)
            # Without its drawings, which nobody looks at here.
            self.view = told if event.kind == "view" else {**self.view, **told, **told["changed"]}
            self.news.set()


@dataclass
class Load:
    """What happened while the matches were played."""

    waits: list[float] = field(default_factory=list)
    """For each move the seconds from sending it to the other seat's stream."""
    refused: list[str] = field(default_factory=list)
    memory: float | None = None
    """Most resident memory of the web process, in MB."""
    busy: float | None = None
    """Share of one processor that the web process took."""
    begun: float | None = None
    """When all matches were being played, and until when, by the clock of ``time.perf_counter``."""
    until: float = 0.0

    @property
    def rate(self) -> float:
        """Moves a second."""
        return 0.0 if self.begun is None else len(self.waits) / (self.until - self.begun)

    def percentile(self, share: float) -> float:
        """Return the wait that this share of the moves stayed below."""
        return sorted(self.waits)[min(len(self.waits) - 1, int(share * len(self.waits)))]


async def play_matches(load: Load, port: int, count: int, seconds: float, seed: int = 1) -> None:
    """Play ``count`` matches, the games for several in turn, and note in ``load`` what happened in so many seconds."""
    chance, games = random.Random(seed), games_for_several()
    matches = [await _begin(port, games[number % len(games)]) for number in range(count)]
    listening = [asyncio.create_task(seat.listen(match)) for match, seats in matches for seat in seats]
    for _, seats in matches:
        for seat in seats:
            await seat.news.wait()
    load.begun = time.perf_counter() + EVERY_SECONDS
    load.until = load.begun + seconds
    playing = [_play(match, seats, load, random.Random(chance.random())) for match, seats in matches]
    await asyncio.gather(*playing)
    for task in listening:
        task.cancel()
    await asyncio.gather(*listening, return_exceptions=True)


async def _begin(port: int, key: str) -> tuple[str, Sequence[Seat]]:
    host, person = Visitor(port, compressed=True), Visitor(port, compressed=True)
    await host.enter()
    await person.enter()
    match = await host.begin(key, **{"other-1": "link", "begin": "me"})
    seated = await person.post(f"/matches/{match}/seats")
    if seated.status != 200:
        raise ConnectionError(f"/matches/{match}/seats: answered {seated.status}: {seated.body[:200]!r}")
    return match, (Seat(host), Seat(person))


async def _play(match: str, seats: Sequence[Seat], load: Load, chance: random.Random) -> None:
    await asyncio.sleep(chance.random() * EVERY_SECONDS)
    due = time.perf_counter()
    while due < load.until and not seats[0].view["over"]:
        await _turn(match, seats, load, chance)
        due += EVERY_SECONDS
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
    for seat in seats:
        await seat.visitor.close()


async def _turn(match: str, seats: Sequence[Seat], load: Load, chance: random.Random) -> None:
    """Let the player to move look at a preview and then move, as the page does; wait for your rival's stream."""
    mover, other = seats if seats[0].view["turn"] else (seats[1], seats[0])
    move = chance.choice(mover.view["moves"])
    version = mover.view["version"]
    await mover.visitor.get(f"/matches/{match}/preview?picks={move['picks'][0]}&version={version}")
    await asyncio.sleep(WATCHED)
    number = mover.view["number"] + 1
    sent = time.perf_counter()
    answer = await mover.visitor.post(f"/matches/{match}/moves", number=number, move=move["text"], version=version)
    if answer.status != 200:
        load.refused.append(f"{answer.status} {answer.body[:120]!r}")
        return
    while number not in other.arrived or mover.view["number"] < number:
        late = other if number not in other.arrived else mover
        late.news.clear()
        await late.news.wait()
    if load.begun is not None and sent >= load.begun:
        load.waits.append(other.arrived[number] - sent)
