"""The door: each request gets an id on its way in; whoever counts answers, or writes them down, hears of it on its way
out.

What they hear holds nothing of a stranger's: of an address only the pattern it has, as ``/matches/{match_id}``.
"""

import logging
import re
import secrets
import time
from collections.abc import Callable, Iterable
from contextvars import ContextVar
from ipaddress import IPv4Network, IPv6Network, ip_address
from typing import Final, NamedTuple

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

REQUEST: Final[ContextVar[str]] = ContextVar("request", default="")
"""The id of the request at work here; empty where there is none."""
HEADER: Final = "X-Request-ID"
NAME: Final = HEADER.lower().encode()
SENSIBLE: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
"""An id of a server in front that can be written into a log."""
FROM_IN_FRONT: Final = "fivefold.request"
"""Where the scope of a request has the id that a server in front gave it."""
METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
FILES: Final = "/static/"
UNKNOWN: Final = "unknown"
"""The pattern of addresses at which there is nothing."""
NOBODY_LEFT: Final = 499
"""The status where whoever asked has gone before an answer began."""
STREAMS: Final = (b"text/event-stream", b"application/x-ndjson")

log = logging.getLogger("fivefold.web")


class Answered(NamedTuple):
    """A request that has been answered."""

    request: str
    """Its id."""
    method: str
    route: str
    """The pattern of its address."""
    status: int
    seconds: float
    """Until the answer was there; of a stream, until it began."""
    streamed: bool
    """Whether the answer was a stream, which lasts as long as its reader stays."""


Listener = Callable[[Answered], None]


class Door:
    """Numbers requests and tells of answers."""

    def __init__(
        self, app: ASGIApp, listeners: Iterable[Listener], clock: Callable[[], float] = time.perf_counter
    ) -> None:
        """``listeners``: who is told of every answer; more may be added later."""
        self.app, self._listeners, self._clock = app, listeners, clock

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request: str = scope.get(FROM_IN_FRONT) or secrets.token_hex(8)
        begun, status, streamed, started = self._clock(), NOBODY_LEFT, False, 0.0

        async def send_numbered(message: Message) -> None:
            nonlocal status, streamed, started
            if message["type"] == "http.response.start":
                status, streamed = message["status"], _is_stream(message["headers"])
                message["headers"] = [*message["headers"], (NAME, request.encode())]
                started = self._clock()
            await send(message)

        token = REQUEST.set(request)
        try:
            await self.app(scope, receive, send_numbered)
        finally:
            REQUEST.reset(token)
            seconds = (started if streamed else self._clock()) - begun
            self._tell(Answered(request, _method(scope), route_of(scope), status, seconds, streamed))

    def _tell(self, answered: Answered) -> None:
        for listener in self._listeners:
            try:
                listener(answered)
            except Exception:
                log.exception("Who is told of answers failed.")


class IdsFromInFront:
    """Takes over the ids of requests that servers in front have numbered; what others send as one is not read.

    It has to stand where the address of the server in front is still to be seen.
    """

    def __init__(self, app: ASGIApp, proxies: Iterable[IPv4Network | IPv6Network]) -> None:
        self.app, self._proxies = app, tuple(proxies)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] == "http" and self._proxies and self._is_in_front(scope):
            given = Headers(scope=scope).get(HEADER, "")
            if SENSIBLE.fullmatch(given):
                scope[FROM_IN_FRONT] = given
        await self.app(scope, receive, send)

    def _is_in_front(self, scope: Scope) -> bool:
        client = scope.get("client")
        try:
            address = ip_address(client[0]) if client else None
        except ValueError:
            return False
        return address is not None and any(address in network for network in self._proxies)


def route_of(scope: Scope) -> str:
    """Return the pattern of a request's address, once it has been looked up."""
    path = getattr(scope.get("route"), "path", None)
    if isinstance(path, str):
        return path
    return f"{FILES}{{path}}" if scope["path"].startswith(FILES) else UNKNOWN


def _is_stream(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    return any(name == b"content-type" and value.startswith(STREAMS) for name, value in headers)


def _method(scope: Scope) -> str:
    return scope["method"] if scope["method"] in METHODS else "OTHER"
