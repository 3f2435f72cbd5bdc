"""SQLite: a file, many readers, one writer at a time."""

import sqlite3
from collections.abc import Mapping
from contextlib import closing, suppress
from typing import Any, Final

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError

from fivefold.store.errors import WrongDatabase
from fivefold.store.files import file_of, make_folder, make_private
from fivefold.store.kind import NOT_KEPT, UNREAD, UNWRITTEN, WAIT, Meaning

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
WHEN_READING: Final[Mapping[int, Meaning]] = {sqlite3.SQLITE_BUSY: UNREAD, sqlite3.SQLITE_LOCKED: UNREAD}
"""What result codes of SQLite mean to people, https://www.sqlite.org/rescode.html."""
WHEN_WRITING: Final[Mapping[int, Meaning]] = {
    sqlite3.SQLITE_BUSY: UNWRITTEN,
    sqlite3.SQLITE_LOCKED: UNWRITTEN,
    sqlite3.SQLITE_FULL: NOT_KEPT,
    sqlite3.SQLITE_READONLY: NOT_KEPT,
    sqlite3.SQLITE_IOERR: NOT_KEPT,
    sqlite3.SQLITE_CANTOPEN: NOT_KEPT,
}
RESTORE: Final = "restore the last backup (fivefold restore)"
CURES: Final = {
    sqlite3.SQLITE_CORRUPT: RESTORE,
    sqlite3.SQLITE_NOTADB: RESTORE,
    sqlite3.SQLITE_BUSY: "end the program that keeps it locked",
}
PRIMARY: Final = 0xFF
"""The bits of a result code that give its kind; the others give details."""


class SQLite:
    """Databases that are files."""

    def engine(self, url: URL, as_it_is: bool = False) -> Engine:
        """Return connections to a file, which is made if it is not there, unless it is only read.

        Raises ``WrongDatabase``.
        """
        if not url.database or url.database == ":memory:":
            raise WrongDatabase(f"{url}: matches kept in memory are lost; name a file, as sqlite:///matches.sqlite")
        engine = create_engine(url, pool_size=READERS, max_overflow=READERS, hide_parameters=True)
        if as_it_is:
            _find_file(url)
        else:
            _make_file(url)
        event.listen(engine, "connect", _leave_as_it_is if as_it_is else _set_up)
        event.listen(engine, "begin", _begin)
        return engine

    def prepare(self, connection: Connection) -> None:
        """Nothing is needed."""

    def meaning(self, error: DBAPIError, writes: bool) -> Meaning | None:
        """Return what an error means where somebody can do something about it."""
        return (WHEN_WRITING if writes else WHEN_READING).get(_code(error.orig))

    def cure(self, error: BaseException | None) -> str:
        """Return what to do about a database that cannot be used for this reason."""
        return CURES.get(_code(error), "let this user write to the file and its folder") + ", or name another folder"

    def damage(self, connection: Connection) -> str:
        """Return what is damaged, and what to do; empty if nothing is."""
        found = " ".join(connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one().split())
        return "" if found == "ok" else f"{found}; {RESTORE}"

    def close(self, engine: Engine) -> None:
        """Bring everything into the one file."""
        with suppress(DBAPIError, sqlite3.Error), closing(engine.raw_connection()) as opened:
            opened.driver_connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # type: ignore[union-attr]


def _code(error: BaseException | None) -> int:
    return int(getattr(error, "sqlite_errorcode", 0)) & PRIMARY


def _make_file(url: URL) -> None:
    """Make the database's file where there is none, for its owner alone."""
    file = file_of(url)
    if file is None:
        return
    try:
        make_folder(file.parent)
        make_private(file)
    except OSError as error:
        raise WrongDatabase(f"{url}: {error.strerror}; name a file that can be written") from error


def _find_file(url: URL) -> None:
    file = file_of(url)
    if file is not None and not file.is_file():
        raise WrongDatabase(f"{url}: there is no house here; name its file")


def _leave_as_it_is(connection: Any, _record: object) -> None:
    connection.isolation_level = None
    connection.execute(PRAGMAS[0])


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
