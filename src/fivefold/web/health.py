"""The state of the house, for monitoring and measurements."""

from fastapi import APIRouter, Depends
from starlette.requests import Request
from starlette.responses import Response

from fivefold.service.computers.opponents import Opponents
from fivefold.web import answers
from fivefold.web.limits import HEALTH, limited

router = APIRouter()


@router.get("/health", dependencies=[Depends(limited(HEALTH))])
async def health(request: Request) -> Response:
    """Return the state of the house from what is known already; 503 if the database does not answer."""
    opponents: Opponents = request.app.state.opponents
    waiting, running, oldest = opponents.load()
    database = opponents.database
    told = {
        "status": "ok" if database.well else "failing",
        "compiling": opponents.compiling,
        "queue": {"waiting": waiting, "running": running, "oldest_seconds": round(oldest, 1)},
        "database": database.words,
        "database_seconds": round(database.seconds, 1),
    }
    return answers.json(told, 200 if database.well else 503)
