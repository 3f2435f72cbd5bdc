"""What the processes of a house tell each other, in the database; only on PostgreSQL.

That a match has changed stands in its row. Everything else is a row here for a while, so that nothing is lost where a
notification is. Notifications come at once: a few words and, after a tab, as JSON what has happened.
"""

import json
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

from sqlalchemy import ARRAY, Connection, Engine, Integer, bindparam, func, select

from fivefold.house.database.processes import timed
from fivefold.house.database.schema import bulletins, matches

CHANNEL: Final = "fivefold"
MATCH: Final = "match"
NEWS: Final = "news"
"""What a notification begins with: a match has changed, or there are bulletins to read."""
NOTIFY: Final = timed(
    """
    SELECT pg_notify('fivefold', line)
    FROM set_config('synchronous_commit', 'off', true) AS disk, set_config('lock_timeout', '2000', true) AS others,
        unnest(CAST(:lines AS text[])) AS line
    """
)
"""For a statement outside of a transaction: it waits neither for the disk nor long for others."""
POST: Final = timed(
    """
    WITH posted AS (
        INSERT INTO bulletins (process, kind, words, at)
        SELECT :process, kind, words, NOW
        FROM unnest(CAST(:kinds AS text[]), CAST(:words AS text[])) AS told (kind, words)
        RETURNING id, kind, words
    )
    SELECT pg_notify('fivefold', concat('news ', CAST(:process AS text), E'\\t',
        CASE WHEN octet_length(words) < 7000 THEN json_build_array(id, kind, CAST(words AS json)) END))
    FROM posted
    """
)
"""A notification has at most 8,000 bytes: what is longer is read."""
COLUMNS = [bulletins.c[name] for name in ("id", "kind", "words")]
READ: Final = (
    select(*COLUMNS)
    .where(bulletins.c.id > bindparam("after"), bulletins.c.process != bindparam("besides"))
    .where(bulletins.c.id != func.all(bindparam("heard", type_=ARRAY(Integer))))
    .order_by(bulletins.c.id)
)
SETTLED: Final = timed("SELECT max(id) FROM bulletins WHERE at < NOW - :seconds")
FORGET: Final = timed("DELETE FROM bulletins WHERE at < NOW - 120")
LAST: Final = timed("SELECT coalesce(max(id), 0) FROM bulletins")
REVISIONS: Final = select(matches.c.id, matches.c.revision)


class Bulletin(NamedTuple):
    """Something that one process tells the others."""

    id: int
    kind: str
    words: Sequence[str]


def notify(connection: Connection, lines: Sequence[str]) -> None:
    """Tell every process that listens these lines; for a connection without a transaction."""
    connection.execute(NOTIFY, {"lines": list(lines)})


def post(connection: Connection, process: str, told: Sequence[tuple[str, Sequence[str]]]) -> None:
    """Post bulletins, each with its kind and words, and notify everybody of them."""
    kinds, words = [kind for kind, _ in told], [json.dumps(list(words)) for _, words in told]
    connection.execute(POST, {"process": process, "kinds": kinds, "words": words})


def after(connection: Connection, number: int, process: str, heard: Collection[int]) -> list[Bulletin]:
    """Return the bulletins after this one, in order, but for those of a process and those it has heard."""
    known = {"after": number, "besides": process, "heard": list(heard)}
    return [Bulletin(*row) for row in connection.execute(READ, known)]


def settled(connection: Connection, seconds: float) -> int | None:
    """Return the last bulletin that was posted so long ago that none before it can still appear."""
    found: int | None = connection.scalar(SETTLED, {"seconds": seconds})
    return found


def last(connection: Connection) -> int:
    """Return the number of the last bulletin; 0 for none."""
    return int(connection.scalar(LAST) or 0)


def revisions(connection: Connection, match_ids: Sequence[str]) -> dict[str, int]:
    """Return how often each of these matches was changed."""
    found = connection.execute(REVISIONS.where(matches.c.id.in_(list(match_ids))))
    return {str(match_id): int(revision) for match_id, revision in found}


class Listening:
    """An open connection that listens."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection

    def lines(self, seconds: float) -> list[str]:
        """Wait for notifications, no longer than so many seconds; return what they say, in order. Raises
        ``ConnectionError``."""
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
    with _explained():
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
