"""How matches ended for the people in them: a row for each person, and one for each of their opponents."""

from collections.abc import Collection, Iterator, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, Select, delete, func, insert, select, update

from fivefold.house.database.schema import against, dailies, entries, finished, matches, seats
from fivefold.house.log import StoredSeat
from fivefold.house.records import tallies
from fivefold.house.records.tallies import TallyKey

HALF: Final = "half"
"""The result of the first game of a double match once the second is over, which has the result of both."""
BATCH: Final = 500
"""Matches looked up with one statement."""


class Finished(NamedTuple):
    """How a match ended for a person in it."""

    match: str
    seat: int
    """The person's, or the first of several."""
    person: str
    game: str
    seats: int
    company: str
    """Against whom: ``people``, ``computers``, ``both`` or ``nobody``."""
    turn: int | None
    """1 for who moved first; ``None`` in a race, or where nobody moved."""
    result: str
    share: float | None
    points: int | None
    set_up: str
    usual: bool
    termination: str
    rated: bool
    annulled: bool
    counts: bool
    """Whether it is part of records of results."""
    ended: str


class Against(NamedTuple):
    """That a person has played a match against somebody."""

    person: str
    opponent: str
    """A person's id, or ``level:N``."""
    match: str
    game: str
    result: str
    usual: bool
    rated: bool
    counts: bool
    ended: str


class EndedMatch(NamedTuple):
    """A match that is over, as stored, without its moves."""

    id: str
    game: str
    options: dict[str, str]
    drawn: list[str]
    rated: bool
    annulled: bool
    pack_of: str | None
    double_of: str | None
    half: bool
    """Whether it is the first game of a double match whose second is over."""
    ended: str
    last_kind: str
    """Of its last entry: how it was broken off, or a move."""
    last_mover: int
    first_mover: int | None
    """The seat whose player moved first."""
    seats: Sequence[StoredSeat]


COLUMNS = tuple(finished.c[name] for name in Finished._fields)

# --- kept ------------------------------------------------------------------------------------------------------------


def leave(connection: Connection, match_id: str, places: Collection[int]) -> None:
    """Note that a match is over for these seats, while others play on: it is none of their unfinished ones."""
    left = (seats.c.match == match_id) & seats.c.seat.in_(places)
    connection.execute(update(seats).where(left).values(over=True))


def keep(connection: Connection, match_ids: Sequence[str], rows: Sequence[Finished], rivals: Sequence[Against]) -> None:
    """Store these rows as all there are of these matches, which are over."""
    before, met = _kept(connection, match_ids)
    if before:
        for table in (finished, against):
            connection.execute(delete(table).where(table.c.match.in_(match_ids)))
    if rows:
        connection.execute(insert(finished), [row._asdict() for row in rows])
        connection.execute(update(seats).where(seats.c.match.in_(match_ids)).values(over=True))
    if rivals:
        connection.execute(insert(against), [row._asdict() for row in rivals])
    tallies.change(connection, [*map(_tally_of, rows), *map(_tally_against, rivals)], 1)
    tallies.change(connection, [*map(_tally_of, before), *map(_tally_against, met)], -1)


def halve(connection: Connection, match_id: str) -> None:
    """Let the first game of a double match be half of it for everybody."""
    own, met = _kept(connection, [match_id])
    keep(connection, [match_id], [row._replace(result=HALF) for row in own], [row._replace(result=HALF) for row in met])


def is_kept(connection: Connection, match_id: str) -> bool:
    """Tell whether it is stored how a match ended."""
    return connection.execute(select(finished.c.match).where(finished.c.match == match_id).limit(1)).first() is not None


def _kept(connection: Connection, match_ids: Sequence[str]) -> tuple[list[Finished], list[Against]]:
    columns = [against.c[name] for name in Against._fields]
    own = connection.execute(select(*COLUMNS).where(finished.c.match.in_(match_ids)))
    met = connection.execute(select(*columns).where(against.c.match.in_(match_ids)))
    return [Finished(*row) for row in own], [Against(*row) for row in met]


def _tally_of(row: Finished) -> TallyKey:
    return TallyKey(row.person, "", row.game, row.set_up, row.seats, row.turn or 0, row.result, row.counts)


def _tally_against(row: Against) -> TallyKey:
    return TallyKey(row.person, row.opponent, "", "", 0, 0, row.result, row.counts)


FIRST = (
    select(entries.c.mover)
    .where(entries.c.match == matches.c.id, entries.c.kind == "move", entries.c.mover >= 0)
    .order_by(entries.c.number)
    .limit(1)
    .correlate(matches)
    .scalar_subquery()
)
EARLIER = entries.alias()
LAST = select(func.max(EARLIER.c.number)).where(EARLIER.c.match == matches.c.id).correlate(matches).scalar_subquery()
SOMEBODY = select(seats.c.match).where(seats.c.match == matches.c.id, seats.c.person.is_not(None)).exists()
SECOND = matches.alias()
HALVED = select(SECOND.c.id).where(SECOND.c.id == matches.c.second, SECOND.c.status == "over").exists()
KEPT = select(finished.c.match).where(finished.c.match == matches.c.id).exists()


def all_ended(connection: Connection, only_missing: bool = False) -> list[str]:
    """Return the ids of all matches of people that are over; of those of which nothing is kept if ``only_missing``."""
    chosen = select(matches.c.id).where(matches.c.status == "over", matches.c.beside.is_(None), SOMEBODY)
    return list(connection.scalars(chosen.where(~KEPT) if only_missing else chosen))


def ended_matches(connection: Connection, match_ids: Sequence[str]) -> list[EndedMatch]:
    """Return these matches, all of which are over."""
    names = ("id", "game", "options", "drawn", "rated", "annulled", "pack_of", "double_of")
    columns: list[Any] = [*(matches.c[name] for name in names), HALVED]
    chosen: Select[Any] = (
        select(*columns, entries.c.at, entries.c.kind, entries.c.mover, FIRST)
        .select_from(matches.join(entries, (entries.c.match == matches.c.id) & (entries.c.number == LAST)))
        .where(matches.c.id.in_(match_ids))
    )
    seated = seats_of(connection, match_ids)
    return [EndedMatch._make([*row, seated[row.id]]) for row in connection.execute(chosen)]


# --- found -----------------------------------------------------------------------------------------------------------


def of_person(connection: Connection, person: str, game: str | None, limit: int) -> list[tuple[Finished, str | None]]:
    """Return what counts of a person's matches, of one game or of all, the latest first, each with its day if any."""
    mine = (finished.c.person == person) & finished.c.counts & (finished.c.result != HALF)
    return _found(connection, mine if game is None else mine & (finished.c.game == game), limit)


def of_match(connection: Connection, match_id: str, person: str) -> list[tuple[Finished, str | None]]:
    """Return how a match ended for a person, one row at most."""
    return _found(connection, (finished.c.match == match_id) & (finished.c.person == person), 1)


def of_matches(connection: Connection, match_ids: Any, limit: int) -> list[tuple[Finished, str | None]]:
    """Return how these matches ended for the people in them, as far as it counts."""
    return _found(connection, finished.c.match.in_(match_ids) & finished.c.counts, limit)


def best(connection: Connection, person: str, game: str, set_up: str, besides: str) -> str | None:
    """Return a person's match with the most points in a set-up, the earliest of several; ``besides``: left out."""
    alike = (finished.c.person == person) & finished.c.counts & (finished.c.game == game)
    here = alike & (finished.c.set_up == set_up) & finished.c.points.is_not(None) & (finished.c.match != besides)
    chosen = select(finished.c.match).where(here).order_by(finished.c.points.desc(), finished.c.ended).limit(1)
    return connection.scalar(chosen)


def cancellations(connection: Connection, match_ids: Sequence[str]) -> dict[str, tuple[int, str]]:
    """Return for those of these matches that were cancelled the seat that caused it and why."""
    chosen = select(entries.c.match, entries.c.mover, entries.c.text).where(
        entries.c.match.in_(match_ids), entries.c.kind == "abandoned"
    )
    return {match_id: (mover, text) for match_id, mover, text in connection.execute(chosen)}


def seats_of(connection: Connection, match_ids: Sequence[str]) -> dict[str, list[StoredSeat]]:
    """Return for each of these matches who sits where."""
    columns = [seats.c[name] for name in StoredSeat._fields]
    found: dict[str, list[StoredSeat]] = {match_id: [] for match_id in match_ids}
    for some in batches(match_ids):
        chosen = select(seats.c.match, *columns).where(seats.c.match.in_(some)).order_by(seats.c.match, seats.c.seat)
        for match_id, *fields in connection.execute(chosen):
            found[match_id].append(StoredSeat(*fields))
    return found


def batches(ids: Sequence[str]) -> Iterator[Sequence[str]]:
    """Cut ids into parts that one statement can take."""
    return (ids[start : start + BATCH] for start in range(0, len(ids), BATCH))


def _found(connection: Connection, which: ColumnElement[bool], limit: int) -> list[tuple[Finished, str | None]]:
    chosen = (
        select(*COLUMNS, dailies.c.day)
        .select_from(finished.outerjoin(dailies, dailies.c.match == finished.c.match))
        .where(which)
        .order_by(finished.c.ended.desc(), finished.c.match.desc())
        .limit(limit)
    )
    return [(Finished(*row[:-1]), row[-1]) for row in connection.execute(chosen)]
