"""Players written in Python: ``module:function``, or a class of which each match gets an object of its own."""

import hashlib
import importlib
import inspect
import random
import re
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any, Final, NoReturn

from fivefold.contract.errors import InvalidOption
from fivefold.engine.finding import Finding
from fivefold.engine.opponents import seat_of
from fivefold.lab.players.observation import SeenMatch, SeenMoves
from fivefold.lab.players.replies import Forfeit, Offence, move_of, plain_finding, quoted
from fivefold.play.match import Match

NAME: Final = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")
HERE: Final = "here:"
"""Begins the name of a function that was given as an object and is known to this process alone."""
HIGHEST_SEED: Final = 1 << 48
_given: Final[dict[str, Any]] = {}

Choose = Callable[[SeenMatch], object]
"""``choose(match)``: the text of a legal move, or its number."""


def given(function: Any) -> str:
    """Return a name for a function or class: by its module where other processes find it there, else for this one."""
    name = f"{function.__module__}:{function.__qualname__}" if hasattr(function, "__qualname__") else ""
    if NAME.fullmatch(name) and not name.startswith("__main__:") and _is_found(name, function):
        return name
    label = getattr(function, "__name__", type(function).__name__).strip("<>")
    return _known_here(label, function)


def _known_here(label: str, function: Any) -> str:
    name, number = f"{HERE}{label}", 2
    while _given.get(name, function) is not function:
        name, number = f"{HERE}{label}-{number}", number + 1
    _given[name] = function
    return name


def _is_found(name: str, function: Any) -> bool:
    try:
        return load(name) is function
    except InvalidOption:
        return False


def load(name: str) -> Any:
    """Return the function or class of this name; modules in the current folder are found too.

    Raises ``InvalidOption``.
    """
    if name in _given:
        return _given[name]
    module, _, attribute = name.partition(":")
    if (here := str(Path.cwd())) not in sys.path:
        sys.path.append(here)
    try:
        found = getattr(importlib.import_module(module), attribute, None)
    except Exception as error:
        reason = f"{module} cannot be imported: {type(error).__name__}: {error}"
        raise InvalidOption(reason, subject=name, remedy="a player is MODULE:FUNCTION") from error
    if not callable(found):
        reason = f"there is no function or class {attribute} in {module}"
        raise InvalidOption(reason, subject=name, remedy="a player is MODULE:FUNCTION")
    return found


def digest(name: str) -> str:
    """Return what changes when the source of a player does."""
    try:
        source = inspect.getsource(sys.modules[load(name).__module__])
    except (AttributeError, KeyError, OSError, TypeError):
        return ""
    return hashlib.sha256(source.encode()).hexdigest()[:16]


class Callee:
    """A function, or an object of a class, that chooses moves in one match."""

    def __init__(self, name: str, seed: int, seconds: float) -> None:
        """``seconds``: for each move."""
        self.name, self._seconds = name, seconds
        self._random, self._sight = random.Random(seed), SeenMoves()
        self._choose: Choose | None = None
        self._seed = seed

    def find(self, match: Match, *, seat: int | None = None) -> Finding:
        """Return the move it chooses. Raises ``Forfeit``."""
        mover = seat_of(match, seat)
        moves = self._sight.moves(match, mover)
        seen = SeenMatch.of(match, mover, moves, self._random.randrange(HIGHEST_SEED))
        started = time.perf_counter()
        answer = self._answer(seen)
        spent = time.perf_counter() - started
        if spent > self._seconds:
            raise self._late()
        return plain_finding(match, move_of(match, mover, answer), spent)

    def close(self) -> None:
        """Tell an object that has ``close`` that its match is over."""
        ending = getattr(self._choose, "close", None)
        self._choose = None
        try:
            if callable(ending):
                self._called(ending, "no end")
        except Forfeit as reason:  # the game has been decided
            print(f"{self.name}: its close failed after a match: {reason.detail}", file=sys.stderr)

    def _answer(self, seen: SeenMatch) -> object:
        if self._choose is None:
            made: Any = load(self.name)
            self._choose = self._called(partial(made, seed=self._seed)) if isinstance(made, type) else made
        choose = self._choose
        return self._called(lambda: choose(seen) if choose else None)

    def _called(self, action: Callable[[], Any], missing: str = "no move") -> Any:
        try:
            with _interrupted_after(self._seconds):
                return action()
        except FunctionTimeUp:
            raise self._late(missing) from None
        except (Exception, SystemExit) as error:
            raise Forfeit(Offence.CRASH, f"{type(error).__name__}: {quoted(str(error))}") from error

    def _late(self, missing: str = "no move") -> Forfeit:
        return Forfeit(Offence.TIME, f"{missing} within {self._seconds:g} s")


class FunctionTimeUp(BaseException):
    """Raised in the middle of a function whose time is up; ``except Exception`` does not catch it."""


@contextmanager
def _interrupted_after(seconds: float) -> Iterator[None]:
    """Raise ``FunctionTimeUp`` in what runs inside after so many seconds, where Python can: in the main thread."""
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, _raise_time_up)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _raise_time_up(number: int, frame: FrameType | None) -> NoReturn:
    raise FunctionTimeUp
