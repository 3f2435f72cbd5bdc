"""How strong a computer plays: one of seven levels, or a strength in Elo on the scale of ratings, on which levels are
marks.

Between two levels it makes part of its moves as the level above and the others as the level below. Which part, at a
quarter, half and three quarters of the way, was measured (``fivefold ladder --between``) and is kept in each game's
``strength.toml``; where nothing was measured it is the way itself.
"""

import tomllib
from collections.abc import Callable, Sequence
from functools import cache
from typing import Final, NamedTuple

from fivefold.contract import Game
from fivefold.engine.budget import Budget
from fivefold.engine.search_kinds import kind_of
from fivefold.play.catalogue import data_text

FILE: Final = "strength.toml"
QUARTERS: Final = 4
"""Steps from one level to the next in which strengths between them are measured."""


class Strength(NamedTuple):
    """What a computer may spend on its moves."""

    below: Budget
    above: Budget
    part: float = 0.0
    """Of the moves on which it may spend as much as the level above."""

    def draw(self, draw: Callable[[], float]) -> Budget:
        """Return what it may spend on its next move; ``draw`` gives numbers from 0 to 1."""
        return self.above if self.part and draw() < self.part else self.below

    def scaled(self, factor: float) -> "Strength":
        """Return the same with time and nodes multiplied."""
        return Strength(self.below.scaled(factor), self.above.scaled(factor), self.part)


def levels_of(game: Game) -> Sequence[Budget]:
    """Return what each level may spend on this game: the same for all games of one kind."""
    return kind_of(game).levels


def strength_of(game: Game, level: int) -> Strength:
    """Return how strong a computer of this level plays; a number above the levels is a strength in Elo."""
    below, budgets = game.level_below(level), levels_of(game)
    if below in {level, len(budgets)}:
        return Strength(budgets[below - 1], budgets[below - 1])
    return Strength(budgets[below - 1], budgets[below], part_above(game, level))


def part_above(game: Game, elo: int) -> float:
    """Return which part of its moves a computer makes as the level above, for a strength between two levels."""
    marks, below = game.traits.marks(), game.level_below(elo)
    way = QUARTERS * (elo - marks[below - 1]) / (marks[below] - marks[below - 1])
    knots = (0.0, *parts(game)[below - 1], 1.0)
    quarter = min(int(way), QUARTERS - 1)
    return knots[quarter] + (way - quarter) * (knots[quarter + 1] - knots[quarter])


@cache
def parts(game: Game) -> Sequence[Sequence[float]]:
    """Return for each two neighbouring levels the part of moves at each quarter of the way."""
    measured = tomllib.loads(data_text(game, FILE) or "")
    straight = [quarter / QUARTERS for quarter in range(1, QUARTERS)]
    return [measured.get(f"level-{level}", {}).get("parts", straight) for level in range(1, len(levels_of(game)))]
