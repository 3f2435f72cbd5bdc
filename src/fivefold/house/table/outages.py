"""When the house was down: found from its heartbeat in the store, and given back to whoever was to move.

The house notes every second that it is up, less often while only slow games go on. Where the next note comes far too
late, the house was down, or too busy to take moves: also without a restart. Time that never was, because the machine's
clock was put forward, is given back as well, whoever kept the house up meanwhile.
"""

import time
from bisect import bisect_right
from collections.abc import Collection, Sequence
from typing import Final

from sqlalchemy import Connection, delete, func, insert, select

from fivefold.house.bus import SECOND, UP_SECONDS, Signal
from fivefold.house.database.schema import heartbeats, matches, outages
from fivefold.house.ledger import Ledger
from fivefold.house.stored_match import time_from_text, time_text
from fivefold.play.clocks import Span
from fivefold.session.snapshot import MatchSnapshot
from fivefold.session.timing import moment, time_of

LIVE_BEAT: Final = 1_000
SLOW_BEAT: Final = 30_000
"""Milliseconds between heartbeats while live clocks run, and while only slow ones do."""
LATELY: Final = 2.5 - UP_SECONDS
"""A process that has beaten within two and a half seconds is up: it says until when it counts as up."""
BOOTTIME: Final = hasattr(time, "CLOCK_BOOTTIME")
IDLE: Final = 0
"""No clock runs, and nobody has to know whether the house is up."""
HOUSE: Final = "house"
"""Whose heartbeat it is."""
LOOKED_AT: Final = matches.c.next_look.is_not(None)
_ANY: Final = select(matches.c.id).where(LOOKED_AT).limit(1)
_CONTROLS: Final = select(matches.c.id, matches.c.time).where(LOOKED_AT)
_LAST_END: Final = select(func.max(matches.c.ended))
_LAST_CHANGE: Final = select(func.max(matches.c.touched)).where(LOOKED_AT)
HEARTBEAT: Final = select(heartbeats.c.at, heartbeats.c.every).where(heartbeats.c.name == HOUSE)
_OUTAGES: Final = select(outages.c.began, outages.c.ended).order_by(outages.c.ended)


OUTAGE_NOTED: Final[Signal[[]]] = Signal()
"""An outage was noted while the house went on."""


class Outages:
    """The heartbeat of a house, and the times in which it was missing; safe to share among threads."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._spans: Sequence[Span] = ()
        self._every = IDLE
        self._beat, self._seen = 0, 0
        self._starting = False
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
        """Take moves from now on: all of the time since its last heartbeat the house was down.

        Where that cannot be stored, the first change tries again, before it looks at any clock.
        """
        self._starting = True
        self.check()

    def beat(self, every: int) -> None:
        """Note that the house is up and will say so again after so many milliseconds; first, whether it was down.

        Nothing is stored unless it is time for it, or this changes.
        """
        with self._ledger.turn():
            self.check()
        at = self._now()
        if every == self._every and (every == IDLE or 0 <= at - self._beat < every):
            return
        with self._ledger.turn(), self._ledger.writing() as connection:
            _beat(connection, _text(at), every)
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
                _beat(connection, _text(at), self._every)
        self._every = IDLE

    def check(self) -> None:
        """Look whether the house was down since it was last known to be up, before anything changes in a match."""
        if self._starting:
            self._start()
        at, last = self._now(), max(self._beat, self._seen)
        leap = self._leap(at)
        if self._every == IDLE:
            return
        if at < last:  # the machine's clock was put back
            self._beat = self._seen = at
        if max(at - last, leap) > 2 * self._every + LIVE_BEAT:
            self._missed(last, at, leap)
        self._seen = max(self._seen, at)

    def changed(self, after: MatchSnapshot) -> None:
        """Take note that a match has changed: so the house was up."""
        stamped = after.entries[-1].at if after.entries else None
        if stamped is not None:
            self._seen = max(self._seen, moment(stamped))

    # How it works

    def _start(self) -> None:
        with self._ledger.turn():
            at, goes_on = self._now(), self._ledger.bus.others_serve(LATELY)
            with self._ledger.writing() as connection:
                last = connection.execute(HEARTBEAT).first()
                # What has happened since the last heartbeat has cost time, also where the house was killed right after.
                began = max(last.at, _last_change(connection)) if last is not None else ""
                if began and moment(time_from_text(began)) < at and not goes_on:
                    self._note(connection, moment(time_from_text(began)), at)
                _beat(connection, _text(at), last.every if last is not None else IDLE)
                self._load(connection)
            self._beat = self._seen = at
            self._starting = False

    def _leap(self, at: int) -> int:
        """Return by how much the machine's clock was put forward since the last look."""
        before, self._looked = self._looked, (at, steady())
        return 0 if before is None else max(0, at - before[0] - (self._looked[1] - before[1]))

    def _missed(self, last: int, at: int, leap: int) -> None:
        """Note an outage, unless another process has kept the house up; time that was leapt over is one in any case."""
        goes_on = self._ledger.bus.others_serve(LATELY)
        with self._ledger.turn(), self._ledger.writing() as connection:
            known = connection.execute(HEARTBEAT).first()
            began = max(last, moment(time_from_text(known.at))) if known is not None else last
            began = at - leap if goes_on else min(began, at - leap)
            if at - began > 2 * self._every + LIVE_BEAT:
                self._note(connection, began, at)
            _beat(connection, _text(at), self._every)
            self._load(connection)
        self._beat = at
        self._ledger.bus.signal(OUTAGE_NOTED)

    def _note(self, connection: Connection, began: int, ended: int) -> None:
        """Note an outage where any clock has lost time by it."""
        if any_runs(connection):
            connection.execute(insert(outages), {"began": _text(began), "ended": _text(ended)})
            self._ledger.bus.publish(connection, "outage", _text(began), _text(ended))

    def _stayed_up(self) -> None:
        """Note that this process is up, and was so since it last said so: then the house was, whoever beats for it."""
        at = self._now()
        if 0 <= at - self._up <= 2 * LIVE_BEAT + LIVE_BEAT and self._every != IDLE:
            self._seen = max(self._seen, at)
        self._up = at

    def _learn(self) -> None:
        """Take note of an outage that another process has noted."""
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


def _last_change(connection: Connection) -> str:
    """Return when the house has last changed a match whose clocks run, or ended one: so it was up; empty for never."""
    return max(connection.scalar(_LAST_END) or "", connection.scalar(_LAST_CHANGE) or "")


def _beat(connection: Connection, at: str, every: int) -> None:
    """Note that the house is up, and says so again after so many milliseconds."""
    connection.execute(delete(heartbeats).where(heartbeats.c.name == HOUSE))
    connection.execute(insert(heartbeats), {"name": HOUSE, "at": at, "every": every})


def steady() -> int:
    """Return milliseconds of a clock that nobody can put, and that goes on while the machine sleeps, where it can."""
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 10**6 if BOOTTIME else time.monotonic_ns() // 10**6


def joined(times: Collection[tuple[str, str]]) -> tuple[Span, ...]:
    """Return spans in order and apart from each other."""
    spans: list[Span] = []
    moments = ((moment(time_from_text(began)), moment(time_from_text(ended))) for began, ended in times)
    for began, ended in sorted(moments):
        if spans and began <= spans[-1][1]:
            spans[-1] = (spans[-1][0], max(ended, spans[-1][1]))
        elif began < ended:
            spans.append((began, ended))
    return tuple(spans)


def _text(at: int) -> str:
    return time_text(time_of(at))
