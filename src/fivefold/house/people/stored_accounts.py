"""People who keep an account, in the database: names, passwords, choices."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update

from fivefold.house.database.schema import former_names, people

_SETTINGS: Final = select(people.c.settings).where(people.c.id == bindparam("person"))
"""Read with almost everything that is done: built once, it takes a third of the time."""


class StoredAccount(NamedTuple):
    """An account as it is stored."""

    id: str
    name: str
    name_key: str
    password: str | None
    kept: str
    bot: bool = False


class FormerName(NamedTuple):
    """A name that somebody gave up, and until when nobody else may take it."""

    name_key: str
    name: str
    person: str
    until: str


_ACCOUNT = select(*(people.c[name] for name in StoredAccount._fields)).where(
    people.c.kept.is_not(None), people.c.deleted.is_(None)
)


def load(connection: Connection, person: str) -> StoredAccount | None:
    """Return a person's account; ``None`` for a guest and for one that was deleted."""
    found = connection.execute(_ACCOUNT.where(people.c.id == person)).first()
    return None if found is None else StoredAccount(*found)


def by_key(connection: Connection, name_key: str) -> StoredAccount | None:
    """Return the account whose name, as it is now, has this key."""
    found = connection.execute(_ACCOUNT.where(people.c.name_key == name_key)).first()
    return None if found is None else StoredAccount(*found)


def beginning(connection: Connection, letters: str, most: int) -> list[StoredAccount]:
    """Return accounts whose names have keys that begin so, in the order of these."""
    alike = people.c.name_key.startswith(letters, autoescape=True)
    found = connection.execute(_ACCOUNT.where(alike).order_by(people.c.name_key).limit(most))
    return [StoredAccount(*each) for each in found]


def with_letters(connection: Connection, letters: str, most: int) -> list[StoredAccount]:
    """Return accounts whose names have keys with these letters in them, in the order of these."""
    alike = people.c.name_key.contains(letters, autoescape=True)
    found = connection.execute(_ACCOUNT.where(alike).order_by(people.c.name_key).limit(most))
    return [StoredAccount(*each) for each in found]


def state(connection: Connection, person: str) -> tuple[str | None, str | None]:
    """Return since when a person keeps an account, and when it was deleted."""
    found = connection.execute(select(people.c.kept, people.c.deleted).where(people.c.id == person)).first()
    return (None, None) if found is None else (found[0], found[1])


def change(connection: Connection, person: str, values: Mapping[str, Any]) -> None:
    """Change columns of a person. Raises ``IntegrityError`` for a name key that is taken."""
    connection.execute(update(people).where(people.c.id == person).values(**values))


def settings(connection: Connection, person: str) -> dict[str, Any]:
    """Return what a person has chosen."""
    return connection.scalar(_SETTINGS, {"person": person}) or {}


def former(connection: Connection, name_key: str) -> FormerName | None:
    """Return who gave up the name with this key."""
    found = connection.execute(select(former_names).where(former_names.c.name_key == name_key)).first()
    return None if found is None else FormerName(*(found._mapping[name] for name in FormerName._fields))


def former_of(connection: Connection, person: str, now: str) -> list[FormerName]:
    """Return the names that are still kept for a person."""
    mine = select(former_names).where(former_names.c.person == person, former_names.c.until > now)
    found = connection.execute(mine.order_by(former_names.c.until.desc()))
    return [FormerName(*(row._mapping[name] for name in FormerName._fields)) for row in found]


def give_up(connection: Connection, given_up: FormerName) -> None:
    """Note that a person gave a name up."""
    free(connection, given_up.name_key)
    connection.execute(insert(former_names), given_up._asdict())


def free(connection: Connection, name_key: str) -> None:
    """Forget who gave a name up."""
    connection.execute(delete(former_names).where(former_names.c.name_key == name_key))


def count(connection: Connection) -> int:
    """Return how many accounts there are."""
    return connection.scalar(select(func.count()).select_from(_ACCOUNT.subquery())) or 0
