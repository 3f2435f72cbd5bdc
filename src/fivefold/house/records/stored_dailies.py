"""Deals of the day as stored: who played which, when, and whether to the end."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, Select, func, select

from fivefold.house.database.schema import dailies, entries, matches, seats

MOST_RESULTS: Final = 1000
"""Of one day and game; the first who finished."""
ON_THE_DAY: Final[ColumnElement[bool]] = func.substr(matches.c.started, 1, 10) == dailies.c.day


class DayMatch(NamedTuple):
    """A person's match on the deal of a day."""

    game: str
    day: str
    match: str
    on_the_day: bool
    """Whether it was begun that day, not later out of the archive."""
    over: bool
    played_out: bool


def match_of(connection: Connection, game: str, day: str, person: str) -> str | None:
    """Return the match of a person on the deal of a day, ISO 8601, if there is one."""
    here = (dailies.c.game == game) & (dailies.c.day == day) & (dailies.c.person == person)
    return connection.scalar(select(dailies.c.match).where(here))


def of_person(connection: Connection, person: str, since: str, until: str) -> list[DayMatch]:
    """Return a person's matches on the deals of these days, the first and the last included."""
    mine = (seats.c.match == dailies.c.match) & (seats.c.person == dailies.c.person)
    columns = (dailies.c.game, dailies.c.day, dailies.c.match, ON_THE_DAY, matches.c.status == "over")
    chosen = (
        select(*columns, seats.c.points.is_not(None))
        .select_from(seats.join(dailies, mine).join(matches, matches.c.id == dailies.c.match))
        .where(seats.c.person == person, dailies.c.day.between(since, until))
        .order_by(dailies.c.day, dailies.c.game)
    )
    return [DayMatch(*row) for row in connection.execute(chosen)]


def finished(game: str, day: str) -> Select[tuple[str]]:
    """Return the query for the matches on a day's deal that were begun that day and are over."""
    joined = dailies.join(matches, matches.c.id == dailies.c.match)
    here = (dailies.c.game == game) & (dailies.c.day == day) & (matches.c.status == "over") & ON_THE_DAY
    return select(dailies.c.match).select_from(joined).where(here)


def finishers(connection: Connection, games: Sequence[str], day: str) -> dict[str, int]:
    """Return for each game how many have finished its deal of a day, that day."""
    joined = dailies.join(matches, matches.c.id == dailies.c.match)
    here = dailies.c.game.in_(games) & (dailies.c.day == day) & (matches.c.status == "over") & ON_THE_DAY
    # Who plays alone and gives up has no result.
    played = select(seats.c.match).where(
        seats.c.match == dailies.c.match, (seats.c.points.is_not(None)) | (seats.c.seat > 0)
    )
    counted = select(dailies.c.game, func.count()).select_from(joined).where(here, played.exists())
    found = {row[0]: row[1] for row in connection.execute(counted.group_by(dailies.c.game))}
    return {game: found.get(game, 0) for game in games}


def moves_of(connection: Connection, match_ids: Sequence[str], seat: int) -> dict[str, int]:
    """Return how many moves a seat made in each of these matches."""
    made = entries.c.match.in_(match_ids) & (entries.c.kind == "move") & (entries.c.mover == seat)
    counted = select(entries.c.match, func.count()).where(made).group_by(entries.c.match)
    return {row[0]: row[1] for row in connection.execute(counted)}
