"""When somebody's clock stands still, and until when they are away, in words."""

from collections.abc import Collection
from datetime import date
from typing import Any, Final
from zoneinfo import ZoneInfo

from starlette.requests import Request

from fivefold.house.house import House
from fivefold.house.people.vacations import weekly
from fivefold.play.rest import Rest
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
    house: House = request.app.state.house
    account = house.accounts.by_name(name)
    return away(house, [account.id]).get(account.id, "") if account is not None else ""


def weekly_words(rest: Rest) -> str:
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
        "rests": [(now.names[seat], weekly_words(rest)) for seat, rest in rests.items() if not rest.never],
        "can_be_away": slow and bool(now.seats_of(person_id)),
    }
