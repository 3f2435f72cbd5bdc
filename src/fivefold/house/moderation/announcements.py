"""Announcements: what everybody is told on every page."""

from dataclasses import dataclass
from datetime import datetime

from fivefold.house.ledger import Ledger
from fivefold.house.moderation.decisions import Decisions
from fivefold.house.moderation.stored_moderation import StoredAnnouncement
from fivefold.house.stored_match import time_from_text


@dataclass(frozen=True, slots=True)
class Announcement:
    """Something that everybody is told."""

    number: int
    text: str
    made: datetime
    until: datetime | None
    """``None`` until it is withdrawn."""


class Announcements:
    """What everybody is told just now."""

    def __init__(self, ledger: Ledger, decisions: Decisions) -> None:
        self._ledger, self._decisions = ledger, decisions

    def current(self) -> list[Announcement]:
        """Return what is announced now, the earliest first."""
        known = self._decisions.now().announcements
        if not known:
            return []
        now = self._ledger.now()
        every = map(announcement_from, known)
        return [each for each in every if each.until is None or each.until > now]


def announcement_from(stored: StoredAnnouncement) -> Announcement:
    """Return an announcement as it is stored."""
    until = None if stored.until is None else time_from_text(stored.until)
    return Announcement(stored.id, stored.text, time_from_text(stored.made), until)
