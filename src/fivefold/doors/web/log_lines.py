"""How a line of the log looks: for people at a terminal or in a journal, or as JSON for programs that collect logs.

Whatever may have got into a message, a line is one line, and has no mail address, password or token in it.
"""

import logging
import re
import time
from typing import Any, Final

import orjson

from fivefold.doors.web.door import REQUEST

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
