"""Vacations by mail, and dates as people write them."""

import re
from calendar import day_name, month_name
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from fivefold.contract.errors import InvalidOption
from fivefold.doors.mail.answers import Answer, refused, say
from fivefold.doors.mail.commands.requests import MailRequest, mail_word, own_account
from fivefold.doors.mail.reading.lines import CommandLine
from fivefold.house.errors import NotOffered
from fivefold.house.people.vacations import Vacation
from fivefold.parts.messages import Message
from fivefold.play.rest import zone_called, zones

ENDED: Final = frozenset({"end", "off", "back", "over", "cancel"})
YEARS_AHEAD: Final = 2
DAYS, MONTHS = list(day_name), list(month_name)
"""From Monday on; the first month is number 1."""


@mail_word("vacation")
def vacation(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Let somebody's clocks stand still in slow games, begin them again, or tell. Raises ``InvalidOption``."""
    person, vacations, now = own_account(asking, "vacation"), asking.house.vacations, asking.house.now()
    words = [*([line.board] if line.board else []), *line.arguments]
    coming = [each for each in vacations.of(person) if each.ends > now]
    if not words:
        booked = [_told(asking, each, vacations.zone(person)) for each in coming] or [Message("away-none")]
        return say(*booked, Message("away-can-take", days=vacations.days_left(person)))
    if words[0].casefold().strip(".,!") in ENDED:
        return say(_ended(asking, person, coming, now))
    return say(*_taken(asking, person, span_of(words, _today(asking, vacations.zone(person)))))


def _told(asking: MailRequest, each: Vacation, zone: str) -> Message:
    key = "away-until" if each.begins <= asking.house.now() else "away-later"
    return Message(key, first=_day(asking, each.begins, zone), back=_day(asking, each.ends, zone))


def _ended(asking: MailRequest, person: str, coming: Sequence[Vacation], now: datetime) -> Message:
    """End the vacation that goes on, or cancel the next one."""
    if not coming:
        raise refused(NotOffered, "no-vacation", "vacation")
    first, vacations = coming[0], asking.house.vacations
    vacations.end(person, first.id)
    if first.begins <= now:
        return Message("away-ended")
    return Message("away-cancelled", first=_day(asking, first.begins, vacations.zone(person)))


def _taken(asking: MailRequest, person: str, span: "Span") -> list[Message | str]:
    """Book what somebody wrote; a zone that they name is kept where they had chosen none."""
    house, chosen = asking.house, asking.house.accounts.preferences(person)
    has_zone = bool(chosen.rest) or chosen.time_zone in zones()
    if span.zone and not has_zone:
        house.accounts.set_preference(person, "time_zone", span.zone)
    zone = span.zone or house.vacations.zone(person)
    first = span.first or _today(asking, zone)
    today = _today(asking, zone)
    for day in (first, span.back):
        if day < today or day.year - today.year > YEARS_AHEAD:
            raise refused(InvalidOption, "past" if day < today else "too-far-away", f"vacation {day}")
    begins = None if first == _today(asking, zone) else _midnight(first, zone)
    made = house.vacations.take(person, begins, _midnight(span.back, zone))
    key, days = "away-now" if begins is None else "away-from", house.vacations.days_left(person)
    away = Message(key, first=_day(asking, made.begins, zone), back=_day(asking, made.ends, zone))
    other = ["away-other-zone"] if zone == "UTC" and not (has_zone or span.zone) else []
    return [away, Message("away-zone", zone=zone.replace("_", " ")), *other, Message("away-left", days=days)]


def _midnight(day: date, zone: str) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=ZoneInfo(zone)).astimezone(UTC)


def _today(asking: MailRequest, zone: str) -> date:
    return asking.house.now().astimezone(ZoneInfo(zone)).date()


def _day(asking: MailRequest, at: datetime, zone: str) -> str:
    day = at.astimezone(ZoneInfo(zone)).date()
    return f"{day.day} {day:%B}" if day.year == _today(asking, zone).year else f"{day.day} {day:%B} {day.year}"


# --- Dates as people write them in a mail ----------------------------------------------------------------------------


UNITS: Final = {"day": 1, "days": 1, "week": 7, "weeks": 7}
AHEAD: Final = {"today": 0, "now": 0, "tomorrow": 1}
SHORTEST_NAME: Final = 3
UNTIL: Final = frozenset({"until", "till", "to", "through", "-", "–", "—", "back", "til"})
AT_FIRST: Final = frozenset({"from", "starting", "beginning", "on", "for", "in", "of", "the", "at", "and", "by"})
ISO: Final = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
DOTTED: Final = re.compile(r"(\d{1,2})\.(\d{1,2})\.?(\d{4})?")
SLASHED: Final = re.compile(r"\d{1,4}/\d{1,2}(/\d{1,4})?")
DAY: Final = re.compile(r"(\d{1,2})(?:st|nd|rd|th|\.)?")
YEAR: Final = re.compile(r"\d{4}")
ZONE: Final = re.compile(r"[A-Za-z]+(?:/[A-Za-z_+-]+)+|UTC|GMT")


class Span(NamedTuple):
    """When somebody is away, as they wrote it."""

    first: date | None
    """``None`` where they named none."""
    back: date
    zone: str
    """Empty where they named none."""


def span_of(words: Sequence[str], today: date) -> Span:
    """Return what words say of a time away. Raises ``InvalidOption``."""
    zone = next((word for word in words if ZONE.fullmatch(word)), "")
    plain = [word.strip(",;").casefold() for word in " ".join(words).replace(zone, " ", 1 if zone else 0).split()]
    split = max((place for place, word in enumerate(plain) if word in UNTIL), default=None)
    front = plain[:split]
    named, rest = _date(front, today)
    first = named
    if split is not None:
        back = _back(plain[split + 1 :], first or today)
        if rest:
            raise _no_date(front)
    elif named is not None and not rest:  # one day alone is when they are back
        first, back = None, named
    elif first is not None or _length(rest) is not None:
        back = _back(rest, first or today)
    else:
        raise _no_date(front)
    return Span(first, back, zone_called(zone) if zone else "")


def _back(words: Sequence[str], after: date) -> date:
    """Return the day that words name, or that is as many days later."""
    count = _length(words)
    if count is not None:
        return after + timedelta(days=count)
    found, rest = _date(words, after)
    if found is None or rest:
        raise _no_date(words)
    return found


def _length(words: Sequence[str]) -> int | None:
    plain = [word for word in words if word not in AT_FIRST]
    if len(plain) == 2 and plain[0].isdecimal() and len(plain[0]) < 4 and plain[1] in UNITS:
        return int(plain[0]) * UNITS[plain[1]]
    return None


def _date(words: Sequence[str], today: date) -> tuple[date | None, Sequence[str]]:
    """Return the date with which words begin, and the words after it; a day without a year is the next one."""
    plain = [word for word in words if word not in AT_FIRST]
    if not plain or _length(plain) is not None:
        return None, plain
    for length in range(min(3, len(plain)), 0, -1):
        found = _read(plain[:length], today)
        if found is not None:
            return found, plain[length:]
    if SLASHED.fullmatch(plain[0]):
        raise refused(InvalidOption, "day-or-month", plain[0])
    return None, plain


def _read(words: Sequence[str], today: date) -> date | None:
    """Return the date that one word is, or a day, a month and perhaps a year."""
    if len(words) == 1:
        return _one_word(words[0], today)
    month = _name_begun(words[0], MONTHS)
    day, month = (words[1], month) if month is not None else (words[0], _name_begun(words[1], MONTHS))
    found, year = DAY.fullmatch(day), words[2] if len(words) > 2 else ""
    if found is None or month is None or (year and not YEAR.fullmatch(year)):
        return None
    return _made(year, month, found[1], today)


def _one_word(word: str, today: date) -> date | None:
    if word in AHEAD:
        return today + timedelta(days=AHEAD[word])
    weekday = _name_begun(word, DAYS)
    if weekday is not None:
        return today + timedelta(days=(weekday - today.weekday() - 1) % len(DAYS) + 1)
    if found := ISO.fullmatch(word):
        return _made(found[1], found[2], found[3], today)
    found = DOTTED.fullmatch(word)
    return _made(found[3], found[2], found[1], today) if found else None


def _name_begun(word: str, names: Sequence[str]) -> int | None:
    """Return which of these a word is, or begins."""
    plain = word.strip(".")
    fits = (at for at, name in enumerate(names) if len(plain) >= SHORTEST_NAME and name.casefold().startswith(plain))
    return next(fits, None)


def _made(year: str | None, month: str | int, day: str, today: date) -> date:
    try:
        if year:
            return date(int(year), int(month), int(day))
        this = date(today.year, int(month), int(day))
        return this if this >= today else date(today.year + 1, int(month), int(day))
    except ValueError:
        subject = f"{int(day)}.{int(month)}.{int(year or 0) or ''}"
        raise refused(InvalidOption, "no-such-day", subject) from None


def _no_date(words: Sequence[str]) -> InvalidOption:
    written = " ".join(words)[:40]
    return refused(InvalidOption, "no-date" if written else "date-missing", "vacation", typed=written)
