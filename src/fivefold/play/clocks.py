"""What every clock of a match says, worked out from its log: pure, no clock on the wall is read here.

Times are whole milliseconds since 1970, UTC. ``Clocks`` is how things stand after an entry of the log; ``Stops`` says
when clocks stand still besides: while the house was down, while a player of a slow game is off. Both give what a clock
says at any later moment, and the moment at which it runs out.
"""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple, Protocol, Self

from fivefold.play.time_control import DAY, FULL, MINUTE, Pace, TimeControl

MILLISECONDS: Final = 1000
FIRST_MOVE: Final = MINUTE * MILLISECONDS
"""A live match is cancelled if somebody does not make their first move within this time."""
LONGEST_PAUSE: Final = 30 * MINUTE * MILLISECONDS
LONGEST_SLOW_PAUSE: Final = 14 * DAY * MILLISECONDS
"""After this long a match that is paused goes on by itself."""
LAG_LIMIT: Final = 1500
LAG_REGAINED: Final = 400
"""What the network takes is given back: at most so much at a time, and saved up by so much a move."""
REMINDER: Final = DAY * MILLISECONDS
"""A slow player is reminded when so much is left, or half of what there was if that is less."""
LONG, FORGOTTEN = 14 * REMINDER, 7 * REMINDER
"""Where there was more than the first, the reminder comes after the second: the others wait."""
GAME_CLOCK: Final = 0
"""The one clock of a match with a limit for the whole game."""
REMINDED, ANNOUNCED = 1, 2
"""How much has been said of a slow clock that runs out: a reminder; that it is out."""

Span = tuple[int, int]
"""Two moments, the second not before the first."""


class Resting(Protocol):
    """When a player's clock stands still."""

    def counted(self, start: int, end: int) -> int:
        """Return how many milliseconds between two moments count."""

    def after(self, start: int, counted: int) -> int:
        """Return the first moment at which so many milliseconds have counted."""


class _Never:
    """A clock that never rests."""

    def counted(self, start: int, end: int) -> int:
        return max(0, end - start)

    def after(self, start: int, counted: int) -> int:
        return start + counted


NEVER: Final[Resting] = _Never()


@dataclass(frozen=True, slots=True)
class Stops:
    """When clocks stand still, other than by agreement."""

    outages: Sequence[Span] = ()
    """When the house was down, in order and apart from each other."""
    rests: Mapping[int, Resting] | None = None
    """When the clocks of seats rest, by seat; only in slow games."""

    def counted(self, seat: int, start: int, end: int) -> int:
        """Return how many milliseconds between two moments count for a seat."""
        return sum(self._rest(seat).counted(*span) for span in self._up(start, end))

    def after(self, seat: int, start: int, needed: int) -> int:
        """Return the first moment at which so many milliseconds have counted for a seat."""
        rest = self._rest(seat)
        for down, up in self.outages[self._first(start) :]:
            there = rest.counted(start, down) if down > start else 0
            if needed <= there:
                break
            needed, start = needed - there, up
        return rest.after(start, needed)

    def _rest(self, seat: int) -> Resting:
        return (self.rests or {}).get(seat, NEVER)

    def _first(self, start: int) -> int:
        """Return which outage is the first that ends after a moment."""
        return bisect_right(self.outages, start, key=lambda span: span[1])

    def _up(self, start: int, end: int) -> list[Span]:
        """Return the spans between two moments in which the house was up."""
        first, last = self._first(start), bisect_right(self.outages, end - 1, key=lambda span: span[0])
        edges = [start, *(edge for span in self.outages[first:last] for edge in span), end]
        return [(since, until) for since, until in list(pairwise(edges))[::2] if since < until]


NO_STOPS: Final = Stops()


@dataclass(frozen=True, slots=True)
class SeatClock:
    """One seat's clock, in milliseconds."""

    left: int
    """What is left for it."""
    added: int
    """All it was ever given, less what it lost again: what is used and what is left."""
    used: int = 0
    given_back: int = 0
    """What the network took, and was not counted."""
    credit: int = LAG_LIMIT
    """How much of what the network takes can be given back with the next move."""
    moves: int = 0


class Step(NamedTuple):
    """An entry of the log, as far as clocks are concerned."""

    at: int
    turn: int | None
    """The seat to move after it, ``None`` if no clock runs."""
    moved: int | None = None
    """The seat that chose a move."""
    given_back: int = 0
    """What the network, or the house itself, took of the time for it."""
    gifts: tuple[tuple[int, int], ...] = ()
    """What it gives to seats."""
    pauses: bool = False
    drops_out: bool = False
    """Whether a seat drops out, whose clock stays as it is."""
    over: bool = False
    uncounted: bool = False
    """Whether nothing counts of the time since the entry before: a computer has yet to say how long it thought."""


@dataclass(frozen=True, slots=True)
class Clocks:
    """The clocks of a match after an entry of its log."""

    control: TimeControl
    seats: tuple[SeatClock, ...]
    """One for each seat; for a limit on the whole game a single one."""
    bases: tuple[int, ...]
    """What each begins with: in a game with a limit per move for each of them."""
    gains: tuple[int, ...]
    """What each gains with a move."""
    at: int
    """When that entry was made."""
    running: int | None = None
    """The seat whose clock runs."""
    since: int = 0
    """From when it counts; while the match is paused, from when it would go on by itself."""
    free: int = 0
    """How much of the present move still doesn't count."""
    paused: bool = False

    @classmethod
    def begun(cls, control: TimeControl, handicaps: Sequence[int], turn: int | None, at: int) -> Self:
        """Return the clocks at the beginning; ``handicaps``: the part of the time each seat has, in per cent."""
        whole = control.pace == Pace.GAME
        parts = (FULL,) if whole else handicaps
        bases = tuple(_part(control.base, part) for part in parts)
        gains = tuple(_part(control.increment, part) for part in parts)
        seats = tuple(SeatClock(left=base, added=base) for base in bases)
        free = control.delay * MILLISECONDS
        return cls(control, seats, bases, gains, at, GAME_CLOCK if whole else turn, at, free)

    def after(self, step: Step, stops: Stops) -> Self:
        """Return the clocks after the next entry."""
        now = self._charged(step, stops)
        seats = list(now.seats)
        if step.moved is not None and self.control.pace != Pace.GAME:
            seats[step.moved] = self._gained(seats[step.moved], step.moved)
        elif self._passes_on(step) and self.running is not None:
            seats[self.running] = self._renewed(seats[self.running], self.running)
        for seat, gift in step.gifts if self.control.pace != Pace.GAME else ():
            seats[seat] = replace(seats[seat], left=seats[seat].left + gift, added=seats[seat].added + gift)
        running = None if step.over else GAME_CLOCK if self.control.pace == Pace.GAME else step.turn
        goes_on = step.moved is None and running == self.running
        return replace(
            now,
            seats=tuple(seats),
            at=step.at,
            running=running,
            since=step.at + (self.longest_pause if step.pauses else 0),
            free=now.free if goes_on else self.control.delay * MILLISECONDS,
            paused=step.pauses,
        )

    def _passes_on(self, step: Step) -> bool:
        """Tell whether with a limit for each move the turn goes elsewhere, to come back with all of the time."""
        return self.control.pace == Pace.MOVE and step.turn not in {None, self.running} and not step.drops_out

    # What can be asked of them at a later moment

    def left(self, seat: int, at: int, stops: Stops) -> int:
        """Return what a clock says at a moment."""
        clock = self.seats[seat]
        return clock.left if seat != self.running else max(0, clock.left - self._spent(at, stops))

    def free_left(self, at: int, stops: Stops) -> int:
        """Return how much of the present move still doesn't count at a moment."""
        return max(0, self.free - self._counted(at, stops))

    def runs_out(self, stops: Stops) -> int | None:
        """Return the moment at which the running clock shows nothing more."""
        if self.running is None:
            return None
        needed = self.seats[self.running].left + self.free
        return stops.after(self.running, self.since, needed)

    def falls(self, stops: Stops) -> int | None:
        """Return the moment from which it counts as out: later by what the network may have taken. Somebody who has yet
        to make a first move in a live match has less, and loses nothing."""
        if self.running is None or self.control.slow:
            return self.runs_out(stops)
        clock = self.seats[self.running]
        needed = min(clock.left + self.free, FIRST_MOVE) if self.first_move else clock.left + self.free
        # Also this part is given back where the house is down meanwhile: a move may be on its way.
        network = 0 if self.control.pace == Pace.GAME else clock.credit
        return stops.after(self.running, self.since, needed + network)

    def reminds(self, stops: Stops) -> int | None:
        """Return the moment at which a slow player is reminded."""
        if self.running is None or not self.control.slow:
            return None
        left = self.seats[self.running].left
        unspent = left - FORGOTTEN if left > LONG else min(REMINDER, left // 2)
        return stops.after(self.running, self.since, self.free + left - unspent)

    def next_look(self, stops: Stops, told: int = 0) -> int | None:
        """Return the moment at which somebody has to look at the clock again. ``told``: what has been said since the
        last entry, ``REMINDED`` or ``ANNOUNCED``."""
        if self.paused:
            return self.since
        if not self.control.slow:
            return self.falls(stops)
        return (self.reminds(stops), self.runs_out(stops), None)[told]

    @property
    def first_move(self) -> bool:
        """Whether the seat whose clock runs has yet to make its first move in a live match; then nobody loses by it."""
        counts = not self.control.slow and self.control.pace != Pace.GAME
        return counts and self.running is not None and self.seats[self.running].moves == 0

    @property
    def longest_pause(self) -> int:
        """After how many milliseconds a pause is over by itself."""
        return LONGEST_SLOW_PAUSE if self.control.slow else LONGEST_PAUSE

    def returnable(self, seat: int, claimed: int) -> int:
        """Return how much of what the network is said to have taken a seat gets back."""
        if self.control.slow or self.control.pace == Pace.GAME:
            return 0
        return max(0, min(claimed, self.seats[seat].credit))

    def waited(self, thought: int, at: int, stops: Stops) -> int:
        """Return how much the running clock has lost that was not spent thinking for so many milliseconds."""
        return max(0, self._spent(at, stops) - max(0, thought - self.free))

    def late(self, at: int, given_back: int, stops: Stops) -> bool:
        """Return whether a move that arrives at this moment is too late; in slow games none is, until it is claimed."""
        if self.running is None or self.control.slow:
            return False
        return self._spent(at, stops) - given_back > self.seats[self.running].left

    def _counted(self, at: int, stops: Stops) -> int:
        """Return how long the seat whose clock runs has been thinking since the last entry."""
        if self.running is None or at <= self.since:
            return 0
        return stops.counted(self.running, self.since, at)

    def _spent(self, at: int, stops: Stops) -> int:
        """Return what the running clock has lost since the last entry."""
        return max(0, self._counted(at, stops) - self.free)

    def _charged(self, step: Step, stops: Stops) -> Self:
        """Return the clocks with what was thought until an entry taken off."""
        if self.running is None or step.uncounted:
            return self
        spent, clock = self._spent(step.at, stops), self.seats[self.running]
        back = min(step.given_back, spent) if step.moved == self.running and self.control.pace != Pace.GAME else 0
        lost = min(clock.left, spent - back)
        beyond = spent - back - lost
        charged = replace(
            clock,
            left=clock.left - lost,
            used=clock.used + lost,
            given_back=clock.given_back + back,
            credit=max(0, clock.credit - back - beyond),  # so that no entry lets a clock stand at nothing any longer
        )
        free = self.free_left(step.at, stops)
        return replace(self, seats=(*self.seats[: self.running], charged, *self.seats[self.running + 1 :]), free=free)

    def _gained(self, clock: SeatClock, seat: int) -> SeatClock:
        """Return a seat's clock after a move of its own."""
        left = clock.left + self.gains[seat]
        if self.control.pace == Pace.MOVE:
            left = self.bases[seat]
        elif self.control.cap:
            left = max(clock.left, min(left, self.control.cap * MILLISECONDS))
        credit = min(LAG_LIMIT, clock.credit + LAG_REGAINED)
        return replace(clock, left=left, added=clock.added + left - clock.left, credit=credit, moves=clock.moves + 1)

    def _renewed(self, clock: SeatClock, seat: int) -> SeatClock:
        """Return the clock for a seat's next move, after its turn has passed without one: a move was taken back."""
        left = max(clock.left, self.bases[seat])
        return replace(clock, left=left, added=clock.added + left - clock.left)


@lru_cache(maxsize=64)
def _part(seconds: int, percent: int) -> int:
    return seconds * MILLISECONDS * percent // FULL
