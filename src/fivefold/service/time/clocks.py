"""The clocks of the house's matches: what is taken off them, who has run out of time, what others do about it."""

from collections.abc import Sequence

from fivefold.contract.errors import MatchOver
from fivefold.play.clocks import NO_STOPS, Span, Stops
from fivefold.service.ledger import Ledger, Step
from fivefold.service.people.vacations import Vacations
from fivefold.session import flags, offer_kinds, steps
from fivefold.session.snapshot import MOVE, MatchSnapshot
from fivefold.session.timing import moment


class Clocks:
    """Everything that happens to matches because of time; safe to share among threads."""

    def __init__(self, ledger: Ledger, vacations: Vacations) -> None:
        self._ledger, self._vacations = ledger, vacations
        self._outages: Sequence[Span] = ()
        ledger.stops = self.stops

    def stops(self, now: MatchSnapshot) -> Stops:
        """Return when the clocks of a match stand still."""
        return NO_STOPS if now.terms.time is None else Stops(self._outages, self._vacations.rests(now))

    def playing(self, person_id: str, number: int, text: str, lag: int) -> Step:
        """Return the step that makes a person's move as of now, or ends the match if their time was out before.

        ``lag``: milliseconds that the network took, as the player's device says.
        """
        arrived = moment(self._ledger.now())

        def step(now: MatchSnapshot) -> MatchSnapshot:
            seats = now.seats_of(person_id)
            seat = next(iter(sorted(now.able & set(seats))), None)
            if now.clocks is None or seat is None or number <= now.number:
                return steps.play(now, seats, number, text)
            waited = max(0, moment(self._ledger.now()) - arrived)
            given_back = waited + now.clocks.returnable(seat, lag) if not now.racing else waited
            ended = flags.late(now, seat, arrived + waited, given_back, self.stops(now))
            return ended or steps.play(now, seats, number, text, given_back)

        return step

    def in_time(self, after: MatchSnapshot, number: int, text: str) -> MatchSnapshot:
        """Return the match after a move. Raises ``MatchOver`` if the move that was to be entry ``number`` came too
        late."""
        entry = after.entries[number - 1] if 0 < number <= after.number else None
        if after.clocks is not None and entry is not None and entry.kind != MOVE:
            raise MatchOver("your time was up before this move arrived", subject=text)
        return after

    def claim(self, match_id: str, person_id: str) -> MatchSnapshot:
        """End a slow match in which another player's time is out. Raises ``NotOffered``, ``NotYours``."""
        at = moment(self._ledger.now())
        self._ledger.snapshot(match_id)
        return self._ledger.change(
            {match_id: lambda now: flags.claimed(now, now.seats_of(person_id), at, self.stops(now))}
        )[0]

    def give(self, match_id: str, person_id: str, number: int) -> MatchSnapshot:
        """Give the others more time, as entry ``number``. Raises ``NotOffered``, ``NotYours``, ``Stale``."""
        self._ledger.snapshot(match_id)
        return self._ledger.change({match_id: lambda now: offer_kinds.give_time(now, person_id, number)})[0]

    def look(self, match_id: str) -> MatchSnapshot:
        """Do what is due in a match because of time: a flag falls, a pause ends."""
        at = moment(self._ledger.now())
        return self._ledger.change({match_id: lambda now: flags.looked_at(now, at, self.stops(now))})[0]
