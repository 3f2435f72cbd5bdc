"""A game as the rest of the house sees it."""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeVar, cast

from fivefold.contract.drop_outs import DROPPING, END, PLAY_ON, DropOut, nobody_out
from fivefold.contract.errors import InvalidGame
from fivefold.contract.extras import Extra
from fivefold.contract.notation import Notation
from fivefold.contract.picture import Picture
from fivefold.contract.rules import CanWin, DropOuts, Forced, Hidden, LongTurns, Race, Row, Rules, anybody_can_win
from fivefold.contract.search import AlphaBeta, PolicyRollouts, Sampling, Search, WholeTurns, keep_turn
from fivefold.contract.setup import Setup, Values, each_alone
from fivefold.contract.stored import LEVELS, Persona
from fivefold.contract.traits import Chance, Traits

RESERVED: Final = frozenset({"seed", "chance", "seats", "clock", "options"})
"""Keywords of ``Match`` beside which options are given, so that no option may be called so."""
RULES_OF_TRAITS: Final[Mapping[str, tuple[str, ...]]] = {
    "information=hidden": ("conceal", "observed_move"),
    "turn_order=race": ("mover", "still_meant"),
    "chance=within turns": ("turn_of",),
    "forced_moves": ("plays_itself",),
    "drop_outs": ("is_out",),
}
"""For each trait the rules that come with it, neither without the other."""

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
        check(self)

    def extra_of(self, kind: type[SomeExtra]) -> SomeExtra | None:
        """Return the game's extra of this kind, if it has one."""
        return next((extra for extra in self.extras if isinstance(extra, kind)), None)

    # Computer opponents: a number up to seven is a level, a larger one a strength in Elo

    def has_level(self, level: int) -> bool:
        """Tell whether there is a computer of this level or strength."""
        marks = self.traits.marks()
        return 1 <= level <= LEVELS or marks[0] <= level <= marks[-1]

    def level_below(self, level: int) -> int:
        """Return the level that a computer reaches: its own, or the highest at most as strong as it."""
        return level if level <= LEVELS else max(1, bisect_right(self.traits.marks(), level))

    def persona(self, level: int) -> Persona:
        """Return who plays at a level; at a strength whoever plays at the level below, with the strength in the
        name."""
        found = self.personas[self.level_below(level) - 1]
        return found if level <= LEVELS else replace(found, name=f"{found.name} {level}")

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


# --- whether its parts go together ------------------------------------------------------------------------------------


def check(game: Game) -> None:
    """Raise ``InvalidGame`` with the first reason why the parts of this game do not go together."""
    for reason in reasons(game):
        raise InvalidGame(reason, subject=f"game {game.key}")


def reasons(game: Game) -> Iterator[str]:
    """Yield every reason, a clause in words."""
    yield from _rules(game)
    yield from _setup(game)
    yield from _search(game)
    if len(game.personas) != LEVELS:
        yield f"it has {len(game.personas)} personas; there are {LEVELS} levels, one persona each"
    for steps in (game.traits.level_steps, game.traits.race_level_steps):
        if len(steps) != LEVELS - 1 or min(steps) < 1:
            yield f"level_steps are {LEVELS - 1} numbers above 0, one from each level to the next"
    if not callable(game.can_win):
        yield "can_win is a function of a position and a seat; leave it out where nothing is certain before the end"
    elif game.can_win is not anybody_can_win and max(game.traits.seats) < 2:
        yield "can_win is about opponents, and only one can play it"


def declared(game: Game) -> Mapping[str, bool]:
    """Return for each of ``RULES_OF_TRAITS`` whether the game's traits declare it."""
    traits = game.traits
    return {
        "information=hidden": traits.hidden,
        "turn_order=race": traits.race,
        "chance=within turns": traits.chance is Chance.WITHIN_TURNS,
        "forced_moves": traits.forced_moves,
        "drop_outs": traits.drop_outs,
    }


def _rules(game: Game) -> Iterator[str]:
    for trait, is_declared in declared(game).items():
        for name in RULES_OF_TRAITS[trait]:
            has = callable(getattr(game.rules, name, None))
            if is_declared and not has:
                yield f"traits say {trait}, so its rules need {name}"
            if has and not is_declared:
                yield f"its rules have {name}, so its traits must say {trait}"
    if game.traits.move_numbers < 1:
        yield "traits: move_numbers is at least 1"


def _setup(game: Game) -> Iterator[str]:
    traits, setup = game.traits, game.setup
    for option in setup.options:
        if option.name in RESERVED:
            yield f"option {option.name}: the word is one of Match's own ({', '.join(sorted(RESERVED))})"
    if tuple(traits.seats) != setup.seat_counts:
        yield f"traits say seats={traits.seats}, but its options give {setup.seat_counts}"
    if traits.teams != (setup.team is not each_alone):
        yield "teams among its traits and team in its setup go together: give both or neither"
    dropping = next((option for option in setup.options if option.name == DROPPING), None)
    if traits.drop_outs != (dropping is not None and set(dropping.values) == {PLAY_ON, END}):
        yield f"traits say drop_outs where there is an option {DROPPING} ({PLAY_ON}, {END}): give both or neither"
    if traits.drop_outs and max(traits.seats) < 3:
        yield "traits say drop_outs, which takes three players or more"
    if traits.doubles and 2 not in traits.seats:
        yield "doubles are for two, and two cannot play it"
    if traits.agreed_draw and (traits.race or max(traits.seats) < 2):
        yield "traits say agreed_draw, which is for players who take turns against each other"
    if traits.fixed_pack and traits.chance is Chance.NONE:
        yield "traits say fixed_pack, but without chance there is no pack"


def _search(game: Game) -> Iterator[str]:
    traits, search = game.traits, game.search
    within, later = traits.chance is Chance.WITHIN_TURNS, traits.chance is Chance.BETWEEN_MOVES
    kind = type(search).__name__
    if not isinstance(search, AlphaBeta | WholeTurns | PolicyRollouts):
        yield f"{kind} is no search of the house; take AlphaBeta, Sampling, WholeTurns or PolicyRollouts"
        return
    if traits.hidden and not isinstance(search, Sampling):
        yield f"{kind} looks at all of a position, and its information is hidden; take Sampling"
    if traits.race and not isinstance(search, PolicyRollouts):
        yield f"{kind} needs to know who moves next, and in a race anyone may; take PolicyRollouts"
    if within != isinstance(search, WholeTurns):
        yield f"{kind} and chance={traits.chance} do not go together; WholeTurns is for chance within turns alone"
    if later and type(search) is AlphaBeta:
        yield "AlphaBeta does not reckon with chance between moves; take Sampling or PolicyRollouts"
    if isinstance(search, AlphaBeta) and max(traits.seats) > 2 and search.give_turn is keep_turn:
        yield f"{kind} needs give_turn where more than two play"
