"""Many matches at the same time between programs with open streams, each seat's view of them kept to be checked."""

import asyncio
import random
import time
from collections.abc import Callable, Sequence
from contextlib import aclosing, suppress
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from benchmarks.server.program import Program, Seat

LOST: Final = (OSError, asyncio.IncompleteReadError)
"""What a connection raises that broke."""
TRIES: Final = 200
RETRY_SECONDS: Final = 0.1


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played."""

    ports: Sequence[int]
    """Of the web processes; the two seats of a match are at different ones where there are several."""
    tokens: Sequence[str]
    """Of the accounts that play, two by two."""
    games: Sequence[str]
    tables: int
    """How many matches go on at the same time."""
    seconds: float
    """For how long; every seat moves until then."""
    every: float
    """Seconds between two moves of a match; 0 for as fast as possible."""
    moves: int = 0
    """Stop after so many moves; 0 for when time is up."""
    seed: int = 1


@dataclass
class Played:
    """A match as its players saw it."""

    match: str
    acknowledged: list[tuple[int, int, str]] = field(default_factory=list)
    """Each move that the house said it has: its number, seat and text."""
    streamed: list[list[str]] = field(default_factory=list)
    """For each seat the texts of all moves as its stream brought them."""
    told: list[list[str]] = field(default_factory=list)
    """For each seat the texts of all moves as the match told them at the end."""


@dataclass
class Report:
    """What happened."""

    waits: list[float] = field(default_factory=list)
    """For each move the seconds from sending it to the other seat's stream."""
    answers: list[float] = field(default_factory=list)
    """For each move the seconds from sending it to its answer."""
    refused: list[str] = field(default_factory=list)
    broken: int = 0
    """How often a move was sent again because the connection broke."""
    began: float = 0.0
    """When all tables were being played, in seconds since 1970."""
    ended: float = 0.0
    played: list[Played] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """Return everything, as JSON has it."""
        return asdict(self)


class Load:
    """Plays as a plan says."""

    def __init__(self, plan: Plan) -> None:
        self._plan, self._chance, self.report = plan, random.Random(plan.seed), Report()
        self._until = 0.0
        self._sitting = 0
        self._all_sit = asyncio.Event()
        self._made = 0

    async def run(self) -> Report:
        """Play, and return what happened."""
        count = self._plan.tables
        await asyncio.gather(*(self._table(number) for number in range(count)))
        self.report.ended = time.time()
        return self.report

    @property
    def _over(self) -> bool:
        wanted = self._plan.moves
        return (self._all_sit.is_set() and time.perf_counter() >= self._until) or bool(wanted and self._made >= wanted)

    def _pair(self, number: int) -> tuple[Program, Program]:
        plan, place = self._plan, 2 * (number % (len(self._plan.tokens) // 2))
        ports = plan.ports[number % len(plan.ports)], plan.ports[(number + 1) % len(plan.ports)]
        return Program(ports[0], token=plan.tokens[place]), Program(ports[1], token=plan.tokens[place + 1])

    async def _table(self, number: int) -> None:
        """Play one match after the other at a table."""
        await asyncio.sleep(0.005 * number)  # accounts begin one after the other, as people do
        pair, rounds, chance = self._pair(number), 0, random.Random(self._chance.random())
        while not self._over:
            game = self._plan.games[(number + rounds) % len(self._plan.games)]
            await self._match(pair, game, chance, first=not rounds)
            rounds += 1
        for program in pair:
            await program.close()

    async def _match(self, pair: Sequence[Program], game: str, chance: random.Random, first: bool) -> None:
        begun = await pair[0].do("/matches", game=game, begin="me", others=["link"])
        await pair[1].do(f"/matches/{begun['id']}/seats")
        seats = [Seat(program, begun["id"]) for program in pair]
        seats.sort(key=lambda seat: seat.program is not pair[0])
        news = asyncio.Event()
        following = [asyncio.create_task(_follow(seat, news)) for seat in seats]
        try:
            await _until(news, lambda: all(seat.state for seat in seats))
            if first:
                await self._sat_down(chance)
            played = Played(begun["id"])
            self.report.played.append(played)
            await self._moves(seats, news, played, chance)
        finally:
            for task in following:
                task.cancel()
            await asyncio.gather(*following, return_exceptions=True)
        played.streamed = [seat.moves for seat in seats]
        for seat in seats:
            whole = await seat.program.see(f"/matches/{seat.match}")
            played.told.append([each["text"] for each in whole["moves"]])

    async def _sat_down(self, chance: random.Random) -> None:
        """Wait until every table has players; from then on time counts."""
        self._sitting += 1
        if self._sitting == self._plan.tables:
            self.report.began = time.time()
            self._until = time.perf_counter() + self._plan.seconds
            self._all_sit.set()
        await self._all_sit.wait()
        await asyncio.sleep(chance.random() * self._plan.every)

    async def _moves(self, seats: Sequence[Seat], news: asyncio.Event, played: Played, chance: random.Random) -> None:
        due = time.perf_counter()
        while not self._over:
            await _until(news, lambda: any(_may_move(seat) for seat in seats) or _ended(seats))
            if _ended(seats):
                return
            mover = next(seat for seat in seats if _may_move(seat))
            other = seats[1] if mover is seats[0] else seats[0]
            await self._move(mover, other, news, played, chance)
            due += self._plan.every
            await asyncio.sleep(max(0.0, due - time.perf_counter()))

    async def _move(self, mover: Seat, other: Seat, news: asyncio.Event, played: Played, chance: random.Random) -> None:
        """Make a random move and wait until both streams have brought it."""
        number, text = mover.state["number"] + 1, chance.choice(mover.state["legal"])
        sent = time.perf_counter()
        status = await self._sent(mover, number, text)
        if status != 200:
            return
        self.report.answers.append(time.perf_counter() - sent)
        self._made += 1
        played.acknowledged.append((number, mover.own, text))
        await _until(news, lambda: number in other.arrived and mover.state["number"] >= number)
        self.report.waits.append(other.arrived[number] - sent)

    async def _sent(self, mover: Seat, number: int, text: str) -> int:
        """Send a move, again where the connection breaks; return the status of the answer."""
        path = f"/matches/{mover.match}/moves"
        for _ in range(TRIES):
            try:
                answer = await mover.program.call(path, number=number, move=text)
            except LOST:
                self.report.broken += 1
                with suppress(*LOST):
                    await mover.program.close()
                await asyncio.sleep(RETRY_SECONDS)
                continue
            if answer.status != 200:
                self.report.refused.append(f"{answer.status} {answer.body[:160]!r}")
            return answer.status
        return 0


def _may_move(seat: Seat) -> bool:
    return bool(seat.state["turn"] and seat.state.get("legal"))


def _ended(seats: Sequence[Seat]) -> bool:
    return all(seat.state["status"] == "over" for seat in seats)


async def _follow(seat: Seat, news: asyncio.Event) -> None:
    """Follow a seat's stream, over as many connections as it takes, and say when there is news."""
    while not seat.state or seat.state["status"] != "over":
        with suppress(*LOST):
            async with aclosing(seat.follow()) as lines:
                async for _ in lines:
                    news.set()
        await asyncio.sleep(RETRY_SECONDS)


async def _until(news: asyncio.Event, condition: Callable[[], bool]) -> None:
    """Wait for news until a condition holds."""
    while not condition():
        news.clear()
        await news.wait()
