"""Reports: somebody tells those who run the house of a line of chat or of how a person behaves."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from sqlalchemy import Connection, func, insert, select, update

from fivefold.contract.errors import InvalidOption
from fivefold.house.database.schema import reports
from fivefold.house.errors import NotOffered, UnknownLine
from fivefold.house.ledger import Ledger
from fivefold.house.people import people
from fivefold.house.stored_match import time_text
from fivefold.house.table.chat import Chat, ChatLine, lines_around, load_line, tidy_line
from fivefold.session.snapshot import MatchSnapshot

REASONS: Final[Mapping[str, str]] = {
    "rude": "Insults or hate",
    "threats": "Threats or harassment",
    "spam": "Advertising or spam",
    "unfair": "Cheating or stalling",
    "name": "An offensive name",
    "other": "Something else",
}
"""Why somebody is reported, by key."""
LONGEST_WHY: Final = 400
AROUND: Final = 10  # Lines before and after the one that is reported.
MOST_OPEN: Final = 20  # Reports of one person that nobody has handled yet.


class AbuseReport(NamedTuple):
    """A report as it is stored, with the names of those it is about."""

    id: int
    by: str
    about: str
    line: int | None
    match: str | None  # ``None`` where it is about a mail.
    reason: str
    why: str
    at: str
    handled: str | None
    by_name: str = ""
    about_name: str = ""


_REPORTS: Final = select(*(reports.c[name] for name in AbuseReport._fields[:9]))


class Reports:
    """The reports of a house."""

    def __init__(self, ledger: Ledger, chat: Chat) -> None:
        self._ledger, self._chat = ledger, chat

    def add(
        self, snapshot: MatchSnapshot, person_id: str, reason: str, why: str, line: int | None, seat: int | None
    ) -> int:
        """Report a line that a person may see, or who sits at a seat. Return the report's number. Raises
        ``InvalidOption``, ``UnknownLine``, ``NotOffered``."""
        _check_reason(reason)
        words = tidy_line(why, LONGEST_WHY) if why.strip() else ""
        about = self.about(snapshot, person_id, line, seat)
        return self._store(person_id, about, reason, words, line, snapshot.id)

    def add_message(self, person_id: str, about: str, reason: str, why: str, message: str) -> int:
        """Report somebody for a message, which is kept with the report as far as there is room; return its number.
        Raises ``InvalidOption``, ``NotOffered``."""
        words = f"{why} (The message: {message})" if why.strip() else f"(The message: {message})"
        words = tidy_line(words, max(LONGEST_WHY, len(words)))[:LONGEST_WHY]
        return self._store(person_id, about, reason, words, None, None)

    def about(self, snapshot: MatchSnapshot, person_id: str, line: int | None, seat: int | None) -> str:
        """Return whom a report is about: who wrote the line, or who sits at the seat. Raises ``UnknownLine``,
        ``NotOffered``."""
        if line is not None:
            return self._chat.seen_line(snapshot, person_id, line).person
        sitting = snapshot.seats[seat].person if seat is not None and seat < len(snapshot.seats) else None
        if sitting is None:
            raise NotOffered("no person sits there", subject="report")
        return sitting

    def _store(self, by: str, about: str, reason: str, why: str, line: int | None, match: str | None) -> int:
        _check_reason(reason)
        if about == by:
            raise NotOffered("you cannot report yourself", subject="report")
        now = time_text(self._ledger.now())
        values = {"by": by, "about": about, "line": line, "match": match, "reason": reason, "why": why, "at": now}
        mine = select(func.count()).where(reports.c.by == by, reports.c.handled.is_(None))
        with self._ledger.writing() as connection:
            if (connection.scalar(mine) or 0) >= MOST_OPEN:
                raise NotOffered(f"we have {MOST_OPEN} reports of yours to look at", remedy="give us some time")
            people.note(connection, by, now)
            key = connection.execute(insert(reports), values).inserted_primary_key
        return int(key[0]) if key else 0

    # For those who run the house

    def list(self, handled: bool = False, limit: int = 200) -> Sequence[AbuseReport]:
        """Return the latest reports that nobody has handled, with ``handled`` also the others."""
        wanted = _REPORTS if handled else _REPORTS.where(reports.c.handled.is_(None))
        found = self._ledger.rows(wanted.order_by(reports.c.id.desc()).limit(limit))
        return [self._named(AbuseReport(*row)) for row in found]

    def find(self, number: int) -> tuple[AbuseReport, Sequence[ChatLine]]:
        """Return a report, and the lines around the one it is about. Raises ``UnknownLine``."""
        with self._ledger.reading() as connection:
            found = load(connection, number)
            line = load_line(connection, found.line) if found.line is not None else None
            around = lines_around(connection, line, AROUND) if line is not None else []
        return self._named(found), around

    def handle(self, number: int) -> None:
        """Note that a report is handled. Raises ``UnknownLine``."""
        with self._ledger.writing() as connection:
            here = reports.c.id == load(connection, number).id
            connection.execute(update(reports).where(here).values(handled=time_text(self._ledger.now())))

    def _named(self, report: AbuseReport) -> AbuseReport:
        by, about = self._ledger.person(report.by), self._ledger.person(report.about)
        return report._replace(by_name=by.shown, about_name=about.shown)


def load(connection: Connection, number: int) -> AbuseReport:
    """Return a report without names. Raises ``UnknownLine``."""
    found = connection.execute(_REPORTS.where(reports.c.id == number)).first()
    if found is None:
        raise UnknownLine("it does not exist", subject=f"report {number}")
    return AbuseReport(*found)


def reports_about(connection: Connection, person: str) -> Sequence[AbuseReport]:
    """Return the reports about a person, the latest first, without names."""
    theirs = _REPORTS.where(reports.c.about == person).order_by(reports.c.id.desc())
    return [AbuseReport(*row) for row in connection.execute(theirs)]


def _check_reason(reason: str) -> None:
    if reason not in REASONS:
        raise InvalidOption("choose what is wrong", subject="reason", field="reason")
