"""What people answer to challenges before they are asked, and which matches they look for, in the database."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, update

from fivefold.house.database.schema import matches, seats
from fivefold.house.notices.mail.tables import standing_answers

_COLUMNS = standing_answers.c


class StoredStanding(NamedTuple):
    """What a person has settled for a game."""

    person: str
    game: str
    """Empty for all games."""
    rejects: bool = False
    most: int | None = None
    seeks: int = 0
    terms: Any = None
    """Of the matches they look for."""
    match: str | None = None
    """The table that is open for one now."""


_ALL = select(*(_COLUMNS[name] for name in StoredStanding._fields))
_THERE = _ALL.order_by(_COLUMNS.person, _COLUMNS.game)


def of_person(connection: Connection, person: str) -> list[StoredStanding]:
    """Return all that a person has settled, what holds for all games first."""
    return _read(connection, _THERE.where(_COLUMNS.person == person))


def seeking(connection: Connection, game: str | None = None) -> list[StoredStanding]:
    """Return who looks for matches, of a game or of any."""
    chosen = _THERE.where(_COLUMNS.seeks > 0)
    return _read(connection, chosen if game is None else chosen.where(_COLUMNS.game == game))


def of_match(connection: Connection, match: str) -> StoredStanding | None:
    """Return who looks for somebody at this table."""
    return next(iter(_read(connection, _THERE.where(_COLUMNS.match == match))), None)


def keep(connection: Connection, new: StoredStanding) -> None:
    """Store it in the place of what was there."""
    mine = (_COLUMNS.person == new.person) & (_COLUMNS.game == new.game)
    values = {**new._asdict(), "terms": new.terms or {}}
    if connection.execute(update(standing_answers).where(mine).values(values)).rowcount == 0:
        connection.execute(insert(standing_answers), values)


def remove(connection: Connection, person: str, game: str) -> None:
    """Forget it."""
    connection.execute(delete(standing_answers).where(_COLUMNS.person == person, _COLUMNS.game == game))


def going_on(connection: Connection, person: str, game: str) -> int:
    """Return how many unfinished matches a person plays with others; of a game, or of all if it is empty."""
    other = seats.alias()
    with_others = select(other.c.match).where(
        other.c.match == seats.c.match, other.c.person.is_not(None), other.c.person != person
    )
    mine = select(func.count(func.distinct(seats.c.match))).where(
        seats.c.person == person, seats.c.over.is_(False), with_others.exists()
    )
    if game:
        mine = mine.join(matches, matches.c.id == seats.c.match).where(matches.c.game == game)
    return connection.scalar(mine) or 0


def _read(connection: Connection, chosen: Any) -> list[StoredStanding]:
    rows: Sequence[Any] = connection.execute(chosen).all()
    return [StoredStanding(*row) for row in rows]
