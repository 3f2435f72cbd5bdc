"""Follows what the other processes of the house do, in a thread of its own.

A notification comes at once and says what has happened, so that nothing needs to be read. Once a second the store is
asked how often each match that this process holds was changed, and what was posted since: so nothing depends on a
notification arriving.
"""

import json
import logging
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from time import monotonic, sleep
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from fivefold.contract.errors import FivefoldError
from fivefold.house import database as store
from fivefold.house.bus import CLOCK_DUE_ELSEWHERE, COMPUTER_DUE_ELSEWHERE, DUE, SECOND
from fivefold.house.computers import pending_results
from fivefold.house.database import bulletins, processes
from fivefold.house.database.bulletins import MATCH, Bulletin, Listening
from fivefold.house.ledger import Ledger
from fivefold.house.loop import Loop
from fivefold.house.people import passkeys, signing_in, spending
from fivefold.house.stored_match import heard_step
from fivefold.house.table import presence

SWEEP_SECONDS: Final = 1.0
LISTEN_AGAIN_SECONDS: Final = 2.0
"""How long it rests before it tries to listen again, after the connection was lost."""
SETTLED_SECONDS: Final = 15.0
"""After so long every bulletin with a smaller number is there too: no transaction takes as long."""
FORGET_SECONDS: Final = 30.0
TELL_SECONDS: Final = 60.0
"""It tells what there is whenever it is woken."""
TOLD_A_SECOND: Final = 100
"""How often all processes together tell of moves: each time wakes every process, 40 µs of the database each."""
LONGEST_WAIT: Final = 0.25
"""How long it waits for notifications before it looks whether there is something else to do."""

log = logging.getLogger("fivefold.service")


class Follower:
    """Keeps one process up to date with what the others do; where there are no others it does nothing."""

    def __init__(self, ledger: Ledger, database: store.Database, notified: bool = True) -> None:
        """``notified``: whether to listen; without, everything is found in the sweeps."""
        self._ledger, self._database, self._notified = ledger, database, notified
        self._bus = ledger.bus
        self._loops = Loop("follower", self._follow), Loop("teller", self._tell)
        self._opened = ExitStack()
        self._floor = 0
        self._heard: set[int] = set()
        self._swept = self._forgot = 0.0
        self._listening: Listening | None = None
        self._lost = ""
        self._listen_after = 0.0

    def start(self) -> None:
        """Begin; from here on this process counts as up."""
        if not self._bus.shared:
            return
        self._bus.beat()
        self._floor = self._database.once(bulletins.last)
        self._bus.wake = self._loops[1].wake
        for each in self._loops:
            each.start()

    def stop(self) -> None:
        """Tell what is still to be told, leave to others what this process did, and end."""
        if not self._bus.shared:
            return
        for each in self._loops:
            each.stop()
        self._stop_listening()
        try:
            self._bus.flush()
            self._bus.end()
        except (FivefoldError, SQLAlchemyError) as error:
            log.warning("Other processes were not told that this one stops: %s", error)

    # The threads

    def _follow(self) -> float:
        try:
            self._listen()
            if self._listening is not None:
                self._take(self._listening.lines(LONGEST_WAIT))
            if monotonic() - self._swept >= SWEEP_SECONDS:
                self.sweep()
                self._swept = monotonic()
            self._note_trouble("")
        except Exception as error:
            self._stop_listening()
            self._note_trouble(f"{type(error).__name__}: {getattr(error, 'orig', None) or error}", error)
        return LONGEST_WAIT if self._listening is None else 0.0

    def _tell(self) -> float:
        try:
            self._bus.flush()
        except (FivefoldError, SQLAlchemyError) as error:
            log.warning("Something was not told to other processes: %s", error)
        sleep(self._bus.count_up / TOLD_A_SECOND)  # what comes meanwhile is told together
        return TELL_SECONDS

    def _note_trouble(self, trouble: str, error: Exception | None = None) -> None:
        """Log once why other processes are not heard, and once when they are again."""
        if trouble and not self._lost:
            expected = isinstance(error, FivefoldError | SQLAlchemyError | OSError)
            log.error("Other processes are not heard just now: %s", trouble, exc_info=None if expected else error)
        elif self._lost and not trouble:
            log.warning("Other processes are heard again.")
        self._lost = trouble

    # Listening

    def _listen(self) -> None:
        if not self._notified or self._listening is not None or monotonic() < self._listen_after:
            return
        self._listen_after = monotonic() + LISTEN_AGAIN_SECONDS
        self._listening = self._opened.enter_context(self._database.listening())
        self._bus.reset()
        self._swept = 0.0

    def _stop_listening(self) -> None:
        self._opened.close()
        self._listening = None

    def _take(self, lines: Iterable[str]) -> None:
        changed: dict[str, list[str]] = {}
        news: list[str] = []
        for line in dict.fromkeys(lines):
            words = line.partition("\t")[0].split()
            if words[1:2] in ([], [self._bus.id]):
                continue
            if words[0] == MATCH and len(words) > 4:
                changed.setdefault(words[2], []).append(line)
            elif words[0] == bulletins.NEWS:
                news.append(line.partition("\t")[2])
        for match_id, told in changed.items():
            self._take_match(match_id, told)
        if all(news):
            for number, kind, said in map(json.loads, news):
                self._take_bulletin(Bulletin(number, kind, said))
        else:  # one is too long to be told
            self._read()

    def _take_match(self, match_id: str, lines: Sequence[str]) -> None:
        """Take what was told of a match, in order."""
        steps = []
        for line in lines:
            head, _, said = line.partition("\t")
            _, _, _, revision, look, *due = head.split()
            if look.isdigit():
                self._bus.signal(CLOCK_DUE_ELSEWHERE, int(look))
            if due == [DUE]:
                self._bus.signal(COMPUTER_DUE_ELSEWHERE, match_id)
            steps.append(said)
        self._catch_up(match_id, int(revision), steps if all(steps) else ())

    def _catch_up(self, match_id: str, revision: int, told: Sequence[str] = ()) -> None:
        """Bring a match that is held here up to date; ``told``: the steps that lead there."""
        if not self._ledger.holds(match_id, revision):
            return  # (as most are not, which are at another process)
        try:
            self._ledger.catch_up(match_id, [heard_step(match_id, said) for said in told])
        except FivefoldError as error:
            log.warning("match %s is not up to date here: %s", match_id, error)

    # Sweeping

    def sweep(self) -> None:
        """Find what has changed without a word, and say that this process is up."""
        self._bus.beat()
        if self._listening is not None:
            self._listening.check()
        self._read()
        held = self._ledger.held()
        if held:
            for match_id, revision in self._database.once(bulletins.revisions, held).items():
                self._catch_up(match_id, revision)
        self._bus.signal(SECOND)
        self._forget()

    def _read(self) -> None:
        """Take note of bulletins that were not heard yet."""
        for each in self._database.once(bulletins.after, self._floor, self._bus.id, self._heard):
            self._take_bulletin(each)
        settled = self._database.once(bulletins.settled, SETTLED_SECONDS)
        if settled is not None and settled > self._floor:
            self._floor = settled
            self._heard = {number for number in self._heard if number > settled}

    def _take_bulletin(self, bulletin: Bulletin) -> None:
        if bulletin.id in self._heard:
            return
        self._heard.add(bulletin.id)
        self._bus.dispatch(bulletin.kind, bulletin.words)

    def _forget(self) -> None:
        if monotonic() - self._forgot < FORGET_SECONDS or not self._bus.owns_duty("forgetting"):
            return
        self._forgot = monotonic()
        with self._database.beside() as connection:
            connection.execute(processes.FORGET_LEASES)
            for each in (bulletins, processes, presence, pending_results, spending, signing_in, passkeys):
                connection.execute(each.FORGET)
