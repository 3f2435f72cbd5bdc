"""Who wants nothing to do with whom, in the database."""

from sqlalchemy import Connection, delete, insert, or_, select

from fivefold.house.database.schema import blocks


def add(connection: Connection, person: str, blocked: str, since: str) -> None:
    """Note that a person blocks another, once."""
    if not _holds(connection, person, blocked):
        connection.execute(insert(blocks), {"person": person, "blocked": blocked, "since": since})


def remove(connection: Connection, person: str, blocked: str) -> None:
    """Note that a person blocks another no longer."""
    connection.execute(delete(blocks).where(blocks.c.person == person, blocks.c.blocked == blocked))


def either(connection: Connection, one: str, other: str) -> bool:
    """Return whether one of two people blocks the other."""
    return _holds(connection, one, other) or _holds(connection, other, one)


def blocked_by(connection: Connection, person: str) -> list[str]:
    """Return the people whom a person blocks, the latest first."""
    chosen = select(blocks.c.blocked).where(blocks.c.person == person)
    return list(connection.scalars(chosen.order_by(blocks.c.since.desc(), blocks.c.blocked)))


def around(connection: Connection, person: str) -> set[str]:
    """Return everybody who blocks this person or is blocked by them."""
    chosen = select(blocks.c.person, blocks.c.blocked).where(or_(blocks.c.person == person, blocks.c.blocked == person))
    return {each for pair in connection.execute(chosen) for each in pair} - {person}


def _holds(connection: Connection, person: str, blocked: str) -> bool:
    here = select(blocks.c.person).where(blocks.c.person == person, blocks.c.blocked == blocked)
    return connection.scalar(here) is not None
