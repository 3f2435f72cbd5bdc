"""Sessions: who sends a request, by the id in the cookie.

An account has a row for each device. An id without a row is the guest of that id, of whom nothing need be stored; but
never somebody who keeps an account, for whom only rows count.
"""

import secrets
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from threading import Lock
from typing import Final

from sqlalchemy import Connection

from fivefold.house.ledger import Ledger
from fivefold.house.people import stored_accounts as accounts
from fivefold.house.people import stored_sessions as sessions
from fivefold.house.people.people import ALPHABET
from fivefold.house.people.stored_sessions import StoredSession
from fivefold.house.stored_match import time_from_text, time_text

ID_LENGTH: Final = 26
"""Characters; longer than a guest's, so that the cookie of a session that has ended is nobody's."""
CACHED: Final = 20_000
MOST: Final = 50
"""Devices of one person; beyond, the one that was away longest is signed out."""
NOTED: Final = timedelta(hours=1)
"""How exactly it is known when a device was last seen."""
LONGEST_DEVICE: Final = 64


@dataclass(frozen=True, slots=True)
class Session:
    """A device that is signed in."""

    id: str
    """Stays in the house, apart from the device's own signed cookie."""
    device: str
    """In words: "Firefox on Windows"."""
    created: datetime
    seen: datetime
    guest: str | None
    """Who played on this device before."""


@dataclass(slots=True)
class _Known:
    person: str | None
    """``None`` for an id that is nobody's any more."""
    seen: datetime | None
    """``None`` where there is no row."""


class Sessions:
    """All sessions of a house, those used last in memory."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._lock = Lock()
        self._known: OrderedDict[str, _Known] = OrderedDict()
        self.on_end: list[Callable[[str], None]] = []
        """Each called with the id of a session that has ended, so that what it has open is closed."""
        self.on_end_all: list[Callable[[str], object]] = []
        """Each called with the id of a person who signed out everywhere else."""
        ledger.neighbours.on("session", lambda words: self._ended_here(words[0]))
        ledger.neighbours.on_reset.append(self._forget_all)

    def person(self, session_id: str) -> str | None:
        """Return whose session this is; ``None`` for one that has ended, and for a guest who became an account."""
        return self._found(session_id).person

    def begun(self, connection: Connection, person_id: str, device: str, guest: str | None = None) -> str:
        """Store a new session of an account and return its id; ``guest``: who played on this device before."""
        now, new = time_text(self._ledger.now()), "".join(secrets.choice(ALPHABET) for _ in range(ID_LENGTH))
        for old in sessions.of_person(connection, person_id)[MOST - 1 :]:
            sessions.end(connection, old.id)
            self.ended(old.id)
        sessions.add(connection, StoredSession(new, person_id, device[:LONGEST_DEVICE], now, now, guest))
        return new

    def of(self, person_id: str) -> list[Session]:
        """Return the devices of a person, the one seen last first."""
        with self._ledger.reading() as connection:
            return [_session(each) for each in sessions.of_person(connection, person_id)]

    def find(self, session_id: str) -> Session | None:
        """Return a session; ``None`` where there is no row."""
        with self._ledger.reading() as connection:
            found = sessions.load(connection, session_id)
        return None if found is None else _session(found)

    def end(self, session_id: str) -> None:
        """Sign a device out."""
        with self._ledger.writing() as connection:
            sessions.end(connection, session_id)
            self._ledger.neighbours.post(connection, "session", session_id)
        self.ended(session_id)

    def end_all(self, person_id: str, but: str = "") -> int:
        """Sign a person out everywhere, but for one device; return on how many."""
        others = [each.id for each in self.of(person_id) if each.id != but]
        with self._ledger.writing() as connection:
            for each in others:
                sessions.end(connection, each)
                self._ledger.neighbours.post(connection, "session", each)
        for each in others:
            self.ended(each)
        for tell in self.on_end_all:
            tell(person_id)
        return len(others)

    def ended(self, session_id: str) -> None:
        """Forget whose session this was, and close what it has open; its row is gone, or its guest is an account."""
        self._ledger.neighbours.later("session", session_id)
        self._ended_here(session_id)

    def _ended_here(self, session_id: str) -> None:
        with self._lock:
            self._known.pop(session_id, None)
        for tell in self.on_end:
            tell(session_id)

    def _forget_all(self) -> None:
        """Look everybody up again: sessions may have ended without a word."""
        with self._lock:
            self._known.clear()

    def is_news(self, session_id: str) -> bool:
        """Return whether it is time to note that a device was seen."""
        known = self._known.get(session_id)
        return known is not None and known.seen is not None and self._ledger.now() - known.seen > NOTED

    def note_seen(self, session_id: str) -> None:
        """Note that a device was seen."""
        now = self._ledger.now()
        with self._ledger.writing() as connection:
            sessions.note_seen(connection, session_id, time_text(now))
        known = self._known.get(session_id)
        if known is not None:
            known.seen = now

    def _found(self, session_id: str) -> _Known:
        with self._lock:
            known = self._known.get(session_id)
            if known is not None:
                self._known.move_to_end(session_id)
                return known
            # Under the lock, so that one that ends meanwhile is not remembered.
            known = self._known[session_id] = self._read(session_id)
            while len(self._known) > CACHED:
                self._known.popitem(last=False)
            return known

    def _read(self, session_id: str) -> _Known:
        with self._ledger.reading() as connection:
            found = sessions.load(connection, session_id)
            if found is not None:
                return _Known(found.person, time_from_text(found.seen))
            kept, deleted = accounts.state(connection, session_id)
        is_guest = not (kept or deleted) and len(session_id) != ID_LENGTH
        return _Known(session_id if is_guest else None, None)


def _session(stored: StoredSession) -> Session:
    times = time_from_text(stored.created), time_from_text(stored.seen)
    return Session(stored.id, stored.device, *times, stored.guest)
