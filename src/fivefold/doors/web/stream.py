"""Streams: a match as it is played, who is there and what is said, and what is news for its people."""

import asyncio
import zlib
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from secrets import token_hex
from struct import pack
from threading import get_ident
from typing import Annotated, Final, NamedTuple, Protocol, Self, cast

import orjson
from anyio.to_thread import run_sync
from fastapi import APIRouter, Depends, Path
from fastapi.sse import KEEPALIVE_COMMENT, format_sse_event
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from fivefold.connections import network
from fivefold.doors.web import request_parsing, responses
from fivefold.doors.web.connections import farewell
from fivefold.doors.web.errors import TooMany
from fivefold.doors.web.forms import Form, text, yes_or_no
from fivefold.doors.web.limits import PRESENCE, STREAMS, address_of, limited
from fivefold.doors.web.logs import STRAIGHT
from fivefold.doors.web.visitors import house_of, visitor
from fivefold.house.errors import Busy
from fivefold.house.house import House
from fivefold.house.links import other_board
from fivefold.house.match_view.perspective import last_entries
from fivefold.house.match_view.view_cache import PersonalView, ViewCache
from fivefold.house.match_view.view_types import ChatNewsView, PresenceView
from fivefold.house.notices import news_words
from fivefold.house.notices.news import Note
from fivefold.house.notices.news_words import NewsView
from fivefold.house.table.chat import Rooms, rooms_for
from fivefold.session.snapshot import OVER, UNDO, MatchSnapshot

AGAIN: Final = format_sse_event(retry=1000)
"""Tells a browser after how many milliseconds to come back when the connection is lost."""
ONE_BY_ONE: Final = 12
"""Up to this many missed events are sent one by one; after more, only the match as it is now."""


class Reader(NamedTuple):
    """What a reader has seen already, and can do."""

    after: int | None = None
    """The number of the last entry; ``None`` if it says none, or nothing sensible."""
    version: str | None = None
    """Of its last view; ``None`` where it has to get every view whole."""


class MatchFeed:
    """What a stream has sent to its reader, and what it should send next."""

    def __init__(self, encoded: ViewCache, person_id: str, reader: Reader) -> None:
        self._encoded, self._person_id = encoded, person_id
        self._number, self._version, self._changes = reader.after, reader.version or "", reader.version is not None
        # What tells them from others, for a view with its picture takes tens of kB.
        self._view: tuple[str, int] | None = None
        self._table = hash("")

    def first(self, snapshot: MatchSnapshot) -> bytes:
        """Return the first events: when to come back, the table, then the views that the reader has missed."""
        up_to_date = self._number == snapshot.number
        if up_to_date:
            self._view = self._encoded.shown(snapshot, self._person_id).state
        return AGAIN + b"".join(self._table_if_new(snapshot)) + b"".join(self._views(snapshot))

    def next(self, snapshot: MatchSnapshot) -> bytes:
        """Return the events that say what has changed."""
        return b"".join(self._views(snapshot)) + b"".join(self._table_if_new(snapshot))

    def _views(self, snapshot: MatchSnapshot) -> Iterator[bytes]:
        for number in missed_numbers(snapshot, self._number):
            yield self._told(self._encoded.shown(snapshot, self._person_id, number), number)
        newest = self._encoded.shown(snapshot, self._person_id)
        if newest.state != self._view:
            # Also where the number is the same: somebody sat down, or asks to take a move back.
            yield self._told(newest, snapshot.number)
        self._number, self._view = snapshot.number, newest.state

    def _told(self, shown: PersonalView, number: int) -> bytes:
        """Return the event that tells of a view: what has changed since the reader's, or all of it."""
        if not self._changes:
            return event("view", shown.whole, str(number))
        change = self._encoded.change(shown, self._version)
        self._version = shown.kept.version
        name = f"{number}.{self._version}"
        return event("view", shown.whole, name) if change is None else event("change", change, name)

    def _table_if_new(self, snapshot: MatchSnapshot) -> Iterator[bytes]:
        table = self._encoded.table(snapshot, self._person_id)
        if hash(table) != self._table:
            self._table = hash(table)
            yield event("table", table)


def is_same_table(before: MatchSnapshot, now: MatchSnapshot) -> bool:
    """Tell whether who is at a table, and what is said there, can only have changed by itself."""
    return before.seats == now.seats and before.status == now.status


def missed_numbers(snapshot: MatchSnapshot, after: int | None) -> Sequence[int]:
    """Return the numbers before the newest to send one by one to a reader who has seen ``after``.

    A run of chance is one event, with its last number.
    """
    if after is None or not 0 <= after <= snapshot.number:
        return ()
    if any(entry.kind == UNDO for entry in snapshot.entries[after:]):
        return ()
    unseen = list(last_entries(snapshot.entries, after))
    return () if len(unseen) > ONE_BY_ONE else unseen[:-1]


def event(kind: str, data: bytes, name: str = "") -> bytes:
    """Return one event; ``data``, JSON as the house makes it, is one line."""
    told = b"event: %b\ndata: %b\n" % (kind.encode(), data)
    return b"%bid: %b\n\n" % (told, name.encode()) if name else told + b"\n"


def _reader_of(request: Request) -> Reader:
    """Return what a reader has seen already, as its address says or, after a lost connection, the last event's id."""
    query, last = request_parsing.query(request), request_parsing.header(request, "last-event-id")
    version = query.get("version")
    if version is not None and "." in last:
        last, version = last.split(".", 1)
    number = last or query.get("after", "")
    after = int(number) if number.isascii() and number.isdigit() and len(number) < 10 else None
    return Reader(after, version)


MOST_ITEMS: Final = 5
"""News told at once; of more only the latest."""


class NewsFeed:
    """What one stream has told its reader of news, and what it has to tell."""

    def __init__(self, house: House, person_id: str, besides: Sequence[str] = ()) -> None:
        """``besides``: the match of the page that reads, and in a duplicate the other board beside it: it shows by
        itself what happens there."""
        self._house, self._person_id, self._besides = house, person_id, besides
        self._notes: deque[Note] = deque(maxlen=MOST_ITEMS)
        self._waiting = -1
        self._new = True

    @contextmanager
    def connected(self, wake: Callable[[], None]) -> Iterator[None]:
        """Listen, and ``wake`` the stream when there is news."""

        def receive(note: Note) -> None:
            if note.match_id not in self._besides:
                self._notes.append(note)
            self._new = True
            wake()

        stop = self._house.news.listen(self._person_id, receive)
        try:
            yield
        finally:
            stop()

    def events(self) -> bytes:
        """Return the event that says what is new; empty where nothing is."""
        if not self._new:
            return b""
        self._new = False
        notes = [self._notes.popleft() for _ in range(len(self._notes))]
        found = (news_words.item(self._house, note) for note in notes if not self._house.news.foreseen(note))
        items = [item for item in found if item is not None]
        waiting = self._house.news.waiting(self._person_id, *self._besides[:1])
        if waiting == self._waiting and not items:
            return b""
        self._waiting = waiting
        view: NewsView = {"waiting": waiting, "items": items}
        return event("news", orjson.dumps(view))

    async def told(self) -> bytes:
        """Return the same; what waits for somebody is asked of the store, which holds up nobody else."""
        return await run_sync(self.events) if self._new else b""


GZIP_HEAD: Final = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
"""Of a gzip stream: deflate, made at no certain time on no certain system."""
GZIP_END: Final = b"\x03\x00"
"""An empty block, marked as the last."""
WORTH_COMPRESSING: Final = 160
"""Bytes; smaller parts do not compress."""
GZIP_LEVEL: Final = 5
GZIP_MEMORY: Final = 7
"""Of zlib: half of what it takes as a rule."""
KEPT_PARTS: Final = 32
"""Compressed parts at hand, some 2 kB each and up to 30 kB before: several readers of a match get the same."""


class Plain:
    """How a stream is sent, which tells it all parts in order: as they are."""

    name = ""
    """As the header Content-Encoding says it; empty for none."""
    __slots__ = ()

    def begun(self) -> bytes:
        """Return what comes before everything."""
        return b""

    def sent(self, part: bytes) -> bytes:
        """Return what is sent for a part."""
        return part

    def ended(self) -> bytes:
        """Return what comes after everything."""
        return b""


class Gzip(Plain):
    """A gzip stream of parts; of those sent it keeps a checksum and how long they were."""

    name = "gzip"
    __slots__ = ("_check", "_length")

    def __init__(self) -> None:
        self._check = self._length = 0

    def begun(self) -> bytes:
        """Return the header."""
        return GZIP_HEAD

    def sent(self, part: bytes) -> bytes:
        """Return the part compressed."""
        self._check, self._length = zlib.crc32(part, self._check), self._length + len(part)
        return _stored(part) if len(part) < WORTH_COMPRESSING else _deflated(part)

    def ended(self) -> bytes:
        """Return the last block and the trailer."""
        return GZIP_END + pack("<II", self._check, self._length & 0xFFFFFFFF)


def _coding_for(request: Request) -> Plain:
    return Gzip() if "gzip" in request_parsing.header(request, "accept-encoding").lower() else Plain()


def _stored(part: bytes) -> bytes:
    """Return a short part as a block that is not compressed."""
    return pack("<BHH", 0, len(part), len(part) ^ 0xFFFF) + part


@lru_cache(KEPT_PARTS)
def _deflated(part: bytes) -> bytes:
    # No more memory than it needs to look back over all of the part.
    window = min(zlib.MAX_WBITS, len(part).bit_length())
    compressor = zlib.compressobj(GZIP_LEVEL, zlib.DEFLATED, -max(window, 9), memLevel=GZIP_MEMORY)
    return compressor.compress(part) + compressor.flush(zlib.Z_FULL_FLUSH)


LONGEST_TAB: Final = 16
DUE_MARGIN: Final = 0.05
"""Seconds between a due change and reading it."""

router = APIRouter()


@dataclass(frozen=True, slots=True)
class Tab:
    """A page that asks for a stream."""

    name: str
    """Made up by the page, so that what it says later is known to be about this stream."""
    visible: bool
    line: int = 0
    """The last line of chat that it knows."""


def tab_of(request: Request) -> Tab:
    """Return the page that asks for a stream, as its address says."""
    query = request_parsing.query(request)
    name = query.get("tab", "")
    known = name.isascii() and name.isalnum() and len(name) <= LONGEST_TAB
    line = query.get("line", "")
    last = int(line) if line.isascii() and line.isdigit() and len(line) < 16 else 0
    return Tab(name if known else token_hex(8), query.get("seen", "1") != "0", last)


@router.post("/matches/{match_id}/presence", dependencies=[Depends(limited(PRESENCE))])
async def note_presence(request: Request, match_id: Annotated[str, Path(max_length=40)], fields: Form) -> Response:
    """Note whether a page with an open stream can be seen and is in use."""
    house = house_of(request)
    tab, visible = text(fields, "tab", LONGEST_TAB), yes_or_no(fields, "visible")
    place = house.known(match_id).table_id if house.at_hand(match_id) else match_id
    house.presence.noted(visitor(request).id, place, tab, visible)
    return responses.json({})


class BesideTheLog:
    """What one stream has told, and has to tell, besides the log."""

    def __init__(self, house: House, match_id: str, person_id: str, tab: Tab, news: NewsFeed | None = None) -> None:
        """``news``: what else is told; programs have a stream of their own for it."""
        self.house, self.match_id, self._person_id, self._tab = house, match_id, person_id, tab
        self._table_id, self._edits = match_id, 0
        self._present = hash(b"")  # no more: there are thousands of streams
        self._news = news
        self._name, self._rooms, self._line, self._over = "", Rooms(), tab.line, False

    def prepare(self, snapshot: MatchSnapshot) -> Self:
        """Look up what the person has chosen."""
        accounts, self._table_id = self.house.accounts, snapshot.table_id
        self._edits = self.house.chat.edits(self._table_id)
        if not snapshot.seats_of(self._person_id) and accounts.preferences(self._person_id).named_spectator:
            self._name = self.house.person(self._person_id).shown
        self._rooms, self._over = self.house.chat.rooms(snapshot, self._person_id), snapshot.status == OVER
        self.house.chat.latest(self._table_id)
        return self

    @contextmanager
    def connected(self, wake: Callable[[], None]) -> Iterator[None]:
        """Count the person as present, and ``wake`` the stream when there is something to tell."""
        presence, tab = self.house.presence, self._tab
        with ExitStack() as opened:
            opened.callback(presence.listen(self._table_id, wake))
            if self._news is not None:
                opened.enter_context(self._news.connected(wake))
            self.house.push.looked(self._person_id, self.match_id)
            opened.callback(self.house.chat.listen(self._table_id, wake))
            there = presence.connected(self._person_id, self._table_id, tab.name, tab.visible, self._name)
            opened.enter_context(there)
            yield

    def seconds(self) -> float:
        """Return how soon there may be something to tell though nothing happens."""
        soonest = self.house.presence.seconds_to_change(self._table_id)
        return float("inf") if soonest is None else soonest + DUE_MARGIN

    async def events(self, snapshot: MatchSnapshot) -> bytes:
        """Return the events that say what has changed."""
        told = (("presence", self.presence(snapshot)), ("chat", self.chat_lines(snapshot)))
        events = b"".join(event(kind, orjson.dumps(view)) for kind, view in told if view)
        return events + (b"" if self._news is None else await self._news.told())

    def chat_lines(self, snapshot: MatchSnapshot) -> ChatNewsView | None:
        """Return what has been said since this was asked last; ``None`` for nothing."""
        if not self._rooms.read:
            return None
        chat, opened = self.house.chat, snapshot.status == OVER and not self._over
        anew = opened or chat.edits(snapshot.table_id) != self._edits
        if opened:
            self._over, self._rooms = True, rooms_for(snapshot, self._person_id)
        lines, complete = chat.since(snapshot.table_id, self._person_id, self._rooms, self._line)
        if not lines and complete and not anew:
            return None
        self._edits = chat.edits(snapshot.table_id)
        self._line = chat.latest(snapshot.table_id)
        return {"lines": lines, "anew": anew or not complete}

    def presence(self, snapshot: MatchSnapshot) -> PresenceView | None:
        """Return who is at the table; ``None`` where that has not changed since this was asked last."""
        view = self.house.presence.view(snapshot)
        states = hash(orjson.dumps([[seat["state"] for seat in view["seats"]], view["watching"], view["named"]]))
        if states == self._present:
            return None
        self._present = states
        return view


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


def listener_of(request: Request, plays: bool = False) -> Listener:
    """Return who asks for a stream."""
    who = visitor(request)
    return Listener(who.id, network(address_of(request)), plays, who.session)


class Inbox:
    """What has arrived for one stream: the newest snapshot, which holds every entry before it.

    So nothing queues up for a slow reader: what it missed is worked out from the newest, as after a lost connection.
    """

    def __init__(self) -> None:
        self._arrived = self._woken = False
        self._newest: MatchSnapshot | None = None
        self._waiting: asyncio.Future[None] | None = None
        self.ended = False
        """Whether the session that opened the stream has ended."""
        self.only_match = False
        """Whether nothing but the match has changed, since before the last look."""

    def put(self, snapshot: MatchSnapshot) -> None:
        """Take a snapshot, unless a newer one has arrived."""
        if self._newest is None or snapshot.revision > self._newest.revision:
            self._newest = snapshot
            self._arrive()

    def wake(self) -> None:
        """Let the stream look at everything, also beside the match, and whether it should end."""
        self._woken = True
        self._arrive()

    def _arrive(self) -> None:
        self._arrived = True
        if self._waiting is not None:
            _let_go(self._waiting)

    async def newest(self, seconds: float) -> MatchSnapshot | None:
        """Wait for a snapshot not yet returned and return it, or ``None`` when time is up or the stream is woken."""
        if not self._arrived:  # (``asyncio.timeout`` costs several times as much, and this is done at every move)
            loop = asyncio.get_running_loop()
            self._waiting = loop.create_future()
            alarm = loop.call_later(seconds, _let_go, self._waiting)
            try:
                await self._waiting
            finally:
                alarm.cancel()
                self._waiting = None
        self.only_match, self._woken = self._arrived and not self._woken, False
        self._arrived, newest, self._newest = False, self._newest, None
        return newest


def _let_go(waiting: "asyncio.Future[None]") -> None:
    if not waiting.done():
        waiting.set_result(None)


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


class Stream(StreamingResponse):
    """Something streamed to one listener, who has a place for exactly as long as this response lasts, however it ends.

    It keeps nothing of what it sends, some 30 kB, while it waits for more.
    """

    media_type = "text/event-stream"
    quiet_seconds = 15.0
    """After this long without anything to tell, ``keep_alive`` keeps the connection open."""
    keep_alive = KEEPALIVE_COMMENT

    def __init__(self, streams: Streams, listener: Listener, coding: Plain | None = None) -> None:
        """``coding``: how it is sent, if the listener was asked."""
        self._streams, self._listener, self._coding = streams, listener, coding or Plain()
        coded = {"Content-Encoding": self._coding.name} if self._coding.name else {}
        super().__init__(
            (), headers={"X-Accel-Buffering": "no", **coded, **({"Vary": "Accept-Encoding"} if coding else {})}
        )
        self._scope: Scope = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Stream until either side ends it. Raises ``TooMany`` before anything is sent."""
        with ExitStack() as opened:
            inbox = opened.enter_context(self._streams.place(self._listener))
            # Listen first, then look: nothing that happens in between is missed.
            self._listen(inbox, opened)
            self.body_iterator, self._scope = self._parts(inbox), scope
            await super().__call__(scope, receive, send)

    async def stream_response(self, send: Send) -> None:
        """Send the parts as they come."""
        coding, send_more = self._coding, self._scope.get(STRAIGHT, send)
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        before = coding.begun()
        async for told in self.body_iterator:
            part = coding.sent(cast(bytes, told))
            del told
            body = before + part if before else part
            await send_more({"type": "http.response.body", "body": body, "more_body": True})
            del body
            before = b""
            del part
        await send({"type": "http.response.body", "body": before + coding.ended(), "more_body": False})

    async def _parts(self, inbox: Inbox) -> AsyncIterator[bytes]:
        try:
            yield await self._first()
            while not (why := await self._why_it_ends(inbox)):
                told = await self._next(inbox)
                if not (inbox.ended or self._streams.closing):
                    yield told or self.keep_alive
                del told
        except Busy:  # the store cannot be read just now: who reads this comes back
            why = "closing"
        yield self._last(why)

    def _listen(self, inbox: Inbox, opened: ExitStack) -> None:
        """Let an inbox hear of what is to be told, until ``opened`` is closed."""
        raise NotImplementedError

    async def _first(self) -> bytes:
        """Return what is told first."""
        raise NotImplementedError

    async def _next(self, inbox: Inbox) -> bytes:
        """Wait until there is something to tell or time is up, and return it; empty for nothing."""
        raise NotImplementedError

    async def _why_it_ends(self, inbox: Inbox) -> str:
        """Return why the stream ends now; empty where it goes on."""
        return "revoked" if inbox.ended else "closing" if self._streams.closing else ""

    def _last(self, why: str) -> bytes:
        """Return what is told last."""
        return self._streams.farewell()


class Feed(Protocol):
    """What a stream has told its reader of a match, and what it has to tell."""

    def first(self, snapshot: MatchSnapshot) -> bytes:
        """Return what is told first."""

    def next(self, snapshot: MatchSnapshot) -> bytes:
        """Return what has changed; empty for nothing."""


class MatchStream(Stream):
    """A match streamed to one listener."""

    def __init__(
        self, streams: Streams, listener: Listener, beside: BesideTheLog, feed: Feed, coding: Plain | None = None
    ) -> None:
        super().__init__(streams, listener, coding)
        self._house, self._match_id, self._beside, self._feed = beside.house, beside.match_id, beside, feed

    def _listen(self, inbox: Inbox, opened: ExitStack) -> None:
        opened.callback(self._house.listen(self._match_id, self._streams.deliver_to(inbox)))
        opened.enter_context(self._beside.connected(self._streams.waking(inbox)))

    async def _first(self) -> bytes:
        self._latest = self._house.snapshot(self._match_id)
        self._shown = await self._seen()
        return self._feed.first(self._shown) + await self._besides(self._shown)

    async def _next(self, inbox: Inbox) -> bytes:
        before, more = self._shown, self._house.delays.seconds_to_change(self._latest, self._shown)
        newest = await inbox.newest(min(self.quiet_seconds, self._beside.seconds(), more))
        self._latest = newest or self._latest
        shown = self._shown = await self._seen()
        told = self._feed.next(shown) if shown is not before else b""
        return told if inbox.only_match and is_same_table(before, shown) else told + await self._besides(shown)

    async def _besides(self, snapshot: MatchSnapshot) -> bytes:
        return await self._beside.events(snapshot)

    async def _seen(self) -> MatchSnapshot:
        if not self._latest.terms.delay:
            return self._latest
        return await run_sync(self._house.delays.seen_by, self._latest, self._listener.person_id)


@router.get("/matches/{match_id}/stream", dependencies=[Depends(limited(STREAMS))])
async def stream(request: Request, match_id: Annotated[str, Path(max_length=40)]) -> Response:
    """Stream a match to a player or a spectator."""
    house = house_of(request)
    listener = listener_of(request)
    person_id = listener.person_id
    snapshot = await run_sync(house.shown_to, person_id, match_id)
    listener = replace(listener, plays=bool(snapshot.seats_of(person_id)))
    boards = match_id, *filter(None, [other_board(snapshot)])
    beside = BesideTheLog(house, match_id, person_id, tab_of(request), NewsFeed(house, person_id, boards))
    await run_sync(beside.prepare, snapshot)
    feed = MatchFeed(house.encoded, person_id, _reader_of(request))
    return MatchStream(request.app.state.streams, listener, beside, feed, _coding_for(request))
