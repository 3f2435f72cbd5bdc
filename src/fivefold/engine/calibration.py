"""Chances to win as they are shown: corrected so that what says 70 % comes true seven times in ten.

A search judges by best play; people and most opponents err, so their leads are worth less than it says. How much less
was measured in games between like opponents (``fivefold calibrate``) and is kept in each game's ``calibration.toml``, a
section a level. Only what is shown is corrected: searches and the moves they choose are not.
"""

import math
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from fivefold.contract import CHANCE, AlphaBeta, Game, Row
from fivefold.play.catalogue import data_text
from fivefold.play.match import Match

FILE: Final = "calibration.toml"
PEOPLE: Final = 3
"""The level that people are taken to play at where no computer sits."""
LEAST: Final = 0.001
"""No chance counts as less than this, none as more than the rest to 1."""
UNBOUNDED: Final = 1 << 30
"""Plies that a game never has: there is no telling how many are left."""
FLATTEST: Final = 0.05
"""Better stays better: a correction is at least so steep."""


class Correction(NamedTuple):
    """How the logarithm of the odds is corrected for games at one level."""

    to_move: float
    """Added for the side to move."""
    start: float
    """Times this at the start of a game,"""
    end: float
    """and times this at its end."""
    length: float
    """How many decisions a game has, for games that do not tell how many are left."""


class Calibration:
    """The correction at one position: a rising function of the chance."""

    def __init__(self, steep: float, shift: float, sides: Sequence[int], mover: int) -> None:
        """``sides``: the side of each seat. ``mover``: the side to move, -1 where anyone may be."""
        self._steep, self._shift, self._sides, self._mover = max(FLATTEST, steep), shift, sides, mover

    def shares(self, values: Sequence[float]) -> tuple[float, ...]:
        """Return every seat's chance from those a search gave."""
        weights = [
            math.exp(self._steep * math.log(max(LEAST, value)) + (self._shift if side == self._mover else 0.0))
            for value, side in zip(values, self._sides, strict=True)
        ]
        return tuple(weight / math.fsum(weights) for weight in weights)

    def chance(self, value: float) -> float:
        """Return the chance of the side to move from the one a search gave it."""
        odds = self._steep * logit(value) + (self._shift if self._mover >= 0 else 0.0)
        return 1 / (1 + math.exp(-odds))


def logit(chance: float) -> float:
    """Return the logarithm of the odds, as far as a chance counts."""
    kept = min(1 - LEAST, max(LEAST, chance))
    return math.log(kept / (1 - kept))


def calibration_at(
    match: Match, levels: Sequence[int | None], ply: int | None = None, row: Sequence[int] | None = None
) -> Calibration | None:
    """Return the correction for a match after so many plies, by default now; ``None`` where none was measured.

    ``levels``: of each seat's opponent, ``None`` where a person sits. ``row``: the position, if it is not the present
    one.
    """
    known, sides = corrections(match), sides_of(match)
    if not known or max(sides) != 1:
        return None
    place, now = len(match.moves) if ply is None else ply, list(match.row if row is None else row)
    reached = [level and match.game.level_below(level) for level in levels]
    correction = known[nearest(known, level_of(reached))]
    decisions = sum(mover != CHANCE for mover in match.movers[:place])
    done = progress(decisions, remaining_after(match.game, now), correction.length)
    mover = match.game.rules.to_move(now)
    steep = correction.start + done * (correction.end - correction.start)
    return Calibration(steep, correction.to_move, sides, sides[mover] if mover >= 0 else -1)


def level_of(levels: Sequence[int | None]) -> int:
    """Return the level that people at a table with these opponents are taken to play at: theirs."""
    computers = [level for level in levels if level is not None]
    return round(sum(computers) / len(computers)) if computers else PEOPLE


def nearest(known: Mapping[int, Correction], level: int) -> int:
    """Return the measured level nearest to a level, the lower of two."""
    return min(known, key=lambda each: (abs(each - level), each))


def sides_of(match: Match) -> list[int]:
    """Return the number of each seat's side: partners share one."""
    seats = range(len(match.seats))
    teams = [min(match.game.setup.team(match.options, seat)) for seat in seats]
    return [sorted(set(teams)).index(team) for team in teams]


def remaining_after(game: Game, row: Row) -> int | None:
    """Return how many plies there can still be, ``None`` where a game does not say."""
    left = game.search.remaining(row) if isinstance(game.search, AlphaBeta) else UNBOUNDED
    return left if left < UNBOUNDED else None


def progress(decisions: int, remaining: int | None, length: float) -> float:
    """Return how far a game is, from 0 to 1."""
    if remaining is None:
        return min(1.0, decisions / max(1.0, length))
    return decisions / max(1, decisions + remaining)


def corrections(match: Match) -> Mapping[int, Correction]:
    """Return what was measured for games with these options, by level."""
    fitting = [each for each in measurements(match.game) if each.only.items() <= match.options.items()]
    return {each.level: each.correction for each in sorted(fitting, key=lambda each: len(each.only))}


class Measurement(NamedTuple):
    """A correction, and for which games it was measured."""

    level: int
    only: Mapping[str, str]
    """Options that a game has to have; without any it counts for all."""
    correction: Correction


@cache
def measurements(game: Game) -> Sequence[Measurement]:
    """Return all that was measured for a game; nothing where one plays alone."""
    sections = tomllib.loads(data_text(game, FILE) or "")
    return [
        Measurement(
            int(noted["level"]),
            dict(setting.split("=", 1) for setting in noted.get("only", "").split(", ") if setting),
            Correction(*(float(noted[field]) for field in Correction._fields)),
        )
        for noted in sections.values()
    ]
