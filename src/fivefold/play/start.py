"""A position by how it came about, for lessons, puzzles and boards to try moves on."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from fivefold.play import catalogue
from fivefold.play.match import Match


class StartKey(NamedTuple):
    """What makes two starts the same."""

    game: str
    options: tuple[tuple[str, str], ...]
    seed: int
    moves: tuple[str, ...]
    chance: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Start:
    """A position; its chance follows from the seed, after what is written down of it."""

    game: str
    options: Mapping[str, str]
    seed: int
    moves: tuple[str, ...]
    """Those that players chose."""
    chance: tuple[str, ...] = ()
    """The first moves of chance, of a match that was not dealt from this seed."""

    @property
    def key(self) -> StartKey:
        """The same as something to look it up by."""
        return StartKey(self.game, tuple(sorted(self.options.items())), self.seed, self.moves, self.chance)

    def match(self) -> Match:
        """Return the position as a match. Raises ``InvalidOption``, ``InvalidMove``, ``IllegalMove``, ``MatchOver``."""
        game = catalogue.find(self.game)
        match = Match(game, seed=self.seed, chance=self.chance or None, options=self.options)
        for move in self.moves:
            match.play(move)
        return match

    def before(self) -> "Start":
        """Return the position a move earlier; the beginning as it is."""
        return replace(self, moves=self.moves[:-1])

    def after(self, *moves: str) -> "Start":
        """Return the position after more moves."""
        return replace(self, moves=(*self.moves, *moves))
