"""How much a search may spend, and how much it overlooks."""

import math
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits of one search; whichever is reached first ends it."""

    seconds: float = math.inf
    nodes: int = 1 << 39
    """Positions in alpha-beta, playouts in Monte Carlo tree search."""
    depth: int = 60
    """Plies looked ahead."""
    insight: bool = True
    """Whether it judges what a position promises; without, it sees only the points scored (one ply deep)."""
    slip: int = 0
    """Of a hundred moves, its own and the replies to them, so many are not seen at all."""

    def scaled(self, factor: float) -> "Budget":
        """Return the budget with its time and nodes multiplied: for measurements that must fit into an hour."""
        return replace(self, seconds=self.seconds * factor, nodes=max(1, round(self.nodes * factor)))
