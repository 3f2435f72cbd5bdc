"""Visitors' own tables of numbers, kept by name; a match holds the numbers, so changing a table changes no match."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Self

from sqlalchemy import Row, Select, delete, func, insert, select, update

from fivefold.contract import Game, Option
from fivefold.contract.errors import InvalidOption
from fivefold.house.database.schema import number_tables
from fivefold.house.errors import NotOffered, NotYours, UnknownTable
from fivefold.house.ledger import Ledger
from fivefold.house.people import people
from fivefold.house.people.people import new_match_id, tidy_title
from fivefold.house.stored_match import time_from_text, time_text
from fivefold.play import catalogue
from fivefold.play.options import canonical

MOST_TABLES: Final = 50  # Of one person for one option.
ID_LENGTH: Final = 40


@dataclass(frozen=True, slots=True)
class NumberTable:
    """A named table of numbers."""

    id: str  # Nobody can guess it; anybody who knows it may read the table.
    game_key: str
    option: str
    name: str
    text: str  # The option's value, as records write it.
    changed: datetime
    owner: str  # A person's id; it stays in the house.

    @classmethod
    def from_row(cls, row: Row[Any]) -> Self:
        """Return a table as it is stored."""
        return cls(row.id, row.game, row.option, row.name, row.numbers, time_from_text(row.changed), row.person)

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
        found = self._ledger.rows(_mine(person_id, game, table).order_by(number_tables.c.name))
        return [NumberTable.from_row(row) for row in found]

    def find(self, table_id: str) -> NumberTable:
        """Return a table. Raises ``UnknownTable``."""
        found = self._ledger.row(select(number_tables).where(number_tables.c.id == table_id[:ID_LENGTH]))
        if found is None:
            raise UnknownTable("it does not exist", subject=f"table {table_id[:20]}", remedy="it may have been deleted")
        return NumberTable.from_row(found)

    def save(self, person_id: str, game_key: str, option: str, name: str, text: str) -> str:
        """Store a table under a name, in place of the person's table of that name; return its id. Raises
        ``InvalidOption``, ``InvalidName``, ``NotOffered``."""
        game, table = _option(game_key, option)
        numbers, tidy = canonical(game, table, text), tidy_title(name)
        now, person, mine = time_text(self._ledger.now()), self._ledger.person(person_id), _mine(person_id, game, table)
        values = {"numbers": numbers, "changed": now}
        with self._ledger.writing() as connection:
            people.note(connection, person_id, now, person.name)
            known = connection.execute(mine.where(number_tables.c.name == tidy)).first()
            if known is not None:
                connection.execute(update(number_tables).where(number_tables.c.id == known.id).values(values))
                table_id = str(known.id)
            else:
                table_id = new_match_id()
                own = {"id": table_id, "person": person_id, "game": game.key, "option": table.name, "name": tidy}
                connection.execute(insert(number_tables), own | values)
            if (connection.scalar(select(func.count()).select_from(mine.subquery())) or 0) > MOST_TABLES:
                remedy = "delete or replace one of them"
                raise NotOffered(f"{MOST_TABLES} are already saved", subject=f"table {tidy}", remedy=remedy)
        return table_id

    def delete(self, table_id: str, person_id: str) -> None:
        """Delete a table. Raises ``UnknownTable``, ``NotYours``."""
        if not self.find(table_id).belongs_to(person_id):
            raise NotYours("it belongs to somebody else", subject="table", remedy="save a copy of your own")
        self._ledger.execute(delete(number_tables).where(number_tables.c.id == table_id))


def _option(game_key: str, name: str) -> tuple[Game, Option]:
    game = catalogue.find(game_key)
    found = next((option for option in game.setup.options if option.name == name and option.table is not None), None)
    if found is None:
        raise InvalidOption(f"{game.name} has no table of numbers with this name", subject=name[:40])
    return game, found


def _mine(person: str, game: Game, option: Option) -> Select[Any]:
    here = number_tables.c
    return select(number_tables).where(here.person == person, here.game == game.key, here.option == option.name)
