"""When a player's clock stands still in slow games: days off, nights and vacations, as the player said beforehand.

All times are whole milliseconds since 1970 UTC. The clock stands while clocks on the wall in the player's time zone
show a day off or a time in the night, also where they show the same hour twice.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache, lru_cache
from itertools import pairwise
from typing import Final, Self
from zoneinfo import ZoneInfo, available_timezones

from fivefold.contract.errors import InvalidOption

SECOND: Final = 1000
MINUTE: Final = 60 * SECOND
DAY: Final = 24 * 60 * MINUTE
WEEK: Final = 7 * DAY
DAYS: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
MOST_DAYS_OFF: Final = 2
LONGEST_NIGHT: Final = 10 * 60
"""In minutes. Together with the days off this leaves the clock running on five days a week, 14 hours each."""

_MONDAY: Final = 4 * DAY
"""The first Monday of 1970, from which weeks are counted."""
_FIRST_YEAR, _LAST_YEAR = 1970, 2200
"""Before the first and from the last on, a zone is taken to keep the time that it has when they begin."""
_FOREVER: Final = 1 << 62
_NIGHT: Final = re.compile(r"([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)", re.ASCII)
_EXAMPLE: Final = "sat,sun 22:00-07:00 Europe/Berlin is how it is written"


@dataclass(frozen=True, slots=True)
class Rest:
    """When a player's clock stands still in slow games, as they said beforehand."""

    weekend: frozenset[int] = frozenset()
    """Days off, 0 is Monday and 6 Sunday; at most two."""
    night: tuple[int, int] | None = None
    """From and until, in minutes after local midnight; may pass midnight; at most ten hours."""
    zone: str = "UTC"
    """The player's time zone, such as Europe/Berlin."""
    vacations: tuple[tuple[int, int], ...] = ()
    """When each begins and ends, in order; none overlaps another."""

    def __post_init__(self) -> None:
        _check_weekend(self.weekend)
        _check_night(self.night)
        if self.zone not in zones():
            raise InvalidOption("there is no such time zone", subject=self.zone, remedy=_EXAMPLE, field="zone")
        ends = 0
        for begins, until in self.vacations:
            if not ends <= begins < until:
                raise ValueError(f"vacations come in order, and none overlaps another: {self.vacations}")
            ends = until

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read what ``text`` wrote: ``sat,sun 22:00-07:00 Europe/Berlin``, nothing for never; no vacations. Raises
        ``InvalidOption``, also where the same could be written in another way."""
        words = text.split(" ") if text else []
        weekend = frozenset(map(_day, words.pop(0).split(","))) if words and words[0][:3] in DAYS else frozenset()
        night = _read_night(words.pop(0)) if words and words[0][:1].isdigit() else None
        zone = words.pop(0) if words else "UTC"
        rest = cls(weekend, night, zone)
        if rest.text != text:
            remedy = f"write {rest.text}" if rest.text and not words else _EXAMPLE
            raise InvalidOption("this is not how times off the clock are written", subject=text, remedy=remedy)
        return rest

    @property
    def text(self) -> str:
        """Return days off, night and zone in their one written form, empty for never in UTC."""
        days = ",".join(DAYS[day] for day in sorted(self.weekend))
        night = _night_text(self.night) if self.night else ""
        zone = self.zone if days or night or self.zone != "UTC" else ""
        return " ".join(word for word in (days, night, zone) if word)

    @property
    def never(self) -> bool:
        """Tell whether the clock always runs outside vacations."""
        return not self.weekend and self.night is None

    def counted(self, start: int, end: int) -> int:
        """Return how many milliseconds from ``start`` until before ``end`` count."""
        return sum(self._running(*stretch) for stretch in self._stretches(start, end))

    def after(self, start: int, counted: int) -> int:
        """Return the first moment, ``start`` or later, at which so many milliseconds have counted since ``start``."""
        if counted <= 0:
            return start
        week = _week(self.weekend, self.night)
        for first, last, ahead in self._stretches(start, _FOREVER):
            running = self._running(first, last, ahead)
            if counted <= running:
                return week.moment(week.counted(first + ahead) + counted) - ahead
            counted -= running
        raise ValueError("further away than any time can be")

    def stands_until(self, at: int) -> int | None:
        """Return when the clock runs again, ``None`` while it runs at this moment."""
        runs = self.after(at, 1) - 1
        return None if runs == at else runs

    def _running(self, first: int, last: int, ahead: int) -> int:
        week = _week(self.weekend, self.night)
        return week.counted(last + ahead) - week.counted(first + ahead)

    def _stretches(self, start: int, end: int) -> Iterator[tuple[int, int, int]]:
        """Yield the stretches outside vacations in which the zone is always as far ahead of UTC, and how far."""
        for begins, ends in (*self.vacations, (_FOREVER, _FOREVER)):
            yield from _alike(self.zone, start, min(begins, end))
            start = max(start, ends)


@dataclass(frozen=True, slots=True)
class _Week:
    """The parts of a week in which the clock runs, in milliseconds after Monday's beginning on the wall."""

    begins: tuple[int, ...]
    ends: tuple[int, ...]
    before: tuple[int, ...]
    """How many milliseconds have counted when each begins."""
    total: int

    def counted(self, wall: int) -> int:
        """Return how many milliseconds have counted since the first Monday when clocks on the wall show this."""
        weeks, into = divmod(wall - _MONDAY, WEEK)
        part = bisect_right(self.begins, into) - 1
        within = 0 if part < 0 else self.before[part] + min(into, self.ends[part]) - self.begins[part]
        return weeks * self.total + within

    def moment(self, counted: int) -> int:
        """Return what clocks on the wall show when the last of so many milliseconds is over."""
        weeks, into = divmod(counted - 1, self.total)
        part = bisect_right(self.before, into) - 1
        return _MONDAY + weeks * WEEK + self.begins[part] + into - self.before[part] + 1


@lru_cache(maxsize=1000)
def _week(weekend: frozenset[int], night: tuple[int, int] | None) -> _Week:
    workdays = [day * DAY for day in range(len(DAYS)) if day not in weekend]
    parts = [(day + first, day + last) for day in workdays for first, last in _daytime(night) if first < last]
    before, total = [], 0
    for begins, ends in parts:
        before.append(total)
        total += ends - begins
    return _Week(tuple(begins for begins, _ in parts), tuple(ends for _, ends in parts), tuple(before), total)


def _daytime(night: tuple[int, int] | None) -> list[tuple[int, int]]:
    """Return when the clock runs on a workday, in milliseconds after midnight."""
    if night is None:
        return [(0, DAY)]
    first, last = night[0] * MINUTE, night[1] * MINUTE
    return [(last, first)] if first > last else [(0, first), (last, DAY)]


def _alike(zone: str, start: int, end: int) -> Iterator[tuple[int, int, int]]:
    """Yield the parts of a time in which the zone is always as far ahead of UTC, and how far."""
    while start < end:
        for first, last, ahead in _year(zone, _year_of(start)):
            if start < last and first < end:
                yield max(start, first), min(last, end), ahead
        start = last


@lru_cache(maxsize=2000)
def _year(zone: str, year: int) -> tuple[tuple[int, int, int], ...]:
    """Return the parts of a year in which the zone is always as far ahead of UTC. A zone that changes twice within one
    week, there and back, is taken not to have changed."""
    info, begins = ZoneInfo(zone), _new_year(year)
    if year == _LAST_YEAR:
        return ((begins, _FOREVER, _ahead(info, begins)),)
    ends = _new_year(year + 1)
    weeks = [(week, _ahead(info, week)) for week in (*range(begins, ends, WEEK), ends)]
    changes = [_change(info, first, last) for (first, was), (last, becomes) in pairwise(weeks) if was != becomes]
    borders = [begins if year > _FIRST_YEAR else -_FOREVER, *changes, ends]
    return tuple((first, last, _ahead(info, max(first, begins))) for first, last in pairwise(borders))


def _change(info: ZoneInfo, first: int, last: int) -> int:
    """Return the moment between two at which the zone comes to be as far ahead of UTC as at the second."""
    ahead = _ahead(info, last)
    while last - first > SECOND:
        middle = (first + last) // 2 // SECOND * SECOND
        first, last = (first, middle) if _ahead(info, middle) == ahead else (middle, last)
    return last


def _ahead(info: ZoneInfo, at: int) -> int:
    offset = datetime.fromtimestamp(at // SECOND, info).utcoffset()
    return 0 if offset is None else (offset.days * DAY + offset.seconds * SECOND)


def _year_of(at: int) -> int:
    if at < 0:
        return _FIRST_YEAR
    return _LAST_YEAR if at >= _new_year(_LAST_YEAR) else datetime.fromtimestamp(at // SECOND, UTC).year


@cache
def _new_year(year: int) -> int:
    return int(datetime(year, 1, 1, tzinfo=UTC).timestamp()) * SECOND


@cache
def zones() -> frozenset[str]:
    """Return the names of all time zones."""
    return frozenset(available_timezones() - {"Factory", "localtime"})


def _check_weekend(weekend: frozenset[int]) -> None:
    if not weekend <= set(range(len(DAYS))):
        raise InvalidOption("days are numbered 0 to 6", subject=str(sorted(weekend)), field="weekend")
    if len(weekend) > MOST_DAYS_OFF:
        days = ",".join(DAYS[day] for day in sorted(weekend))
        remedy = f"at most {MOST_DAYS_OFF} days a week can be off the clock"
        raise InvalidOption("these are too many days", subject=days, remedy=remedy, field="weekend")


def _check_night(night: tuple[int, int] | None) -> None:
    if night is None:
        return
    if not all(0 <= minute < DAY // MINUTE for minute in night) or night[0] == night[1]:
        raise InvalidOption("this is no part of a day", subject=str(night), remedy=_EXAMPLE, field="night")
    if (night[1] - night[0]) % (DAY // MINUTE) > LONGEST_NIGHT:
        remedy = f"at most {LONGEST_NIGHT // 60} hours a day can be off the clock"
        raise InvalidOption("this night is too long", subject=_night_text(night), remedy=remedy, field="night")


def _night_text(night: tuple[int, int]) -> str:
    return "-".join(f"{minute // 60:02}:{minute % 60:02}" for minute in night)


def _read_night(text: str) -> tuple[int, int]:
    found = _NIGHT.fullmatch(text)
    if found is None:
        raise InvalidOption("this is no time from and until", subject=text, remedy=_EXAMPLE, field="night")
    hour, minute, last_hour, last_minute = map(int, found.groups())
    return hour * 60 + minute, last_hour * 60 + last_minute


def _day(text: str) -> int:
    if text not in DAYS:
        raise InvalidOption("there is no such day", subject=text, remedy=f"days are {', '.join(DAYS)}", field="weekend")
    return DAYS.index(text)


def zone_called(written: str) -> str:
    """Return the time zone that somebody means, who may name its city alone. Raises ``InvalidOption``."""
    wanted = "_".join(written.casefold().split()) or "utc"
    by_name = {zone.casefold(): zone for zone in zones()}
    cities = [zone for zone in sorted(zones()) if zone.casefold().rpartition("/")[2] == wanted]
    if wanted in by_name or cities:
        return by_name.get(wanted) or next((zone for zone in cities if "/" in zone), cities[0])
    raise InvalidOption(
        f"there is no time zone {written}", remedy="choose one from the list, such as Europe/Berlin", field="zone"
    )
