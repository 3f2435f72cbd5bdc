"""Opponents in processes of their own, so that the server never waits for a compiler and can always interrupt."""

import logging
import multiprocessing
from collections.abc import Callable, Sequence
from multiprocessing.context import SpawnContext
from multiprocessing.process import BaseProcess
from threading import Condition
from types import TracebackType
from typing import Final, Protocol, Self, cast

from fivefold.contract import Game
from fivefold.contract.errors import FivefoldError
from fivefold.engine.arrangement_search import Arranged
from fivefold.engine.budget import Budget
from fivefold.engine.opponents import Thought
from fivefold.engine.worker_main import (
    HindsightQuestion,
    Question,
    answer_questions,
    compile_engines,
    hindsight_question,
    question,
)
from fivefold.play import catalogue
from fivefold.play.match import Match

ATTEMPTS: Final = 3
"""How many workers a question is put to if they keep ending or falling silent."""
SILENT_SECONDS: Final = 30.0
"""A worker that does not answer within this time hangs: no opponent thinks longer than two seconds."""
CLOSING_SECONDS: Final = 5.0

log = logging.getLogger(__name__)


class NoAnswer(FivefoldError):
    """No worker answered a question, or they were stopped before one could."""


class WorkerLost(Exception):
    """A worker's process ended, or hangs, instead of answering."""


class Worker(Protocol):
    """Answers one question at a time."""

    deal: object
    """Of the last question."""

    def ask(self, asked: Question | HindsightQuestion, seconds: float) -> Thought | Arranged | FivefoldError:
        """Return the answer. Raises ``WorkerLost`` if none comes within this many seconds."""

    def is_alive(self) -> bool:
        """Tell whether it can still answer."""

    def kill(self) -> None:
        """End it at once, from any thread; a question under way raises ``WorkerLost``."""

    def close(self) -> None:
        """End it and let go of what it held."""


class WorkerProcess:
    """A worker in a process of its own."""

    def __init__(self, context: SpawnContext, keys: Sequence[str], patient: bool) -> None:
        self.deal: object = None
        self._connection, theirs = context.Pipe()
        self.process = context.Process(target=answer_questions, args=(keys, theirs, patient), daemon=True)
        self.process.start()
        theirs.close()

    def ask(self, asked: Question | HindsightQuestion, seconds: float) -> Thought | Arranged | FivefoldError:
        """Return the answer. Raises ``WorkerLost`` if the process ends or is silent for this many seconds."""
        try:
            self._connection.send(asked)
            if self._connection.poll(seconds):
                return self._connection.recv()  # type: ignore[no-any-return]
        except (EOFError, OSError) as error:
            raise WorkerLost(f"process {self.process.pid} ended") from error
        raise WorkerLost(f"process {self.process.pid} was silent for {seconds:g} seconds")

    def is_alive(self) -> bool:
        """Tell whether the process runs."""
        return self.process.is_alive()

    def kill(self) -> None:
        """End the process; it keeps nothing that matters, and one that hangs hears no politer signal."""
        self.process.kill()

    def close(self) -> None:
        """End the process and wait until it is gone."""
        self.kill()
        self.process.join(CLOSING_SECONDS)
        self._connection.close()


class Workers:
    """Worker processes, each thinking for every game, and one more that compiles the engines in the background.

    Any number of threads may ask at once; each waits for a worker that is free. A worker that ends or hangs is replaced
    and its question asked again.
    """

    def __init__(
        self,
        count: int = 2,
        *,
        spare: int = 0,
        keys: Sequence[str] | None = None,
        patient: bool = False,
        silent_seconds: float = SILENT_SECONDS,
        hire: Callable[[], Worker] | None = None,
    ) -> None:
        """``count``: how many think at a time, with ``spare`` more for questions that are answered quickly.

        ``keys``: the games, all by default. ``patient``: wait for an engine that lies compiled on disk to load.
        ``hire`` makes a worker, by default a process.
        """
        self.count, self._processes, self._silent_seconds = count, count + spare, silent_seconds
        self._keys = tuple(keys) if keys is not None else catalogue.keys()
        self._context = multiprocessing.get_context("spawn")
        self._hire = hire or (lambda: WorkerProcess(self._context, self._keys, patient))
        self._compiling: BaseProcess | None = None
        self._change = Condition()
        self._free: list[Worker] = []
        self._busy: list[Worker] = []
        self._running = False

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()

    def start(self) -> None:
        """Start the worker processes and the compiling one."""
        with self._change:
            self._running = True
            self._free = [self._hire() for _ in range(self._processes)]
        self._compiling = self._compile()

    def _compile(self) -> BaseProcess:
        process = self._context.Process(target=compile_engines, args=(self._keys,), daemon=True)
        process.start()
        return process

    def stop(self) -> None:
        """End all processes, whatever they do; questions under way raise ``NoAnswer``."""
        with self._change:
            self._running = False
            for worker in self._busy:
                worker.kill()
            self._change.notify_all()
            self._change.wait_for(lambda: not self._busy, CLOSING_SECONDS)
            idle, self._free = self._free, []
        for worker in idle:
            worker.close()
        if self._compiling is not None:
            self._compiling.kill()
            self._compiling.join(CLOSING_SECONDS)
            self._compiling = None

    @property
    def compiling(self) -> bool:
        """Whether engines are still being compiled in the background."""
        compiling = self._compiling
        return compiling is not None and compiling.is_alive()

    def think(self, asked: Question) -> Thought:
        """Return the answer to a question. Raises ``NoAnswer``, or what is wrong with the question."""
        return cast(Thought, self._answer(asked))

    def arrange(self, asked: HindsightQuestion) -> Arranged:
        """Return the best arrangement found in its time. Raises ``NoAnswer``, or what is wrong with the question."""
        return cast(Arranged, self._answer(asked))

    def _answer(self, asked: Question | HindsightQuestion) -> Thought | Arranged:
        for attempt in range(1, ATTEMPTS + 1):
            try:
                answer = self._ask(asked)
            except WorkerLost as error:
                if self._running:
                    log.warning(
                        "A worker was lost in attempt %d at a question about %s: %s.", attempt, asked.game, error
                    )
                continue
            if isinstance(answer, FivefoldError):
                raise answer
            return answer
        raise NoAnswer(f"{asked.game}: {ATTEMPTS} workers in a row ended or fell silent; ask again later")

    def alive(self) -> tuple[int, int]:
        """Return how many processes answer questions, and how many should."""
        with self._change:
            return sum(worker.is_alive() for worker in (*self._free, *self._busy)), self._processes

    def tend(self) -> None:
        """Replace workers that ended while nobody asked, and say how compiling went."""
        with self._change:
            for worker in [worker for worker in self._free if not worker.is_alive()]:
                log.warning("A worker ended while it was idle; another takes its place.")
                self._free.remove(worker)
                worker.close()
            while self._running and len(self._free) + len(self._busy) < self._processes:
                self._free.append(self._hire())
            self._change.notify_all()
        self._report_compiling()

    def _report_compiling(self) -> None:
        compiling = self._compiling
        if compiling is not None and compiling.exitcode is not None:
            self._compiling = None
            if compiling.exitcode:
                log.error("Compiling the engines failed, see the error above; opponents play on in plain Python.")
            else:
                log.info("The engines are compiled.")

    def _ask(self, asked: Question | HindsightQuestion) -> Thought | Arranged | FivefoldError:
        worker = self._take(asked)
        try:
            answer = worker.ask(asked, self._silent_seconds)
        except BaseException:
            self._replace(worker)
            raise
        self._give_back(worker)
        return answer

    def _take(self, asked: Question | HindsightQuestion) -> Worker:
        """Wait for a free worker; rather the one that knows the deal, otherwise the one longest free."""
        with self._change:
            self._change.wait_for(lambda: self._free or not self._running)
            if not self._running:
                raise NoAnswer(f"{asked.game}: the opponents were stopped")
            worker = next((worker for worker in self._free if worker.deal == asked.deal), self._free[0])
            self._free.remove(worker)
            self._busy.append(worker)
            worker.deal = asked.deal
            return worker

    def _give_back(self, worker: Worker) -> None:
        with self._change:
            self._busy.remove(worker)
            self._free.append(worker)
            self._change.notify_all()

    def _replace(self, worker: Worker) -> None:
        worker.close()
        with self._change:
            self._busy.remove(worker)
            if self._running:
                self._free.append(self._hire())
            self._change.notify_all()


class Thinker:
    """Thinks for all opponents of one game in a worker process, and has the engine compiled in another if need be.

    Use it as a context manager. An interrupt from the keyboard ends a worker that thinks; another takes its place.
    """

    def __init__(self, game: Game) -> None:
        self._workers = Workers(1, keys=(game.key,), patient=True)

    def __enter__(self) -> Self:
        self._workers.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._workers.stop()

    def think(self, match: Match, level: int, seat: int | None = None, budget: Budget | None = None) -> Thought:
        """Return what the opponent of this level thinks of a match that is not over.

        ``seat``: whose move is asked for where anyone may be to move. ``budget``: instead of what the level may spend.
        """
        return self._workers.think(question(match, level, budget, seat))

    def arrange(self, match: Match, seat: int) -> Arranged:
        """Return how the cards of a seat could have been laid best in a match that is over."""
        return self._workers.arrange(hindsight_question(match, seat))
