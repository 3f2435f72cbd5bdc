"""The state of the house, for monitoring and measurements."""

from fastapi import APIRouter, Depends
from starlette.requests import Request
from starlette.responses import Response

from fivefold.doors.web import responses
from fivefold.doors.web.limits import HEALTH, limited
from fivefold.doors.web.readiness import Readiness
from fivefold.house.computers.opponents import Opponents
from fivefold.house.house import House
from fivefold.house.loop import troubles

router = APIRouter()


@router.get("/health/live", dependencies=[Depends(limited(HEALTH))])
async def live() -> Response:
    """Return that this process answers; whoever gets no answer should start it anew."""
    return responses.json({"status": "ok"})


@router.get("/health/ready", dependencies=[Depends(limited(HEALTH))])
async def ready(request: Request) -> Response:
    """Return whether to send visitors here; 503 with the reason if not."""
    readiness: Readiness = request.app.state.readiness
    trouble = await readiness.trouble()
    if trouble:
        return responses.json({"status": "unready", "error": trouble}, 503)
    return responses.json({"status": "ok"})


@router.get("/health", dependencies=[Depends(limited(HEALTH))])
async def health(request: Request) -> Response:
    """Return the state of the house from what is known already; 503 if the database does not answer or keep things."""
    opponents: Opponents = request.app.state.opponents
    house: House = request.app.state.house
    waiting, running, oldest = opponents.load()
    database = opponents.database
    failing = troubles()
    well = database.well and not house.fails_to_keep and not failing
    told = {
        "status": "ok" if well else "failing",
        "compiling": opponents.compiling,
        "queue": {"waiting": waiting, "running": running, "oldest_seconds": round(oldest, 1)},
        "database": database.words,
        "database_seconds": round(database.seconds, 1),
        "writes": "failed within the last minute" if house.fails_to_keep else "ok",
        "loops": failing or "ok",
        "disk_free_bytes": house.free_bytes(),
    }
    return responses.json(told, 200 if well else 503)
