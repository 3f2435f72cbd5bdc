"""The log: how a line looks, what keeps strangers from flooding it, and a line for each request answered."""

import argparse
import logging
import re
import secrets
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from ipaddress import IPv4Network, IPv6Network, ip_address
from queue import Full, Queue
from typing import Any, Final, NamedTuple

import orjson
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fivefold.house.loop import AGAIN_SECONDS, Loop

REQUEST: Final[ContextVar[str]] = ContextVar("request", default="")
"""The id of the request at work here; empty where there is none."""
HEADER: Final = "X-Request-ID"
HEADER_NAME: Final = HEADER.lower().encode()
SENSIBLE: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
"""An id of a server in front that can be written into a log."""
FROM_IN_FRONT: Final = "fivefold.request"
"""Where the scope of a request has the id that a server in front gave it."""
METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
FILES: Final = "/static/"
UNKNOWN: Final = "unknown"
"""The pattern of addresses at which there is nothing."""
CLIENT_LEFT: Final = 499
"""Logged when the client left before a response began."""
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


STRAIGHT: Final = "fivefold.straight"
"""What sends past all layers, for further parts of a stream, of which they have nothing to say."""


class NumberRequests:
    """Numbers requests and tells of answers."""

    def __init__(self, app: ASGIApp, listeners: Iterable[Listener]) -> None:
        """``listeners``: who is told of every answer; more may be added later."""
        self.app, self._listeners = app, listeners

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request: str = scope.get(FROM_IN_FRONT) or secrets.token_hex(8)
        if scope["method"] == "GET":  # the answer to HEAD ends at a layer
            scope[STRAIGHT] = send
        begun, status, streamed, started = time.perf_counter(), CLIENT_LEFT, False, 0.0

        async def send_numbered(message: Message) -> None:
            nonlocal status, streamed, started
            if message["type"] == "http.response.start":
                status, streamed = message["status"], _is_stream(message["headers"])
                message["headers"] = [*message["headers"], (HEADER_NAME, request.encode())]
                started = time.perf_counter()
            await send(message)

        token = REQUEST.set(request)
        try:
            await self.app(scope, receive, send_numbered)
        finally:
            REQUEST.reset(token)
            seconds = (started if streamed else time.perf_counter()) - begun
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


TEXT: Final = "text"
JSON: Final = "json"
HIDDEN: Final = (
    (re.compile(r"(://[^\s:/@]*):[^\s@/]+@"), r"\1:***@"),
    (re.compile(r"(?i)\b(password|csrf|token|cookie|guest|key)=[^\s;&\"']+"), r"\1=***"),
    (re.compile(r"\bff_[A-Za-z0-9_-]{6,}"), "ff_***"),
    (re.compile(r"[^\s<>\"'(),;:@=*/]{1,64}@[^\s<>\"'(),;:@]+\.[A-Za-z]{2,}"), "***@***"),
)
"""What is private, and what is written instead."""
CONTROL: Final = {code: f"\\x{code:02x}" for code in (*range(32), 127)} | {10: "\\n", 13: "\\r", 9: "\\t"}


def masked(text: str) -> str:
    """Return a text without what is private."""
    for pattern, instead in HIDDEN:
        text = pattern.sub(instead, text)
    return text


class TextLines(logging.Formatter):
    """A line for people; what an error leaves behind follows it, set in."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s", "%Y-%m-%dT%H:%M:%SZ")
        self.converter = time.gmtime

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802  (the name is logging's)
        """Return the line itself."""
        record.message = record.message.translate(CONTROL)
        line = super().formatMessage(record)
        request = REQUEST.get() or getattr(record, "request", "")
        return f"{line} (request {request})" if request else line

    def format(self, record: logging.LogRecord) -> str:
        """Return what is written for a message."""
        return masked(super().format(record).replace("\n", "\n  "))


class JsonLines(logging.Formatter):
    """A line for programs."""

    def format(self, record: logging.LogRecord) -> str:
        """Return what is written for a message."""
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line: dict[str, Any] = {
            "time": f"{at}.{int(record.msecs):03d}Z",
            "level": record.levelname,
            "logger": record.name,
            "message": masked(record.getMessage()),
        }
        request = REQUEST.get() or getattr(record, "request", "")
        if request:
            line["request"] = request
        line.update(getattr(record, "fields", {}))
        if record.exc_info and record.exc_info[0]:
            line["error"] = record.exc_info[0].__name__
            line["trace"] = masked(self.formatException(record.exc_info))
        return orjson.dumps(line, default=str).decode()


def lines(kind: str) -> logging.Formatter:
    """Return what makes lines of this kind."""
    return JsonLines() if kind == JSON else TextLines()


MINUTE: Final = 60.0
SAME: Final = 3
"""Times the same message is written in a minute."""
ALTOGETHER: Final = 30
"""Messages written in a minute; one with a traceback has about four kB."""
KINDS: Final = 50
"""Kinds of messages counted separately in a minute."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add how the log is written."""
    parser.add_argument(
        "--log-format",
        choices=(TEXT, JSON),
        default=TEXT,
        help="how the log is written: text for people, json for programs that collect logs (text)",
    )


class MessageKind(NamedTuple):
    """What makes two messages the same."""

    logger: str
    level: int
    message: str
    """The format string, or a message built without one with its numbers removed."""
    error: str
    place: Hashable


OTHERS: Final = MessageKind("", logging.WARNING, "messages of other kinds", "", None)


class Summary(logging.LogRecord):
    """A record of how many messages were left out."""


class FloodFilter(logging.Filter):
    """Passes what a handler should write, and makes it write once a minute how much was left out."""

    def __init__(self, handler: logging.Handler, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._handler, self._clock = handler, clock
        self._lock = threading.Lock()
        self._since = clock()
        self._written: Counter[MessageKind] = Counter()
        self._left_out: Counter[MessageKind] = Counter()
        self._timer: threading.Timer | None = None

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to write a record."""
        if isinstance(record, Summary):
            return True
        if self._clock() - self._since >= MINUTE:
            self.write_summary()
        with self._lock:
            return self._count(_kind_of(record))

    def write_summary(self) -> None:
        """Write how much was left out since the last summary, and restart the counts."""
        with self._lock:
            left_out, self._left_out = self._left_out, Counter()
            self._written.clear()
            self._since = self._clock()
            if self._timer is not None:
                self._timer.cancel()
            self._timer = None
        for kind, count in left_out.most_common():
            self._handler.handle(_summary(kind, count))

    def _count(self, kind: MessageKind) -> bool:
        if self._written[kind] < SAME and self._written.total() < ALTOGETHER:
            self._written[kind] += 1
            return True
        self._left_out[kind if kind in self._left_out or len(self._left_out) < KINDS else OTHERS] += 1
        if self._timer is None:
            # The summary is written even if nothing more is logged.
            self._timer = threading.Timer(MINUTE, self.write_summary)
            self._timer.daemon = True
            self._timer.start()
        return False


def _kind_of(record: logging.LogRecord) -> MessageKind:
    message = re.sub(r"0x[0-9a-f]+|\d+", "#", str(record.msg)[:500].partition("\n")[0])[:100]
    error, trace = (record.exc_info[0], record.exc_info[2]) if record.exc_info else (None, None)
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = (trace.tb_frame.f_code.co_filename, trace.tb_lineno) if trace else (record.pathname, record.lineno)
    return MessageKind(record.name, record.levelno, message, error.__name__ if error else "", place)


def _summary(kind: MessageKind, count: int) -> Summary:
    words = f"{count} more in the last minute: {kind.message}"
    return Summary(kind.logger or "fivefold.web", kind.level, __file__, 0, words, (), None)


@contextmanager
def log_to_stderr(kind: str = TEXT) -> Iterator[None]:
    """Write warnings and errors of this process to its standard error, with a limit, until this ends."""
    handler = logging.StreamHandler()
    handler.setFormatter(lines(kind))
    calm = FloodFilter(handler)
    handler.addFilter(calm)
    root = logging.getLogger()
    root.addHandler(handler)
    try:
        yield
    finally:
        calm.write_summary()
        root.removeHandler(handler)


MOST_LINES: Final = 10_000
"""Lines that wait to be written; while as many do, further ones are left out and counted."""
ACCESS_LOG: Final = "fivefold.access"


class AccessLog:
    """Writes a line for each answer to standard error."""

    def __init__(self, kind: str, most: int = MOST_LINES) -> None:
        self._lines = lines(kind)
        self._waiting: Queue[Answered | None] = Queue(most)
        self._left_out = 0
        self._loop = Loop("access log", self._round)

    def start(self) -> None:
        """Begin to write."""
        self._loop.start()

    def stop(self) -> None:
        """End when everything is written."""
        self._waiting.put(None)
        self._loop.stop()
        while not self._waiting.empty():
            self._round()
        self._say_left_out()

    def note(self, answered: Answered) -> None:
        """Take an answer; it is written soon."""
        try:
            self._waiting.put_nowait(answered)
        except Full:
            self._left_out += 1

    def _round(self) -> float:
        answered = self._waiting.get()
        if answered is None:
            return AGAIN_SECONDS  # (it waits to be stopped)
        self._write(self._record(answered))
        if self._waiting.empty():
            self._say_left_out()
        return 0.0

    def _say_left_out(self) -> None:
        left_out, self._left_out = self._left_out, 0
        if left_out:
            self._write(_made("%d requests were left out here: too many at a time", (left_out,), logging.WARNING))

    def _write(self, record: logging.LogRecord) -> None:
        sys.stderr.write(self._lines.format(record) + "\n")
        sys.stderr.flush()

    def _record(self, answered: Answered) -> logging.LogRecord:
        milliseconds = round(1000 * answered.seconds, 1)
        made = _made("%s %s %d %s ms", (answered.method, answered.route, answered.status, milliseconds), logging.INFO)
        made.request = answered.request
        made.fields = {
            "method": answered.method,
            "route": answered.route,
            "status": answered.status,
            "milliseconds": milliseconds,
            "streamed": answered.streamed,
        }
        return made


def _made(message: str, values: tuple[object, ...], level: int) -> logging.LogRecord:
    return logging.LogRecord(ACCESS_LOG, level, __file__, 0, message, values, None)
