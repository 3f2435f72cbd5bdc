"""A loop that must live: a thread that does the same again and again, whatever goes wrong, until it is told to stop."""

import logging
import time
from collections.abc import Callable
from threading import Event, Thread, current_thread
from typing import Final

from fivefold.house.errors import Busy, NotKept

log = logging.getLogger("fivefold.service")
AGAIN_SECONDS: Final = 1.0


class Loop:
    """Calls a step in a thread of its own. An unexpected error is logged once, and the loop goes on."""

    def __init__(
        self,
        name: str,
        step: Callable[[], float],
        again: float = AGAIN_SECONDS,
        interrupt: Callable[[], object] = lambda: None,
    ) -> None:
        """``step``: does what is due, and returns after how many seconds there may be more, unless the loop is woken;
        ``again``: the same after an error; ``interrupt``: ends a step that waits for something, when it is to stop."""
        self.name, self._step, self._again, self._interrupt = name, step, again, interrupt
        self._stopping, self._woken = Event(), Event()
        self._thread: Thread | None = None
        self._trouble = ""

    def start(self) -> None:
        """Begin, or begin again after a rest."""
        self._thread = Thread(target=self._run, name=self.name, daemon=True)
        RUNNING.add(self)
        self._thread.start()

    def wake(self) -> None:
        """Let the next step come now, or right after the one under way."""
        self._woken.set()

    def rest(self) -> None:
        """End after this step, which says so itself: there is nothing to do until it is started again."""
        RUNNING.discard(self)
        self._thread = None

    def stop(self, seconds: float | None = None) -> None:
        """End after the step under way; it is waited for, at most so many seconds."""
        self._stopping.set()
        self._woken.set()
        self._interrupt()
        RUNNING.discard(self)
        if self._thread is not None:
            self._thread.join(seconds)
            self._thread = None

    @property
    def stopping(self) -> bool:
        """Whether it was told to stop."""
        return self._stopping.is_set()

    @property
    def up(self) -> bool:
        """Whether its thread runs."""
        return self._thread is not None and self._thread.is_alive()

    @property
    def trouble(self) -> str:
        """What went wrong with the last step; empty if nothing did."""
        return self._trouble if self.up else "it has ended"

    def _run(self) -> None:
        seconds, mine = 0.0, current_thread()
        while self._thread is mine and not self._stopping.is_set():
            try:
                if self._woken.wait(seconds):
                    time.sleep(0)  # whoever woke it goes on first
                self._woken.clear()
                if not self._stopping.is_set():
                    seconds = self._step()
                    self._trouble = ""
            except (Busy, NotKept):  # the ledger says so, once for all
                seconds = self._again
            except Exception as error:
                seconds = self._again
                self._note(error)

    def _note(self, error: Exception) -> None:
        """Log what went wrong, once; not where the house has gone meanwhile."""
        trouble = type(error).__name__
        if trouble != self._trouble and not self._stopping.is_set():
            log.error("The loop %s failed, and goes on.", self.name, exc_info=error)
        self._trouble = trouble


RUNNING: Final[set[Loop]] = set()
"""Those of this process."""


def troubles() -> dict[str, str]:
    """Return what is wrong with loops of this process, by their names."""
    return {each.name: each.trouble for each in sorted(RUNNING, key=lambda loop: loop.name) if each.trouble}
