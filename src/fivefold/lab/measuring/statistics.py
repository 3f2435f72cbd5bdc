"""What results say: the mean of points, the score of two opponents, their intervals, a difference in Elo."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Final

CONFIDENCE: Final = 0.95
Z: Final = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
ELO_SCALE: Final = 400.0
"""So many points of Elo ahead is ten wins to one loss."""


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean, in points or a difference of points, and its 95 % interval."""

    mean: float
    half: float
    """Half the interval; infinite for a single number."""
    spread: float
    """Standard deviation of the single numbers."""

    @property
    def low(self) -> float:
        """The lower end."""
        return self.mean - self.half

    @property
    def high(self) -> float:
        """The upper end."""
        return self.mean + self.half


def mean(numbers: Iterable[float]) -> float:
    """Return the mean of at least one number."""
    listed = list(numbers)
    return math.fsum(listed) / len(listed)


def average(numbers: Sequence[float]) -> Mean:
    """Return the mean of at least one number, with its interval."""
    count = len(numbers)
    middle = mean(numbers)
    spread = math.sqrt(math.fsum((each - middle) ** 2 for each in numbers) / (count - 1)) if count > 1 else math.inf
    return Mean(middle, Z * spread / math.sqrt(count), spread)


def difference(upper: Sequence[int], lower: Sequence[int]) -> Mean:
    """Return by how much one scored more than the other, game by game, over the games that both have."""
    return average([float(a - b) for a, b in zip(upper, lower, strict=False)])


@dataclass(frozen=True, slots=True)
class Estimate:
    """A score between 0 and 1 and its 95 % interval."""

    mean: float
    low: float
    high: float

    @property
    def elo(self) -> float:
        """The difference in Elo that belongs to the score; infinite where all was won or lost."""
        return elo(self.mean)

    @property
    def elo_low(self) -> float:
        """The lower end of the interval in Elo; finite unless all was lost."""
        return elo(self.low)

    @property
    def elo_high(self) -> float:
        """The upper end of the interval in Elo; finite unless all was won."""
        return elo(self.high)


def estimate(scores: Sequence[float]) -> Estimate:
    """Return the mean of pair scores (each 0 to 1, at least one) and its interval; pairs count as independent.

    The two games of a pair are not independent, so the spread is taken from the pairs themselves (with five possible
    scores: the pentanomial variance). The interval is Wilson's, which stays inside 0 to 1 and is honest at both ends,
    with the number of coin tosses that would spread as much in place of the number of pairs. One pair that spreads as
    much as can be is added to the spread, so that a few equal scores do not look like certainty.
    """
    count, middle = len(scores), mean(scores)
    tossed = middle * (1 - middle)
    spread = (math.fsum((score - middle) ** 2 for score in scores) + tossed) / count
    low, high = wilson(middle, count * tossed / spread if spread > 0 else count)
    return Estimate(middle, low, high)


def wilson(share: float, trials: float) -> tuple[float, float]:
    """Return Wilson's 95 % interval for a share of successes in ``trials`` (Wilson 1927)."""
    square = Z * Z / trials
    middle = (share + square / 2) / (1 + square)
    half = Z / (1 + square) * math.sqrt(share * (1 - share) / trials + square / (4 * trials))
    return (0.0 if share == 0 else middle - half), (1.0 if share == 1 else middle + half)


def elo(score: float) -> float:
    """Return the difference in Elo at which this score, 0 to 1, is expected."""
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return ELO_SCALE * math.log10(score / (1 - score))


def expected_score(difference: float) -> float:
    """Return the score expected at a difference in Elo: the inverse of ``elo``."""
    return 1 / (1 + 10 ** (-difference / ELO_SCALE))


def percent(share: float) -> str:
    """Return a share as a percentage with one decimal."""
    return f"{100 * share:.1f} %"


def interval_text(measured: Estimate) -> str:
    """Return the interval of a score in per cent."""
    return f"{100 * measured.low:.1f} to {100 * measured.high:.1f}"


def elo_text(measured: Estimate) -> str:
    """Return the difference in Elo with its interval, or the bound it passes where all was won or lost."""
    if measured.mean >= 1:
        return f"more than {measured.elo_low:+.0f}"
    if measured.mean <= 0:
        return f"less than {measured.elo_high:+.0f}"
    return f"{measured.elo:+.0f} ({measured.elo_low:+.0f} to {measured.elo_high:+.0f})"
