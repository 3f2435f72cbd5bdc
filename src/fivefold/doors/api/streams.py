"""Streams of the API: a line of JSON for everything that happens, and an empty one now and then.

A stream tells everything first and then what changes. What has happened for a reader who is slow is not queued: it is
worked out from how things stand when the reader is ready for more. The last line says why the stream ends.
"""

import secrets
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from typing import Annotated, Any, Final, Literal

import orjson
from anyio.to_thread import run_sync
from fastapi import Query
from pydantic import Field
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send
from typing_extensions import TypedDict

from fivefold.connections import network
from fivefold.contract.errors import FivefoldError
from fivefold.doors.api.callers import Anybody, Reader
from fivefold.doors.api.matches import LONG, UNKNOWN, MatchId, Since, WithLegal, WithPosition, going_on, seen
from fivefold.doors.api.meeting import ChallengeTold
from fivefold.doors.api.routing import Routes, lines_of
from fivefold.doors.web.context import RequestContext
from fivefold.doors.web.limits import STREAMS, address_of
from fivefold.doors.web.logs import STRAIGHT
from fivefold.doors.web.problems import LINES
from fivefold.doors.web.stream import BesideTheLog, Inbox, Listener, Streams, Tab, is_same_table
from fivefold.house.bus import CHANGED
from fivefold.house.errors import Busy
from fivefold.house.house import House
from fivefold.house.match_view.facts import CompactBrief, CompactMatch, CompactState
from fivefold.house.match_view.view_types import ChatNewsView, PresenceView
from fivefold.house.meeting.challenges import CHALLENGES_CHANGED, OPEN
from fivefold.house.notices.news import CHAT, Note
from fivefold.house.stored_match import time_text
from fivefold.session.snapshot import LIVE, OVER, MatchSnapshot

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
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        async for lines in self.body_iterator:
            await self._scope.get(STRAIGHT, send)({"type": "http.response.body", "body": lines, "more_body": True})
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


router = Routes("Streams")
WithChat = Annotated[bool, Query(description="Also tell what is said at the table.")]


class Wanted(TypedDict):
    """What a program wants to know besides."""

    legal: bool
    position: bool


@router.on(
    "GET /matches/{match_id}/stream", *UNKNOWN, rate=STREAMS, responses=lines_of(LineOfMatch), response_class=LineStream
)
async def stream(
    caller: Anybody,
    match_id: MatchId,
    since: Since = None,
    legal: WithLegal = False,
    position: WithPosition = False,
    chat: WithChat = False,
) -> LineStream:
    """Follow a match.

    The first line is the whole match, `"type":"match"`, as `GET /matches/{match_id}` tells it; with `since` its moves
    are those after what you know. Then comes a line for each change: `state` after moves and offers; `match` again
    where somebody sat down or the match got a successor; `presence`, who is there, where people play; `chat`. The last
    one is `end`, soon after the match is over.
    """
    snapshot = await seen(caller, match_id)
    beside = BesideTheLog(caller.house, match_id, caller.person_id, Tab(secrets.token_hex(8), visible=True))
    await run_sync(beside.prepare, snapshot)
    feed = Feed(caller, since, {"legal": legal, "position": position})
    if len(snapshot.match.moves) >= LONG:
        await run_sync(feed.first, snapshot)  # so that its moves are written down when the first line is made
    return MatchStream(caller, match_id, feed, beside, chat)


class Feed:
    """What a stream has told of a match, and what it has to tell."""

    def __init__(self, caller: RequestContext, since: int | None, wanted: Wanted) -> None:
        self._compact, self._person_id = caller.house.compact, caller.person_id
        self._since, self._wanted = since, wanted
        self._moves: Sequence[int] = ()
        # A hash: with its position a state takes some kB.
        self._head, self._still = b"", hash("")

    def first(self, snapshot: MatchSnapshot) -> bytes:
        """Return the first line: the match."""
        told = self._compact.match(snapshot, self._person_id, self._since, **self._wanted)
        self._moves, self._head = snapshot.match.moves, self._compact.head(snapshot, self._person_id)
        return line("match", told)

    def next(self, snapshot: MatchSnapshot) -> bytes:
        """Return the line that says what has changed; empty where nothing has that concerns the reader."""
        known = _same(self._moves, snapshot.match.moves)
        head = self._compact.head(snapshot, self._person_id)
        state = self._compact.state(snapshot, self._person_id, known, **self._wanted)
        moved = known != len(snapshot.match.moves) or known != len(self._moves)
        if not moved and head == self._head and hash(state) == self._still:
            return b""
        self._still = hash("") if moved else hash(state)
        seats_changed, self._head, self._moves = head != self._head, head, snapshot.match.moves
        return (
            encoded_line("match", b"%b,%b" % (head[:-1], state[1:])) if seats_changed else encoded_line("state", state)
        )


def _same(before: Sequence[int], after: Sequence[int]) -> int:
    """Return how many moves at the beginning are the same."""
    if before == after[: len(before)]:
        return len(before)
    pairs = enumerate(zip(before, after, strict=False))
    return next((ply for ply, (one, other) in pairs if one != other), min(len(before), len(after)))


class MatchStream(LineStream):
    """A match streamed to one program, which has a place for exactly as long as this response lasts."""

    def __init__(self, caller: RequestContext, match_id: str, feed: Feed, beside: BesideTheLog, chat: bool) -> None:
        super().__init__((), headers=HEADERS)
        self._caller, self._match_id, self._feed, self._beside, self._chat = caller, match_id, feed, beside, chat
        self._streams: Streams = caller.request.app.state.streams

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Stream until either side ends it. Raises ``TooMany`` before anything is sent."""
        house = self._caller.house
        with ExitStack() as opened:
            inbox = opened.enter_context(self._streams.place(self._listener()))
            # Listen first, then look: nothing that happens in between is missed.
            opened.callback(house.listen(self._match_id, self._streams.deliver_to(inbox)))
            opened.enter_context(self._beside.connected(self._streams.waking(inbox)))
            self.body_iterator = self._lines(inbox)
            await super().__call__(scope, receive, send)

    def _listener(self) -> Listener:
        caller = self._caller
        plays = bool(caller.house.known(self._match_id).seats_of(caller.person_id))
        return Listener(caller.person_id, network(address_of(caller.request)), plays, caller.who.session)

    async def _lines(self, inbox: Inbox) -> AsyncIterator[bytes]:
        house = self._caller.house
        latest = house.snapshot(self._match_id)
        snapshot = await self._seen(latest)
        yield self._feed.first(snapshot) + self._besides(snapshot)
        while not (why := await why_it_ends(self._caller, inbox, over=snapshot.status == OVER)):
            more = house.delays.seconds_to_change(latest, snapshot)
            latest = await inbox.newest(min(QUIET_SECONDS, self._beside.seconds(), more)) or latest
            before, snapshot = snapshot, await self._seen(latest)
            if inbox.ended:
                continue
            lines = self._feed.next(snapshot) if snapshot is not before else b""
            if not (inbox.only_match and is_same_table(before, snapshot)):
                lines += self._besides(snapshot)
            del before
            yield lines or KEEP_ALIVE
            del lines
        yield last_line(why)

    def _besides(self, snapshot: MatchSnapshot) -> bytes:
        """Return the lines that tell who is there and what is said."""
        presence = self._beside.presence(snapshot)
        said = self._beside.chat_lines(snapshot) if self._chat else None
        return (line("presence", presence) if presence else b"") + (line("chat", said) if said else b"")

    async def _seen(self, latest: MatchSnapshot) -> MatchSnapshot:
        """Return what this program may see of a match."""
        if not latest.terms.delay:
            return latest
        return await run_sync(self._caller.house.delays.seen_by, latest, self._caller.person_id)


BEGINS, ENDS, TURN, OFFER, TABLE = "begins", "ends", "turn", "offer", "table"
GONE: Final = "gone"
"""The state of a challenge that is not open to its addressee any more: answered by them, or withdrawn."""
MOST_OVER: Final = 500
MOST_TALKING: Final = 50
"""Matches in which something was said that a reader has yet to be told of."""


@router.on("GET /stream/events", rate=STREAMS, responses=lines_of(LineOfEvents), response_class=LineStream)
async def events(caller: Reader) -> LineStream:
    """Follow what concerns you, in all matches.

    First comes everything that waits: a line `match` for each match that is not over, `challenge` for each open
    challenge, and then `now`. After that a line for each thing that happens: `begins`, `turn` (it is yours), `offer`
    (for you to answer), `table` (somebody sat down), `ends`, each with the `match`; `challenge`, also when one is
    accepted, declined or withdrawn; `chat` with the id of the match. The moves of a match are in its own stream.
    """
    return EventStream(caller)


class Events:
    """Who follows what concerns them, in this process."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._feeds: dict[str, set[EventFeed]] = {}
        self._listening = False

    def join(self, feed: "EventFeed") -> Callable[[], None]:
        """Tell a feed which matches have changed; return a function that ends this."""
        if not self._listening:
            self._listening = True
            self._house.bus.subscribe(CHANGED, self._changed)
            self._house.bus.subscribe(CHALLENGES_CHANGED, self._challenged)
        self._feeds.setdefault(feed.person_id, set()).add(feed)
        stop = self._house.news.listen(feed.person_id, feed.noted)

        def leave() -> None:
            stop()
            mine = self._feeds.get(feed.person_id, set())
            mine.discard(feed)
            if not mine:
                self._feeds.pop(feed.person_id, None)

        return leave

    def _changed(self, before: MatchSnapshot | None, after: MatchSnapshot) -> None:
        if not self._feeds:
            return
        there = {seat.person for seat in (*after.seats, *(before.seats if before is not None else ()))}
        for person_id in there & self._feeds.keys():
            for feed in tuple(self._feeds.get(person_id or "", ())):
                feed.changed(after.id)

    def _challenged(self, person_id: str) -> None:
        for feed in tuple(self._feeds.get(person_id, ())):
            feed.challenged()


class EventFeed:
    """What one stream has told of somebody's matches and challenges, and what it has to tell."""

    def __init__(self, house: House, person_id: str, wake: Callable[[], None]) -> None:
        self.person_id = person_id
        self._house, self._wake = house, wake
        self._told: dict[str, CompactBrief] = {}
        self._open: dict[str, dict[str, Any]] = {}
        """The challenges told that were open then."""
        self._states: dict[str, str] = {}
        """Of all challenges of this person."""
        self._look: dict[str, None] = {}
        self._talk: dict[str, None] = {}
        self._over: dict[str, None] = {}
        """Matches of which it was told that they are over, the last ones."""
        self._ask = False
        self._stops: dict[str, Callable[[], None]] = {}
        """For each match told, what ends listening to it: another process may change it."""

    def close(self) -> None:
        """Listen no more."""
        for match_id in list(self._stops):
            self._stops.pop(match_id)()

    # What happens, told by any thread

    def changed(self, match_id: str) -> None:
        """Look at a match again."""
        self._look[match_id] = None
        self._wake()

    def challenged(self) -> None:
        """Look at the challenges again."""
        self._ask = True
        self._wake()

    def noted(self, note: Note) -> None:
        """Hear news: it is told where something was said, and otherwise says where to look."""
        if note.match_id is None:
            return
        if note.kind == CHAT:
            if len(self._talk) < MOST_TALKING:
                self._talk[note.match_id] = None
        else:
            self._look[note.match_id] = None
        self._wake()

    # What is told of it

    def first(self) -> bytes:
        """Return the lines for everything that waits; this may load matches."""
        self._told = {each["id"]: each for each in going_on(self._house, self.person_id)}
        for each in self._told:
            self._follow(each)
        matches = b"".join(line("match", {"match": each}) for each in self._told.values())
        return matches + b"".join(self._challenges(first=True)) + line("now", {"at": time_text(self._house.now())})

    def has_news(self) -> bool:
        """Tell whether there may be something to tell."""
        return bool(self._look or self._talk or self._ask)

    def next(self) -> bytes:
        """Return the lines for what has happened."""
        look, talk = list(self._look), list(self._talk)
        lines = [self._match(each) for each in look if self._look.pop(each, 0) != 0]
        lines += [line("chat", {"match_id": each}) for each in talk if self._talk.pop(each, 0) != 0]
        if self._ask:
            self._ask = False
            lines += self._challenges()
        return b"".join(lines)

    def _follow(self, match_id: str) -> None:
        if match_id not in self._stops:
            self._stops[match_id] = self._house.listen(match_id, lambda _: self.changed(match_id))

    def _match(self, match_id: str) -> bytes:
        try:
            snapshot = self._house.snapshot(match_id)
        except FivefoldError:
            return b""
        before, now = self._told.pop(match_id, None), self._house.compact.brief(snapshot, self.person_id)
        if now["status"] != OVER and now["yours"]:
            self._told[match_id] = now
            self._follow(match_id)
        elif match_id in self._stops:
            self._stops.pop(match_id)()
        kind = _happened(before, now)
        if kind == ENDS:
            kind = (OFFER if _asks_for_answer(now) else "") if match_id in self._over else ENDS
            self._over[match_id] = None
            for old in list(self._over)[:-MOST_OVER]:
                del self._over[old]
        return line(kind, {"match": now}) if kind else b""

    def _challenges(self, first: bool = False) -> Iterator[bytes]:
        found = {
            each.id: ChallengeTold.model_validate(each).model_dump()
            for each in self._house.challenges.of(self.person_id)
        }
        states = {key: each["state"] for key, each in found.items()}
        before, self._states = self._states, states
        told = [each for each in found.values() if before.get(each["id"], "") != each["state"]]
        # What was somebody else's to answer is listed no more once that is done.
        told += [{**each, "state": GONE} for key, each in self._open.items() if key not in found]
        self._open = {key: each for key, each in found.items() if each["state"] == OPEN}
        for each in told:
            if each["state"] == OPEN or not first:
                yield line("challenge", {"challenge": each})


def _happened(before: CompactBrief | None, now: CompactBrief) -> str:
    """Return what has happened in a match that somebody wants to know; empty for nothing."""
    if now["status"] == OVER:
        return ENDS
    if before is None or before["status"] != now["status"]:
        return BEGINS if now["status"] == LIVE else TABLE
    if now["turn"] and (not before["turn"] or before["number"] != now["number"]):
        return TURN
    if now["offer"] != before["offer"] and _asks_for_answer(now):
        return OFFER
    return TABLE if before["seats"] != now["seats"] else ""


def _asks_for_answer(now: CompactBrief) -> bool:
    """Tell whether something is offered that one of the reader's seats has to answer: a rematch after the end, too."""
    return now["offer"] is not None and not set(now["offer"]["waits_for"]).isdisjoint(now["yours"])


class EventStream(LineStream):
    """Somebody's events streamed to one program, which has a place for exactly as long as this response lasts."""

    def __init__(self, caller: RequestContext) -> None:
        super().__init__((), headers=HEADERS)
        self._caller = caller

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Stream until either side ends it. Raises ``TooMany`` before anything is sent."""
        caller, state = self._caller, self._caller.request.app.state
        streams: Streams = state.streams
        place = Listener(caller.person_id, network(address_of(caller.request)), plays=True, session=caller.who.session)
        with ExitStack() as opened:
            inbox = opened.enter_context(streams.place(place))
            feed = EventFeed(caller.house, caller.person_id, streams.waking(inbox))
            # Listen first, then look: nothing that happens in between is missed.
            opened.callback(feed.close)
            opened.callback(state.events.join(feed))
            there = caller.house.presence.connected(caller.person_id, "programs", f"{id(self):x}")
            opened.enter_context(there)
            self.body_iterator = self._lines(inbox, feed)
            await super().__call__(scope, receive, send)

    async def _lines(self, inbox: Inbox, feed: EventFeed) -> AsyncIterator[bytes]:
        yield await run_sync(feed.first)
        while not (why := await why_it_ends(self._caller, inbox)):
            await inbox.newest(0.0 if feed.has_news() else QUIET_SECONDS)
            if not inbox.ended:
                yield (await run_sync(feed.next) if feed.has_news() else b"") or KEEP_ALIVE
        yield last_line(why)
