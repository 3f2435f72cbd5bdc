"""Mails that have come, in the database: each once, until it is done."""

from collections.abc import Collection
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from fivefold.house.database.schema import incoming_mails

_COLUMNS = incoming_mails.c


class StoredIncoming(NamedTuple):
    """A mail as it came."""

    id: int
    sender: str | None
    """Of the envelope; empty for none, ``None`` where nobody told."""
    recipients: list[str]
    raw: bytes
    at: str
    tries: int
    begun: int
    """How many of its commands have changed something, whatever became of the process then."""


def add(connection: Connection, digest: str, sender: str | None, recipients: list[str], raw: bytes, at: str) -> bool:
    """Store a mail; return whether it is new."""
    values = {"digest": digest, "sender": sender, "recipients": recipients, "raw": raw, "at": at}
    try:
        with connection.begin_nested():
            connection.execute(insert(incoming_mails), values)
    except IntegrityError:
        return False
    return True


def to_do(connection: Connection, most: int) -> list[StoredIncoming]:
    """Return the mails that are to be read next, in the order in which they came."""
    chosen = select(*(_COLUMNS[name] for name in StoredIncoming._fields)).where(_COLUMNS.done.is_(None))
    return [StoredIncoming(*row) for row in connection.execute(chosen.order_by(_COLUMNS.id).limit(most))]


def waiting(connection: Connection) -> int:
    """Return how many mails are to be read."""
    return connection.scalar(select(func.count()).select_from(incoming_mails).where(_COLUMNS.done.is_(None))) or 0


def note_tries(connection: Connection, mails: Collection[int]) -> None:
    """Note that mails are being read: one that is never finished is given up some time."""
    connection.execute(update(incoming_mails).where(_COLUMNS.id.in_(mails)).values(tries=_COLUMNS.tries + 1))


def note_begun(connection: Connection, mail: int, commands: int) -> None:
    """Note that so many of a mail's commands have changed something."""
    connection.execute(update(incoming_mails).where(_COLUMNS.id == mail).values(begun=commands))


def done(connection: Connection, mail: int, at: str) -> None:
    """Note that a mail is done; what it said is forgotten, and who sent it to whom."""
    nothing: dict[str, Any] = {"raw": b"", "sender": None, "recipients": []}
    connection.execute(update(incoming_mails).where(_COLUMNS.id == mail).values(done=at, **nothing))


def forget(connection: Connection, before: str) -> None:
    """Forget mails that were done before a time; the same would be read again."""
    connection.execute(delete(incoming_mails).where(_COLUMNS.done < before))
