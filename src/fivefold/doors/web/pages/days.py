"""The days: the deals of one day in all games, the visitor's streak, and a month of days."""

from collections import Counter
from datetime import date
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from fivefold.doors.web import responses
from fivefold.doors.web.pages import calendar, daily, page_parts
from fivefold.doors.web.visitors import visitor
from fivefold.house.house import House
from fivefold.house.records.daily import NO_STREAK, Daily
from fivefold.parts.words import counted

router = APIRouter()


@router.get("/days")
def show_days(request: Request, day: str = "") -> Response:
    """Show a day's deals in all games."""
    house: House = request.app.state.house
    person_id, today = visitor(request).id, house.daily.today()
    wanted = daily.parse_day(day, today) if day else today
    found = daily.of_all_games(house, wanted, person_id)
    streak = house.daily.streak(person_id)
    played = [each for each in found if each.yours is not None]
    context = {
        "section": "days",
        "day": page_parts.day_in_words(wanted),
        "is_today": wanted == today,
        "cards": [card(house, each) for each in found],
        "done": len(played),
        "streak": streak,
        "streak_words": page_parts.streak_words(streak),
        "month": _month(house, wanted, today, person_id, len(found)),
        "share": page_parts.day_text(wanted, played, streak if wanted == today else NO_STREAK) if played else "",
        "share_path": path_of(wanted, None),
    }
    return responses.page(request, "days.html", context)


def card(house: House, found: Daily) -> dict[str, Any]:
    """Return the card of a game's deal."""
    return {
        "game": found.game,
        "path": daily.path_of(found.game, found.day, house.daily.today()),
        "picture": page_parts.as_markup(found.picture.svg),
        "shape": page_parts.ratio_class((found.picture.width, found.picture.height)),
        "opponent": found.level and page_parts.opponent_words(found.game, found.level),
        "portrait": f"/portraits/{found.game.key}/{found.level}.svg" if found.level else "",
        **state(house, found),
    }


def state(house: House, found: Daily) -> dict[str, str]:
    """Return what the person has made of a deal: words, their kind, and what the button says."""
    place = page_parts.place_words(found)
    if found.yours is not None:
        words = page_parts.outcome_words(found.yours).capitalize() + (f", {place}" if place else "")
        return {"words": words, "kind": page_parts.outcome_kind(found.yours), "button": "See results"}
    if daily.given_up(house, found):
        return {"words": "Given up", "kind": "lost", "button": "See results"}
    others = f"{counted(len(found.finishes), 'player')} finished" if found.finishes else "Nobody has finished yet"
    return {
        "words": others,
        "kind": "going" if found.match else "open",
        "button": "Continue" if found.match else "Play",
    }


def _month(house: House, shown: date, today: date, person_id: str, games: int) -> calendar.Month:
    first, last = calendar.bounds(shown)
    played = Counter(date.fromisoformat(each.day) for each in house.daily.played(person_id, first, last) if each.over)
    marks = {day: ("all" if count >= games else "done", f"{count} of {games} played") for day, count in played.items()}
    return calendar.month(shown, today, marks, lambda day: path_of(day, today))


def path_of(day: date, today: date | None) -> str:
    """Return the address of a day; today's is always the same."""
    return "/days" + ("" if day == today else f"?day={day.isoformat()}")
