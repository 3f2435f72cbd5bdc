"""A database with the house's tables: SQLite unless a URL says otherwise."""

import sqlite3
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from typing import Any, Final

from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from fivefold.contract.errors import FivefoldError, Problem
from fivefold.store.errors import Busy, NotKept, WrongDatabase
from fivefold.store.files import file_of, make_folder, make_private
from fivefold.store.schema import REVISION

WAIT_SECONDS: Final = 3.0
"""How long one writer waits for another by default."""
OPENING_SECONDS: Final = 10.0
"""How long opening a database waits for others who make its tables."""
BUSY_MILLISECONDS: Final = 100
"""How long SQLite itself waits; there is next to nothing to wait for, since readers do not wait for writers."""
PRAGMAS: Final = (
    f"PRAGMA busy_timeout={BUSY_MILLISECONDS}",
    "PRAGMA journal_mode=WAL",  # readers never wait for writers
    "PRAGMA synchronous=FULL",  # what is committed survives a power cut
    "PRAGMA foreign_keys=ON",
)
READERS: Final = 20
"""Connections that stay open; as many more may open for a while."""
WAIT: Final = "fivefold_wait"
"""The execution option that says how many seconds a transaction waits to write; one without it only reads."""
Meanings = Mapping[int, tuple[type[FivefoldError], Problem]]
"""What result codes of SQLite mean to people, https://www.sqlite.org/rescode.html."""
_UNREAD = Busy, Problem("the house cannot read its database just now", remedy="try again in a moment")
_BUSY = (
    Busy,
    Problem(
        "the house cannot write to its database just now: what you sent was not done", remedy="try again in a moment"
    ),
)
_NOT_KEPT = (
    NotKept,
    Problem("this was not kept: the house cannot write to its disk", remedy="what was confirmed before is safe"),
)
WHEN_READING: Final[Meanings] = {sqlite3.SQLITE_BUSY: _UNREAD, sqlite3.SQLITE_LOCKED: _UNREAD}
WHEN_WRITING: Final[Meanings] = {
    sqlite3.SQLITE_BUSY: _BUSY,
    sqlite3.SQLITE_LOCKED: _BUSY,
    sqlite3.SQLITE_FULL: _NOT_KEPT,
    sqlite3.SQLITE_READONLY: _NOT_KEPT,
    sqlite3.SQLITE_IOERR: _NOT_KEPT,
    sqlite3.SQLITE_CANTOPEN: _NOT_KEPT,
}
RESTORE: Final = "restore the last backup (fivefold restore)"
PRIMARY: Final = 0xFF
"""The bits of a result code that give its kind; the others give details."""


class Database:
    """Transactions on one database; safe to share among threads."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open a transaction that only reads, and sees one moment. Raises ``Busy``."""
        with _explained(WHEN_READING), self._engine.begin() as connection:
            yield connection

    @contextmanager
    def writing(self, wait: float = WAIT_SECONDS) -> Iterator[Connection]:
        """Open a transaction that changes something; when it closes without an error, what it wrote is durable.

        ``wait``: seconds that others, of this process or another, have to finish. Raises ``Busy``, ``NotKept``.
        """
        with _explained(WHEN_WRITING), self._engine.connect() as connection:
            connection.execution_options(**{WAIT: wait})
            with connection.begin():
                yield connection

    def check(self) -> None:
        """Check for damage, and that something can be written. Raises ``WrongDatabase``, saying what to do."""
        try:
            with self.reading() as connection:
                found = "ok"
                if connection.dialect.name == "sqlite":
                    found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
            with self.writing():
                pass
        except (DBAPIError, Busy, NotKept) as error:
            raise _unusable(self._place, error) from error
        if found != "ok":
            raise WrongDatabase(f"{self._place}: it is damaged, {' '.join(found.split())}; {RESTORE}")

    def close(self) -> None:
        """Bring everything into the one file and close every connection; the database can be used again after that."""
        if self._engine.dialect.name == "sqlite":
            with suppress(DBAPIError, sqlite3.Error), closing(self._engine.raw_connection()) as opened:
                opened.driver_connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # type: ignore[union-attr]
        self._engine.dispose()

    @property
    def _place(self) -> str:
        return self._engine.url.render_as_string(hide_password=True)


def open_database(url: str) -> Database:
    """Return the database at a URL such as ``sqlite:///matches.sqlite``, its tables made or brought up to date.

    Raises ``WrongDatabase``.
    """
    database = Database(_engine(url))
    try:
        _patiently(database, url)
    except (DBAPIError, Busy, NotKept) as error:
        database.close()
        raise _unusable(_shown(url), error) from error
    except WrongDatabase:
        database.close()
        raise
    return database


def _unusable(place: str, error: Exception) -> WrongDatabase:
    """Return what to say about a database that cannot be used, and what to do."""
    reason = error.orig if isinstance(error, DBAPIError) else error.__cause__
    cure = {
        sqlite3.SQLITE_CORRUPT: RESTORE,
        sqlite3.SQLITE_NOTADB: RESTORE,
        sqlite3.SQLITE_BUSY: "end the program that keeps it locked",
    }.get(getattr(reason, "sqlite_errorcode", 0) & PRIMARY, "let this user write to the file and its folder")
    return WrongDatabase(f"{place}: {reason}; {cure}, or name another folder or URL")


def _patiently(database: Database, url: str) -> None:
    """Make the tables or bring them up to date.

    SQLite itself does not wait where another process just changes the journal's mode.
    """
    until = time.monotonic() + OPENING_SECONDS
    while True:
        try:
            _bring_up_to_date(database, url)
            return
        except Busy:
            if time.monotonic() > until:
                raise
        time.sleep(0.01)


def _bring_up_to_date(database: Database, url: str) -> None:
    with database.reading() as connection:
        current = _is_current(connection)
    if not current:
        with database.writing(OPENING_SECONDS) as connection:
            _migrate(connection, url)


@contextmanager
def _explained(meanings: Meanings) -> Iterator[None]:
    """Raise an error of the database as what it means, where somebody can do something about it."""
    try:
        yield
    except DBAPIError as error:
        code = getattr(error.orig, "sqlite_errorcode", 0) & PRIMARY
        if code not in meanings:
            raise
        kind, problem = meanings[code]
        raise kind(problem) from error.orig


def _engine(url: str) -> Engine:
    try:
        parsed = make_url(url)
        if parsed.get_backend_name() != "sqlite":
            return create_engine(parsed, pool_pre_ping=True, hide_parameters=True)
        if not parsed.database or parsed.database == ":memory:":
            raise WrongDatabase(f"{url}: matches kept in memory are lost; name a file, as sqlite:///matches.sqlite")
        engine = create_engine(parsed, pool_size=READERS, max_overflow=READERS, hide_parameters=True)
    except (ArgumentError, NoSuchModuleError, ModuleNotFoundError) as error:
        raise WrongDatabase(f"{_shown(url)}: {error}; use sqlite:///FILE") from error
    _make_file(url)
    event.listen(engine, "connect", _set_up)
    event.listen(engine, "begin", _begin)
    return engine


def _make_file(url: str) -> None:
    """Make the database's file where there is none, for its owner alone."""
    file = file_of(url)
    if file is None:
        return
    try:
        make_folder(file.parent)
        make_private(file)
    except OSError as error:
        raise WrongDatabase(f"{_shown(url)}: {error.strerror}; name a file that can be written") from error


def _set_up(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # the driver begins no transactions of its own: ``_begin`` does
    for pragma in PRAGMAS:
        connection.execute(pragma)


def _begin(connection: Connection) -> None:
    driver: Any = connection.connection.driver_connection
    wait = connection.get_execution_options().get(WAIT)
    if wait is None:
        driver.execute("BEGIN")  # waits for nothing, so it cannot fail
        return
    driver.execute(f"PRAGMA busy_timeout={max(0, round(1000 * wait))}")
    try:
        # A writer takes its turn at once: one that has read first could be refused because another wrote in between.
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    finally:
        driver.execute(f"PRAGMA busy_timeout={BUSY_MILLISECONDS}")


def _is_current(connection: Connection) -> bool:
    """Return whether every migration has been made: if so, alembic, which takes 15 MB, is not imported."""
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
