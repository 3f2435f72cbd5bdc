"""The deal of the day: the same cards for everybody, one game each, and everybody's results."""

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
    """Show a day's deal: the visitor's result and everybody else's."""
    house: House = request.app.state.house
    game = _game_with_daily(house, key)
    today = house.daily.today()
    wanted = _parse_day(day, today) if day else today
    found = house.daily.of(key, wanted, visitor(request).id)
    return answers.page(request, "daily.html", {**context(game, found, today), "given_up": given_up(house, found)})


@router.post("/daily/{key}", dependencies=[Depends(limited(limits.MATCHES))])
@in_lane
def begin_day(request: Request, key: str) -> Response:
    """Start today's deal, or continue it."""
    house: House = request.app.state.house
    snapshot = house.daily.begin(_game_with_daily(house, key).key, visitor(request).id)
    path = f"/matches/{snapshot.id}"
    if answers.wants_json(request):
        return answers.json(house.views.view(snapshot, visitor(request).id), 201, {"Location": path})
    return answers.elsewhere(path)


def context(game: Game, found: Daily, today: date) -> dict[str, Any]:
    """Return the template's context."""
    bars = histogram.bars(found.results, found.yours)
    count = len(found.results)
    label = f"How often each score was made: {counted(count, 'result')}"
    return {
        "game": game,
        "section": "new",
        "day": day_in_words(found.day),
        "is_today": found.day == today,
        "daily": found,
        "set_up": set_ups.words(game, found.options),
        "count": count,
        "bars": bars,
        "picture": page_parts.as_markup(histogram.draw(bars, label)) if bars else "",
        "figures": figures(found),
        "before": _path(game, found.day - timedelta(days=1), today) if found.day > FIRST_DAY else "",
        "after": _path(game, found.day + timedelta(days=1), today) if found.day < today else "",
    }


def given_up(house: House, found: Daily) -> bool:
    """Tell whether the guest's match ended without a result; it cannot be played again."""
    return found.match is not None and found.yours is None and house.snapshot(found.match).status == OVER


def figures(found: Daily) -> Mapping[str, str]:
    """Return the figures of a day's results as text, by name."""
    if not found.results:
        return {}
    all_results = {"Highest": str(found.results[-1]), "Average": f"{fmean(found.results):.1f}"}
    if found.yours is None:
        return all_results
    return {"You": str(found.yours), "Place": rank(found), **all_results}


def rank(found: Daily) -> str:
    """Return the rank of the guest's result, ``3 of 17``."""
    better = sum(result > found.yours for result in found.results) if found.yours is not None else 0
    return f"{better + 1} of {len(found.results)}"


def day_in_words(day: date) -> str:
    """Return a day in words: ``Monday 2 March``."""
    return f"{day:%A} {day.day} {day:%B}"


def _game_with_daily(house: House, key: str) -> Game:
    game = find_game(key)
    if game.key not in house.daily.keys():  # noqa: SIM118  (no mapping)
        raise UnknownPage(f"{game.name} has no deal of the day; its rules page has boards to try")
    return game


def _parse_day(text: str, today: date) -> date:
    """Return the day in an address. Raises ``UnknownPage`` for anything else, and for a day without a deal."""
    try:
        day = date.fromisoformat(text[:20])
    except ValueError:
        raise UnknownPage(f"day {text[:20]}: write it as {today.isoformat()}") from None
    if day < FIRST_DAY:
        raise UnknownPage(f"{day.isoformat()}: the first deal of the day was on {FIRST_DAY.isoformat()}")
    if day > today:
        raise UnknownPage(f"{day_in_words(day)} is still to come: its cards are dealt on the day")
    return day


def _path(game: Game, day: date, today: date) -> str:
    return f"/daily/{game.key}" + ("" if day == today else f"?day={day.isoformat()}")
