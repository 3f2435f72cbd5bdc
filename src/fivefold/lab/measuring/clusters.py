"""Figures of games that come in pairs: means, shares, correlations and differences with their 95 % intervals.

The games of a pair share a deal, so they are not independent; pairs are. All intervals here are those of pairs, or of
whatever else ``groups`` numbers.
"""

import math
from collections import defaultdict
from collections.abc import Sequence
from statistics import NormalDist
from typing import Final

from fivefold.lab.measuring.statistics import CONFIDENCE, Estimate, Z, mean, wilson

UNKNOWN: Final = Estimate(math.nan, -math.inf, math.inf)
"""A figure that so few games cannot tell."""


def clustered_mean(numbers: Sequence[float], groups: Sequence[int]) -> Estimate:
    """Return the mean of numbers and its interval, by the spread between groups and Student's distribution."""
    return clustered_ratio(numbers, [1.0] * len(numbers), groups)


def clustered_ratio(parts: Sequence[float], wholes: Sequence[float], groups: Sequence[int]) -> Estimate:
    """Return what the parts are of the wholes, all added up, likewise."""
    if not math.fsum(wholes):
        return UNKNOWN
    middle, variance = _ratio(parts, wholes, groups)
    count = len(set(groups))
    half = student(count - 1) * math.sqrt(variance) if count > 1 else math.inf
    return Estimate(middle, middle - half, middle + half)


def clustered_share(shares: Sequence[float], groups: Sequence[int]) -> Estimate:
    """Return the mean of numbers from 0 to 1 and Wilson's interval, which stays within 0 to 1.

    The number of trials is that of coin tosses that would spread as much as the groups do. One group that spreads as
    much as it can is added, so that a few equal results do not look like certainty.
    """
    if not shares:
        return UNKNOWN
    middle, variance = _ratio(shares, [1.0] * len(shares), groups)
    count, tossed = len(set(groups)), middle * (1 - middle)
    variance += tossed / count**2
    low, high = wilson(middle, min(tossed / variance, len(shares)) if variance > 0 else count)
    return Estimate(middle, low, high)


def _ratio(parts: Sequence[float], wholes: Sequence[float], groups: Sequence[int]) -> tuple[float, float]:
    """Return a ratio and its variance, taken from the sums of groups, which may differ in size (Cochran 1977, 6.4)."""
    total = math.fsum(wholes)
    ratio = math.fsum(parts) / total
    deviations: dict[int, float] = defaultdict(float)
    for part, whole, group in zip(parts, wholes, groups, strict=True):
        deviations[group] += part - ratio * whole
    count = len(deviations)
    unbiased = count / (count - 1) if count > 1 else 1.0
    return ratio, unbiased * math.fsum(each**2 for each in deviations.values()) / total**2


def student(freedom: int) -> float:
    """Return the 97.5 % point of Student's distribution, by Cornish and Fisher's expansion where it is not exact."""
    exact = {1: 12.7062, 2: 4.3027}
    if freedom in exact:
        return exact[freedom]
    terms = (
        (Z**3 + Z) / 4,
        (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96,
        (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384,
        (79 * Z**9 + 776 * Z**7 + 1482 * Z**5 - 1920 * Z**3 - 945 * Z) / 92160,
    )
    return Z + math.fsum(term / freedom**power for power, term in enumerate(terms, start=1))


def correlation(left: Sequence[float], right: Sequence[float]) -> Estimate:
    """Return Pearson's correlation of independent pairs and its interval by Fisher's transformation."""
    count = len(left)
    if count < 4:
        return UNKNOWN
    middle_left, middle_right = mean(left), mean(right)
    together = math.fsum((a - middle_left) * (b - middle_right) for a, b in zip(left, right, strict=True))
    spread = math.sqrt(math.fsum((a - middle_left) ** 2 for a in left))
    spread *= math.sqrt(math.fsum((b - middle_right) ** 2 for b in right))
    if spread == 0:
        return UNKNOWN
    found = max(-1.0, min(1.0, together / spread))
    if abs(found) > 1 - 1e-12:
        return Estimate(found, found, found)
    half = Z / math.sqrt(count - 3)
    return Estimate(found, math.tanh(math.atanh(found) - half), math.tanh(math.atanh(found) + half))


def quantile(numbers: Sequence[float], share: float) -> Estimate:
    """Return the number that this share of independent numbers does not exceed, with an interval between two of them.

    The ends are those numbers between which the quantile lies in 95 of 100 samples, whatever they are spread like.
    """
    ordered, count = sorted(numbers), len(numbers)
    half = Z * math.sqrt(count * share * (1 - share))
    ranks = (round(count * share - half) - 1, math.ceil(count * share) - 1, round(count * share + half))
    low, middle, high = (ordered[max(0, min(count - 1, rank))] for rank in ranks)
    return Estimate(middle, low, high)


def at_once(figure: Estimate, count: int) -> Estimate:
    """Return a figure with the interval that holds for ``count`` figures at once (Bonferroni's).

    For whoever picks the most remarkable of several figures.
    """
    wider = NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / (2 * max(1, count))) / Z
    middle = figure.mean
    return Estimate(middle, middle - wider * (middle - figure.low), middle + wider * (figure.high - middle))


def difference(later: Estimate, earlier: Estimate) -> Estimate:
    """Return by how much one of two independent figures is more, with the interval made of their two.

    For shares this is Newcombe's interval (1998), for means the usual one.
    """
    middle = later.mean - earlier.mean
    below = math.hypot(later.mean - later.low, earlier.high - earlier.mean)
    above = math.hypot(later.high - later.mean, earlier.mean - earlier.low)
    return Estimate(middle, middle - below, middle + above)
