"""How long the players of a match thought, as its record tells it, and what that leaves on their clocks.

A record tells what happened to the clocks, not what they said: how long each move took, what was thought without a
move, what was given. All of it together leads to what every clock says, by the same rules as while they played.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, NamedTuple

from fivefold.play.clocks import GAME_CLOCK, MILLISECONDS, NO_STOPS, Clocks, Step
from fivefold.play.time_control import FULL, HANDICAPS, Pace, TimeControl


class Happening(StrEnum):
    """What can happen to clocks; the values are the words of records."""

    MOVED = "moved"
    """A move; its time stands behind its text."""
    SPENT = "spent"
    """A player thought and did not move: the match ended, or the turn went elsewhere."""
    TAKEN_BACK = "taken-back"
    """A move that was taken back later: its time is gone all the same."""
    GIVEN = "given"
    """A player got more time."""
    PAUSE = "pause"
    RESUME = "resume"


SPENDING: Final = frozenset({Happening.MOVED, Happening.SPENT, Happening.TAKEN_BACK})


class Timed(NamedTuple):
    """Something that happened to a clock."""

    what: Happening
    ply: int
    """How many moves of the record came before it."""
    seat: int | None = None
    """Whose clock; ``None`` for a pause, and for what is thought in a match with one clock for all."""
    milliseconds: int = 0
    """As the clock counted them: what the network took, or a delay gave, is not among them."""


class TooLong(Exception):
    """Somebody thought longer than their clock had."""

    def __init__(self, number: int, timed: Timed, left: int) -> None:
        """``number``: of what happened, from 0; ``left``: what the clock had, in milliseconds."""
        super().__init__(number, timed, left)
        self.number, self.timed, self.left = number, timed, left


@dataclass(frozen=True, slots=True)
class Timing:
    """The time control of a match, and all that happened to its clocks, in order."""

    control: TimeControl
    handicaps: tuple[int, ...]
    """The part of the time that each seat has, in per cent."""
    happened: tuple[Timed, ...] = ()

    def stands(self) -> Clocks:
        """Return the clocks after all that happened, none of them running. Raises ``TooLong``."""
        clocks = Clocks.begun(self.control, self.handicaps, None, 0)
        for number, each in enumerate(self.happened):
            clocks = self._after(clocks, number, each)
        return replace(clocks, running=None)

    def _after(self, clocks: Clocks, number: int, each: Timed) -> Clocks:
        seat = GAME_CLOCK if self.control.pace == Pace.GAME or each.seat is None else each.seat
        spent = each.milliseconds if each.what in SPENDING else 0
        if spent > clocks.seats[seat].left:
            raise TooLong(number, each, clocks.seats[seat].left)
        step = Step(
            at=spent,
            turn=None,
            moved=each.seat if each.what in {Happening.MOVED, Happening.TAKEN_BACK} else None,
            gifts=((seat, each.milliseconds),) if each.what == Happening.GIVEN else (),
            pauses=each.what == Happening.PAUSE,
        )
        return replace(clocks, running=seat, since=0, free=0).after(step, NO_STOPS)

    def taken(self) -> dict[int, int]:
        """Return for each ply that a player chose how many milliseconds it took."""
        return {each.ply: each.milliseconds for each in self.happened if each.what == Happening.MOVED}


# --- as text ---------------------------------------------------------------------------------------------------------

DURATION: Final = r"([0-9]{1,8}\.[0-9]{3})"
"""Seconds, to the millisecond."""
PATTERNS: Final = {
    Happening.SPENT: rf"(?:([0-9]{{1,3}}) )?{DURATION}",
    Happening.TAKEN_BACK: rf"([0-9]{{1,3}}) {DURATION}",
    Happening.GIVEN: rf"([0-9]{{1,3}}) {DURATION}",
    Happening.PAUSE: "()()",
    Happening.RESUME: "()()",
}
"""What follows each word, apart from ``MOVED``."""


def heading(timing: Timing) -> str:
    """Return the time control, and where not everybody has all of the time the part that each seat has."""
    parts = timing.handicaps if any(part != FULL for part in timing.handicaps) else ()
    return " ".join([timing.control.text, *map(str, parts)])


def duration(milliseconds: int) -> str:
    """Return a duration as records have it: ``4.250``."""
    seconds, rest = divmod(milliseconds, MILLISECONDS)
    return f"{seconds}.{rest:03}"


def milliseconds(text: str) -> int:
    """Return what a duration says."""
    return int(text.replace(".", ""))


def line(timed: Timed) -> str:
    """Return the line of what is no move."""
    seat = () if timed.seat is None else (str(timed.seat),)
    quiet = timed.what in {Happening.PAUSE, Happening.RESUME}
    return " ".join((timed.what, *seat, *(() if quiet else (duration(timed.milliseconds),))))


def handicaps(text: str, seats: int) -> tuple[int, ...]:
    """Return the part of the time that each seat has: all of it if the text is empty. Raises ``ValueError``."""
    parts = tuple(map(int, text.split())) or (FULL,) * seats
    if len(parts) != seats or not set(parts) <= set(HANDICAPS):
        choices = ", ".join(map(str, HANDICAPS))
        raise ValueError(f"behind the time control stands a number for each seat, one of {choices}, or nothing")
    return parts


# --- while they play -------------------------------------------------------------------------------------------------


class TimeKeeper:
    """Writes down what happens to clocks."""

    def __init__(self, timing: Timing) -> None:
        """``timing``: what happened before."""
        self._before = timing
        self._happened = list(timing.happened)
        self._pending: dict[int | None, int] = {}

    def think(self, seat: int | None, spent: int) -> None:
        """Note that so much came off a clock; ``None`` is the one clock of all."""
        if spent:
            self._pending[seat] = self._pending.get(seat, 0) + spent

    def move(self, seat: int, ply: int) -> None:
        """Note that a player chose a move, after ``ply`` others."""
        clock = None if self._before.control.pace == Pace.GAME else seat
        self._happened.append(Timed(Happening.MOVED, ply, seat, self._pending.pop(clock, 0)))

    def take_back(self, ply: int) -> None:
        """Note that all moves from ply ``ply`` on were taken back."""
        self._happened = list(_taken_back([*self._happened, *self._thought(ply)], ply))
        self._pending.clear()

    def give(self, seat: int, gift: int, ply: int) -> None:
        """Note that a seat got more time."""
        self._happened.append(Timed(Happening.GIVEN, ply, seat, gift))

    def stop(self, ply: int) -> None:
        """Note that the match is paused."""
        self._happened.append(Timed(Happening.PAUSE, ply))

    def go_on(self, ply: int) -> None:
        """Note that it goes on."""
        self._happened.append(Timed(Happening.RESUME, ply))

    def until(self, ply: int) -> Timing:
        """Return what happened in the first ``ply`` moves, which are all there are, and what was thought since.

        A pause that goes on stays the last that happened.
        """
        pauses = bool(self._happened) and self._happened[-1].what == Happening.PAUSE
        end = len(self._happened) - pauses
        return replace(self._before, happened=(*self._happened[:end], *self._thought(ply), *self._happened[end:]))

    def _thought(self, ply: int) -> Iterator[Timed]:
        return (Timed(Happening.SPENT, ply, clock, spent) for clock, spent in self._pending.items())


def _taken_back(happened: Sequence[Timed], ply: int) -> Iterator[Timed]:
    """Yield what happened, as it looks once the moves from ply ``ply`` on are no longer there."""
    for each in happened:
        gone = each.what == Happening.MOVED and each.ply >= ply
        yield each._replace(what=Happening.TAKEN_BACK if gone else each.what, ply=min(each.ply, ply))
