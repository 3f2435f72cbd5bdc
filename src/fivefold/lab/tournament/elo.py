"""Elo of all players at once: by maximum likelihood over all pairs of games, with 95 % intervals.

The model is Bradley and Terry's (1952): at a difference of d points a score of 1 / (1 + 10^(-d/400)) is expected, a
draw counting half. With draws this is what solves "each player's score is the score expected of it", and the likelihood
of wins and losses where there are none. The two games of a pair share a deal or an opening, and draws spread less than
wins and losses, so intervals take the spread that pairs really have (Huber's sandwich) in place of the model's.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any, Final, NamedTuple

import numpy as np

from fivefold.contract.errors import InvalidOption
from fivefold.lab.measuring.statistics import ELO_SCALE, Z

POINTS: Final = ELO_SCALE / math.log(10)
"""Points of Elo to one of the logistic function's own units."""
STEPS: Final = 100
CLOSE: Final = 1e-10

Scores = Mapping[tuple[int, int], Sequence[float]]
"""For two players, by number, the scores of their pairs, 0 to 1, from the side of the first."""


class Rating(NamedTuple):
    """A player's Elo and its 95 % interval."""

    elo: float
    low: float
    high: float


class Lead(NamedTuple):
    """How far one player is ahead of another in Elo, with the 95 % interval of that difference."""

    elo: float
    low: float
    high: float
    superiority: float
    """How likely it is that the player is the stronger of the two, 0 to 1, if nothing was known before."""


@dataclass(frozen=True, slots=True)
class Ratings:
    """The Elo of all players."""

    elos: tuple[float, ...]
    """Their mean is 0."""
    covariance: tuple[tuple[float, ...], ...]
    """How much any two of them may be off together, in squared points."""
    anchor: int | None
    """The player whose Elo is 0; without one the mean of all is."""
    bounded: tuple[tuple[int, int], ...] = ()
    """Meetings that one side won altogether, where this leaves the difference without an end: they count as if there
    had been one more pair, drawn."""

    @property
    def players(self) -> tuple[Rating, ...]:
        """The Elo of each, relative to the anchor or to the mean of all."""
        return tuple(self._rating(player) for player in range(len(self.elos)))

    def _rating(self, player: int) -> Rating:
        if self.anchor is not None:
            return Rating(*self.lead(player, self.anchor)[:3])
        elo, half = self.elos[player], Z * math.sqrt(max(0.0, self.covariance[player][player]))
        return Rating(elo, elo - half, elo + half)

    def lead(self, a: int, b: int) -> Lead:
        """Return how far player ``a`` is ahead of ``b``; what moves both alike, a weak common rival, falls out."""
        elo, shared = self.elos[a] - self.elos[b], self.covariance
        error = math.sqrt(max(0.0, shared[a][a] + shared[b][b] - 2 * shared[a][b]))
        superiority = NormalDist().cdf(elo / error) if error else 0.5
        return Lead(elo, elo - Z * error, elo + Z * error, superiority)


def rated(count: int, scores: Scores, anchor: int | None = None) -> Ratings:
    """Return the Elo of ``count`` players who met each other, directly or through others.

    Raises ``InvalidOption`` where some have met nobody of the rest.
    """
    _check_connected(count, scores)
    endless = _endless(count, scores)
    sums = {pair: (len(each), math.fsum(each)) for pair, each in scores.items()}
    for pair in endless:
        number, total = sums[pair]
        sums[pair] = number + 1, total + 0.5
    strengths = _most_likely(count, sums)
    covariance = POINTS**2 * _covariance(count, scores, sums, strengths)
    elos = tuple(POINTS * float(each) for each in strengths)
    return Ratings(elos, tuple(tuple(map(float, row)) for row in covariance), anchor, endless)


def _most_likely(count: int, sums: Mapping[tuple[int, int], tuple[int, float]]) -> Any:
    """Return the strengths, their mean 0, by Newton's steps; the likelihood is concave, so that there is one top."""
    strengths = np.zeros(count)
    for _ in range(STEPS):
        slope, curvature = np.zeros(count), np.zeros((count, count))
        for (a, b), (number, total) in sums.items():
            expected = _expected(strengths[a] - strengths[b])
            slope[a] += total - number * expected
            slope[b] -= total - number * expected
            _add(curvature, a, b, number * expected * (1 - expected))
        step = np.linalg.pinv(curvature) @ slope
        # A step further than four units leaves the region in which the slope tells anything.
        strengths += step * min(1.0, 4 / max(1e-300, float(np.abs(step).max())))
        if float(np.abs(step).max()) < CLOSE:
            break
    return strengths - strengths.mean()


def _covariance(count: int, scores: Scores, sums: Mapping[tuple[int, int], tuple[int, float]], strengths: Any) -> Any:
    """Return the covariance of the strengths. One pair that spreads as much as it can is added to every meeting."""
    curvature, spread = np.zeros((count, count)), np.zeros((count, count))
    for (a, b), each in scores.items():
        expected = _expected(strengths[a] - strengths[b])
        _add(curvature, a, b, sums[a, b][0] * expected * (1 - expected))
        _add(spread, a, b, math.fsum((score - expected) ** 2 for score in each) + expected * (1 - expected))
    inverse = np.linalg.pinv(curvature)
    return inverse @ spread @ inverse


def _expected(difference: float) -> float:
    return 1 / (1 + math.exp(-difference))


def _add(matrix: Any, a: int, b: int, weight: float) -> None:
    matrix[a, a] += weight
    matrix[b, b] += weight
    matrix[a, b] -= weight
    matrix[b, a] -= weight


# --- who can be compared ---------------------------------------------------------------------------------------------


def _check_connected(count: int, scores: Scores) -> None:
    both_ways = {(a, b) for pair in scores for a, b in (pair, pair[::-1])}
    missing = set(range(count)) - _reached(0, both_ways)
    if missing:
        raise InvalidOption(f"player {min(missing)} has met nobody whom player 0 has met, so they cannot be compared")


def _endless(count: int, scores: Scores) -> tuple[tuple[int, int], ...]:
    """Return the meetings between players one of whom took nothing off the other, nor off anybody who did.

    Between such players the likelihood goes on rising the further they are put apart.
    """
    took = {(a, b) for (a, b), each in scores.items() if any(score > 0 for score in each)}
    took |= {(b, a) for (a, b), each in scores.items() if any(score < 1 for score in each)}
    within = [_reached(player, took) for player in range(count)]
    return tuple((a, b) for a, b in scores if b not in within[a] or a not in within[b])


def _reached(start: int, steps: set[tuple[int, int]]) -> set[int]:
    found, left = {start}, [start]
    while left:
        here = left.pop()
        new = {b for a, b in steps if a == here} - found
        found |= new
        left += new
    return found
