"""Streams of the API: a line of JSON for everything that happens, and an empty one now and then.

A stream tells everything first and then what changes. What has happened for a reader who is slow is not queued: it is
worked out from how things stand when the reader is ready for more. The last line says why the stream ends.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

import orjson
from anyio.to_thread import run_sync
from pydantic import Field
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send
from typing_extensions import TypedDict

from fivefold.doors.api.challenges import ChallengeTold
from fivefold.doors.web.context import RequestContext
from fivefold.doors.web.problems import LINES
from fivefold.doors.web.stream import Inbox, Streams, past_layers
from fivefold.house.errors import Busy
from fivefold.house.match_view.facts import CompactBrief, CompactMatch, CompactState
from fivefold.house.match_view.view_types import ChatNewsView, PresenceView

QUIET_SECONDS: Final = 7.0
"""After this long without a line an empty one keeps the connection open."""
KEEP_ALIVE: Final = b"\n"
HEADERS: Final = {"X-Accel-Buffering": "no"}
WHY_IT_ENDS: Final[Mapping[str, str]] = {
    "over": "nothing more will happen here",
    "revoked": "the token was revoked or has expired",
    "closing": "the house is starting anew: come back in a second",
}


# --- what a line may be ----------------------------------------------------------------------------------------------


class MatchLine(CompactMatch):
    """The whole match: the first line, and again where somebody sat down or the match got a successor."""

    type: Literal["match"]


class StateLine(CompactState):
    """How the match stands after a move, an offer or whatever else has changed."""

    type: Literal["state"]


class PresenceLine(PresenceView):
    """Who is at the table."""

    type: Literal["presence"]


class SaidLine(ChatNewsView):
    """What has been said at the table."""

    type: Literal["chat"]


class EndLine(TypedDict):
    """The last line: why the stream ends."""

    type: Literal["end"]
    why: Literal["over", "revoked", "closing"]
    detail: str
    """The same in words."""


class EventLine(TypedDict):
    """A match that is not over (`match`, before `now`), or one in which something has happened."""

    type: Literal["match", "begins", "turn", "offer", "table", "ends"]
    match: CompactBrief


class ChallengeLine(TypedDict):
    """A challenge that is open, or that has been answered or withdrawn."""

    type: Literal["challenge"]
    challenge: ChallengeTold


class TalkLine(TypedDict):
    """Something was said in a match."""

    type: Literal["chat"]
    match_id: str


class NowLine(TypedDict):
    """Everything that waited has been told; what happens from now on comes next."""

    type: Literal["now"]
    at: str
    """When, ISO 8601."""


LineOfMatch = Annotated[MatchLine | StateLine | PresenceLine | SaidLine | EndLine, Field(discriminator="type")]
LineOfEvents = Annotated[EventLine | ChallengeLine | TalkLine | NowLine | EndLine, Field(discriminator="type")]

# --- how they are sent -----------------------------------------------------------------------------------------------


class LineStream(StreamingResponse):
    """A response that is sent line by line and keeps nothing of what was sent."""

    media_type = LINES

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send everything, until either side ends it."""
        self._scope = scope
        await super().__call__(scope, receive, send)

    async def stream_response(self, send: Send) -> None:
        """Send the lines as they come."""
        send_more = past_layers(self._scope, send)
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        async for lines in self.body_iterator:
            await send_more({"type": "http.response.body", "body": lines, "more_body": True})
            del lines
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def why_it_ends(caller: RequestContext, inbox: Inbox, *, over: bool = False) -> str:
    """Return why a stream ends now, a key of ``WHY_IT_ENDS``; empty where it goes on."""
    streams: Streams = caller.request.app.state.streams
    if inbox.ended or not await _holds(caller):
        return "revoked"
    if streams.closing:
        return "closing"
    return "over" if over else ""


async def _holds(caller: RequestContext) -> bool:
    """Return whether the caller's token is still good, also where another process has revoked it."""
    token, tokens = caller.who.token, caller.house.tokens
    if token is None:
        return True
    try:
        return tokens.holds(token) if tokens.is_fresh(token) else await run_sync(tokens.holds, token)
    except Busy:  # the next look will do
        return True


def line(kind: str, data: Mapping[str, Any]) -> bytes:
    """Return one line."""
    return orjson.dumps({"type": kind, **data}) + b"\n"


def encoded_line(kind: str, data: bytes) -> bytes:
    """Return one line; ``data`` is a JSON object that has something in it."""
    return b'{"type":"%b",%b\n' % (kind.encode(), data[1:])


def last_line(why: str) -> bytes:
    """Return the line with which a stream ends, by a key of ``WHY_IT_ENDS``."""
    return line("end", {"why": why, "detail": WHY_IT_ENDS[why]})
