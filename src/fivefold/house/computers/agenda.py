"""Work for the engine: shared fairly among people, and nothing done twice at once."""

import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from threading import Condition
from typing import Final, NamedTuple

HALF_LIFE: Final = 30.0  # Seconds after which thinking time counts for half.
EXPECTED: Final = 2.0  # Seconds that a running job counts for, or more once it takes longer.
REMEMBERED: Final = 1024  # Visitors remembered; those who used it least recently are forgotten first.


class Usage:
    """Decaying seconds of thinking by person, and the jobs running for each. Times are seconds of one clock."""

    def __init__(self) -> None:
        self._used: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._begun: dict[str, list[float]] = {}

    def begin(self, person: str, now: float) -> None:
        """Note that a job for a person begins."""
        self._begun.setdefault(person, []).append(now)

    def end(self, person: str, begun: float, now: float) -> None:
        """Charge a person for a job that began at ``begun`` and is finished."""
        running = self._begun[person]
        running.remove(begun)
        if not running:
            del self._begun[person]
        self._used[person] = self._decayed(person, now) + max(0.0, now - begun), now
        self._used.move_to_end(person)
        if len(self._used) > REMEMBERED:
            self._used.popitem(last=False)

    def of(self, person: str, now: float) -> float:
        """Return the seconds that count against a person now."""
        return self._decayed(person, now) + sum(max(EXPECTED, now - begun) for begun in self._begun.get(person, ()))

    def _decayed(self, person: str, now: float) -> float:
        used, at = self._used.get(person, (0.0, now))
        return float(used * 0.5 ** (max(0.0, now - at) / HALF_LIFE))


class Urgency(IntEnum):
    """Kinds of work. A person waits for the first three, nobody for the others."""

    MOVE = 0
    HINT = 1
    HINDSIGHT = 2
    COACH = 3  # What a coach says of a move that was made: the next one need not wait for it.
    BESIDE = 4  # A move of a companion, or of computers among themselves.
    ANALYSIS = 5

    @property
    def awaited(self) -> bool:
        """Whether a person waits for it."""
        return self <= Urgency.HINDSIGHT


Key = tuple[Urgency, str]


class Load(NamedTuple):
    """How much there is to do."""

    waiting: int
    running: int
    oldest: float  # Seconds that the first of those who wait has waited.


@dataclass(frozen=True, slots=True)
class Job:
    """Something to think about, in one go."""

    urgency: Urgency
    about: str  # The match, and what about it: of one urgency and subject there is one job at a time.
    work: Callable[[], None]
    whose: str = ""  # The person whose share of the thinking it takes.
    quick: bool = False  # Whether it takes a fraction of a second.

    @property
    def key(self) -> Key:
        """What makes it the same job as another."""
        return self.urgency, self.about


MOST: Final = 10_000  # The most jobs that wait here; further moves and analyses are found again by the next sweep.

Fits = Callable[[Job], bool]

ANYTHING: Final[Fits] = lambda job: True  # noqa: E731
AWAITED: Final[Fits] = lambda job: job.urgency.awaited  # noqa: E731
QUICK: Final[Fits] = lambda job: job.quick  # noqa: E731


class Agenda:
    """Jobs for any number of threads to take.

    Jobs that a person waits for come first. Among these, the person comes first who has used the least thinking time
    lately, less the time since their last turn: a person who keeps many computers busy never holds up another, and
    nobody waits for ever.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._change = Condition()
        self._waiting: dict[Key, tuple[Job, float]] = {}
        """In the order in which they were added, each with the time."""
        self._running: dict[Key, tuple[Job, float]] = {}  # With the time at which they were taken.
        self._again: dict[Key, Job] = {}
        self._usage = Usage()
        self._served: dict[str, float] = {}  # When each person with jobs waiting was last given a turn.
        self._closed = False

    def add(self, job: Job, again: bool = True) -> None:
        """Add a job, once. While it is running it is queued to run again afterwards, unless ``again`` is false."""
        with self._change:
            found_again = job.urgency not in {Urgency.HINT, Urgency.HINDSIGHT}
            if self._closed or (found_again and len(self._waiting) >= MOST):
                return
            if job.key not in self._running:
                self._note(job)
            elif again:
                self._again[job.key] = job

    def take(self, fits: Fits = ANYTHING) -> Job | None:
        """Wait for a job that fits and return the one whose turn it is; ``None`` once the agenda is closed."""
        with self._change:
            self._change.wait_for(lambda: self._closed or any(fits(job) for job, _ in self._waiting.values()))
            if self._closed:
                return None
            now = self._clock()
            job = self._next(fits, now)
            del self._waiting[job.key]
            self._running[job.key] = job, now
            self._usage.begin(job.whose, now)
            self._served[job.whose] = now
            if len(self._served) > 2 * len(self._waiting) + 16:  # of people with no jobs waiting it is forgotten
                waiting = {job.whose for job, _ in self._waiting.values()}
                self._served = {person: at for person, at in self._served.items() if person in waiting}
            return job

    def done(self, job: Job) -> None:
        """Mark a job as finished, and charge its person for the time."""
        with self._change:
            _, begun = self._running.pop(job.key)
            self._usage.end(job.whose, begun, self._clock())
            if job.key in self._again:
                self._note(self._again.pop(job.key))

    def holds(self, urgency: Urgency, about: str) -> bool:
        """Return whether a job is waiting or running."""
        with self._change:
            return (urgency, about) in self._waiting or (urgency, about) in self._running

    def load(self) -> tuple[int, int, float]:
        """Return how many jobs are waiting, how many are running, and how many seconds the oldest has waited."""
        with self._change:
            oldest = next((noted for _, noted in self._waiting.values()), None)
            return len(self._waiting), len(self._running), 0.0 if oldest is None else self._clock() - oldest

    def loads(self) -> dict[Urgency, Load]:
        """Return what there is to do of each urgency."""
        with self._change:
            now, waiting = self._clock(), list(self._waiting.items())
            running = Counter(urgency for urgency, _ in self._running)
        found = {urgency: Load(0, running[urgency], 0.0) for urgency in Urgency}
        for (urgency, _), (_, noted) in reversed(waiting):
            found[urgency] = Load(found[urgency].waiting + 1, running[urgency], now - noted)
        return found

    def close(self) -> None:
        """Release every thread that waits for a job; jobs that are left are dropped."""
        with self._change:
            self._closed = True
            self._waiting.clear()
            self._change.notify_all()

    def _note(self, job: Job) -> None:
        self._waiting.setdefault(job.key, (job, self._clock()))
        self._change.notify_all()  # (not everybody takes everything)

    def _next(self, fits: Fits, now: float) -> Job:
        """Return the job whose turn it is: ``min`` takes the first noted among equals."""
        used = {job.whose: self._usage.of(job.whose, now) for job, _ in self._waiting.values()}

        def rank(waiting: tuple[Job, float]) -> tuple[bool, int, Urgency]:
            job, noted = waiting
            unserved = now - max(noted, self._served.get(job.whose, noted))
            # Rounded to a second, so that small differences do not decide for ever.
            return not job.urgency.awaited, round(used[job.whose] - unserved), job.urgency

        return min((each for each in self._waiting.values() if fits(each[0])), key=rank)[0]
