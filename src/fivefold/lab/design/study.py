"""All that ``fivefold design`` has found, as facts: what the report and its plots are made of."""

from dataclasses import dataclass

from fivefold.contract import Game, HandTable
from fivefold.lab.design.counts import Interval, rarity
from fivefold.lab.design.rarity import Scale, compressed
from fivefold.lab.design.rounds import Course, Round
from fivefold.lab.measuring.configuration import Configuration


@dataclass(frozen=True, slots=True)
class Study:
    """What was played and what came of it."""

    game: Game
    configuration: Configuration
    hands: HandTable
    scale: Scale
    course: Course
    today: Round
    """A round with the points that the game has now."""
    begins: str
    """What it began with: ``cards``, ``own`` or ``file``."""
    games: int
    """A round."""
    command: str
    """Makes it again."""

    @property
    def best(self) -> Round:
        """The round of the table that is found."""
        return self.course.best

    @property
    def stem(self) -> str:
        """The name of its files, without suffix."""
        return f"design-{self.configuration.stem(self.game)}"

    def asked(self, hand: int) -> Interval:
        """Return the points that a hand's rarity asks for, and by the same rule those at the ends of its interval."""
        worth, rare = self.best.worth, rarity(self.best.counts, hand)
        low, high = (compressed(self.scale, worth.power, end) for end in rare[1:])
        return Interval(worth.exact[hand], low, high)

    @property
    def kinds(self) -> range:
        """The numbers of the hands, nothing left out."""
        return range(1, len(self.hands.cards))
