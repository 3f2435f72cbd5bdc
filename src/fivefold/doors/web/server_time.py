"""The house's clock, from which pages draw all clocks: whoever asks several times knows it to a few milliseconds."""

from fastapi import APIRouter, Depends
from starlette.requests import Request
from starlette.responses import Response

from fivefold.doors.web import responses
from fivefold.doors.web.limits import TIMES, limited
from fivefold.house.house import House
from fivefold.session.timing import moment

router = APIRouter()


@router.get("/time", dependencies=[Depends(limited(TIMES))])
async def server_time(request: Request) -> Response:
    """Return what the house's clock says, in milliseconds since 1970."""
    house: House = request.app.state.house
    return responses.json({"now": moment(house.now())}, headers={"Cache-Control": "no-store"})
