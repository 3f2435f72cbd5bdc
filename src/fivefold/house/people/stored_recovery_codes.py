"""Recovery codes in the database, hashed."""

from collections.abc import Iterable

from sqlalchemy import Connection, delete, func, insert, select

from fivefold.house.database.schema import recovery_codes


def replace(connection: Connection, person: str, hashed: Iterable[str]) -> None:
    """Store a person's codes instead of those before."""
    connection.execute(delete(recovery_codes).where(recovery_codes.c.person == person))
    add(connection, person, hashed)


def add(connection: Connection, person: str, hashed: Iterable[str]) -> None:
    """Store more codes of a person."""
    rows = [{"person": person, "code": code} for code in hashed]
    if rows:
        connection.execute(insert(recovery_codes), rows)


def use(connection: Connection, person: str, hashed: str) -> bool:
    """Delete a code; return whether there was one."""
    here = (recovery_codes.c.person == person) & (recovery_codes.c.code == hashed)
    return connection.execute(delete(recovery_codes).where(here)).rowcount > 0


def count(connection: Connection, person: str) -> int:
    """Return how many codes a person has left."""
    mine = select(func.count()).select_from(recovery_codes).where(recovery_codes.c.person == person)
    return connection.scalar(mine) or 0
