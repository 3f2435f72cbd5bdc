"""Unfinished matches, counted for a guest: those they play in and those of their tournaments."""

from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, bindparam, func, or_, select

from fivefold.store.schema import matches, seats, tournaments


class Unfinished(NamedTuple):
    """How many there are, and the one that was touched least recently."""

    matches: int
    longest: str | None


_TAKEN = select(seats.c.match).where(seats.c.guest == bindparam("guest"))
_OWNED = matches.c.tournament.in_(select(tournaments.c.id).where(tournaments.c.guest == bindparam("guest")))
_PEOPLE = select(seats.c.match).where(seats.c.match == matches.c.id, seats.c.guest.is_not(None)).exists()


def _counted(which: ColumnElement[bool]) -> Any:
    """Return the statement that counts, and names the match that was touched least recently."""
    there = (matches.c.status != "over") & matches.c.beside.is_(None) & which
    return select(func.count().over(), matches.c.id).where(there).order_by(matches.c.touched, matches.c.id).limit(1)


OF_GUEST = _counted(or_(matches.c.id.in_(_TAKEN), _OWNED))
AMONG_COMPUTERS = _counted(_OWNED & ~_PEOPLE)


def of_guest(connection: Connection, guest: str) -> Unfinished:
    """Return what a guest has not finished."""
    return Unfinished(*(connection.execute(OF_GUEST, {"guest": guest}).first() or (0, None)))


def among_computers(connection: Connection, guest: str) -> Unfinished:
    """Return the games of a guest's tournaments in which only computers play."""
    return Unfinished(*(connection.execute(AMONG_COMPUTERS, {"guest": guest}).first() or (0, None)))
