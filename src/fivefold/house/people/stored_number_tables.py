"""Visitors' tables of numbers in the database."""

from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, delete, func, insert, select, update

from fivefold.house.database.schema import number_tables


class StoredTable(NamedTuple):
    """A table of numbers as it is stored."""

    id: str
    person: str
    game: str
    option: str
    name: str
    numbers: str
    changed: str


def load(connection: Connection, table_id: str) -> StoredTable | None:
    """Return a table, or ``None`` if there is none with this id."""
    found = connection.execute(select(number_tables).where(number_tables.c.id == table_id)).first()
    return None if found is None else StoredTable(*found)


def of_person(connection: Connection, person: str, game: str, option: str) -> list[StoredTable]:
    """Return a person's tables for an option, by name."""
    mine = _mine(person, game, option)
    return [StoredTable(*row) for row in connection.execute(mine.order_by(number_tables.c.name))]


def keep(connection: Connection, table: StoredTable) -> str:
    """Store a table, in place of the person's table of the same name; return the id it has."""
    named = _mine(table.person, table.game, table.option).where(number_tables.c.name == table.name)
    known = connection.execute(named).first()
    if known is None:
        connection.execute(insert(number_tables), table._asdict())
        return table.id
    changed = update(number_tables).where(number_tables.c.id == known.id)
    connection.execute(changed.values(numbers=table.numbers, changed=table.changed))
    return str(known.id)


def count(connection: Connection, person: str, game: str, option: str) -> int:
    """Return how many tables a person has for an option."""
    mine = _mine(person, game, option).subquery()
    return int(connection.scalar(select(func.count()).select_from(mine)) or 0)


def remove(connection: Connection, table_id: str) -> None:
    """Delete a table."""
    connection.execute(delete(number_tables).where(number_tables.c.id == table_id))


def _mine(person: str, game: str, option: str) -> Select[Any]:
    here = (number_tables.c.person == person) & (number_tables.c.game == game) & (number_tables.c.option == option)
    return select(number_tables).where(here)
