"""What a search found."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

NO_MOVE: Final = -(1 << 60)
"""In place of a move where only the position itself is judged."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one search, in moves as integers."""

    move: int
    points: float
    """The lead of the side to move over its best rival that the search expects, in the units of ``value``; where one
    plays alone the score."""
    shares: tuple[float, ...]
    """For each seat its chance to win, 0 to 1, as the search sees it; draws count as shared."""
    line: tuple[int, ...]
    """The play the search expects, the move first; empty where only the position is judged."""
    depth: int
    nodes: int
    seconds: float = 0.0
    exact: bool = False
    """Whether the game was searched to its end: the value is what best play gives."""
    weighed: Mapping[int, float] = field(default_factory=dict)
    """For moves it compared, on equal terms: the chance of the seat to move to win after each, or where one plays alone
    the score to be expected; empty where the search only finds the best."""
