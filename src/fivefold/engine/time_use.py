"""How a computer opponent spends the time on its clock: never so much of it that a slow machine could lose a match.

With plenty of time it plays exactly as it does without a clock.
"""

from dataclasses import dataclass, replace
from typing import Final

from fivefold.contract import AlphaBeta
from fivefold.contract.search import no_bound
from fivefold.engine.budget import Budget
from fivefold.play.match import Match

USUAL_DECISIONS: Final = 60
"""So many decisions a seat is expected to make in a game of unknown length."""
FEWEST_DECISIONS: Final = 20
"""Time is spared for so many, however near the end may be: nobody knows what else may need it."""
PART_OF_GAIN: Final = 0.7
"""How much of what a move gains it may spend."""
MOST_OF_CLOCK: Final = 0.5
"""No single move takes more of the clock than this, whatever it gains."""
ON_THE_WAY: Final = 0.05
"""Seconds that are not for thinking: until a question is read, and until the answer is stored."""
LEAST: Final = 0.005
"""A search always has so many seconds."""
PLENTY: Final = 5.0
"""A search that is limited by what it looks at, not by time, is over long before."""


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """What there is to think with; durations in milliseconds."""

    left: int
    """What the clock says. With a time for each move: what is left of it."""
    increment: int = 0
    """Added after the move."""
    delay: int = 0
    """What is left of the part of this move that does not count."""
    per_move: bool = False
    """Whether all of it is for this one move."""


def within(budget: Budget, time: TimeLeft, decisions: int) -> Budget:
    """Return a level's usual budget, or less of it if the clock asks for that.

    ``decisions``: how many more the seat has to make, about, this one among them.
    """
    seconds = allowance(time, decisions)
    if looks_one_ply_ahead(budget) or seconds >= min(budget.seconds, PLENTY):
        return budget
    return replace(budget, seconds=seconds)


def allowance(time: TimeLeft, decisions: int) -> float:
    """Return for how many seconds to think about a move."""
    clock = max(0, time.left) / 1000
    gains = PART_OF_GAIN * max(0, time.increment) / 1000
    share = clock * MOST_OF_CLOCK if time.per_move else clock / max(FEWEST_DECISIONS, decisions) + gains
    free = PART_OF_GAIN * max(0, time.delay) / 1000
    return max(LEAST, min(share, clock * MOST_OF_CLOCK) + free - ON_THE_WAY)


def looks_one_ply_ahead(budget: Budget) -> bool:
    """Tell whether a level answers at once, from what it sees of its own moves."""
    return budget.depth == 1 and budget.nodes >= Budget().nodes


def decisions_left(match: Match) -> int:
    """Return about how many more decisions whoever is to move has, this one among them."""
    search, seats = match.game.search, len(match.seats)
    expected = max(FEWEST_DECISIONS, USUAL_DECISIONS - len(match.decisions) // seats)
    bound = search.remaining(match.row) if isinstance(search, AlphaBeta) else no_bound(match.row)
    return max(1, min(expected, -(-bound // seats)))
