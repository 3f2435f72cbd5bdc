"""Visitors' own tables of numbers, kept by name; a match holds the numbers, so changing a table changes no match."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from fivefold.contract import Game, Option
from fivefold.contract.errors import InvalidOption
from fivefold.house import stored_match
from fivefold.house.errors import NotOffered, NotYours, UnknownTable
from fivefold.house.ledger import Ledger
from fivefold.house.people import stored_number_tables as number_tables
from fivefold.house.people import stored_people as people
from fivefold.house.people.people import new_match_id, tidy_title
from fivefold.house.people.stored_number_tables import StoredTable
from fivefold.play import catalogue
from fivefold.play.options import canonical

MOST_TABLES: Final = 50
"""Of one person for one option."""
ID_LENGTH: Final = 40


@dataclass(frozen=True, slots=True)
class NumberTable:
    """A named table of numbers."""

    id: str
    """Nobody can guess it; anybody who knows it may read the table."""
    game_key: str
    option: str
    name: str
    text: str
    """The option's value, as records write it."""
    changed: datetime
    owner: str
    """A person's id; it stays in the house."""

    def belongs_to(self, person_id: str) -> bool:
        """Return whether this person may change it."""
        return self.owner == person_id


class NumberTables:
    """All tables of numbers."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def of_person(self, person_id: str, game_key: str, option: str) -> list[NumberTable]:
        """Return a person's tables for an option, by name. Raises ``InvalidOption`` for an option that takes none."""
        game, table = _option(game_key, option)
        with self._ledger.reading() as connection:
            found = number_tables.of_person(connection, person_id, game.key, table.name)
        return [_table(stored) for stored in found]

    def find(self, table_id: str) -> NumberTable:
        """Return a table. Raises ``UnknownTable``."""
        with self._ledger.reading() as connection:
            found = number_tables.load(connection, table_id[:ID_LENGTH])
        if found is None:
            raise UnknownTable("it does not exist", subject=f"table {table_id[:20]}", remedy="it may have been deleted")
        return _table(found)

    def save(self, person_id: str, game_key: str, option: str, name: str, text: str) -> str:
        """Store a table under a name, in place of the person's table of that name; return its id.

        Raises ``InvalidOption``, ``InvalidName``, ``NotOffered``.
        """
        game, table = _option(game_key, option)
        numbers, tidy = canonical(game, table, text), tidy_title(name)
        now = stored_match.time_text(self._ledger.now())
        person = self._ledger.person(person_id)
        stored = StoredTable(new_match_id(), person_id, game.key, table.name, tidy, numbers, now)
        with self._ledger.writing() as connection:
            people.note(connection, person_id, now, person.name)
            kept = number_tables.keep(connection, stored)
            if number_tables.count(connection, person_id, game.key, table.name) > MOST_TABLES:
                raise NotOffered(
                    f"{MOST_TABLES} are already saved",
                    subject=f"table {tidy}",
                    remedy="delete or replace one of them",
                )
        return kept

    def delete(self, table_id: str, person_id: str) -> None:
        """Delete a table. Raises ``UnknownTable``, ``NotYours``."""
        if not self.find(table_id).belongs_to(person_id):
            raise NotYours("it belongs to somebody else", subject="table", remedy="save a copy of your own")
        with self._ledger.writing() as connection:
            number_tables.remove(connection, table_id)


def _option(game_key: str, name: str) -> tuple[Game, Option]:
    """Return a game with its option that is a table. Raises ``InvalidOption``."""
    game = catalogue.find(game_key)
    found = next((option for option in game.setup.options if option.name == name and option.table is not None), None)
    if found is None:
        raise InvalidOption(f"{game.name} has no table of numbers with this name", subject=name[:40])
    return game, found


def _table(stored: StoredTable) -> NumberTable:
    changed = stored_match.time_from_text(stored.changed)
    return NumberTable(stored.id, stored.game, stored.option, stored.name, stored.numbers, changed, stored.person)
