"""A database with the house's tables: SQLite unless a URL says otherwise."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from sqlalchemy import Connection, Engine, func, inspect, select, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError
from sqlalchemy.exc import TimeoutError as NoneFree

from fivefold.contract.errors import Problem
from fivefold.house.database import schema
from fivefold.house.database.bulletins import Listening, listening
from fivefold.house.database.files import file_of, free_bytes
from fivefold.house.database.kind import (
    AGAIN,
    BESIDE,
    NO_HOUSE,
    ONCE,
    TOGETHER,
    WAIT,
    Busy,
    NotKept,
    OutcomeUnknown,
    WrongDatabase,
)
from fivefold.house.database.postgresql import PostgreSQL
from fivefold.house.database.schema import REVISION
from fivefold.house.database.sqlite import SQLite

WAIT_SECONDS: Final = 3.0
"""How long one writer waits for another by default."""
OPENING_SECONDS: Final = {False: 10.0, True: 120.0}
"""How long opening a database waits for others who make its tables; longer where a house is shared and may be large."""
Kind = SQLite | PostgreSQL
"""How a kind of database is opened, how its transactions begin, and what its errors mean."""
KINDS: Final[dict[str, Kind]] = {"sqlite": SQLite(), "postgresql": PostgreSQL(), "postgres": PostgreSQL()}
SECRETS: Final = ("password", "sslpassword", "passfile")
"""What a URL may say behind a question mark that nobody should read."""
FORMS: Final = "sqlite:///FILE or postgresql://NAME@HOST/DATABASE"


Given = ParamSpec("Given")
Found = TypeVar("Found")


class Database:
    """Transactions on one database; safe to share among threads."""

    def __init__(self, engine: Engine, kind: Kind) -> None:
        self._engine, self._kind = engine, kind
        self.on_written: list[Callable[[float], None]] = []
        """Each called after a commit with how many seconds its transaction took, from the thread that wrote."""

    @property
    def name(self) -> str:
        """The name of its kind: ``sqlite``, ``postgresql``."""
        return self._engine.dialect.name

    @property
    def connections(self) -> tuple[int, int]:
        """How many connections are in use, and how many may be."""
        pool: Any = self._engine.pool
        return pool.checkedout(), pool.size() + pool._max_overflow

    @property
    def place(self) -> str:
        """Where it is, without a password."""
        return shown_url(self._engine.url)

    def free_bytes(self) -> int | None:
        """Return the room left on its disk; ``None`` where it is no file of this machine."""
        file = file_of(self._engine.url)
        return None if file is None else free_bytes(file.parent)

    @property
    def is_shared(self) -> bool:
        """Whether other processes may serve the same house: one on SQLite has one process to itself."""
        return self._engine.dialect.name != "sqlite"

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open a transaction that only reads, and sees one moment. Raises ``Busy``."""
        with self._explained(writes=False):
            connection = self._begun()
            with connection, connection.get_transaction():  # type: ignore[union-attr]
                yield connection

    def once(
        self, query: Callable[Concatenate[Connection, Given], Found], *given: Given.args, **named: Given.kwargs
    ) -> Found:
        """Return what a query of one statement finds: outside of a transaction, which would be two messages more to a
        server. Raises ``Busy``."""
        with self._explained(writes=False):
            for again in (True, False):
                try:
                    with self._engine.connect().execution_options(**{ONCE: True}) as connection:
                        return query(connection, *given, **named)
                except DBAPIError as error:
                    if not again or not error.connection_invalidated:  # lost since it was last used: there is another
                        raise
        raise AssertionError

    @contextmanager
    def writing(self, wait: float = WAIT_SECONDS, together: bool = False) -> Iterator[Connection]:
        """Open a transaction that changes something; when it closes without an error, what it wrote is durable.

        ``wait``: seconds that others, of this process or another, have to finish. ``together``: others who say so may
        write meanwhile, where the database can do that: for changes that no other such change can get in the way of.
        Raises ``Busy``, ``NotKept``, ``OutcomeUnknown``.
        """
        begun = time.perf_counter()
        with self._explained(writes=True):
            connection = self._begun(**{WAIT: wait, TOGETHER: together})
            with connection:
                yield connection
                try:
                    connection.commit()
                except DBAPIError as error:
                    if not error.connection_invalidated:
                        raise
                    raise OutcomeUnknown(
                        "the house lost its database while it kept this", remedy="look whether it was done"
                    ) from error.orig
        for told in self.on_written:
            told(time.perf_counter() - begun)

    @contextmanager
    def beside(self) -> Iterator[Connection]:
        """Open a transaction for what the processes of a house tell each other, where there may be several.

        No decision rests on that, so it waits for nobody who decides, and may be lost in a crash. Raises ``Busy``.
        """
        with self._explained(writes=True):
            connection = self._begun(**{BESIDE: True})
            with connection, connection.get_transaction():  # type: ignore[union-attr]
                yield connection

    @contextmanager
    def listening(self) -> Iterator[Listening]:
        """Listen in this block to what processes notify each other of, where there may be several. Raises ``Busy``."""
        with self._explained(writes=False), listening(self._engine) as opened:
            yield opened

    def check(self) -> None:
        """Check for damage, and that something can be written. Raises ``WrongDatabase``, saying what to do."""
        try:
            with self.reading() as connection:
                damage = self._kind.damage(connection)
            with self.writing() as connection:
                connection.execute(text("UPDATE alembic_version SET version_num = version_num"))
        except (DBAPIError, Busy, NotKept) as error:
            raise self.unusable(error) from error
        if damage:
            raise WrongDatabase(f"{self.place}: it is damaged, {damage}")

    def held(self) -> tuple[int, int]:
        """Return how many people the house knows, and how many matches it has. Raises ``Busy``."""
        with self.reading() as connection:
            tables = schema.people, schema.matches
            people, matches = (connection.scalar(select(func.count()).select_from(each)) or 0 for each in tables)
            return people, matches

    def close(self) -> None:
        """Bring everything to its place and close every connection; the database can be used again after that."""
        self._kind.close(self._engine)
        self._engine.dispose()

    def bring_up_to_date(self) -> None:
        """Make the tables or bring them up to date.

        SQLite itself does not wait where another process just changes the journal's mode. Raises ``WrongDatabase``.
        """
        until = time.monotonic() + OPENING_SECONDS[self.is_shared]
        while True:
            try:
                self._migrated()
                return
            except Busy as error:
                if time.monotonic() > until or self.is_shared:
                    raise self.unusable(error) from error
            except (DBAPIError, NotKept) as error:
                raise self.unusable(error) from error
            time.sleep(0.01)

    def unusable(self, error: Exception) -> WrongDatabase:
        """Return what to say about a database that cannot be used, and what to do."""
        reason = error.orig if isinstance(error, DBAPIError) else error.__cause__
        said = " ".join(str(reason or error).split())
        return WrongDatabase(f"{self.place}: {said}; {self._kind.cure(reason, self._engine.url)}, or name another URL")

    # How it works

    def _begun(self, **options: float | bool) -> Connection:
        """Return a connection with a transaction that has begun.

        A connection that was lost since it was last used is noticed by its first statement: then there is another.
        """
        for again in (True, False):
            connection = self._engine.connect()
            try:
                connection.execution_options(**options)
                connection.begin()
            except BaseException as error:
                connection.close()
                if not again or not isinstance(error, DBAPIError) or not error.connection_invalidated:
                    raise
            else:
                return connection
        raise AssertionError

    @contextmanager
    def _explained(self, writes: bool) -> Iterator[None]:
        """Raise an error of the database as what it means, where somebody can do something about it."""
        try:
            yield
        except NoneFree as error:
            raise Busy(Problem("too many people are here just now, so this was not done", remedy=AGAIN)) from error
        except DBAPIError as error:
            found = self._kind.meaning(error, writes)
            if found is None:
                raise
            kind, problem = found
            raise kind(problem) from error.orig

    def _migrated(self) -> None:
        with self.reading() as connection:
            current = is_current(connection)
        if not current:
            with self.writing(OPENING_SECONDS[self.is_shared]) as connection:
                _migrate(connection, self.place)
                self._kind.prepare(connection)


def open_database(url: str) -> Database:
    """Return the database at a URL such as ``sqlite:///matches.sqlite``, its tables made or brought up to date. Raises
    ``WrongDatabase``."""
    database = _connected(url)
    try:
        database.bring_up_to_date()
    except WrongDatabase:
        database.close()
        raise
    return database


def open_house(url: str) -> Database:
    """Return the database of a house that is there already, brought up to date. Raises ``WrongDatabase``, also where
    there is none; then nothing is made."""
    open_source(url).close()
    return open_database(url)


def open_source(url: str) -> Database:
    """Return a database that is only read, as it is: whether its tables are up to date tells ``is_current``. Raises
    ``WrongDatabase``, also where there is none."""
    database = _connected(url, as_it_is=True)
    try:
        with database.reading() as connection:
            if not inspect(connection).has_table(schema.matches.name):
                raise WrongDatabase(f"{database.place}: {NO_HOUSE}")
    except (DBAPIError, Busy) as error:
        database.close()
        raise database.unusable(error) from error
    except WrongDatabase:
        database.close()
        raise
    return database


def _connected(url: str, as_it_is: bool = False) -> Database:
    try:
        parsed = make_url(url)
        kind = KINDS.get(parsed.get_backend_name())
        if kind is None:
            raise WrongDatabase(f"{shown_url(url)}: this kind of database is not known; use {FORMS}")
        return Database(kind.engine(parsed, as_it_is), kind)
    except (ArgumentError, NoSuchModuleError, ModuleNotFoundError) as error:
        raise WrongDatabase(f"{shown_url(url)}: {error}; use {FORMS}") from error


def is_current(connection: Connection) -> bool:
    """Return whether every migration has been made: if so, alembic, which takes 15 MB, is not imported."""
    if not inspect(connection).has_table("alembic_version"):
        return False
    return list(connection.scalars(text("SELECT version_num FROM alembic_version"))) == [REVISION]


def _migrate(connection: Connection, place: str) -> None:
    from fivefold.house.database import migrations  # noqa: PLC0415

    try:
        migrations.upgrade(connection)
    except migrations.CommandError as error:
        raise WrongDatabase(f"{place}: it was made by a newer version of this program ({error})") from error


def shown_url(url: str | URL) -> str:
    """Return a database's URL to show to people: without a password, wherever that stands."""
    try:
        parsed = make_url(url)
        return parsed.difference_update_query(SECRETS).render_as_string(hide_password=True)
    except ArgumentError:
        return "database URL"


def is_outdated(connection: Connection) -> bool:
    """Return whether migrations that this program needs have not been made.

    A newer program may have made more of them: this one goes on until it is replaced, since migrations only add.
    """
    made = list(connection.scalars(text("SELECT version_num FROM alembic_version")))
    return not made or max(made) < REVISION
