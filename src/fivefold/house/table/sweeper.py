"""What is due because of time: flags that fall, pauses that end, reminders; and the house's heartbeat.

When somebody has to look at a match stands in the store, so nothing is lost in a restart and nothing is counted in
memory. Several processes may sweep one database: each flag falls once.
"""

import logging
from collections.abc import Callable, Collection
from functools import partial
from queue import SimpleQueue
from threading import Lock
from time import monotonic, sleep
from typing import Final

from sqlalchemy import bindparam, func, select

from fivefold.contract.errors import FivefoldError
from fivefold.house.bus import CHANGED, CLOCK_DUE_ELSEWHERE, RESET
from fivefold.house.database.schema import matches
from fivefold.house.errors import Busy, NotKept
from fivefold.house.house import House
from fivefold.house.loop import Loop
from fivefold.house.stored_match import time_from_text
from fivefold.house.table.clocks import (
    IDLE,
    LIVE_BEAT,
    OUTAGE_NOTED,
    SLOW_BEAT,
    any_runs,
    controls,
    is_slow,
    moment_text,
)
from fivefold.session.snapshot import LIVE, MatchSnapshot
from fivefold.session.timing import moment

LONGEST_SLEEP: Final = 1.0  # Seconds until the store is looked at again, whatever anybody says.
SHORTEST_SLEEP: Final = 0.01
MOST: Final = 200  # Matches in one sweep; the others come with the next, at once.
TOGETHER: Final = 20
"""Matches that are stored together: flags that fall at once don't wait for each other's, nor players for many."""
ARRIVING_REST: Final = 20
FAILED_REST: Final = 60_000
"""Milliseconds until a match is looked at again to which a move is on its way, or that could not be changed."""

_DUE: Final = (
    select(matches.c.id, matches.c.next_look)
    .where(matches.c.next_look <= bindparam("at"))
    .order_by(matches.c.next_look)
    .limit(bindparam("most"))
)
"""The longest overdue first."""
NEXT_LOOK: Final = select(func.min(matches.c.next_look)).where(matches.c.next_look > bindparam("at"))

log = logging.getLogger("fivefold.service")


class Sweeper:
    """Looks at matches when it is time to; one thread of a house."""

    def __init__(self, house: House) -> None:
        self._house, self._outages = house, house.clocks.outages
        self._loop = Loop("clocks", self._round, again=LONGEST_SLEEP / 10)
        self._resting: dict[str, int] = {}  # Matches that are not looked at before a moment.
        self._lock = Lock()
        self._live: set[str] = set()  # Matches with a live clock that runs, as far as this process has seen.
        self._any_runs = False
        self._planned: str | None = None  # When the next match has to be looked at, as it is stored.
        self._after_outage, self._loaded = False, False

    def start(self) -> None:
        """Begin, once the house is ready to take moves: the time since it was last up is given back first."""
        self.begin()
        self._loop.start()

    def stop(self) -> None:
        """Note that the house stops now, and end."""
        self._loop.stop()
        self._house.bus.unsubscribe(CHANGED, self._note)
        self._house.bus.unsubscribe(OUTAGE_NOTED, self._renew)
        try:
            self._outages.end()
        except FivefoldError as error:
            log.warning("The last heartbeat of the house was not kept: %s", error)

    def begin(self) -> None:
        """Note the time in which the house was down, and listen to what changes from now on."""
        self._house.bus.subscribe(CHANGED, self._note)
        self._house.bus.subscribe(OUTAGE_NOTED, self._renew)
        self._house.bus.subscribe(CLOCK_DUE_ELSEWHERE, self._note_look)
        self._house.bus.subscribe(RESET, self._load_again)
        try:
            self._outages.begin()
        except (Busy, NotKept) as error:  # (which the first change or sweep tries again)
            log.warning("The house could not note yet how long it was down: %s", error)

    def sweep(self) -> float:
        """Do what is due by now; return the seconds until something else may be."""
        if not self._loaded:
            self._load()
        if not self._house.bus.owns_duty("clocks"):
            self._outages.beat(IDLE)
            return LONGEST_SLEEP
        self._beat()
        self._look_after_outage()
        at = self._now()
        due = self._house.rows(_DUE, {"at": moment_text(at), "most": MOST})
        self._any_runs = bool(due) or self._house.read(any_runs)
        ready = [(match_id, look) for match_id, look in due if self._resting.get(match_id, 0) <= at]
        for start in range(0, len(ready), TOGETHER):
            self._look_together(dict(ready[start : start + TOGETHER]))
        self._resting = {match_id: until for match_id, until in self._resting.items() if until > at}
        if len(due) == MOST and ready:
            return 0.0
        return self._plan()

    def _round(self) -> float:
        seconds = self.sweep()
        return max(SHORTEST_SLEEP, min(LONGEST_SLEEP, seconds)) if seconds > 0 else 0.0

    def _load(self) -> None:
        """Find what runs since before the house was started."""
        with self._house.turn():
            found = self._house.read(controls)
            # What was loaded before the house knew how long it was down is loaded again.
            self._house.outdate([match_id for match_id, _ in found])
        with self._lock:
            self._live |= {match_id for match_id, control in found if not is_slow(control)}
            self._any_runs = self._any_runs or bool(found)
        self._loaded = True

    def _plan(self) -> float:
        """Return the seconds until the next match has to be looked at, or the next heartbeat is due."""
        now = self._now()
        self._planned = self._house.scalar(NEXT_LOOK, {"at": moment_text(now)})
        times = [moment(time_from_text(self._planned))] if self._planned is not None else []
        times += self._resting.values()
        until = min((at - now for at in times), default=round(1000 * LONGEST_SLEEP)) / 1000
        return max(0.0, min(until, self._outages.due_in(), LONGEST_SLEEP))

    def _look_together(self, looks: dict[str, str]) -> None:
        """Look at several matches; where one of them fails, at each by itself."""
        there = {match_id: at for match_id, at in looks.items() if not self._arrives(match_id)}
        try:
            if there:
                self._house.clocks.look_at_all(there)
        except (Busy, NotKept):
            raise
        except Exception:  # (which is logged with the match that brings it up again)
            for match_id, at in there.items():
                self._look(match_id, at)

    def _arrives(self, match_id: str) -> bool:
        """Tell whether a move is on its way to a match, which is then looked at a moment later."""
        if not self._house.clocks.is_arriving(match_id):
            return False
        self._resting[match_id] = self._now() + ARRIVING_REST
        return True

    def _look(self, match_id: str, stored: str | None = None) -> None:
        """Look at a match; one that fails does not keep the others waiting."""
        if self._arrives(match_id):
            return
        try:
            self._house.clocks.look(match_id, stored)
        except (Busy, NotKept):
            raise
        except Exception:
            self._resting[match_id] = self._now() + FAILED_REST
            log.exception("match %s: its clocks could not be looked at; tried again in a minute", match_id)

    def _look_after_outage(self) -> None:
        """Show the players of live matches how long they have, after the house was down for a while."""
        if not self._after_outage:
            return
        self._after_outage = False
        with self._lock:
            live = sorted(self._live)
        for match_id in live:
            self._look(match_id)

    def _beat(self) -> None:
        with self._lock:
            live = bool(self._live)
        self._outages.beat(LIVE_BEAT if live else SLOW_BEAT if self._any_runs else IDLE)

    def _note(self, before: MatchSnapshot | None, after: MatchSnapshot) -> None:
        """Note a change: the thread wakes up where it brings something that is due earlier than planned."""
        if after.terms.time is None:
            return
        self._outages.changed(after)
        runs = after.status == LIVE and after.next_look is not None
        with self._lock:
            first = runs and not after.terms.time.slow and not self._live
            if runs and not after.terms.time.slow:
                self._live.add(after.id)
            elif after.status != LIVE:
                self._live.discard(after.id)
        first = first or (runs and not self._any_runs)
        self._any_runs = self._any_runs or runs
        look = after.next_look
        if first or (look is not None and (self._planned is None or moment_text(look) < self._planned)):
            self._loop.wake()

    def _note_look(self, look: int) -> None:
        self._any_runs = True
        if self._planned is None or moment_text(look) < self._planned:
            self._loop.wake()

    def _renew(self) -> None:
        self._after_outage = True

    def _load_again(self) -> None:
        """Find anew what runs: the house was down, as another process has noted, or something was missed."""
        self._loaded = False
        self._renew()

    def _now(self) -> int:
        return moment(self._house.now())


SWEEP_SECONDS: Final = 2.0  # Between sweeps of the store for matches that nobody announced.
AFTER_SECONDS: Final = 0.02
"""After every change of a match, so that whoever made it has the reply first, as if there were no answers."""


class Answering:
    """Looks at every match that has changed, and at all of them every few seconds."""

    def __init__(self, house: House, sweep_seconds: float = SWEEP_SECONDS) -> None:
        self._house, self._sweep_seconds = house, sweep_seconds
        self._changed: SimpleQueue[str] = SimpleQueue()
        self._swept = float("-inf")
        self._loop = Loop("answers in advance", self._round)

    def start(self) -> None:
        """Begin."""
        self._house.bus.subscribe(CHANGED, self._note)
        self._loop.start()

    def stop(self) -> None:
        """End; what is due is found again at the next start."""
        self._loop.stop()
        self._house.bus.unsubscribe(CHANGED, self._note)

    def _note(self, before: MatchSnapshot | None, after: MatchSnapshot) -> None:
        # The same for every match: how long a move takes must not tell whether there are answers.
        self._changed.put(after.id)
        self._loop.wake()

    def _round(self) -> float:
        if not self._changed.empty():
            sleep(AFTER_SECONDS)
        changed = set()
        while not self._changed.empty():
            changed.add(self._changed.get())
        if changed:
            self._attempt(lambda: self._look_at(changed))
        if monotonic() - self._swept >= self._sweep_seconds:
            self._attempt(self._sweep)
            self._swept = monotonic()
        return max(0.0, self._swept + self._sweep_seconds - monotonic())

    def _look_at(self, changed: Collection[str]) -> None:
        for match_id in {each.match for each in self._house.answers.given_in(changed)}:
            self._attempt(partial(self._house.answers.look, match_id))

    def _sweep(self) -> None:
        if self._house.bus.owns_duty("answers"):
            self._house.answers.sweep()
            self._house.mail.resignations.sweep()

    def _attempt(self, look: Callable[[], None]) -> None:
        """Look for what is due; a failure is logged, and the next sweep tries again."""
        try:
            look()
        except (Busy, NotKept) as error:
            log.warning("answers in advance wait: %s", error)
        except Exception:
            log.exception("answers in advance failed")
