"""What can be done with seats that nobody has taken yet: fill one with a computer, stand up again, close the table."""

from dataclasses import replace

from fivefold.session import steps
from fivefold.session.errors import NotOffered, NotYours
from fivefold.session.seats import COMPUTER, OPEN, Seat, emptied
from fivefold.session.snapshot import WAITING, Cause, MatchSnapshot


def open_seats(now: MatchSnapshot) -> list[int]:
    """Return the seats that somebody may still take; none once the match has begun."""
    return [seat.seat for seat in now.seats if seat.kind == OPEN] if now.status == WAITING else []


def opened_by(now: MatchSnapshot, person_id: str) -> bool:
    """Tell whether a person decides about the open seats: who opened the table, or else whoever sits there."""
    return now.terms.owner == person_id if now.terms.owner else bool(now.seats_of(person_id))


def check_owner(now: MatchSnapshot, person_id: str, what: str) -> None:
    """Raise ``NotYours`` for anybody else, ``NotOffered`` where no seat is open any more."""
    if not opened_by(now, person_id):
        raise NotYours("only the player who opened the table decides this", subject=what)
    if not open_seats(now):
        raise NotOffered("every seat is taken", subject=what)


def fill(now: MatchSnapshot, person_id: str, seat: int | None, level: int) -> MatchSnapshot:
    """Give an open seat, the first if ``None``, to the computer of this level; with the last seat the match begins."""
    check_owner(now, person_id, "computer")
    free = open_seats(now)
    personas = now.match.game.personas
    if not 1 <= level <= len(personas):
        raise NotOffered(f"the levels are 1 to {len(personas)}", subject=f"level {level}")
    if seat is not None and seat not in free:
        raise NotOffered("somebody sits there already", subject=f"seat {seat}")
    chosen = free[0] if seat is None else seat
    taken = [
        _computer(place, level, personas[level - 1].name) if place.seat == chosen else place for place in now.seats
    ]
    return steps.filled(now, taken)


def _computer(place: Seat, level: int, name: str) -> Seat:
    return replace(place, kind=COMPUTER, level=level, name=name)


def stand_up(now: MatchSnapshot, person_id: str) -> MatchSnapshot:
    """Give a seat back while others are still open; whoever opened the table closes it instead."""
    mine = now.seats_of(person_id)
    if not mine:
        return now
    if not open_seats(now):
        raise NotOffered("every seat is taken", subject="stand up", remedy="you can resign")
    if now.terms.owner == person_id:
        raise NotOffered("you opened this table", subject="stand up", remedy="close the table instead")
    seats = [emptied(seat) if seat.seat in mine else seat for seat in now.seats]
    return steps.reseated(now, seats, now.status)


def close(now: MatchSnapshot, person_id: str) -> MatchSnapshot:
    """Close a table before its match begins; a table that is closed already stays so."""
    if now.match.outcome is not None:
        return now
    check_owner(now, person_id, "close the table")
    mine = now.seats_of(person_id)
    return steps.not_begun(now, mine[0]) if mine else closed(now)


def closed(now: MatchSnapshot, cause: Cause = Cause.EMPTY) -> MatchSnapshot:
    """Cancel a match that has not begun."""
    return steps.cancelled(now, cause) if now.status == WAITING else now


def unlisted(now: MatchSnapshot) -> MatchSnapshot:
    """Take a table out of the lobby; its link goes on working."""
    if not now.terms.listed:
        return now
    return replace(now, terms=replace(now.terms, listed=False), revision=now.revision + 1)
