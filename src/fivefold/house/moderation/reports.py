"""Reports: somebody tells those who run the house of a line of chat or of how a person behaves."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from fivefold.contract.errors import InvalidOption
from fivefold.house.errors import NotOffered, UnknownLine
from fivefold.house.ledger import Ledger
from fivefold.house.people import people
from fivefold.house.stored_match import time_text
from fivefold.house.table import stored_chat as stored
from fivefold.house.table.chat import Chat
from fivefold.house.table.chat_text import tidy_line
from fivefold.house.table.stored_chat import StoredLine, StoredReport
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
AROUND: Final = 10
"""Lines before and after the one that is reported."""
MOST_OPEN: Final = 20
"""Reports of one person that nobody has handled yet."""


@dataclass(frozen=True, slots=True)
class Report:
    """A report with the names of those it is about."""

    stored: StoredReport
    by: str
    about: str


class Reports:
    """The reports of a house."""

    def __init__(self, ledger: Ledger, chat: Chat) -> None:
        self._ledger, self._chat = ledger, chat

    def add(
        self, snapshot: MatchSnapshot, person_id: str, reason: str, why: str, line: int | None, seat: int | None
    ) -> int:
        """Report a line that a person may see, or who sits at a seat. Return the report's number.

        Raises ``InvalidOption``, ``UnknownLine``, ``NotOffered``.
        """
        _check_reason(reason)
        words = tidy_line(why, LONGEST_WHY) if why.strip() else ""
        about = self.about(snapshot, person_id, line, seat)
        return self._store(person_id, about, reason, words, line, snapshot.id)

    def add_message(self, person_id: str, about: str, reason: str, why: str, message: str) -> int:
        """Report somebody for a message, which is kept with the report as far as there is room; return its number.

        Raises ``InvalidOption``, ``NotOffered``.
        """
        words = f"{why} (The message: {message})" if why.strip() else f"(The message: {message})"
        words = tidy_line(words, max(LONGEST_WHY, len(words)))[:LONGEST_WHY]
        return self._store(person_id, about, reason, words, None, None)

    def about(self, snapshot: MatchSnapshot, person_id: str, line: int | None, seat: int | None) -> str:
        """Return whom a report is about: who wrote the line, or who sits at the seat.

        Raises ``UnknownLine``, ``NotOffered``.
        """
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
        report = StoredReport(0, by, about, line, match, reason, why, now, None)
        with self._ledger.writing() as connection:
            if stored.open_reports(connection, by) >= MOST_OPEN:
                raise NotOffered(f"we have {MOST_OPEN} reports of yours to look at", remedy="give us some time")
            people.note(connection, by, now)
            return stored.add_report(connection, report)

    # For those who run the house

    def list(self, handled: bool = False, limit: int = 200) -> Sequence[Report]:
        """Return the latest reports that nobody has handled, with ``handled`` also the others."""
        with self._ledger.reading() as connection:
            found = stored.all_reports(connection, handled, limit)
        return [self._named(each) for each in found]

    def find(self, number: int) -> tuple[Report, Sequence[StoredLine]]:
        """Return a report, and the lines around the one it is about. Raises ``UnknownLine``."""
        with self._ledger.reading() as connection:
            found = stored.report(connection, number)
            line = stored.line(connection, found.line) if found and found.line is not None else None
            around = stored.around(connection, line, AROUND) if line is not None else []
        if found is None:
            raise UnknownLine("it does not exist", subject=f"report {number}")
        return self._named(found), around

    def handle(self, number: int) -> None:
        """Note that a report is handled. Raises ``UnknownLine``."""
        self.find(number)
        with self._ledger.writing() as connection:
            stored.handle(connection, number, time_text(self._ledger.now()))

    def _named(self, report: StoredReport) -> Report:
        return Report(report, self._ledger.person(report.by).shown, self._ledger.person(report.about).shown)


def _check_reason(reason: str) -> None:
    if reason not in REASONS:
        raise InvalidOption("choose what is wrong", subject="reason", field="reason")
