"""Opponents in a process of their own: whoever shows the game never waits for a compiler and can always interrupt."""

import multiprocessing
import signal
from collections.abc import Sequence
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from types import TracebackType
from typing import Any, Self

from fivefold.engine.opponents import Opponent, Thought, opponent
from fivefold.play import catalogue
from fivefold.play.contract import CHANCE, Game
from fivefold.play.errors import FivefoldError
from fivefold.play.match import Match

CLOSING_SECONDS = 1.0
"""How long a process may take to end by itself before it is ended."""

Question = tuple[dict[str, str], tuple[int, ...], tuple[str, ...], int]
"""Options, moves as integers, texts of the chance moves, level: a match as it crosses to the worker."""


class Thinker:
    """Thinks for all opponents of one game in a worker process, and has the engine compiled in another if need be.

    Use it as a context manager. An interrupt from the keyboard while it thinks ends the worker; the next question
    starts a new one.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._context = multiprocessing.get_context("spawn")
        self._worker: BaseProcess | None = None
        self._compiling: BaseProcess | None = None
        self._connection: Connection | None = None

    def __enter__(self) -> Self:
        self._start()
        self._compiling = self._context.Process(target=compile_engine, args=(self.game.key,), daemon=False)
        self._compiling.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._stop()
        if self._compiling is not None and self._compiling.is_alive():
            self._compiling.terminate()

    def think(self, match: Match, level: int) -> Thought:
        """Return what the opponent of this level thinks of a match that is not over."""
        connection = self._start()
        try:
            connection.send(question(match, level))
            answer = connection.recv()
        except BaseException:
            self._stop()
            raise
        if isinstance(answer, FivefoldError):
            raise answer
        return answer  # type: ignore[no-any-return]

    def _start(self) -> Connection:
        if self._connection is None or self._worker is None or not self._worker.is_alive():
            self._connection, theirs = self._context.Pipe()
            self._worker = self._context.Process(target=answer_questions, args=(self.game.key, theirs), daemon=True)
            self._worker.start()
            theirs.close()
        return self._connection

    def _stop(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        if self._worker is not None:
            self._worker.terminate()
            self._worker.join(CLOSING_SECONDS)
            self._worker = None


def question(match: Match, level: int) -> Question:
    """Return what a worker needs to know of a match."""
    chance = tuple(text for text, mover in zip(match.history, match.movers, strict=True) if mover == CHANCE)
    return match.options, tuple(match.moves), chance, level


def answer_questions(key: str, connection: Connection) -> None:
    """Answer one question after another until the other side hangs up: what a worker process does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the keyboard's interrupt is for whoever asked
    game = catalogue.find(key)
    seated: dict[int, Opponent] = {}
    while True:
        try:
            asked = connection.recv()
        except (EOFError, OSError):
            return
        connection.send(answer(game, asked, seated))


def answer(game: Game, asked: Question, seated: dict[int, Opponent]) -> Thought | FivefoldError:
    """Return the thought of the opponent asked for, who stays seated for the next question."""
    options, moves, chance, level = asked
    try:
        match = rebuild(game, options, moves, chance)
        if level not in seated:
            seated[level] = opponent(game, level)
        return seated[level].think(match)
    except FivefoldError as error:
        return error


def rebuild(game: Game, options: dict[str, str], moves: Sequence[int], chance: Sequence[str]) -> Match:
    """Return a match with these moves; the table's own come by themselves."""
    given: dict[str, Any] = dict(options)
    match = Match(game, chance=chance, **given)
    while len(match.moves) < len(moves):
        match.make(moves[len(match.moves)])
    return match


def compile_engine(key: str) -> None:
    """Compile a game's engine to disk: what the compiling process does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    from fivefold.engine.warming import warm  # noqa: PLC0415  imports numba

    warm(catalogue.find(key))
