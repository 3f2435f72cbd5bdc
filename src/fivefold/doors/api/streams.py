"""Streams of the API: a line of JSON for everything that happens, and an empty one now and then.

A stream tells everything first and then what changes. What has happened for a reader who is slow is not queued: it is
worked out from how things stand when the reader is ready for more. The last line says why the stream ends.
"""

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from typing import Annotated, Any, Final, Literal

import orjson
from anyio.to_thread import run_sync
from fastapi import Query
from pydantic import Field
from typing_extensions import TypedDict

from fivefold.contract.errors import FivefoldError
from fivefold.doors.api.callers import Anybody, Reader
from fivefold.doors.api.matches import LONG, UNKNOWN, MatchId, Since, WithLegal, WithPosition, going_on
from fivefold.doors.api.meeting import ChallengeTold
from fivefold.doors.api.routing import Routes, lines_of
from fivefold.doors.web.context import RequestContext
from fivefold.doors.web.limits import STREAMS
from fivefold.doors.web.problems import LINES
from fivefold.doors.web.stream import BesideTheLog, Inbox, MatchStream, Stream, Tab, listener_of
from fivefold.house.bus import CHANGED
from fivefold.house.errors import Busy
from fivefold.house.house import House
from fivefold.house.match_view.facts import CompactBrief, CompactMatch, CompactState, changes_head
from fivefold.house.match_view.view_types import ChatNewsView, PresenceView
from fivefold.house.meeting.challenges import CHALLENGES_CHANGED, OPEN
from fivefold.house.notices.news import CHAT, Note
from fivefold.house.stored_match import time_text
from fivefold.session.snapshot import LIVE, OVER, MatchSnapshot

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


class LineStream(Stream):
    """Something streamed to one program, line by line."""

    media_type = LINES
    quiet_seconds = 7.0
    keep_alive = b"\n"
    caller: RequestContext

    async def _why_it_ends(self, inbox: Inbox) -> str:
        """Return a key of ``WHY_IT_ENDS``; empty where it goes on."""
        why = await super()._why_it_ends(inbox)
        return why or ("" if await _holds(self.caller) else "revoked")

    def _last(self, why: str) -> bytes:
        return line("end", {"why": why, "detail": WHY_IT_ENDS[why]})


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
    snapshot = await caller.shown_at_once(match_id)
    beside = BesideTheLog(caller.house, match_id, caller.person_id, Tab(secrets.token_hex(8), visible=True))
    await run_sync(beside.prepare, snapshot)
    feed = LineFeed(caller, since, {"legal": legal, "position": position})
    if len(snapshot.match.moves) >= LONG:
        await run_sync(feed.first, snapshot)  # so that its moves are written down when the first line is made
    return MatchLines(caller, snapshot, feed, beside, chat)


class LineFeed:
    """What a stream has told of a match, and what it has to tell."""

    def __init__(self, caller: RequestContext, since: int | None, wanted: Wanted) -> None:
        self._compact, self._person_id = caller.house.compact, caller.person_id
        self._since, self._wanted = since, wanted
        self._told: MatchSnapshot | None = None
        self._still = hash("")  # A hash: with its position a state takes some kB.

    def first(self, snapshot: MatchSnapshot) -> bytes:
        """Return the first line: the match."""
        self._told = snapshot
        return line("match", self._compact.match(snapshot, self._person_id, self._since, **self._wanted))

    def next(self, snapshot: MatchSnapshot) -> bytes:
        """Return the line that says what has changed; empty where nothing has that concerns the reader."""
        before, self._told = self._told or snapshot, snapshot
        made, moves = before.match.moves, snapshot.match.moves
        known = _same(made, moves)
        moved = known < max(len(moves), len(made))
        state = self._compact.state(snapshot, self._person_id, known, **self._wanted)
        still, self._still = self._still, hash("") if moved else hash(state)
        if changes_head(before, snapshot):
            head = self._compact.head(snapshot, self._person_id)
            if head != self._compact.head(before, self._person_id):
                return encoded_line("match", b"%b,%b" % (head[:-1], state[1:]))
        return encoded_line("state", state) if moved or self._still != still else b""


def _same(before: Sequence[int], after: Sequence[int]) -> int:
    """Return how many moves at the beginning are the same."""
    if before == after[: len(before)]:
        return len(before)
    pairs = enumerate(zip(before, after, strict=False))
    return next((ply for ply, (one, other) in pairs if one != other), min(len(before), len(after)))


class MatchLines(LineStream, MatchStream):
    """A match streamed to one program."""

    def __init__(
        self, caller: RequestContext, snapshot: MatchSnapshot, feed: LineFeed, beside: BesideTheLog, chat: bool
    ) -> None:
        listener = listener_of(caller.request, plays=bool(snapshot.seats_of(caller.person_id)))
        super().__init__(caller.request.app.state.streams, listener, beside, feed)
        self.caller, self._chat = caller, chat

    async def _why_it_ends(self, inbox: Inbox) -> str:
        return await super()._why_it_ends(inbox) or ("over" if self._shown.status == OVER else "")

    async def _besides(self, snapshot: MatchSnapshot) -> bytes:
        presence = self._beside.presence(snapshot)
        said = self._beside.chat_lines(snapshot) if self._chat else None
        return (line("presence", presence) if presence else b"") + (line("chat", said) if said else b"")


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
    """Somebody's events streamed to one program."""

    def __init__(self, caller: RequestContext) -> None:
        super().__init__(caller.request.app.state.streams, listener_of(caller.request, plays=True))
        self.caller = caller

    def _listen(self, inbox: Inbox, opened: ExitStack) -> None:
        caller, events = self.caller, self.caller.request.app.state.events
        self._feed = EventFeed(caller.house, caller.person_id, self._streams.waking(inbox))
        opened.callback(self._feed.close)
        opened.callback(events.join(self._feed))
        opened.enter_context(caller.house.presence.connected(caller.person_id, "programs", f"{id(self):x}"))

    async def _first(self) -> bytes:
        return await run_sync(self._feed.first)

    async def _next(self, inbox: Inbox) -> bytes:
        await inbox.newest(0.0 if self._feed.has_news() else self.quiet_seconds)
        return await run_sync(self._feed.next) if self._feed.has_news() and not inbox.ended else b""
