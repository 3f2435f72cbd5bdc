"""The clocks of the house's matches: what is taken off them, who has run out of time, what others do about it; and the
start of a race, of which nothing is dealt before everybody is ready and has counted down from three."""

import math
import time
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from threading import Lock, RLock
from typing import Final, NamedTuple

from sqlalchemy import Connection, bindparam, delete, func, insert, select

from fivefold.contract.errors import FivefoldError, MatchOver
from fivefold.house.bus import SECOND, UP_SECONDS, Signal
from fivefold.house.committer import MustWait, may_wait
from fivefold.house.database.schema import heartbeats, matches, outages, seats
from fivefold.house.decision import Step
from fivefold.house.ledger import Ledger, revised
from fivefold.house.match_view.view_types import RacePart, StartView
from fivefold.house.people.vacations import VACATION_CHANGED, Vacations, joined
from fivefold.house.stored_match import time_from_text, time_text
from fivefold.play.clocks import NO_STOPS, Span, Stops
from fivefold.play.time_control import Pace, TimeControl, parsed
from fivefold.session import offers, races, rights, steps, timing
from fivefold.session.errors import NotOffered
from fivefold.session.rights import check_seated
from fivefold.session.seats import COMPUTER, PERSON
from fivefold.session.snapshot import HELD, LIVE, MOVE, WAITING, MatchSnapshot
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
        self._unseen: dict[str, tuple[int, Span]] = {}
        """For matches with running clocks the number of an entry, when it was made, and when it was shown."""
        ledger.stops, ledger.before_showing = self.stops, self._showing
        ledger.bus.subscribe(VACATION_CHANGED, self.recount)

    def stops(self, now: MatchSnapshot) -> Stops:
        """Return when the clocks of a match stand still, also for its last entry on the way to the disk."""
        stops, span = self._noted(now), self._unseen_in(now)
        if span[0] == span[1] or (stops.outages and stops.outages[-1][1] > span[0]):
            return stops
        return replace(stops, outages=(*stops.outages, span))

    def _noted(self, now: MatchSnapshot) -> Stops:
        """Return when they stand still as far as the store knows: what is charged is worked out from that."""
        if now.terms.time is None:
            return NO_STOPS
        began = moment(now.began) if now.began is not None else moment(now.started)
        return Stops(self.outages.since(began), self._vacations.rests(now))

    def _showing(self, before: MatchSnapshot | None, after: MatchSnapshot) -> None:
        """Note how long the last entry was on its way to the disk. That is nobody's time, for who is to move has yet to
        see it: their clock stands still meanwhile, and their move says that it was given back."""
        clocks = after.clocks
        if after.status != LIVE or clocks is None or clocks.control.pace == Pace.GAME or clocks.paused:
            self._unseen.pop(after.id, None)
        elif before is None or before.number < after.number:
            self._unseen[after.id] = after.number, (clocks.at, max(clocks.at, moment(self._ledger.now())))

    def _unseen_in(self, now: MatchSnapshot) -> Span:
        """Return when the last entry was made and when it was shown; the same twice where that is not known."""
        number, span = self._unseen.get(now.id, (0, (0, 0)))
        return span if number == now.number else (0, 0)

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
            waited, stops = max(0, moment(self._ledger.now()) - since), self._noted(now)
            unseen = stops.counted(seat, *self._unseen_in(now))
            given_back = unseen + waited + now.clocks.returnable(seat, lag)
            ended = timing.late(now, seat, since + waited, given_back, stops)
            counted = now.clocks.control.pace != Pace.GAME
            return ended or steps.play(now, seats, number, text, given_back if counted else 0)

        return step

    def thought(self, number: int, text: str, seconds: float) -> Step:
        """Return the step that makes a computer's move, for which its clock counts only what it thought.

        What it waited for its turn to think is given back. One that thought for too long has lost. Raises ``Stale`` for
        one that moves before it would have reacted.
        """

        def step(now: MatchSnapshot) -> MatchSnapshot:
            after = steps.drawn(now) if offers.played_too_long(now) else charged(now)
            if after is not now and after.entries[now.number].kind == MOVE:
                races.refuse_haste(now, after.entries[now.number].mover, self._ledger.now())
            return after

        def charged(now: MatchSnapshot) -> MatchSnapshot:
            seats = [seat.seat for seat in now.seats if seat.kind == COMPUTER]
            clocks, at = now.clocks, moment(self._ledger.now())
            seat = next(iter(sorted(now.able & set(seats))), None)
            if clocks is None or seat is None or rights.after_gifts(now, number) <= now.number:
                return steps.play(now, seats, number, text)
            stops, given_back = self._noted(now), 0
            if clocks.control.pace != Pace.GAME:
                given_back = clocks.waited(round(1000 * seconds), at, stops)
            ended = timing.late(now, seat, at, given_back, stops)
            return ended or steps.play(now, seats, number, text, given_back)

        return step

    def in_time(self, after: MatchSnapshot, number: int, text: str) -> MatchSnapshot:
        """Return the match after a move. Raises ``MatchOver`` if the move that was to be entry ``number`` came too
        late."""
        number = rights.after_gifts(after, number)
        entry = after.entries[number - 1] if 0 < number <= after.number else None
        if after.clocks is not None and entry is not None and (entry.kind not in {MOVE, HELD} or entry.drop_out):
            raise MatchOver("your time was up before this move arrived", subject=text)
        return after

    # What players do about time

    def claim(self, match_id: str, person_id: str) -> MatchSnapshot:
        """End a slow match in which another player's time is out. Raises ``NotOffered``, ``NotYours``."""

        def step(now: MatchSnapshot) -> MatchSnapshot:
            at = moment(self._ledger.now())
            return timing.claimed(now, rights.playing_seats(now, person_id, timing.CLAIM), at, self.stops(now))

        self._ledger.snapshot(match_id)
        return self._ledger.change({match_id: step})[0]

    def give(self, match_id: str, person_id: str, number: int) -> MatchSnapshot:
        """Give the others more time, as entry ``number``. Raises ``NotOffered``, ``NotYours``, ``Stale``."""
        self._ledger.refuse.person(person_id)
        self._ledger.snapshot(match_id)
        return self._ledger.change({match_id: lambda now: offers.give_time(now, person_id, number)})[0]

    # What time does by itself

    def look(self, match_id: str, stored_look: str | None = None) -> MatchSnapshot:
        """Do what is due in a match because of time: a flag falls, a pause ends, somebody is told of a slow clock.
        Where nothing is due yet, note when it will be. ``stored_look``: when it was to be by the store."""
        return self.look_at_all({match_id: stored_look})[0]

    def look_at_all(self, looks: Mapping[str, str | None]) -> list[MatchSnapshot]:
        """Do the same in several matches, in one transaction: what is stored together is stored sooner."""
        return self._ledger.change({match_id: self._looking(match_id, stored) for match_id, stored in looks.items()})

    def _looking(self, match_id: str, stored_look: str | None) -> Step:

        def step(now: MatchSnapshot) -> MatchSnapshot:
            if now.status != LIVE or now.clocks is None or self.is_arriving(match_id):
                return now
            at, stops = moment(self._ledger.now()), self.stops(now)
            after = timing.looked_at(now, at, stops)
            if after is not now:
                return after
            after = timing.announced(now, at, stops)
            known = stored_look or _stored(now)
            same = (after.told, after.next_look) == (now.told, now.next_look) and _stored(after) == known
            return now if same else revised(after)

        return step

    def recount(self, person_id: str) -> None:
        """Note anew when the clocks of a person's slow matches run out, after their times off the clock changed."""
        found = self._ledger.rows(_OF_PERSON, {"person": person_id})
        for match_id, control in found:
            if is_slow(control):
                self.look(match_id)


class TimeLeft(NamedTuple):
    """What the running clock of a slow game says."""

    left: int  # In milliseconds; 0 where the time is out.
    runs_out: int  # When it is, in milliseconds since 1970: later where the clock stands still meanwhile.


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


LIVE_BEAT: Final = 1_000  # Milliseconds between heartbeats while live clocks run.
SLOW_BEAT: Final = 30_000  # The same while only slow ones do.
SHORTEST_OUTAGE: Final = 250
"""Milliseconds; a shorter one, after something could not be stored, costs nobody anything that counts."""
LATELY: Final = 2.5 - UP_SECONDS
"""A process that has beaten within two and a half seconds is up: it says until when it counts as up."""
BOOTTIME: Final = hasattr(time, "CLOCK_BOOTTIME")
IDLE: Final = 0  # No clock runs, and nobody has to know whether the house is up.
HOUSE: Final = "house"  # Whose heartbeat it is.
LOOKED_AT: Final = matches.c.next_look.is_not(None)
_ANY: Final = select(matches.c.id).where(LOOKED_AT).limit(1)
_CONTROLS: Final = select(matches.c.id, matches.c.time).where(LOOKED_AT)
_LAST_END: Final = select(func.max(matches.c.ended))
_LAST_CHANGE: Final = select(func.max(matches.c.touched)).where(LOOKED_AT)
HEARTBEAT: Final = select(heartbeats.c.at, heartbeats.c.every).where(heartbeats.c.name == HOUSE)
_OUTAGES: Final = select(outages.c.began, outages.c.ended).order_by(outages.c.ended)


OUTAGE_NOTED: Final[Signal[[]]] = Signal()  # An outage was noted while the house went on.


class Outages:
    """The heartbeat of a house, and the times in which it was missing; safe to share among threads."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._spans: Sequence[Span] = ()
        self._every = IDLE
        self._beat, self._seen = 0, 0
        self._kept = 0
        """The last change of a match, which was stored: what was counted then is counted the same ever after."""
        self._starting, self._checking = False, RLock()
        self._looked: tuple[int, int] | None = None
        """What both clocks said at the last check: the machine's, which may be put, and the one that only goes on."""
        ledger.before_change = self.check
        self._up = 0
        ledger.bus.subscribe("outage", lambda words: self._learn())
        ledger.bus.subscribe(SECOND, self._stayed_up)

    def since(self, began: int) -> Sequence[Span]:
        """Return when the house was down after a moment."""
        spans = self._spans
        return spans[bisect_right(spans, began, key=lambda span: span[1]) :]

    def begin(self) -> None:
        """Take moves from now on: all of the time since its last heartbeat the house was down. Where that cannot be
        stored, the first change tries again, before it looks at any clock."""
        self._starting = True
        self.check()

    def beat(self, every: int) -> None:
        """Note that the house is up and will say so again after so many milliseconds; first, whether it was down.
        Nothing is stored unless it is time for it, or this changes."""
        self.check()
        at = self._now()
        if every == self._every and (every == IDLE or 0 <= at - self._beat < every):
            return
        with self._ledger.turn(), self._ledger.writing() as connection:
            _beat(connection, moment_text(at), every)
            self._load(connection)
        self._beat, self._every = at, every

    def due_in(self) -> float:
        """Return the seconds until the next heartbeat."""
        if self._every == IDLE:
            return float("inf")
        return max(0, self._beat + self._every - self._now()) / 1000

    def end(self) -> None:
        """Note that the house stops now."""
        self.check()
        at = self._now()
        if not self._ledger.bus.others_serve(LATELY):
            with self._ledger.turn(), self._ledger.writing() as connection:
                _beat(connection, moment_text(at), self._every)
        self._every = IDLE

    def check(self) -> None:
        """Look whether the house was down since it was last known to be up, before anything changes in a match."""
        if not self._checking.acquire(blocking=False):
            if not may_wait():
                raise MustWait
            self._checking.acquire()
        try:
            self._check()
        finally:
            self._checking.release()

    def changed(self, after: MatchSnapshot) -> None:
        """Take note that a match has changed: so the house was up."""
        stamped = after.entries[-1].at if after.entries else None
        if stamped is not None:
            self._kept = max(self._kept, moment(stamped))
            self._seen = max(self._seen, self._kept)

    def _check(self) -> None:
        if self._starting and may_wait():
            self._start()
        at, last = self._now(), max(self._beat, self._seen)
        looked = at, steady()
        leap = self._leap(looked)
        missed = self._every != IDLE and max(at - last, leap) > 2 * self._every + LIVE_BEAT
        failed = self._ledger.last_failed
        if (missed or failed or self._starting) and not may_wait():
            raise MustWait
        self._looked = looked
        if failed:
            self._failed(at)
        if failed or self._every == IDLE:
            return
        if at < last:  # the machine's clock was put back
            self._beat = self._seen = at
        if missed:
            self._missed(last, at, leap)
        self._seen = max(self._seen, at)

    def _start(self) -> None:
        with self._ledger.turn():
            at, goes_on = self._now(), self._ledger.bus.others_serve(LATELY)
            with self._ledger.writing() as connection:
                last = connection.execute(HEARTBEAT).first()
                # What has happened since the last heartbeat has cost time, also where the house was killed right after.
                changed = connection.scalar(_LAST_END) or "", connection.scalar(_LAST_CHANGE) or ""
                began = max(last.at, *changed) if last is not None else ""
                if began and moment(time_from_text(began)) < at and not goes_on:
                    self._note(connection, moment(time_from_text(began)), at)
                _beat(connection, moment_text(at), last.every if last is not None else IDLE)
                self._load(connection)
            self._beat = self._seen = at
            self._starting = False

    def _failed(self, at: int) -> None:
        """Note as an outage the time since the last heartbeat, however short: nothing could be stored, until now."""
        known = self._ledger.row(HEARTBEAT)
        if known is None or known.every == IDLE:
            return
        began = max(self._kept, moment(time_from_text(known.at)))
        with self._ledger.turn(), self._ledger.writing() as connection:
            if at - began >= SHORTEST_OUTAGE:
                self._note(connection, began, at)
            _beat(connection, moment_text(at), known.every)
            self._load(connection)
        self._beat = self._seen = self._kept = at
        self._ledger.bus.signal(OUTAGE_NOTED)

    def _leap(self, looked: tuple[int, int]) -> int:
        """Return by how much the machine's clock was put forward since the last look."""
        before = self._looked
        return 0 if before is None else max(0, looked[0] - before[0] - (looked[1] - before[1]))

    def _missed(self, last: int, at: int, leap: int) -> None:
        """Note an outage, unless another process has kept the house up; time that was leapt over is one in any case."""
        goes_on = self._ledger.bus.others_serve(LATELY)
        with self._ledger.turn(), self._ledger.writing() as connection:
            known = connection.execute(HEARTBEAT).first()
            began = max(last, moment(time_from_text(known.at))) if known is not None else last
            began = at - leap if goes_on else min(began, at - leap)
            if at - began > 2 * self._every + LIVE_BEAT:
                self._note(connection, began, at)
            _beat(connection, moment_text(at), self._every)
            self._load(connection)
        self._beat = at
        self._ledger.bus.signal(OUTAGE_NOTED)

    def _note(self, connection: Connection, began: int, ended: int) -> None:
        """Note an outage where any clock has lost time by it."""
        if any_runs(connection):
            connection.execute(insert(outages), {"began": moment_text(began), "ended": moment_text(ended)})
            self._ledger.bus.publish(connection, "outage", moment_text(began), moment_text(ended))

    def _stayed_up(self) -> None:
        """Note that this process is up, and was so since it last said so: then the house was, whoever beats for it."""
        at = self._now()
        if 0 <= at - self._up <= 2 * LIVE_BEAT + LIVE_BEAT and self._every != IDLE:
            self._seen = max(self._seen, at)
        self._up = at

    def _learn(self) -> None:
        with self._ledger.turn():
            with self._ledger.reading() as connection:
                self._load(connection)
                running = [match_id for match_id, _ in controls(connection)]
            self._ledger.outdate(running)
        self._ledger.bus.signal(OUTAGE_NOTED)

    def _load(self, connection: Connection) -> None:
        self._spans = joined([(began, ended) for began, ended in connection.execute(_OUTAGES)])

    def _now(self) -> int:
        return moment(self._ledger.now())


def any_runs(connection: Connection) -> bool:
    """Return whether any clock runs that has to be looked at."""
    return connection.scalar(_ANY) is not None


def controls(connection: Connection) -> list[tuple[str, str]]:
    """Return each match with a clock that has to be looked at, and its time control as a text."""
    return [(match_id, control) for match_id, control in connection.execute(_CONTROLS)]


def _beat(connection: Connection, at: str, every: int) -> None:
    """Note that the house is up, and says so again after so many milliseconds."""
    connection.execute(delete(heartbeats).where(heartbeats.c.name == HOUSE))
    connection.execute(insert(heartbeats), {"name": HOUSE, "at": at, "every": every})


def steady() -> int:
    """Return milliseconds of a clock that nobody can put, and that goes on while the machine sleeps, where it can."""
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 10**6 if BOOTTIME else time.monotonic_ns() // 10**6


def moment_text(at: int) -> str:
    """Return a moment as times are stored."""
    return time_text(time_of(at))


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
    people = {seat.seat for seat in now.seats if seat.kind == PERSON}  # computers always are
    begins = time + races.COUNTDOWN if people <= set(agreed) else None
    return replace(now, agreed=agreed, begins=begins, revision=now.revision + 1)


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
