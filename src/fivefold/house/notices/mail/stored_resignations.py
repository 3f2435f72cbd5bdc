"""Resignations that wait for their player's turn, in the database."""

from collections import defaultdict
from collections.abc import Mapping

from sqlalchemy import Connection, delete, insert, select

from fivefold.house.database.schema import pending_resignations

_COLUMNS = pending_resignations.c


def all_of_them(connection: Connection) -> Mapping[str, frozenset[int]]:
    """Return for each match the seats that will resign."""
    found = defaultdict[str, set[int]](set)
    for match, seat in connection.execute(select(_COLUMNS.match, _COLUMNS.seat)):
        found[match].add(seat)
    return {match: frozenset(seats) for match, seats in found.items()}


def of_match(connection: Connection, match: str) -> frozenset[int]:
    """Return the seats of a match that will resign."""
    return frozenset(connection.scalars(select(_COLUMNS.seat).where(_COLUMNS.match == match)))


def add(connection: Connection, match: str, seat: int, made: str) -> None:
    """Let a seat resign when its turn comes."""
    if seat not in of_match(connection, match):
        connection.execute(insert(pending_resignations), {"match": match, "seat": seat, "made": made})


def remove(connection: Connection, match: str, seat: int) -> None:
    """Let a seat play on."""
    connection.execute(delete(pending_resignations).where(_COLUMNS.match == match, _COLUMNS.seat == seat))


def forget(connection: Connection, match: str) -> None:
    """Forget all of a match."""
    connection.execute(delete(pending_resignations).where(_COLUMNS.match == match))
