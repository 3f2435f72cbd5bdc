"""What results say: means, shares, quantiles, correlations, fits and ratings, each with its 95 % interval.

The games of a pair share a deal, so they are not independent; pairs are. Intervals are those of pairs, or of whatever
else ``groups`` numbers.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import NormalDist
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivefold.contract.errors import InvalidOption
from fivefold.lab.configuration import library

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

CONFIDENCE: Final = 0.95
Z: Final = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
TAIL: Final = (1 - CONFIDENCE) / 2
ELO_SCALE: Final = 400.0
"""So many points of Elo ahead is ten wins to one loss."""
MANY: Final = 1000
"""So many rare events are counted by approximation."""


def needs_scipy() -> None:
    """Raise ``InvalidOption`` where SciPy is missing: before games are played whose figures need it."""
    _scipy("special")


def _scipy(part: str) -> Any:
    return library(f"scipy.{part}", "the figures need SciPy, which is missing", remedy="pip install scipy")


# --- means and scores ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure and its 95 % interval; of scores, which are between 0 and 1, in Elo too."""

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


@dataclass(frozen=True, slots=True)
class Mean(Estimate):
    """A mean; a single number has an interval without ends."""

    spread: float
    """Standard deviation of the single numbers."""


def mean(numbers: Iterable[float]) -> float:
    """Return the mean of at least one number."""
    listed = list(numbers)
    return math.fsum(listed) / len(listed)


def average(numbers: Sequence[float]) -> Mean:
    """Return the mean of at least one number, with its interval."""
    count = len(numbers)
    middle = mean(numbers)
    spread = math.sqrt(math.fsum((each - middle) ** 2 for each in numbers) / (count - 1)) if count > 1 else math.inf
    half = Z * spread / math.sqrt(count)
    return Mean(middle, middle - half, middle + half, spread)


def paired_difference(upper: Sequence[int], lower: Sequence[int]) -> Mean:
    """Return by how much one scored more than the other, game by game, over the games that both have."""
    return average([float(a - b) for a, b in zip(upper, lower, strict=False)])


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


def mean_interval(measured: Mean) -> str:
    """Return an interval in words; a single game has none."""
    return f"{measured.low:.1f} to {measured.high:.1f}" if math.isfinite(measured.high) else "unknown"


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


# --- clusters --------------------------------------------------------------------------------------------------------

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
    total = math.fsum(wholes)
    ratio = math.fsum(parts) / total
    deviations: dict[int, float] = defaultdict(float)
    for part, whole, group in zip(parts, wholes, groups, strict=True):
        deviations[group] += part - ratio * whole
    count = len(deviations)
    unbiased = count / (count - 1) if count > 1 else 1.0
    return ratio, unbiased * math.fsum(each**2 for each in deviations.values()) / total**2


def student(freedom: int) -> float:
    """Return the 97.5 % point of Student's distribution."""
    return float(_scipy("special").stdtrit(freedom, 1 - TAIL))


def correlation(left: Sequence[float], right: Sequence[float]) -> Estimate:
    """Return Pearson's correlation of independent pairs and its interval by Fisher's transformation."""
    if len(left) < 4 or not np.ptp(left) or not np.ptp(right):
        return UNKNOWN
    found = float(np.corrcoef(left, right)[0, 1])
    if abs(found) > 1 - 1e-12:
        return Estimate(found, found, found)
    middle, half = math.atanh(found), Z / math.sqrt(len(left) - 3)
    return Estimate(found, math.tanh(middle - half), math.tanh(middle + half))


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


def poisson(events: float) -> tuple[float, float]:
    """Return the 95 % interval of a Poisson mean of which so many events came: the exact one (Garwood 1936).

    Of many events the score interval, which then is the same to three digits.
    """
    if events > MANY:
        middle, half = events + Z**2 / 2, Z * math.sqrt(events + Z**2 / 4)
        return middle - half, middle + half
    point = _scipy("special").gammaincinv
    return float(point(events, TAIL)) if events else 0.0, float(point(events + 1, 1 - TAIL))


# --- logistic regression ---------------------------------------------------------------------------------------------

CLOSE: Final = 1e-8
"""The fit ends where the slope of the likelihood is less, for each position."""
LARGEST: Final = 50.0
"""Chances are those of odds of e to at most this power, which no float can tell from certainty."""


@dataclass(frozen=True, slots=True)
class RegressionData:
    """Positions: one row of features each, the result, and the pair of games it comes from."""

    features: Floats
    """Positions by weights: differences between the two sides."""
    results: Floats
    """The first side's: 1 won, 0 lost."""
    pairs: Integers

    def of(self, chosen: NDArray[np.bool_]) -> "RegressionData":
        """Return those positions for which ``chosen`` is true."""
        return RegressionData(self.features[chosen], self.results[chosen], self.pairs[chosen])


@dataclass(frozen=True, slots=True)
class RegressionFit:
    """Fitted weights and how sure they are."""

    weights: Floats
    covariance: Floats

    @property
    def half_intervals(self) -> Floats:
        """Half of each weight's 95 % interval."""
        return Z * np.sqrt(np.diag(self.covariance))


def fit_logistic(data: RegressionData, prior: Floats, ridge: float = 1.0) -> RegressionFit:
    """Return the weights that make the results most likely: odds of e to the weighted sum of the features.

    ``ridge`` pulls each weight towards ``prior`` as strongly as that many certain positions, in units of the feature's
    root mean square. A feature that is 0 everywhere keeps its prior, with an interval of no width. Positions of one
    pair share a deal and results, so intervals take whole pairs as independent (the sandwich, Liang and Zeger 1986).
    """
    size = np.sqrt(np.mean(data.features**2, axis=0))
    seen = size > 0
    scaled = data.features[:, seen] / size[seen]
    seen_data = RegressionData(scaled, data.results, data.pairs)
    found = _most_likely(seen_data, np.ones(len(scaled)), prior[seen] * size[seen], ridge)
    weights, covariance = prior.copy(), np.zeros((len(prior), len(prior)))
    weights[seen] = found / size[seen]
    spread = _sandwich(seen_data, found, ridge)
    covariance[np.ix_(seen, seen)] = spread / np.outer(size[seen], size[seen])
    return RegressionFit(weights, covariance)


def logistic_chances(features: Floats, weights: Floats) -> Floats:
    """Return the first side's chance to win in each position."""
    return np.asarray(1 / (1 + np.exp(-np.clip(features @ weights, -LARGEST, LARGEST))))


def log_losses(data: RegressionData, weights: Floats) -> Floats:
    """Return each position's log-loss: ln 2 for a chance of one half, 0 for the certain right one."""
    odds = data.features @ weights
    return np.asarray(data.results * np.logaddexp(0, -odds) + (1 - data.results) * np.logaddexp(0, odds))


def means_by_pair(data: RegressionData, figures: Floats) -> Floats:
    """Return the mean of one figure a position over each pair, pairs in ascending order."""
    _, places = np.unique(data.pairs, return_inverse=True)
    return np.asarray(np.bincount(places, figures) / np.bincount(places))


def _curvature(features: Floats, counts: Floats, weights: Floats, ridge: float) -> Floats:
    chance = logistic_chances(features, weights)
    return np.asarray((features.T * (counts * chance * (1 - chance))) @ features + ridge * np.eye(len(weights)))


def _most_likely(data: RegressionData, counts: Floats, start: Floats, ridge: float) -> Floats:
    """Return the weights that make results, each of which counts so often, most likely; ``ridge``: to the start."""
    if not start.size:
        return start
    features, results = data.features, data.results
    found = _scipy("optimize").minimize(
        lambda now: counts @ log_losses(data, now) + ridge / 2 * ((now - start) ** 2).sum(),
        start,
        jac=lambda now: (counts * (logistic_chances(features, now) - results)) @ features + ridge * (now - start),
        hess=lambda now: _curvature(features, counts, now, ridge),
        method="trust-exact",
        options={"gtol": CLOSE * counts.sum()},
    )
    return np.asarray(found.x)


def _sandwich(data: RegressionData, weights: Floats, ridge: float) -> Floats:
    surprise = data.features * (data.results - logistic_chances(data.features, weights))[:, None]
    names, places = np.unique(data.pairs, return_inverse=True)
    sums = np.zeros((len(names), data.features.shape[1]))
    np.add.at(sums, places, surprise)
    bread = np.linalg.inv(_curvature(data.features, np.ones(len(data.results)), weights, ridge))
    return np.asarray(bread @ sums.T @ sums @ bread * (len(names) / max(1, len(names) - 1)))


# --- Elo of all players at once --------------------------------------------------------------------------------------

POINTS: Final = ELO_SCALE / math.log(10)
"""Points of Elo to one of the logistic function's own units."""
Scores = Mapping[tuple[int, int], Sequence[float]]
"""For two players, by number, the scores of their pairs, 0 to 1, from the side of the first."""


class EloRating(NamedTuple):
    """A player's Elo and its 95 % interval."""

    elo: float
    low: float
    high: float


class EloLead(NamedTuple):
    """How far one player is ahead of another in Elo, with the 95 % interval of that difference."""

    elo: float
    low: float
    high: float
    superiority: float
    """How likely it is that the player is the stronger of the two, 0 to 1, if nothing was known before."""


@dataclass(frozen=True, slots=True)
class EloRatings:
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
    def players(self) -> tuple[EloRating, ...]:
        """The Elo of each, relative to the anchor or to the mean of all."""
        return tuple(self._rating(player) for player in range(len(self.elos)))

    def _rating(self, player: int) -> EloRating:
        if self.anchor is not None:
            return EloRating(*self.lead(player, self.anchor)[:3])
        elo, half = self.elos[player], Z * math.sqrt(max(0.0, self.covariance[player][player]))
        return EloRating(elo, elo - half, elo + half)

    def lead(self, a: int, b: int) -> EloLead:
        """Return how far player ``a`` is ahead of ``b``; what moves both alike, a weak common rival, falls out."""
        elo, shared = self.elos[a] - self.elos[b], self.covariance
        error = math.sqrt(max(0.0, shared[a][a] + shared[b][b] - 2 * shared[a][b]))
        superiority = NormalDist().cdf(elo / error) if error else 0.5
        return EloLead(elo, elo - Z * error, elo + Z * error, superiority)


def rated(count: int, scores: Scores, anchor: int | None = None) -> EloRatings:
    """Return the Elo of ``count`` players who met each other, directly or through others, by maximum likelihood.

    The model is Bradley and Terry's (1952): at a difference of d points a score of 1 / (1 + 10^(-d/400)) is expected, a
    draw counting half. The two games of a pair share a deal or an opening, and draws spread less than wins and losses,
    so intervals take the spread that pairs really have (Huber's sandwich) in place of the model's; one pair that
    spreads as much as it can is added to every meeting. Raises ``InvalidOption`` where some have met none of the rest.
    """
    _check_connected(count, scores)
    endless, features = _endless(count, scores), np.zeros((len(scores), count))
    for place, (a, b) in enumerate(scores):
        features[place, a], features[place, b] = 1, -1
    drawn = np.array([float(pair in endless) for pair in scores])
    counts = np.array([len(each) for each in scores.values()]) + drawn
    results = (np.array([math.fsum(each) for each in scores.values()]) + drawn / 2) / counts
    met = RegressionData(features[:, 1:], results, np.arange(len(scores)))
    strengths = np.array([0.0, *_most_likely(met, counts, np.zeros(count - 1), 0.0)])
    strengths -= strengths.mean()
    expected = logistic_chances(features, strengths)
    spread = [
        math.fsum((score - chance) ** 2 for score in each) + chance * (1 - chance)
        for each, chance in zip(scores.values(), expected, strict=True)
    ]
    inverse = np.linalg.pinv(_curvature(features, counts, strengths, 0.0))
    covariance = POINTS**2 * (inverse @ (features.T * np.array(spread)) @ features @ inverse)
    elos = tuple(POINTS * float(each) for each in strengths)
    return EloRatings(elos, tuple(tuple(map(float, row)) for row in covariance), anchor, endless)


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


# --- the sequential probability ratio test ---------------------------------------------------------------------------

FIVE: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The scores of a pair without shared places."""
UNSEEN: Final = 1e-3
"""How often a score that did not come counts: a mean can then be anything."""
GAP: Final = 1e-12
"""How near to its bounds the multiplier is looked for, as a part of what lies between them."""


class SprtVerdict(StrEnum):
    """How a test ended."""

    STRONGER = "stronger"
    """H1 was accepted."""
    NOT_STRONGER = "not stronger"
    """H0 was accepted."""
    OPEN = "open"
    """The pairs have run out."""


@dataclass(frozen=True, slots=True)
class Test:
    """What is tested, and how surely."""

    __test__ = False

    elo0: float = 0.0
    elo1: float = 20.0
    alpha: float = 0.05
    """How often H1 may be accepted though H0 is true."""
    beta: float = 0.05
    """How often H0 may be accepted though H1 is true."""

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise InvalidOption(f"--elo1 {self.elo1:g}: takes more than --elo0 {self.elo0:g}")
        for name, chance in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < chance < 0.5:
                raise InvalidOption(f"--{name} {chance:g}: takes a chance above 0 and below 0.5")

    @property
    def lower(self) -> float:
        """The log-likelihood ratio at which H0 is accepted."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The log-likelihood ratio at which H1 is accepted."""
        return math.log((1 - self.beta) / self.alpha)

    def verdict(self, ratio: float) -> SprtVerdict:
        """Return what a log-likelihood ratio says."""
        if ratio >= self.upper:
            return SprtVerdict.STRONGER
        return SprtVerdict.NOT_STRONGER if ratio <= self.lower else SprtVerdict.OPEN

    def ratio(self, counts: Mapping[float, int]) -> float:
        """Return the log-likelihood ratio of H1 to H0 after pairs with these scores."""
        low, high = expected_score(self.elo0), expected_score(self.elo1)
        weights = regularized(counts)
        total = math.fsum(weights.values())
        shares = {score: weight / total for score, weight in weights.items()}
        x0, x1 = multiplier(shares, low), multiplier(shares, high)
        # The best fit with mean s gives a score a the share p / (1 + x (a - s)).
        return math.fsum(
            weight * (math.log1p(x0 * (score - low)) - math.log1p(x1 * (score - high)))
            for score, weight in weights.items()
        )


def regularized(counts: Mapping[float, int]) -> dict[float, float]:
    """Return how often each score came, none of the usual five never."""
    return {score: counts.get(score, 0) or UNSEEN for score in sorted({*FIVE, *counts})}


def multiplier(shares: Mapping[float, float], wanted: float) -> float:
    """Return the Lagrange multiplier of the best fit with a wanted mean: where Σ p (a - s) / (1 + x (a - s)) is 0.

    The sum falls from infinity to minus infinity between the bounds.
    """
    offsets = [(score - wanted, share) for score, share in shares.items()]
    low, high = -1 / max(offset for offset, _ in offsets), -1 / min(offset for offset, _ in offsets)
    gap = GAP * (high - low)
    found = _scipy("optimize").brentq(
        lambda x: math.fsum(share * offset / (1 + x * offset) for offset, share in offsets),
        low + gap,
        high - gap,
        xtol=1e-13,
    )
    return float(found)


class SprtCourse(NamedTuple):
    """How a test went, pair by pair."""

    verdict: SprtVerdict
    ratios: tuple[float, ...]
    """The log-likelihood ratio after each pair."""
    counts: tuple[tuple[float, int], ...]
    """How often each score of a pair came, ascending."""


class SprtWatch:
    """Tells of the scores of a test, one after the other, whether they decide it."""

    def __init__(self, test: Test) -> None:
        self._test = test
        self.counts: Counter[float] = Counter()
        self.ratios: list[float] = []

    def decided_by(self, score: float) -> bool:
        """Take the next score in; tell whether the test is decided."""
        self.counts[score] += 1
        self.ratios.append(self._test.ratio(self.counts))
        return self._test.verdict(self.ratios[-1]) is not SprtVerdict.OPEN


def sprt_course(test: Test, scores: Iterable[float]) -> SprtCourse:
    """Return how a test goes over these scores, as far as the pair that decides it."""
    watch = SprtWatch(test)
    any(map(watch.decided_by, scores))
    verdict = test.verdict(watch.ratios[-1]) if watch.ratios else SprtVerdict.OPEN
    return SprtCourse(verdict, tuple(watch.ratios), tuple(sorted(watch.counts.items())))
