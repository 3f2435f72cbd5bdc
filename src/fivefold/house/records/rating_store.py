"""Ratings kept up to date: what a match changes is stored with its end, and comes out as if all were computed anew.

Whatever happens to a match, the results of its pool from there on are gone through again; mostly it is the only one.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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

from fivefold.house.database.schema import rated_matches, rating_changes, ratings
from fivefold.house.records import pools
from fivefold.house.records.pools import Pool, result_of
from fivefold.house.records.rating import DAY, Meeting, RatedResult, RatingChange, each_change, meeting, rated
from fivefold.session.snapshot import MatchSnapshot

MANY: Final = 20_000  # Rows written or read at once.
CHANGE_COLUMNS: Final = ("match", "person", "at", "mu", "sigma", "games", "before")
"""Those of a ``Change``, in its order."""
Progress = Callable[[str, int, int], None]
"""Called now and then with a pool, how many of its results are done, and how many there are."""
EVERY: Final = 10_000


class RatingRow(NamedTuple):
    """How a player stands in a pool."""

    pool: str
    person: str
    mu: float
    sigma: float
    games: int
    changed: str


class Recomputed(NamedTuple):
    """What computing a pool anew came to."""

    pool: str
    results: int
    players: int
    changed: int  # Players whose rating was another one.
    mended: bool  # Whether anything at all was stored otherwise.


Moment = tuple[str, str]  # When a match ended, and its id: no two are the same, so they have one order.
RESULTS: Final[Select[Any]] = select(
    rated_matches.c.match, rated_matches.c.ended, type_coerce(rated_matches.c.sides, Text)
).order_by(rated_matches.c.ended, rated_matches.c.match)
CHANGES: Final = select(*(rating_changes.c[name] for name in CHANGE_COLUMNS))
RATINGS: Final = select(*(ratings.c[name] for name in RatingRow._fields))
LATEST_BEFORE: Final = (
    CHANGES.where(
        rating_changes.c.person == bindparam("person"),
        rating_changes.c.pool == bindparam("pool"),
        tuple_(rating_changes.c.at, rating_changes.c.match) < tuple_(bindparam("at"), bindparam("match")),
    )
    .order_by(rating_changes.c.at.desc(), rating_changes.c.match.desc())
    .limit(1)
)


# --- after each match ------------------------------------------------------------------------------------------------


def keep(connection: Connection, now: MatchSnapshot) -> None:
    """Store what a match that has ended, was annulled or counts again says about its players."""
    result, pool = result_of(now), pools.rated_pool(now)
    if result is None or pool is None:
        return
    held = {**row_of(pool.key, result), "annulled": now.terms.annulled}
    known = update(rated_matches).where(rated_matches.c.match == result.match)
    if connection.execute(known.values(**held)).rowcount == 0:
        connection.execute(insert(rated_matches), held)
    go_on_from(connection, pool, result)


def go_on_from(connection: Connection, pool: Pool, result: RatedResult) -> None:
    """Work out again what this result and those after it changed."""
    since = result.ended, result.match
    later = list(results_in(connection, pool.key, since))
    players = {player for each in (result, *later) for _, some in each.sides for player in some}
    touched = players - pools.anchors(pool).keys()
    known = {player: last for player in touched if (last := _before(connection, pool.key, player, since))}
    forgotten = delete(rating_changes).where(rating_changes.c.match == bindparam("known"))
    for match in (result.match, *(each.match for each in later)):
        connection.execute(forgotten, {"known": match})
    met = met_before(connection, pool, later)
    found = rated(later, pools.anchors(pool), {player: each.rating for player, each in known.items()}, met)
    _add_changes(connection, pool.key, found.changes)
    latest = {**known, **{change.player: change for change in found.changes}}
    for player in touched:
        connection.execute(delete(ratings).where(ratings.c.pool == pool.key, ratings.c.person == player))
        if player in latest:
            connection.execute(insert(ratings), _row(pool.key, latest[player])._asdict())


def met_before(connection: Connection, pool: Pool, results: Sequence[RatedResult]) -> Mapping[Meeting, int]:
    """Return how often those who meet in these results had met before the first of them, on its day."""
    if not results:
        return {}
    (match, ended, _), anchors = results[0], pools.anchors(pool)
    today = (each for each in results if each.ended[:DAY] == ended[:DAY])
    meetings = {people for each in today if (people := meeting(each, anchors)) is not None}
    earlier = {
        result.match: meeting(result, anchors)
        for one in {min(people) for people in meetings}
        for result in _results_of(connection, pool.key, one, (ended[:DAY], ""), (ended, match))
    }
    return Counter(people for people in earlier.values() if people in meetings)


def _before(connection: Connection, pool: str, player: str, moment: Moment) -> RatingChange | None:
    asked = {"person": player, "pool": pool, "at": moment[0], "match": moment[1]}
    found = connection.execute(LATEST_BEFORE, asked).first()
    return None if found is None else RatingChange(*found)


# --- computing everything anew ---------------------------------------------------------------------------------------


def differs(connection: Connection, pool: Pool, progress: Progress) -> bool:
    """Return whether anything is stored otherwise than the results of a pool say."""
    kept, latest = stored_changes(connection, pool.key), dict[str, RatingChange]()
    for change in _computed(connection, pool, progress):
        if next(kept, None) != change:
            return True
        latest[change.player] = change
    if next(kept, None) is not None:
        return True
    stored = {each.person: each for each in all_ratings(connection, pool.key)}
    return stored != {player: _row(pool.key, change) for player, change in latest.items()}


def rewrite(connection: Connection, pool: Pool, progress: Progress) -> Recomputed:
    """Compute a pool anew and store it in place of what was there."""
    before = {each.person: each for each in all_ratings(connection, pool.key)}
    connection.execute(delete(rating_changes).where(rating_changes.c.pool == pool.key))
    connection.execute(delete(ratings).where(ratings.c.pool == pool.key))
    last, some = dict[str, RatingChange](), list[RatingChange]()
    for change in _computed(connection, pool, progress):
        last[change.player] = change
        some.append(change)
        if len(some) == MANY:
            _add_changes(connection, pool.key, some)
            some.clear()
    _add_changes(connection, pool.key, some)
    latest = {player: _row(pool.key, change) for player, change in last.items()}
    add_ratings(connection, list(latest.values()))
    changed = sum(before.get(player) != latest.get(player) for player in before.keys() | latest.keys())
    return Recomputed(pool.key, count_results(connection, pool.key), len(latest), changed, mended=True)


def _computed(connection: Connection, pool: Pool, progress: Progress) -> Iterator[RatingChange]:
    count = count_results(connection, pool.key)
    counted = _counting(results_in(connection, pool.key), lambda done: progress(pool.key, done, count))
    yield from each_change(counted, pools.anchors(pool))


def _counting(results: Iterable[RatedResult], said: Callable[[int], None]) -> Iterator[RatedResult]:
    done = 0
    for done, result in enumerate(results, start=1):
        if done % EVERY == 0:
            said(done)
        yield result
    said(done)


# --- rows ------------------------------------------------------------------------------------------------------------


def add_ratings(connection: Connection, more: Sequence[RatingRow]) -> None:
    """Store how many players stand who had no rating."""
    _insert(connection, ratings, RatingRow._fields, more)


def count_results(connection: Connection, pool: str) -> int:
    """Return how many results of a pool count."""
    counted = select(func.count()).where(rated_matches.c.pool == pool, rated_matches.c.annulled.is_(False))
    return connection.scalar(counted) or 0


def results_in(connection: Connection, pool: str, since: Moment | None = None) -> Iterator[RatedResult]:
    """Yield a pool's results that count, in order of ending, from one on."""
    chosen = RESULTS.where(rated_matches.c.pool == pool, rated_matches.c.annulled.is_(False))
    if since is not None:
        chosen = chosen.where(tuple_(rated_matches.c.ended, rated_matches.c.match) >= since)
    yield from _results(_in_parts(connection, chosen))


def stored_changes(connection: Connection, pool: str) -> Iterator[tuple[Any, ...]]:
    """Yield a pool's changes in order of ending, each with the fields of a ``Change``."""
    order = rating_changes.c.at, rating_changes.c.match, rating_changes.c.person
    yield from _in_parts(connection, CHANGES.where(rating_changes.c.pool == pool).order_by(*order))


def ratings_in_pool(connection: Connection, pool: str, persons: Sequence[str]) -> list[RatingRow]:
    """Return the ratings of these players in a pool."""
    found = connection.execute(RATINGS.where(ratings.c.pool == pool, ratings.c.person.in_(persons)))
    return [RatingRow(*row) for row in found]


def all_ratings(connection: Connection, pool: str) -> Iterator[RatingRow]:
    """Yield all ratings of a pool."""
    yield from map(RatingRow._make, _in_parts(connection, RATINGS.where(ratings.c.pool == pool)))


def _results_of(connection: Connection, pool: str, person: str, since: Moment, before: Moment) -> Iterator[RatedResult]:
    moment = tuple_(rating_changes.c.at, rating_changes.c.match)
    mine = (rating_changes.c.person == person) & (rating_changes.c.pool == pool)
    between = mine & (moment >= since) & (moment < before)
    joined = RESULTS.join(rating_changes, rating_changes.c.match == rated_matches.c.match)
    yield from _results(connection.execute(joined.where(between)))


def _results(rows: Iterable[Any]) -> Iterator[RatedResult]:
    """Yield results; pairs do for their sides, for making ``Side``s would take as long as rating them."""
    return (RatedResult(match, ended, orjson.loads(sides)) for match, ended, sides in rows)


def row_of(pool: str, result: RatedResult) -> dict[str, Any]:
    """Return a result that counts as it is stored."""
    sides = [[share, list(players)] for share, players in result.sides]
    return {"match": result.match, "pool": pool, "ended": result.ended, "annulled": False, "sides": sides}


def _row(pool: str, change: RatingChange) -> RatingRow:
    return RatingRow(pool, change.player, change.mean, change.deviation, change.games, change.at)


def _add_changes(connection: Connection, pool: str, more: Sequence[RatingChange]) -> None:
    _insert(connection, rating_changes, (*CHANGE_COLUMNS, "pool"), [(*each, pool) for each in more])


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


def _in_parts(connection: Connection, chosen: Select[Any]) -> Iterator[Any]:
    with connection.execute(chosen.execution_options(yield_per=MANY)) as found:  # (closed if not all are wanted)
        for part in found.partitions():
            yield from part
