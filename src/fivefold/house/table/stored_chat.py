"""Lines of chat, who has muted whom, and reports, in the database."""

from collections.abc import Collection, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Select, delete, func, insert, select, update

from fivefold.house.database.schema import chat_lines, mutes, reports


class StoredLine(NamedTuple):
    """A line of chat as it is stored."""

    id: int
    match: str
    room: str
    person: str
    name: str
    seat: int | None
    phrase: str | None
    text: str
    at: str


class StoredReport(NamedTuple):
    """A report as it is stored."""

    id: int
    by: str
    about: str
    line: int | None
    match: str | None
    """``None`` where it is about a mail."""
    reason: str
    why: str
    at: str
    handled: str | None


_LINES: Final = select(*(chat_lines.c[name] for name in StoredLine._fields))
_REPORTS: Final = select(*(reports.c[name] for name in StoredReport._fields))


# --- lines -----------------------------------------------------------------------------------------------------------


def add(connection: Connection, line: StoredLine) -> StoredLine:
    """Store a line; return it with its id."""
    values = {name: value for name, value in line._asdict().items() if name != "id"}
    key = connection.execute(insert(chat_lines), values).inserted_primary_key
    return line._replace(id=int(key[0]) if key else 0)


def line(connection: Connection, line_id: int) -> StoredLine | None:
    """Return a line, or ``None`` if there is none with this id."""
    found = connection.execute(_LINES.where(chat_lines.c.id == line_id)).first()
    return None if found is None else StoredLine(*found)


def latest(
    connection: Connection, match: str, rooms: Collection[str], limit: int, before: int | None = None
) -> list[StoredLine]:
    """Return the latest lines of some rooms of a match, or those before a line, in their order."""
    wanted = _of(match, rooms)
    if before is not None:
        wanted = wanted.where(chat_lines.c.id < before)
    found = connection.execute(wanted.order_by(chat_lines.c.id.desc()).limit(limit))
    return [StoredLine(*row) for row in found][::-1]


def set_phrase(connection: Connection, line_id: int, phrase: str | None) -> None:
    """Let a line show a phrase instead of its own text, or its own text again."""
    connection.execute(update(chat_lines).where(chat_lines.c.id == line_id).values(phrase=phrase))


def around(connection: Connection, middle: StoredLine, count: int) -> list[StoredLine]:
    """Return a line with so many before and after it in the same room."""
    here = _of(middle.match, (middle.room,))
    after = connection.execute(here.where(chat_lines.c.id > middle.id).order_by(chat_lines.c.id).limit(count))
    before = latest(connection, middle.match, (middle.room,), count, middle.id)
    return [*before, middle, *(StoredLine(*row) for row in after)]


def count_lines(connection: Connection, match: str) -> int:
    """Return how many lines a match has in all rooms."""
    return int(connection.scalar(select(func.count()).where(chat_lines.c.match == match)) or 0)


def _of(match: str, rooms: Collection[str]) -> Select[Any]:
    return _LINES.where(chat_lines.c.match == match, chat_lines.c.room.in_(rooms))


# --- muting ----------------------------------------------------------------------------------------------------------


def muted(connection: Connection, person: str) -> list[str]:
    """Return whom a person has muted."""
    return list(connection.scalars(select(mutes.c.muted).where(mutes.c.person == person)))


def mute(connection: Connection, person: str, other: str, at: str) -> None:
    """Note that a person has muted another."""
    unmute(connection, person, other)
    connection.execute(insert(mutes), {"person": person, "muted": other, "since": at})


def unmute(connection: Connection, person: str, other: str) -> None:
    """Note that a person hears another again."""
    connection.execute(delete(mutes).where(mutes.c.person == person, mutes.c.muted == other))


# --- reports ---------------------------------------------------------------------------------------------------------


def add_report(connection: Connection, report: StoredReport) -> int:
    """Store a report; return its id."""
    values = {name: value for name, value in report._asdict().items() if name != "id"}
    key = connection.execute(insert(reports), values).inserted_primary_key
    return int(key[0]) if key else 0


def report(connection: Connection, report_id: int) -> StoredReport | None:
    """Return a report, or ``None`` if there is none with this number."""
    found = connection.execute(_REPORTS.where(reports.c.id == report_id)).first()
    return None if found is None else StoredReport(*found)


def all_reports(connection: Connection, handled: bool, limit: int) -> Sequence[StoredReport]:
    """Return the latest reports that nobody has handled, with ``handled`` also the others."""
    wanted = _REPORTS if handled else _REPORTS.where(reports.c.handled.is_(None))
    return [StoredReport(*row) for row in connection.execute(wanted.order_by(reports.c.id.desc()).limit(limit))]


def reports_about(connection: Connection, person: str) -> Sequence[StoredReport]:
    """Return the reports about a person, the latest first."""
    theirs = _REPORTS.where(reports.c.about == person).order_by(reports.c.id.desc())
    return [StoredReport(*row) for row in connection.execute(theirs)]


def open_reports(connection: Connection, person: str) -> int:
    """Return how many reports of a person nobody has handled yet."""
    theirs = select(func.count()).where(reports.c.by == person, reports.c.handled.is_(None))
    return int(connection.scalar(theirs) or 0)


def handle(connection: Connection, report_id: int, at: str) -> None:
    """Note that a report is handled."""
    connection.execute(update(reports).where(reports.c.id == report_id).values(handled=at))
