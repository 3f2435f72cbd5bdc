"""News: what waits for the visitor, one stream that tells it at once, and devices that ask for it.

A browser keeps few connections to one site, so the pages of a visitor share a stream (``newsStream.js``), and a table
tells news by the stream that it has anyway.
"""

from contextlib import ExitStack
from typing import Final

from anyio.to_thread import run_sync
from fastapi import APIRouter, Depends
from starlette.requests import Request
from starlette.responses import Response

from fivefold.doors.web import responses
from fivefold.doors.web.forms import Form, text, yes_or_no
from fivefold.doors.web.limits import PRESENCE, PUSHES, STREAMS, limited
from fivefold.doors.web.request_parsing import Fields
from fivefold.doors.web.stream import (
    AGAIN,
    LONGEST_TAB,
    Inbox,
    Listener,
    NewsFeed,
    Stream,
    Streams,
    Tab,
    listener_of,
    tab_of,
)
from fivefold.doors.web.thread_pool import run_in_thread
from fivefold.doors.web.visitors import Visitor, house_of, visitor
from fivefold.house.house import House
from fivefold.house.notices.push import LONGEST_ENDPOINT

PLACE: Final = "pages"
"""Where somebody is who looks at pages that are not a table."""

router = APIRouter()


@router.get("/news", dependencies=[Depends(limited(STREAMS))])
async def news(request: Request) -> Response:
    """Stream news to a visitor."""
    return NewsStream(house_of(request), request.app.state.streams, listener_of(request), tab_of(request))


@router.post("/news/presence", dependencies=[Depends(limited(PRESENCE))])
async def note_presence(request: Request, fields: Form) -> Response:
    """Note whether the page that has the stream can be seen."""
    tab, visible = text(fields, "tab", LONGEST_TAB), yes_or_no(fields, "visible")
    house_of(request).presence.noted(visitor(request).id, PLACE, tab, visible)
    return responses.json({})


class NewsStream(Stream):
    """News streamed to one browser."""

    def __init__(self, house: House, streams: Streams, listener: Listener, tab: Tab) -> None:
        super().__init__(streams, listener)
        self._house, self._tab, self._feed = house, tab, NewsFeed(house, listener.person_id)

    def _listen(self, inbox: Inbox, opened: ExitStack) -> None:
        opened.enter_context(self._feed.connected(self._streams.waking(inbox)))
        person_id, tab = self._listener.person_id, self._tab
        opened.enter_context(self._house.presence.connected(person_id, PLACE, tab.name, tab.visible))

    async def _first(self) -> bytes:
        return AGAIN + await self._feed.told()

    async def _next(self, inbox: Inbox) -> bytes:
        await inbox.newest(self.quiet_seconds)
        return await self._feed.told()


def waiting(request: Request) -> int | None:
    """Return how many matches and challenges wait for the visitor of a page, not counting the match that it shows;
    ``None`` for a visitor who is new."""
    who = visitor(request)
    return house_of(request).news.waiting(who.id, request.path_params.get("match_id", "")) if who.known else None


# --- devices that ask for news ----------------------------------------------------------------------------------------

LONGEST_KEY: Final = 100
SETTINGS: Final = "/news/settings"


@router.post("/push/subscriptions", dependencies=[Depends(limited(PUSHES))])
async def subscribe(request: Request, fields: Form) -> Response:
    """Send news to the visitor's device from now on. Raises ``InvalidEndpoint``, ``InvalidKeys``, ``InvalidField``."""
    house, who, endpoint = _asked(request, fields)
    public_key, auth = text(fields, "key", LONGEST_KEY), text(fields, "auth", LONGEST_KEY)
    session = _session(house, who)
    # The keys are checked first: the module that does so takes a moment to load.
    await run_sync(house.push.check, endpoint, public_key, auth)
    await run_in_thread(lambda: house.push.subscribe(who.id, endpoint, public_key, auth, session))
    return responses.json({"on": True}, 201)


@router.post("/push/subscriptions/end", dependencies=[Depends(limited(PUSHES))])
async def unsubscribe(request: Request, fields: Form) -> Response:
    """Send nothing more to a device of the visitor, or to all of them where the form names none."""
    house, who, endpoint = _asked(request, fields)
    await run_in_thread(lambda: house.push.unsubscribe(who.id, endpoint))
    return (
        responses.json({"on": False}) if responses.wants_json(request) else responses.elsewhere(f"{SETTINGS}?saved=off")
    )


@router.post("/push/test", dependencies=[Depends(limited(PUSHES))])
async def test(request: Request, fields: Form) -> Response:
    """Send a message to a device of the visitor, to see whether it works."""
    house, who, endpoint = _asked(request, fields)
    house.push.test(who.id, endpoint)
    return responses.json({})


def _asked(request: Request, fields: Fields) -> tuple[House, Visitor, str]:
    return house_of(request), visitor(request), text(fields, "endpoint", LONGEST_ENDPOINT)


def _session(house: House, who: Visitor) -> str | None:
    """Return the session that ends when the device signs out; a guest has none."""
    return who.session if house.accounts.is_named(who.id) else None
