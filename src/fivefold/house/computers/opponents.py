"""Opponents at work: they move where it is their turn, give hints, and analyse what is over.

The house is the truth. What is due, and in a race when, is read from it, so nothing is lost when a process ends, and an
answer that comes too late is dropped.
"""

import logging
import time
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from threading import Event, Lock
from typing import Any, Final, NamedTuple

from fivefold.contract.errors import MatchOver
from fivefold.engine.budget import Budget
from fivefold.engine.cache import is_warm
from fivefold.engine.calibration import calibration_at
from fivefold.engine.opponents import LEVELS
from fivefold.engine.strength import strength_of
from fivefold.engine.worker_main import hindsight_question, question
from fivefold.engine.workers import NoAnswer
from fivefold.house.bus import COMPUTER_DUE, COMPUTER_DUE_ELSEWHERE
from fivefold.house.computers import analysis
from fivefold.house.computers.agenda import ANYTHING, AWAITED, QUICK, Agenda, Fits, Job, Load, Urgency
from fivefold.house.computers.analysis import Arrangement, check_hindsight
from fivefold.house.computers.hints import check_hint, coach_view, coached_ply, hint
from fivefold.house.computers.pending_results import (
    GONE_ON,
    QUESTION,
    AskedQuestion,
    Dropped,
    LocalResults,
    StoredResults,
    Subject,
    answer,
    waiting,
)
from fivefold.house.computers.thinking import Thinking, budget_for, workers_of
from fivefold.house.errors import Busy, DamagedMatch, NotKept, NotOffered, Stale
from fivefold.house.house import House
from fivefold.house.loop import AGAIN_SECONDS, Loop
from fivefold.house.match_view.view_types import CoachView, HindsightView, HintView
from fivefold.session.races import first_call
from fivefold.session.snapshot import MatchSnapshot
from fivefold.session.timing import moment

HINT_BUDGET: Final = Budget(seconds=1.5)


class EngineTasks:
    """Has workers think, and makes of their answers what people are shown. Each raises ``NoAnswer``."""

    def __init__(self, house: House, workers: Thinking) -> None:
        self._house, self._workers = house, workers

    def hint(self, snapshot: MatchSnapshot) -> HintView:
        """Return what to play in a position. Raises ``Dropped`` where the match has gone on."""
        if self._house.known(snapshot.id).number != snapshot.number:
            raise Dropped(GONE_ON)
        thought = self._workers.think(question(snapshot.match, len(LEVELS), HINT_BUDGET))
        return hint(snapshot.match, thought, calibration_at(snapshot.match, snapshot.levels))

    def judged(self, snapshot: MatchSnapshot, ply: int) -> analysis.Estimate:
        """Return the engine's view of a position that was reached, and of the move made there."""
        match, row = snapshot.match, snapshot.row_at(ply)
        shown = calibration_at(match, snapshot.levels, ply, row)
        return analysis.analyse(match, ply, row, self._workers.think, shown)

    def coach(self, snapshot: MatchSnapshot, ply: int, person_id: str) -> CoachView:
        """Return what a coach says of a move to a person, who has one seat."""
        return coach_view(snapshot.match, ply, self.judged(snapshot, ply), *snapshot.seats_of(person_id))

    def arrangements(self, snapshot: MatchSnapshot) -> HindsightView:
        """Return what could have been made of the cards of a match that is over, and store it."""
        known = self._house.arrangements.of(snapshot.id)
        for seat in range(len(snapshot.seats)):
            if seat not in known:
                found = self._workers.arrange(hindsight_question(snapshot.match, seat))
                known[seat] = Arrangement(seat, tuple(found.row), found.points, found.seconds)
                self._house.arrangements.keep(snapshot.id, known[seat])
        return analysis.hindsight_view(snapshot, known)

    def estimate(self, match_id: str) -> bool:
        """Analyse the first ply that is missing, or was only looked at quickly; return whether there was one."""
        snapshot, known = self._house.snapshot(match_id), self._house.estimates.of(match_id)
        match = snapshot.match
        sure = {ply for ply, made in known.items() if not made.note or not is_warm(match.game)}
        missing = [ply for ply in analysis.plies_to_analyse(match) if ply not in sure]
        if missing:
            self._house.estimates.keep(match_id, self.judged(snapshot, missing[0]))
        return bool(missing)

    def answer(self, asked: AskedQuestion) -> HintView | CoachView | HindsightView:
        """Return what was asked of a match in another process, as whoever asked may see it."""
        self._house.catch_up(asked.match)
        snapshot = self._house.shown_to(asked.person, asked.match)
        if asked.kind == Urgency.HINDSIGHT.name.lower():
            return self.arrangements(snapshot)
        if asked.kind == Urgency.COACH.name.lower():
            return self.coach(snapshot, asked.ply, asked.person)
        if snapshot.number != asked.number:
            raise Dropped(GONE_ON)
        return self.hint(snapshot)


def choice(snapshot: MatchSnapshot, ply: int) -> Subject:
    """Return what names a choice that was made: the position before it, and the move."""
    return Subject(f"{snapshot.id} move {ply}: {snapshot.match.history[ply]}", snapshot.id, snapshot.number, ply)


def position(snapshot: MatchSnapshot) -> Subject:
    """Return what names the position that a match has reached."""
    return Subject(f"{snapshot.id} at {snapshot.number}", snapshot.id, snapshot.number)


def urgency(snapshot: MatchSnapshot) -> Urgency:
    """Return how urgent a move is: nobody waits for a companion's, nor for those of computers among themselves."""
    return Urgency.MOVE if any(seat.person for seat in snapshot.seats) else Urgency.BESIDE


SWEEP_SECONDS: Final = 1.0  # Between sweeps of the house for due moves that nobody announced.
REST_SECONDS: Final = 10.0  # How long a job that failed rests before a sweep tries it again.
BUSY_SECONDS: Final = 1.0  # The same for a move that could not be written because others were writing.
AHEAD: Final = timedelta(seconds=0.4)
"""In a race a computer begins to think this long before it moves: thinking is part of its reaction time."""
MOVE: Final = "move"  # What a process has a lease of that thinks about a move.
MOVE_SECONDS: Final = 100.0
OFFERED_SECONDS: Final = 10.0  # How long a move is a process's: while it thinks, and until it begins to.

SILENT_SECONDS: Final = 10.0  # A database that could not be read for this long is failing.

log = logging.getLogger(__name__)


class Health(NamedTuple):
    """How the database is."""

    words: str  # ``ok``, or what was wrong when it was last looked at.
    seconds: float  # Since it last answered.
    well: bool


class Opponents:
    """Threads that take jobs from an agenda, have workers think about them, and pass the answers to the house."""

    def __init__(
        self,
        house: House,
        workers: int | Thinking = 2,
        sweep_seconds: float = SWEEP_SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """``workers``: how many opponents think for long at the same time, each in a process; or what thinks
        instead."""
        self._house = house
        self._workers: Thinking = workers_of(workers) if isinstance(workers, int) else workers
        self._sweep_seconds, self._clock = sweep_seconds, clock
        self._agenda = Agenda(clock)
        self._stopping = Event()
        self._loops: list[Loop] = []
        self._resting: dict[tuple[Urgency, str], float] = {}
        self._tasks = EngineTasks(house, self._workers)
        self._hints: LocalResults[HintView] | StoredResults[HintView] = self._results(Urgency.HINT)
        self._arranged: LocalResults[HindsightView] | StoredResults[HindsightView] = self._results(Urgency.HINDSIGHT)
        self._coached: LocalResults[CoachView] | StoredResults[CoachView] = self._results(Urgency.COACH)
        self._analysed: LocalResults[object] | StoredResults[object] = self._results(Urgency.ANALYSIS)
        self._later: dict[str, datetime] = {}
        """Races in which a computer is still reacting: when to look at each again."""
        self._swept, self._trouble = clock(), ""
        self._planning = Lock()
        self._sweeping = Loop("opponents", self._round)
        self._sweep_at = 0.0

    def _results(self, urgency: Urgency) -> Any:
        if self._house.bus.shared:
            return StoredResults(self._house, urgency, self._take_questions)
        return LocalResults(self._agenda, urgency)

    def start(self) -> None:
        """Start to think about what is due, and about what will be."""
        self._workers.start()
        bus = self._house.bus
        bus.thinks = self._workers.count > 0
        if bus.thinks:
            self._house.bus.subscribe(COMPUTER_DUE, self._due)
            bus.subscribe(COMPUTER_DUE_ELSEWHERE, self._offered)
            bus.subscribe(QUESTION, self._take_questions)
        takers = [Loop(f"opponents {n}", partial(self._work, each)) for n, each in enumerate(self._takers())]
        self._loops = [self._sweeping, *takers]
        for each in self._loops:
            each.start()

    def _takers(self) -> list[Fits]:
        """Return what each thread takes. One takes only quick work, so that it is never behind long work. Where there
        are several others, one takes only work that a person waits for."""
        if not self._workers.count:
            return []
        several = self._workers.count > 1
        return [QUICK, *(AWAITED if several and not thread else ANYTHING for thread in range(self._workers.count))]

    def stop(self) -> None:
        """Stop at once: unfinished jobs are dropped, and found again at the next start."""
        self._stopping.set()
        self._house.bus.unsubscribe(COMPUTER_DUE, self._due)
        self._agenda.close()
        self._workers.stop()
        self._hints.cancel()
        self._arranged.cancel()
        self._coached.cancel()
        for each in self._loops:
            each.stop()
        self._loops = []

    @property
    def compiling(self) -> bool:
        """Whether engines are still being compiled; until then opponents search in plain Python."""
        return self._workers.compiling

    @property
    def up(self) -> bool:
        """Whether everything that was started is still at work."""
        return not self._stopping.is_set() and all(each.up for each in self._loops)

    def load(self) -> tuple[int, int, float]:
        """Return how many jobs are waiting, how many are running, and how many seconds the oldest has waited."""
        return self._agenda.load()

    def loads(self) -> dict[Urgency, Load]:
        """Return what there is to do of each urgency."""
        return self._agenda.loads()

    def workers(self) -> tuple[int, int]:
        """Return how many processes think, and how many should."""
        return self._workers.alive()

    @property
    def database(self) -> Health:
        """The state of the database when it was last checked; returns at once."""
        trouble, seconds = self._trouble, self._clock() - self._swept
        if not trouble and seconds >= SILENT_SECONDS:
            trouble = f"no answer for {seconds:.0f} seconds"
        return Health(trouble or "ok", seconds, seconds < SILENT_SECONDS)

    def thinking(self, match_id: str) -> int | None:
        """Return the seat whose opponent is thinking about its move or about to; ``None`` if none is."""
        snapshot = self._house.snapshot(match_id)
        if not self._agenda.holds(urgency(snapshot), match_id):
            return None
        return snapshot.to_act if snapshot.due is not None else None

    def hint(self, match_id: str, person_id: str) -> HintView | None:
        """Return what the strongest opponent would play for the person whose turn it is; see ``hints.hint``.

        ``None`` while it is being worked out: ``look_for_hint`` returns it later. Raises ``NotYours``,
        ``NotOffered``, saying why.
        """
        snapshot = self._house.shown_to(person_id, match_id)
        check_hint(snapshot, person_id)
        game = snapshot.match.game
        quick: Callable[[HintView], bool] = lambda found: bool(found["note"]) and is_warm(game)  # noqa: E731
        return self._hints.ask(position(snapshot), person_id, partial(self._tasks.hint, snapshot), outdated=quick)

    def look_for_hint(self, match_id: str, person_id: str) -> HintView | None:
        """Return the hint asked for in this position, ``None`` while it is being worked out. Raises ``NotYours``,
        ``NotOffered`` where none is to be expected, saying why."""
        snapshot = self._house.shown_to(person_id, match_id)
        check_hint(snapshot, person_id)
        return self._hints.look(position(snapshot))

    def hindsight(self, match_id: str, person_id: str) -> HindsightView | None:
        """Return what could have been made of the cards of a match that is over; see ``analysis.hindsight_view``.
        ``None`` while the search goes on: ask again. The result is stored. Raises ``NotOffered``, saying why."""
        snapshot = self._house.shown_to(person_id, match_id)
        check_hindsight(snapshot)
        known = self._house.arrangements.of(match_id)
        if len(known) == len(snapshot.seats):
            return analysis.hindsight_view(snapshot, known)
        about = Subject(match_id, match_id, snapshot.number)
        self._arranged.say_failure(about)
        return self._arranged.ask(about, person_id, partial(self._tasks.arrangements, snapshot))

    def coach(self, match_id: str, person_id: str, ply: int | None = None) -> CoachView | None:
        """Return what the coach says of the person's last move, or of the one at ``ply``; see ``hints.coach_view``.
        ``None`` while it is being worked out: ``look_for_coach`` returns it later."""
        snapshot = self._house.shown_to(person_id, match_id)
        at = coached_ply(snapshot, person_id, ply)
        return self._coached.ask(choice(snapshot, at), person_id, partial(self._tasks.coach, snapshot, at, person_id))

    def look_for_coach(self, match_id: str, person_id: str, ply: int | None = None) -> CoachView | None:
        """Return what was asked, ``None`` while it is being worked out. Both raise ``NotYours``, ``NotOffered``."""
        snapshot = self._house.shown_to(person_id, match_id)
        return self._coached.look(choice(snapshot, coached_ply(snapshot, person_id, ply)))

    def analyse(self, match_id: str, person_id: str) -> None:
        """Have every ply of a match that is over analysed, as far as it is not yet, for a person. Raises ``NotOffered``
        while it goes on."""
        if self._house.shown_to(person_id, match_id).match.outcome is None:
            raise NotOffered("you get it when the match is over", subject="analysis")
        if self._house.bus.shared:
            self._analysed.ask(Subject(match_id, match_id, 0), person_id, dict, outdated=lambda found: True)
        else:
            self._add(self._analysis(match_id, person_id))

    # What is due

    def _due(self, match_id: str) -> None:
        """Note that an opponent is to move: the house calls this after a commit."""
        snapshot = self._house.known(match_id)
        first = first_call(snapshot, self._house.now())
        if first is not None and not self._comes_later(match_id, first.at):
            self._agenda.add(self._move_job(match_id))

    def _offered(self, match_id: str) -> None:
        """Take a match in which an opponent is to move from a process without any, unless another one has it."""
        if self._house.bus.take(MOVE, match_id, OFFERED_SECONDS):
            self._house.catch_up(match_id)
            self._due(match_id)

    def _comes_later(self, match_id: str, at: datetime) -> bool:
        """Return whether an opponent is still reacting; if so, look at the match again afterwards."""
        if at - AHEAD <= self._house.now():
            return False
        with self._planning:
            self._later[match_id] = at - AHEAD
        self._sweeping.wake()
        return True

    def _round(self) -> float:
        self._take_up()
        if time.monotonic() >= self._sweep_at:
            self._sweep_once()
            self._sweep_at = time.monotonic() + self._sweep_seconds
        return max(0.0, min(self._sweep_at - time.monotonic(), self._next_reaction()))

    def _sweep_once(self) -> None:
        try:
            self._sweep()
        except (Busy, NotKept) as error:
            if not self._trouble:
                log.warning("Nobody looks for matches where an opponent is to move: %s", error)
            self._trouble = str(error)
        except Exception as error:
            # Without the statement, whose parameters may be private.
            self._trouble = f"{type(error).__name__}: {getattr(error, 'orig', None) or 'see the log'}"
            log.exception("Looking for matches where an opponent is to move failed; the next look is soon.")

    def _sweep(self) -> None:
        """Find what is due in the house; replace workers that died."""
        theirs = self._house.bus.leased_elsewhere(MOVE)
        for due in self._house.due(theirs) if self._workers.count else ():
            if not self._comes_later(due.match, due.at):
                self._add(self._move_job(due.match))
        self._take_questions()
        self._swept, self._trouble = self._clock(), ""
        if not self._stopping.is_set():
            self._workers.tend()

    def _next_reaction(self) -> float:
        with self._planning:
            soonest = min(self._later.values(), default=None)
        return self._sweep_seconds if soonest is None else max(0.0, (soonest - self._house.now()).total_seconds())

    def _take_up(self) -> None:
        """Add the moves of opponents in races that have reacted."""
        now = self._house.now()
        with self._planning:
            ready = [match_id for match_id, at in self._later.items() if at <= now]
            for match_id in ready:
                del self._later[match_id]
        for match_id in ready:
            self._add(self._move_job(match_id), again=True)

    def _add(self, job: Job, again: bool = False) -> None:
        """Add a job, unless it failed a moment ago."""
        if self._resting.get(job.key, 0.0) <= self._clock():
            self._agenda.add(job, again=again)

    def _move_job(self, match_id: str) -> Job:
        """Return the job of moving in a match; if the match is damaged, the job reports it."""
        work = partial(self._move, match_id)
        try:
            snapshot = self._house.known(match_id)
        except DamagedMatch:
            return Job(Urgency.BESIDE, match_id, work, quick=True)
        level = snapshot.due
        quick = level is not None and strength_of(snapshot.match.game, level).above.quick
        return Job(urgency(snapshot), match_id, work, self._house.patron(snapshot), quick)

    def _analysis(self, match_id: str, person_id: str) -> Job:
        return Job(Urgency.ANALYSIS, match_id, partial(self._analyse_ply, match_id, person_id), person_id)

    # What a thread does

    def _work(self, fits: Fits) -> float:
        job = self._agenda.take(fits)
        if job is None:
            return AGAIN_SECONDS  # (it waits to be stopped)
        try:
            job.work()
            self._resting.pop(job.key, None)
        except Exception as error:
            self._failed(job, error)
        finally:
            self._agenda.done(job)
        return 0.0

    def _failed(self, job: Job, error: Exception) -> None:
        if self._stopping.is_set():
            return
        rest = BUSY_SECONDS if isinstance(error, Busy) else REST_SECONDS
        self._resting[job.key] = self._clock() + rest
        if isinstance(error, Busy | NotKept):
            return  # the ledger says so, once for all matches
        what = f"match {job.about}, {job.urgency.name.lower()}"
        expected = isinstance(error, NoAnswer)
        log.error("%s: %s; tried again in %g seconds.", what, error, rest, exc_info=None if expected else error)

    def _move(self, match_id: str) -> None:
        with self._house.bus.lease(MOVE, match_id, MOVE_SECONDS) as mine:
            if mine:
                self._make_move(match_id)

    def _make_move(self, match_id: str) -> None:
        if self._house.bus.shared:
            self._house.catch_up(match_id)
        snapshot = self._house.known(match_id)
        call = first_call(snapshot, self._house.now())
        if call is None or self._comes_later(match_id, call.at):
            return
        stops = self._house.stops(snapshot)
        budget = budget_for(snapshot, call, moment(self._house.now()), stops)
        thought = self._workers.think(question(snapshot.match, call.level, budget, call.seat))
        if self._stopping.wait(max(0.0, (call.at - self._house.now()).total_seconds())):
            return
        try:
            self._house.play_for(match_id, snapshot.number + 1, thought.text, thought.seconds)
        except (Stale, MatchOver, NotOffered) as error:  # (others moved, or they have ended or paused it)
            log.info("Match %s: the opponent's answer came too late and is dropped: %s", match_id, error)
            if snapshot.racing:
                self._due(match_id)

    def _analyse_ply(self, match_id: str, person_id: str) -> None:
        if self._tasks.estimate(match_id):
            self._agenda.add(self._analysis(match_id, person_id))

    # What is asked in other processes

    def _take_questions(self, kinds: Sequence[str] = ()) -> None:
        """Note what is asked and nobody answers yet."""
        if not self._house.bus.shared or not self._workers.count or self._stopping.is_set():
            return
        for asked in waiting(self._house):
            work = partial(answer, self._house, asked, partial(self._answer, asked))
            self._agenda.add(Job(Urgency[asked.kind.upper()], asked.about, work, asked.person), again=False)

    def _answer(self, asked: AskedQuestion) -> object:
        if asked.kind == Urgency.ANALYSIS.name.lower():
            self._add(self._analysis(asked.match, asked.person), again=True)
            return {}
        return self._tasks.answer(asked)
