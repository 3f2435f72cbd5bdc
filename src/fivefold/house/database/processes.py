"""Which processes of a house are up, and who does what, in the database; only on PostgreSQL.

Times are taken from the database's clock within each statement, so clocks of machines that differ do no harm.
"""

from typing import Final

from sqlalchemy import TextClause, text


def timed(statement: str) -> TextClause:
    """Return a statement in which ``NOW`` is the database's clock, in seconds since 1970."""
    return text(statement.replace("NOW", "extract(epoch FROM clock_timestamp())"))


BEAT: Final = timed(
    """
    INSERT INTO processes (id, serves, until) VALUES (:process, :serves, NOW + :seconds)
    ON CONFLICT (id) DO UPDATE SET serves = excluded.serves, until = excluded.until
    """
)
UP: Final = timed("SELECT id FROM processes WHERE until >= NOW")
OTHERS_SERVE: Final = timed(
    "SELECT EXISTS (SELECT 1 FROM processes WHERE id <> :process AND serves AND until >= NOW - :seconds)"
)
TAKE: Final = timed(
    """
    INSERT INTO leases (kind, key, holder, until) VALUES (:kind, :key, :process, NOW + :seconds)
    ON CONFLICT (kind, key) DO UPDATE SET holder = excluded.holder, until = excluded.until
    WHERE leases.holder = excluded.holder OR leases.until < NOW
        OR NOT EXISTS (SELECT 1 FROM processes WHERE processes.id = leases.holder AND processes.until >= NOW)
    """
)
"""Lets a process do something for so many seconds: changes no row where another is at it."""
THEIRS: Final = timed(
    """
    SELECT key FROM leases JOIN processes ON processes.id = leases.holder
    WHERE kind = :kind AND holder <> :process AND leases.until >= NOW AND processes.until >= NOW
    """
)
RELEASE: Final = timed("DELETE FROM leases WHERE kind = :kind AND key = :key AND holder = :process")
RELEASE_ALL: Final = timed("DELETE FROM leases WHERE holder = :process")
END: Final = timed("UPDATE processes SET until = NOW WHERE id = :process")
FORGET: Final = timed("DELETE FROM processes WHERE until < NOW - 3600")
FORGET_LEASES: Final = timed("DELETE FROM leases WHERE until < NOW - 60")
