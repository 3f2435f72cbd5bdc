"""Challenges in the database: who asks whom to which table, and what came of it."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection, func, insert, or_, select, update

from fivefold.house.database.schema import challenges, finished, people, seats

RECENT_MATCHES = 60
"""Matches in which to look for people met before."""


class StoredChallenge(NamedTuple):
    """A row of ``challenges``."""

    id: str
    match: str
    seat: int | None
    by: str
    to: str
    state: str
    word: str
    made: str
    answered: str | None


class Met(NamedTuple):
    """Somebody met in a match."""

    match: str
    seat: int
    person: str
    name: str


COLUMNS = tuple(challenges.c[name] for name in StoredChallenge._fields)
OPEN = challenges.c.state == "open"


def add(connection: Connection, made: StoredChallenge) -> None:
    """Store a new challenge."""
    connection.execute(insert(challenges), made._asdict())


def load(connection: Connection, challenge_id: str) -> StoredChallenge | None:
    """Return a challenge, or ``None`` if there is none with this id."""
    row = connection.execute(select(*COLUMNS).where(challenges.c.id == challenge_id)).first()
    return None if row is None else StoredChallenge(*row)


def of_person(connection: Connection, person: str, answered_since: str) -> list[StoredChallenge]:
    """Return a person's challenges that are open, and those of theirs that were answered lately, the latest first."""
    mine = or_(challenges.c.by == person, challenges.c.to == person)
    lately = (challenges.c.by == person) & (challenges.c.answered >= answered_since)
    chosen = select(*COLUMNS).where(mine, or_(OPEN, lately)).order_by(challenges.c.made.desc(), challenges.c.id)
    return [StoredChallenge(*row) for row in connection.execute(chosen.limit(50))]


def open_of_match(connection: Connection, match_id: str) -> list[StoredChallenge]:
    """Return the open challenges to a table."""
    chosen = select(*COLUMNS).where(challenges.c.match == match_id, OPEN)
    return [StoredChallenge(*row) for row in connection.execute(chosen)]


def answer(connection: Connection, challenge_id: str, state: str, word: str, at: str) -> bool:
    """Note what came of a challenge; return whether it was still open."""
    here = (challenges.c.id == challenge_id) & OPEN
    return connection.execute(update(challenges).where(here).values(state=state, word=word, answered=at)).rowcount == 1


def open_counts(connection: Connection, by: str, to: str) -> tuple[int, int, int]:
    """Return how many open challenges there are by one person, to another, and from the one to the other."""
    counted = select(func.count()).select_from(challenges).where(OPEN)
    mine, theirs = challenges.c.by == by, challenges.c.to == to
    return (
        connection.scalar(counted.where(mine)) or 0,
        connection.scalar(counted.where(theirs)) or 0,
        connection.scalar(counted.where(mine, theirs)) or 0,
    )


def declined(connection: Connection, by: str, to: str, since: str) -> int:
    """Return how often one person has declined another since then."""
    pair = (challenges.c.by == by) & (challenges.c.to == to) & (challenges.c.state == "declined")
    counted = select(func.count()).select_from(challenges).where(pair, challenges.c.answered >= since)
    return connection.scalar(counted) or 0


def names(connection: Connection, person_ids: Sequence[str]) -> dict[str, str]:
    """Return the stored names of these people."""
    chosen = select(people.c.id, people.c.name).where(people.c.id.in_(person_ids))
    return {row.id: row.name for row in connection.execute(chosen)}


def met(connection: Connection, person: str) -> list[Met]:
    """Return who sat at a person's latest matches, the latest first; the same people may come again."""
    lately = (
        select(finished.c.match, finished.c.ended)
        .where(finished.c.person == person)
        .order_by(finished.c.ended.desc())
        .limit(RECENT_MATCHES)
        .subquery()
    )
    others = (
        select(seats.c.match, seats.c.seat, seats.c.person, people.c.name)
        .join(lately, lately.c.match == seats.c.match)
        .join(people, people.c.id == seats.c.person)
        .where(seats.c.person != person, people.c.deleted.is_(None))
        .order_by(lately.c.ended.desc(), seats.c.seat)
    )
    return [Met(*row) for row in connection.execute(others)]
