"""The best that could have been made of the cards of a match that is over."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from fivefold.contract import Hindsight
from fivefold.house.computers import stored_analyses as analyses
from fivefold.house.errors import NotOffered
from fivefold.house.ledger import Ledger
from fivefold.house.match_view.pictures import drawn_beside
from fivefold.house.match_view.view_types import ArrangementView, HindsightView
from fivefold.play.outcome import points
from fivefold.session.snapshot import OVER, MatchSnapshot


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The best arrangement found for one seat's cards."""

    seat: int
    row: tuple[int, ...]
    """The finished position with this arrangement."""
    points: int
    seconds: float
    """How long the search took."""

    def to_json(self) -> dict[str, Any]:
        """Return it as what JSON can hold."""
        return asdict(self) | {"row": list(self.row)}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "Arrangement":
        """Return the arrangement that ``to_json`` made."""
        return cls(**{**stored, "row": tuple(stored["row"])})


class Arrangements:
    """The arrangements of all matches that are over."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def of(self, match_id: str) -> dict[int, Arrangement]:
        """Return the best that each seat could have made of a match's cards, as far as it was found out."""
        with self._ledger.reading() as connection:
            found = analyses.hindsights_of(connection, match_id)
        return {seat: Arrangement.from_json(stored) for seat, stored in found.items()}

    def keep(self, match_id: str, arrangement: Arrangement) -> None:
        """Store an arrangement, in place of what was known of its seat."""
        with self._ledger.writing() as connection:
            analyses.keep_hindsight(connection, match_id, arrangement.seat, arrangement.to_json())


def check_hindsight(snapshot: MatchSnapshot) -> None:
    """Raise ``NotOffered`` where there is no hindsight, saying why."""
    game = snapshot.match.game
    if game.extra_of(Hindsight) is None:
        raise NotOffered(f"{game.name} has no cards to arrange differently", subject="hindsight")
    if snapshot.status != OVER:
        raise NotOffered("you get it when the match is over", subject="hindsight")
    if not snapshot.match.dealt:
        raise NotOffered("no cards were dealt", subject="hindsight")


def hindsight_view(snapshot: MatchSnapshot, found: Mapping[int, Arrangement]) -> HindsightView:
    """Return the arrangements of a finished match, by seat."""
    return {"seats": [_arrangement_view(snapshot, found[seat]) for seat in sorted(found)]}


def _arrangement_view(snapshot: MatchSnapshot, found: Arrangement) -> ArrangementView:
    match, row = snapshot.match, list(found.row)
    yours = points(match.game, match.options, match.row)[found.seat]
    # What the player made is an arrangement too, and the search may have missed it.
    best = max(found.points, yours)
    if best > found.points:
        row = match.row.copy()
    return {
        "seat": found.seat,
        "picture": drawn_beside(match.game, tuple(row), True, f"beside-{found.seat}").svg,
        "points": best,
        "yours": yours,
        "share": max(0.0, yours / best) if best > 0 else None,
        "seconds": found.seconds,
    }
