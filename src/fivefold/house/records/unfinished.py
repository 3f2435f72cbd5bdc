"""Unfinished matches, counted for a person: those they play in and those of their tournaments."""

from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, bindparam, func, or_, select

from fivefold.house.database.schema import matches, seats, tournaments


class Unfinished(NamedTuple):
    """How many there are, and the one that was touched least recently."""

    matches: int
    longest: str | None


_TAKEN = select(seats.c.match).where(seats.c.person == bindparam("person"), seats.c.over.is_(False))
_OWNED = matches.c.tournament.in_(select(tournaments.c.id).where(tournaments.c.person == bindparam("person")))
_PEOPLE = select(seats.c.match).where(seats.c.match == matches.c.id, seats.c.person.is_not(None)).exists()


def _counted(which: ColumnElement[bool]) -> Any:
    """Return the statement that counts, and names the match that was touched least recently."""
    there = (matches.c.status != "over") & matches.c.beside.is_(None) & which
    return select(func.count().over(), matches.c.id).where(there).order_by(matches.c.touched, matches.c.id).limit(1)


OF_PERSON = _counted(or_(matches.c.id.in_(_TAKEN), _OWNED))
AMONG_COMPUTERS = _counted(_OWNED & ~_PEOPLE)


def of_person(connection: Connection, person: str) -> Unfinished:
    """Return what a person has not finished."""
    return Unfinished(*(connection.execute(OF_PERSON, {"person": person}).first() or (0, None)))


def among_computers(connection: Connection, person: str) -> Unfinished:
    """Return the games of a person's tournaments in which only computers play."""
    return Unfinished(*(connection.execute(AMONG_COMPUTERS, {"person": person}).first() or (0, None)))
