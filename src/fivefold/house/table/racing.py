"""The start of a race: nothing is dealt before everybody is ready and has counted down from three."""

from dataclasses import replace
from datetime import datetime

from fivefold.house.ledger import Ledger
from fivefold.house.match_view.view_types import RacePart, StartView
from fivefold.session import races, steps
from fivefold.session.errors import NotOffered
from fivefold.session.rights import check_seated
from fivefold.session.seats import COMPUTER, PERSON
from fivefold.session.snapshot import WAITING, MatchSnapshot


class RaceStarts:
    """The starts of races: everybody is ready, then there is a countdown by the house's clock."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def ready(self, match_id: str, person_id: str) -> MatchSnapshot:
        """Note that a person is ready to race; the same again deals the cards when the countdown is over. Raises
        ``NotYours``, ``NotOffered``."""
        self._ledger.refuse.person(person_id)
        self._ledger.snapshot(match_id)
        return self._ledger.change({match_id: lambda now: _ready(now, person_id, self._ledger.now())})[0]

    def in_time(self, match_id: str) -> MatchSnapshot:
        """Return a match; where the countdown of a race is over, its cards are dealt."""
        now = self._ledger.snapshot(match_id)
        if now.begins is None or self._ledger.now() < now.begins:
            return now
        return self._ledger.change({match_id: lambda now: _begun(now, self._ledger.now())})[0]


def _ready(now: MatchSnapshot, person_id: str, time: datetime) -> MatchSnapshot:
    """Note that a person is ready, by a clock that says ``time``; with the last one the countdown begins. When it is
    over, the same again deals the cards. Raises ``NotYours``, ``NotOffered``."""
    seats = now.seats_of(person_id)
    check_seated(seats, "ready")
    if now.status != WAITING:
        return now
    if not races.waits_for_ready(now):
        raise NotOffered("the match begins when every seat is taken", subject="ready")
    agreed = tuple(sorted({*now.agreed, *seats}))
    if agreed == now.agreed:
        return _begun(now, time)
    begins = time + races.COUNTDOWN if _everybody_is_ready(now, agreed) else None
    return replace(now, agreed=agreed, begins=begins, revision=now.revision + 1)


def _everybody_is_ready(now: MatchSnapshot, agreed: tuple[int, ...]) -> bool:
    """Tell whether all people are among those who agreed; computers always are."""
    return {seat.seat for seat in now.seats if seat.kind == PERSON} <= set(agreed)


def _begun(now: MatchSnapshot, time: datetime) -> MatchSnapshot:
    """Deal the cards, once the countdown is over by a clock that says ``time``."""
    if now.status != WAITING or now.begins is None or time < now.begins:
        return now
    return steps.dealt(now, now.seats)


def table_part(now: MatchSnapshot) -> RacePart:
    """Return whether a match is a race, and how it begins, for the view of its table."""
    return {"race": races.is_race(now), "start": _start(now) if races.waits_for_ready(now) else None}


def _start(now: MatchSnapshot) -> StartView:
    ready = [seat.seat for seat in now.seats if seat.kind == COMPUTER or seat.seat in now.agreed]
    left = None if now.begins is None else (now.begins - now.match.clock()).total_seconds()
    return {"ready": ready, "seconds": None if left is None else max(0.0, round(left, 3))}
