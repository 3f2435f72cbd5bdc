"""What those who run the house do about matches, lines of chat and reports; every look and every act is noted."""

from collections.abc import Callable, Sequence

from sqlalchemy import Connection

from fivefold.house.errors import NotOffered, UnknownLine
from fivefold.house.house import House
from fivefold.house.moderation.acts import reason
from fivefold.house.moderation.reports import Report
from fivefold.house.table import stored_chat
from fivefold.house.table.chat_text import REMOVED
from fivefold.house.table.stored_chat import StoredLine


class AboutMatches:
    """What somebody who runs the house does about matches and what is said there."""

    def __init__(self, house: House, by: str) -> None:
        """``by``: the machine's user."""
        self._house, self._by = house, by

    # Results

    def annul(self, match_id: str, why: str) -> bool:
        """Let a match count for nothing; return whether it did before. Raises ``NotOffered``, ``UnknownMatch``."""
        with self._house.storing_also(self._noting("annul", why, match_id), only_matches=True):
            return self._house.ratings.annul(match_id)

    def restore(self, match_id: str, why: str) -> bool:
        """Let a match count again; return whether it did not before. Raises ``NotOffered``, ``UnknownMatch``."""
        with self._house.storing_also(self._noting("restore", why, match_id), only_matches=True):
            return self._house.ratings.restore(match_id)

    # Reports

    def report(self, number: int) -> tuple[Report, Sequence[StoredLine]]:
        """Return a report and the lines around what it is about, and note that they were read.

        Raises ``UnknownLine``.
        """
        found, around = self._house.reports.find(number)
        facts, house = {"report": number}, self._house
        person, match = found.stored.about, found.stored.match
        with house.writing() as connection:
            noted = house.running.acts.noting(self._by, "read-report", person=person, match=match, facts=facts)
            noted(connection)
        return found, around

    def handle(self, number: int, why: str) -> Report:
        """Note that a report is handled; return it as it is then. Raises ``UnknownLine``, ``NotOffered``."""
        found, _ = self._house.reports.find(number)
        if found.stored.handled is not None:
            raise NotOffered("it was handled before", subject=f"report {number}")
        acts, stored = self._house.running.acts, found.stored
        facts = {"report": number}
        noted = acts.noting(self._by, "handle", reason(why), person=stored.about, match=stored.match, facts=facts)
        with self._house.storing_also(noted):
            self._house.reports.handle(number)
        return self._house.reports.find(number)[0]

    # Chat

    def hide(self, line_id: int, why: str) -> StoredLine:
        """Show a line of chat to nobody any more; return it. Raises ``UnknownLine``, ``NotOffered``."""
        return self._hide(line_id, why, hidden=True)

    def show(self, line_id: int, why: str) -> StoredLine:
        """Show a line again that was hidden; return it. Raises ``UnknownLine``, ``NotOffered``."""
        return self._hide(line_id, why, hidden=False)

    def _hide(self, line_id: int, why: str, *, hidden: bool) -> StoredLine:
        with self._house.writing() as connection:
            line = stored_chat.line(connection, line_id)
            if line is None:
                raise UnknownLine("it does not exist", subject=f"line {line_id}")
            if (line.phrase == REMOVED) == hidden:
                raise NotOffered("it is hidden already" if hidden else "it is shown", subject=f"line {line_id}")
            facts = {"line": line_id, "phrase": line.phrase}
            act = "hide-line" if hidden else "show-line"
            acts = self._house.running.acts
            acts.noting(self._by, act, reason(why), person=line.person, match=line.match, facts=facts)(connection)
            stored_chat.set_phrase(connection, line_id, REMOVED if hidden else None)
        self._house.chat.outdate(line.match)
        return line

    def _noting(self, act: str, why: str, match_id: str) -> Callable[[Connection], None]:
        return self._house.running.acts.noting(self._by, act, reason(why), match=match_id)
