"""Who is signed in where, in the database."""

from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select, update

from fivefold.house.database.schema import sessions


class StoredSession(NamedTuple):
    """One device that is signed in."""

    id: str
    person: str
    device: str
    created: str
    seen: str
    guest: str | None


_SESSION = select(*(sessions.c[name] for name in StoredSession._fields))


def load(connection: Connection, session: str) -> StoredSession | None:
    """Return a session, ``None`` if it has ended."""
    found = connection.execute(_SESSION.where(sessions.c.id == session)).first()
    return None if found is None else StoredSession(*found)


def of_person(connection: Connection, person: str) -> list[StoredSession]:
    """Return a person's sessions, the one seen last first."""
    mine = _SESSION.where(sessions.c.person == person).order_by(sessions.c.seen.desc(), sessions.c.id)
    return [StoredSession(*row) for row in connection.execute(mine)]


def add(connection: Connection, session: StoredSession) -> None:
    """Store a new session."""
    connection.execute(insert(sessions), session._asdict())


def note_seen(connection: Connection, session: str, at: str) -> None:
    """Note that somebody was here."""
    connection.execute(update(sessions).where(sessions.c.id == session).values(seen=at))


def end(connection: Connection, session: str) -> None:
    """Delete a session."""
    connection.execute(delete(sessions).where(sessions.c.id == session))
