"""Resignations that wait for their player's turn: carried out in the very change that makes it their turn.

The store is the truth. What is in memory only saves a look into it at every move: where it says that a seat will resign
the store is asked, and what another process has stored is found by the sweep.
"""

from collections.abc import Mapping
from typing import Final

from fivefold.house.ledger import Ledger
from fivefold.house.notices.mail import stored_resignations as stored
from fivefold.house.stored_match import time_text
from fivefold.session import steps
from fivefold.session.rights import check_resign, playing_seats
from fivefold.session.snapshot import LIVE, MatchSnapshot

NONE: Final[frozenset[int]] = frozenset()


class Resignations:
    """Who resigns when their turn comes; safe to share among threads."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._pending: Mapping[str, frozenset[int]] | None = None
        ledger.follow_up = self.followed

    def waits(self, match_id: str, person_id: str) -> bool:
        """Return whether a person's resignation waits for their turn; nobody else is told."""
        if match_id not in self._known():
            return False
        seats = self._ledger.read(stored.of_match, match_id)
        now = self._ledger.snapshot(match_id)
        return not seats.isdisjoint(set(now.seats_of(person_id)) - now.out)

    def resign(self, match_id: str, person_id: str, at_once: bool = False) -> MatchSnapshot:
        """Resign for a person: at once on their turn, and where nobody has one; otherwise when their turn comes. Raises
        ``NotYours``, ``NotOffered``."""
        with self._ledger.turn():
            now = self._ledger.snapshot(match_id)
            seats = playing_seats(now, person_id, "resign")
            check_resign(now, seats)
            if at_once or now.to_act is None or now.to_act in seats:
                return self._ledger.change({match_id: lambda now: steps.resign(now, person_id, now.number + 1)})[0]
            self._ledger.write(stored.add, match_id, seats[0], time_text(self._ledger.now()))
            self._pending = {**self._known(), match_id: self._known().get(match_id, NONE) | {seats[0]}}
        return now

    def take_back(self, match_id: str, person_id: str) -> None:
        """Let a person play on, whose turn has not come yet."""
        with self._ledger.turn():
            for seat in self._ledger.snapshot(match_id).seats_of(person_id):
                self._ledger.write(stored.remove, match_id, seat)

    def followed(self, now: MatchSnapshot) -> MatchSnapshot:
        """Return a match with the resignation of the seat that is to move now, if it waited for that."""
        seat = now.to_act
        if now.status != LIVE or seat is None or seat not in self._known().get(now.id, NONE):
            return now
        waits = seat in self._ledger.read(stored.of_match, now.id)
        person_id = now.seats[seat].person
        return steps.resign(now, person_id, now.number + 1, seat) if waits and person_id is not None else now

    def sweep(self) -> None:
        """Carry out what is due, whoever stored it and whenever; doing it twice does no harm."""
        self._pending = self._ledger.read(stored.all_of_them)
        for match_id in self._pending:
            self._ledger.catch_up(match_id)
            if self.followed(self._ledger.known(match_id)) is not self._ledger.known(match_id):
                self._ledger.change({match_id: self.followed})

    def _known(self) -> Mapping[str, frozenset[int]]:
        if self._pending is None:
            self._pending = self._ledger.read(stored.all_of_them)
        return self._pending
