"""What each feature adds to the view of a table: every one answers for its own part, and the table knows none."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from fivefold.house.computers import shadow_match
from fivefold.house.records import daily, tournaments
from fivefold.house.table import followups, racing
from fivefold.session.snapshot import MatchSnapshot

Part = Callable[[MatchSnapshot], Mapping[str, Any]]
"""Returns a feature's part of a match's ``TableView``."""
PARTS: Final[tuple[Part, ...]] = (
    racing.table_part,
    followups.table_part,
    daily.table_part,
    tournaments.table_part,
    shadow_match.table_part,
)


def added_parts(snapshot: MatchSnapshot) -> dict[str, Any]:
    """Return everything that features add to the view of a table."""
    return {name: value for part in PARTS for name, value in part(snapshot).items()}
