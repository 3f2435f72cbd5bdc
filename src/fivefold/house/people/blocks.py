"""Who wants nothing to do with whom: they don't sit at one table, challenge or write to each other."""

from typing import Final

from fivefold.house.errors import NotOffered
from fivefold.house.ledger import Ledger
from fivefold.house.people import stored_blocks as blocks
from fivefold.house.people import stored_people as people
from fivefold.house.stored_match import time_text

MOST: Final = 500
"""People that one person blocks."""


class Blocks:
    """The blocks of a house; a person never learns who blocks them."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def blocked(self, one: str, other: str) -> bool:
        """Return whether one of two people blocks the other."""
        with self._ledger.reading() as connection:
            return blocks.either(connection, one, other)

    def around(self, person_id: str) -> set[str]:
        """Return everybody who blocks this person or is blocked by them."""
        with self._ledger.reading() as connection:
            return blocks.around(connection, person_id)

    def of(self, person_id: str) -> list[str]:
        """Return the people whom a person blocks, the latest first."""
        with self._ledger.reading() as connection:
            return blocks.blocked_by(connection, person_id)

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
            blocks.add(connection, person_id, other, now)

    def unblock(self, person_id: str, other: str) -> None:
        """Let a person block another no longer."""
        with self._ledger.writing() as connection:
            blocks.remove(connection, person_id, other)
