"""A connection of its own on which PostgreSQL tells what processes notify each other of."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Engine

from fivefold.house.database.bulletins import CHANNEL


class Listening:
    """An open connection that listens."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection

    def lines(self, seconds: float) -> list[str]:
        """Wait for notifications, no longer than so many seconds; return what they say, in order.

        Raises ``ConnectionError``.
        """
        with _explained():
            first = [told.payload for told in self._connection.notifies(timeout=seconds, stop_after=1)]
            more = [told.payload for told in self._connection.notifies(timeout=0)] if first else []
        return [*first, *more]

    def check(self) -> None:
        """Raise ``ConnectionError`` where the connection is lost, which nobody would notice otherwise."""
        with _explained():
            self._connection.execute("SELECT 1")


@contextmanager
def _explained() -> Iterator[None]:
    from psycopg import Error  # noqa: PLC0415  (only houses on PostgreSQL load the driver)

    try:
        yield
    except Error as error:
        raise ConnectionError(" ".join(str(error).split())) from error


@contextmanager
def listening(engine: Engine) -> Iterator[Listening]:
    """Listen in this block, on a connection that nobody else uses. Raises ``ConnectionError``."""
    opened = engine.raw_connection()
    connection: Any = opened.driver_connection
    opened.detach()
    try:
        with _explained():
            connection.autocommit = True
            connection.execute(f"LISTEN {CHANNEL}")
        yield Listening(connection)
    finally:
        connection.close()
