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


LET_OTHERS_SECONDS: Final = 0.001


class Patience(NamedTuple):
    """How long a command may wait."""

    until: float
    """By ``time.monotonic``."""

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
        self._waiting = 0

    @contextmanager
    def taken(self) -> Iterator[float]:
        """Take the turn; yields the seconds that are left to wait for the database. Raises ``Busy`` if others have it
        for longer than this command waits."""
        wanted = _given.get() or Patience.begun()
        if not self._lock.acquire(blocking=False) and not self._waited(wanted):
            raise Busy("too many people are playing just now, so this was not done", remedy="try again in a moment")
        try:
            yield wanted.left
        finally:
            self._lock.release()

    def let_others(self) -> None:
        """Let those go first who wait: a thread that took its turn again at once would leave them none."""
        if self._waiting:
            time.sleep(LET_OTHERS_SECONDS)

    def _waited(self, wanted: Patience) -> bool:
        self._waiting += 1
        try:
            return self._lock.acquire(timeout=wanted.left)
        finally:
            self._waiting -= 1

    @property
    def is_mine(self) -> bool:
        """Whether this thread has the turn."""
        return self._lock._is_owned()  # type: ignore[attr-defined,no-any-return]
