"""What kernels are made of: small bundles of a game's functions, each a dataclass.

The game's own bundles are its ``Search`` and its extras. Its rules are a namespace rather than a bundle, so the bundles
here hold their functions; those that only some games have (see ``Traits``) are in bundles of their own.
"""

from collections.abc import Callable, MutableSequence
from dataclasses import dataclass, fields, replace
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar, cast

from fivefold.contract import Game, Row, Search
from fivefold.contract.errors import InvalidOption
from fivefold.contract.rules import Forced
from fivefold.contract.search import NOT_COMPILED
from fivefold.parts.stored_table import StoredTable

SomeSearch = TypeVar("SomeSearch", bound=Search)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RuleFunctions:
    """The rules that every game has; see ``contract.Rules`` for each."""

    size: int
    """Integers in a row."""
    max_moves: int
    """Longest list ``legal_moves`` can write."""
    to_move: Callable[[Row], int]
    legal_moves: Callable[[Row, Row], int]
    play: Callable[[Row, int], None]
    scores: Callable[[Row, Row], None]
    returns: Callable[[Row, MutableSequence[float]], None]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RaceFunctions:
    """The rules of games in which anyone may be to move; see ``contract.Race``."""

    mover: Callable[[Row, int], int]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ForcedFunctions:
    """The rules of games in which the table makes some only moves; see ``contract.Forced``."""

    plays_itself: Callable[[Row, int], bool]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TurnFunctions:
    """The rules of games with chance within turns; see ``contract.LongTurns``."""

    turn_of: Callable[[Row], int]


@cache
def rule_functions(game: Game) -> RuleFunctions:
    """Return the rules that every game has, always the same object for a game."""
    rules = game.rules
    return RuleFunctions(
        size=rules.SIZE,
        max_moves=rules.MAX_MOVES,
        to_move=rules.to_move,
        legal_moves=rules.legal_moves,
        play=rules.play,
        scores=rules.scores,
        returns=rules.returns,
    )


@cache
def race_functions(game: Game) -> RaceFunctions | None:
    """Return the rules of a race, ``None`` where only one seat at a time may move."""
    return None if game.race is None else RaceFunctions(mover=game.race.mover)


@cache
def forced_functions(game: Game) -> ForcedFunctions | None:
    """Return which only moves the table makes, ``None`` where it makes none."""
    return ForcedFunctions(plays_itself=cast(Forced, game.rules).plays_itself) if game.traits.forced_moves else None


@cache
def turn_functions(game: Game) -> TurnFunctions:
    """Return the rules of long turns. Raises ``InvalidOption`` for a game without them."""
    if game.long_turns is None:
        raise InvalidOption(f"{game.name}: its turns are single moves", subject="search")
    return TurnFunctions(turn_of=game.long_turns.turn_of)


def search_of(game: Game, kind: type[SomeSearch]) -> SomeSearch:
    """Return what a game gives to a search of this kind. Raises ``InvalidOption`` for a game of another kind."""
    if not isinstance(game.search, kind):
        raise InvalidOption(f"{game.name}: has no {kind.__name__} to search with")
    return game.search


def compiled_values(bundle: Any) -> dict[str, Any]:
    """Return what kernels may use of a bundle, by name; nothing for ``None``."""
    if bundle is None:
        return {}
    wanted = [field.name for field in fields(bundle) if field.metadata != NOT_COMPILED]
    return {name: getattr(bundle, name) for name in wanted}


def with_tables(game: Game, folder: Path) -> Game:
    """Return a game whose search reads the tables in a folder in place of its own of the same names.

    Raises ``InvalidOption`` where there is none of them, or one has another number of numbers.
    """
    tables = _OtherTables(folder)
    search = {name: tables.reading(value) for name, value in compiled_values(game.search).items()}
    if not any(other.file.exists() for other in tables.found.values()):
        files = ", ".join(sorted(other.file.name for other in tables.found.values()))
        remedy = f"it reads {files}" if files else f"all numbers of {game.name} stand in its code"
        raise InvalidOption(f"no table of {game.name}", subject=str(folder), remedy=remedy)
    for own, other in tables.found.items():
        if other.file.exists() and len(other) != len(own):
            reason = f"{other.file.name} has {len(other)} numbers; {game.name} reads {len(own)}"
            raise InvalidOption(reason, subject=str(folder))
    return replace(game, search=replace(game.search, **search))


class _OtherTables:
    """Makes functions anew that read, they or what they call, the tables of a folder."""

    def __init__(self, folder: Path) -> None:
        self.found: dict[StoredTable, StoredTable] = {}
        """For each table that is read the one of the folder, whether it is there or not."""
        self._folder = folder
        self._made: dict[Any, Any] = {}

    def reading(self, value: Any) -> Any:
        """Return what takes the place of a function, a table or another value: mostly itself."""
        if isinstance(value, StoredTable):
            other = self.found.setdefault(value, StoredTable(self._folder, value.name))
            return other if other.file.exists() else value
        if not isinstance(value, FunctionType) or not value.__module__.startswith("fivefold."):
            return value
        if value not in self._made:
            self._made[value] = value  # while what it calls is looked at, which may be itself
            self._made[value] = self._anew(value)
        return self._made[value]

    def _anew(self, function: FunctionType) -> FunctionType:
        used = {name: function.__globals__[name] for name in function.__code__.co_names if name in function.__globals__}
        others = {name: self.reading(value) for name, value in used.items()}
        if all(others[name] is value for name, value in used.items()):
            return function
        values = {**function.__globals__, **others}
        return FunctionType(function.__code__, values, function.__name__, function.__defaults__, function.__closure__)
