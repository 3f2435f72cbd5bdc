"""Pictures to be shown elsewhere: previews of links, positions as PNG, whole games as GIF."""

from collections.abc import Callable
from datetime import date
from functools import partial
from typing import Annotated, Final

from anyio.to_thread import run_sync
from fastapi import APIRouter, Depends, Path, Query
from starlette.requests import Request
from starlette.responses import Response

from fivefold.doors.web import limits, match_posters, player_posters, request_parsing, responses
from fivefold.doors.web.errors import UnknownPage
from fivefold.doors.web.limits import limited, spend
from fivefold.doors.web.rasters import Rasters, digest
from fivefold.doors.web.static_files import find_game
from fivefold.doors.web.visitors import visitor
from fivefold.house.house import House
from fivefold.house.links import DAY
from fivefold.play import catalogue
from fivefold.raster.jobs import Job, Moving, Poster, Still
from fivefold.session.snapshot import OVER, MatchSnapshot

router = APIRouter()
MatchId = Annotated[str, Path(max_length=40)]
Ply = Annotated[int | None, Query(ge=0, le=1_000_000)]
PNG, GIF = "image/png", "image/gif"
FOR_ALL: Final = "public, max-age=86400"
"""Of what will not change any more, or hardly."""
LOOK_AGAIN: Final = "public, no-cache"
"""Of what may be another picture the next time; ``ETag`` tells."""
FOR_ONE: Final = "private, no-cache"
"""Of what somebody else may not see yet."""
WAIT_SECONDS: Final = 2
COUNTED: Final = Depends(limited(limits.PICTURES))


@router.get("/cards/{name}.png", dependencies=[COUNTED])
async def card(request: Request, name: Annotated[str, Path(max_length=40)]) -> Response:
    """Return the preview of a page: of the house, the lobby, a game."""
    known: dict[str, Callable[[], Poster]] = {"house": match_posters.of_house, "lobby": match_posters.of_lobby}
    known |= {key: partial(match_posters.of_game, key) for key in catalogue.keys()}  # noqa: SIM118  (a function)
    if name not in known:
        raise UnknownPage("there is no such preview", subject=name)
    return await _picture(request, await run_sync(known[name]), FOR_ALL)


@router.get("/matches/{match_id}/card.png", dependencies=[COUNTED])
async def match_card(request: Request, match_id: MatchId) -> Response:
    """Return the preview of a match's link, the same for everybody."""
    house: House = request.app.state.house
    snapshot = await run_sync(lambda: house.delays.by_spectators(house.snapshot(match_id)))
    poster = await run_sync(match_posters.of_match, house.views, snapshot)
    return await _picture(request, poster, FOR_ALL if snapshot.status == OVER else LOOK_AGAIN)


@router.get("/players/{name}/card.png", dependencies=[COUNTED])
async def player_card(request: Request, name: Annotated[str, Path(max_length=200)]) -> Response:
    """Return the preview of a player's page."""
    house: House = request.app.state.house
    account = await run_sync(house.histories.found, name, "")
    if account is None:
        raise UnknownPage(f"nobody here is called {name[:40]}", remedy="guests have no page; check the spelling")
    return await _picture(request, await run_sync(player_posters.of_player, house, account), LOOK_AGAIN)


@router.get("/daily/{key}/card.png", dependencies=[COUNTED])
async def day_card(request: Request, key: str, day: date | None = None) -> Response:
    """Return the preview of a deal of the day."""
    house: House = request.app.state.house
    today = house.daily.today()
    shown = match_posters.of_day(find_game(key), min(day or today, today))
    return await _picture(request, shown, FOR_ALL if day else LOOK_AGAIN)


@router.get("/matches/{match_id}/picture.png", dependencies=[COUNTED])
async def position(request: Request, match_id: MatchId, ply: Ply = None, wide: bool = False) -> Response:
    """Return a position as a picture, as everybody may see it."""
    house: House = request.app.state.house
    snapshot = await run_sync(_shown, request, match_id, ply)
    poster = await run_sync(partial(match_posters.of_position, house.views, snapshot, ply, square=not wide))
    name = f"{snapshot.match.game.key}-{snapshot.id}" + (f"-{ply}" if ply is not None else "")
    return await _picture(request, poster, _kept(snapshot), name)


@router.get("/matches/{match_id}/animation.gif", dependencies=[Depends(limited(limits.VIEWS))])
async def animation(request: Request, match_id: MatchId) -> Response:
    """Return a match in motion; 202 while it is being made: get the same address again."""
    house: House = request.app.state.house
    snapshot = await run_sync(_shown, request, match_id, None)
    job = Moving(await run_sync(match_posters.frames, house.views, snapshot))
    rasters: Rasters = request.app.state.rasters
    if not rasters.is_known(job):
        spend(request, limits.ANIMATIONS)
    found = rasters.moving(job)
    if found is None:
        return _being_made(request)
    return _sent(request, job, found, GIF, _kept(snapshot), f"{snapshot.match.game.key}-{snapshot.id}")


def _shown(request: Request, match_id: str, ply: int | None) -> MatchSnapshot:
    house: House = request.app.state.house
    snapshot = house.shown_to(visitor(request).id, match_id)
    if ply is not None and ply > len(snapshot.match.moves):
        raise UnknownPage(f"this match has {len(snapshot.match.moves)} so far", subject=f"move {ply}")
    return snapshot


def _kept(snapshot: MatchSnapshot) -> str:
    """Return who may keep a picture of a match, and for how long."""
    if snapshot.linked(DAY) is not None or snapshot.terms.delay:
        return FOR_ONE
    return FOR_ALL if snapshot.status == OVER else LOOK_AGAIN


async def _picture(request: Request, poster: Poster, kept: str, name: str = "fivefold") -> Response:
    job, rasters = Still(poster), request.app.state.rasters
    if _has_it(request, job):
        return Response(status_code=304, headers=_headers(job, kept))
    return _sent(request, job, await rasters.still(job), PNG, kept, name)


def _sent(request: Request, job: Job, drawn: bytes, kind: str, kept: str, name: str) -> Response:
    if _has_it(request, job):
        return Response(status_code=304, headers=_headers(job, kept))
    ending = kind.partition("/")[2]
    headers = {**_headers(job, kept), "Content-Disposition": f'inline; filename="{name}.{ending}"'}
    return Response(drawn, media_type=kind, headers=headers)


def _headers(job: Job, kept: str) -> dict[str, str]:
    return {"ETag": f'"{digest(job)}"', "Cache-Control": kept}


def _has_it(request: Request, job: Job) -> bool:
    return f'"{digest(job)}"' in request_parsing.header(request, "if-none-match")


def _being_made(request: Request) -> Response:
    headers = {"Retry-After": str(WAIT_SECONDS), "Cache-Control": "no-store"}
    if not responses.wants_page(request):
        return responses.json({"state": "making"}, 202, headers)
    words = "The game is being drawn, move by move. It appears here by itself, in half a minute at most."
    return responses.message(request, 202, "Making the animation", words, headers, reload=WAIT_SECONDS)
