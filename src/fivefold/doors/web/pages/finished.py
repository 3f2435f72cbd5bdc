"""A finished match as a page tells of it."""

from dataclasses import dataclass

from fivefold.house.house import House
from fivefold.house.match_view.view_types import TableView
from fivefold.parts.messages import Reader
from fivefold.play.outcome import Outcome
from fivefold.session.snapshot import MatchSnapshot


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished match, and who looks at its result."""

    house: House
    snapshot: MatchSnapshot
    outcome: Outcome
    table: TableView
    person_id: str

    @property
    def yours(self) -> tuple[int, ...]:
        """The seats of who looks at it."""
        return self.snapshot.seats_of(self.person_id)

    @property
    def you(self) -> int:
        """Their only seat, or -1."""
        return self.yours[0] if len(self.yours) == 1 else -1

    @property
    def reader(self) -> Reader:
        """Who reads it."""
        return Reader(self.snapshot.names, self.you)
