"""Connections: what each may cost, how many this process can take, and stopping in order."""

import os
import random
import time
from asyncio import AbstractEventLoop, BaseTransport, TimerHandle, Transport
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum, auto
from http import HTTPStatus
from typing import Any, ClassVar, Final

from fastapi.sse import format_sse_event
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

from fivefold.connections import Connection, Connections

if os.name == "posix":
    import resource

MOST_FILES: Final = (65_536, 10_240)
"""Open files requested, unless the system has a lower limit; the second is the most macOS allows."""
KEPT_BACK: Final = 96
"""Open files for the database, pipes to opponents, the log and other files."""
MOST_CONNECTIONS: Final = 8192
MOST_STREAMS: Final = 6000
FEW: Final = 250
"""Fewer connections than this are worth a warning: a classroom at play takes as many."""


@dataclass(frozen=True, slots=True)
class Capacity:
    """What fits into a limit on open files."""

    files: int
    """The limit on open files."""

    @property
    def batch(self) -> int:
        """Connections accepted in one turn of the event loop; a surplus one is closed about four turns later."""
        return min(128, max(4, self.files // 32))

    @property
    def connections(self) -> int:
        """Connections at the same time."""
        return min(MOST_CONNECTIONS, max(16, self.files - KEPT_BACK - 4 * self.batch))

    @property
    def per_network(self) -> int:
        """Connections of one customer."""
        return min(256, max(8, self.connections // 4))

    @property
    def streams(self) -> int:
        """Connections that may be streams, so that pages still get through."""
        return min(MOST_STREAMS, self.connections * 3 // 4)

    @property
    def warning(self) -> str | None:
        """What to say if the limit is low, and what would be enough."""
        if self.connections >= FEW:
            return None
        return (
            f"Room for only {self.connections} connections, because the system allows {self.files} open files: "
            "4096 would do (ulimit -n 4096, or LimitNOFILE=4096 in a systemd unit)."
        )


def raise_file_limit() -> Capacity:
    """Raise the limit on open files as far as the system allows, and return the capacity."""
    if os.name != "posix":
        return Capacity(2048)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for wanted in MOST_FILES:
        more = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        if soft != resource.RLIM_INFINITY and soft < more:
            with suppress(OSError, ValueError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (more, hard))
                soft = more
    return Capacity(MOST_FILES[0] if soft == resource.RLIM_INFINITY else soft)


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


LEAST_READ: Final = 64 * 1024
"""The fewest bytes that a slow reader must take in ``stalled_seconds``: about two kB a second."""


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """How many connections there may be, and what each may cost."""

    altogether: int = 1024
    per_network: int = 256
    """From one customer, as ``fivefold.connections.network`` tells them apart."""
    head_seconds: float = 10.0
    """From the connection, or the first byte of a further request, until its headers are complete."""
    body_seconds: float = 10.0
    """From there until its body is complete."""
    stalled_seconds: float = 30.0
    """How long an answer may wait for a reader who takes nothing."""
    longest_head: int = 32 * 1024
    """Bytes of a request that are not its body: its address, headers, trailers and chunk sizes."""
    pipelined: int = 16
    """Requests sent before the first of them is answered."""
    batch: int = 64
    """Connections accepted in one turn of the event loop."""


class Turn(Enum):
    """What the client of a connection has to do next."""

    IDLE = auto()
    """Nothing: it may ask for more, or leave."""
    HEAD = auto()
    """Send the headers of a request."""
    BODY = auto()
    """Send the body of a request."""


class Refused(Exception):
    """Stops the parser; the protocol has the status of the answer."""


class GuardedProtocol(HttpToolsProtocol):
    """uvicorn's protocol with ``ConnectionLimits``; it reports to ``Connections`` whose turn it is."""

    guard: ClassVar[Connections]
    limits: ClassVar[ConnectionLimits]

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._sending: Turn = Turn.HEAD
        """What arrives next is part of this."""
        self._begun = False
        """Whether part of an incomplete request has arrived."""
        self._overhead = 0
        """Bytes of the current request that are not its body."""
        self._refusal = HTTPStatus.BAD_REQUEST
        self._turn: Turn | None = None
        self._deadline: TimerHandle | None = None
        self._stall: TimerHandle | None = None

    def connection_made(self, transport: BaseTransport) -> None:
        """Accept a new connection, if there is room, and start its clock."""
        assert isinstance(transport, Transport)  # noqa: S101  (as asyncio promises a stream's protocol)
        # With no buffer, ``pause_writing`` is called for whatever the kernel does not take at once.
        transport.set_write_buffer_limits(high=0)
        super().connection_made(transport)
        leaving = self.guard.admit(self, self.client[0] if self.client else "")
        if leaving is not None:
            leaving.drop()
        if leaving is not self:
            self._note_turn()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection that has ended."""
        self.guard.release(self)
        for timer in (self._deadline, self._stall):
            if timer is not None:
                timer.cancel()
        self._unset_keepalive_if_required()
        super().connection_lost(exc)

    def drop(self) -> None:
        """Close at once, without a word."""
        self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Read what the client has sent."""
        if self.transport.is_closing():
            return
        if self._sending is Turn.IDLE:
            self._sending = Turn.HEAD
        self._begun = True
        self._overhead += len(data)
        super().data_received(data)
        if self._overhead > self.limits.longest_head and not self.transport.is_closing():
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        self._note_turn()

    def on_message_begin(self) -> None:
        """Begin a request."""
        self._sending, self._begun = Turn.HEAD, True
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Handle complete headers; a body may follow."""
        longest = self.limits.longest_head
        size = len(self.url) + sum(len(name) + len(value) + len(b": \r\n") for name, value in self.headers)
        if size > longest:
            self._refusal = HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
            raise Refused(f"headers of {size} bytes; at most {longest} are read")
        if len(self.pipeline) >= self.limits.pipelined:
            raise Refused("too many requests before the first is answered")
        super().on_headers_complete()
        self._sending = Turn.BODY

    def on_body(self, body: bytes) -> None:
        """Handle a piece of a request's body."""
        self._overhead = max(0, self._overhead - len(body))
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Handle a complete request."""
        self._sending, self._begun, self._overhead = Turn.IDLE, False, 0
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Continue with the next request, or wait for one."""
        super().on_response_complete()
        self._note_turn()

    def pause_writing(self) -> None:
        """Wait for a reader who takes nothing, but not for ever."""
        super().pause_writing()
        self._watch_reader()
        self._note_turn()

    def resume_writing(self) -> None:
        """Continue: the reader has taken everything."""
        super().resume_writing()
        if self._stall is not None:
            self._stall.cancel()
        self._note_turn()

    def send_400_response(self, msg: str) -> None:
        """Answer a request that cannot be read, or is refused."""
        self._refuse(self._refusal)

    def _refuse(self, status: HTTPStatus) -> None:
        """Refuse a request, and close the connection; without an answer if it could be taken for another's."""
        if self.transport.is_closing():
            return
        if not self._may_answer():
            self.transport.abort()
            return
        if self._sending is Turn.BODY:
            # The reader of the body learns that no more will come.
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        words = f"{status.value} {status.phrase}\n".encode()
        head = f"HTTP/1.1 {status.value} {status.phrase}\r\ncontent-type: text/plain\r\nconnection: close\r\n"
        self.transport.write(head.encode() + b"content-length: %d\r\n\r\n" % len(words) + words)
        self.transport.close()

    def _may_answer(self) -> bool:
        """Return whether an answer sent now can only be taken for the current request's."""
        if self._sending is Turn.BODY:
            return not self.pipeline and not self.cycle.response_started
        return self.cycle is None or self.cycle.response_complete

    def _whose_turn(self) -> Turn | None:
        """Return what the client has to do next; ``None`` while it is our turn to answer."""
        if self._sending is Turn.BODY and not self.pipeline:
            return Turn.BODY
        answering = self.cycle is not None and not self.cycle.response_complete
        return None if answering else self._sending

    def _note_turn(self) -> None:
        """Update the deadline and the count for whose turn it is."""
        turn = self._whose_turn()
        if turn is not self._turn or self._deadline is None:
            self._turn = turn
            if self._deadline is not None:
                self._deadline.cancel()
            self._deadline = None if turn is None else self.loop.call_later(self._seconds(turn), self._time_is_up)
        note: Callable[[Connection], None] = self.guard.wait
        if turn is None and not self.flow.write_paused:
            note = self.guard.work
        note(self)

    def _seconds(self, turn: Turn) -> float:
        limits = self.limits
        kept_open = self.config.timeout_keep_alive
        return {Turn.IDLE: kept_open, Turn.HEAD: limits.head_seconds, Turn.BODY: limits.body_seconds}[turn]

    def _time_is_up(self) -> None:
        if self._begun:
            self._refuse(HTTPStatus.REQUEST_TIMEOUT)
        else:
            self.transport.close()

    def _watch_reader(self) -> None:
        """Check after a while how much the reader has taken."""
        left = self.transport.get_write_buffer_size()
        self._stall = self.loop.call_later(self.limits.stalled_seconds, self._reader_is_slow, left)

    def _reader_is_slow(self, before: int) -> None:
        if self.transport.get_write_buffer_size() > before - LEAST_READ:
            self.transport.abort()
        else:
            self._watch_reader()


def guarded_by(connections: Connections, limits: ConnectionLimits) -> type[GuardedProtocol]:
    """Return the protocol for a server whose connections are counted."""
    return type("Guarded", (GuardedProtocol,), {"guard": connections, "limits": limits})
