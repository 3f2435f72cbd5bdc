"""News in the page: what waits for the visitor, and one stream that tells it at once.

A browser keeps few connections to one site, so the pages of a visitor share a stream (``newsStream.js``), and a table
tells news by the stream that it has anyway.
"""

from collections.abc import AsyncIterator
from contextlib import ExitStack
from typing import Final

from fastapi import APIRouter, Depends
from fastapi.sse import KEEPALIVE_COMMENT, EventSourceResponse, format_sse_event
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from fivefold.connections import network
from fivefold.doors.web import responses
from fivefold.doors.web.forms import Form, text, yes_or_no
from fivefold.doors.web.limits import PRESENCE, STREAMS, address_of, limited
from fivefold.doors.web.stream import (
    LONGEST_TAB,
    QUIET_SECONDS,
    RETRY_MILLISECONDS,
    Inbox,
    Listener,
    NewsFeed,
    Streams,
    Tab,
    tab_of,
)
from fivefold.doors.web.visitors import visitor
from fivefold.house.house import House

PLACE: Final = "pages"
"""Where somebody is who looks at pages that are not a table."""

router = APIRouter()


@router.get("/news", dependencies=[Depends(limited(STREAMS))])
async def news(request: Request) -> Response:
    """Stream news to a visitor."""
    sender = visitor(request)
    who = Listener(sender.id, network(address_of(request)), plays=False, session=sender.session)
    return NewsStream(request.app.state.house, request.app.state.streams, who, tab_of(request))


@router.post("/news/presence", dependencies=[Depends(limited(PRESENCE))])
async def note_presence(request: Request, fields: Form) -> Response:
    """Note whether the page that has the stream can be seen."""
    house: House = request.app.state.house
    tab, visible = text(fields, "tab", LONGEST_TAB), yes_or_no(fields, "visible")
    house.presence.noted(visitor(request).id, PLACE, tab, visible)
    return responses.json({})


class NewsStream(EventSourceResponse):
    """News streamed to one browser."""

    def __init__(self, house: House, streams: Streams, listener: Listener, tab: Tab) -> None:
        super().__init__((), headers={"X-Accel-Buffering": "no"})
        self._house, self._streams, self._listener, self._tab = house, streams, listener, tab

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Stream until either side ends it. Raises ``TooMany`` before anything is sent."""
        person_id, tab = self._listener.person_id, self._tab
        with ExitStack() as opened:
            inbox = opened.enter_context(self._streams.place(self._listener))
            feed = NewsFeed(self._house, person_id)
            opened.enter_context(feed.connected(self._streams.waking(inbox)))
            opened.enter_context(self._house.presence.connected(person_id, PLACE, tab.name, tab.visible))
            self.body_iterator = self._events(inbox, feed)
            await super().__call__(scope, receive, send)

    async def _events(self, inbox: Inbox, feed: NewsFeed) -> AsyncIterator[bytes]:
        yield format_sse_event(retry=RETRY_MILLISECONDS) + feed.events()
        while not (self._streams.closing or inbox.ended):
            await inbox.newest(QUIET_SECONDS)
            if not (self._streams.closing or inbox.ended):
                yield feed.events() or KEEPALIVE_COMMENT
        yield self._streams.farewell()


def waiting(request: Request) -> int | None:
    """Return how many matches and challenges wait for the visitor of a page, not counting the match that it shows;
    ``None`` for a visitor who is new."""
    who = visitor(request)
    house: House = request.app.state.house
    return house.news.waiting(who.id, request.path_params.get("match_id", "")) if who.known else None
