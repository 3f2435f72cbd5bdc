"""Who is here through which process, in the database; only on PostgreSQL. Times are seconds that have passed."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection

from fivefold.house.database.processes import timed


class StoredPresence(NamedTuple):
    """A person at a place, as one process sees it."""

    process: str
    number: int
    place: str
    person: str
    name: str
    state: str
    since: float
    """For how many seconds."""
    left: float | None
    """How many seconds ago their last page was disconnected; ``None`` while one is connected."""


KEEP: Final = timed(
    """
    INSERT INTO presences (process, number, place, person, name, state, since, left_at)
    SELECT :process, number, place, person, name, state, NOW - since, NOW - left_for
    FROM unnest(CAST(:numbers AS int[]), CAST(:places AS text[]), CAST(:persons AS text[]), CAST(:names AS text[]),
        CAST(:states AS text[]), CAST(:since AS float8[]), CAST(:left AS float8[]))
        AS noted (number, place, person, name, state, since, left_for)
    ON CONFLICT (process, place, person) DO UPDATE SET number = excluded.number, name = excluded.name,
        state = excluded.state, since = excluded.since, left_at = excluded.left_at
    """
)
READ: Final = timed(
    """
    SELECT process, number, place, person, name, state, NOW - since, NOW - left_at
    FROM presences LEFT JOIN unnest(CAST(:processes AS text[]), CAST(:numbers AS int[])) AS known (id, seen)
        ON known.id = process
    WHERE process <> :process AND number > coalesce(seen, 0) ORDER BY process, number
    """
)


def keep(connection: Connection, process: str, noted: Sequence[StoredPresence]) -> None:
    """Keep how people are here through a process, in place of what was known of them."""
    columns: dict[str, Any] = {
        "numbers": [each.number for each in noted],
        "places": [each.place for each in noted],
        "persons": [each.person for each in noted],
        "names": [each.name for each in noted],
        "states": [each.state for each in noted],
        "since": [each.since for each in noted],
        "left": [each.left for each in noted],
    }
    connection.execute(KEEP, {"process": process, **columns})


def elsewhere(connection: Connection, process: str, known: dict[str, int]) -> list[StoredPresence]:
    """Return what other processes have noted since; ``known``: the last change that is known of each."""
    named = {"process": process, "processes": list(known), "numbers": list(known.values())}
    return [StoredPresence(*row) for row in connection.execute(READ, named)]


def forget(connection: Connection) -> None:
    """Forget those who left long ago, and what processes noted that have long been gone."""
    connection.execute(
        timed(
            """
            DELETE FROM presences WHERE left_at < NOW - 1200
                OR NOT EXISTS (SELECT 1 FROM processes WHERE id = process AND until >= NOW - 1200)
            """
        )
    )
