"""What a game declares of itself in data: everything that page, terminal, mail, search and lab may ask of its kind."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import accumulate
from typing import Final

MEAN: Final = 1500
"""The rating with which everybody begins."""
MIDDLE_LEVEL: Final = 4  # Computers of this level stand there.
FARTHEST: Final = 400
"""Two levels stand at most this far apart: beyond that a measured step says only that one of them always won."""


class TurnOrder(StrEnum):
    """Who moves when."""

    ALTERNATING = "alternating"
    """One seat, or chance, is to move."""
    RACE = "race"
    """In some of its set-ups any seat may move, first come first served (``ANYONE``)."""


class Information(StrEnum):
    """What players see of a position."""

    OPEN = "open"
    HIDDEN = "hidden"
    """In some of its set-ups a seat does not see all of it."""


class Chance(StrEnum):
    """When chance moves."""

    NONE = "none"
    AT_THE_START = "at the start"
    """Only before the first player does."""
    BETWEEN_MOVES = "between moves"
    WITHIN_TURNS = "within turns"
    """A turn is several moves with chance between them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Traits:
    """What kind of game it is, over all its set-ups; ``Game`` checks it against what else it is given."""

    move_numbers: int
    """Every move, one of chance too, is a number from 0 to one less than this."""
    seats: tuple[int, ...] = (2,)
    """How many may play, fewest first."""
    turn_order: TurnOrder = TurnOrder.ALTERNATING
    information: Information = Information.OPEN
    chance: Chance = Chance.NONE
    teams: bool = False
    """Whether partners may win and lose together (``Setup.team``)."""
    doubles: bool = False
    """Whether a double match (two games on the same deal, seats swapped, totals added) is offered."""
    first_wins: float = 0.5
    """How often whoever moves first wins, 0 to 1: ``first_score`` in docs/strength, on average over all levels."""
    level_steps: tuple[int, ...] = (200,) * 6
    """By how much Elo each level of computer opponents beats the one below it, the weakest first, for ratings: measured
    in docs/strength; where one level won (nearly) always, the least it can be."""
    race_level_steps: tuple[int, ...] = ()
    """The same in its races, if there are any."""
    fixed_pack: bool = False
    """Whether a seed means one order of the cards, however they are played: what chance brings then depends on how
    many chance moves came before, not on the ply. Such games offer the same cards again, and a deal of the day."""
    scores_decide: bool = True
    """Whether whoever has most points has won a game that was played to its end."""
    usual_endings: frozenset[str] = frozenset()
    """Keys of the messages for ends that go without saying, such as that every card is placed."""
    winning_words: Mapping[str, str] = field(default_factory=dict, hash=False)
    """For the keys of messages for ends that name the winner a key of the same facts that says the win as well."""
    agreed_draw: bool = False
    """Whether the players can agree on a draw: nothing but a win ends the game, so that it may go on for very long."""
    forced_moves: bool = False
    """Whether the table makes some only moves at once (``plays_itself`` of the rules)."""

    drop_outs: bool = False
    """Whether more than two play on without one who resigns or runs out of time (``contract.drop_outs``)."""

    def __post_init__(self) -> None:
        # Plain strings will do: "hidden" is Information.HIDDEN.
        for name, kind in (("turn_order", TurnOrder), ("information", Information), ("chance", Chance)):
            object.__setattr__(self, name, kind(getattr(self, name)))
        object.__setattr__(self, "race_level_steps", self.race_level_steps or self.level_steps)

    def marks(self, race: bool = False) -> tuple[int, ...]:
        """Return the rating of each level, which matches never change; ``race``: of its races."""
        steps = self.race_level_steps if race else self.level_steps
        heights = list(accumulate((min(step, FARTHEST) for step in steps), initial=0))
        return tuple(MEAN + height - heights[MIDDLE_LEVEL - 1] for height in heights)

    @property
    def duplicates(self) -> bool:
        """Whether both games of a double match can be played at once: nothing is hidden, and once the cards are dealt
        chance does nothing, so that neither board tells what is to come on the other."""
        later = self.chance in {Chance.BETWEEN_MOVES, Chance.WITHIN_TURNS}
        return self.doubles and not self.hidden and not later

    @property
    def race(self) -> bool:
        """Whether anyone may be to move."""
        return self.turn_order is TurnOrder.RACE

    @property
    def hidden(self) -> bool:
        """Whether a seat may not see all of a position."""
        return self.information is Information.HIDDEN
