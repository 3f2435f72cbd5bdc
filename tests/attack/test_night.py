"""A night: programs make many moves, and each minute a process of the house or its database is killed.

A million moves: `make night`. Kills far more often, and over a rough network, are in `test_faults`.
"""

import asyncio
import os
import random
import sys
import threading
import time
from collections import Counter
from contextlib import aclosing, suppress
from functools import partial
from itertools import cycle

import pytest

from benchmarks.server.checking import differences_of
from benchmarks.server.playing import LOST, Played
from benchmarks.server.program import Program, Seat
from fivefold.house.errors import Busy
from fivefold.lab.configuration import games_for_several
from tests import postgresql
from tests.attack.conftest import LONG, many
from tests.attack.faulty_house import DATABASE, FIRST, SECOND, WORKER, FaultyHouse

pytestmark = [
    pytest.mark.slow,
    pytest.mark.long,
    pytest.mark.skipif(sys.platform != "linux", reason="needs kill -9 and /proc"),
]
MOVES = int(os.environ.get("FIVEFOLD_NIGHT_MOVES", many(2_000, 1_000_000)))
PLACES = many(8, 40)
"""Matches at a time."""
BETWEEN_KILLS = many(3.0, 60.0)
KILLED = [(FIRST,), (DATABASE,), (SECOND, WORKER), (DATABASE, FIRST, SECOND)]
PATIENCE = 60.0
"""Seconds that an answer may take."""
WRONG = many(2.0, 5.0)
"""Seconds by which a clock may be wrong for a move on busy cores; the aim is 0.5, and how wrong it was is printed."""
THINKING = 0.05
"""So many of the moves are thought about, for a second."""


@pytest.fixture
def house(tmp_path):
    with postgresql.server(postgresql.DURABLE) as server, server.house() as url:
        found = FaultyHouse(tmp_path, server, url)
        try:
            yield found
        finally:
            found.stop()


class Checker(threading.Thread):
    """Compares matches that are over with the log, one after the other, so that a night need not be kept in memory."""

    def __init__(self, house):
        super().__init__(daemon=True)
        self._house, self.waiting, self.over = house.opened(), [], False
        self.found, self.checked = [], 0

    def run(self):
        while not self.over or self.waiting:
            if not self.waiting:
                time.sleep(0.1)
                continue
            played = self.waiting.pop()
            with suppress(Busy):
                kept = self._house.snapshot(played.match)
                self.found += [f"{played.match}: {words}" for words in differences_of(kept, played)]
                self.checked += 1
                continue
            self.waiting.append(played)
            time.sleep(1)
        self._house._database.close()


class Night:
    """Places at which one match after the other is played, until enough moves were made."""

    def __init__(self, house, checker, seed):
        self.house, self.checker, self.chance = house, checker, random.Random(seed)
        self.tokens = house.tokens(2 * PLACES)
        self.moves = self.matches = self.kills = 0
        self.refused, self.late, self.early, self.answers = Counter(), [], [], Counter()

    async def run(self):
        killing = asyncio.create_task(self._kill())
        await asyncio.gather(*(self._place(place) for place in range(PLACES)))
        killing.cancel()
        await asyncio.gather(killing, return_exceptions=True)

    async def _kill(self):
        for names in cycle(KILLED):
            await asyncio.sleep(BETWEEN_KILLS)
            self.kills += 1
            await asyncio.shield(asyncio.to_thread(self._away, names))

    def _away(self, names):
        self.house.kill(*names)
        time.sleep(self.chance.random())
        self.house.revive(*names)

    async def _place(self, place):
        ports, tokens = self.house.ports, self.tokens[2 * place : 2 * place + 2]
        pair = [Program(ports[seat % 2], token=token) for seat, token in enumerate(tokens)]
        games, chance = games_for_several(), random.Random(self.chance.random())
        while self.moves < MOVES:
            wish = {"game": games[self.matches % len(games)], "begin": "me", "others": ["link"]}
            self.matches += 1
            await self._match(pair, wish | ({"time": "10m+5s"} if self.matches % 2 else {}), chance)
        for program in pair:
            with suppress(*LOST):
                await program.close()

    async def _match(self, pair, wish, chance):
        begun = (await self._insist(pair[0], "/matches", **wish)).json()
        await self._insist(pair[1], f"/matches/{begun['id']}/seats")
        # Their streams are programs of their own, each at whichever process it finds.
        seats = [Seat(Program(each.port, token=each.token), begun["id"]) for each in pair]
        news = asyncio.Event()
        following = [asyncio.create_task(self._follow(seat, news)) for seat in seats]
        try:
            played = Played(begun["id"])
            await self._play(pair, seats, news, played, chance)
        finally:
            for task in following:
                task.cancel()
            await asyncio.gather(*following, return_exceptions=True)
        played.streamed = [seat.moves for seat in seats]
        played.told = [await self._told(program, begun["id"]) for program in pair]
        self.checker.waiting.append(played)

    async def _told(self, program, match):
        """Return all moves of a match that is over; the process that is asked may hear of its end a moment later."""
        while True:
            whole = (await self._insist(program, f"/matches/{match}", method="GET")).json()
            if whole["status"] == "over":
                return [each["text"] for each in whole["moves"]]
            await asyncio.sleep(0.1)

    async def _play(self, pair, seats, news, played, chance):
        turn, kills = time.perf_counter(), self.kills
        while True:
            await until(news, lambda: any(map(may_move, seats)) or all(map(is_over, seats)))
            if all(map(is_over, seats)):
                return
            mover = next(filter(may_move, seats))
            program = pair[seats.index(mover)]
            known, number = time.perf_counter(), mover.state["number"] + 1
            if chance.random() < THINKING:
                await asyncio.sleep(1)
            before, sent = mover.state, time.perf_counter()
            text = chance.choice(before["legal"])
            answer = await self._insist(program, f"/matches/{played.match}/moves", number=number, move=text)
            assert answer.status == 200, answer.body
            played.acknowledged.append((number, mover.own, text))
            self.moves += 1
            thought = sent - known if kills == self.kills else 0
            self._look_at_clock(before, answer.json(), mover.own, sent - turn, thought)
            turn, kills = sent, self.kills
            await until(news, partial(have_heard_of, number, seats))

    def _look_at_clock(self, before, after, seat, most, least):
        """Note by how many seconds a clock is wrong that can have run ``least`` to ``most`` seconds for a move."""
        if after["clock"] is None:
            return
        used = (after["clock"]["seats"][seat]["used"] - before["clock"]["seats"][seat]["used"]) / 1000
        self.late.append(used - most)
        if used:  # the first moves take none
            self.early.append(least - used)

    async def _insist(self, program, path, method="POST", **body):
        """Return the answer of a house that may be away, at whichever of its processes."""
        while True:
            with suppress(*LOST, TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    ask = program.get(f"/api/v1{path}") if method == "GET" else program.call(path, **body)
                    answer = await ask
                if answer.status != 503:
                    break
                self.answers[503] += 1
            self._go_elsewhere(program)
            await asyncio.sleep(0.1)
        if answer.status >= 300 and answer.json()["type"].rpartition("/")[2] != "seat-taken":
            self.refused[f"{answer.status} {answer.body[:200]!r}"] += 1
        return answer

    def _go_elsewhere(self, program):
        """Turn to the other process, as a server in front would."""
        program.port = next(port for port in self.house.ports if port != program.port)
        if program._connection is not None:
            program._connection[1].close()
            program._connection = None

    async def _follow(self, seat, news):
        while not seat.state or not is_over(seat):
            with suppress(*LOST):
                async with aclosing(seat.follow()) as lines:
                    async for _ in lines:
                        news.set()
            await asyncio.sleep(0.1)
            if not seat.state or not is_over(seat):
                self._go_elsewhere(seat.program)


def may_move(seat):
    return bool(seat.state and seat.state["turn"] and seat.state.get("legal"))


def have_heard_of(number, seats):
    return all(seat.state.get("number", 0) >= number for seat in seats)


def is_over(seat):
    return bool(seat.state) and seat.state["status"] == "over"


async def until(news, condition):
    while not condition():
        news.clear()
        await news.wait()


def test_in_a_night_of_kills_no_move_is_lost_doubled_or_out_of_order_and_clocks_are_right(house):
    seed = random.SystemRandom().randrange(10**6) if LONG else 5
    house.start()
    checker = Checker(house)
    checker.start()
    night, began = Night(house, checker, seed), time.perf_counter()
    try:
        asyncio.run(night.run())
    finally:
        checker.over = True
        checker.join()
    took = time.perf_counter() - began
    print(f"seed {seed}: {night.moves} moves in {checker.checked} matches and {took:.0f} s, {night.kills} kills")
    print(f"clocks: at most {max(night.late):.2f} s too much and {max(night.early):.2f} s too little for a move")
    print(f"answers: {dict(night.answers)}; refused: {dict(night.refused)}")
    assert checker.found == [] and checker.checked == night.matches
    assert not night.refused
    assert max(night.late) <= WRONG and max(night.early) <= WRONG
    assert night.kills >= len(KILLED)
