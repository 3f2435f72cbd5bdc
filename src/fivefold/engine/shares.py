"""Chances to win, from points."""

import math
from typing import Any, Final

WHOLE: Final = 1 << 20
"""A certain win, where chances are integers: plain and compiled they add up to the same."""
STEPS: Final = 64
"""Entries of ``FALL`` to one unit of the game's scale."""
FALL = (*(round(WHOLE * math.exp(-step / STEPS)) for step in range(14 * STEPS)), 0)
"""``WHOLE * exp(-x)`` for x in steps of ``1 / STEPS``."""
LEAST: Final = -(1 << 43)
"""Less than any points."""
STEEPEST: Final = 50.0
"""A lead of more than this many times the scale is no better a chance."""


def lead(points: Any, seats: int, seat: int) -> int:
    """Return how far a seat is ahead of its best rival."""
    best = LEAST
    for other in range(seats):
        if other != seat and points[other] > best:
            best = points[other]
    return int(points[seat] - best)


def fall(behind: int, scale: int) -> int:
    """Return ``WHOLE * exp(-behind / scale)``, interpolated between the entries of ``FALL``."""
    place = behind * STEPS // scale
    if place >= len(FALL) - 1:
        return 0
    part = behind * STEPS - place * scale
    return int(FALL[place] - (FALL[place] - FALL[place + 1]) * part // scale)


def share_of(points: Any, seats: int, seat: int, scale: int) -> int:
    """Return a seat's chance to win, of ``WHOLE``, if these are the points all seats can expect."""
    best = points[0]
    for other in range(1, seats):
        best = max(best, points[other])
    total = 0
    for other in range(seats):
        total += fall(best - points[other], scale)
    return int(WHOLE * fall(best - points[seat], scale) // total)


def win_chance(points: float, scale: float) -> float:
    """Return the chance to win, 0 to 1, that belongs to a lead."""
    return 1 / (1 + math.exp(-max(-STEEPEST, min(STEEPEST, points / scale))))


def shares_around(share: float, seat: int, seats: int) -> tuple[float, ...]:
    """Return every seat's chance where one seat's is known: the others share the rest evenly."""
    rest = (1.0 - share) / max(1, seats - 1)
    return tuple(share if each == seat else rest for each in range(seats))
