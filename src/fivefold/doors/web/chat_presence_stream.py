"""What a match's stream tells besides the log: who is at the table, what is said there, and news of other matches.

Such events have no ids of their own, so that a stream is resumed by the log alone; lines of chat bring their own
numbers, by which a page knows which it has.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from secrets import token_hex
from typing import Annotated, Final, Self

import orjson
from fastapi import APIRouter, Depends, Path
from starlette.requests import Request
from starlette.responses import Response

from fivefold.doors.web import request_parsing, responses
from fivefold.doors.web.forms import Form, text, yes_or_no
from fivefold.doors.web.limits import PRESENCE, limited
from fivefold.doors.web.news_feed import NewsFeed
from fivefold.doors.web.visitors import visitor
from fivefold.house.house import House
from fivefold.house.match_view.view_types import ChatNewsView, PresenceView
from fivefold.house.table.chat import Rooms, rooms_for
from fivefold.session.snapshot import OVER, MatchSnapshot

LONGEST_TAB: Final = 16
SOON: Final = 0.05
"""Seconds: just after a change is due it has happened."""

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
    house: House = request.app.state.house
    tab, visible = text(fields, "tab", LONGEST_TAB), yes_or_no(fields, "visible")
    house.presence.noted(visitor(request).id, match_id, tab, visible)
    return responses.json({})


class BesideTheLog:
    """What one stream has told, and has to tell, besides the log."""

    def __init__(self, house: House, match_id: str, person_id: str, tab: Tab) -> None:
        self._house, self._match_id, self._person_id, self._tab = house, match_id, person_id, tab
        self._present = hash(b"")  # no more: there are thousands of streams
        self._news = NewsFeed(house, person_id, besides=match_id)
        self._name, self._rooms, self._line, self._over = "", Rooms(), tab.line, False
        self._edits = house.chat.edits(match_id)

    def prepare(self, snapshot: MatchSnapshot) -> Self:
        """Look up what the person has chosen."""
        accounts = self._house.accounts
        if not snapshot.seats_of(self._person_id) and accounts.preferences(self._person_id).named_spectator:
            self._name = self._house.person(self._person_id).shown
        self._rooms, self._over = self._house.chat.rooms(snapshot, self._person_id), snapshot.status == OVER
        self._house.chat.latest(snapshot.id)
        return self

    @contextmanager
    def connected(self, wake: Callable[[], None]) -> Iterator[None]:
        """Count the person as present, and ``wake`` the stream when there is something to tell."""
        presence, tab = self._house.presence, self._tab
        with ExitStack() as opened:
            opened.callback(presence.listen(self._match_id, wake))
            opened.enter_context(self._news.connected(wake))
            self._house.push.looked(self._person_id, self._match_id)
            opened.callback(self._house.chat.listen(self._match_id, wake))
            there = presence.connected(self._person_id, self._match_id, tab.name, tab.visible, self._name)
            opened.enter_context(there)
            yield

    def seconds(self) -> float:
        """Return how soon there may be something to tell though nothing happens."""
        soonest = self._house.presence.seconds_to_change(self._match_id)
        return float("inf") if soonest is None else soonest + SOON

    def events(self, snapshot: MatchSnapshot) -> bytes:
        """Return the events that say what has changed."""
        told = (("presence", self.presence(snapshot)), ("chat", self.chat_lines(snapshot)))
        events = (b"event: %b\ndata: %b\n\n" % (kind.encode(), orjson.dumps(view)) for kind, view in told if view)
        return b"".join(events) + self._news.events()

    def chat_lines(self, snapshot: MatchSnapshot) -> ChatNewsView | None:
        """Return what has been said since this was asked last; ``None`` for nothing."""
        if not self._rooms.read:
            return None
        chat, opened = self._house.chat, snapshot.status == OVER and not self._over
        anew = opened or chat.edits(snapshot.id) != self._edits
        if opened:
            self._over, self._rooms = True, rooms_for(snapshot, self._person_id)
        lines, complete = chat.since(snapshot.id, self._person_id, self._rooms, self._line)
        if not lines and complete and not anew:
            return None
        self._edits = chat.edits(snapshot.id)
        self._line = chat.latest(snapshot.id)
        return {"lines": lines, "anew": anew or not complete}

    def presence(self, snapshot: MatchSnapshot) -> PresenceView | None:
        """Return who is at the table; ``None`` where that has not changed since this was asked last."""
        view = self._house.presence.view(snapshot)
        states = hash(orjson.dumps([[seat["state"] for seat in view["seats"]], view["watching"], view["named"]]))
        if states == self._present:
            return None
        self._present = states
        return view
