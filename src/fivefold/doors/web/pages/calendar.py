"""A month of days as a table: what a person played on each, and the way there."""

import calendar
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from fivefold.doors.web.pages.page_parts import day_in_words
from fivefold.house.records.daily import FIRST_DAY

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


def bounds(shown: date) -> tuple[date, date]:
    """Return the first and the last day of the month of a day."""
    _, count = calendar.monthrange(shown.year, shown.month)
    return shown.replace(day=1), shown.replace(day=count)


def month(shown: date, today: date, marks: Marks, path: Callable[[date], str]) -> Month:
    """Return the month of a day; ``path`` gives the address of a day's page."""
    first, last = bounds(shown)

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
