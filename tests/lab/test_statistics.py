"""Scores, intervals and Elo: closed forms, and what intervals promise, tried out."""

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivefold.lab.estimates import Z, elo, elo_text, estimate, expected_score, wilson

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
