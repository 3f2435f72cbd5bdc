"""Clocks in the database: which have to be looked at, when the house was last up, and when it was down."""

from collections.abc import Collection
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, delete, func, insert, select

from fivefold.house.database.schema import heartbeats, matches, outages, seats

HOUSE = "house"
"""Whose heartbeat it is."""
_LOOKED_AT = matches.c.next_look.is_not(None)
DUE = (
    select(matches.c.id, matches.c.next_look)
    .where(matches.c.next_look <= bindparam("at"))
    .order_by(matches.c.next_look)
    .limit(bindparam("most"))
)
NEXT = select(func.min(matches.c.next_look)).where(matches.c.next_look > bindparam("at"))
ANY = select(matches.c.id).where(_LOOKED_AT).limit(1)
CONTROLS = select(matches.c.id, matches.c.time).where(_LOOKED_AT)
OF_PERSON = (
    select(matches.c.id, matches.c.time)
    .distinct()
    .join(seats, seats.c.match == matches.c.id)
    .where(seats.c.person == bindparam("person"), seats.c.over.is_(False), matches.c.began.is_not(None))
)
LAST_END = select(func.max(matches.c.ended))
LAST_CHANGE = select(func.max(matches.c.touched)).where(_LOOKED_AT)
HEARTBEAT = select(heartbeats.c.at, heartbeats.c.every).where(heartbeats.c.name == HOUSE)
OUTAGES = select(outages.c.began, outages.c.ended).order_by(outages.c.ended)


class Look(NamedTuple):
    """A match whose clocks somebody has to look at."""

    match: str
    at: str
    """When, as it is stored."""


class Heartbeat(NamedTuple):
    """The house was up."""

    at: str
    every: int
    """It was to say so again after so many milliseconds."""


def due(connection: Connection, at: str, most: int) -> list[Look]:
    """Return the matches to be looked at by this time, the longest overdue first."""
    return [Look(*row) for row in connection.execute(DUE, {"at": at, "most": most})]


def next_after(connection: Connection, at: str) -> str | None:
    """Return when a match has to be looked at first after this time."""
    found: str | None = connection.scalar(NEXT, {"at": at})
    return found


def any_runs(connection: Connection) -> bool:
    """Return whether any clock runs that has to be looked at."""
    return connection.scalar(ANY) is not None


def controls(connection: Connection) -> list[tuple[str, str]]:
    """Return each match with a clock that has to be looked at, and its time control as a text."""
    return [(match_id, control) for match_id, control in connection.execute(CONTROLS)]


def of_person(connection: Connection, person: str) -> list[tuple[str, str]]:
    """Return a person's unfinished matches whose clocks have begun to run, with their time controls as texts."""
    return [(match_id, control) for match_id, control in connection.execute(OF_PERSON, {"person": person})]


def heartbeat(connection: Connection) -> Heartbeat | None:
    """Return when the house was last up, ``None`` if nobody has noted it yet."""
    found = connection.execute(HEARTBEAT).first()
    return None if found is None else Heartbeat(*found)


def last_change(connection: Connection) -> str:
    """Return when the house has last changed a match whose clocks run, or ended one: so it was up; empty for never."""
    return max(connection.scalar(LAST_END) or "", connection.scalar(LAST_CHANGE) or "")


def beat(connection: Connection, at: str, every: int) -> None:
    """Note that the house is up."""
    connection.execute(delete(heartbeats).where(heartbeats.c.name == HOUSE))
    connection.execute(insert(heartbeats), {"name": HOUSE, "at": at, "every": every})


def note_outage(connection: Connection, began: str, ended: str) -> None:
    """Note that the house was down."""
    values: dict[str, Any] = {"began": began, "ended": ended}
    connection.execute(insert(outages), values)


def all_outages(connection: Connection) -> Collection[tuple[str, str]]:
    """Return when the house was down, in order."""
    return [(began, ended) for began, ended in connection.execute(OUTAGES)]
