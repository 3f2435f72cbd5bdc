"""Open tables in the database, and who is still there."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from sqlalchemy import Connection, exists, or_, select, update

from fivefold.house.database.schema import matches, people, seats, seeks
from fivefold.house.notices.mail.tables import standing_answers

AT_ONCE = 500
"""Ids in one statement."""


class ListedTable(NamedTuple):
    """A table that the lobby may show."""

    id: str
    revision: int
    owner_seen: str
    """When its owner was last here; empty where nobody knows."""
    kept: bool
    """Whether it stays while its owner is away, who looks for a slow match."""


_open = exists().where((seats.c.match == matches.c.id) & (seats.c.kind == "open"))
SELECT_LISTED = (
    select(matches.c.id, matches.c.revision, people.c.seen, standing_answers.c.match.is_not(None))
    .select_from(
        matches.outerjoin(people, people.c.id == matches.c.owner).outerjoin(
            standing_answers, standing_answers.c.match == matches.c.id
        )
    )
    .where(matches.c.listed, matches.c.status == "waiting", _open)
)
FIELDS = ("id", "game", "options", "drawn", "started", "owner", "rated", "double", "time", "revision")


def listed(connection: Connection) -> list[ListedTable]:
    """Return the listed tables at which a seat is open."""
    found = connection.execute(SELECT_LISTED)
    return [ListedTable(match, revision, seen or "", bool(kept)) for match, revision, seen, kept in found]


def tables(connection: Connection, match_ids: Collection[str]) -> list[tuple[Mapping[str, Any], list[Any]]]:
    """Return each of these tables' columns, and who sits in each of its seats: kind, person, level, name."""
    found: dict[str, tuple[Mapping[str, Any], list[Any]]] = {}
    for some in _in_parts(match_ids):
        chosen = select(*(matches.c[name] for name in FIELDS)).where(matches.c.id.in_(some))
        found |= {row["id"]: (row, []) for row in connection.execute(chosen).mappings()}
        taken = (
            select(seats.c.match, seats.c.kind, seats.c.person, seats.c.level, seats.c.name)
            .where(seats.c.match.in_(some))
            .order_by(seats.c.match, seats.c.seat)
        )
        for match, *seat in connection.execute(taken):
            found[match][1].append(seat)
    return list(found.values())


def touch(connection: Connection, present: Collection[str], at: str) -> None:
    """Note that these people are here, as far as anybody waits for them: at an open table, or to be paired."""
    for some in _in_parts(present):
        waiting = (matches.c.owner == people.c.id) & (matches.c.status == "waiting")
        awaited = or_(exists().where(waiting), people.c.id.in_(select(seeks.c.person)))
        connection.execute(update(people).where(people.c.id.in_(some), awaited).values(seen=at))
        connection.execute(update(seeks).where(seeks.c.person.in_(some)).values(seen=at))


def awaited(connection: Connection, present: Collection[str], before: str) -> bool:
    """Tell whether anybody waits for one of these people, who was last noted as here before this time."""
    for some in _in_parts(present):
        owners = select(matches.c.owner).where(matches.c.status == "waiting", matches.c.owner.in_(some))
        stale = select(people.c.id).where(people.c.id.in_(owners), people.c.seen < before).limit(1)
        seeking = select(seeks.c.person).where(seeks.c.person.in_(some), seeks.c.seen < before).limit(1)
        if connection.scalar(stale) is not None or connection.scalar(seeking) is not None:
            return True
    return False


def _in_parts(ids: Iterable[str]) -> Iterable[list[str]]:
    every = sorted(set(ids))
    return (every[start : start + AT_ONCE] for start in range(0, len(every), AT_ONCE))
