"""Answers given in advance, in the database: for each seat at most one tree."""

from collections.abc import Collection, Mapping
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, bindparam, delete, exists, insert, select, update

from fivefold.house.database.schema import answers, entries, seats


class StoredAnswers(NamedTuple):
    """The answers of a seat as they are stored."""

    match: str
    seat: int
    number: int  # Of the last entry when they were given.
    tree: Mapping[str, Any]
    said: str  # What became of answers given before.


_ANSWERS: Final = select(*(answers.c[name] for name in StoredAnswers._fields))
_OF_MATCHES: Final = _ANSWERS.where(answers.c.match.in_(bindparam("matches", expanding=True)))
_PENDING: Final = (
    select(answers.c.match)
    .distinct()
    .where(
        answers.c.tree != {}, exists().where(entries.c.match == answers.c.match, entries.c.number > answers.c.number)
    )
)


def of_matches(connection: Connection, matches: Collection[str]) -> list[StoredAnswers]:
    """Return the answers that the players of these matches have given."""
    return [StoredAnswers(*row) for row in connection.execute(_OF_MATCHES, {"matches": list(matches)})]


def of_seat(connection: Connection, match: str, seat: int) -> StoredAnswers | None:
    """Return the answers of a seat, if there are any."""
    found = connection.execute(_ANSWERS.where(answers.c.match == match, answers.c.seat == seat)).first()
    return None if found is None else StoredAnswers(*found)


def pending(connection: Connection) -> list[str]:
    """Return the matches that went on since answers were given there."""
    return list(connection.scalars(_PENDING))


def replace(connection: Connection, before: StoredAnswers | None, after: StoredAnswers) -> bool:
    """Store answers in the place of those before; return whether these were still there."""
    empty = not after.tree and not after.said
    if before is None:
        if not empty:
            connection.execute(insert(answers), after._asdict())
        return True
    here = (answers.c.match == before.match) & (answers.c.seat == before.seat)
    same = here & (answers.c.number == before.number) & (answers.c.tree == before.tree)
    changed = delete(answers).where(same) if empty else update(answers).where(same).values(**after._asdict())
    return bool(connection.execute(changed).rowcount)


def forget(connection: Connection, match: str) -> None:
    """Delete all answers given in a match."""
    connection.execute(delete(answers).where(answers.c.match == match))


def forget_person(connection: Connection, person: str) -> None:
    """Delete all answers that a person has given."""
    own = select(seats.c.match, seats.c.seat).where(seats.c.person == person)
    for match, seat in connection.execute(own).all():
        connection.execute(delete(answers).where(answers.c.match == match, answers.c.seat == seat))


def of_person(connection: Connection, person: str) -> list[dict[str, Any]]:
    """Return the answers that a person has given, for a copy of their data."""
    seated = (seats.c.match == answers.c.match) & (seats.c.seat == answers.c.seat)
    columns = (answers.c.match, answers.c.number, answers.c.tree)
    chosen = select(*columns).select_from(answers.join(seats, seated)).where(seats.c.person == person)
    return [dict(row._mapping) for row in connection.execute(chosen)]
