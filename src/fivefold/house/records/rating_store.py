"""Ratings kept up to date: what a match changes is stored with its end, and comes out as if all were computed anew.

Whatever happens to a match, the results of its pool from there on are gone through again; mostly it is the only one.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, cast

from sqlalchemy import Connection

from fivefold.house.records import pools
from fivefold.house.records import stored_ratings as ratings
from fivefold.house.records.pools import Pool, result_of
from fivefold.house.records.rating import DAY, Change, Meeting, Result, Side, each_change, meeting, rated
from fivefold.house.records.stored_ratings import Moment, StoredRating, StoredResult
from fivefold.session.snapshot import MatchSnapshot

Progress = Callable[[str, int, int], None]
"""Called now and then with a pool, how many of its results are done, and how many there are."""
EVERY: Final = 10_000


class Recomputed(NamedTuple):
    """What computing a pool anew came to."""

    pool: str
    results: int
    players: int
    changed: int
    """Players whose rating was another one."""
    mended: bool
    """Whether anything at all was stored otherwise."""


def keep(connection: Connection, now: MatchSnapshot) -> None:
    """Store what a match that has ended, was annulled or counts again says about its players."""
    result, pool = result_of(now), pools.rated_pool(now)
    if result is None or pool is None:
        return
    ratings.note_result(connection, pool.key, _stored(result), now.terms.annulled)
    go_on_from(connection, pool, result)


def go_on_from(connection: Connection, pool: Pool, result: Result) -> None:
    """Work out again what this result and those after it changed."""
    since = result.ended, result.match
    later = list(_results(ratings.results(connection, pool.key, since)))
    touched = _players([result, *later]) - pools.anchors(pool).keys()
    known = {player: last for player in touched if (last := _before(connection, pool.key, player, since))}
    ratings.forget_changes(connection, [result.match, *(each.match for each in later)])
    met = met_before(connection, pool, later)
    found = rated(later, pools.anchors(pool), {player: each.rating for player, each in known.items()}, met)
    ratings.add_changes(connection, pool.key, found.changes)
    latest = {**known, **{change.player: change for change in found.changes}}
    for player in touched:
        if player in latest:
            ratings.set_rating(connection, _stored_rating(pool.key, latest[player]))
        else:
            ratings.forget_rating(connection, pool.key, player)


def met_before(connection: Connection, pool: Pool, results: Sequence[Result]) -> Mapping[Meeting, int]:
    """Return how often those who meet in these results had met before the first of them, on its day."""
    if not results:
        return {}
    (match, ended, _), anchors = results[0], pools.anchors(pool)
    today = (each for each in results if each.ended[:DAY] == ended[:DAY])
    meetings = {people for each in today if (people := meeting(each, anchors)) is not None}
    earlier = {
        stored.match: meeting(as_result(stored), anchors)
        for one in {min(people) for people in meetings}
        for stored in ratings.results_of(connection, pool.key, one, (ended[:DAY], ""), (ended, match))
    }
    return Counter(people for people in earlier.values() if people in meetings)


def _before(connection: Connection, pool: str, player: str, moment: Moment) -> Change | None:
    found = ratings.latest_before(connection, pool, player, moment)
    return None if found is None else Change(*found)


# --- computing everything anew ---------------------------------------------------------------------------------------


def differs(connection: Connection, pool: Pool, progress: Progress) -> bool:
    """Return whether anything is stored otherwise than the results of a pool say."""
    kept, latest = ratings.all_changes(connection, pool.key), dict[str, Change]()
    for change in _all_changes(connection, pool, progress):
        if next(kept, None) != change:
            return True
        latest[change.player] = change
    if next(kept, None) is not None:
        return True
    stored = {each.person: each for each in ratings.all_in_pool(connection, pool.key)}
    return stored != _stored_ratings(pool.key, latest)


def rewrite(connection: Connection, pool: Pool, progress: Progress) -> Recomputed:
    """Compute a pool anew and store it in place of what was there."""
    before = {each.person: each for each in ratings.all_in_pool(connection, pool.key)}
    ratings.forget_pool(connection, pool.key)
    last, some = dict[str, Change](), list[Change]()
    for change in _all_changes(connection, pool, progress):
        last[change.player] = change
        some.append(change)
        if len(some) == ratings.MANY:
            ratings.add_changes(connection, pool.key, some)
            some.clear()
    ratings.add_changes(connection, pool.key, some)
    latest = _stored_ratings(pool.key, last)
    ratings.add_ratings(connection, list(latest.values()))
    changed = sum(before.get(player) != latest.get(player) for player in before.keys() | latest.keys())
    return Recomputed(pool.key, ratings.count(connection, pool.key), len(latest), changed, mended=True)


def _all_changes(connection: Connection, pool: Pool, progress: Progress) -> Iterator[Change]:
    """Yield what all results of a pool change."""
    count = ratings.count(connection, pool.key)
    counted = _counting(_results(ratings.results(connection, pool.key)), lambda done: progress(pool.key, done, count))
    yield from each_change(counted, pools.anchors(pool))


def _counting(results: Iterable[Result], said: Callable[[int], None]) -> Iterator[Result]:
    done = 0
    for done, result in enumerate(results, start=1):
        if done % EVERY == 0:
            said(done)
        yield result
    said(done)


# --- between what is computed and what is stored ---------------------------------------------------------------------


def _results(stored: Iterable[StoredResult]) -> Iterator[Result]:
    yield from map(as_result, stored)


def as_result(stored: StoredResult) -> Result:
    """Return a result as it was stored; pairs do for its sides, for making them would take as long as rating it."""
    return Result(stored.match, stored.ended, cast(Sequence[Side], stored.sides))


def _players(results: Iterable[Result]) -> set[str]:
    return {player for result in results for _, players in result.sides for player in players}


def _stored(result: Result) -> StoredResult:
    return StoredResult(result.match, result.ended, result.sides)


def _stored_ratings(pool: str, latest: Mapping[str, Change]) -> dict[str, StoredRating]:
    return {player: _stored_rating(pool, change) for player, change in latest.items()}


def _stored_rating(pool: str, change: Change) -> StoredRating:
    return StoredRating(pool, change.player, change.mean, change.deviation, change.games, change.at)
