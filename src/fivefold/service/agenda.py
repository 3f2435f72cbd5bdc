"""What is to be thought about: the most urgent first, nothing twice at once."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from threading import Condition


class Urgency(IntEnum):
    """Kinds of work, the most urgent first."""

    MOVE = 0
    HINT = 1
    HINDSIGHT = 2
    BESIDE = 3
    ANALYSIS = 4


@dataclass(frozen=True, slots=True)
class Job:
    """Something to think about, in one go."""

    urgency: Urgency
    about: str
    """The match, and what about it: of one urgency and subject there is one job at a time."""
    work: Callable[[], None]

    @property
    def key(self) -> tuple[Urgency, str]:
        """What makes it the same job as another."""
        return self.urgency, self.about


class Agenda:
    """Jobs for any number of threads to take."""

    def __init__(self) -> None:
        self._change = Condition()
        self._waiting: dict[tuple[Urgency, str], Job] = {}
        self._running: set[tuple[Urgency, str]] = set()
        self._again: dict[tuple[Urgency, str], Job] = {}
        self._closed = False

    def add(self, job: Job, again: bool = True) -> None:
        """Note a job, once. While it is being done it is noted for afterwards, unless it is not wanted ``again``."""
        with self._change:
            if self._closed:
                return
            if job.key not in self._running:
                self._waiting.setdefault(job.key, job)
                self._change.notify_all()  # (not everybody takes everything)
            elif again:
                self._again[job.key] = job

    def take(self, least: Urgency = Urgency.ANALYSIS) -> Job | None:
        """Wait for a job at least so urgent and return the most urgent, the first noted among equals.

        ``None`` once it is closed.
        """
        with self._change:
            self._change.wait_for(lambda: self._closed or any(key[0] <= least for key in self._waiting))
            if self._closed:
                return None
            key = min(self._waiting, key=lambda key: key[0])
            self._running.add(key)
            return self._waiting.pop(key)

    def done(self, job: Job) -> None:
        """Say that a job taken is finished."""
        with self._change:
            self._running.discard(job.key)
            if job.key in self._again:
                self._waiting[job.key] = self._again.pop(job.key)
                self._change.notify_all()

    def holds(self, urgency: Urgency, about: str) -> bool:
        """Tell whether a job is waiting or being done."""
        with self._change:
            return (urgency, about) in self._waiting or (urgency, about) in self._running

    def close(self) -> None:
        """Let everybody go who waits for a job; what is left is dropped."""
        with self._change:
            self._closed = True
            self._waiting.clear()
            self._change.notify_all()
