"""Logistic regression on results between 0 and 1 of positions that come in groups, by Newton's method.

Positions of one pair of games share a deal and results, so intervals take whole pairs as independent, not positions
(the sandwich estimator, Liang and Zeger 1986).
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fivefold.lab.measuring.statistics import Z

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

STEPS: Final = 100
SMALL: Final = 1e-9
"""A Newton step that moves no weight further than this, in standard deviations, is the last."""
LARGEST: Final = 50.0
"""Chances are those of odds of e to at most this power, which no float can tell from certainty."""


@dataclass(frozen=True, slots=True)
class Data:
    """Positions: one row of features each, the result, and the pair of games it comes from."""

    features: Floats
    """Positions by weights: differences between the two sides."""
    results: Floats
    """The first side's: 1 won, 0 lost."""
    pairs: Integers

    def of(self, chosen: NDArray[np.bool_]) -> "Data":
        """Return those positions for which ``chosen`` is true."""
        return Data(self.features[chosen], self.results[chosen], self.pairs[chosen])


@dataclass(frozen=True, slots=True)
class Fit:
    """Fitted weights and how sure they are."""

    weights: Floats
    covariance: Floats

    @property
    def half_intervals(self) -> Floats:
        """Half of each weight's 95 % interval."""
        return Z * np.sqrt(np.diag(self.covariance))


def fit(data: Data, prior: Floats, ridge: float = 1.0) -> Fit:
    """Return the weights that make the results most likely: odds of e to the weighted sum of the features.

    ``ridge`` pulls each weight towards ``prior`` as strongly as that many certain positions, in units of the feature's
    root mean square. A feature that is 0 everywhere keeps its prior, with an interval of no width.
    """
    size = np.sqrt(np.mean(data.features**2, axis=0))
    seen = size > 0
    scaled = Data(data.features[:, seen] / size[seen], data.results, data.pairs)
    start = prior[seen] * size[seen]
    found = _newton(scaled, start, ridge)
    weights, covariance = prior.copy(), np.zeros((len(prior), len(prior)))
    weights[seen] = found / size[seen]
    covariance[np.ix_(seen, seen)] = _sandwich(scaled, found, ridge) / np.outer(size[seen], size[seen])
    return Fit(weights, covariance)


def chances(features: Floats, weights: Floats) -> Floats:
    """Return the first side's chance to win in each position."""
    return np.asarray(1 / (1 + np.exp(-np.clip(features @ weights, -LARGEST, LARGEST))))


def losses(data: Data, weights: Floats) -> Floats:
    """Return each position's log-loss: ln 2 for a chance of one half, 0 for the certain right one."""
    odds = data.features @ weights
    return np.asarray(data.results * np.logaddexp(0, -odds) + (1 - data.results) * np.logaddexp(0, odds))


def by_pair(data: Data, figures: Floats) -> Floats:
    """Return the mean of one figure a position over each pair, pairs in ascending order."""
    _, places = np.unique(data.pairs, return_inverse=True)
    return np.asarray(np.bincount(places, figures) / np.bincount(places))


def _newton(data: Data, start: Floats, ridge: float) -> Floats:
    weights = start.copy()
    for _ in range(STEPS):
        step = np.linalg.solve(_curvature(data, weights, ridge), _slope(data, weights) - ridge * (weights - start))
        before = _penalised(data, weights, start, ridge)
        while _penalised(data, weights + step, start, ridge) > before + SMALL and np.abs(step).max() > SMALL:
            step /= 2
        weights = weights + step
        if not step.size or np.abs(step).max() < SMALL:
            break
    return weights


def _penalised(data: Data, weights: Floats, start: Floats, ridge: float) -> float:
    return float(losses(data, weights).sum() + ridge / 2 * ((weights - start) ** 2).sum())


def _slope(data: Data, weights: Floats) -> Floats:
    return np.asarray(data.features.T @ (data.results - chances(data.features, weights)))


def _curvature(data: Data, weights: Floats, ridge: float) -> Floats:
    chance = chances(data.features, weights)
    return np.asarray((data.features.T * (chance * (1 - chance))) @ data.features + ridge * np.eye(len(weights)))


def _sandwich(data: Data, weights: Floats, ridge: float) -> Floats:
    """Return the covariance of the weights, pairs independent of each other."""
    surprise = data.features * (data.results - chances(data.features, weights))[:, None]
    names, places = np.unique(data.pairs, return_inverse=True)
    sums = np.zeros((len(names), data.features.shape[1]))
    np.add.at(sums, places, surprise)
    bread = np.linalg.inv(_curvature(data, weights, ridge))
    return np.asarray(bread @ sums.T @ sums @ bread * (len(names) / max(1, len(names) - 1)))
