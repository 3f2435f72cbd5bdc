"""For whom a match waits: those whose turn it is, and those who have something to answer or to decide; and how many
matches and challenges wait for a person.

Only among people: a computer is never kept waiting, and whoever plays alone keeps nobody waiting.
"""

from collections.abc import Collection
from typing import Final

from sqlalchemy import Boolean, Connection, bindparam, func, select, type_coerce, update

from fivefold.house.database.schema import challenges, matches, seats
from fivefold.house.links import SECOND
from fivefold.play.clocks import ANNOUNCED
from fivefold.session import offers, races
from fivefold.session.seats import PERSON
from fivefold.session.snapshot import OVER, MatchSnapshot

_WAITING_MATCHES: Final = (
    select(func.count(seats.c.match.distinct()))
    .where(seats.c.waits.is_(True), seats.c.person == bindparam("person"), seats.c.match != bindparam("besides"))
    .scalar_subquery()
)
_OPEN_CHALLENGES: Final = (
    select(func.count())
    .select_from(challenges)
    .where(challenges.c.to == bindparam("person"), challenges.c.state == "open")
    .scalar_subquery()
)
_WAITING: Final = select(_WAITING_MATCHES + _OPEN_CHALLENGES)
_WAIT_FOR: Final = (
    update(seats)
    .where(seats.c.match == bindparam("in_match"))
    .values(waits=type_coerce(seats.c.seat.in_(bindparam("waited", expanding=True)), Boolean))
)
_UNSETTLED: Final = (
    select(seats.c.match)
    .distinct()
    .join(matches, matches.c.id == seats.c.match)
    .where(seats.c.waits.is_(None), matches.c.status != "over")
)


def awaited(now: MatchSnapshot) -> frozenset[int]:
    """Return the seats of people for whom other people wait."""
    return to_move(now) | to_answer(now) | to_be_ready(now) | to_claim(now)


def to_move(now: MatchSnapshot) -> frozenset[int]:
    """Return the seat of a person who is to move. In a race nobody waits for anybody."""
    turn = now.to_act
    return frozenset() if turn is None else _people(now) & {turn}


def to_answer(now: MatchSnapshot) -> frozenset[int]:
    """Return the seats of people who have not answered the offer on the table."""
    if now.offer is None:
        return frozenset()
    return (_people(now) - _same_person(now, now.offer.seat)) & set(offers.waits_for(now))


def to_be_ready(now: MatchSnapshot) -> frozenset[int]:
    """Return the seats of people of whom another is ready already: for a race, or for the second game."""
    second = now.status == OVER and SECOND in now.links and now.linked(SECOND) is None
    if not now.agreed or not (second or races.waits_for_ready(now)):
        return frozenset()
    return _people(now) - set(now.agreed)


def to_claim(now: MatchSnapshot) -> frozenset[int]:
    """Return the seats of people who can claim the win or give more time: another's time is out in a slow match."""
    turn = now.to_act
    if turn is None or now.told != ANNOUNCED:
        return frozenset()
    return _people(now) - _same_person(now, turn) - now.out


def several_people(now: MatchSnapshot) -> bool:
    """Return whether more than one person sits at the table."""
    return len({seat.person for seat in now.seats if seat.kind == PERSON}) > 1


def _people(now: MatchSnapshot) -> frozenset[int]:
    """Return the seats of people, none where fewer than two sit there."""
    people = (seat.seat for seat in now.seats if seat.kind == PERSON and seat.person is not None)
    return frozenset(people) if several_people(now) else frozenset()


def _same_person(now: MatchSnapshot, seat: int) -> frozenset[int]:
    return frozenset(each.seat for each in now.seats if each.person == now.seats[seat].person)


def waiting(connection: Connection, person: str, besides: str = "") -> int:
    """Return how many matches, ``besides`` left out, and challenges wait for a person."""
    return connection.scalar(_WAITING, {"person": person, "besides": besides}) or 0


def wait_for(connection: Connection, match_id: str, waited: Collection[int]) -> None:
    """Note for which seats a match waits; for the others it does not."""
    connection.execute(_WAIT_FOR, {"in_match": match_id, "waited": list(waited)})


def unsettled(connection: Connection) -> list[str]:
    """Return the unfinished matches of which nobody has noted yet for whom they wait."""
    return list(connection.scalars(_UNSETTLED))
