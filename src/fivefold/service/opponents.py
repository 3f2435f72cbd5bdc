"""Opponents at work: they move where it is their turn, give hints, and analyse what is over.

The house is the truth. What is due is read from it, so nothing is lost when a process ends, and an answer that comes
too late is dropped.
"""

import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from functools import partial
from threading import Event, Lock, Thread
from typing import Any, Final, Protocol

from fivefold.engine.answering import Question, question
from fivefold.engine.budget import Budget
from fivefold.engine.cache import is_warm
from fivefold.engine.opponents import LEVELS, Thought
from fivefold.engine.workers import NoAnswer, Workers
from fivefold.play.contract import Game
from fivefold.play.errors import MatchOver
from fivefold.service import analysis
from fivefold.service.agenda import Agenda, Job, Urgency
from fivefold.service.errors import NotOffered, Stale
from fivefold.service.hints import hint
from fivefold.service.house import House
from fivefold.service.standing import Standing
from fivefold.service.views import check_hint

SWEEP_SECONDS: Final = 1.0
"""Between looks at the house for what is due and nobody told."""
REST_SECONDS: Final = 10.0
"""What failed is left alone for so long before a sweep tries it again."""
HINT_BUDGET: Final = Budget(seconds=1.5)
HINT_SECONDS: Final = 40.0
"""A hint that takes longer is given up."""
HINTS_KEPT: Final = 256

log = logging.getLogger(__name__)


class Thinking(Protocol):
    """Whoever answers questions: ``engine.workers.Workers``."""

    count: int
    """Questions it can answer at a time."""

    @property
    def compiling(self) -> bool:
        """Whether engines are still being compiled in the background."""

    def start(self) -> None:
        """Get ready."""

    def stop(self) -> None:
        """End at once; questions being asked raise ``NoAnswer``."""

    def think(self, asked: Question) -> Thought:
        """Return the answer. Raises ``NoAnswer``, or what is wrong with the question."""

    def tend(self) -> None:
        """Mend what broke while nobody asked."""


class Opponents:
    """Threads that take from an agenda what is to be thought about, have it thought, and tell the house."""

    def __init__(
        self,
        house: House,
        workers: int | Thinking = 2,
        sweep_seconds: float = SWEEP_SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """``workers``: how many processes think, or who does it instead."""
        self._house = house
        self._workers: Thinking = Workers(workers) if isinstance(workers, int) else workers
        self._sweep_seconds, self._clock = sweep_seconds, clock
        self._agenda = Agenda()
        self._stopping = Event()
        self._threads: list[Thread] = []
        self._resting: dict[tuple[Urgency, str], float] = {}
        self._hints: OrderedDict[str, Future[dict[str, Any]]] = OrderedDict()
        self._hinting = Lock()

    def start(self) -> None:
        """Start to think about what is due, and about what will be."""
        self._workers.start()
        self._house.on_due = self._due
        targets: list[Callable[[], None]] = [self._sweep_on, *[self._work] * self._workers.count]
        self._threads = [Thread(target=target, daemon=True) for target in targets]
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Stop at once: what is being thought about is dropped, and found again at the next start."""
        self._stopping.set()
        self._agenda.close()
        self._workers.stop()
        with self._hinting:
            for waiting in self._hints.values():
                waiting.cancel()
        for thread in self._threads:
            thread.join()
        self._threads = []

    @property
    def compiling(self) -> bool:
        """Whether engines are still being compiled; until then opponents search in plain Python."""
        return self._workers.compiling

    def thinking(self, match_id: str) -> int | None:
        """Return the seat whose opponent thinks about its move now or is about to, ``None`` where none does."""
        if not self._agenda.holds(Urgency.MOVE, match_id):
            return None
        standing = self._house.standing(match_id)
        return standing.to_act if standing.due is not None else None

    def hint(self, match_id: str, guest_id: str) -> dict[str, Any]:
        """Return what the strongest opponent would play for the guest whose turn it is; see ``hints.hint``.

        Waits until it is found. Raises ``NotYours``, ``NotOffered``, saying why.
        """
        standing = self._house.standing(match_id)
        check_hint(standing, guest_id)
        try:
            return self._hint_of(standing).result(HINT_SECONDS)
        except (CancelledError, TimeoutError, NoAnswer) as error:
            raise NotOffered("hint: the opponents are too busy just now; try again in a minute") from error

    def analyse(self, match_id: str) -> None:
        """Have every ply of a match that is over analysed which is not yet. Raises ``NotOffered`` while it goes on."""
        if self._house.standing(match_id).match.outcome is None:
            raise NotOffered("analysis: comes when the match is over")
        self._add(Urgency.ANALYSIS, match_id)

    # What is due

    def _due(self, match_id: str) -> None:
        """Note that an opponent is to move: the house calls this after a commit."""
        self._agenda.add(self._job(Urgency.MOVE, match_id))

    def _sweep_on(self) -> None:
        while True:
            try:
                self._sweep()
            except Exception:
                log.exception("Looking for matches where an opponent is to move failed; the next look is soon.")
            if self._stopping.wait(self._sweep_seconds):
                return

    def _sweep(self) -> None:
        """Find what is due in the house; replace workers that died."""
        for match_id, _, _ in self._house.due():
            self._add(Urgency.MOVE, match_id)
        if not self._stopping.is_set():
            self._workers.tend()

    def _add(self, urgency: Urgency, match_id: str) -> None:
        """Note something, unless it failed a moment ago."""
        if self._resting.get((urgency, match_id), 0.0) <= self._clock():
            self._agenda.add(self._job(urgency, match_id), again=False)

    def _job(self, urgency: Urgency, match_id: str) -> Job:
        work = self._move if urgency == Urgency.MOVE else self._analyse_ply
        return Job(urgency, match_id, partial(work, match_id))

    # What a thread does

    def _work(self) -> None:
        while (job := self._agenda.take()) is not None:
            try:
                job.work()
                self._resting.pop(job.key, None)
            except Exception as error:
                self._failed(job, error)
            finally:
                self._agenda.done(job)

    def _failed(self, job: Job, error: Exception) -> None:
        if self._stopping.is_set():
            return
        self._resting[job.key] = self._clock() + REST_SECONDS
        what = f"match {job.about}, {job.urgency.name.lower()}"
        expected = isinstance(error, NoAnswer)
        log.error("%s: %s; tried again in %g seconds.", what, error, REST_SECONDS, exc_info=None if expected else error)

    def _move(self, match_id: str) -> None:
        standing = self._house.standing(match_id)
        if standing.due is None:
            return
        thought = self._workers.think(question(standing.match, standing.due))
        try:
            self._house.play_for(match_id, standing.number + 1, thought.text)
        except (Stale, MatchOver) as error:
            log.info("Match %s: the opponent's answer came too late and is dropped: %s", match_id, error)

    def _hint_of(self, standing: Standing) -> "Future[dict[str, Any]]":
        """Return the hint for a position, being found by one thread however many ask."""
        about = f"{standing.id} at {standing.number}"
        with self._hinting:
            known = self._hints.get(about)
            if known is not None and not (known.done() and outdated(known, standing.match.game)):
                return known
            found: Future[dict[str, Any]] = Future()
            self._hints[about] = found
            if len(self._hints) > HINTS_KEPT:
                self._hints.popitem(last=False)
        self._agenda.add(Job(Urgency.HINT, about, partial(self._find_hint, standing, found)))
        return found

    def _find_hint(self, standing: Standing, found: "Future[dict[str, Any]]") -> None:
        if found.set_running_or_notify_cancel():
            try:
                thought = self._workers.think(question(standing.match, len(LEVELS), HINT_BUDGET))
                found.set_result(hint(standing.match, thought))
            except Exception as error:
                found.set_exception(error)

    def _analyse_ply(self, match_id: str) -> None:
        """Analyse the first ply that is missing, or was only looked at quickly; the rest later, one at a time."""
        standing, known = self._house.standing(match_id), self._house.analyses(match_id)
        match = standing.match
        sure = {ply for ply, made in known.items() if not made.note or not is_warm(match.game)}
        missing = [ply for ply in analysis.plies_to_analyse(match) if ply not in sure]
        if missing:
            made = analysis.analyse(match, missing[0], standing.row_at(missing[0]), self._workers.think)
            self._house.store_analysis(match_id, missing[0], made)
            self._agenda.add(self._job(Urgency.ANALYSIS, match_id))


def outdated(found: "Future[dict[str, Any]]", game: Game) -> bool:
    """Tell whether a hint that is found should be looked for again: it failed, or a better look is possible now."""
    return found.exception() is not None or (bool(found.result()["note"]) and is_warm(game))
