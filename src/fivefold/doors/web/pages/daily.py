"""The Daily Five: its page, with the calendar of all days."""

import calendar
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, timedelta
from typing import Any, Final

from fastapi import APIRouter, Depends
from starlette.requests import Request
from starlette.responses import Response

from fivefold.contract import Game
from fivefold.doors.web import limits, responses
from fivefold.doors.web.errors import UnknownPage
from fivefold.doors.web.forms import Form, text
from fivefold.doors.web.limits import limited
from fivefold.doors.web.pages import page_parts
from fivefold.doors.web.pages.page_parts import day_in_words
from fivefold.doors.web.pages.week import lost_words, review_path
from fivefold.doors.web.static_files import find_game
from fivefold.doors.web.thread_pool import in_thread
from fivefold.doors.web.visitors import house_of, visitor
from fivefold.house.house import House
from fivefold.house.records.daily import BEST_SCORE, FIRST_DAY, NO_STREAK, Daily, Total, place, totals
from fivefold.house.records.week import costliest
from fivefold.parts.words import counted
from fivefold.play.time_words import duration_words
from fivefold.session.snapshot import OVER

Marks = Mapping[date, tuple[str, str]]
"""For days on which something was played: the class of what came of it, and words."""


@dataclass(frozen=True, slots=True)
class Day:
    """A day of the month."""

    number: int
    path: str
    """Empty for a day that cannot be played."""
    words: str
    state: str
    current: bool


@dataclass(frozen=True, slots=True)
class Month:
    """A month, its weeks beginning on Mondays; ``None`` where a day belongs to another month."""

    name: str
    weeks: list[list[Day | None]]
    before: str
    """The path of the month before; empty where there are no deals."""
    after: str


def _bounds(shown: date) -> tuple[date, date]:
    _, count = calendar.monthrange(shown.year, shown.month)
    return shown.replace(day=1), shown.replace(day=count)


def month(shown: date, today: date, marks: Marks, path: Callable[[date], str]) -> Month:
    """Return the month of a day; ``path`` gives the address of a day's page."""
    first, last = _bounds(shown)

    def cell(number: int) -> Day | None:
        return _day(shown.replace(day=number), shown, today, marks, path) if number else None

    before, after = first - timedelta(days=1), last + timedelta(days=1)
    return Month(
        f"{shown:%B} {shown.year}",
        [[cell(number) for number in week] for week in calendar.monthcalendar(shown.year, shown.month)],
        path(before) if before >= FIRST_DAY else "",
        path(after) if after <= today else "",
    )


def _day(day: date, shown: date, today: date, marks: Marks, path: Callable[[date], str]) -> Day:
    there = FIRST_DAY <= day <= today
    state, words = marks.get(day, ("open" if there else "closed", "not played" if there else "still to come"))
    if day == today:
        state += " today"
    return Day(day.day, path(day) if there else "", f"{day_in_words(day)}: {words}", state, day == shown)


router = APIRouter()
LONGEST_DAY: Final = 20
"""Characters read of a day."""
SHOWN: Final = 20
"""Lines of the table of results, and the visitor's own."""


@router.get("/daily/{key}")
def show_deal(request: Request, key: str, day: str = "") -> Response:
    """Lead to the day of a deal: addresses of single deals were sent."""
    house = house_of(request)
    game, today = _game_with_daily(house, key), house.daily.today()
    return responses.elsewhere(f"{_day_path(_parse_day(day, today) if day else today, today)}#{game.key}")


@router.post("/daily/{key}", dependencies=[Depends(limited(limits.MATCHES))])
@in_thread
def begin_day(request: Request, key: str, fields: Form) -> Response:
    """Start a day's deal, today's unless the form names another, or continue it."""
    house = house_of(request)
    game, asked = _game_with_daily(house, key), text(fields, "day", LONGEST_DAY)
    day = _parse_day(asked, house.daily.today()) if asked else None
    snapshot = house.daily.begin(game.key, visitor(request).id, day)
    path = f"/matches/{snapshot.id}"
    if responses.wants_json(request):
        return responses.json(house.views.view(snapshot, visitor(request).id), 201, {"Location": path})
    return responses.elsewhere(path)


def house_words(found: Daily) -> str:
    """Return what the house made of a deal: ``The house made 117 points``, ``The house won 61–48``."""
    one = found.house
    if one is None:
        return "The house is still playing." if found.match else ""
    if found.alone:
        return f"The house made {counted(one.points or 0, 'point')}."
    kind = page_parts.outcome_kind(one)
    return f"The house {kind} {'–'.join(map(str, one.scores))}."


def given_up(house: House, found: Daily) -> bool:
    """Tell whether the person's match ended without a result; it cannot be played again."""
    return found.match is not None and found.yours is None and house.snapshot(found.match).status == OVER


def _game_with_daily(house: House, key: str) -> Game:
    game = find_game(key)
    if game.key not in house.daily.keys():  # noqa: SIM118  (no mapping)
        raise UnknownPage(f"{game.name} has no deal of the day; its rules page has boards to try")
    return game


def _parse_day(text: str, today: date) -> date:
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


@router.get("/days")
def show_days(request: Request, day: str = "") -> Response:
    """Show a day's deals in all games, the visitor's total, and everybody's."""
    house = house_of(request)
    person_id, now = visitor(request).id, house.now().astimezone(UTC)
    today = house.daily.today()
    wanted = _parse_day(day, today) if day else today
    found = [house.daily.of(key, wanted, person_id) for key in house.daily.keys()]  # noqa: SIM118
    streak = house.daily.streak(person_id)
    played = [each for each in found if each.yours is not None]
    every = totals(found)
    yours = next((each for each in every if each.person == person_id), None)
    followed = {each.account.id for each in house.follows.followed_by(person_id)}
    context = {
        "section": "days",
        "day": page_parts.day_in_words(wanted),
        "left": duration_words(60 * (MINUTES_A_DAY - now.hour * 60 - now.minute)),
        "total": _total(every, yours),
        "best": BEST_SCORE * len(found),
        "games": [each.game for each in found],
        "tables": {
            "Everybody": _total_lines(every, every, person_id)[:SHOWN],
            "People you follow": _total_lines([each for each in every if each.person in followed], every, person_id),
        },
        "is_today": wanted == today,
        "cards": [_card(house, each) for each in found],
        "streak": streak,
        "streak_words": page_parts.streak_words(streak),
        "month": _month_of_all(house, wanted, today, person_id, len(found)),
        "share": page_parts.day_text(wanted, played, _sum_words(found), streak if wanted == today else NO_STREAK)
        if played
        else "",
        "share_path": _day_path(wanted, None),
        "picture": f"/days/card.png?day={wanted.isoformat()}",
    }
    return responses.page(request, "days.html", context)


MINUTES_A_DAY: Final = 24 * 60


def _sum_words(found: Sequence[Daily]) -> str:
    scores = [each.score(each.yours) or 0 for each in found if each.yours is not None]
    return f"{sum(scores)} of {BEST_SCORE * len(found)} points"


def _total(every: Sequence[Total], yours: Total | None) -> dict[str, Any] | None:
    if yours is None:
        return None
    rank, worse = place(every, yours)
    several = len(every) > 1
    return {
        "points": yours.points,
        "played": len(yours.scores),
        "place": f"{page_parts.ordinal(rank)} of {len(every)}" if several else "",
        "better": f"better than {round(100 * worse)} % of the others" if several else "",
    }


def _total_lines(shown: Sequence[Total], every: Sequence[Total], person_id: str) -> list[dict[str, Any]]:
    return [
        {
            "rank": place(every, one)[0],
            "name": one.name or "Guest",
            "scores": one.scores,
            "total": one.points,
            "yours": one.person == person_id,
        }
        for one in shown
    ]


def _card(house: House, found: Daily) -> dict[str, Any]:
    return {
        "game": found.game,
        "day": "" if found.day == house.daily.today() else found.day.isoformat(),
        "picture": page_parts.as_markup(found.picture.svg),
        "shape": page_parts.ratio_class((found.picture.width, found.picture.height)),
        "opponent": found.level and page_parts.opponent_words(found.game, found.level),
        "portrait": f"/portraits/{found.game.key}/{found.level}.svg" if found.level else "",
        "score": found.score(found.yours) if found.yours else None,
        "house": house_words(found) if found.yours else "",
        "house_match": found.house.match if found.house and found.yours else "",
        "match": found.match if found.yours or given_up(house, found) else "",
        **_lost(house, found),
        **_state(house, found),
    }


def _lost(house: House, found: Daily) -> dict[str, str]:
    """Return where the person lost most, as far as the engine has looked: the way there, and what it cost."""
    result = house.results.of_match(found.yours.match, found.yours.person) if found.yours is not None else None
    worst = costliest(house, result) if result is not None else None
    if worst is None:
        return {"review": f"/matches/{found.match}/review", "lost": ""}
    return {"review": review_path(worst), "lost": lost_words(worst)}


def _state(house: House, found: Daily) -> dict[str, str]:
    """Return what the person has made of a deal: words, their kind, and what the button says."""
    place = page_parts.place_words(found)
    if found.yours is not None:
        words = page_parts.outcome_words(found.yours).capitalize() + (f", {place}" if place else "")
        return {"words": words, "kind": page_parts.outcome_kind(found.yours), "button": ""}
    if given_up(house, found):
        return {"words": "Given up", "kind": "lost", "button": ""}
    others = f"{counted(len(found.finishes), 'player')} finished" if found.finishes else "Nobody has finished yet"
    return {
        "words": others,
        "kind": "going" if found.match else "open",
        "button": "Continue" if found.match else "Play",
    }


def _month_of_all(house: House, shown: date, today: date, person_id: str, games: int) -> Month:
    first, last = _bounds(shown)
    played = Counter(date.fromisoformat(each.day) for each in house.daily.played(person_id, first, last) if each.over)
    marks = {day: ("all" if count >= games else "done", f"{count} of {games} played") for day, count in played.items()}
    return month(shown, today, marks, lambda day: _day_path(day, today))


def _day_path(day: date, today: date | None) -> str:
    """Return the address of a day; today's is always the same."""
    return "/days" + ("" if day == today else f"?day={day.isoformat()}")
