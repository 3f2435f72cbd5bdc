"""Stopping in order: servers in front learn first that they should send visitors elsewhere, and streams come back.

A process that is told to stop goes on answering for a while, says at ``/health/ready`` that it is leaving, and closes
each connection after its answer. Then it stops listening, ends its streams and finishes what it has begun.
"""

import random
import time
from collections.abc import Callable
from typing import Final

from fastapi.sse import format_sse_event
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

SOONEST: Final = 200
"""Milliseconds after which the first stream comes back."""
APART: Final = 5
"""Milliseconds between two streams that come back, on average: all at once would be a flood."""
LATEST: Final = 10_000


class Draining:
    """Whether this process is about to stop, and whether it has gone on answering for long enough."""

    def __init__(self, seconds: float = 0.0, clock: Callable[[], float] = time.monotonic) -> None:
        """``seconds``: how long to go on answering."""
        self.seconds, self._clock = seconds, clock
        self._until: float | None = None

    @property
    def begun(self) -> bool:
        """Whether visitors should go elsewhere."""
        return self._until is not None

    @property
    def over(self) -> bool:
        """Whether it is time to stop."""
        return self._until is not None and self._clock() >= self._until

    def begin(self, at_once: bool = False) -> None:
        """Begin, or with ``at_once`` end; may be called from a signal handler."""
        if at_once:
            self._until = self._clock()
        elif self._until is None:
            self._until = self._clock() + self.seconds


class CloseConnections:
    """While the process is about to stop, closes each connection after its answer: the next may go elsewhere."""

    def __init__(self, app: ASGIApp, draining: Draining) -> None:
        self.app, self.draining = app, draining

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "http" or not self.draining.begun:
            await self.app(scope, receive, send)
            return

        async def send_last(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message)["Connection"] = "close"
            await send(message)

        await self.app(scope, receive, send_last)


def farewell(streams: int) -> bytes:
    """Return the last event of one of so many streams: after how long its reader should come back."""
    return format_sse_event(retry=SOONEST + random.randrange(min(LATEST, APART * streams) + 1))
