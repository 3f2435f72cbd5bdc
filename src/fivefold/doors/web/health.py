"""The state of the house, for monitoring and measurements."""

import asyncio
import time
from typing import Final

from anyio.to_thread import run_sync
from fastapi import APIRouter, Depends
from starlette.requests import Request
from starlette.responses import Response

from fivefold.doors.web import responses
from fivefold.doors.web.connections import Draining
from fivefold.doors.web.limits import HEALTH, TIMES, limited
from fivefold.doors.web.visitors import house_of
from fivefold.house.computers.opponents import Opponents
from fivefold.house.database.database import is_outdated
from fivefold.house.house import House
from fivefold.house.loop import troubles
from fivefold.session.timing import moment

KNOWN_SECONDS: Final = 1.0
"""How long an answer of the database counts: asking more often costs nothing."""
ANSWER_SECONDS: Final = 2.0
"""A database that takes longer is not ready."""


class Readiness:
    """Answers what a server in front asks every few seconds."""

    def __init__(self, house: House, opponents: Opponents, draining: Draining) -> None:
        self._house, self._opponents, self._draining = house, opponents, draining
        self._asking = asyncio.Lock()
        self._asked, self._trouble = float("-inf"), ""

    async def trouble(self) -> str:
        """Return why no visitors should be sent here; empty if they should."""
        if self._draining.begun:
            return "it is stopping"
        if not self._opponents.up:
            return "the computer opponents have stopped"
        database = self._opponents.database
        if not database.well:
            return f"the database fails: {database.words}"
        if self._house.keeps_nothing:
            return "the house cannot write to its disk"
        async with self._asking:
            if time.monotonic() - self._asked >= KNOWN_SECONDS:
                self._trouble = await self._ask_database()
                self._asked = time.monotonic()
        return self._trouble

    async def _ask_database(self) -> str:
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                outdated = await run_sync(self._house.read, is_outdated, abandon_on_cancel=True)
        except TimeoutError:
            return "the database does not answer"
        except Exception as error:
            # Without the statement and the address, which may be private.
            return f"the database fails: {type(error).__name__}"
        return "the database has not been brought up to date" if outdated else ""


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
    house = house_of(request)
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


@router.get("/time", dependencies=[Depends(limited(TIMES))])
async def server_time(request: Request) -> Response:
    """Return what the house's clock says, in milliseconds since 1970."""
    return responses.json({"now": moment(house_of(request).now())}, headers={"Cache-Control": "no-store"})
