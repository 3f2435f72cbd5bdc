"""What a worker process does: answer questions about matches, in plain Python until it has loaded an engine."""

import math
import multiprocessing
import os
import signal
import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from threading import Lock, Thread
from typing import Any, Final

from fivefold.contract import ANYONE, CHANCE, Game
from fivefold.contract.errors import FivefoldError
from fivefold.engine.arrangement_search import Arranged, arrange
from fivefold.engine.budget import Budget
from fivefold.engine.cache import is_warm
from fivefold.engine.kernels import Kernels, PlainKernels
from fivefold.engine.opponents import Opponent, Thought, judge, level_number
from fivefold.engine.strength import strength_of
from fivefold.play import catalogue
from fivefold.play.match import Match

SEATED: Final = 4
"""How many opponents keep what they learnt, in a table of up to 40 MB each; the one longest idle leaves first."""
LOOK_EVERY: Final = 0.5
"""Seconds between looks for a newly compiled engine."""
LOWEST_PRIORITY: Final = 19
HINDSIGHT_SECONDS: Final = 2.0


@dataclass(frozen=True, slots=True)
class AskedMatch:
    """The match that a question is about, as a worker makes it again."""

    game: str
    options: dict[str, str]
    moves: tuple[int, ...]
    chance: tuple[str, ...]
    """Texts of the chance moves among them."""


@dataclass(frozen=True, slots=True)
class Question(AskedMatch):
    """What a worker needs to know to think about a match that is not over and not chance's turn."""

    level: int
    budget: Budget | None = None
    """Instead of what the level may spend."""
    fresh: bool = False
    """Whether to leave out what was learnt from other questions: with a budget of nodes the answer is then always the
    same."""
    seat: int | None = None
    """A seat to judge the position within ``budget``, though others may be to move; without one a move is answered."""
    weigh: int | None = None
    """A legal move to compare with the best."""
    mover: int | None = None
    """Whose move is asked for where anyone may be to move; ``None`` elsewhere."""

    @property
    def deal(self) -> tuple[object, ...]:
        """What questions have in common that are best put to one worker, which remembers what it saw."""
        return self.game, self.level, tuple(self.options.items()), self.chance


@dataclass(frozen=True, slots=True)
class HindsightQuestion(AskedMatch):
    """What a worker needs to know to look for the best arrangement of the cards a seat had in a match that is over."""

    seat: int
    seconds: float = HINDSIGHT_SECONDS
    resigned: bool = False
    """Whether the players, not the rules, ended it."""

    @property
    def deal(self) -> tuple[object, ...]:
        """Any worker will do."""
        return self.game, "hindsight", self.chance


def question(match: Match, level: int, budget: Budget | None = None, seat: int | None = None) -> Question:
    """Return the question what an opponent of this level thinks of a match.

    ``seat``: whose move is asked for where anyone may be to move.
    """
    mover = seat if match.to_move == ANYONE else None
    return Question(
        match.game.key, dict(match.options), tuple(match.moves), chance_of(match), level, budget, mover=mover
    )


def hindsight_question(match: Match, seat: int, seconds: float = HINDSIGHT_SECONDS) -> HindsightQuestion:
    """Return the question how the cards of a seat could have been laid best in a match that is over."""
    options, moves = dict(match.options), tuple(match.moves)
    return HindsightQuestion(
        match.game.key, options, moves, chance_of(match), seat, seconds, resigned=match.ending is not None
    )


def chance_of(match: Match) -> tuple[str, ...]:
    """Return the texts of the chance moves so far."""
    return tuple(text for text, mover in zip(match.history, match.movers, strict=True) if mover == CHANCE)


def rebuild(game: Game, options: dict[str, str], moves: Sequence[int], chance: Sequence[str]) -> Match:
    """Return a match with these moves; the table's own moves make themselves."""
    match = Match(game, chance=chance, options=options)
    while len(match.moves) < len(moves):
        match.make(moves[len(match.moves)])
    return match


class Respondent:
    """Answers questions with the compiled engine once it is loaded, until then with the plain-Python search."""

    def __init__(self, patient: bool) -> None:
        """``patient``: at any level wait until an engine that lies compiled on disk is loaded."""
        self._patient = patient
        self._loading = Lock()
        self._loaded: dict[Game, Kernels] = {}
        self._seated: OrderedDict[tuple[str, int, Budget], Opponent] = OrderedDict()

    def answer(self, asked: Question | HindsightQuestion) -> Thought | Arranged | FivefoldError:
        """Return the thought of the opponent asked for, or the arrangement, or what is wrong with the question."""
        try:
            game = catalogue.find(asked.game)
            match = rebuild(game, asked.options, asked.moves, asked.chance)
            if isinstance(asked, HindsightQuestion):
                return self._arrange(match, asked)
            if asked.seat is not None and asked.budget is not None:
                return judge(self._kernels(game, asked.budget), match, asked.seat, asked.budget)
            return self._opponent(game, asked).think(match, asked.weigh, seat=asked.mover)
        except FivefoldError as error:
            return error

    def _arrange(self, match: Match, asked: HindsightQuestion) -> Arranged:
        if asked.resigned:
            match.abandon()
        return arrange(self._kernels(match.game, Budget()), match, asked.seat, asked.seconds)

    def _opponent(self, game: Game, asked: Question) -> Opponent:
        level = level_number(game, asked.level)
        budget = asked.budget or strength_of(game, level).above
        key = (game.key, level, replace(budget, seconds=math.inf))
        if asked.fresh or key not in self._seated:
            self._seated[key] = Opponent(game, level, kernels_for=lambda game: self._kernels(game, budget))
        self._seated[key].budget = asked.budget  # what is left on its clock changes from move to move
        self._seated.move_to_end(key)
        while len(self._seated) > SEATED:
            self._seated.popitem(last=False)
        return self._seated[key]

    def _kernels(self, game: Game, budget: Budget) -> Kernels:
        # One ply deep plain Python sees as much as the compiled engine: no reason to wait until that is loaded.
        if game not in self._loaded and (self._patient or budget.depth > 1) and is_warm(game):
            self.load(game)
        return self._loaded.get(game) or PlainKernels(game)

    def load(self, game: Game) -> None:
        """Load this game's compiled engine from disk, which takes a second the first time."""
        with self._loading:
            if game not in self._loaded:
                from fivefold.engine.compile import kernels_of  # noqa: PLC0415  numba takes a while to import
                from fivefold.engine.warming import run_opponents  # noqa: PLC0415

                run_opponents(kernels_of(game))
                self._loaded[game] = kernels_of(game)

    def load_all(self, games: Sequence[Game]) -> None:
        """Load these games' engines, each as soon as it lies compiled on disk."""
        waiting = list(games)
        while waiting:
            for game in [game for game in waiting if is_warm(game)]:
                self.load(game)
                waiting.remove(game)
            time.sleep(LOOK_EVERY)


def answer_questions(keys: Sequence[str], connection: Connection, patient: bool) -> None:
    """Answer one question after another until the other side hangs up: what a worker process does."""
    become_a_worker()
    games = [catalogue.find(key) for key in keys]
    respondent = Respondent(patient)
    Thread(target=respondent.load_all, args=(games,), daemon=True).start()
    try:
        while True:
            connection.send(respondent.answer(connection.recv()))
    except (EOFError, OSError):
        return


def compile_engines(keys: Sequence[str]) -> None:
    """Compile these games' engines to disk at the lowest priority: what the compiling process does."""
    become_a_worker()
    os.nice(LOWEST_PRIORITY)
    from fivefold.engine.warming import warm  # noqa: PLC0415  imports numba

    for key in keys:
        warm(catalogue.find(key))


def become_a_worker() -> None:
    """Leave the keyboard's interrupt to the process that started this one, and end when that one does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        Thread(target=_end_after, args=(parent,), daemon=True).start()


def _end_after(parent: Any) -> None:
    parent.join()
    os._exit(0)
