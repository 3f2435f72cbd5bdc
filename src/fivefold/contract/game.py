"""A game as the rest of the house sees it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar, cast

from fivefold.contract import agreement
from fivefold.contract.drop_outs import DROPPING, PLAY_ON, DropOut, nobody_out
from fivefold.contract.extras import Extra
from fivefold.contract.notation import Notation
from fivefold.contract.picture import Picture
from fivefold.contract.row import Row
from fivefold.contract.rules import DropOuts, Forced, Hidden, LongTurns, Race, Rules
from fivefold.contract.search import Search
from fivefold.contract.setup import Setup, Values
from fivefold.contract.stored import Persona
from fivefold.contract.traits import Chance, Traits
from fivefold.contract.winning import CanWin, anybody_can_win

SomeExtra = TypeVar("SomeExtra", bound=Extra)


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

    # Dropping out

    @property
    def is_out(self) -> Callable[[Row, int], bool]:
        """Tell, of a position and a seat, whether it has dropped out."""
        return cast(DropOuts, self.rules).is_out if self.traits.drop_outs else nobody_out

    def plays_on(self, options: Values) -> bool:
        """Tell whether the others play on where somebody resigns or runs out of time, as long as there are two."""
        return self.traits.drop_outs and self.setup.seats(options) > 2 and options[DROPPING] == PLAY_ON

    def drop_out_in(self, move: int) -> DropOut | None:
        """Return who drops out by a move of the log; ``None`` for any other move."""
        if not self.traits.drop_outs or move < self.traits.move_numbers:
            return None
        return DropOut.of(move - self.traits.move_numbers, max(self.traits.seats))

    def logged(self, row: Row, text: str) -> int:
        """Return the move that a text of the log means: one that a player could make, or a drop-out.

        Raises what ``Notation.read`` does.
        """
        out = DropOut.read(text) if self.traits.drop_outs else None
        return self.notation.read(row, text) if out is None else self.drop_out(out)

    def drop_out(self, out: DropOut) -> int:
        """Return the move by which somebody drops out."""
        return self.traits.move_numbers + out.number(max(self.traits.seats))

    def plays_itself(self, row: Row, move: int) -> bool:
        """Tell whether the table makes this only legal move at once."""
        return self.traits.forced_moves and cast(Forced, self.rules).plays_itself(row, move)
