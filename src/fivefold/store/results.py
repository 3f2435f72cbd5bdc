"""Finished matches as stored: who sat where, with which points, and how each ended."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, func, select

from fivefold.store.dailies import MOST_RESULTS, finished
from fivefold.store.log import StoredSeat
from fivefold.store.schema import dailies, entries, matches, seats


class FinishedMatch(NamedTuple):
    """A match that is over, without its moves."""

    id: str
    game: str
    options: Mapping[str, str]
    ended: str
    day: str | None
    last_kind: str
    """Of its last entry: how it was broken off, or a move."""
    last_mover: int
    seats: Sequence[StoredSeat]


EARLIER = entries.alias()
LAST = select(func.max(EARLIER.c.number)).where(EARLIER.c.match == matches.c.id).correlate(matches).scalar_subquery()


def of_person(connection: Connection, person: str, game: str | None, limit: int) -> list[FinishedMatch]:
    """Return a person's finished matches, of one game or of all, the latest first; none on cards they knew before."""
    mine = matches.c.id.in_(select(seats.c.match).where(seats.c.person == person)) & matches.c.pack_of.is_(None)
    return _finished(connection, mine if game is None else mine & (matches.c.game == game), limit)


def of_day(connection: Connection, game: str, day: str) -> list[FinishedMatch]:
    """Return the matches on a day's deal that were begun that day and are over."""
    return _finished(connection, matches.c.id.in_(finished(game, day)), MOST_RESULTS)


def _finished(connection: Connection, which: ColumnElement[bool], limit: int) -> list[FinishedMatch]:
    columns = (matches.c.id, matches.c.game, matches.c.options, entries.c.at, dailies.c.day)
    joined = matches.join(entries, (entries.c.match == matches.c.id) & (entries.c.number == LAST))
    chosen = (
        select(*columns, entries.c.kind, entries.c.mover)
        .select_from(joined.outerjoin(dailies, dailies.c.match == matches.c.id))
        .where(which, matches.c.status == "over", matches.c.beside.is_(None))
        .order_by(entries.c.at.desc(), matches.c.id)
        .limit(limit)
    )
    found = list(connection.execute(chosen))
    seated = _seats_of(connection, [row.id for row in found])
    return [FinishedMatch(*row, seated[row.id]) for row in found]


def _seats_of(connection: Connection, match_ids: Sequence[str]) -> dict[str, list[StoredSeat]]:
    columns = [seats.c[name] for name in StoredSeat._fields]
    chosen = select(seats.c.match, *columns).where(seats.c.match.in_(match_ids)).order_by(seats.c.match, seats.c.seat)
    found: dict[str, list[Any]] = {match_id: [] for match_id in match_ids}
    for match_id, *fields in connection.execute(chosen):
        found[match_id].append(StoredSeat(*fields))
    return found
