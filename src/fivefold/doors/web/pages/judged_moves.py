"""What moves cost, in words: for the review and the result of a match."""

from dataclasses import dataclass
from typing import Final

from fivefold.house.computers.estimates import Estimate
from fivefold.session.narration import percent, tenths

MISTAKE: Final = 0.05
"""The loss of winning chance that makes a move a mistake."""
COSTLY: Final = 0.5
"""The same in points, for a player alone."""


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """What a move cost in winning chance or, for a player alone, in points."""

    estimate: Estimate
    cost: float
    words: str
    """Empty if it was no mistake."""

    @classmethod
    def of(cls, estimate: Estimate, alone: bool) -> "JudgedMove":
        """Return the cost of the move that was made, by an estimate."""
        if alone:
            return cls(estimate, estimate.cost, tenths(estimate.cost) if estimate.cost >= COSTLY else "")
        return cls(estimate, estimate.loss, percent(estimate.loss) if estimate.loss >= MISTAKE else "")
