"""What the engine found out about matches that are over, stored so that it thinks about each position once."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, cast

from fivefold.house.computers import stored_analyses as analyses
from fivefold.house.ledger import Ledger
from fivefold.house.match_view.view_types import EstimateView


@dataclass(frozen=True, slots=True)
class Estimate:
    """The engine's view of one position of a match that is over."""

    ply: int
    """The position, by the moves made before it: the first is 0."""
    text: str
    """The best move."""
    explain: str
    """What the best move earns or does, in words."""
    values: tuple[float, ...]
    """For each seat its chance to win, 0 to 1; draws count as shared."""
    points: float
    """The lead of the side to move that best play is expected to bring, in the units of the game's ``value``; for one
    player the final score."""
    line: tuple[str, ...]
    """The play it expects, the best move first."""
    played: str
    """The move that was made; "" where the match was broken off here."""
    loss: float
    """What the played move cost its mover in chance to win, 0 to 1; 0 where that cannot be told, and for one player."""
    exact: bool = False
    """Whether this was searched to the end of the game."""
    note: str = ""
    """Why it may be weaker than usual; empty as a rule."""
    cost: float = 0.0
    """What the played move cost one player in points of the final score; 0 for several."""

    def view(self) -> EstimateView:
        """Return it as it is sent and stored."""
        return cast(EstimateView, asdict(self) | {"values": list(self.values), "line": list(self.line)})

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "Estimate":
        """Return the estimate that ``view`` made."""
        return cls(**{**stored, "values": tuple(stored["values"]), "line": tuple(stored["line"])})


class Estimates:
    """The estimates of all matches that are over."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def of(self, match_id: str) -> dict[int, Estimate]:
        """Return what is known of a match, by ply."""
        with self._ledger.reading() as connection:
            found = analyses.load(connection, match_id)
        return {ply: Estimate.from_json(stored) for ply, stored in found.items()}

    def keep(self, match_id: str, estimate: Estimate) -> None:
        """Store an estimate, in place of what was known of its ply."""
        with self._ledger.writing() as connection:
            analyses.keep(connection, match_id, estimate.ply, estimate.view())
