"""How much of what is limited was asked for lately through each process, in the database; only on PostgreSQL."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from sqlalchemy import Connection

from fivefold.house.database.processes import timed


class Spent(NamedTuple):
    """What was asked for through another process."""

    key: str
    second: int
    """By the database's clock."""
    number: int
    ago: float
    """Seconds since then."""


KEEP: Final = timed(
    """
    INSERT INTO spent (process, key, second, count)
    SELECT :process, key, floor(NOW)::int, count FROM unnest(CAST(:keys AS text[]), CAST(:counts AS int[]))
        AS told (key, count)
    ON CONFLICT (process, key, second) DO UPDATE SET count = spent.count + excluded.count
    """
)
READ: Final = timed(
    """
    SELECT key, second, count, NOW - second FROM spent
    WHERE process <> :process AND second > :after AND second < floor(NOW - 0.5)::int ORDER BY second
    """
)
FORGET: Final = timed("DELETE FROM spent WHERE second < floor(NOW)::int - 900")


def keep(connection: Connection, process: str, counts: Mapping[str, int]) -> None:
    """Add what was asked for through a process just now."""
    connection.execute(KEEP, {"process": process, "keys": list(counts), "counts": list(counts.values())})


def elsewhere(connection: Connection, process: str, after: int) -> list[Spent]:
    """Return what was asked for through other processes after a second, as far as that is told in full."""
    return [Spent(*row) for row in connection.execute(READ, {"process": process, "after": after})]


def forget(connection: Connection) -> None:
    """Forget what counts no more."""
    connection.execute(FORGET)
