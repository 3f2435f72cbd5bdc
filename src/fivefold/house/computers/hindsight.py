"""The best that could have been made of the cards of a match that is over."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from sqlalchemy import delete, insert, select

from fivefold.contract import Hindsight
from fivefold.house.database.schema import hindsights
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
    row: tuple[int, ...]  # The finished position with this arrangement.
    points: int
    seconds: float  # How long the search took.


class Arrangements:
    """The arrangements of all matches that are over."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def of(self, match_id: str) -> dict[int, Arrangement]:
        """Return the best that each seat could have made of a match's cards, as far as it was found out."""
        chosen = select(hindsights.c.seat, hindsights.c.found).where(hindsights.c.match == match_id)
        with self._ledger.reading() as connection:
            found = connection.execute(chosen).all()
        return {seat: Arrangement(**{**stored, "row": tuple(stored["row"])}) for seat, stored in found}

    def keep(self, match_id: str, arrangement: Arrangement) -> None:
        """Store an arrangement, in place of what was known of its seat."""
        found = asdict(arrangement) | {"row": list(arrangement.row)}
        known = (hindsights.c.match == match_id) & (hindsights.c.seat == arrangement.seat)
        with self._ledger.writing() as connection:
            connection.execute(delete(hindsights).where(known))
            connection.execute(insert(hindsights), {"match": match_id, "seat": arrangement.seat, "found": found})


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
