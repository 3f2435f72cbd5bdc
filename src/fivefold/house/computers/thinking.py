"""What answers the questions of opponents at work."""

from typing import Protocol

from fivefold.engine.arrangement_search import Arranged
from fivefold.engine.opponents import Thought
from fivefold.engine.worker_main import HindsightQuestion, Question
from fivefold.engine.workers import NoAnswer, Workers


class Nobody:
    """Thinks about nothing: the computers of this house are in other processes."""

    count, compiling = 0, False

    def start(self) -> None:
        """Nothing is to be done."""

    stop = tend = start

    def think(self, asked: Question) -> Thought:
        """Raise ``NoAnswer``."""
        raise NoAnswer(f"{asked.game}: nobody thinks in this process")

    def arrange(self, asked: HindsightQuestion) -> Arranged:
        """Raise ``NoAnswer``."""
        raise NoAnswer(f"{asked.game}: nobody thinks in this process")

    def alive(self) -> tuple[int, int]:
        """Return that there are none, and should be none."""
        return 0, 0


class Thinking(Protocol):
    """What answers questions: ``engine.workers.Workers``."""

    count: int
    """How many long questions it can think about at a time, besides one quick one."""

    @property
    def compiling(self) -> bool:
        """Whether engines are still being compiled in the background."""

    def start(self) -> None:
        """Get ready."""

    def stop(self) -> None:
        """End at once; questions being asked raise ``NoAnswer``."""

    def think(self, asked: Question) -> Thought:
        """Return the answer. Raises ``NoAnswer``, or what is wrong with the question."""

    def arrange(self, asked: HindsightQuestion) -> Arranged:
        """Return the best arrangement found. Raises ``NoAnswer``, or what is wrong with the question."""

    def alive(self) -> tuple[int, int]:
        """Return how many processes answer questions, and how many should."""

    def tend(self) -> None:
        """Repair what broke while nobody asked."""


def workers_of(count: int) -> Thinking:
    """Return so many processes that think, and one for quick questions; with none nobody thinks here."""
    return Workers(count, spare=1) if count else Nobody()
