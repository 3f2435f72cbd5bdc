"""A log that cannot flood: repeated messages are written a few times a minute, and the rest are counted.

Whatever strangers provoke, the log grows by a bounded amount, and says how much it left out.
"""

import argparse
import logging
import re
import threading
import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

from fivefold.doors.web.log_lines import JSON, TEXT, lines

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
            return self._count(kind_of(record))

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


def kind_of(record: logging.LogRecord) -> MessageKind:
    """Return the kind of a message."""
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
