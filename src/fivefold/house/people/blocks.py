"""Who wants nothing to do with whom: they don't sit at one table, challenge or write to each other."""

from typing import Final

from sqlalchemy import Connection, delete, insert, or_, select

from fivefold.house.database.schema import blocks
from fivefold.house.errors import NotOffered
from fivefold.house.ledger import Ledger
from fivefold.house.people import people
from fivefold.house.stored_match import time_text

MOST: Final = 500  # People that one person blocks.


class Blocks:
    """The blocks of a house; a person never learns who blocks them."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def blocked(self, one: str, other: str) -> bool:
        """Return whether one of two people blocks the other."""
        with self._ledger.reading() as connection:
            return _blocks(connection, one, other) or _blocks(connection, other, one)

    def around(self, person_id: str) -> set[str]:
        """Return everybody who blocks this person or is blocked by them."""
        return self._ledger.read(around, person_id)

    def of(self, person_id: str) -> list[str]:
        """Return the people whom a person blocks, the latest first."""
        chosen = select(blocks.c.blocked).where(blocks.c.person == person_id)
        return self._ledger.values(chosen.order_by(blocks.c.since.desc(), blocks.c.blocked))

    def block(self, person_id: str, other: str) -> None:
        """Let a person block another. Raises ``NotOffered``."""
        if person_id == other:
            raise NotOffered("you cannot block yourself", subject="block")
        if len(self.of(person_id)) >= MOST:
            raise NotOffered(f"you block {MOST} people already", subject="block", remedy="unblock somebody first")
        now = time_text(self._ledger.now())
        with self._ledger.writing() as connection:
            for each in (person_id, other):
                people.note(connection, each, now)
            if not _blocks(connection, person_id, other):
                connection.execute(insert(blocks), {"person": person_id, "blocked": other, "since": now})

    def unblock(self, person_id: str, other: str) -> None:
        """Let a person block another no longer."""
        self._ledger.execute(delete(blocks).where(blocks.c.person == person_id, blocks.c.blocked == other))


def around(connection: Connection, person: str) -> set[str]:
    """Return everybody who blocks this person or is blocked by them."""
    chosen = select(blocks.c.person, blocks.c.blocked).where(or_(blocks.c.person == person, blocks.c.blocked == person))
    return {each for pair in connection.execute(chosen) for each in pair} - {person}


def _blocks(connection: Connection, person: str, other: str) -> bool:
    here = select(blocks.c.person).where(blocks.c.person == person, blocks.c.blocked == other)
    return connection.scalar(here) is not None
