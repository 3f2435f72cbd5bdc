"""Which processes of a house are up, and who does what, in the database; only on PostgreSQL.

Times are taken from the database's clock within each statement, so clocks of machines that differ do no harm.
"""

from typing import Final

from sqlalchemy import Connection, TextClause, text


def timed(statement: str) -> TextClause:
    """Return a statement in which ``NOW`` is the database's clock, in seconds since 1970."""
    return text(statement.replace("NOW", "extract(epoch FROM clock_timestamp())"))


BEAT: Final = timed(
    """
    INSERT INTO processes (id, serves, until) VALUES (:id, :serves, NOW + :seconds)
    ON CONFLICT (id) DO UPDATE SET serves = excluded.serves, until = excluded.until
    """
)
UP: Final = timed("SELECT id FROM processes WHERE until >= NOW")
OTHERS_SERVE: Final = timed(
    "SELECT EXISTS (SELECT 1 FROM processes WHERE id <> :id AND serves AND until >= NOW - :seconds)"
)
TAKE: Final = timed(
    """
    INSERT INTO leases (kind, key, holder, until) VALUES (:kind, :key, :holder, NOW + :seconds)
    ON CONFLICT (kind, key) DO UPDATE SET holder = excluded.holder, until = excluded.until
    WHERE leases.holder = excluded.holder OR leases.until < NOW
        OR NOT EXISTS (SELECT 1 FROM processes WHERE processes.id = leases.holder AND processes.until >= NOW)
    RETURNING 1
    """
)
THEIRS: Final = timed(
    """
    SELECT key FROM leases JOIN processes ON processes.id = leases.holder
    WHERE kind = :kind AND holder <> :holder AND leases.until >= NOW AND processes.until >= NOW
    """
)
RELEASE: Final = timed("DELETE FROM leases WHERE kind = :kind AND key = :key AND holder = :holder")
RELEASE_ALL: Final = timed("DELETE FROM leases WHERE holder = :holder")
END: Final = timed("UPDATE processes SET until = NOW WHERE id = :id")
FORGET: Final = timed("DELETE FROM processes WHERE until < NOW - 3600")
FORGET_LEASES: Final = timed("DELETE FROM leases WHERE until < NOW - 60")


def beat(connection: Connection, process: str, serves: bool, seconds: float) -> None:
    """Note that a process is up, and counts as up for so many seconds from now."""
    connection.execute(BEAT, {"id": process, "serves": serves, "seconds": seconds})


def up(connection: Connection) -> set[str]:
    """Return the processes that are up."""
    return set(connection.scalars(UP))


def others_serve(connection: Connection, process: str, seconds: float = 0.0) -> bool:
    """Tell whether people reach the house through another process, or could so many seconds ago."""
    return bool(connection.scalar(OTHERS_SERVE, {"id": process, "seconds": seconds}))


def end(connection: Connection, process: str) -> None:
    """Note that a process stops now, and let others do what it did."""
    connection.execute(RELEASE_ALL, {"holder": process})
    connection.execute(END, {"id": process})


def take(connection: Connection, kind: str, key: str, process: str, seconds: float) -> bool:
    """Let a process do something for so many seconds, unless another is at it; return whether it may."""
    named = {"kind": kind, "key": key, "holder": process, "seconds": seconds}
    return connection.scalar(TAKE, named) is not None


def release(connection: Connection, kind: str, key: str, process: str) -> None:
    """Note that a process is not at something any more."""
    connection.execute(RELEASE, {"kind": kind, "key": key, "holder": process})
