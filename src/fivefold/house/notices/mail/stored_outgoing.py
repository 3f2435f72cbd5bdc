"""Mails to send, in the database."""

from collections.abc import Collection
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, case, delete, func, insert, select, update

from fivefold.house.database.schema import outgoing_mails

_COLUMNS = outgoing_mails.c
WAITING: Final = "waiting"
FIXED: Final = "fixed"
"""It was tried, and is the same when it is tried again."""
SENT: Final = "sent"
FAILED: Final = "failed"


class StoredOutgoing(NamedTuple):
    """A mail to send."""

    id: int
    kind: str
    person: str | None
    address: str
    """Empty until it is sent, where it goes to the address that the person has then."""
    match: str | None
    since: int | None
    """The last entry that was told before."""
    number: int | None
    """The last entry that it tells of."""
    content: Any
    made: str
    due: str
    tries: int
    state: str


_ALL = select(*(_COLUMNS[name] for name in StoredOutgoing._fields))
_OPEN = _COLUMNS.state.in_((WAITING, FIXED))


def add(connection: Connection, **values: Any) -> int:
    """Store a mail to send; return its id."""
    key = connection.execute(insert(outgoing_mails), {"address": "", "state": WAITING, **values}).inserted_primary_key
    assert key is not None  # noqa: S101  (the table has one)
    return int(key[0])


def widen(connection: Connection, kind: str, person: str, match: str, number: int, due: str) -> bool:
    """Let the mail about a match that waits to be sent tell of more; return whether there is one."""
    mine = (_COLUMNS.person == person) & (_COLUMNS.match == match) & (_COLUMNS.kind == kind)
    changed = update(outgoing_mails).where(mine, _COLUMNS.state == WAITING)
    sooner = case((_COLUMNS.due < due, _COLUMNS.due), else_=due)
    return connection.execute(changed.values(number=number, due=sooner)).rowcount > 0


def load(connection: Connection, mail: int) -> StoredOutgoing | None:
    """Return a mail."""
    row = connection.execute(_ALL.where(_COLUMNS.id == mail)).first()
    return None if row is None else StoredOutgoing(*row)


def due(connection: Connection, at: str, most: int, later: Collection[str] = ()) -> list[StoredOutgoing]:
    """Return mails that are to be sent by a time, the longest due first, those of kinds for ``later`` last."""
    rank = case((_COLUMNS.kind.in_(later), 1), else_=0)
    chosen = _ALL.where(_OPEN, _COLUMNS.due <= at).order_by(rank, _COLUMNS.due, _COLUMNS.id).limit(most)
    return [StoredOutgoing(*row) for row in connection.execute(chosen)]


def next_due(connection: Connection) -> str | None:
    """Return when the next mail is to be sent."""
    found: str | None = connection.scalar(select(func.min(_COLUMNS.due)).where(_OPEN))
    return found


def waiting(connection: Connection, person: str, kind: str) -> list[StoredOutgoing]:
    """Return a person's mails of a kind that have not been tried yet, the oldest first."""
    mine = (_COLUMNS.person == person) & (_COLUMNS.kind == kind) & (_COLUMNS.state == WAITING)
    return [StoredOutgoing(*row) for row in connection.execute(_ALL.where(mine).order_by(_COLUMNS.id))]


def count_waiting(connection: Connection, person: str) -> int:
    """Return how many mails to a person are not sent yet."""
    mine = select(func.count()).select_from(outgoing_mails).where(_COLUMNS.person == person, _OPEN)
    return connection.scalar(mine) or 0


def of_person(connection: Connection, person: str, kind: str, match: str | None = None) -> list[StoredOutgoing]:
    """Return a person's mails of a kind, and about a match if one is named, the newest first."""
    chosen = _ALL.where(_COLUMNS.person == person, _COLUMNS.kind == kind)
    if match is not None:
        chosen = chosen.where(_COLUMNS.match == match)
    return [StoredOutgoing(*row) for row in connection.execute(chosen.order_by(_COLUMNS.id.desc()))]


def contents_since(connection: Connection, kind: str, since: str) -> list[dict[str, Any]]:
    """Return what mails of a kind say that were made since a time."""
    found = connection.scalars(select(_COLUMNS.content).where(_COLUMNS.kind == kind, _COLUMNS.made >= since))
    return [content for content in found if content is not None]


def made_since(connection: Connection, whose: str, kinds: tuple[str, ...], since: str) -> int:
    """Return how many mails of these kinds were made for an address, or for a person's id, since a time."""
    mine = ((_COLUMNS.address == whose) | (_COLUMNS.person == whose)) & _COLUMNS.kind.in_(kinds)
    return connection.scalar(select(func.count()).select_from(outgoing_mails).where(mine, _COLUMNS.made >= since)) or 0


def sent_since(connection: Connection, address: str, since: str, kind: str | None = None) -> list[str]:
    """Return when mails, or those of a kind, were sent to an address since a time, the first first."""
    there = select(_COLUMNS.sent).where(_COLUMNS.address == address, _COLUMNS.sent > since)
    chosen = there if kind is None else there.where(_COLUMNS.kind == kind)
    return list(connection.scalars(chosen.order_by(_COLUMNS.sent)))


def raw_of(connection: Connection, mail: int) -> bytes | None:
    """Return the message of a mail that is fixed."""
    return connection.scalar(select(_COLUMNS.raw).where(_COLUMNS.id == mail))


def change(connection: Connection, mail: int, **values: Any) -> None:
    """Change a mail."""
    connection.execute(update(outgoing_mails).where(_COLUMNS.id == mail).values(**values))


def change_waiting(connection: Connection, known: StoredOutgoing, **values: Any) -> bool:
    """Change a mail that waits and is still as it is known here; return whether it was."""
    return connection.execute(update(outgoing_mails).where(_is_still(known)).values(**values)).rowcount > 0


def remove_waiting(connection: Connection, known: StoredOutgoing) -> bool:
    """Forget a mail that waits and is still as it is known here; return whether it was."""
    return connection.execute(delete(outgoing_mails).where(_is_still(known))).rowcount > 0


def _is_still(known: StoredOutgoing) -> ColumnElement[bool]:
    same = (_COLUMNS.due == known.due) & _COLUMNS.number.is_not_distinct_from(known.number)
    return (_COLUMNS.id == known.id) & (_COLUMNS.state == WAITING) & same


def remove_told(connection: Connection, kind: str, person: str, match: str, number: int) -> None:
    """Forget a person's mails of a kind about a match that wait and tell of nothing behind an entry."""
    mine = (_COLUMNS.person == person) & (_COLUMNS.match == match) & (_COLUMNS.kind == kind)
    connection.execute(delete(outgoing_mails).where(mine, _COLUMNS.state == WAITING, _COLUMNS.number <= number))


def remove(connection: Connection, mail: int) -> None:
    """Forget a mail."""
    connection.execute(delete(outgoing_mails).where(_COLUMNS.id == mail))


def forget(connection: Connection, before: str) -> None:
    """Forget mails that were made before a time and are sent, or have failed: nobody can answer them any more."""
    connection.execute(delete(outgoing_mails).where(_COLUMNS.state.in_((SENT, FAILED)), _COLUMNS.made < before))
