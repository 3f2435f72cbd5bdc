"""A queue for each address: only a few requests from one address use a thread at a time."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Final

from starlette.requests import Request

from fivefold.doors.web.errors import TooMany
from fivefold.doors.web.limits import address_of

AT_ONCE: Final = 2
"""Requests from one address answered at a time; the server has eight threads."""
WAITING: Final = 32
"""Requests from one address that may wait for their turn."""


@dataclass(slots=True)
class AddressQueue:
    """The requests from one address."""

    turn: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))
    count: int = 0
    """How many are being answered or waiting."""


class AddressQueues:
    """Which requests are answered now and which wait. It belongs to the event loop, and waiting takes no thread."""

    def __init__(self, limited: bool = True) -> None:
        self._limited = limited
        self._queues: dict[str, AddressQueue] = {}

    @asynccontextmanager
    async def of(self, address: str) -> AsyncIterator[None]:
        """Hold one of an address's turns. Raises ``TooMany``."""
        if not self._limited:
            yield
            return
        queue = self._queues.setdefault(address, AddressQueue())
        if queue.count >= AT_ONCE + WAITING:
            raise TooMany("too many pages at once: try again in a second", 1)
        queue.count += 1
        try:
            async with queue.turn:
                yield
        finally:
            queue.count -= 1
            if not queue.count:
                del self._queues[address]


async def wait_for_turn(request: Request) -> AsyncIterator[None]:
    """Wait for a turn, as a dependency; with scope "function" it ends before the answer goes to a slow reader."""
    turns: AddressQueues = request.app.state.turns
    async with turns.of(address_of(request)):
        yield
