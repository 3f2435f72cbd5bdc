"""Devices that ask for news, or want no more of it."""

from typing import Final

from anyio.to_thread import run_sync
from fastapi import APIRouter, Depends
from starlette.requests import Request
from starlette.responses import Response

from fivefold.doors.web import responses
from fivefold.doors.web.forms import Form, text
from fivefold.doors.web.limits import PUSHES, limited
from fivefold.doors.web.request_parsing import Fields
from fivefold.doors.web.thread_pool import run_in_thread
from fivefold.doors.web.visitors import Visitor, visitor
from fivefold.house.house import House
from fivefold.house.notices.push import LONGEST_ENDPOINT

router = APIRouter()
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
    return request.app.state.house, visitor(request), text(fields, "endpoint", LONGEST_ENDPOINT)


def _session(house: House, who: Visitor) -> str | None:
    """Return the session that ends when the device signs out; a guest has none."""
    return who.session if house.accounts.is_named(who.id) else None
