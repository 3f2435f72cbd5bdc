"""What concerns somebody, as a stream of lines: their turn, matches that begin and end, offers, challenges, chat.

It is read from how things stand: whatever changes only says which matches to look at again. So nothing queues up for a
slow reader, and after a lost connection everything that waits comes first.
"""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack
from typing import Any, Final

from anyio.to_thread import run_sync
from starlette.types import Receive, Scope, Send

from fivefold.connections import network
from fivefold.contract.errors import FivefoldError
from fivefold.doors.api.callers import Reader
from fivefold.doors.api.challenges import challenge_told
from fivefold.doors.api.lines import (
    HEADERS,
    KEEP_ALIVE,
    QUIET_SECONDS,
    LineOfEvents,
    LineStream,
    last_line,
    line,
    why_it_ends,
)
from fivefold.doors.api.matches import going_on
from fivefold.doors.api.routing import api_router, streaming
from fivefold.doors.web.context import RequestContext
from fivefold.doors.web.limits import STREAMS, address_of
from fivefold.doors.web.stream import Inbox, Listener, Streams
from fivefold.house.bus import CHANGED
from fivefold.house.house import House
from fivefold.house.match_view.facts import CompactBrief
from fivefold.house.meeting.challenges import CHALLENGES_CHANGED, OPEN
from fivefold.house.notices.news import CHAT, Note
from fivefold.house.stored_match import time_text
from fivefold.session.snapshot import LIVE, OVER, MatchSnapshot

router = api_router("Streams")
BEGINS, ENDS, TURN, OFFER, TABLE = "begins", "ends", "turn", "offer", "table"
GONE: Final = "gone"
"""The state of a challenge that is not open to its addressee any more: answered by them, or withdrawn."""
MOST_OVER: Final = 500
MOST_TALKING: Final = 50
"""Matches in which something was said that a reader has yet to be told of."""


@router.get("/stream/events", response_class=LineStream, **streaming(STREAMS, LineOfEvents, "read"))
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
        found = {each.id: challenge_told(each).model_dump() for each in self._house.challenges.of(self.person_id)}
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
