"""A database with the house's tables: SQLite unless a URL says otherwise."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DatabaseError, NoSuchModuleError, OperationalError

from fivefold.store.errors import WrongDatabase
from fivefold.store.schema import REVISION

BUSY_MILLISECONDS: Final = 10_000
"""So long one writer waits for another, in SQLite."""
PRAGMAS: Final = (
    f"PRAGMA busy_timeout={BUSY_MILLISECONDS}",
    "PRAGMA journal_mode=WAL",  # who reads never waits for who writes
    "PRAGMA synchronous=FULL",  # what is committed survives a power cut
    "PRAGMA foreign_keys=ON",
)
READERS: Final = 20
"""Connections that stay open; as many more may open for a while."""
WRITING: Final = "fivefold_writing"


class Database:
    """Transactions on one database; safe to share among threads."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._writing = engine.execution_options(**{WRITING: True})

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open a transaction that only reads, and sees one moment."""
        with self._engine.begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Open a transaction that changes something; when it closes without an error, what it wrote is durable."""
        with self._writing.begin() as connection:
            yield connection

    def close(self) -> None:
        """Close every connection; the database can be used again after that."""
        self._engine.dispose()


def open_database(url: str) -> Database:
    """Return the database at a URL such as ``sqlite:///matches.sqlite``, its tables made or brought up to date.

    Raises ``WrongDatabase``.
    """
    database = Database(_engine(url))
    try:
        with database.reading() as connection:
            current = _is_current(connection)
        if not current:
            with database.writing() as connection:
                _migrate(connection, url)
    except (OperationalError, DatabaseError) as error:
        database.close()
        raise WrongDatabase(f"{_shown(url)}: {error.orig}; name a file that can be written, or another URL") from error
    except WrongDatabase:
        database.close()
        raise
    return database


def _engine(url: str) -> Engine:
    try:
        parsed = make_url(url)
        if parsed.get_backend_name() != "sqlite":
            return create_engine(parsed, pool_pre_ping=True)
        if not parsed.database or parsed.database == ":memory:":
            raise WrongDatabase(f"{url}: matches kept in memory are lost; name a file, as sqlite:///matches.sqlite")
        engine = create_engine(parsed, pool_size=READERS, max_overflow=READERS)
    except (ArgumentError, NoSuchModuleError, ModuleNotFoundError) as error:
        raise WrongDatabase(f"{_shown(url)}: {error}; use sqlite:///FILE") from error
    Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
    event.listen(engine, "connect", _set_up)
    event.listen(engine, "begin", _begin)
    return engine


def _set_up(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # the driver begins no transactions of its own: ``_begin`` does
    for pragma in PRAGMAS:
        _patiently(connection, pragma)


def _patiently(connection: Any, statement: str) -> None:
    """Execute a statement; SQLite itself does not wait where another process just changes the journal's mode."""
    until = time.monotonic() + BUSY_MILLISECONDS / 1000
    while True:
        try:
            connection.execute(statement)
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > until:
                raise
        time.sleep(0.01)


def _begin(connection: Connection) -> None:
    # A writer takes its turn at once: one that has read first could be refused because another wrote in between.
    writing = connection.get_execution_options().get(WRITING)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")


def _is_current(connection: Connection) -> bool:
    """Tell whether every migration has been made: then alembic, which takes 15 MB, stays out of the process."""
    if not inspect(connection).has_table("alembic_version"):
        return False
    return list(connection.scalars(text("SELECT version_num FROM alembic_version"))) == [REVISION]


def _migrate(connection: Connection, url: str) -> None:
    from fivefold.store import migrations  # noqa: PLC0415

    try:
        migrations.upgrade(connection)
    except migrations.CommandError as error:
        raise WrongDatabase(f"{_shown(url)}: it was made by a newer version of this program ({error})") from error


def _shown(url: str) -> str:
    """Return a URL without its password."""
    try:
        return make_url(url).render_as_string(hide_password=True)
    except ArgumentError:
        return "database URL"
