"""What every tournament that was played has: its kind, its terms, its players."""

from dataclasses import dataclass, field

from fivefold.contract import Game
from fivefold.lab.measuring.configuration import Configuration
from fivefold.lab.measuring.level_pair import this_machine
from fivefold.lab.tournament.entrants import Entrant
from fivefold.lab.tournament.meetings import Terms
from fivefold.play.catalogue import find


@dataclass(frozen=True, kw_only=True)
class Event:
    """A tournament that is over."""

    kind: str
    """One of ``meetings.KINDS``."""
    terms: Terms
    configuration: Configuration
    players: tuple[Entrant, ...]
    pairs: int
    """How many pairs of games each two who meet were to play, in a test at most; where one plays alone, how many packs
    there were."""
    machine: str = field(default_factory=this_machine)

    @property
    def game(self) -> Game:
        """What was played."""
        return find(self.terms.game)

    @property
    def heading(self) -> str:
        """What was played, in words."""
        return self.configuration.heading(self.game)
