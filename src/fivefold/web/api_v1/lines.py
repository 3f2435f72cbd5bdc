"""Streams of the API: a line of JSON for everything that happens, and an empty one now and then.

A stream tells everything first and then what changes. What has happened for a reader who is slow is not queued: it is
worked out from how things stand when the reader is ready for more. The last line says why the stream ends.
"""

from collections.abc import Mapping
from typing import Any, Final

import orjson
from starlette.responses import StreamingResponse
from starlette.types import Send

LINES: Final = "application/x-ndjson"
QUIET_SECONDS: Final = 7.0
"""After this long without a line an empty one keeps the connection open."""
KEEP_ALIVE: Final = b"\n"
HEADERS: Final = {"X-Accel-Buffering": "no"}
WHY_IT_ENDS: Final[Mapping[str, str]] = {
    "over": "nothing more will happen here",
    "revoked": "the token was revoked or has expired",
    "closing": "the house is starting anew: come back in a second",
}


class LineStream(StreamingResponse):
    """A response that is sent line by line and keeps nothing of what was sent."""

    media_type = LINES

    async def stream_response(self, send: Send) -> None:
        """Send the lines as they come."""
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        async for lines in self.body_iterator:
            await send({"type": "http.response.body", "body": lines, "more_body": True})
            del lines
        await send({"type": "http.response.body", "body": b"", "more_body": False})


def line(kind: str, data: Mapping[str, Any]) -> bytes:
    """Return one line."""
    return orjson.dumps({"type": kind, **data}) + b"\n"


def encoded_line(kind: str, data: bytes) -> bytes:
    """Return one line; ``data`` is a JSON object that has something in it."""
    return b'{"type":"%b",%b\n' % (kind.encode(), data[1:])


def last_line(why: str) -> bytes:
    """Return the line with which a stream ends, by a key of ``WHY_IT_ENDS``."""
    return line("end", {"why": why, "detail": WHY_IT_ENDS[why]})
