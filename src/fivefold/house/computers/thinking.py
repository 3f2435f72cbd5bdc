"""What answers the questions of opponents at work, and for how long it thinks at a table with clocks."""

import random
from typing import Protocol

from fivefold.engine.arrangement_search import Arranged
from fivefold.engine.budget import Budget
from fivefold.engine.opponents import Thought
from fivefold.engine.strength import strength_of
from fivefold.engine.time_use import TimeLeft, decisions_left, within
from fivefold.engine.worker_main import HindsightQuestion, Question
from fivefold.engine.workers import NoAnswer, Workers
from fivefold.play.clocks import GAME_CLOCK, Clocks, Stops
from fivefold.play.time_control import Pace
from fivefold.session.snapshot import Call, MatchSnapshot


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

    count: int  # How many long questions it can think about at a time, besides one quick one.

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


def budget_for(now: MatchSnapshot, call: Call, at: int, stops: Stops) -> Budget | None:
    """Return what a computer may spend on the move it is called for; ``None`` for what its level usually does. ``at``:
    the moment, in milliseconds since 1970. What it has waited for its turn to think is off its clock by then."""
    if now.clocks is None:
        return None
    usual = strength_of(now.match.game, call.level).draw(random.random)
    return within(usual, time_left(now.clocks, call.seat, at, stops), decisions_left(now.match))


def time_left(clocks: Clocks, seat: int, at: int, stops: Stops) -> TimeLeft:
    """Return what a seat's clock says, and what it gains."""
    pace = clocks.control.pace
    clock = GAME_CLOCK if pace == Pace.GAME else seat
    return TimeLeft(
        left=clocks.left(clock, at, stops),
        increment=clocks.gains[clock],
        delay=clocks.free_left(at, stops),
        per_move=pace == Pace.MOVE,
    )
