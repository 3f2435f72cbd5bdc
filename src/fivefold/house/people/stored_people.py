"""Visitors and the house's secrets in the database."""

import secrets as random_source

from sqlalchemy import Connection, insert, select, update

from fivefold.house.database.schema import people, secrets

SECRET_BYTES = 32
_NAME_AND_STATE = select(people.c.name, people.c.kept, people.c.deleted)


def name_of(connection: Connection, person: str) -> str | None:
    """Return a person's name, or ``None`` for one who is not known."""
    return connection.scalar(select(people.c.name).where(people.c.id == person))


def name_and_state(connection: Connection, person: str) -> tuple[str, bool]:
    """Return a person's name, empty for one who is not known, and whether they keep an account."""
    found = connection.execute(_NAME_AND_STATE.where(people.c.id == person)).first()
    return ("", False) if found is None else (found[0], found[1] is not None and found[2] is None)


def note(connection: Connection, person: str, at: str, name: str | None = None) -> None:
    """Note that a person was here, and what they are called now, if that is said."""
    values = {"seen": at} if name is None else {"seen": at, "name": name}
    if connection.execute(update(people).where(people.c.id == person).values(**values)).rowcount == 0:
        connection.execute(insert(people), {"id": person, "name": name or "", "created": at, "seen": at})


def known_secret(connection: Connection, name: str) -> bytes | None:
    """Return the secret of this name, ``None`` before it is made."""
    known = connection.scalar(select(secrets.c.value).where(secrets.c.name == name))
    return None if known is None else bytes(known)


def secret(connection: Connection, name: str) -> bytes:
    """Return the secret of this name, made once."""
    known = known_secret(connection, name)
    if known is None:
        known = random_source.token_bytes(SECRET_BYTES)
        connection.execute(insert(secrets), {"name": name, "value": known})
    return known
