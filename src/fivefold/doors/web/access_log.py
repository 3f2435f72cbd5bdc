"""The log of requests: one line for each answer, written by a thread of its own so that no visitor waits for a disk."""

import logging
import sys
from queue import Full, Queue
from typing import Final

from fivefold.doors.web.door import Answered
from fivefold.doors.web.log_lines import lines
from fivefold.house.loop import AGAIN_SECONDS, Loop

MOST: Final = 10_000
"""Lines that wait to be written; while as many do, further ones are left out and counted."""
NAME: Final = "fivefold.access"


class AccessLog:
    """Writes a line for each answer to standard error."""

    def __init__(self, kind: str, most: int = MOST) -> None:
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
    return logging.LogRecord(NAME, level, __file__, 0, message, values, None)
