"""News as server-sent events: what a match has become, one event a piece, resumed exactly after a lost connection."""

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from threading import get_ident
from typing import Annotated, Final

from anyio.to_thread import run_sync
from fastapi import APIRouter, Depends, Path
from fastapi.sse import KEEPALIVE_COMMENT, EventSourceResponse, format_sse_event
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from fivefold.service.encoded import EncodedViews
from fivefold.service.events import last_entries
from fivefold.service.house import House
from fivefold.session.snapshot import UNDO, MatchSnapshot
from fivefold.web import incoming
from fivefold.web.errors import TooMany
from fivefold.web.guests import visitor
from fivefold.web.limits import STREAMS, limited, network

ONE_BY_ONE: Final = 12
"""So many missed pieces of news are told one by one; after more, only how things stand."""
QUIET_SECONDS: Final = 15.0
"""After so long without news a comment keeps the connection open."""
RETRY_MILLISECONDS: Final = 1000

router = APIRouter()


@dataclass(frozen=True, slots=True)
class StreamLimits:
    """How many streams may be open at the same time."""

    altogether: int = 4000
    per_network: int = 96
    """From one customer, see ``fivefold.web.limits.network``: a class room."""
    per_guest: int = 16
    """Tabs and devices of one guest."""

    @property
    def looking_on(self) -> int:
        """For those who only look on; the other places are kept for players."""
        return self.altogether // 2


@dataclass(frozen=True, slots=True)
class Listener:
    """Who asks for a stream."""

    guest_id: str
    network: str
    plays: bool
    """Whether this guest has a seat in the match."""


class Ear:
    """What one stream has heard: the newest snapshot, which holds every entry before it.

    So nothing queues up for a slow reader, who is told what it missed from the newest, as after a lost connection.
    """

    def __init__(self) -> None:
        self._news = asyncio.Event()
        self._newest: MatchSnapshot | None = None

    def hear(self, snapshot: MatchSnapshot) -> None:
        """Take news; older than what was heard already, it is none."""
        if self._newest is None or snapshot.revision > self._newest.revision:
            self._newest = snapshot
            self._news.set()

    def wake(self) -> None:
        """Let the stream look whether it should end."""
        self._news.set()

    async def news(self, seconds: float) -> MatchSnapshot | None:
        """Return the newest snapshot once there is one not yet returned, or ``None`` when time is up or woken."""
        try:
            async with asyncio.timeout(seconds):
                await self._news.wait()
        except TimeoutError:
            return None
        self._news.clear()
        newest, self._newest = self._newest, None
        return newest


class Streams:
    """All open streams of this process."""

    def __init__(self, limits: StreamLimits | None = None) -> None:
        self.limits = limits or StreamLimits()
        self.closing = False
        self._ears: set[Ear] = set()
        self._guests: Counter[str] = Counter()
        self._networks: Counter[str] = Counter()
        self._looking_on = 0
        self._told: deque[tuple[Ear, MatchSnapshot]] = deque()
        self._delivering = False

    def __len__(self) -> int:
        return len(self._ears)

    @contextmanager
    def place(self, listener: Listener) -> Iterator[Ear]:
        """Keep a place for a stream while it is open. Raises ``TooMany`` where there is none left."""
        self._refuse_if_full(listener)
        ear = Ear()
        self._count(listener, 1)
        self._ears.add(ear)
        try:
            yield ear
        finally:
            self._ears.discard(ear)
            self._count(listener, -1)

    def _refuse_if_full(self, listener: Listener) -> None:
        limits = self.limits
        if self._guests[listener.guest_id] >= limits.per_guest:
            raise TooMany("too many open pages of matches: close some and reload this one", 10)
        if self._networks[listener.network] >= limits.per_network:
            raise TooMany("too many open pages of matches on your network: close some and reload this one", 10)
        lookers_on_full = not listener.plays and self._looking_on >= limits.looking_on
        if lookers_on_full or len(self._ears) >= limits.altogether:
            raise TooMany("too many people are watching just now: reload this page in a while", 30)

    def _count(self, listener: Listener, change: int) -> None:
        for counter, name in ((self._guests, listener.guest_id), (self._networks, listener.network)):
            counter[name] += change
            if not counter[name]:
                del counter[name]
        self._looking_on += 0 if listener.plays else change

    def teller(self, ear: Ear) -> Callable[[MatchSnapshot], None]:
        """Return what takes news for an ear from any thread.

        It is called while the house lets nobody else in, and waking the loop from another thread may have to wait for
        others: so the loop is woken once for all the news there is by then.
        """
        loop, here = asyncio.get_running_loop(), get_ident()

        def tell(snapshot: MatchSnapshot) -> None:
            if get_ident() == here:
                ear.hear(snapshot)
                return
            self._told.append((ear, snapshot))
            if not self._delivering:
                self._delivering = True
                loop.call_soon_threadsafe(self._deliver)

        return tell

    def _deliver(self) -> None:
        # First, so that what is told from here on wakes the loop again.
        self._delivering = False
        while self._told:
            ear, snapshot = self._told.popleft()
            ear.hear(snapshot)

    def close(self) -> None:
        """End every stream, now; browsers come back and resume."""
        self.closing = True
        for ear in self._ears:
            ear.wake()


class Told:
    """What a stream has told its reader, and what it should tell next."""

    def __init__(self, encoded: EncodedViews, guest_id: str, after: int | None) -> None:
        self._encoded, self._guest_id, self._number = encoded, guest_id, after
        # Hashes, for a view with its picture takes tens of kB.
        self._view = self._table = hash("")

    def begin(self, snapshot: MatchSnapshot) -> bytes:
        """Return the first events: the table, then the views the reader has missed."""
        up_to_date = self._number == snapshot.number
        if up_to_date:
            self._view = hash(self._encoded.view(snapshot, self._guest_id))
        head = format_sse_event(retry=RETRY_MILLISECONDS)
        return head + b"".join(self._table_if_new(snapshot)) + b"".join(self._views(snapshot))

    def go_on(self, snapshot: MatchSnapshot) -> bytes:
        """Return the events that tell what has changed."""
        return b"".join(self._views(snapshot)) + b"".join(self._table_if_new(snapshot))

    def _views(self, snapshot: MatchSnapshot) -> Iterator[bytes]:
        for number in missed(snapshot, self._number):
            yield _event("view", self._encoded.view(snapshot, self._guest_id, number), number)
        newest = self._encoded.view(snapshot, self._guest_id)
        if hash(newest) != self._view:
            # Also where the number is the same: somebody sat down, or asks to take back.
            yield _event("view", newest, snapshot.number)
        self._number, self._view = snapshot.number, hash(newest)

    def _table_if_new(self, snapshot: MatchSnapshot) -> Iterator[bytes]:
        table = self._encoded.table(snapshot, self._guest_id)
        if hash(table) != self._table:
            self._table = hash(table)
            yield _event("table", table)


def missed(snapshot: MatchSnapshot, after: int | None) -> Sequence[int]:
    """Return the numbers before the newest that a reader who has seen ``after`` should be told one by one.

    A run of chance is told once, with its last number.
    """
    if after is None or not 0 <= after <= snapshot.number:
        return ()
    if any(entry.kind == UNDO for entry in snapshot.entries[after:]):
        return ()
    unseen = list(last_entries(snapshot.entries, after))
    return () if len(unseen) > ONE_BY_ONE else unseen[:-1]


def _event(kind: str, data: bytes, number: int | None = None) -> bytes:
    """Return one event; ``data``, JSON as the house makes it, is one line."""
    told = b"event: %b\ndata: %b\n" % (kind.encode(), data)
    return told + b"\n" if number is None else b"%bid: %d\n\n" % (told, number)


def seen(request: Request) -> int | None:
    """Return the number of the last entry a reader has seen; ``None`` if it says none, or nothing sensible."""
    told = incoming.header(request, "last-event-id") or incoming.query(request).get("after", "")
    return int(told) if told.isascii() and told.isdigit() and len(told) < 10 else None


@router.get("/matches/{match_id}/stream", dependencies=[Depends(limited(STREAMS))])
async def stream(request: Request, match_id: Annotated[str, Path(max_length=40)]) -> Response:
    """Stream a match's news to a player or a spectator."""
    house: House = request.app.state.house
    snapshot = await run_sync(house.snapshot, match_id)
    guest_id = visitor(request).id
    address = request.client.host if request.client else ""
    listener = Listener(guest_id, network(address), plays=bool(snapshot.seats_of(guest_id)))
    return News(house, request.app.state.streams, match_id, listener, seen(request))


class News(EventSourceResponse):
    """A match's news to one listener, who has a place exactly as long as this answer lasts, however it ends."""

    def __init__(self, house: House, streams: Streams, match_id: str, listener: Listener, after: int | None) -> None:
        super().__init__((), headers={"X-Accel-Buffering": "no"})
        self._house, self._streams, self._match_id = house, streams, match_id
        self._listener, self._after = listener, after

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Stream until either side ends it. Raises ``TooMany`` before anything is sent."""
        with self._streams.place(self._listener) as ear:
            # First listen, then look: what happens in between is heard.
            stop = self._house.listen(self._match_id, self._streams.teller(ear))
            try:
                self.body_iterator = self._events(ear)
                await super().__call__(scope, receive, send)
            finally:
                stop()

    async def stream_response(self, send: Send) -> None:
        """Send the events as they come, and keep nothing of them, some 30 kB, while waiting for the next."""
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        async for events in self.body_iterator:
            await send({"type": "http.response.body", "body": events, "more_body": True})
            del events
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _events(self, ear: Ear) -> AsyncIterator[bytes]:
        told = Told(self._house.encoded, self._listener.guest_id, self._after)
        yield told.begin(self._house.snapshot(self._match_id))
        while not self._streams.closing:
            snapshot = await ear.news(QUIET_SECONDS)
            if snapshot is not None:
                yield told.go_on(snapshot)
            elif not self._streams.closing:
                yield KEEPALIVE_COMMENT
