"""A house moved from one database to another, of the same kind or not: every row, compared afterwards one by one.

It is read as it is at one moment, so it may be open meanwhile; what is played there after that moment is not copied.
The other database gets all or nothing, in one transaction. Rows go through in parts, so a house of any size does.
"""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import zip_longest
from time import monotonic
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    Column,
    Connection,
    LargeBinary,
    MetaData,
    Select,
    Table,
    Text,
    delete,
    func,
    insert,
    select,
    text,
)
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DataError, DBAPIError

from fivefold.house.database import schema
from fivefold.house.database.database import Database, is_current, open_database, open_source
from fivefold.house.database.files import alone
from fivefold.house.database.kind import Busy, NotCopied, NotKept
from fivefold.house.database.schema import Json

LEFT_OUT: Final = frozenset(each.name for each in schema.TRANSIENT)
"""Tables of what only the processes have to know that are up just now."""
MANY: Final = 2000
"""Rows read and written at once."""
FEW: Final = 20
"""The same where a row may hold a whole mail."""
EVERY_SECONDS: Final = 2.0
"""How often it is told how far it is."""
OPEN_HERE: Final = """
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'fivefold' AND backend_type = 'client backend'
"""
Tell = Callable[[str, int, int], None]
"""Called with a table, how many of its rows are done, and how many there are."""


class Copied(NamedTuple):
    """What was copied."""

    tables: int
    rows: int
    people: int
    matches: int
    entries: int


def copy(source: str, target: str, tell: Tell = lambda table, done, every: None) -> Copied:
    """Copy the house at a URL into an empty database at another, and compare every row. Raises ``NotCopied``,
    ``WrongDatabase``, ``InUse``; then there is nothing in the other one."""
    if make_url(source) == make_url(target):
        raise NotCopied("a house cannot be copied into itself", subject=source.rpartition("@")[2])
    with closing(open_source(source)) as before, alone(target), _told_apart(before), before.reading() as reading:
        if not is_current(reading):
            raise NotCopied(
                "the house to copy was made by another version of this program",
                subject=before.place,
                remedy="let fivefold serve open it once, or use the version that made it",
            )
        with closing(open_database(target)) as after:
            return _copied(reading, after, tell)


def _copied(reading: Connection, after: Database, tell: Tell) -> Copied:
    with _told_apart(after), after.writing() as writing:
        _refuse_taken(writing, after)
        counted = {}
        tables = [_plain(table) for table in schema.METADATA.sorted_tables if table.name not in LEFT_OUT]
        for table in tables:
            counted[table.name] = _copy_table(reading, writing, table, tell)
        for table in tables:
            _compare(reading, writing, table)
            _set_next(reading, writing, table)
        of_matches = (counted[name] for name in ("people", "matches", "entries"))
        return Copied(len(counted), sum(counted.values()), *of_matches)


@contextmanager
def _told_apart(database: Database) -> Iterator[None]:
    """Say of which of the two databases an error is."""
    try:
        yield
    except (DBAPIError, Busy, NotKept) as error:
        raise database.unusable(error) from error


def _refuse_taken(writing: Connection, after: Database) -> None:
    """Raise ``NotCopied`` where somebody has played already, or serves the house; forget what a first start left."""
    for table in (schema.people, schema.matches):
        if writing.scalar(select(func.count()).select_from(table)):
            raise NotCopied(
                "a house is here already",
                subject=after.place,
                remedy="name an empty database: nothing in this one was changed",
            )
    if after.is_shared and (writing.scalar(text(OPEN_HERE)) or 0) > 1:
        raise NotCopied("it is being served", subject=after.place, remedy="stop fivefold there first")
    for table in reversed(schema.METADATA.sorted_tables):
        writing.execute(delete(table))


def _plain(table: Table) -> Table:
    """Return a table whose values come and go as they are stored."""
    columns = (
        Column(each.name, Text() if isinstance(each.type, Json) else each.type, primary_key=each.primary_key)
        for each in table.columns
    )
    return Table(table.name, MetaData(), *columns)


def _in_order(table: Table) -> Select[Any]:
    """Return the query for all rows: those that refer to others of the same table behind these."""
    held = schema.METADATA.tables[table.name]
    own = [table.c[each.parent.name].is_not(None) for each in held.foreign_keys if each.column.table is held]
    return select(table).order_by(*own, *table.primary_key)


def _rows(connection: Connection, table: Table) -> Iterator[Any]:
    heavy = any(isinstance(each.type, LargeBinary) for each in table.columns)
    chosen = _in_order(table).execution_options(yield_per=FEW if heavy else MANY)
    with connection.execute(chosen) as found:
        yield from found.partitions()


def _copy_table(reading: Connection, writing: Connection, table: Table, tell: Tell) -> int:
    every = reading.scalar(select(func.count()).select_from(table)) or 0
    done, told = 0, monotonic()
    for part in _rows(reading, table):
        try:
            writing.execute(insert(table), [dict(row._mapping) for row in part])
        except DataError as error:
            said = f"it cannot hold what is in {table.name}: {error.orig}"
            raise NotCopied(said, subject=writing.engine.url.database or "", remedy="nothing was copied") from error
        done += len(part)
        if monotonic() - told > EVERY_SECONDS:
            tell(table.name, done, every)
            told = monotonic()
    tell(table.name, done, every)
    return done


def _compare(reading: Connection, writing: Connection, table: Table) -> None:
    """Raise ``NotCopied`` for the first row that is not the same in both."""
    for one, other in zip_longest(_rows(reading, table), _rows(writing, table), fillvalue=()):
        for before, after in zip_longest(one, other):
            if before != after:
                found = before or after
                which = ", ".join(f"{each.name} {found._mapping[each.name]}" for each in table.primary_key)
                said = f"a row of {table.name} came out differently: {which}"
                raise NotCopied(said, subject="copy", remedy="nothing was copied")


def _set_next(reading: Connection, writing: Connection, table: Table) -> None:
    """Let the next row get an id that none ever had, where the database gives them."""
    column = schema.METADATA.tables[table.name].autoincrement_column
    if column is None:
        return
    largest = writing.scalar(select(func.max(table.c[column.name]))) or 0
    last = max(_last_given(reading, table.name, column.name), largest)
    named = {"table": table.name, "column": column.name, "last": last}
    if writing.dialect.name == "postgresql":
        writing.execute(text("SELECT setval(pg_get_serial_sequence(:table, :column), :last + 1, false)"), named)
    elif schema.METADATA.tables[table.name].dialect_options["sqlite"]["autoincrement"]:
        writing.execute(text("DELETE FROM sqlite_sequence WHERE name = :table"), named)
        writing.execute(text("INSERT INTO sqlite_sequence (name, seq) VALUES (:table, :last)"), named)


def _last_given(connection: Connection, table: str, column: str) -> int:
    """Return the largest id that a table's rows ever had, as far as the database keeps it."""
    if connection.dialect.name == "sqlite":
        found = text("SELECT seq FROM sqlite_sequence WHERE name = :table")
        return int(connection.scalar(found, {"table": table}) or 0)
    named = {"table": table, "column": column}
    sequence = connection.scalar(text("SELECT pg_get_serial_sequence(:table, :column)"), named)
    last, called = connection.execute(text(f"SELECT last_value, is_called FROM {sequence}")).one()  # noqa: S608
    return int(last if called else last - 1)
