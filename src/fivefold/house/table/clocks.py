"""The clocks of the house's matches: what is taken off them, who has run out of time, what others do about it."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from threading import Lock
from typing import Final, NamedTuple

from sqlalchemy import bindparam, select

from fivefold.contract.errors import FivefoldError, MatchOver
from fivefold.house.database.schema import matches, seats
from fivefold.house.decision import Step
from fivefold.house.ledger import Ledger, revised
from fivefold.house.people.vacations import VACATION_CHANGED, Vacations
from fivefold.house.stored_match import time_text
from fivefold.house.table.outages import Outages
from fivefold.play.clocks import NO_STOPS, Stops
from fivefold.play.time_control import Pace, TimeControl, parsed
from fivefold.session import flags, offer_kinds, races, rights, steps
from fivefold.session.seats import COMPUTER
from fivefold.session.snapshot import LIVE, MOVE, MatchSnapshot
from fivefold.session.timing import moment, time_of

_OF_PERSON: Final = (
    select(matches.c.id, matches.c.time)
    .distinct()
    .join(seats, seats.c.match == matches.c.id)
    .where(seats.c.person == bindparam("person"), seats.c.over.is_(False), matches.c.began.is_not(None))
)
"""A person's unfinished matches whose clocks have begun to run, with their time controls."""


class Clocks:
    """Everything that happens to matches because of time; safe to share among threads."""

    def __init__(self, ledger: Ledger, vacations: Vacations) -> None:
        self._ledger, self._vacations = ledger, vacations
        self.outages = Outages(ledger)
        self._lock = Lock()
        self._arriving = Counter[str]()
        ledger.stops = self.stops
        ledger.bus.subscribe(VACATION_CHANGED, self.recount)

    def stops(self, now: MatchSnapshot) -> Stops:
        """Return when the clocks of a match stand still."""
        if now.terms.time is None:
            return NO_STOPS
        began = moment(now.began) if now.began is not None else moment(now.started)
        return Stops(self.outages.since(began), self._vacations.rests(now))

    # Moves

    @contextmanager
    def arriving(self, match_id: str) -> Iterator[None]:
        """While a move is on its way to a match, whose flags wait for it."""
        with self._lock:
            self._arriving[match_id] += 1
        try:
            yield
        finally:
            with self._lock:
                self._arriving[match_id] -= 1
                if not self._arriving[match_id]:
                    del self._arriving[match_id]

    def is_arriving(self, match_id: str) -> bool:
        """Return whether a move is on its way to a match."""
        with self._lock:
            return match_id in self._arriving

    def playing(self, person_id: str, number: int, text: str, lag: int, arrived: datetime | None = None) -> Step:
        """Return the step that makes a person's move as of when it arrived, or ends the match if their time was out.

        ``lag``: milliseconds that the network took, as the player's device says; ``arrived``: if not now.
        Raises ``NotOffered`` for somebody who may not play.
        """
        self._ledger.refuse.person(person_id)
        since = moment(arrived or self._ledger.now())

        def step(now: MatchSnapshot) -> MatchSnapshot:
            seats = now.seats_of(person_id)
            seat = next(iter(sorted(now.able & set(seats))), None)
            known = not now.racing and rights.after_gifts(now, number) <= now.number
            if now.clocks is None or seat is None or known:
                return steps.play(now, seats, number, text)
            waited = max(0, moment(self._ledger.now()) - since)
            given_back = waited + now.clocks.returnable(seat, lag)
            ended = flags.late(now, seat, since + waited, given_back, self.stops(now))
            counted = now.clocks.control.pace != Pace.GAME
            return ended or steps.play(now, seats, number, text, given_back if counted else 0)

        return step

    def thought(self, number: int, text: str, seconds: float) -> Step:
        """Return the step that makes a computer's move, for which its clock counts only what it thought.

        What it waited for its turn to think is given back. One that thought for too long has lost. Raises ``Stale`` for
        one that moves before it would have reacted.
        """

        def step(now: MatchSnapshot) -> MatchSnapshot:
            after = charged(now)
            if after is not now and after.entries[now.number].kind == MOVE:
                races.refuse_haste(now, after.entries[now.number].mover, self._ledger.now())
            return after

        def charged(now: MatchSnapshot) -> MatchSnapshot:
            seats = [seat.seat for seat in now.seats if seat.kind == COMPUTER]
            clocks, at = now.clocks, moment(self._ledger.now())
            seat = next(iter(sorted(now.able & set(seats))), None)
            if clocks is None or seat is None or rights.after_gifts(now, number) <= now.number:
                return steps.play(now, seats, number, text)
            stops, given_back = self.stops(now), 0
            if clocks.control.pace != Pace.GAME:
                given_back = clocks.waited(round(1000 * seconds), at, stops)
            ended = flags.late(now, seat, at, given_back, stops)
            return ended or steps.play(now, seats, number, text, given_back)

        return step

    def in_time(self, after: MatchSnapshot, number: int, text: str) -> MatchSnapshot:
        """Return the match after a move. Raises ``MatchOver`` if the move that was to be entry ``number`` came too
        late."""
        number = rights.after_gifts(after, number)
        entry = after.entries[number - 1] if 0 < number <= after.number else None
        if after.clocks is not None and entry is not None and (entry.kind != MOVE or entry.drop_out):
            raise MatchOver("your time was up before this move arrived", subject=text)
        return after

    # What players do about time

    def claim(self, match_id: str, person_id: str) -> MatchSnapshot:
        """End a slow match in which another player's time is out. Raises ``NotOffered``, ``NotYours``."""

        def step(now: MatchSnapshot) -> MatchSnapshot:
            at = moment(self._ledger.now())
            return flags.claimed(now, rights.playing_seats(now, person_id, flags.CLAIM), at, self.stops(now))

        self._ledger.snapshot(match_id)
        return self._ledger.change({match_id: step})[0]

    def give(self, match_id: str, person_id: str, number: int) -> MatchSnapshot:
        """Give the others more time, as entry ``number``. Raises ``NotOffered``, ``NotYours``, ``Stale``."""
        self._ledger.refuse.person(person_id)
        self._ledger.snapshot(match_id)
        return self._ledger.change({match_id: lambda now: offer_kinds.give_time(now, person_id, number)})[0]

    # What time does by itself

    def look(self, match_id: str, stored_look: str | None = None) -> MatchSnapshot:
        """Do what is due in a match because of time: a flag falls, a pause ends, somebody is told of a slow clock.

        Where nothing is due yet, note when it will be. ``stored_look``: when it was to be by the store.
        """
        return self.look_at_all({match_id: stored_look})[0]

    def look_at_all(self, looks: Mapping[str, str | None]) -> list[MatchSnapshot]:
        """Do the same in several matches, in one transaction: what is stored together is stored sooner."""
        return self._ledger.change({match_id: self._looking(match_id, stored) for match_id, stored in looks.items()})

    def _looking(self, match_id: str, stored_look: str | None) -> Step:
        """Return the step that does what is due in a match."""

        def step(now: MatchSnapshot) -> MatchSnapshot:
            if now.status != LIVE or now.clocks is None or self.is_arriving(match_id):
                return now
            at, stops = moment(self._ledger.now()), self.stops(now)
            after = flags.looked_at(now, at, stops)
            if after is not now:
                return after
            after = flags.announced(now, at, stops)
            known = stored_look or _stored(now)
            same = (after.told, after.next_look) == (now.told, now.next_look) and _stored(after) == known
            return now if same else revised(after)

        return step

    def recount(self, person_id: str) -> None:
        """Note anew when the clocks of a person's slow matches run out, after their times off the clock changed."""
        with self._ledger.reading() as connection:
            found = connection.execute(_OF_PERSON, {"person": person_id}).all()
        for match_id, control in found:
            if is_slow(control):
                self.look(match_id)


class TimeLeft(NamedTuple):
    """What the running clock of a slow game says."""

    left: int
    """In milliseconds; 0 where the time is out."""
    runs_out: int
    """When it is, in milliseconds since 1970: later where the clock stands still meanwhile."""


def time_left(ledger: Ledger, match_id: str, control: TimeControl | None) -> TimeLeft | None:
    """Return how much time whoever is to move has; ``None`` in live games, and where no clock runs."""
    if control is None or not control.slow:
        return None
    try:
        now = ledger.known(match_id)
    except FivefoldError:  # a damaged match has no clock to show
        return None
    clocks, stops = now.clocks, ledger.stops(now)
    out = None if clocks is None or clocks.paused else clocks.runs_out(stops)
    if clocks is None or clocks.running is None or out is None:
        return None
    return TimeLeft(clocks.left(clocks.running, moment(ledger.now()), stops), out)


def by_urgency(left: TimeLeft | None) -> float:
    """Return by what lists are sorted: what runs out first comes first, what has no clock last."""
    return math.inf if left is None else left.runs_out


def is_slow(text: str) -> bool:
    """Tell whether a stored time control is one for slow games."""
    control = parsed(text)
    return control is not None and control.slow


def _stored(now: MatchSnapshot) -> str | None:
    return None if now.next_look is None else time_text(time_of(now.next_look))
