"""Work for later, in order of time and bounded: threads of its own do it, and nobody else waits."""

from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count
from threading import Condition
from time import monotonic
from typing import Final, Generic, TypeVar

from fivefold.house.loop import AGAIN_SECONDS, Loop

Job = TypeVar("Job")
MOST: Final = 2000
"""Jobs kept; of more the newest are dropped, and counted."""


class Outbox(Generic[Job]):
    """Jobs, each to be done at some time."""

    def __init__(self, work: Callable[[Job], None], most: int = MOST) -> None:
        self._work, self._most = work, most
        self._jobs: list[tuple[float, int, Job]] = []
        self._numbers = count()
        self._changed = Condition()
        self._loops: list[Loop] = []
        self._ended = True
        self.dropped = 0
        """How many jobs did not fit."""

    def start(self, threads: int) -> None:
        """Begin to work."""
        self._ended = False
        self._loops = [Loop(f"outbox {n}", self._round, again=0.0) for n in range(threads)]
        for each in self._loops:
            each.start()

    def stop(self, seconds: float = 1.0) -> None:
        """End; what is not done by then is forgotten."""
        with self._changed:
            self._ended = True
            self._changed.notify_all()
        for each in self._loops:
            each.stop(seconds)
        self._loops = []

    def put(self, job: Job, seconds: float = 0.0) -> None:
        """Have a job done after some seconds; nothing happens before ``start``."""
        with self._changed:
            if self._ended:
                return
            if len(self._jobs) >= self._most:
                self.dropped += 1
                return
            heappush(self._jobs, (monotonic() + seconds, next(self._numbers), job))
            self._changed.notify()

    def _round(self) -> float:
        job = self._next()
        if job is not None:
            self._work(job)
        return 0.0 if job is not None else AGAIN_SECONDS  # (at the end it waits to be stopped)

    def _next(self) -> Job | None:
        """Wait for the next job and return it; ``None`` at the end."""
        with self._changed:
            while not self._ended:
                seconds = self._jobs[0][0] - monotonic() if self._jobs else None
                if seconds is not None and seconds <= 0:
                    return heappop(self._jobs)[2]
                self._changed.wait(seconds)
        return None
