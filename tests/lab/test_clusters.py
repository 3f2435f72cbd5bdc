"""Figures of games in pairs, against formulas worked out the long way and against simulated games."""

import math
import random

import pytest

from fivefold.lab import estimates
from fivefold.lab.estimates import (
    UNKNOWN,
    Estimate,
    at_once,
    clustered_mean,
    clustered_ratio,
    clustered_share,
    correlation,
    difference,
    quantile,
    student,
)


def test_the_mean_of_equal_pairs_is_that_of_their_means():
    found = clustered_mean([1, 3, 4, 8, 5, 9], [0, 0, 1, 1, 2, 2])
    means = [2, 6, 7]
    spread = math.sqrt(sum((each - 5) ** 2 for each in means) / 2)
    assert found.mean == 5
    assert found.high - 5 == pytest.approx(student(2) * spread / math.sqrt(3))
    assert found.low == pytest.approx(10 - found.high)


def test_numbers_in_groups_of_their_own_are_independent():
    numbers = [1.0, 2.0, 4.0, 9.0]
    found = clustered_mean(numbers, range(4))
    spread = math.sqrt(sum((each - 4) ** 2 for each in numbers) / 3)
    assert found.high - found.mean == pytest.approx(student(3) * spread / 2)


def test_one_pair_tells_nothing_of_how_sure_it_is():
    assert clustered_mean([1, 2], [0, 0]) == Estimate(1.5, -math.inf, math.inf)
    assert clustered_mean([], []) is UNKNOWN is clustered_share([], [])
    assert correlation([1, 2, 3], [1, 2, 3]) is UNKNOWN is correlation([1] * 5, [1, 2, 3, 4, 5])


@pytest.mark.parametrize(
    ("freedom", "point"), [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (10, 2.228), (99, 1.984)]
)
def test_students_points_are_those_of_the_tables(freedom, point):
    assert student(freedom) == pytest.approx(point, abs=0.012 if freedom == 3 else 0.002)


def test_a_share_stays_within_nothing_and_all():
    all_won = clustered_share([1.0] * 20, [each // 2 for each in range(20)])
    assert all_won.high == 1 and 0.6 < all_won.low < 0.85
    some = clustered_share([1.0, 0.0, 0.0, 0.0], [0, 1, 2, 3])
    assert 0 < some.low < some.mean == 0.25 < some.high < 1


def test_pairs_that_go_the_same_way_count_once():
    together = clustered_share([float(pair % 2) for pair in range(50) for _ in (0, 1)], [n // 2 for n in range(100)])
    apart = clustered_share([float(n % 2) for n in range(100)], [n // 2 for n in range(100)])
    assert together.high - together.low > 1.2 * (apart.high - apart.low)


@pytest.mark.parametrize("function", [clustered_mean, clustered_share])
def test_intervals_hold_as_often_as_they_say(function):
    chance, held, tries = random.Random(5), 0, 400
    for _ in range(tries):
        deals = [chance.choice((0.2, 0.8)) for _ in range(40)]
        shares = [float(chance.random() < deal) for deal in deals for _ in (0, 1)]
        found = function(shares, [number // 2 for number in range(80)])
        held += found.low <= 0.5 <= found.high
    assert 0.92 <= held / tries <= 0.985


def test_the_correlation_of_a_line_is_whole_and_of_noise_none():
    assert correlation([1, 2, 3, 4, 5], [2, 4, 6, 8, 10]).mean == pytest.approx(1)
    chance = random.Random(1)
    deals = [chance.gauss(0, 1) for _ in range(2000)]
    found = correlation([deal + chance.gauss(0, 1) for deal in deals], [deal + chance.gauss(0, 1) for deal in deals])
    assert found.low < 0.5 < found.high and found.high - found.low < 0.08


def test_the_difference_of_shares_is_newcombes():
    # Newcombe 1998, table II, example a: 56/70 and 48/80; his interval, method 10, is 0.0524 to 0.3339.
    shares = [Estimate(k / n, *estimates.wilson(k / n, n)) for k, n in ((56, 70), (48, 80))]
    found = difference(*shares)
    assert (found.mean, found.low, found.high) == pytest.approx((0.2, 0.0524, 0.3339), abs=1e-4)


def test_a_ratio_takes_whole_groups_as_independent():
    parts, wholes, groups = [1, 2, 3, 4], [2, 2, 4, 12], [0, 0, 1, 1]
    found = clustered_ratio(parts, wholes, groups)
    assert found.mean == 10 / 20
    # The sums of the groups are 3 of 4 and 7 of 16: off by 1 each way.
    assert found.high - found.mean == pytest.approx(student(1) * math.sqrt(2 * (1 + 1)) / 20)


def test_a_quantile_lies_between_its_ends_as_often_as_they_say():
    assert quantile(range(1, 101), 0.5) == Estimate(50, 40, 61)
    chance, held, tries = random.Random(3), 0, 400
    for _ in range(tries):
        found = quantile([chance.random() for _ in range(120)], 0.1)
        held += found.low <= 0.1 <= found.high
    assert 0.92 <= held / tries <= 0.99


def test_the_most_remarkable_of_several_has_a_wider_interval():
    single = Estimate(0.5, 0.4, 0.6)
    assert at_once(single, 1).low == pytest.approx(0.4)
    several = at_once(single, 10)
    assert several.mean == 0.5 and 0.5 - several.low == pytest.approx(0.1 * 2.807 / 1.96, abs=1e-3)
