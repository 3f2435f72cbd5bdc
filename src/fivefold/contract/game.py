"""A game as the rest of the house sees it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar, cast

from fivefold.contract import agreement
from fivefold.contract.extras import Extra
from fivefold.contract.notation import Notation
from fivefold.contract.picture import Picture
from fivefold.contract.row import Row
from fivefold.contract.rules import Forced, Hidden, LongTurns, Race, Rules
from fivefold.contract.search import Search
from fivefold.contract.setup import Setup
from fivefold.contract.traits import Chance, Traits
from fivefold.contract.winning import CanWin, anybody_can_win

SomeExtra = TypeVar("SomeExtra", bound=Extra)


@dataclass(frozen=True, slots=True)
class Persona:
    """A computer opponent as people meet it; how strong it plays is its level, the same table for every game."""

    name: str
    style: str
    """One sentence."""
    portrait: Mapping[str, str]
    """Features for ``fivefold.parts.portrait``."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Game:
    """A game: its rules, words and pictures, what is chosen beforehand, what kind of game it is, how it is played well.

    Compared and hashed as the object it is. Raises ``InvalidGame`` where its parts do not go together.
    """

    key: str
    name: str
    tagline: str
    """One line that makes a stranger want to play."""
    rules: Rules
    notation: Notation
    picture: Picture
    traits: Traits
    search: Search
    personas: Sequence[Persona]
    """Seven, weakest first."""
    setup: Setup = field(default_factory=Setup)
    extras: Sequence[Extra] = ()
    can_win: CanWin = anybody_can_win
    """Whether a seat can still win: where somebody runs out of time and nobody else can, the match is a draw."""

    def __post_init__(self) -> None:
        agreement.check(self)

    def extra_of(self, kind: type[SomeExtra]) -> SomeExtra | None:
        """Return the game's extra of this kind, if it has one."""
        return next((extra for extra in self.extras if isinstance(extra, kind)), None)

    # Rules that only games of some traits have

    @property
    def hidden(self) -> Hidden | None:
        """What a viewer may see; ``None`` where everything is open."""
        return cast(Hidden, self.rules) if self.traits.hidden else None

    @property
    def race(self) -> Race | None:
        """Whose a move is where anyone may move; ``None`` where that cannot be."""
        return cast(Race, self.rules) if self.traits.race else None

    @property
    def long_turns(self) -> LongTurns | None:
        """Whose turn it is where chance falls within turns; ``None`` where it does not."""
        return cast(LongTurns, self.rules) if self.traits.chance is Chance.WITHIN_TURNS else None

    def plays_itself(self, row: Row, move: int) -> bool:
        """Tell whether the table makes this only legal move at once."""
        return self.traits.forced_moves and cast(Forced, self.rules).plays_itself(row, move)
