"""Turns among addresses: a flood from one address never takes all threads, and only so many of it wait."""

import asyncio

import pytest

from fivefold.doors.web.address_queue import AT_ONCE, WAITING, AddressQueues
from fivefold.doors.web.errors import TooMany

HOME, OFFICE = "192.0.2.7", "198.51.100.9"


class Visits:
    """Requests that are answered when the test lets them."""

    def __init__(self, turns):
        self.turns, self.there, self.gate, self.tasks = turns, [], asyncio.Event(), []

    async def come(self, address):
        """Let a request come, and everybody who may be answered begin to be."""
        self.tasks.append(asyncio.create_task(self._visit(address)))
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    async def _visit(self, address):
        async with self.turns.of(address):
            self.there.append(address)
            await self.gate.wait()

    async def end(self):
        self.gate.set()
        await asyncio.gather(*self.tasks)


def test_of_one_address_only_so_many_are_answered_at_a_time():
    async def flood():
        turns = AddressQueues()
        visits = Visits(turns)
        for _ in range(AT_ONCE + 5):
            await visits.come(HOME)
        await visits.come(OFFICE)
        assert visits.there == [HOME] * AT_ONCE + [OFFICE]
        await visits.end()
        assert visits.there.count(HOME) == AT_ONCE + 5 and not turns._queues

    asyncio.run(flood())


def test_only_so_many_wait():
    async def flood():
        visits = Visits(AddressQueues())
        for _ in range(AT_ONCE + WAITING):
            await visits.come(HOME)
        with pytest.raises(TooMany, match="too many pages at once"):
            async with visits.turns.of(HOME):
                raise AssertionError("there was room")
        await visits.come(OFFICE)
        assert visits.there[-1] == OFFICE
        await visits.end()

    asyncio.run(flood())


def test_who_goes_away_while_waiting_or_fails_leaves_the_turn_to_others():
    async def flood():
        turns = AddressQueues()
        visits = Visits(turns)
        for _ in range(AT_ONCE + 1):
            await visits.come(HOME)
        visits.tasks.pop().cancel()
        await visits.end()
        with pytest.raises(ZeroDivisionError):
            async with turns.of(HOME):
                raise ZeroDivisionError
        assert not turns._queues

    asyncio.run(flood())


@pytest.mark.slow
def test_pages_and_boards_to_try_take_turns(app, anna, live, monkeypatch):
    taken = []
    of = app.state.turns.of

    def noted(address):
        taken.append(address)
        return of(address)

    monkeypatch.setattr(app.state.turns, "of", noted)
    match = f"/matches/{live['match']}"
    drawn = ("/", "/about", match, "/try/locus/view", f"{match}/record", f"{match}/hindsight")
    for path in drawn:
        assert anna.get(path).status_code < 300, path
    assert taken == ["testclient"] * len(drawn)
    anna.get(f"{match}/view")
    assert len(taken) == len(drawn)
