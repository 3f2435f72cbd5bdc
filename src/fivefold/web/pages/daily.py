"""The deal of the day: the same cards for everybody, begun once by each, and how everybody did."""

from collections.abc import Mapping
from datetime import date, timedelta
from statistics import fmean
from typing import Any

from fastapi import APIRouter, Depends
from starlette.requests import Request
from starlette.responses import Response

from fivefold.contract import Game
from fivefold.parts.words import counted
from fivefold.play import set_ups
from fivefold.service.daily import FIRST_DAY, Daily
from fivefold.service.house import House
from fivefold.session.snapshot import OVER
from fivefold.web import answers, limits
from fivefold.web.errors import UnknownPage
from fivefold.web.guests import visitor
from fivefold.web.lane import in_lane
from fivefold.web.limits import limited
from fivefold.web.pages import histogram, page_parts
from fivefold.web.static_files import find_game

router = APIRouter()


@router.get("/daily/{key}")
def show_day(request: Request, key: str, day: str = "") -> Response:
    """Show a day's deal: what the visitor made of it, and everybody else."""
    house: House = request.app.state.house
    game = _offered(house, key)
    today = house.daily.today()
    wanted = _date(day, today) if day else today
    found = house.daily.of(key, wanted, visitor(request).id)
    return answers.page(request, "daily.html", {**context(game, found, today), "given_up": given_up(house, found)})


@router.post("/daily/{key}", dependencies=[Depends(limited(limits.MATCHES))])
@in_lane
def begin_day(request: Request, key: str) -> Response:
    """Begin today's deal, or go on with it."""
    house: House = request.app.state.house
    snapshot = house.daily.begin(_offered(house, key).key, visitor(request).id)
    path = f"/matches/{snapshot.id}"
    if answers.wants_json(request):
        return answers.json(house.views.view(snapshot, visitor(request).id), 201, {"Location": path})
    return answers.elsewhere(path)


def context(game: Game, found: Daily, today: date) -> dict[str, Any]:
    """Return what the page is filled with."""
    bars = histogram.bars(found.results, found.yours)
    count = len(found.results)
    label = f"How often each score was made: {counted(count, 'result')}"
    return {
        "game": game,
        "section": "new",
        "day": in_words(found.day),
        "is_today": found.day == today,
        "daily": found,
        "set_up": set_ups.words(game, found.options),
        "count": count,
        "bars": bars,
        "picture": page_parts.drawn(histogram.draw(bars, label)) if bars else "",
        "figures": figures(found),
        "before": _path(game, found.day - timedelta(days=1), today) if found.day > FIRST_DAY else "",
        "after": _path(game, found.day + timedelta(days=1), today) if found.day < today else "",
    }


def given_up(house: House, found: Daily) -> bool:
    """Tell whether the guest's match has ended without a result; it is not begun again."""
    return found.match is not None and found.yours is None and house.snapshot(found.match).status == OVER


def figures(found: Daily) -> Mapping[str, str]:
    """Return what there is to know of a day's results, in words, by what it is."""
    if not found.results:
        return {}
    told = {"Highest": str(found.results[-1]), "Average": f"{fmean(found.results):.1f}"}
    if found.yours is None:
        return told
    return {"You": str(found.yours), "Place": place(found), **told}


def place(found: Daily) -> str:
    """Return the place of the guest's result, ``3 of 17``."""
    better = sum(result > found.yours for result in found.results) if found.yours is not None else 0
    return f"{better + 1} of {len(found.results)}"


def in_words(day: date) -> str:
    """Return a day as people say it."""
    return f"{day:%A} {day.day} {day:%B}"


def _offered(house: House, key: str) -> Game:
    game = find_game(key)
    if game.key not in house.daily.keys():  # noqa: SIM118  (no mapping)
        raise UnknownPage(f"{game.name} has no deal of the day; its page of the rules has boards to try")
    return game


def _date(text: str, today: date) -> date:
    """Return the day an address names. Raises ``UnknownPage`` for one without a deal, and for what is no day."""
    try:
        day = date.fromisoformat(text[:20])
    except ValueError:
        raise UnknownPage(f"day {text[:20]}: write it as {today.isoformat()}") from None
    if day < FIRST_DAY:
        raise UnknownPage(f"{day.isoformat()}: the first deal of the day was that of {FIRST_DAY.isoformat()}")
    if day > today:
        raise UnknownPage(f"{in_words(day)} is yet to come: its cards are dealt on the day")
    return day


def _path(game: Game, day: date, today: date) -> str:
    return f"/daily/{game.key}" + ("" if day == today else f"?day={day.isoformat()}")
