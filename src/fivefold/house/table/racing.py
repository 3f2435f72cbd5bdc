"""How races begin at the tables of the house, and what the table shows of it."""

from fivefold.house.ledger import Ledger
from fivefold.house.match_view.view_types import RacePart, StartView
from fivefold.session import race_start, races
from fivefold.session.seats import COMPUTER
from fivefold.session.snapshot import MatchSnapshot


class RaceStarts:
    """The starts of races: everybody is ready, then there is a countdown by the house's clock."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def ready(self, match_id: str, person_id: str) -> MatchSnapshot:
        """Note that a person is ready to race; the same again deals the cards when the countdown is over.

        Raises ``NotYours``, ``NotOffered``.
        """
        self._ledger.refuse.person(person_id)
        self._ledger.snapshot(match_id)
        return self._ledger.change({match_id: lambda now: race_start.ready(now, person_id, self._ledger.now())})[0]

    def in_time(self, match_id: str) -> MatchSnapshot:
        """Return a match; where the countdown of a race is over, its cards are dealt."""
        now = self._ledger.snapshot(match_id)
        if now.begins is None or self._ledger.now() < now.begins:
            return now
        return self._ledger.change({match_id: lambda now: race_start.begun(now, self._ledger.now())})[0]


def table_part(now: MatchSnapshot) -> RacePart:
    """Return whether a match is a race, and how it begins, for the view of its table."""
    return {"race": races.is_race(now), "start": _start(now) if races.waits_for_ready(now) else None}


def _start(now: MatchSnapshot) -> StartView:
    ready = [seat.seat for seat in now.seats if seat.kind == COMPUTER or seat.seat in now.agreed]
    left = None if now.begins is None else (now.begins - now.match.clock()).total_seconds()
    return {"ready": ready, "seconds": None if left is None else max(0.0, round(left, 3))}
