"""Who is paired with whom: people who want the same game, the nearest ratings first, wider the longer they wait."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

FIRST_WINDOW: Final = 100.0
"""How far apart two ratings may be at once."""
WIDER_EACH_SECOND: Final = 10.0
ANYBODY_AFTER: Final = 60.0
"""Seconds after which anybody will do: a small house has few people."""


@dataclass(frozen=True, slots=True)
class Seek:
    """A person who looks for somebody to play with."""

    person: str
    game: str
    rated: bool
    since: datetime
    rating: float
    """As the house guesses it, also for somebody who has not played yet."""
    time: str = ""
    """How long everybody may think, as a text; empty for no limit."""


def window(seek: Seek, now: datetime) -> float:
    """Return how far from their own rating somebody accepts another by now."""
    waited = max(0.0, (now - seek.since).total_seconds())
    return float("inf") if waited >= ANYBODY_AFTER else FIRST_WINDOW + WIDER_EACH_SECOND * waited


def pairs(
    seeks: Sequence[Seek], now: datetime, apart: Callable[[str, str], bool] = lambda one, other: False
) -> list[tuple[Seek, Seek]]:
    """Return who meets now. Whoever has waited longest chooses first, and gets the nearest rating there is.

    Two meet if they want the same, are two people, are not to be kept ``apart``, and their ratings are as close as the
    one who has waited longer accepts by now.
    """
    waiting = sorted(seeks, key=lambda seek: (seek.since, seek.person))
    taken: set[str] = set()
    found = []
    for place, first in enumerate(waiting):
        if first.person in taken:
            continue
        wide = window(first, now)
        fitting = [
            second
            for second in waiting[place + 1 :]
            if second.person not in taken
            and second.person != first.person
            and (second.game, second.rated, second.time) == (first.game, first.rated, first.time)
            and abs(second.rating - first.rating) <= wide
            and not apart(first.person, second.person)
        ]
        if fitting:
            second = min(fitting, key=lambda each: (abs(each.rating - first.rating), each.since, each.person))
            taken |= {first.person, second.person}
            found.append((first, second))
    return found
