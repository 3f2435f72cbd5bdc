"""Passkeys in the database: public keys only, so nothing that signs anybody in."""

from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select, update

from fivefold.house.database.schema import passkeys


class StoredPasskey(NamedTuple):
    """A passkey as it is stored."""

    id: str
    person: str
    name: str
    public_key: bytes
    used_count: int
    created: str
    used: str | None


_PASSKEY = select(*(passkeys.c[name] for name in StoredPasskey._fields))


def load(connection: Connection, passkey: str) -> StoredPasskey | None:
    """Return a passkey, ``None`` if there is none."""
    found = connection.execute(_PASSKEY.where(passkeys.c.id == passkey)).first()
    return None if found is None else StoredPasskey(*found)


def of_person(connection: Connection, person: str) -> list[StoredPasskey]:
    """Return a person's passkeys, the oldest first."""
    mine = _PASSKEY.where(passkeys.c.person == person).order_by(passkeys.c.created, passkeys.c.id)
    return [StoredPasskey(*row) for row in connection.execute(mine)]


def add(connection: Connection, passkey: StoredPasskey) -> None:
    """Store a new passkey. Raises ``IntegrityError`` for one that is known."""
    connection.execute(insert(passkeys), passkey._asdict())


def note_used(connection: Connection, passkey: str, used_count: int, at: str) -> None:
    """Note that a passkey was used, and how often its device says it was."""
    here = update(passkeys).where(passkeys.c.id == passkey)
    connection.execute(here.values(used_count=used_count, used=at))


def rename(connection: Connection, passkey: str, name: str) -> None:
    """Store a passkey's new name."""
    connection.execute(update(passkeys).where(passkeys.c.id == passkey).values(name=name))


def remove(connection: Connection, passkey: str) -> None:
    """Delete a passkey."""
    connection.execute(delete(passkeys).where(passkeys.c.id == passkey))
