"""Round after round: play by a table, count, set points by rarity, and again until they stay as they are.

All rounds deal the same cards, so what a table comes to is certain: points that come back are a circle, not chance.
Where tables go in a circle half of each step is taken from there on, then a quarter, until they stay or there is no end
in sight.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from fivefold.lab.design.counts import Counts
from fivefold.lab.design.rarity import Scale, Worth, distance, kept, points_of, worth_of

SMALLEST_STEP: Final = 1 / 4

Table = tuple[int, ...]
Play = Callable[[int, Table], Counts]
"""Plays a round, by its number, with a table."""


class Ending(Enum):
    """Why no further round was played."""

    SETTLED = "settled"
    SWINGING = "swinging"
    STOPPED = "stopped"
    """There were as many rounds as were allowed."""


@dataclass(frozen=True, slots=True)
class Round:
    """A table, what was made of it, and what that asks for."""

    table: Table
    counts: Counts
    worth: Worth
    step: float
    """The part of the step from this table to what is asked for that was taken; 1 is all of it."""
    proposed: Table
    """The next table, were it a whole step."""

    @property
    def apart(self) -> float:
        """The factor by which the table differs on average from what is asked for."""
        return distance(self.table, self.worth.exact)


@dataclass(slots=True)
class Course:
    """All rounds, the first with the table that was given."""

    rounds: list[Round] = field(default_factory=list)
    ending: Ending = Ending.STOPPED
    swings: list[tuple[int, int]] = field(default_factory=list)
    """Where tables went in a circle: the rounds with the table that came back and with the last before it did."""

    @property
    def best(self) -> Round:
        """The round whose table is to be taken: the last one if it stays, else the one that is least off."""
        if self.ending is Ending.SETTLED:
            return self.rounds[-1]
        return min(self.rounds[1:] or self.rounds, key=lambda each: each.apart)

    @property
    def adjustments(self) -> int:
        """How often points were set before they stayed, or before the end."""
        return len(self.rounds) - 1


def design(play: Play, first: Table, scale: Scale, most_rounds: int, keep_first: bool = False) -> Course:
    """Play rounds from a table until one stays, tables go in circles even with small steps, or there were enough.

    ``keep_first``: whether the points of the first table may stay where they are about right; without it they are
    numbers of cards, not points.
    """
    course, table, step, seen = Course(), first, 1.0, list[Table]()
    exact = tuple(float(points) for points in first)
    while True:
        number = len(course.rounds)
        counts = play(number, table)
        worth = worth_of(counts.made, scale)
        fresh = number == 0 and not keep_first
        proposed = points_of(worth.exact) if fresh else kept(table, worth.exact)
        course.rounds.append(Round(table, counts, worth, step, proposed))
        if proposed == table:
            course.ending = Ending.SETTLED
            return course
        if number + 1 >= most_rounds:
            return course
        seen.append(table)
        exact, following = (worth.exact, proposed) if fresh else stepped(table, exact, worth.exact, step)
        if following in seen:
            course.swings.append((number - (len(seen) - 1 - seen.index(following)), number))
            step /= 2
            if step < SMALLEST_STEP:
                course.ending = Ending.SWINGING
                return course
            circle = seen[seen.index(following) :]
            exact = tuple(between([each[hand] for each in circle]) for hand in range(len(table)))
            following, seen = points_of(exact), []
        table = following


def stepped(
    table: Table, exact: Sequence[float], asked: Sequence[float], step: float
) -> tuple[tuple[float, ...], Table]:
    """Return points moved part of the way, in proportion, to what is asked for, as often as it takes to change a table.

    Points that may stay are left alone, whatever moves beside them.
    """
    now, following = tuple(exact), table
    while following == table:
        now = tuple(moved(points, wanted, step) for points, wanted in zip(now, asked, strict=True))
        following = kept(table, now)
    return now, following


def moved(points: float, wanted: float, step: float) -> float:
    """Return points moved part of the way."""
    return 0.0 if wanted == 0 else max(points, 0.5) * math.pow(wanted / max(points, 0.5), step)


def between(points: Sequence[int]) -> float:
    """Return the middle, in proportion, of points of one hand; 0 for nothing."""
    return math.exp(math.fsum(math.log(each) for each in points) / len(points)) if min(points) > 0 else 0.0
