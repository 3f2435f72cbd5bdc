"""The house's clock, from which pages draw all clocks: whoever asks several times knows it to a few milliseconds."""

from fastapi import APIRouter, Depends
from starlette.requests import Request
from starlette.responses import Response

from fivefold.service.house import House
from fivefold.session.timing import moment
from fivefold.web import answers
from fivefold.web.limits import TIMES, limited

router = APIRouter()


@router.get("/time", dependencies=[Depends(limited(TIMES))])
async def server_time(request: Request) -> Response:
    """Return what the house's clock says, in milliseconds since 1970."""
    house: House = request.app.state.house
    return answers.json({"now": moment(house.now())}, headers={"Cache-Control": "no-store"})
