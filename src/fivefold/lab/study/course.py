"""How a match went: who was ahead when, by how much the winner was ever behind, when it was decided.

A course is each side's chance to win at every decision, and how it ended. The measures are those of Cameron Browne's
"Automatic Generation and Evaluation of Recombination Games" (2008), as far as he has them.
"""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

Chances = Sequence[float]
"""Each side's, 0 to 1."""
DECIDED: Final = 0.9
"""From this chance on a match counts as decided, as long as the winner's never falls below again."""
NOBODY_AHEAD: Final = -1


def leader(amounts: Sequence[float]) -> int:
    """Return which side has most, ``NOBODY_AHEAD`` where several do."""
    most = max(amounts)
    return amounts.index(most) if list(amounts).count(most) == 1 else NOBODY_AHEAD


def lead_changes(leaders: Sequence[int]) -> int:
    """Return how often somebody took the lead from somebody else; being level in between changes nothing."""
    ahead = [each for each in leaders if each != NOBODY_AHEAD]
    return sum(now != then for then, now in pairwise(ahead))


def drama(course: Sequence[Chances], winner: int) -> float:
    """Return how far the winner was behind, on average over the decisions at which it was behind; 0 for never.

    As Browne has it: the root of the distance, so that being a little behind counts too.
    """
    behind = [max(chances) - chances[winner] for chances in course if leader(chances) not in (winner, NOBODY_AHEAD)]
    return math.fsum(math.sqrt(each) for each in behind) / len(behind) if behind else 0.0


def lowest(course: Sequence[Chances], winner: int) -> float:
    """Return the winner's lowest chance."""
    return min(chances[winner] for chances in course)


def ahead_for_good(course: Sequence[Chances], winner: int) -> float:
    """Return after which share of the decisions the winner was ahead at all others; 1 if the last move decided."""
    return _since([leader(chances) == winner for chances in course])


def decided(course: Sequence[Chances], winner: int) -> float:
    """Return after which share of the decisions the winner's chance was never again below ``DECIDED``."""
    return _since([chances[winner] >= DECIDED for chances in course])


def _since(true: Sequence[bool]) -> float:
    """Return after which share of the places it was true at all others."""
    false = [place for place, each in enumerate(true) if not each]
    return (false[-1] + 1) / len(true) if false else 0.0
