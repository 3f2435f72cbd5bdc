"""What a person has played and is playing: lists with filters, and records of results counted by what they depend on.

Lists and counts read one index each, from its beginning or from where the page before ended.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, case, func, select, tuple_

from fivefold.house.database.schema import against, dailies, finished, matches, people, seats, tallies
from fivefold.house.records.stored_finished import COLUMNS, HALF, Finished

MOST_NAMESAKES: Final = 20
MOST_RUNNING: Final = 200
MOST_COUNTED: Final = 10_001
"""Matches that a list counts."""


class Where(NamedTuple):
    """Which of a person's finished matches are wanted; what is empty makes no difference."""

    game: str = ""
    results: Sequence[str] = ()
    company: Sequence[str] = ()
    opponents: Sequence[str] | None = None
    """Persons' ids, or ``level:N``; where they are given, ``company`` makes no difference."""
    usual: bool | None = None
    rated: bool | None = None
    since: str = ""
    """The first moment, as times are stored."""
    until: str = ""
    """The first moment that is too late."""
    halves: bool = False
    """Whether first games of double matches are wanted besides the double matches."""


class Place(NamedTuple):
    """A place in a list of matches: the one that a page begins behind."""

    ended: str
    match: str


class Ended(NamedTuple):
    """How a match ended for somebody, with what their list tells besides."""

    row: Finished
    day: str | None
    """Whose deal it was."""
    double_of: str | None
    """The first game, where it is the second of a double match."""


class Running(NamedTuple):
    """A match that goes on, as far as its person's list tells."""

    match: str
    game: str
    options: dict[str, str]
    drawn: list[str]
    status: str
    due: int | None
    rated: bool
    touched: str
    day: str | None
    time: str
    """How long they may think, as a text; empty for no limit."""
    waits: bool
    """Whether other people wait for the person."""


def places(
    connection: Connection, person: str, where: Where, after: Place | None, limit: int, newer: bool = False
) -> list[Place]:
    """Return the next places of a list of finished matches, the latest first; with ``newer`` those before ``after``."""
    table = finished if where.opponents is None else against
    key = table.c.ended, table.c.match
    chosen = select(*key).where(_wanted(person, where))
    if after is not None:
        chosen = chosen.where(tuple_(*key) > tuple_(*after) if newer else tuple_(*key) < tuple_(*after))
    if where.opponents is not None and len(where.opponents) > 1:
        chosen = chosen.distinct()
    ordered = chosen.order_by(*(column.asc() if newer else column.desc() for column in key)).limit(limit)
    found = [Place(*row) for row in connection.execute(ordered)]
    return found[::-1] if newer else found


def counts(connection: Connection, person: str, where: Where, results: Sequence[str]) -> dict[str, int]:
    """Return how many matches there are with each of these results, of at most ``MOST_COUNTED``."""
    table = finished if where.opponents is None else against
    chosen = select(table.c.result).where(_wanted(person, where))
    if where.opponents is not None and len(where.opponents) > 1:
        chosen = select(table.c.result, table.c.match).distinct().where(_wanted(person, where))
    some = chosen.limit(MOST_COUNTED).subquery()
    sums = (func.coalesce(func.sum(case((some.c.result == result, 1), else_=0)), 0) for result in results)
    return dict(zip(results, connection.execute(select(*sums)).one(), strict=True))


def rows(connection: Connection, person: str, match_ids: Sequence[str]) -> list[Ended]:
    """Return how these matches ended for a person, the latest first."""
    chosen = (
        select(*COLUMNS, dailies.c.day, matches.c.double_of)
        .select_from(
            finished.join(matches, matches.c.id == finished.c.match).outerjoin(
                dailies, dailies.c.match == finished.c.match
            )
        )
        .where(finished.c.match.in_(match_ids))
        .order_by(finished.c.ended.desc(), finished.c.match.desc())
    )
    found = [Ended(Finished(*row[:-2]), *row[-2:]) for row in connection.execute(chosen)]
    return [each for each in found if each.row.person == person]


def called(connection: Connection, person: str, name: str) -> list[str]:
    """Return those of a person's opponents that are called by this name, guests too."""
    met = select(tallies.c.opponent).distinct().where(tallies.c.person == person).subquery()
    chosen = (
        select(people.c.id).join(met, met.c.opponent == people.c.id).where(func.lower(people.c.name) == name.lower())
    )
    return list(connection.scalars(chosen.limit(MOST_NAMESAKES)))


def running(connection: Connection, person: str) -> list[Running]:
    """Return what a person is playing, what was touched last first."""
    waits = func.max(case((seats.c.waits.is_(True), 1), else_=0)) == 1
    columns = [matches.c[name] for name in ("id", "game", "options", "drawn", "status", "due", "rated", "touched")]
    chosen = (
        select(*columns, dailies.c.day, matches.c.time, waits)
        .select_from(
            seats.join(matches, matches.c.id == seats.c.match).outerjoin(dailies, dailies.c.match == matches.c.id)
        )
        .where(seats.c.person == person, seats.c.over.is_(False), matches.c.beside.is_(None))
        .group_by(*columns, dailies.c.day, matches.c.time)
        .order_by(matches.c.touched.desc())
        .limit(MOST_RUNNING)
    )
    return [Running(*tuple(row)) for row in connection.execute(chosen)]


def going_on(connection: Connection, game: str | None, most: int) -> list[str]:
    """Return the matches that are being played, of a game or of all, what was touched last first."""
    chosen = select(matches.c.id).where(matches.c.status == "live", matches.c.beside.is_(None))
    of_game = chosen if game is None else chosen.where(matches.c.game == game)
    return list(connection.scalars(of_game.order_by(matches.c.touched.desc()).limit(most)))


def best(connection: Connection, person: str, game: str, set_up: str) -> int | None:
    """Return the most points that a person reached in a set-up."""
    here = (finished.c.person == person) & finished.c.counts & (finished.c.game == game)
    chosen = select(finished.c.points).where(here, finished.c.set_up == set_up, finished.c.points.is_not(None))
    return connection.scalar(chosen.order_by(finished.c.points.desc()).limit(1))


def _wanted(person: str, where: Where) -> ColumnElement[bool]:
    table = finished if where.opponents is None else against
    wanted = [table.c.person == person]
    if not where.halves:
        wanted.append(table.c.result != HALF)
    if where.opponents is not None:
        wanted.append(against.c.opponent.in_(where.opponents))
    elif where.company:
        wanted.append(finished.c.company.in_(where.company))
    if where.game:
        wanted.append(table.c.game == where.game)
    if where.results:
        wanted.append(table.c.result.in_(where.results))
    if where.usual is not None:
        wanted.append(table.c.usual.is_(where.usual))
    if where.rated is not None:
        wanted.append(table.c.rated.is_(where.rated))
    if where.since:
        wanted.append(table.c.ended >= where.since)
    if where.until:
        wanted.append(table.c.ended < where.until)
    return and_(*wanted)
