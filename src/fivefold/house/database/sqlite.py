"""SQLite: a file, many readers, one writer at a time."""

import os
import sqlite3
import tempfile
from collections.abc import Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError

from fivefold.house.database.files import MAKE_ROOM, file_of, is_full, make_folder, make_private
from fivefold.house.database.kind import NO_HOUSE, NOT_KEPT, ONCE, UNREAD, UNWRITTEN, WAIT, Meaning, WrongDatabase

BUSY_MILLISECONDS: Final = 100
"""How long SQLite itself waits; there is next to nothing to wait for, since readers do not wait for writers."""
WRITE_AHEAD: Final = "PRAGMA journal_mode=WAL"
PRAGMAS: Final = (
    f"PRAGMA busy_timeout={BUSY_MILLISECONDS}",
    WRITE_AHEAD,  # readers never wait for writers
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
EMPTY_FILE: Final = f"it has 0 bytes, so it is no house any more; move it away and {RESTORE}, or begin a new house"
CURES: Final = {
    sqlite3.SQLITE_CORRUPT: RESTORE,
    sqlite3.SQLITE_NOTADB: RESTORE,
    sqlite3.SQLITE_FULL: MAKE_ROOM,
    sqlite3.SQLITE_BUSY: "end the program that keeps it locked",
}
PRIMARY: Final = 0xFF
"""The bits of a result code that give its kind; the others give details."""


class SQLite:
    """Databases that are files."""

    def engine(self, url: URL, as_it_is: bool = False) -> Engine:
        """Return connections to a file, which is made if it is not there, unless it is only read. Raises
        ``WrongDatabase``."""
        if not url.database or url.database == ":memory:":
            raise WrongDatabase(f"{url}: matches kept in memory are lost; name a file, as sqlite:///matches.sqlite")
        # The one used last is taken first: its pages are still at hand.
        engine = create_engine(url, pool_size=READERS, max_overflow=READERS, pool_use_lifo=True, hide_parameters=True)
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

    def cure(self, error: BaseException | None, url: URL) -> str:
        """Return what to do about a database that cannot be used for this reason."""
        known = CURES.get(_code(error))
        if known is None and (file := file_of(url)) is not None and is_full(file.parent):
            known = MAKE_ROOM
        return (known or "let this user write to the file and its folder") + ", or name another folder"

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
        if not file.exists():
            _make_new(file)
        make_private(file)
    except (OSError, sqlite3.Error) as error:
        cure = MAKE_ROOM if is_full(file.parent) else "name a file that can be written"
        raise WrongDatabase(f"{url}: {getattr(error, 'strerror', None) or error}; {cure}") from error
    _refuse_empty(file, url)


def _make_new(file: Path) -> None:
    """Make a database without tables. It gets its name when it is one: no crash leaves a file of 0 bytes."""
    handle, name = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)  # readable by its owner alone
    os.close(handle)
    try:
        with closing(sqlite3.connect(name)) as made:
            made.execute(WRITE_AHEAD)
        try:
            os.link(name, file)
        except OSError:  # another process was quicker, or this disk has no links
            if not file.exists():
                Path(name).rename(file)
    finally:
        Path(name).unlink(missing_ok=True)


def _find_file(url: URL) -> None:
    file = file_of(url)
    if file is None:
        return
    if not file.is_file():
        raise WrongDatabase(f"{url}: {NO_HOUSE}")
    _refuse_empty(file, url)


def _refuse_empty(file: Path, url: URL) -> None:
    if not file.stat().st_size:
        raise WrongDatabase(f"{url}: {EMPTY_FILE}")


def _leave_as_it_is(connection: Any, _record: object) -> None:
    connection.isolation_level = None
    connection.execute(PRAGMAS[0])


def _set_up(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # the driver begins no transactions of its own: ``_begin`` does
    for pragma in PRAGMAS:
        connection.execute(pragma)


def _begin(connection: Connection) -> None:
    if connection.get_execution_options().get(ONCE):
        return
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
