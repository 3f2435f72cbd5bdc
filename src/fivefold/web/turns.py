"""Turns among addresses: what takes a thread is drawn for a few visitors of one address at a time."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Final

from starlette.requests import Request

from fivefold.web.errors import TooMany
from fivefold.web.limits import address_of

AT_ONCE: Final = 2
"""Requests of one address that are answered at a time; the server has eight threads."""
WAITING: Final = 32
"""Requests of one address that may wait for their turn."""


@dataclass(slots=True)
class Lane:
    """The requests of one address."""

    turn: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))
    count: int = 0
    """How many are being answered or wait."""


class Turns:
    """Who is answered now and who waits; belongs to the event loop, and holds no thread while somebody waits."""

    def __init__(self, limited: bool = True) -> None:
        self._limited = limited
        self._lanes: dict[str, Lane] = {}

    @asynccontextmanager
    async def of(self, address: str) -> AsyncIterator[None]:
        """Wait for a turn and keep it. Raises ``TooMany``."""
        if not self._limited:
            yield
            return
        lane = self._lanes.setdefault(address, Lane())
        if lane.count >= AT_ONCE + WAITING:
            raise TooMany("too many pages at once: try again in a second", 1)
        lane.count += 1
        try:
            async with lane.turn:
                yield
        finally:
            lane.count -= 1
            if not lane.count:
                del self._lanes[address]


async def turn(request: Request) -> AsyncIterator[None]:
    """Wait for a turn, as a dependency: with scope "function" it ends before the answer goes to a slow reader."""
    turns: Turns = request.app.state.turns
    async with turns.of(address_of(request)):
        yield
