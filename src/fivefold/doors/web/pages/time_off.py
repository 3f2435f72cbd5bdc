"""Time off in slow games: when the visitor's clock stands still every week, and their vacations."""

import re
from collections.abc import Collection
from datetime import UTC, date, datetime, timedelta
from functools import cache
from typing import Any, Final
from zoneinfo import ZoneInfo

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from fivefold.contract.errors import FivefoldError, InvalidOption
from fivefold.doors.web import request_parsing
from fivefold.doors.web.context import RequestContext, context_of
from fivefold.doors.web.forms import text, whole_number
from fivefold.doors.web.pages.account_forms import FormPage, page, typed
from fivefold.doors.web.request_parsing import Fields
from fivefold.doors.web.visitors import house_of
from fivefold.house.house import House
from fivefold.house.people.accounts import Preferences
from fivefold.house.people.vacations import LONGEST, MOST_DAYS, Vacation, weekly
from fivefold.play.rest import Rest, zone_called, zones
from fivefold.session.snapshot import OVER, MatchSnapshot

DAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def day_words(day: date, today: date) -> str:
    """Return a date in words, the year only where it is another: ``3 December``."""
    return f"{day.day} {day:%B}" if day.year == today.year else f"{day.day} {day:%B} {day.year}"


def away(house: House, person_ids: Collection[str]) -> dict[str, str]:
    """Return until when people are away who are now, by their ids: ``away until 3 December``."""
    return {person: f"away until {day_words(day, today)}" for person, (day, today) in _back(house, person_ids).items()}


def _back(house: House, person_ids: Collection[str]) -> dict[str, tuple[date, date]]:
    """Return on which day people who are away are back, and which day is today, where each of them lives."""
    found = house.vacations.away_until(person_ids)
    places = {person: ZoneInfo(house.vacations.zone(person)) for person in found}
    return {
        person: (until.astimezone(places[person]).date(), house.now().astimezone(places[person]).date())
        for person, until in found.items()
    }


def away_by_name(request: Request, name: str) -> str:
    """Return in words until when the person with an account of this name is away; empty for who is not."""
    house = house_of(request)
    account = house.accounts.by_name(name)
    return away(house, [account.id]).get(account.id, "") if account is not None else ""


def _weekly_words(rest: Rest) -> str:
    """Return when a clock stands still every week: ``Saturday and Sunday, 22:00 to 7:00 (Europe/Berlin)``."""
    days = " and ".join(DAYS[day] for day in sorted(rest.weekend))
    night = "" if rest.night is None else " to ".join(f"{minute // 60}:{minute % 60:02}" for minute in rest.night)
    return f"{', '.join(filter(None, (days, night)))} ({rest.zone.replace('_', ' ')})"


def at_table(house: House, now: MatchSnapshot, person_id: str) -> dict[str, Any]:
    """Return the template's context at a table where nobody has to sit there: who is away, whose clock rests when."""
    slow = now.terms.time is not None and now.terms.time.slow
    if now.status == OVER or (now.terms.time is not None and not slow):
        return {"seats_away": {}, "rests": [], "can_be_away": False}
    people = {seat.seat: seat.person for seat in now.seats if seat.person is not None}
    back = {person: day for person, (day, _) in _back(house, set(people.values())).items()}
    rests = {seat.seat: weekly(seat.rest) for seat in now.seats if seat.rest} if slow else {}
    return {
        "seats_away": {
            seat: f"away until {back[person].day} {back[person]:%b}"
            for seat, person in people.items()
            if person in back
        },
        "rests": [(now.names[seat], _weekly_words(rest)) for seat, rest in rests.items() if not rest.never],
        "can_be_away": slow and bool(now.seats_of(person_id)),
    }


router = APIRouter()
PATH: Final = "/time-off"
DONE: Final = {
    "week": "Saved. It holds for games that begin from now on; those under way keep what held when they began.",
    "booked": "Your vacation is booked.",
    "away": "You are away. Your clocks in slow games stand still.",
    "back": "Welcome back! Your clocks run again.",
    "cancelled": "That vacation is cancelled.",
}
"""What the page says after a form was carried out."""
LONGEST_FIELD: Final = 60
LARGEST_ID: Final = 2**31
YEARS_AHEAD: Final = 2
OLDER: Final = ("Etc/", "US/", "Canada/", "Brazil/", "Chile/", "Mexico/")
TIME: Final = re.compile(r"([01]?[0-9]|2[0-3])[:.]([0-5][0-9])", re.ASCII)


@router.get(PATH)
def show(request: Request) -> Response:
    """Show when the visitor's clock stands still, and their vacations."""
    return _page(context_of(request))


def _page(
    asked: RequestContext, error: FivefoldError | None = None, form: str = "", fields: Fields | None = None
) -> Response:
    house, now = asked.house, asked.house.now()
    zone = house.vacations.zone(asked.person_id)
    given = typed(fields) if fields is not None else {}
    today = now.astimezone(ZoneInfo(zone)).date()
    context = {
        "said": DONE.get(request_parsing.query(asked.request).get("done", ""), "") if error is None else "",
        "days": DAYS,
        "week": given if form == "week" else _week_fields(house, asked.person_id),
        "zones": _listed_zones(),
        "zone": zone,
        "has_zone": _has_zone(house.accounts.preferences(asked.person_id)),
        "vacation": given if form == "vacation" else {},
        "vacations": [_vacation(each, zone, now) for each in _own(asked) if each.ends > now],
        "days_left": house.vacations.days_left(asked.person_id),
        "most_days": MOST_DAYS,
        "longest": LONGEST,
        "today": today.isoformat(),
        "tomorrow": (today + timedelta(days=1)).isoformat(),
    }
    return page(asked, "time_off.html", context, error, form)


def _own(asked: RequestContext) -> list[Vacation]:
    return asked.house.vacations.of(asked.person_id)


def _vacation(each: Vacation, zone: str, now: datetime) -> dict[str, Any]:
    first, back = (time.astimezone(ZoneInfo(zone)).date() for time in (each.begins, each.ends))
    today = now.astimezone(ZoneInfo(zone)).date()
    return {
        "id": each.id,
        "now": each.begins <= now,
        "first": day_words(first, today),
        "back": day_words(back, today),
        "days": each.days,
    }


def _has_zone(chosen: Preferences) -> bool:
    return bool(chosen.rest) or chosen.time_zone in zones()


# --- forms -----------------------------------------------------------------------------------------------------------


FORMS: Final = FormPage(router, PATH, _page)


@FORMS.form("/week", "week")
def _choose_week(asked: RequestContext, fields: Fields) -> str:
    """Choose days off and a night for slow games that begin from now on."""
    asked.house.accounts.set_preference(asked.person_id, "rest", _weekly(fields).text)
    return "week"


@FORMS.form("/vacations", "vacation")
def _take(asked: RequestContext, fields: Fields) -> str:
    """Book a vacation, from now or a later day."""
    begins, ends = _dates(asked, fields)
    asked.house.vacations.take(asked.person_id, begins, ends)
    return "away" if begins is None else "booked"


@FORMS.form("/vacations/end", "end")
def _end(asked: RequestContext, fields: Fields) -> str:
    """End a vacation now, or cancel one to come."""
    number = whole_number(fields, "vacation", LARGEST_ID)
    had_begun = any(each.id == number and each.begins <= asked.house.now() for each in _own(asked))
    asked.house.vacations.end(asked.person_id, number)
    return "back" if had_begun else "cancelled"


# --- the week --------------------------------------------------------------------------------------------------------


def _week_fields(house: House, person_id: str) -> dict[str, str]:
    """Return the fields of the form as they are stored."""
    chosen = house.accounts.preferences(person_id)
    rest = weekly(chosen.rest)
    first, last = (f"{minute // 60:02}:{minute % 60:02}" for minute in rest.night) if rest.night else ("", "")
    days = {f"off-{day}": "yes" for day in rest.weekend}
    zone = house.vacations.zone(person_id) if _has_zone(chosen) else ""
    return {**days, "night_from": first, "night_until": last, "zone": zone}


def _weekly(fields: Fields) -> Rest:
    """Return what the form says. Raises ``InvalidOption``, ``InvalidField``."""
    weekend = frozenset(day for day in range(len(DAYS)) if fields.get(f"off-{day}"))
    return Rest(weekend, _night(fields), zone_called(text(fields, "zone", LONGEST_FIELD)))


def _night(fields: Fields) -> tuple[int, int] | None:
    first, last = (text(fields, name, LONGEST_FIELD) for name in ("night_from", "night_until"))
    if not first and not last:
        return None
    night = _minute(first), _minute(last)
    if night[0] == night[1]:
        raise InvalidOption("both times are the same", remedy="leave both empty for no night", field="night")
    return night


def _minute(written: str) -> int:
    found = TIME.fullmatch(written)
    if found is None:
        wrong = f"{written} is no time" if written else "one of the times is missing"
        raise InvalidOption(wrong, remedy="write both like 22:00", field="night")
    return int(found[1]) * 60 + int(found[2])


@cache
def _listed_zones() -> list[str]:
    """Return the time zones that are suggested: those named after a place, without older names of the same."""
    named = (zone for zone in zones() if "/" in zone and not zone.startswith(OLDER))
    return sorted([*named, "UTC"])


# --- vacations -------------------------------------------------------------------------------------------------------


def _dates(asked: RequestContext, fields: Fields) -> tuple[datetime | None, datetime]:
    """Return when a vacation begins, ``None`` for now, and ends: days begin where the visitor lives."""
    zone = ZoneInfo(_own_zone(asked, text(fields, "zone", LONGEST_FIELD)))
    today = asked.house.now().astimezone(zone).date()
    first = _date(fields, "from", today) if fields.get("from", "").strip() else today
    begins = None if first == today else datetime(first.year, first.month, first.day, tzinfo=zone).astimezone(UTC)
    back = _date(fields, "back", today)
    return begins, datetime(back.year, back.month, back.day, tzinfo=zone).astimezone(UTC)


def _own_zone(asked: RequestContext, suggested: str) -> str:
    """Return the visitor's time zone; the one that their browser suggests where they have chosen none, from now on."""
    if suggested in zones() and not _has_zone(asked.house.accounts.preferences(asked.person_id)):
        asked.house.accounts.set_preference(asked.person_id, "rest", Rest(zone=suggested).text)
    return asked.house.vacations.zone(asked.person_id)


def _date(fields: Fields, name: str, today: date) -> date:
    written = text(fields, name, LONGEST_FIELD)
    try:
        day = date.fromisoformat(written)
    except ValueError:
        wrong = f"{written} is no date" if written else "the day is missing"
        raise InvalidOption(wrong, remedy=f"write it like {today.isoformat()}", field=name) from None
    if abs(day.year - today.year) > YEARS_AHEAD:
        raise InvalidOption("this is too far away", remedy="at most a year ahead", field=name)
    return day
