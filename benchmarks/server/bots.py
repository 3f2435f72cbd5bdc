"""Bots that play each other with ``fivefold.client``, watched by a program that only looks.

In a process of its own, ``main``, with a plan on its input as JSON.
"""

import asyncio
import json
import logging
import random
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Final

from benchmarks.server.driver import read_report
from benchmarks.server.playing import Played, Report
from fivefold.client import AsyncClient, Bot
from fivefold.client.types import CompactMatch, CompactState

PATIENCE: Final = 120.0
"""Seconds that a client goes on while the house is away."""
AT_ONCE: Final = 4
"""Matches of a pair of bots at the same time."""


@dataclass(frozen=True, slots=True)
class BotPlan:
    """What is to be played."""

    url: str
    tokens: Sequence[str]
    """Of the bots, which play two by two."""
    games: Sequence[str]
    moves: int


class Noting(AsyncClient):
    """A client that notes every move which the house says it has."""

    def __init__(self, url: str, token: str, played: dict[str, Played], waits: list[float]) -> None:
        super().__init__(url, token, patience=PATIENCE)
        self._played, self._waits = played, waits
        self.under_way = 0
        """Moves that are sent and not answered yet."""

    async def move(self, match_id: str, number: int, move: str, *, lag: int = 0) -> CompactState:
        """Make a move."""
        sent = time.perf_counter()
        self.under_way += 1
        try:
            state = await super().move(match_id, number, move, lag=lag)
        finally:
            self.under_way -= 1
        self._waits.append(time.perf_counter() - sent)
        mover = next(each["by"] for each in state["moves"] if each["by"] is not None)
        self._played[match_id].acknowledged.append((number, mover, move))
        return state


class Night:
    """All bots, until they have made enough moves; matches that are under way then are left as they are."""

    def __init__(self, plan: BotPlan) -> None:
        self._plan, self._chance = plan, random.Random(1)
        self._played: dict[str, Played] = {}
        self.report = Report()

    async def run(self) -> Report:
        """Play, and return what happened."""
        self.report.began = time.time()
        clients = [Noting(self._plan.url, token, self._played, self.report.answers) for token in self._plan.tokens]
        bots = [asyncio.create_task(Bot(self._choose).play(client)) for client in clients]
        pairs = list(zip(clients[::2], clients[1::2], strict=True))
        tables = [asyncio.create_task(self._table(*pair, place)) for pair in pairs for place in range(AT_ONCE)]
        done, _ = await asyncio.wait(
            [*bots, *tables, asyncio.create_task(self._enough(clients))], return_when="FIRST_COMPLETED"
        )
        for task in (*bots, *tables):
            task.cancel()
        await asyncio.gather(*bots, *tables, return_exceptions=True)
        self.report.refused += [str(task.exception()) for task in done if task.exception() is not None]
        self.report.ended = time.time()
        await self._look_back(clients[0])
        for client in clients:
            await client.close()
        self.report.played = list(self._played.values())
        return self.report

    async def _choose(self, match: CompactMatch) -> str:
        if len(self.report.answers) >= self._plan.moves:
            await asyncio.Event().wait()  # until it is cancelled
        return self._chance.choice(match["legal"])

    async def _enough(self, clients: Sequence[Noting]) -> None:
        while len(self.report.answers) < self._plan.moves or any(each.under_way for each in clients):
            await asyncio.sleep(0.05)

    async def _table(self, one: AsyncClient, other: AsyncClient, place: int) -> None:
        """Begin one match after the other and watch it."""
        async with AsyncClient(self._plan.url, patience=PATIENCE) as watching:
            for number in range(place, sys.maxsize):
                game = self._plan.games[number % len(self._plan.games)]
                match = await one.begin(game=game, others=["link"], begin="me")
                seen = self._played[match["id"]] = Played(match["id"], streamed=[[]])
                await other.sit(match["id"])
                async for line in watching.stream(match["id"]):
                    if line["type"] in {"match", "state"}:
                        del seen.streamed[0][line["after_ply"] :]
                        seen.streamed[0] += (each["text"] for each in line["moves"])

    async def _look_back(self, client: AsyncClient) -> None:
        """See every match once more, as a spectator does."""
        async with AsyncClient(self._plan.url, patience=PATIENCE) as watching:
            for each in self._played.values():
                whole = await watching.see(each.match)
                each.told = [[move["text"] for move in whole["moves"]]]
                if whole["status"] != "over":
                    # It was stopped in the middle: the last moves may not have reached the stream.
                    count = len(each.streamed[0])
                    each.streamed = [each.told[0] if each.streamed[0] == each.told[0][:count] else each.streamed[0]]


def play_night(plan: BotPlan) -> Report:
    """Have a process play as a plan says. Raises ``ConnectionError`` with its words where it fails."""
    command = [sys.executable, "-c", f"from {__name__} import main; main()"]
    given = json.dumps(asdict(plan))
    done = subprocess.run(command, input=given, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        raise ConnectionError(f"the bots failed:\n{done.stderr[-2000:]}")
    return read_report(done.stdout)


def main() -> None:
    """Read a plan, play, and print the report."""
    logging.basicConfig(level=logging.ERROR, stream=sys.stderr)
    plan = BotPlan(**json.load(sys.stdin))
    print(json.dumps(asyncio.run(Night(plan).run()).as_json()))
