"""News as server-sent events: what a match has become, one event a piece, resumed exactly after a lost connection."""

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from threading import get_ident
from typing import Annotated, Final

from anyio.to_thread import run_sync
from fastapi import APIRouter, Depends, Path
from fastapi.sse import KEEPALIVE_COMMENT, EventSourceResponse, format_sse_event
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Send

from fivefold.service import encoded
from fivefold.service.house import House
from fivefold.service.news import ends
from fivefold.service.standing import UNDO, Standing
from fivefold.web.errors import TooMany
from fivefold.web.guests import visitor
from fivefold.web.limits import STREAMS, limited

ONE_BY_ONE: Final = 12
"""So many missed pieces of news are told one by one; after more, only how things stand."""
QUIET_SECONDS: Final = 15.0
"""After so long without news a comment keeps the connection open."""
RETRY_MILLISECONDS: Final = 1000
PER_GUEST: Final = 16
"""Open streams: tabs and devices of one guest."""
ALTOGETHER: Final = 4000

router = APIRouter()


class Ear:
    """What one stream has heard: the newest standing, which holds every entry before it.

    So nothing queues up for a slow reader, who is told what it missed from the newest, as after a lost connection.
    """

    def __init__(self) -> None:
        self._news = asyncio.Event()
        self._newest: Standing | None = None

    def hear(self, standing: Standing) -> None:
        """Take news; older than what was heard already, it is none."""
        if self._newest is None or standing.revision > self._newest.revision:
            self._newest = standing
            self._news.set()

    def wake(self) -> None:
        """Let the stream look whether it should end."""
        self._news.set()

    async def news(self, seconds: float) -> Standing | None:
        """Return the newest standing once there is one not yet returned, or ``None`` when time is up or woken."""
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

    def __init__(self) -> None:
        self.closing = False
        self._ears: set[Ear] = set()
        self._guests: Counter[str] = Counter()
        self._told: deque[tuple[Ear, Standing]] = deque()
        self._delivering = False

    def __len__(self) -> int:
        return len(self._ears)

    def refuse_if_full(self, guest_id: str) -> None:
        """Raise ``TooMany`` where a guest, or everybody together, has as many streams as there may be."""
        if self._guests[guest_id] >= PER_GUEST or len(self._ears) >= ALTOGETHER:
            raise TooMany("too many open pages of matches: close some and reload this one", 10)

    def open(self, guest_id: str) -> Ear:
        """Return an ear for a new stream of a guest."""
        ear = Ear()
        self._ears.add(ear)
        self._guests[guest_id] += 1
        return ear

    def forget(self, guest_id: str, ear: Ear) -> None:
        """Note that a stream has ended."""
        self._ears.discard(ear)
        self._guests[guest_id] -= 1
        if self._guests[guest_id] <= 0:
            del self._guests[guest_id]

    def teller(self, ear: Ear) -> Callable[[Standing], None]:
        """Return what takes news for an ear from any thread.

        It is called while the house lets nobody else in, and waking the loop from another thread may have to wait for
        others: so the loop is woken once for all the news there is by then.
        """
        loop, here = asyncio.get_running_loop(), get_ident()

        def tell(standing: Standing) -> None:
            if get_ident() == here:
                ear.hear(standing)
                return
            self._told.append((ear, standing))
            if not self._delivering:
                self._delivering = True
                loop.call_soon_threadsafe(self._deliver)

        return tell

    def _deliver(self) -> None:
        # First, so that what is told from here on wakes the loop again.
        self._delivering = False
        while self._told:
            ear, standing = self._told.popleft()
            ear.hear(standing)

    def close(self) -> None:
        """End every stream, now; browsers come back and resume."""
        self.closing = True
        for ear in self._ears:
            ear.wake()


class Told:
    """What a stream has told its reader, and what it should tell next."""

    def __init__(self, guest_id: str, after: int | None) -> None:
        self._guest_id, self._number = guest_id, after
        # Hashes, for a view with its picture takes tens of kB.
        self._view = self._table = hash("")

    def begin(self, standing: Standing) -> bytes:
        """Return the first events: the table, then the views the reader has missed."""
        up_to_date = self._number == standing.number
        if up_to_date:
            self._view = hash(encoded.view(standing, self._guest_id))
        head = format_sse_event(retry=RETRY_MILLISECONDS)
        return head + b"".join(self._table_if_new(standing)) + b"".join(self._views(standing))

    def go_on(self, standing: Standing) -> bytes:
        """Return the events that tell what has changed."""
        return b"".join(self._views(standing)) + b"".join(self._table_if_new(standing))

    def _views(self, standing: Standing) -> Iterator[bytes]:
        for number in missed(standing, self._number):
            yield _event("view", encoded.view(standing, self._guest_id, number), number)
        newest = encoded.view(standing, self._guest_id)
        if hash(newest) != self._view:
            # Also where the number is the same: somebody sat down, or asks to take back.
            yield _event("view", newest, standing.number)
        self._number, self._view = standing.number, hash(newest)

    def _table_if_new(self, standing: Standing) -> Iterator[bytes]:
        table = encoded.table(standing, self._guest_id)
        if hash(table) != self._table:
            self._table = hash(table)
            yield _event("table", table)


def missed(standing: Standing, after: int | None) -> Sequence[int]:
    """Return the numbers before the newest that a reader who has seen ``after`` should be told one by one.

    A run of chance is told once, with its last number.
    """
    if after is None or not 0 <= after <= standing.number:
        return ()
    if any(entry.kind == UNDO for entry in standing.entries[after:]):
        return ()
    unseen = list(ends(standing.entries, after))
    return () if len(unseen) > ONE_BY_ONE else unseen[:-1]


def _event(kind: str, data: bytes, number: int | None = None) -> bytes:
    """Return one event; ``data``, JSON as the house makes it, is one line."""
    told = b"event: %b\ndata: %b\n" % (kind.encode(), data)
    return told + b"\n" if number is None else b"%bid: %d\n\n" % (told, number)


def seen(request: Request) -> int | None:
    """Return the number of the last entry a reader has seen; ``None`` if it says none, or nothing sensible."""
    told = request.headers.get("last-event-id") or request.query_params.get("after", "")
    return int(told) if told.isascii() and told.isdigit() and len(told) < 10 else None


class NewsResponse(EventSourceResponse):
    """A stream that keeps nothing of what it has sent, some 30 kB, while it waits for the next news."""

    async def stream_response(self, send: Send) -> None:
        """Send the events as they come."""
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        async for events in self.body_iterator:
            await send({"type": "http.response.body", "body": events, "more_body": True})
            del events
        await send({"type": "http.response.body", "body": b"", "more_body": False})


@router.get("/matches/{match_id}/stream", dependencies=[Depends(limited(STREAMS))])
async def stream(request: Request, match_id: Annotated[str, Path(max_length=40)]) -> Response:
    """Stream a match's news to a player or a spectator."""
    house: House = request.app.state.house
    streams: Streams = request.app.state.streams
    await run_sync(house.standing, match_id)
    guest_id = visitor(request).id
    streams.refuse_if_full(guest_id)
    events = _events(house, streams, match_id, guest_id, seen(request))
    return NewsResponse(events, headers={"X-Accel-Buffering": "no"})


async def _events(
    house: House, streams: Streams, match_id: str, guest_id: str, after: int | None
) -> AsyncIterator[bytes]:
    ear = streams.open(guest_id)
    told = Told(guest_id, after)
    # First listen, then look: what happens in between is heard.
    stop = house.listen(match_id, streams.teller(ear))
    try:
        yield told.begin(house.standing(match_id))
        while not streams.closing:
            standing = await ear.news(QUIET_SECONDS)
            if standing is not None:
                yield told.go_on(standing)
            elif not streams.closing:
                yield KEEPALIVE_COMMENT
    finally:
        stop()
        streams.forget(guest_id, ear)
