"""Elo by maximum likelihood, beside a brute search for the top and figures that are known."""

import math
import random
from itertools import combinations
from statistics import stdev

import pytest

from fivefold.contract.errors import InvalidOption
from fivefold.lab.estimates import estimate, expected_score, rated


def likelihood(elos, scores):
    """Return the log-likelihood, draws as half a win and half a loss."""
    total = 0.0
    for (a, b), each in scores.items():
        expected = expected_score(elos[a] - elos[b])
        total += sum(score * math.log(expected) + (1 - score) * math.log(1 - expected) for score in each)
    return total


def climbed(count, scores):
    """Return the most likely Elo, the first player's at 0, by small steps uphill: slow and obvious."""
    elos, step = [0.0] * count, 256.0
    while step > 1e-5:
        best = likelihood(elos, scores)
        for player in range(1, count):
            for change in (step, -step):
                tried = [elo + change * (number == player) for number, elo in enumerate(elos)]
                if likelihood(tried, scores) > best:
                    elos, best = tried, likelihood(tried, scores)
                    break
            else:
                continue
            break
        else:
            step /= 2
    return elos


def drawn_scores(count, pairs, seed=1):
    draws = random.Random(seed)
    return {
        pair: [draws.choice((0.0, 0.25, 0.5, 0.75, 1.0)) for _ in range(pairs)]
        for pair in combinations(range(count), 2)
    }


@pytest.mark.parametrize("count", [2, 3, 5])
def test_it_is_the_top_that_a_brute_search_finds(count):
    scores = drawn_scores(count, 7)
    found = rated(count, scores, anchor=0).players
    assert [each.elo for each in found] == pytest.approx(climbed(count, scores), abs=0.01)


def test_two_players_are_apart_by_what_their_score_says():
    found = rated(2, {(0, 1): [1.0] * 3 + [0.0]}, anchor=1).players
    assert found[0].elo == pytest.approx(400 * math.log10(3))
    assert found[1] == (0.0, 0.0, 0.0)


def test_everybody_scores_what_is_expected():
    scores = drawn_scores(4, 9, seed=5)
    elos = [each.elo for each in rated(4, scores).players]
    assert sum(elos) == pytest.approx(0, abs=1e-6)
    for player in range(4):
        won = sum(sum(each) for (a, _), each in scores.items() if a == player)
        won += sum(len(each) - sum(each) for (_, b), each in scores.items() if b == player)
        expected = sum(9 * expected_score(elos[player] - elos[other]) for other in range(4) if other != player)
        assert won == pytest.approx(expected)


def test_strength_is_told_through_others_too():
    """200 above the next, and that one 200 above the last: 400 above the last, whom it has never met."""
    share = expected_score(200)
    scores = {(0, 1): [share] * 10, (1, 2): [share] * 10}
    assert [each.elo for each in rated(3, scores, anchor=2).players] == pytest.approx([400, 200, 0])


def test_intervals_are_about_those_of_a_match_and_cover_the_truth():
    scores = drawn_scores(2, 60)[(0, 1)]
    found, usual = rated(2, {(0, 1): scores}, anchor=1).players[0], estimate(scores)
    assert found.low == pytest.approx(usual.elo_low, abs=6) and found.high == pytest.approx(usual.elo_high, abs=6)


@pytest.mark.slow
def test_ninety_five_intervals_of_a_hundred_hold_the_truth():
    draws, truth, held, apart, tried = random.Random(2), (120.0, 0.0, -80.0), 0, 0, 0
    for _ in range(300):
        scores = {}
        for a, b in combinations(range(3), 2):
            share = expected_score(truth[a] - truth[b])
            scores[a, b] = [float(draws.random() < share) / 2 + float(draws.random() < share) / 2 for _ in range(40)]
        found = rated(3, scores)
        for number, each in enumerate(found.players):
            middle, rival = sum(truth) / 3, (number + 1) % 3
            held += each.low <= truth[number] - middle <= each.high
            apart += found.lead(number, rival).low <= truth[number] - truth[rival] <= found.lead(number, rival).high
            tried += 1
    assert 0.93 <= held / tried <= 0.985 and 0.93 <= apart / tried <= 0.985


def spread_of(scores):
    """Return the standard error of a difference in Elo from the pairs of one meeting: the delta method, by hand."""
    middle = sum(scores) / len(scores)
    tossed = middle * (1 - middle)
    variance = (sum((score - middle) ** 2 for score in scores) + tossed) / len(scores) ** 2
    return 400 / math.log(10) * math.sqrt(variance) / tossed


def test_the_interval_of_a_difference_is_that_of_the_two_players_who_met():
    """In a ladder each difference is known from one meeting alone, and from those between added up."""
    upper, lower = [1.0] * 22 + [0.5] * 14 + [0.0] * 4, [1.0] * 39 + [0.5]
    found = rated(3, {(0, 1): upper, (1, 2): lower})
    for (a, b), error in {
        (0, 1): spread_of(upper),
        (1, 2): spread_of(lower),
        (0, 2): math.hypot(spread_of(upper), spread_of(lower)),
    }.items():
        lead = found.lead(a, b)
        assert lead.high - lead.elo == pytest.approx(1.959964 * error) == pytest.approx(lead.elo - lead.low)
        assert lead.superiority == pytest.approx((1 + math.erf(lead.elo / error / math.sqrt(2))) / 2)
        assert found.lead(b, a).superiority == pytest.approx(1 - lead.superiority)
    first, second = found.players[:2]
    assert first.low < second.high, "the intervals of the two overlap,"
    assert found.lead(0, 1).low > 50, "because neither knows how far the last is behind; their difference is clear"


@pytest.mark.slow
def test_the_likelihood_of_superiority_is_that_of_pairs_drawn_again():
    """The bootstrap: pairs are drawn anew with replacement, and the top is found by the brute search."""
    scores, draws, times = drawn_scores(3, 30, seed=11), random.Random(4), 200
    found, ahead, apart = rated(3, scores), [0] * 3, [[], [], []]
    for _ in range(times):
        elos = climbed(3, {pair: draws.choices(each, k=len(each)) for pair, each in scores.items()})
        for place, (a, b) in enumerate(combinations(range(3), 2)):
            ahead[place] += elos[a] > elos[b]
            apart[place].append(elos[a] - elos[b])
    for place, (a, b) in enumerate(combinations(range(3), 2)):
        lead = found.lead(a, b)
        assert lead.superiority == pytest.approx(ahead[place] / times, abs=0.08)
        assert (lead.high - lead.low) / 3.92 == pytest.approx(stdev(apart[place]), rel=0.15)


def test_equal_players_are_as_likely_to_be_stronger():
    lead = rated(3, {pair: [0.0, 0.5, 1.0] for pair in combinations(range(3), 2)}).lead(0, 2)
    assert lead.elo == pytest.approx(0, abs=1e-6) and lead.superiority == pytest.approx(0.5)


def test_draws_make_intervals_narrow():
    rough = rated(2, {(0, 1): [0.0, 1.0] * 20}).players[0]
    calm = rated(2, {(0, 1): [0.5] * 40}).players[0]
    assert calm.high - calm.low < (rough.high - rough.low) / 4


def test_who_won_everything_is_ahead_by_a_bound_that_is_told():
    found = rated(3, {(0, 1): [1.0] * 10, (0, 2): [1.0] * 10, (1, 2): [1.0, 0.5]}, anchor=1)
    assert set(found.bounded) == {(0, 1), (0, 2)}
    assert 300 < found.players[0].elo < 700
    assert rated(2, {(0, 1): [1.0, 0.75]}).bounded == (), "a draw among them makes an end"


def test_only_meetings_that_leave_the_difference_open_count_as_if_one_more_were_drawn():
    """The second beats the third always, but the third took a game off the fourth, and that one off the second."""
    scores = {(0, 1): [1.0] * 4, (1, 2): [1.0] * 4, (2, 3): [0.5] * 4, (1, 3): [0.5] * 4}
    assert rated(4, scores).bounded == ((0, 1),)
    rest = {(a - 1, b - 1): each for (a, b), each in scores.items() if a}
    whole, part = rated(4, scores, anchor=1).players[1:], rated(3, rest, anchor=0).players
    assert [each.elo for each in whole] == pytest.approx([each.elo for each in part])


def test_who_has_not_met_cannot_be_compared():
    with pytest.raises(InvalidOption, match="player 2 has met nobody"):
        rated(4, {(0, 1): [0.5], (2, 3): [0.5]})
