"""The sequential test: its figures beside slower ways to them, and how often it errs."""

import math
import random
from collections import Counter

import pytest

from fivefold.contract.errors import InvalidOption
from fivefold.lab.estimates import SprtVerdict, SprtWatch, Test, expected_score, multiplier, regularized, sprt_course

FIVE = (0.0, 0.25, 0.5, 0.75, 1.0)
CASES = [(0, 5, (1, 60, 500, 1200, 600)), (0, 20, (10, 20, 40, 25, 15)), (-5, 5, (100, 210, 400, 190, 110))]


def counts_of(numbers):
    return dict(zip(FIVE, numbers, strict=True))


def slow_ratio(test, counts):
    """Return the ratio by halving an interval for each multiplier."""
    found = []
    for elo in (test.elo0, test.elo1):
        mean, weights = expected_score(elo), regularized(counts)
        low, high = -1 / (1 - mean) + 1e-12, 1 / mean - 1e-12
        for _ in range(200):
            middle = (low + high) / 2
            value = sum(w * (s - mean) / (1 + middle * (s - mean)) for s, w in weights.items())
            low, high = (middle, high) if value > 0 else (low, middle)
        found.append(sum(w * -math.log(1 + low * (s - mean)) for s, w in weights.items()))
    return found[1] - found[0]


@pytest.mark.parametrize(("elo0", "elo1", "numbers"), CASES)
def test_the_ratio_is_that_of_a_slower_way_and_near_the_normal_one(elo0, elo1, numbers):
    test, counts = Test(elo0, elo1), counts_of(numbers)
    ratio, total = test.ratio(counts), sum(numbers)
    assert ratio == pytest.approx(slow_ratio(test, counts), abs=1e-6)
    mean = sum(score * count for score, count in counts.items()) / total
    variance = sum(count * (score - mean) ** 2 for score, count in counts.items()) / total
    s0, s1 = expected_score(elo0), expected_score(elo1)
    if abs(mean - 0.5) < 0.1:
        normal = total * (s1 - s0) * (2 * mean - s0 - s1) / variance / 2
        assert ratio == pytest.approx(normal, rel=0.02, abs=0.02)


def test_each_kind_of_error_has_its_bound():
    """Wald's bounds for accepting H1 wrongly in 5 % and H0 wrongly in 10 % of tests: ln(0.1 / 0.95), ln(0.9 / 0.05)."""
    test = Test(0, 20, alpha=0.05, beta=0.10)
    assert (test.lower, test.upper) == pytest.approx((-2.2513, 2.8904), abs=1e-4)


def test_worked_figures():
    """Wins and losses alone: the best fit with a mean is the mean, so the ratio is the plain one of coin tosses."""
    test = Test(0, 100, 0.05, 0.05)
    assert test.upper == pytest.approx(math.log(19)) and test.lower == -test.upper
    share = expected_score(100)
    assert share == pytest.approx(0.640065)
    plain = 30 * math.log(share / 0.5) + 10 * math.log((1 - share) / 0.5)
    assert test.ratio({1.0: 30, 0.0: 10}) == pytest.approx(plain, abs=0.02)
    assert Test(0, 5).ratio({}) == pytest.approx(0, abs=1e-4)


def test_a_fit_has_its_mean():
    shares = {score: weight / 111 for score, weight in regularized(counts_of((10, 20, 40, 25, 16))).items()}
    for mean in (0.1, 0.5, 0.55, 0.95):
        x = multiplier(shares, mean)
        fit = {score: share / (1 + x * (score - mean)) for score, share in shares.items()}
        assert sum(fit.values()) == pytest.approx(1) and sum(s * p for s, p in fit.items()) == pytest.approx(mean)
        assert min(fit.values()) > 0


def test_it_ends_at_the_pair_that_decides_and_the_rest_does_not_count():
    test = Test(0, 100)
    went = sprt_course(test, [1.0] * 100)
    assert went.verdict is SprtVerdict.STRONGER and len(went.ratios) < 20
    assert went.ratios[-2] < test.upper <= went.ratios[-1]
    assert sprt_course(test, [1.0] * len(went.ratios)) == went
    assert sprt_course(test, [0.0] * 100).verdict is SprtVerdict.NOT_STRONGER
    assert sprt_course(test, [0.5, 1.0]).verdict is SprtVerdict.OPEN
    watch = SprtWatch(test)
    assert [watch.decided_by(1.0) for _ in went.ratios] == [False] * (len(went.ratios) - 1) + [True]


def pair_score(draws, elo, drawish=0.3):
    """Return the score of two games, each with many draws."""
    share, total = expected_score(elo), 0.0
    for _ in range(2):
        total += 0.5 if draws.random() < drawish else float(draws.random() < share)
    return total / 2


def test_the_strength_of_the_simulation_is_sixty_points():
    """What the simulation below takes for a difference is one: draws count half on both sides."""
    mean = 0.3 * 0.5 + 0.7 * expected_score(85.9)
    assert mean == pytest.approx(expected_score(60), abs=0.001)


@pytest.mark.slow
@pytest.mark.parametrize(("strength", "wrong"), [(0.0, SprtVerdict.STRONGER), (85.9, SprtVerdict.NOT_STRONGER)])
def test_it_errs_no_more_often_than_it_says(strength, wrong):
    draws, test, ended = random.Random(7), Test(0, 60, 0.1, 0.1), Counter()
    for _ in range(150):
        went = sprt_course(test, (pair_score(draws, strength) for _ in range(2000)))
        ended[went.verdict] += 1
    assert ended[SprtVerdict.OPEN] == 0
    assert ended[wrong] <= 150 * 0.1 + 2 * math.sqrt(150 * 0.1 * 0.9), ended


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"elo0": 5, "elo1": 5}, "--elo1 5: takes more than --elo0 5"),
        ({"alpha": 0.5}, "--alpha 0.5"),
        ({"beta": 0}, "--beta 0"),
    ],
)
def test_what_cannot_be_tested_is_refused(given, said):
    with pytest.raises(InvalidOption, match=said):
        Test(**given)
