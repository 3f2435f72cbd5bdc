"""The sequential probability ratio test of two players: it ends as soon as enough is known.

Two statements are compared: the first player is ``elo0`` stronger (H0), or ``elo1`` (H1), in logistic Elo. After every
pair of games the generalized log-likelihood ratio of the two is taken over the scores of pairs, up to five different
ones (the pentanomial model): each hypothesis may have whichever distribution of scores with its mean fits best. This is
the test that Fishtest runs for Stockfish; the fit is Proposition 1.1 of M. Van den Bergh's notes for it
(cantate.be/Fishtest/support_MLE_multinomial.pdf), the bounds are A. Wald's (1945).
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from fivefold.contract.errors import InvalidOption
from fivefold.lab.measuring.statistics import expected_score

FIVE: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The scores of a pair without shared places."""
UNSEEN: Final = 1e-3
"""How often a score that did not come counts: a mean can then be anything."""
STEPS: Final = 60


class Verdict(StrEnum):
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

    def verdict(self, ratio: float) -> Verdict:
        """Return what a log-likelihood ratio says."""
        return (
            Verdict.STRONGER if ratio >= self.upper else Verdict.NOT_STRONGER if ratio <= self.lower else Verdict.OPEN
        )

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

    The sum falls from infinity to minus infinity between the bounds, and Newton's steps are kept inside them.
    """
    offsets = [(score - wanted, share) for score, share in shares.items()]
    low, high = -1 / max(offset for offset, _ in offsets), -1 / min(offset for offset, _ in offsets)
    x = 0.0
    for _ in range(STEPS):
        value = slope = 0.0
        for offset, share in offsets:
            part = offset / (1 + x * offset)
            value += share * part
            slope -= share * part * part
        low, high = (x, high) if value > 0 else (low, x)
        step = x - value / slope
        nearer = step if low < step < high else (low + high) / 2
        if abs(nearer - x) < 1e-13:
            return nearer
        x = nearer
    return x


class Course(NamedTuple):
    """How a test went, pair by pair."""

    verdict: Verdict
    ratios: tuple[float, ...]
    """The log-likelihood ratio after each pair."""
    counts: tuple[tuple[float, int], ...]
    """How often each score of a pair came, ascending."""


def course(test: Test, scores: Iterable[float]) -> Course:
    """Return how a test goes over these scores, as far as the pair that decides it."""
    counts: Counter[float] = Counter()
    ratios = list[float]()
    verdict = Verdict.OPEN
    for score in scores:
        counts[score] += 1
        ratios.append(test.ratio(counts))
        verdict = test.verdict(ratios[-1])
        if verdict is not Verdict.OPEN:
            break
    return Course(verdict, tuple(ratios), tuple(sorted(counts.items())))


class Watch:
    """Tells of the scores of a test, one after the other, whether they decide it."""

    def __init__(self, test: Test) -> None:
        self._test = test
        self._counts: Counter[float] = Counter()

    def decided_by(self, score: float) -> bool:
        """Take the next score in; tell whether the test is decided."""
        self._counts[score] += 1
        return self._test.verdict(self._test.ratio(self._counts)) is not Verdict.OPEN
