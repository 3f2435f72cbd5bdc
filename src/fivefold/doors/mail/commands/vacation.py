"""Time off by mail: ``vacation``."""

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Final
from zoneinfo import ZoneInfo

from fivefold.contract.errors import InvalidOption
from fivefold.doors.mail.answers import Answer, Said
from fivefold.doors.mail.commands.accounts import own_account
from fivefold.doors.mail.commands.asking import Asking, Run
from fivefold.doors.mail.commands.dates import Span, span_of
from fivefold.doors.mail.reading.command_lines import CommandLine
from fivefold.house.errors import NotOffered
from fivefold.house.people.vacations import Vacation
from fivefold.parts.words import counted
from fivefold.play.rest import zones

ENDED: Final = frozenset({"end", "off", "back", "over", "cancel"})
YEARS_AHEAD: Final = 2


def vacation(asking: Asking, line: CommandLine) -> Sequence[Answer]:
    """Let somebody's clocks stand still in slow games, begin them again, or tell. Raises ``InvalidOption``."""
    person = own_account(asking, "vacation")
    words = [*([line.board] if line.board else []), *line.arguments]
    if not words:
        return [Said(tuple(_booked(asking, person)))]
    if words[0].casefold().strip(".,!") in ENDED:
        return [Said((_ended(asking, person),))]
    span = span_of(words, _today(asking, asking.house.vacations.zone(person)))
    zone = _zone(asking, person, span)
    begins, ends = _times(asking, span, zone)
    made = asking.house.vacations.take(person, begins, ends)
    return [Said(tuple(_taken(asking, person, made, zone, begins is None)))]


def _times(asking: Asking, span: Span, zone: str) -> tuple[datetime | None, datetime]:
    """Return when it begins, ``None`` for now, and ends: days begin where the person lives."""
    today = _today(asking, zone)
    first = span.first or today
    for day in (first, span.back):
        if abs(day.year - today.year) > YEARS_AHEAD:
            raise InvalidOption("this is too far away", subject=f"vacation {day}", remedy="at most a year ahead")
    return None if first == today else _midnight(first, zone), _midnight(span.back, zone)


def _midnight(day: date, zone: str) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=ZoneInfo(zone)).astimezone(UTC)


def _today(asking: Asking, zone: str) -> date:
    return asking.house.now().astimezone(ZoneInfo(zone)).date()


def _zone(asking: Asking, person: str, span: Span) -> str:
    """Return where the dates are meant; a zone that is named is kept where none was chosen before."""
    if span.zone and not _has_zone(asking, person):
        asking.house.accounts.set_preference(person, "time_zone", span.zone)
    return span.zone or asking.house.vacations.zone(person)


def _has_zone(asking: Asking, person: str) -> bool:
    chosen = asking.house.accounts.preferences(person)
    return bool(chosen.rest) or chosen.time_zone in zones()


# --- words -----------------------------------------------------------------------------------------------------------


def _taken(asking: Asking, person: str, made: Vacation, zone: str, now: bool) -> list[str]:
    back = _day(asking, made.ends, zone)
    begins = "You are away from now on" if now else f"You are away from {_day(asking, made.begins, zone)}"
    said = [f"{begins} until {back}: your clocks in slow games stand still, and run again when {back} begins."]
    said.append(f"That is in {zone.replace('_', ' ')}.")
    if zone == "UTC" and not _has_zone(asking, person):
        said.append(
            "If you live elsewhere, send vacation end, and then the dates with your time zone, as Europe/Vienna."
        )
    left = asking.house.vacations.days_left(person)
    return [
        *said,
        f"You have {counted(left, 'day')} of vacation left within a year of it. To come back now, send: vacation end",
    ]


def _booked(asking: Asking, person: str) -> list[str]:
    zone, now = asking.house.vacations.zone(person), asking.house.now()
    coming = [each for each in asking.house.vacations.of(person) if each.ends > now]
    said = [_vacation_words(asking, each, zone) for each in coming] or ["You have booked no vacation."]
    left = counted(asking.house.vacations.days_left(person), "day")
    return [*said, f"You have {left} left. To take some, send for example: vacation until 3 July"]


def _vacation_words(asking: Asking, each: Vacation, zone: str) -> str:
    if each.begins <= asking.house.now():
        return f"You are away until {_day(asking, each.ends, zone)}."
    return f"You will be away from {_day(asking, each.begins, zone)} until {_day(asking, each.ends, zone)}."


def _ended(asking: Asking, person: str) -> str:
    """End the vacation that goes on, or cancel the next one."""
    now = asking.house.now()
    coming = [each for each in asking.house.vacations.of(person) if each.ends > now]
    if not coming:
        raise NotOffered("you have booked no vacation", subject="vacation", remedy="there is nothing to end")
    first, zone = coming[0], asking.house.vacations.zone(person)
    asking.house.vacations.end(person, first.id)
    if first.begins <= now:
        return "Welcome back! Your clocks run again."
    return f"Your vacation from {_day(asking, first.begins, zone)} is cancelled."


def _day(asking: Asking, at: datetime, zone: str) -> str:
    day, today = at.astimezone(ZoneInfo(zone)).date(), _today(asking, zone)
    return f"{day.day} {day:%B}" if day.year == today.year else f"{day.day} {day:%B} {day.year}"


RUN: Final[Mapping[str, Run]] = {"vacation": vacation}
