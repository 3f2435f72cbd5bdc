"""The start of a race: nothing is dealt before everybody is ready and has counted down from three."""

from dataclasses import replace
from datetime import datetime

from fivefold.session import races, steps
from fivefold.session.errors import NotOffered
from fivefold.session.rights import check_seated
from fivefold.session.seats import PERSON
from fivefold.session.snapshot import WAITING, MatchSnapshot


def ready(now: MatchSnapshot, person_id: str, time: datetime) -> MatchSnapshot:
    """Note that a person is ready, by a clock that says ``time``; with the last one the countdown begins.

    When it is over, the same again deals the cards. Raises ``NotYours``, ``NotOffered``.
    """
    seats = now.seats_of(person_id)
    check_seated(seats, "ready")
    if now.status != WAITING:
        return now
    if not races.waits_for_ready(now):
        raise NotOffered("the match begins when every seat is taken", subject="ready")
    agreed = tuple(sorted({*now.agreed, *seats}))
    if agreed == now.agreed:
        return begun(now, time)
    begins = time + races.COUNTDOWN if everybody_is_ready(now, agreed) else None
    return replace(now, agreed=agreed, begins=begins, revision=now.revision + 1)


def everybody_is_ready(now: MatchSnapshot, agreed: tuple[int, ...]) -> bool:
    """Tell whether all people are among those who agreed; computers always are."""
    return {seat.seat for seat in now.seats if seat.kind == PERSON} <= set(agreed)


def begun(now: MatchSnapshot, time: datetime) -> MatchSnapshot:
    """Deal the cards, once the countdown is over by a clock that says ``time``."""
    if now.status != WAITING or now.begins is None or time < now.begins:
        return now
    return steps.dealt(now, now.seats)
