"""A match as a stream of lines: everything first, then a line for each change, until it is over."""

import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import ExitStack
from typing import Annotated, TypedDict

from anyio.to_thread import run_sync
from fastapi import Query
from starlette.types import Receive, Scope, Send

from fivefold.connections import network
from fivefold.doors.api.callers import Anybody
from fivefold.doors.api.lines import (
    HEADERS,
    KEEP_ALIVE,
    QUIET_SECONDS,
    LineOfMatch,
    LineStream,
    encoded_line,
    last_line,
    line,
    why_it_ends,
)
from fivefold.doors.api.matches import EXAMPLE, LONG, UNKNOWN, MatchId, Since, WithLegal, WithPosition, seen
from fivefold.doors.api.routing import Example, api_router, streaming
from fivefold.doors.web.context import RequestContext
from fivefold.doors.web.limits import STREAMS, address_of
from fivefold.doors.web.stream import BesideTheLog, Inbox, Listener, Streams, Tab, is_same_table
from fivefold.session.snapshot import OVER, MatchSnapshot

router = api_router("Streams")
WithChat = Annotated[bool, Query(description="Also tell what is said at the table.")]


class Wanted(TypedDict):
    """What a program wants to know besides."""

    legal: bool
    position: bool


@router.get(
    "/matches/{match_id}/stream",
    response_class=LineStream,
    **streaming(STREAMS, LineOfMatch, example=Example(path=EXAMPLE), problems=UNKNOWN),
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
