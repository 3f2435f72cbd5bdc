"""PostgreSQL: a server, any number of processes on any number of machines.

Code above the store is written for one writer at a time. Here too whoever writes has the house to themselves, by a lock
that the transaction takes with its first statement and that ends with it; only those who write *together*, moves in
matches that go on, share it.

Texts are as on SQLite: compared byte by byte, by the collation "C", whatever the database has; and of any length, for
how long they may be is settled where they come in, and a house that is moved here has to fit.
"""

from typing import Final

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.exc import DataError, DBAPIError, OperationalError

from fivefold.contract.errors import InvalidOption, Problem
from fivefold.house.database.kind import (
    AGAIN,
    BESIDE,
    NOT_KEPT,
    ONCE,
    TOGETHER,
    UNREAD,
    UNWRITTEN,
    WAIT,
    Busy,
    Meaning,
    NotKept,
    WrongDatabase,
)

DRIVER: Final = "postgresql+psycopg"
ALSO_CALLED: Final = frozenset({"postgres", "postgresql", DRIVER})
HOUSE_LOCK: Final = 0x5F17E
"""The key of the advisory lock; a database has its own."""
CONNECTIONS: Final = 10
"""Connections of a process that stay open; as many more may open for a while."""
POOL_SECONDS: Final = 3.0
"""How long a command waits for a connection that is free."""
IDLE_SECONDS: Final = 30
"""After so long without a word from a process the server ends its transaction: a machine that is gone blocks nobody."""
CONNECTING: Final = {
    "connect_timeout": "5",
    "application_name": "fivefold",
    # A server that is gone is noticed after about ten seconds, not after the system's two hours.
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "3",
    "tcp_user_timeout": "10000",
}
"""What connections are made with where the URL doesn't say otherwise."""
READING: Final = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
TELLING: Final = "BEGIN; SET LOCAL synchronous_commit = off; SET LOCAL lock_timeout = 2000"
BY_INDEX: Final = "SET LOCAL enable_seqscan = off; SET LOCAL jit = off"
"""A change reads its rows by index, though a young house has no statistics; what has no index is read without JIT."""
LOCKS: Final = {False: "pg_advisory_xact_lock", True: "pg_advisory_xact_lock_shared"}
LOST: Final = (Busy, Problem("the house cannot reach its database just now: what you sent was not done", remedy=AGAIN))
ONLY_READ: Final = (
    NotKept,
    Problem("this was not kept: the house's database may only be read", remedy="what was confirmed before is safe"),
)
MEANINGS: Final[dict[str, Meaning]] = {
    "55P03": UNWRITTEN,  # lock not available
    "40P01": UNWRITTEN,  # deadlock
    "40001": UNWRITTEN,  # could not serialize
    "57014": UNWRITTEN,  # cancelled
    "25006": ONLY_READ,
    "53100": NOT_KEPT,  # disk full
    "53200": NOT_KEPT,  # out of memory
    "58030": NOT_KEPT,  # input or output failed
    "53300": LOST,  # too many connections
}
"""What errors mean to people who write, https://www.postgresql.org/docs/current/errcodes-appendix.html."""
UNSTORABLE: Final = (
    InvalidOption,
    Problem(
        "this has something in it that cannot be kept", remedy="leave out unusual characters, and numbers too large"
    ),
)
"""What should have been refused before: NUL in a text, a number of more than 32 bits."""
GONE: Final = ("08", "57P", "25P03")
"""Errors that begin so: the connection is lost, or the server ends it."""
CREATE: Final = "CREATE DATABASE … TEMPLATE template0 ENCODING 'UTF8'"


class PostgreSQL:
    """Databases on a server."""

    def engine(self, url: URL, as_it_is: bool = False) -> Engine:
        """Return connections to a server. Raises ``WrongDatabase``."""
        if url.drivername not in ALSO_CALLED:
            shown = url.render_as_string(hide_password=True)
            raise WrongDatabase(f"{shown}: {url.drivername} is no way to a database here; begin it with postgresql://")
        chosen = {name: value for name, value in CONNECTING.items() if name not in url.query}
        try:
            engine = create_engine(
                url.set(drivername=DRIVER),
                pool_size=CONNECTIONS,
                max_overflow=CONNECTIONS,
                pool_timeout=POOL_SECONDS,
                pool_use_lifo=True,  # the one used last is warm
                hide_parameters=True,
                connect_args={**chosen, "autocommit": True},  # it begins no transactions of its own: ``_begin`` does
            )
        except ModuleNotFoundError as missing:
            wrong = f"PostgreSQL needs {missing.name}, not installed here"
            raise WrongDatabase(wrong, remedy="pip install 'fivefold[postgresql]'") from None
        event.listen(engine, "begin", _begin)
        return engine

    def prepare(self, connection: Connection) -> None:
        """Have texts as they are on SQLite. Raises ``WrongDatabase`` where not every text could be kept."""
        encoding = connection.exec_driver_sql("SHOW server_encoding").scalar_one()
        if encoding != "UTF8":
            place = connection.engine.url.render_as_string(hide_password=True)
            raise WrongDatabase(f"{place}: it has the encoding {encoding}; make one with {CREATE}")
        for table, changes in connection.exec_driver_sql(OTHER_TEXTS).all():
            connection.exec_driver_sql(f"ALTER TABLE {table} {changes}")

    def meaning(self, error: DBAPIError, writes: bool) -> Meaning | None:
        """Return what an error means where somebody can do something about it."""
        state = getattr(error.orig, "sqlstate", None) or ""
        found = LOST if error.connection_invalidated or state.startswith(GONE) else MEANINGS.get(state)
        if found is None and not state and isinstance(error, OperationalError):
            found = LOST  # it could not connect
        if found is None and isinstance(error, DataError):
            return UNSTORABLE
        return found if writes or found is None else UNREAD

    def cure(self, error: BaseException | None, url: URL) -> str:
        """Return what to do about a database that cannot be used for this reason."""
        state = getattr(error, "sqlstate", None) or ""
        if state == "42501":
            return "let this user make tables there: GRANT CREATE ON SCHEMA public TO …"
        if state == "53100":
            return "make room on the disk of the server"
        if state == "25006":
            return "name the server that takes changes, not a copy of it that only follows"
        if state == "55P03":
            return "wait until the program that keeps it locked has ended"
        return "see that the server runs, that the database is there, and that name and password are right"

    def damage(self, connection: Connection) -> str:
        """Return nothing: the server looks after its files."""
        return ""

    def close(self, engine: Engine) -> None:
        """Nothing is to be done."""


OTHER_TEXTS: Final = """
    SELECT quote_ident(columns.table_name), string_agg(
        'ALTER COLUMN ' || quote_ident(column_name) || ' TYPE text COLLATE "C"', ', ')
    FROM information_schema.columns
    WHERE table_schema = current_schema() AND data_type IN ('text', 'character varying')
        AND (collation_name IS DISTINCT FROM 'C' OR character_maximum_length IS NOT NULL)
    GROUP BY 1
"""
"""For every table what changes its texts to those that are wanted; none of them holds much when this is needed."""


def _begin(connection: Connection) -> None:
    """Begin a transaction, with all that belongs to it in one message to the server."""
    chosen = connection.get_execution_options()
    if chosen.get(ONCE):
        return
    if chosen.get(BESIDE):
        connection.exec_driver_sql(TELLING)
        return
    wait = chosen.get(WAIT)
    if wait is None:
        connection.exec_driver_sql(READING)
        return
    connection.exec_driver_sql(
        f"BEGIN; {BY_INDEX}; SET LOCAL lock_timeout = {max(1, round(1000 * wait))}; "
        f"SET LOCAL idle_in_transaction_session_timeout = {round(1000 * IDLE_SECONDS)}; "
        f"SELECT {LOCKS[chosen.get(TOGETHER, False)]}({HOUSE_LOCK})"
    )
