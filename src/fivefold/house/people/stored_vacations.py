"""When people are away, in the database."""

from collections.abc import Collection
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from fivefold.house.database.schema import vacations


class StoredVacation(NamedTuple):
    """One time away."""

    id: int
    person: str
    begins: str
    ends: str


_OF_PEOPLE: Final = (
    select(*(vacations.c[name] for name in StoredVacation._fields))
    .where(vacations.c.person.in_(bindparam("people", expanding=True)), vacations.c.ends > bindparam("since"))
    .order_by(vacations.c.begins, vacations.c.id)
)
"""Read whenever a clock of a slow game is: built once, it takes a third of the time."""


def of(connection: Connection, people: Collection[str], since: str = "") -> list[StoredVacation]:
    """Return the vacations of these people that end after a time, in order."""
    found = connection.execute(_OF_PEOPLE, {"people": list(people), "since": since})
    return [StoredVacation(*row) for row in found]


def add(connection: Connection, person: str, begins: str, ends: str, made: str) -> int:
    """Store a vacation; return its id."""
    values: dict[str, Any] = {"person": person, "begins": begins, "ends": ends, "made": made}
    key = connection.execute(insert(vacations), values).inserted_primary_key
    assert key is not None  # noqa: S101  (the table has one)
    return int(key[0])


def end(connection: Connection, vacation_id: int, at: str) -> None:
    """Let a vacation end at another time."""
    connection.execute(update(vacations).where(vacations.c.id == vacation_id).values(ends=at))


def remove(connection: Connection, vacation_id: int) -> None:
    """Remove a vacation that has not begun."""
    connection.execute(delete(vacations).where(vacations.c.id == vacation_id))
