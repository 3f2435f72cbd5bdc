"""Where people get their mail, in the database."""

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select, update

from fivefold.house.database.schema import mail_addresses
from fivefold.house.notices.mail import stored_audience as mail_audience

_COLUMNS = mail_addresses.c


class StoredAddress(NamedTuple):
    """Where a person gets mail."""

    person: str
    address: str | None
    """Confirmed."""
    wanted: str | None
    """Not confirmed yet."""
    since: str
    failures: int = 0
    off: str = ""
    """Why nothing is sent there any more."""


_ALL = select(*(_COLUMNS[name] for name in StoredAddress._fields))


def of_person(connection: Connection, person: str) -> StoredAddress | None:
    """Return where a person gets mail."""
    row = connection.execute(_ALL.where(_COLUMNS.person == person)).first()
    return None if row is None else StoredAddress(*row)


def of_address(connection: Connection, address: str) -> StoredAddress | None:
    """Return whose confirmed address this is."""
    row = connection.execute(_ALL.where(_COLUMNS.address == address)).first()
    return None if row is None else StoredAddress(*row)


def reached(connection: Connection, people: Collection[str]) -> list[str]:
    """Return which of these people get mail."""
    there = select(_COLUMNS.person).where(_COLUMNS.person.in_(people), _COLUMNS.address.is_not(None))
    return list(connection.scalars(there.where(_COLUMNS.off == "")))


def keep(connection: Connection, new: StoredAddress) -> None:
    """Store where a person gets mail, in the place of what was there. Raises ``IntegrityError`` for another's."""
    values = new._asdict()
    if connection.execute(update(mail_addresses).where(_COLUMNS.person == new.person).values(values)).rowcount == 0:
        connection.execute(insert(mail_addresses), values)
    mail_audience.changed(connection)


def remove(connection: Connection, person: str) -> None:
    """Forget where a person gets mail."""
    connection.execute(delete(mail_addresses).where(_COLUMNS.person == person))
    mail_audience.changed(connection)
