"""A match as server-sent events: one for each thing that happens, resumed exactly after a lost connection."""

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from threading import get_ident
from typing import Annotated, Final, cast

from anyio.to_thread import run_sync
from fastapi import APIRouter, Depends, Path
from fastapi.sse import KEEPALIVE_COMMENT, EventSourceResponse, format_sse_event
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from fivefold.connections import network
from fivefold.doors.web.chat_presence_stream import BesideTheLog, tab_of
from fivefold.doors.web.draining import farewell
from fivefold.doors.web.errors import TooMany
from fivefold.doors.web.limits import STREAMS, limited
from fivefold.doors.web.match_feed import MatchFeed, Reader, reader_of
from fivefold.doors.web.stream_coding import Coding, Plain, coding_for
from fivefold.doors.web.visitors import visitor
from fivefold.house.house import House
from fivefold.session.snapshot import MatchSnapshot

QUIET_SECONDS: Final = 15.0
"""After this long without an event, a comment keeps the connection open."""
RETRY_MILLISECONDS: Final = 1000

router = APIRouter()


@dataclass(frozen=True, slots=True)
class StreamLimits:
    """How many streams may be open at the same time."""

    altogether: int = 6000
    per_network: int = 96
    """From one customer, see ``fivefold.connections.network``: a class room."""
    per_person: int = 16
    """Tabs and devices of one person."""

    @property
    def looking_on(self) -> int:
        """For spectators; the other places are kept for players."""
        return self.altogether // 2


@dataclass(frozen=True, slots=True)
class Listener:
    """A person who asks for a stream."""

    person_id: str
    network: str
    plays: bool
    """Whether this person has a seat in the match."""
    session: str = ""
    """The id in the cookie: the stream ends with it."""


class Inbox:
    """What has arrived for one stream: the newest snapshot, which holds every entry before it.

    So nothing queues up for a slow reader: what it missed is worked out from the newest, as after a lost connection.
    """

    def __init__(self) -> None:
        self._arrived = asyncio.Event()
        self._newest: MatchSnapshot | None = None
        self.ended = False
        """Whether the session that opened the stream has ended."""

    def put(self, snapshot: MatchSnapshot) -> None:
        """Take a snapshot, unless a newer one has arrived."""
        if self._newest is None or snapshot.revision > self._newest.revision:
            self._newest = snapshot
            self._arrived.set()

    def wake(self) -> None:
        """Let the stream check whether it should end."""
        self._arrived.set()

    async def newest(self, seconds: float) -> MatchSnapshot | None:
        """Wait for a snapshot not yet returned and return it, or ``None`` when time is up or the stream is woken."""
        try:
            async with asyncio.timeout(seconds):
                await self._arrived.wait()
        except TimeoutError:
            return None
        self._arrived.clear()
        newest, self._newest = self._newest, None
        return newest


class Streams:
    """All open streams of this process."""

    def __init__(self, limits: StreamLimits | None = None) -> None:
        self.limits = limits or StreamLimits()
        self.closing = False
        self._inboxes: set[Inbox] = set()
        self._of_session: dict[str, dict[Inbox, Callable[[], None]]] = {}
        self._people: Counter[str] = Counter()
        self._networks: Counter[str] = Counter()
        self._looking_on = 0
        self._waiting: deque[tuple[Inbox, MatchSnapshot]] = deque()
        self._delivering = False

    def __len__(self) -> int:
        return len(self._inboxes)

    @contextmanager
    def place(self, listener: Listener) -> Iterator[Inbox]:
        """Keep a place for a stream while it is open. Raises ``TooMany`` where there is none left."""
        self._refuse_if_full(listener)
        inbox = Inbox()
        self._count(listener, 1)
        self._inboxes.add(inbox)
        try:
            with self._until_signed_out(inbox, listener.session):
                yield inbox
        finally:
            self._inboxes.discard(inbox)
            self._count(listener, -1)

    def _refuse_if_full(self, listener: Listener) -> None:
        limits = self.limits
        if self._people[listener.person_id] >= limits.per_person:
            raise TooMany("you have too many matches open: close some pages and reload this one", 10)
        if self._networks[listener.network] >= limits.per_network:
            raise TooMany("too many matches are open on your network: close some pages and reload this one", 10)
        lookers_on_full = not listener.plays and self._looking_on >= limits.looking_on
        if lookers_on_full or len(self._inboxes) >= limits.altogether:
            raise TooMany("too many people are watching just now: reload this page in a while", 30)

    def _count(self, listener: Listener, change: int) -> None:
        for counter, name in ((self._people, listener.person_id), (self._networks, listener.network)):
            counter[name] += change
            if not counter[name]:
                del counter[name]
        self._looking_on += 0 if listener.plays else change

    def deliver_to(self, inbox: Inbox) -> Callable[[MatchSnapshot], None]:
        """Return a function that puts snapshots into an inbox, from any thread.

        It is called while all other commands wait, and waking the loop from another thread may take a while: so the
        loop is woken once for everything that has arrived by then.
        """
        loop, here = asyncio.get_running_loop(), get_ident()

        def deliver(snapshot: MatchSnapshot) -> None:
            if get_ident() == here:
                inbox.put(snapshot)
                return
            self._waiting.append((inbox, snapshot))
            if not self._delivering:
                self._delivering = True
                loop.call_soon_threadsafe(self._deliver)

        return deliver

    def waking(self, inbox: Inbox) -> Callable[[], None]:
        """Return a function that wakes a stream, from any thread: something else than the match has changed."""
        loop, here = asyncio.get_running_loop(), get_ident()
        return lambda: inbox.wake() if get_ident() == here else _call_soon(loop, inbox.wake)

    @contextmanager
    def _until_signed_out(self, inbox: Inbox, session: str) -> Iterator[None]:
        """End a stream in this block when its session ends."""
        if not session:
            yield
            return
        mine = self._of_session.setdefault(session, {})
        mine[inbox] = self.waking(inbox)
        try:
            yield
        finally:
            del mine[inbox]
            if not mine and self._of_session.get(session) is mine:
                del self._of_session[session]

    def end_session(self, session: str) -> None:
        """End the streams that a session has open, from any thread."""
        for inbox, wake in list(self._of_session.get(session, {}).items()):
            inbox.ended = True
            wake()

    def _deliver(self) -> None:
        # First, so that what arrives from here on wakes the loop again.
        self._delivering = False
        while self._waiting:
            inbox, snapshot = self._waiting.popleft()
            inbox.put(snapshot)

    def farewell(self) -> bytes:
        """Return the last event of a stream; where the process stops, it tells the reader when to come back."""
        return farewell(len(self._inboxes)) if self.closing else b""

    def close(self) -> None:
        """End every stream, now; browsers come back and resume."""
        self.closing = True
        for inbox in self._inboxes:
            inbox.wake()


def _call_soon(loop: asyncio.AbstractEventLoop, call: Callable[[], None]) -> None:
    """Have the loop call something, unless it has been closed."""
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(call)


@router.get("/matches/{match_id}/stream", dependencies=[Depends(limited(STREAMS))])
async def stream(request: Request, match_id: Annotated[str, Path(max_length=40)]) -> Response:
    """Stream a match to a player or a spectator."""
    house: House = request.app.state.house
    person_id = visitor(request).id
    snapshot = await run_sync(house.shown_to, person_id, match_id)
    address = request.client.host if request.client else ""
    plays, session = bool(snapshot.seats_of(person_id)), visitor(request).session
    listener = Listener(person_id, network(address), plays, session)
    beside = BesideTheLog(house, match_id, person_id, tab_of(request))
    await run_sync(beside.prepare, snapshot)
    told = reader_of(request), coding_for(request)
    return MatchStream(house, request.app.state.streams, match_id, listener, beside, *told)


class MatchStream(EventSourceResponse):
    """A match streamed to one listener, who has a place for exactly as long as this response lasts, however it ends."""

    def __init__(
        self,
        house: House,
        streams: Streams,
        match_id: str,
        listener: Listener,
        beside: BesideTheLog,
        reader: Reader | None = None,
        coding: Coding | None = None,
    ) -> None:
        self._coding = coding or Plain()
        compressed = {"Content-Encoding": self._coding.name} if self._coding.name else {}
        super().__init__((), headers={"X-Accel-Buffering": "no", "Vary": "Accept-Encoding", **compressed})
        self._house, self._streams, self._match_id = house, streams, match_id
        self._listener, self._reader, self._beside = listener, reader or Reader(), beside

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Stream until either side ends it. Raises ``TooMany`` before anything is sent."""
        with ExitStack() as opened:
            inbox = opened.enter_context(self._streams.place(self._listener))
            # Listen first, then look: nothing that happens in between is missed.
            opened.callback(self._house.listen(self._match_id, self._streams.deliver_to(inbox)))
            opened.enter_context(self._beside.connected(self._streams.waking(inbox)))
            self.body_iterator = self._events(inbox, self._beside)
            await super().__call__(scope, receive, send)

    async def stream_response(self, send: Send) -> None:
        """Send the events as they come, and keep nothing of them, some 30 kB, while waiting for the next."""
        coding = self._coding
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        before = coding.begun()
        async for events in self.body_iterator:
            part = coding.sent(cast(bytes, events))
            del events
            await send({"type": "http.response.body", "body": before + part if before else part, "more_body": True})
            before = b""
            del part
        await send({"type": "http.response.body", "body": before + coding.ended(), "more_body": False})

    async def _events(self, inbox: Inbox, beside: BesideTheLog) -> AsyncIterator[bytes]:
        feed = MatchFeed(self._house.encoded, self._listener.person_id, self._reader)
        latest = self._house.snapshot(self._match_id)
        snapshot = await self._seen(latest)
        yield format_sse_event(retry=RETRY_MILLISECONDS) + feed.first_events(snapshot) + beside.events(snapshot)
        while not (self._streams.closing or inbox.ended):
            more = self._house.delays.seconds_to_change(latest, snapshot)
            latest = await inbox.newest(min(QUIET_SECONDS, beside.seconds(), more)) or latest
            before, snapshot = snapshot, await self._seen(latest)
            events = (feed.next_events(snapshot) if snapshot is not before else b"") + beside.events(snapshot)
            del before
            if not (self._streams.closing or inbox.ended):
                yield events or KEEPALIVE_COMMENT
            del events
        yield self._streams.farewell()

    async def _seen(self, latest: MatchSnapshot) -> MatchSnapshot:
        """Return what this listener may see of a match."""
        if not latest.terms.delay:
            return latest
        return await run_sync(self._house.delays.seen_by, latest, self._listener.person_id)
