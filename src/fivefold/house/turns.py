"""Turns to write: one command after the other, and none waits for ever."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import RLock
from typing import Final, NamedTuple

from fivefold.house.errors import Busy

PATIENCE_SECONDS: Final = 3.0
"""How long a command waits for others, and for the database, before it is refused."""
MOMENT_SECONDS: Final = 0.02
"""How long a hurried command waits for the one before it: about as long as storing a move takes."""


class Patience(NamedTuple):
    """How long a command may wait."""

    until: float
    """By ``time.monotonic``."""
    hurried: bool = False
    """Whether it holds up everybody else while it waits, and so should hardly wait."""

    @classmethod
    def begun(cls) -> "Patience":
        """Return the patience of a command that has just arrived."""
        return cls(time.monotonic() + PATIENCE_SECONDS)

    @property
    def left(self) -> float:
        """The seconds that are left, 0 or more."""
        return max(0.0, self.until - time.monotonic())


_given: ContextVar[Patience | None] = ContextVar("patience", default=None)


@contextmanager
def patience(given: Patience) -> Iterator[None]:
    """Let the commands in this block wait this long altogether."""
    token = _given.set(given)
    try:
        yield
    finally:
        _given.reset(token)


class Turn:
    """The turn to write, which one thread has at a time; that thread may take it again."""

    def __init__(self) -> None:
        self._lock = RLock()
        self._depth = 0
        self._patience = Patience(0.0)
        self._for_database = False

    @contextmanager
    def taken(self) -> Iterator[None]:
        """Take the turn. Raises ``Busy`` if others have it for longer than this command waits."""
        wanted = _given.get() or Patience.begun()
        if not self._acquired(wanted):
            raise Busy("too many people are playing just now, so this was not done", remedy="try again in a moment")
        self._depth += 1
        if self._depth == 1:
            self._patience = wanted
        try:
            yield
        finally:
            self._depth -= 1
            self._lock.release()

    @contextmanager
    def waiting_for_database(self) -> Iterator[float]:
        """Note that the thread with the turn waits for the database; yields the seconds it may wait."""
        hurried = self._patience.hurried
        self._for_database = not hurried
        try:
            yield 0.0 if hurried else self._patience.left
        finally:
            self._for_database = False

    @property
    def hurried(self) -> bool:
        """Whether the command with the turn would rather be refused than wait."""
        return self._patience.hurried

    def _acquired(self, wanted: Patience) -> bool:
        if not wanted.hurried:
            return self._lock.acquire(timeout=wanted.left)
        # If somebody is waiting for the database already, a moment would not be enough.
        return self._lock.acquire(timeout=0 if self._for_database else MOMENT_SECONDS)
