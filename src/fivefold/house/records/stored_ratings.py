"""Ratings in the database: the results they come from, every change, and how they stand now."""

from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import Any, Final, NamedTuple

import orjson
from sqlalchemy import (
    Connection,
    Select,
    Table,
    Text,
    bindparam,
    delete,
    func,
    insert,
    select,
    tuple_,
    type_coerce,
    update,
)
from sqlalchemy.sql.compiler import SQLCompiler

from fivefold.house.database import schema

rated, ratings, changes, people = schema.rated_matches, schema.ratings, schema.rating_changes, schema.people
MANY: Final = 20_000
"""Rows written or read at once."""
CHANGE_COLUMNS: Final = ("match", "person", "at", "mu", "sigma", "games", "before")


class StoredResult(NamedTuple):
    """A rated match that is over."""

    match: str
    ended: str
    sides: Sequence[tuple[float, Sequence[str]]]


class StoredChange(NamedTuple):
    """What a match changed for one player."""

    match: str
    person: str
    at: str
    mu: float
    sigma: float
    games: int
    before: float | None


class StoredRating(NamedTuple):
    """How a player stands in a pool."""

    pool: str
    person: str
    mu: float
    sigma: float
    games: int
    changed: str


Moment = tuple[str, str]
"""When a match ended, and its id: no two are the same, so they have one order."""
SIDES: Final = type_coerce(rated.c.sides, Text)
RESULTS: Final = select(rated.c.match, rated.c.ended, SIDES).order_by(rated.c.ended, rated.c.match)
CHANGES: Final = select(*(changes.c[name] for name in CHANGE_COLUMNS))
RATINGS: Final = select(*(ratings.c[name] for name in StoredRating._fields))
ORDER_OF_LIST: Final = ((ratings.c.mu - 2 * ratings.c.sigma).desc(), ratings.c.person)
LATEST_BEFORE: Final = (
    CHANGES.where(
        changes.c.person == bindparam("person"),
        changes.c.pool == bindparam("pool"),
        tuple_(changes.c.at, changes.c.match) < tuple_(bindparam("at"), bindparam("match")),
    )
    .order_by(changes.c.at.desc(), changes.c.match.desc())
    .limit(1)
)


# --- writing ---------------------------------------------------------------------------------------------------------


def note_result(connection: Connection, pool: str, result: StoredResult, annulled: bool) -> None:
    """Store a result, or that it is annulled, or counts again."""
    held = {"pool": pool, "ended": result.ended, "annulled": annulled, "sides": _plain(result)}
    if connection.execute(update(rated).where(rated.c.match == result.match).values(**held)).rowcount == 0:
        connection.execute(insert(rated), {"match": result.match, **held})


def note_results(connection: Connection, pool: str, results: Sequence[StoredResult]) -> None:
    """Store many new results at once."""
    rows = [
        {"match": each.match, "pool": pool, "ended": each.ended, "annulled": False, "sides": _plain(each)}
        for each in results
    ]
    connection.execute(insert(rated), rows)


def add_changes(connection: Connection, pool: str, more: Sequence[tuple[Any, ...]]) -> None:
    """Store changes, each with the fields of a ``StoredChange``."""
    _insert(connection, changes, (*CHANGE_COLUMNS, "pool"), [(*each, pool) for each in more])


def forget_changes(connection: Connection, matches: Sequence[str]) -> None:
    """Delete what these matches changed."""
    chosen = delete(changes).where(changes.c.match == bindparam("known"))
    for match in matches:
        connection.execute(chosen, {"known": match})


def forget_pool(connection: Connection, pool: str) -> None:
    """Delete all changes and ratings of a pool."""
    connection.execute(delete(changes).where(changes.c.pool == pool))
    connection.execute(delete(ratings).where(ratings.c.pool == pool))


def set_rating(connection: Connection, rating: StoredRating) -> None:
    """Store how a player stands."""
    forget_rating(connection, rating.pool, rating.person)
    connection.execute(insert(ratings), rating._asdict())


def add_ratings(connection: Connection, more: Sequence[StoredRating]) -> None:
    """Store how many players stand who had no rating."""
    _insert(connection, ratings, StoredRating._fields, more)


def forget_rating(connection: Connection, pool: str, person: str) -> None:
    """Delete a player's rating."""
    connection.execute(delete(ratings).where(ratings.c.pool == pool, ratings.c.person == person))


# --- reading ---------------------------------------------------------------------------------------------------------


def pools(connection: Connection) -> list[str]:
    """Return the pools that have results, by name."""
    return list(connection.scalars(select(rated.c.pool).distinct().order_by(rated.c.pool)))


def count(connection: Connection, pool: str) -> int:
    """Return how many results of a pool count."""
    return connection.scalar(select(func.count()).where(rated.c.pool == pool, rated.c.annulled.is_(False))) or 0


def players(connection: Connection, pool: str) -> int:
    """Return how many have a rating in a pool."""
    return connection.scalar(select(func.count()).where(ratings.c.pool == pool)) or 0


def results(connection: Connection, pool: str, since: Moment | None = None) -> Iterator[StoredResult]:
    """Yield a pool's results that count, in order of ending, from one on."""
    chosen = RESULTS.where(rated.c.pool == pool, rated.c.annulled.is_(False))
    if since is not None:
        chosen = chosen.where(tuple_(rated.c.ended, rated.c.match) >= since)
    for match, ended, sides in _many(connection, chosen):
        yield StoredResult(match, ended, orjson.loads(sides))


def results_of(connection: Connection, pool: str, person: str, since: Moment, before: Moment) -> Iterator[StoredResult]:
    """Yield a player's results of a pool that count, from one moment on and before another."""
    moment = tuple_(changes.c.at, changes.c.match)
    mine = (changes.c.person == person) & (changes.c.pool == pool) & (moment >= since) & (moment < before)
    for match, ended, sides in connection.execute(RESULTS.join(changes, changes.c.match == rated.c.match).where(mine)):
        yield StoredResult(match, ended, orjson.loads(sides))


def all_changes(connection: Connection, pool: str) -> Iterator[tuple[Any, ...]]:
    """Yield a pool's changes in order of ending, each with the fields of a ``StoredChange``."""
    chosen = CHANGES.where(changes.c.pool == pool).order_by(changes.c.at, changes.c.match, changes.c.person)
    yield from _many(connection, chosen)


def latest_before(connection: Connection, pool: str, person: str, moment: Moment) -> StoredChange | None:
    """Return a player's last change before a match."""
    asked = {"person": person, "pool": pool, "at": moment[0], "match": moment[1]}
    found = connection.execute(LATEST_BEFORE, asked).first()
    return None if found is None else StoredChange(*found)


def of_match(connection: Connection, match: str) -> list[StoredChange]:
    """Return what a match changed."""
    return [StoredChange(*row) for row in connection.execute(CHANGES.where(changes.c.match == match))]


def of_person(connection: Connection, person: str) -> list[StoredRating]:
    """Return all ratings of a player."""
    found = connection.execute(RATINGS.where(ratings.c.person == person).order_by(ratings.c.pool))
    return [StoredRating(*row) for row in found]


def in_pool(connection: Connection, pool: str, persons: Sequence[str]) -> list[StoredRating]:
    """Return the ratings of these players in a pool."""
    found = connection.execute(RATINGS.where(ratings.c.pool == pool, ratings.c.person.in_(persons)))
    return [StoredRating(*row) for row in found]


def all_in_pool(connection: Connection, pool: str) -> Iterator[StoredRating]:
    """Yield all ratings of a pool."""
    yield from map(StoredRating._make, _many(connection, RATINGS.where(ratings.c.pool == pool)))


def curve(connection: Connection, pool: str, person: str, most: int) -> list[StoredChange]:
    """Return a player's latest changes, the first of them first."""
    mine = CHANGES.where(changes.c.person == person, changes.c.pool == pool)
    found = connection.execute(mine.order_by(changes.c.at.desc(), changes.c.match.desc()).limit(most)).all()
    return [StoredChange(*row) for row in reversed(found)]


def best(connection: Connection, pool: str, largest: float, since: str, most: int) -> list[StoredRating]:
    """Return the best of a pool who keep an account, by what they surely are: settled, and seen in it ``since``."""
    found = connection.execute(_listed(RATINGS, pool, largest, since).order_by(*ORDER_OF_LIST).limit(most))
    return [StoredRating(*row) for row in found]


def better(connection: Connection, rating: StoredRating, largest: float, since: str) -> int:
    """Return how many of a pool's leaderboard stand before a player."""
    counted = _listed(select(func.count()).select_from(ratings), rating.pool, largest, since)
    own, surely = rating.mu - 2 * rating.sigma, ratings.c.mu - 2 * ratings.c.sigma
    same = (surely == own) & (ratings.c.person < rating.person)
    return connection.scalar(counted.where((surely > own) | same)) or 0


def listed_count(connection: Connection, pool: str, largest: float, since: str) -> int:
    """Return how many stand on a pool's leaderboard."""
    return connection.scalar(_listed(select(func.count()).select_from(ratings), pool, largest, since)) or 0


def _listed(chosen: Select[Any], pool: str, largest: float, since: str) -> Select[Any]:
    named = select(people.c.id).where(people.c.kept.is_not(None), people.c.deleted.is_(None))
    return chosen.where(
        ratings.c.pool == pool,
        ratings.c.sigma <= largest,
        ratings.c.changed >= since,
        ratings.c.person.in_(named),
    )


def _insert(connection: Connection, table: Table, columns: Sequence[str], rows: Sequence[tuple[Any, ...]]) -> None:
    """Insert many rows: where the driver takes their values in order, without a mapping for each."""
    statement = insert(table).values({name: bindparam(name) for name in columns})
    compiled = statement.compile(dialect=connection.dialect)
    order = [columns.index(name) for name in (compiled.positiontup or ())] if isinstance(compiled, SQLCompiler) else []
    for first in range(0, len(rows), MANY):
        some = rows[first : first + MANY]
        if order:
            connection.exec_driver_sql(str(compiled), list(map(itemgetter(*order), some)))
        else:
            connection.execute(statement, [dict(zip(columns, row, strict=True)) for row in some])


def _many(connection: Connection, chosen: Select[Any]) -> Iterator[Any]:
    with connection.execute(chosen.execution_options(yield_per=MANY)) as found:  # (closed if not all are wanted)
        for part in found.partitions():
            yield from part


def _plain(result: StoredResult) -> Sequence[Any]:
    return [[share, list(players)] for share, players in result.sides]
