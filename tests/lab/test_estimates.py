"""Estimates: closed forms, formulas worked out the long way, and what intervals promise, tried on simulated games."""

import math
import random
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivefold import cli
from fivefold.lab import estimates
from fivefold.lab.estimates import (
    UNKNOWN,
    Estimate,
    Z,
    at_once,
    clustered_mean,
    clustered_ratio,
    clustered_share,
    correlation,
    difference,
    elo,
    elo_text,
    estimate,
    expected_score,
    quantile,
    student,
    wilson,
)

SCORES = st.lists(st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]), min_size=1, max_size=60)


@pytest.mark.parametrize(("score", "difference"), [(0.5, 0.0), (0.75, 190.848), (10 / 11, 400.0), (0.64, 99.951)])
def test_elo_of_known_scores(score, difference):
    assert elo(score) == pytest.approx(difference, abs=0.001)
    assert elo(1 - score) == pytest.approx(-difference, abs=0.001)
    assert expected_score(difference) == pytest.approx(score, abs=1e-5)


def test_elo_is_infinite_where_all_was_won_or_lost():
    assert elo(1.0) == math.inf and elo(0.0) == -math.inf


def test_wilson_agrees_with_published_values():
    # Newcombe (1998), table I, method 3: 81/263, 15/148, 0/20, 1/29.
    cases = {(81, 263): (0.2553, 0.3662), (15, 148): (0.0624, 0.1605), (0, 20): (0, 0.1611), (1, 29): (0.0061, 0.1718)}
    for (hits, trials), (low, high) in cases.items():
        assert wilson(hits / trials, trials) == pytest.approx((low, high), abs=0.00006)


@pytest.mark.parametrize("pairs", [1, 10, 200])
def test_all_won_leaves_a_bound(pairs):
    measured = estimate([1.0] * pairs)
    assert (measured.mean, measured.high) == (1.0, 1.0)
    assert measured.low == pytest.approx(pairs / (pairs + Z * Z))
    assert elo_text(measured).startswith("more than ")
    assert elo_text(estimate([0.0] * pairs)) == elo_text(measured).replace("more", "less").translate(
        str.maketrans("+-", "-+")
    )


def test_two_hundred_won_pairs_are_worth_so_much():
    assert elo_text(estimate([1.0] * 200)) == "more than +687"


def test_whole_pairs_spread_like_coin_tosses():
    measured = estimate([1.0] * 120 + [0.0] * 80)
    assert (measured.low, measured.high) == pytest.approx(wilson(0.6, 200), abs=0.001)


def test_split_pairs_narrow_the_interval_and_one_draw_proves_nothing():
    tossed, split = estimate([1.0, 0.0] * 50), estimate([0.75, 0.25] * 50)
    assert (split.high - split.low) == pytest.approx((tossed.high - tossed.low) / 2, rel=0.05)
    alone = estimate([0.5])
    assert alone.low < 0.1 and alone.high > 0.9


@given(SCORES)
def test_the_interval_holds_the_score_and_mirrors(scores):
    measured, mirrored = estimate(scores), estimate([1 - score for score in scores])
    assert 0 <= measured.low <= measured.mean + 1e-12 and measured.mean <= measured.high + 1e-12 <= 1 + 1e-9
    assert measured.low < measured.high
    assert (1 - mirrored.high, 1 - mirrored.low) == pytest.approx((measured.low, measured.high))
    assert math.isfinite(measured.elo_low) or measured.mean == 0
    assert math.isfinite(measured.elo_high) or measured.mean == 1


WEIGHTS = {
    "double matches, close": (0.42, 0, 0.05, 0, 0.53),
    "double matches, one-sided": (0.02, 0, 0.01, 0, 0.97),
    "two games a pair": (0.05, 0.1, 0.4, 0.2, 0.25),
    "almost all drawn": (0.0, 0.04, 0.9, 0.06, 0.0),
}


@pytest.mark.slow
@pytest.mark.parametrize("weights", WEIGHTS.values(), ids=WEIGHTS)
@pytest.mark.parametrize("pairs", [30, 200])
def test_nineteen_of_twenty_intervals_hold_the_truth(weights, pairs):
    values, chance = (0.0, 0.25, 0.5, 0.75, 1.0), random.Random(5)
    truth = math.fsum(value * weight for value, weight in zip(values, weights, strict=True))
    held = 0
    for _ in range(1000):
        measured = estimate(chance.choices(values, weights, k=pairs))
        held += measured.low <= truth <= measured.high
    assert 930 <= held <= (1000 if pairs < 100 else 990)


def test_elo_text_gives_difference_and_interval():
    assert elo_text(estimate([1.0] * 120 + [0.0] * 80)) == "+70 (+21 to +120)"


# --- pairs and other clusters ----------------------------------------------------------------------------------------


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


def test_without_scipy_whoever_needs_it_is_told_before_a_game_is_played(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "scipy", None)
    assert cli.main(["study", "pokeros", "--player", "random", "--matches", "4", "--jobs", "1"]) == 2
    said = capsys.readouterr().err
    assert "SciPy, which is missing" in said and "pip install scipy" in said and "matches" not in said
    assert cli.main(["match", "random", "random", "--game", "pokeros", "--pairs", "1", "--jobs", "1"]) == 0
