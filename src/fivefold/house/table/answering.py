"""A thread that plays answers given in advance, after the moves that they answer."""

import logging
from queue import SimpleQueue
from time import monotonic, sleep
from typing import Final

from fivefold.house.bus import CHANGED
from fivefold.house.errors import Busy, NotKept
from fivefold.house.house import House
from fivefold.house.loop import Loop
from fivefold.session.snapshot import MatchSnapshot

SWEEP_SECONDS: Final = 2.0
"""Between sweeps of the store for matches that nobody announced."""
AFTER_SECONDS: Final = 0.02
"""After every change of a match, so that whoever made it has the reply first, as if there were no answers."""

log = logging.getLogger(__name__)


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
        for match_id in changed:
            self._attempt(match_id)
        if monotonic() - self._swept >= self._sweep_seconds:
            self._attempt("")
            self._swept = monotonic()
        return max(0.0, self._swept + self._sweep_seconds - monotonic())

    def _attempt(self, match_id: str) -> None:
        """Look at one match, or at all; a failure is logged, and the next sweep tries again."""
        try:
            if match_id:
                self._house.answers.look(match_id)
            elif self._house.bus.owns_duty("answers"):
                self._house.answers.sweep()
                self._house.mail.resignations.sweep()
        except (Busy, NotKept) as error:
            log.warning("answers in advance wait: %s", error)
        except Exception:
            log.exception("answers in advance failed")
