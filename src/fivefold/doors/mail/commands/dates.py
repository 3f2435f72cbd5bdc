"""Dates as people write them in a mail: ``3 July``, ``2027-07-03``, ``3.7.``, ``tomorrow``, ``Monday``, ``14 days``."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from fivefold.contract.errors import InvalidOption
from fivefold.play.rest import zone_called

MONTHS: Final = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
DAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
UNITS: Final = {"day": 1, "days": 1, "week": 7, "weeks": 7}
SHORTEST_NAME: Final = 3
AHEAD: Final = frozenset({"until", "till", "to", "through", "-", "–", "—", "back", "til"})
FIRST: Final = frozenset({"from", "starting", "beginning", "on", "for", "in", "of", "the", "at", "and", "by"})
ISO: Final = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
DOTTED: Final = re.compile(r"(\d{1,2})\.(\d{1,2})\.?(\d{4})?")
SLASHED: Final = re.compile(r"\d{1,4}/\d{1,2}(/\d{1,4})?")
DAY: Final = re.compile(r"(\d{1,2})(?:st|nd|rd|th|\.)?")
YEAR: Final = re.compile(r"\d{4}")
ZONE: Final = re.compile(r"[A-Za-z]+(?:/[A-Za-z_+-]+)+|UTC|GMT")
EXAMPLE: Final = "write it like 3 July or 2027-07-03"


@dataclass(frozen=True, slots=True)
class Span:
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
    places = [place for place, word in enumerate(plain) if word in AHEAD]
    split = places[-1] if places else None
    front = plain if split is None else plain[:split]
    before, rest = _date(front, today)
    if split is None:
        return Span(*_alone(before, rest, front, today), zone_called(zone) if zone else "")
    back = _one_date(plain[split + 1 :], before or today)
    if rest:
        raise _wrong(" ".join(front))
    return Span(before, back, zone_called(zone) if zone else "")


def _alone(first: date | None, rest: Sequence[str], words: Sequence[str], today: date) -> tuple[date | None, date]:
    """Return both days where only one is named, or two without a word between them, or how many days."""
    if first is None and rest and (count := _length(rest)) is not None:
        return None, today + timedelta(days=count)
    if first is None:
        raise _wrong(" ".join(words))
    if not rest:
        return None, first
    count = _length(rest)
    return first, first + timedelta(days=count) if count is not None else _one_date(rest, first)


def _one_date(words: Sequence[str], after: date) -> date:
    count = _length(words)
    if count is not None:
        return after + timedelta(days=count)
    found, rest = _date(words, after)
    if found is None or rest:
        raise _wrong(" ".join(words))
    return found


def _length(words: Sequence[str]) -> int | None:
    plain = [word for word in words if word not in FIRST]
    if len(plain) == 2 and plain[0].isdecimal() and len(plain[0]) < 4 and plain[1] in UNITS:
        return int(plain[0]) * UNITS[plain[1]]
    return None


def _date(words: Sequence[str], today: date) -> tuple[date | None, Sequence[str]]:
    """Return the date with which words begin, and the words after it; a day without a year is the next one."""
    plain = [word for word in words if word not in FIRST]
    if not plain or _length(plain) is not None:
        return None, plain
    for length in (3, 2, 1):
        found = _read(plain[:length], today) if len(plain) >= length else None
        if found is not None:
            return found, plain[length:]
    if SLASHED.fullmatch(plain[0]):
        raise InvalidOption("is it the day or the month that comes first?", subject=plain[0], remedy=EXAMPLE)
    return None, plain


def _read(words: Sequence[str], today: date) -> date | None:
    first = words[0]
    if len(words) == 1:
        return _one_word(first, today)
    month_first = _month(first) is not None
    day, month = (words[1], first) if month_first else (first, words[1])
    found = DAY.fullmatch(day)
    number, year = _month(month), words[2] if len(words) > 2 else ""
    if found is None or number is None or (year and not YEAR.fullmatch(year)):
        return None
    return _made(int(year) if year else None, number, int(found[1]), today)


def _one_word(word: str, today: date) -> date | None:
    ahead = {"today": 0, "now": 0, "tomorrow": 1}.get(word)
    if ahead is not None:
        return today + timedelta(days=ahead)
    weekday = _named(word, DAYS)
    if weekday is not None:
        return today + timedelta(days=(weekday - today.weekday() - 1) % len(DAYS) + 1)
    if found := ISO.fullmatch(word):
        return _made(int(found[1]), int(found[2]), int(found[3]), today)
    found = DOTTED.fullmatch(word)
    return _made(int(found[3]) if found[3] else None, int(found[2]), int(found[1]), today) if found else None


def _named(word: str, names: Sequence[str]) -> int | None:
    """Return which of these a word is, or begins."""
    plain = word.strip(".")
    return next((at for at, name in enumerate(names) if len(plain) >= SHORTEST_NAME and name.startswith(plain)), None)


def _month(word: str) -> int | None:
    found = _named(word, MONTHS)
    return None if found is None else found + 1


def _made(year: int | None, month: int, day: int, today: date) -> date:
    try:
        if year is not None:
            return date(year, month, day)
        this = date(today.year, month, day)
        return this if this >= today else date(today.year + 1, month, day)
    except ValueError:
        raise InvalidOption("there is no such day", subject=f"{day}.{month}.{year or ''}", remedy=EXAMPLE) from None


def _wrong(written: str) -> InvalidOption:
    shown = f"{written[:40]} is no date" if written else "a date is missing"
    return InvalidOption(shown, subject="vacation", remedy=EXAMPLE)
