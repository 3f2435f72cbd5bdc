"""Rows that may be there already, in the words of each kind of database."""

from typing import Any, Final

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite

INSERT: Final[dict[str, Any]] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}


def insert_new(table: Table, connection: Connection) -> Any:
    """Return the statement that inserts rows, but leaves those that are there as they are."""
    return INSERT[connection.dialect.name](table).on_conflict_do_nothing()
