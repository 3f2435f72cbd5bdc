"""The deal of the day of one game: played once by each, everybody's results, and the days before."""

from collections.abc import Mapping, Sequence
from datetime import date
from statistics import fmean
from typing import Any, Final

from fastapi import APIRouter, Depends
from starlette.requests import Request
from starlette.responses import Response

from fivefold.contract import Game
from fivefold.doors.web import limits, responses
from fivefold.doors.web.errors import UnknownPage
from fivefold.doors.web.forms import Form, text
from fivefold.doors.web.limits import limited
from fivefold.doors.web.pages import calendar, charts, page_parts
from fivefold.doors.web.pages.page_parts import day_in_words
from fivefold.doors.web.static_files import find_game
from fivefold.doors.web.thread_pool import in_thread
from fivefold.doors.web.visitors import visitor
from fivefold.house.house import House
from fivefold.house.records.daily import FIRST_DAY, NO_STREAK, Daily
from fivefold.house.records.day_results import rank
from fivefold.parts.words import counted
from fivefold.play import set_ups
from fivefold.session.snapshot import OVER

router = APIRouter()
LONGEST_DAY: Final = 20
"""Characters read of a day."""
SHOWN: Final = 20
"""Lines of the table of results, and the visitor's own."""


@router.get("/daily/{key}")
def show_day(request: Request, key: str, day: str = "") -> Response:
    """Show a day's deal: the visitor's result and everybody else's."""
    house: House = request.app.state.house
    game, person_id = _game_with_daily(house, key), visitor(request).id
    today = house.daily.today()
    wanted = parse_day(day, today) if day else today
    found = house.daily.of(key, wanted, person_id)
    streak = house.daily.streak(person_id, key)
    more = {
        "given_up": given_up(house, found),
        "streak": page_parts.streak_words(streak),
        "month": _month(house, game, found.day, today, person_id),
        "share": page_parts.game_text(found, streak if found.day == today else NO_STREAK) if found.yours else "",
        "share_path": path_of(game, wanted, None),
    }
    return responses.page(request, "daily.html", {**context(game, found, today), **more})


@router.post("/daily/{key}", dependencies=[Depends(limited(limits.MATCHES))])
@in_thread
def begin_day(request: Request, key: str, fields: Form) -> Response:
    """Start a day's deal, today's unless the form names another, or continue it."""
    house: House = request.app.state.house
    game, asked = _game_with_daily(house, key), text(fields, "day", LONGEST_DAY)
    day = parse_day(asked, house.daily.today()) if asked else None
    snapshot = house.daily.begin(game.key, visitor(request).id, day)
    path = f"/matches/{snapshot.id}"
    if responses.wants_json(request):
        return responses.json(house.views.view(snapshot, visitor(request).id), 201, {"Location": path})
    return responses.elsewhere(path)


def context(game: Game, found: Daily, today: date) -> dict[str, Any]:
    """Return the template's context."""
    bars = charts.bars(found.results, found.yours.points if found.yours else None) if found.alone else []
    label = f"How often each score was made: {counted(len(found.finishes), 'result')}"
    return {
        "game": game,
        "section": "days",
        "day": day_in_words(found.day),
        "is_today": found.day == today,
        "daily": found,
        "opponent": found.level and page_parts.opponent_words(game, found.level),
        "portrait": f"/portraits/{game.key}/{found.level}.svg" if found.level else "",
        "set_up": set_ups.words(game, found.options),
        "count": len(found.finishes),
        "bars": bars,
        "picture": page_parts.as_markup(charts.histogram(bars, label)) if bars else "",
        "board": page_parts.as_markup(found.picture.svg),
        "shape": page_parts.ratio_class((found.picture.width, found.picture.height)),
        "outcome": page_parts.outcome_words(found.yours) if found.yours else "",
        "kind": page_parts.outcome_kind(found.yours) if found.yours else "",
        "place": page_parts.place_words(found),
        "figures": figures(found),
        "lines": result_lines(found),
    }


def result_lines(found: Daily) -> list[dict[str, Any]]:
    """Return the first lines of the table of results, and the visitor's own if it comes later."""
    lines = [
        {
            "rank": rank(found.finishes, one),
            "name": one.name or "Guest",
            "result": page_parts.outcome_words(one),
            "kind": page_parts.outcome_kind(one),
            "moves": one.moves,
            "yours": found.yours is not None and one.match == found.yours.match,
        }
        for one in found.finishes
    ]
    return lines[:SHOWN] + [line for line in lines[SHOWN:] if line["yours"]]


def given_up(house: House, found: Daily) -> bool:
    """Tell whether the person's match ended without a result; it cannot be played again."""
    return found.match is not None and found.yours is None and house.snapshot(found.match).status == OVER


def figures(found: Daily) -> Mapping[str, str]:
    """Return the figures of a day's results as text, by name."""
    if not found.finishes:
        return {}
    if found.alone:
        return {"Best": str(found.results[-1]), "Average": f"{fmean(found.results):.1f}"}
    won = sum(one.share == 1 for one in found.finishes)
    return {"Winners": f"{won} of {len(found.finishes)}"}


def _month(house: House, game: Game, shown: date, today: date, person_id: str) -> calendar.Month:
    """Return the month of a day with what the person made of each."""
    first, last = calendar.bounds(shown)
    ended = {each.match: each for each in house.results.of(person_id, game.key) if each.day is not None}
    marks: dict[date, tuple[str, str]] = {}
    for each in house.daily.played(person_id, first, last):
        if each.game != game.key:
            continue
        result = ended.get(each.match)
        if not each.over or result is None:
            marks[date.fromisoformat(each.day)] = ("going", "begun")
        elif result.share is None:
            score = "given up" if result.score is None else counted(result.score, "point")
            marks[date.fromisoformat(each.day)] = ("lost" if result.score is None else "done", score)
        else:
            word = "won" if result.share == 1 else "drew" if result.share else "lost"
            marks[date.fromisoformat(each.day)] = (word, word)
    return calendar.month(shown, today, marks, lambda day: path_of(game, day, today))


def path_of(game: Game, day: date, today: date | None) -> str:
    """Return the address of a day's deal; today's is always the same."""
    return f"/daily/{game.key}" + ("" if day == today else f"?day={day.isoformat()}")


def _game_with_daily(house: House, key: str) -> Game:
    game = find_game(key)
    if game.key not in house.daily.keys():  # noqa: SIM118  (no mapping)
        raise UnknownPage(f"{game.name} has no deal of the day; its rules page has boards to try")
    return game


def parse_day(text: str, today: date) -> date:
    """Return the day in an address. Raises ``UnknownPage`` for anything else, and for a day without a deal."""
    try:
        day = date.fromisoformat(text[:LONGEST_DAY])
    except ValueError:
        raise UnknownPage(f"day {text[:LONGEST_DAY]}: write it as {today.isoformat()}") from None
    if day < FIRST_DAY:
        raise UnknownPage(f"{day.isoformat()}: the first deal of the day was on {FIRST_DAY.isoformat()}")
    if day > today:
        raise UnknownPage(f"{day_in_words(day)} is still to come: its cards are dealt on the day")
    return day


def of_all_games(house: House, day: date, person_id: str) -> Sequence[Daily]:
    """Return a day's deals of all games."""
    return [house.daily.of(key, day, person_id) for key in house.daily.keys()]  # noqa: SIM118
