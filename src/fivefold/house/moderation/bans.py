"""Bans: who may not play or write for a while, and what a ban stops.

Somebody who is banned can sign in, look on, resign, decline, withdraw, take their data along and delete their account.
They can begin nothing, sit nowhere, make no move and say nothing. Page, API and mail all pass here.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from fivefold.house.errors import NotOffered
from fivefold.house.ledger import Ledger
from fivefold.house.moderation.decisions import Decisions
from fivefold.house.moderation.errors import Banned
from fivefold.house.moderation.stored_moderation import StoredBan
from fivefold.house.moderation.words import until_words
from fivefold.house.stored_match import time_from_text
from fivefold.session.snapshot import GIFT, MOVE, UNDO, MatchSnapshot

STOPPED: Final = frozenset({MOVE, UNDO, GIFT})
"""Kinds of entries in a match's log that nobody makes who is banned; time still runs out, and everybody may resign."""


@dataclass(frozen=True, slots=True)
class Ban:
    """Why somebody may not play, and until when."""

    since: datetime
    until: datetime | None
    """``None`` until it is lifted."""
    why: str


class Bans:
    """All bans of a house."""

    def __init__(self, ledger: Ledger, decisions: Decisions) -> None:
        self._ledger, self._decisions = ledger, decisions

    def of(self, person_id: str) -> Ban | None:
        """Return a person's ban, as long as it holds."""
        found = self._decisions.now().bans.get(person_id)
        if found is None:
            return None
        ban = ban_from(found)
        return ban if ban.until is None or ban.until > self._ledger.now() else None

    def refuse(self, person_id: str) -> None:
        """Raise ``Banned`` for somebody who is banned, with the reason and the end."""
        ban = self.of(person_id)
        if ban is not None:
            raise Banned(
                f"you may not play or write here {until_words(ban.until)}",
                remedy=f"the reason: {ban.why}",
                code="banned",
            )

    def refuse_change(self, before: MatchSnapshot | None, after: MatchSnapshot) -> None:
        """Raise ``NotOffered`` where somebody who is banned would come to a table or move there.

        Whoever asks for it was refused before, with the reason; this is for the others at the table, and for good
        measure.
        """
        if not self._decisions.now().bans:
            return
        for seat in _doing(before, after):
            person = after.seats[seat].person
            if person is not None and self.of(person) is not None:
                raise NotOffered(f"{after.names[seat] or 'somebody here'} may not play just now", code="banned-player")


def ban_from(stored: StoredBan) -> Ban:
    """Return a ban as it is stored."""
    until = None if stored.until is None else time_from_text(stored.until)
    return Ban(time_from_text(stored.since), until, stored.why)


def _doing(before: MatchSnapshot | None, after: MatchSnapshot) -> Iterator[int]:
    """Return the seats that are taken, or in which something is done, in a change."""
    there = {seat.person for seat in before.seats} if before is not None else set()
    yield from (seat.seat for seat in after.seats if seat.person not in there)
    for entry in after.entries[before.number if before is not None else 0 :]:
        if entry.kind in STOPPED and 0 <= entry.mover < len(after.seats):
            yield entry.mover
