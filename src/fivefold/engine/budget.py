"""How much a search may spend, and how much it overlooks."""

import math
from dataclasses import dataclass, replace
from typing import Final

QUICK_NODES: Final = 20_000
QUICK_DEPTH: Final = 3
"""A search without a time limit that keeps to one of these ends in a tenth of a second, in plain Python in half of
one."""


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits of one search; whichever is reached first ends it."""

    seconds: float = math.inf
    nodes: int = 1 << 39
    """Positions looked at; where games are played on, moves made."""
    depth: int = 60
    """Plies looked ahead."""
    insight: bool = True
    """Whether it estimates what a position promises; otherwise it sees only the points scored (one ply deep)."""
    slip: int = 0
    """How many moves of a hundred, its own and the replies to them, it does not see at all."""

    @property
    def quick(self) -> bool:
        """Whether a search within it takes a fraction of a second, so that it may be served before longer ones."""
        return self.seconds == math.inf and (self.nodes <= QUICK_NODES or self.depth <= QUICK_DEPTH)

    def scaled(self, factor: float) -> "Budget":
        """Return the budget with its time and nodes multiplied, for measurements that must fit into an hour."""
        return replace(self, seconds=self.seconds * factor, nodes=max(1, round(self.nodes * factor)))
