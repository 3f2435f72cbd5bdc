"""Puzzles: positions from played matches in which one move is clearly better than all others.

They are data of a game, ``puzzles.toml`` beside its rules, made by ``fivefold puzzles``: a list ``[[puzzle]]``, easiest
first, after a section ``[made]`` that says how.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from typing import Any, Final

from fivefold.contract import Game
from fivefold.play import catalogue
from fivefold.play.match import Match

FILE: Final = "puzzles.toml"


class Kind(StrEnum):
    """What is to be found."""

    POINTS = "points"
    """The only move that makes so many points at once; it is the best move too."""
    WIN = "win"
    """The only move that wins by force."""
    BEST = "best"
    """The best move, by a margin."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Puzzle:
    """A position and the one move to find in it."""

    kind: Kind
    options: Mapping[str, str]
    seed: int
    moves: tuple[str, ...]
    """What the players played before; chance follows from the seed."""
    seat: int
    """Who is to move."""
    answer: str
    points: int = 0
    """What the answer scores at once."""
    turns: int = 0
    """In how many of one's own turns the answer wins, where that is proven; 0 where it is not known."""
    values: Mapping[str, float] = field(default_factory=dict)
    """For moves that were compared: the chance to win after each, 0 to 1, or where one plays alone the final score."""
    replies: Mapping[str, str] = field(default_factory=dict)
    """What best answers a move, for some."""
    found_by: tuple[int, ...] = ()
    """The levels of computer opponents that find the answer more often than not."""

    def match(self) -> Match:
        """Return the position as a match."""
        match = Match(catalogue.find(self.game), seed=self.seed, options=self.options)
        for move in self.moves:
            match.play(move)
        return match

    game: str = ""
    """The game's key; the file does not say it."""


@cache
def puzzles_of(game: Game) -> tuple[Puzzle, ...]:
    """Return a game's puzzles, easiest first; none where it has no such file."""
    return tuple(_puzzle(game.key, each) for each in tomllib.loads(catalogue.data_text(game, FILE)).get("puzzle", []))


def _puzzle(game: str, read: Mapping[str, Any]) -> Puzzle:
    lists = {name: tuple(read[name]) for name in ("moves", "found_by") if name in read}
    return Puzzle(**{**read, **lists, "kind": Kind(read["kind"]), "game": game})
