"""Sessions: who sends a request, by the id in the cookie.

An account has a row for each device. An id without a row is the guest of that id, of whom nothing need be stored; but
never somebody who keeps an account, for whom only rows count.
"""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, Self

from sqlalchemy import Connection, Row, delete, insert, select, update

from fivefold.house.bus import RESET, Signal
from fivefold.house.cache import Cache
from fivefold.house.database.schema import people, sessions
from fivefold.house.ledger import Ledger
from fivefold.house.people.people import ALPHABET
from fivefold.house.stored_match import time_from_text, time_text

ID_LENGTH: Final = 26
"""Characters; longer than a guest's, so that the cookie of a session that has ended is nobody's."""
CACHED: Final = 20_000
MOST: Final = 50  # Devices of one person; beyond, the one that was away longest is signed out.
NOTED: Final = timedelta(hours=1)  # How exactly it is known when a device was last seen.
LONGEST_DEVICE: Final = 64


@dataclass(frozen=True, slots=True)
class Session:
    """A device that is signed in."""

    id: str  # Stays in the house, apart from the device's own signed cookie.
    device: str  # In words: "Firefox on Windows".
    created: datetime
    seen: datetime
    guest: str | None  # Who played on this device before.

    @classmethod
    def from_row(cls, row: Row[Any]) -> Self:
        """Return a session as it is stored."""
        return cls(row.id, row.device, time_from_text(row.created), time_from_text(row.seen), row.guest)


SESSION_ENDED: Final[Signal[[str]]] = Signal()
"""A session has ended, of a browser or of a token: what it has open is closed."""
SIGNED_OUT_ELSEWHERE: Final[Signal[[str]]] = Signal()  # The person with this id signed out on all other devices.


@dataclass(slots=True)
class _Known:
    person: str | None  # ``None`` for an id that is nobody's any more.
    seen: datetime | None  # ``None`` where there is no row.


class Sessions:
    """All sessions of a house, those used last in memory."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._known: Cache[str, _Known] = Cache(CACHED)
        ledger.bus.subscribe("session", lambda words: self._ended_here(words[0]))
        # Sessions may have ended without a word.
        ledger.bus.subscribe(RESET, self._known.clear)

    def person(self, session_id: str) -> str | None:
        """Return whose session this is; ``None`` for one that has ended, and for a guest who became an account."""
        return self._found(session_id).person

    def begun(self, connection: Connection, person_id: str, device: str, guest: str | None = None) -> str:
        """Store a new session of an account and return its id; ``guest``: who played on this device before."""
        now, new = time_text(self._ledger.now()), "".join(secrets.choice(ALPHABET) for _ in range(ID_LENGTH))
        for old in _of_person(connection, person_id)[MOST - 1 :]:
            end(connection, old.id)
            self.ended(old.id)
        values = {"id": new, "person": person_id, "device": device[:LONGEST_DEVICE]}
        connection.execute(insert(sessions), {**values, "created": now, "seen": now, "guest": guest})
        return new

    def of(self, person_id: str) -> list[Session]:
        """Return the devices of a person, the one seen last first."""
        return self._ledger.read(_of_person, person_id)

    def find(self, session_id: str) -> Session | None:
        """Return a session; ``None`` where there is no row."""
        found = self._ledger.row(select(sessions).where(sessions.c.id == session_id))
        return None if found is None else Session.from_row(found)

    def end(self, session_id: str) -> None:
        """Sign a device out."""
        with self._ledger.writing() as connection:
            end(connection, session_id)
            self._ledger.bus.publish(connection, "session", session_id)
        self.ended(session_id)

    def end_all(self, person_id: str, but: str = "") -> int:
        """Sign a person out everywhere, but for one device; return on how many."""
        others = [each.id for each in self.of(person_id) if each.id != but]
        with self._ledger.writing() as connection:
            for each in others:
                end(connection, each)
                self._ledger.bus.publish(connection, "session", each)
        for each in others:
            self.ended(each)
        self._ledger.bus.signal(SIGNED_OUT_ELSEWHERE, person_id)
        return len(others)

    def ended(self, session_id: str) -> None:
        """Forget whose session this was, and close what it has open; its row is gone, or its guest is an account."""
        self._ledger.bus.publish_soon("session", session_id)
        self._ended_here(session_id)

    def _ended_here(self, session_id: str) -> None:
        self._known.pop(session_id)
        self._ledger.bus.signal(SESSION_ENDED, session_id)

    def is_news(self, session_id: str) -> bool:
        """Return whether it is time to note that a device was seen."""
        known = self._known.peek(session_id)
        return known is not None and known.seen is not None and self._ledger.now() - known.seen > NOTED

    def note_seen(self, session_id: str) -> None:
        """Note that a device was seen."""
        now = self._ledger.now()
        self._ledger.execute(update(sessions).where(sessions.c.id == session_id).values(seen=time_text(now)))
        known = self._known.peek(session_id)
        if known is not None:
            known.seen = now

    def _found(self, session_id: str) -> _Known:
        with self._known.lock:  # so that one that ends meanwhile is not remembered
            known = self._known.get(session_id)
            if known is None:
                known = self._read(session_id)
                self._known.put(session_id, known)
            return known

    def _read(self, session_id: str) -> _Known:
        with self._ledger.reading() as connection:
            found = connection.execute(select(sessions).where(sessions.c.id == session_id)).first()
            if found is not None:
                return _Known(found.person, time_from_text(found.seen))
            kept = select(people.c.kept, people.c.deleted).where(people.c.id == session_id)
            is_guest = len(session_id) != ID_LENGTH and not any(connection.execute(kept).first() or ())
        return _Known(session_id if is_guest else None, None)


def end(connection: Connection, session_id: str) -> None:
    """Delete a session."""
    connection.execute(delete(sessions).where(sessions.c.id == session_id))


def _of_person(connection: Connection, person: str) -> list[Session]:
    mine = select(sessions).where(sessions.c.person == person).order_by(sessions.c.seen.desc(), sessions.c.id)
    return [Session.from_row(row) for row in connection.execute(mine)]
