"""What waits for a person: matches that wait for a move or an answer, and open challenges."""

from collections.abc import Collection

from sqlalchemy import Boolean, Connection, bindparam, func, select, type_coerce, update

from fivefold.house.database.schema import challenges, matches, seats

WAITING_MATCHES = (
    select(func.count(seats.c.match.distinct()))
    .where(seats.c.waits.is_(True), seats.c.person == bindparam("person"), seats.c.match != bindparam("besides"))
    .scalar_subquery()
)
OPEN_CHALLENGES = (
    select(func.count())
    .select_from(challenges)
    .where(challenges.c.to == bindparam("person"), challenges.c.state == "open")
    .scalar_subquery()
)
WAITING = select(WAITING_MATCHES + OPEN_CHALLENGES)
WAIT_FOR = (
    update(seats)
    .where(seats.c.match == bindparam("in_match"))
    .values(waits=type_coerce(seats.c.seat.in_(bindparam("waited", expanding=True)), Boolean))
)
UNSETTLED = (
    select(seats.c.match)
    .distinct()
    .join(matches, matches.c.id == seats.c.match)
    .where(seats.c.waits.is_(None), matches.c.status != "over")
)


def waiting(connection: Connection, person: str, besides: str = "") -> int:
    """Return how many matches, ``besides`` left out, and challenges wait for a person."""
    return connection.scalar(WAITING, {"person": person, "besides": besides}) or 0


def wait_for(connection: Connection, match_id: str, waited: Collection[int]) -> None:
    """Note for which seats a match waits; for the others it does not."""
    connection.execute(WAIT_FOR, {"in_match": match_id, "waited": list(waited)})


def unsettled(connection: Connection) -> list[str]:
    """Return the unfinished matches of which nobody has noted yet for whom they wait."""
    return list(connection.scalars(UNSETTLED))
