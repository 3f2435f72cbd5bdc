"""Deals of the day as stored: who played which, and their points."""

from typing import Final

from sqlalchemy import Connection, select

from fivefold.store.schema import dailies, seats

MOST_RESULTS: Final = 10_000


def match_of(connection: Connection, game: str, day: str, guest: str) -> str | None:
    """Return the match of a guest on the deal of a day, ISO 8601, if there is one."""
    here = (dailies.c.game == game) & (dailies.c.day == day) & (dailies.c.guest == guest)
    return connection.scalar(select(dailies.c.match).where(here))


def results(connection: Connection, game: str, day: str) -> list[tuple[str, int]]:
    """Return the guests who finished the deal of a day, with their points, lowest first."""
    joined = dailies.join(seats, (seats.c.match == dailies.c.match) & (seats.c.guest == dailies.c.guest))
    here = (dailies.c.game == game) & (dailies.c.day == day) & seats.c.points.is_not(None)
    chosen = select(dailies.c.guest, seats.c.points).select_from(joined).where(here)
    ordered = chosen.order_by(seats.c.points, dailies.c.guest).limit(MOST_RESULTS)
    return [(guest, points) for guest, points in connection.execute(ordered)]
