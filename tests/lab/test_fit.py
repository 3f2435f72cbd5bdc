"""`fivefold fit`: the regression against known answers, features against estimates, the command in a small setting."""

import json
import math
import random
import re

import numpy as np
import pytest

from fivefold import cli
from fivefold.contract import CHANCE, Fitted
from fivefold.lab import estimates, fit, provenance
from fivefold.lab.estimates import RegressionData, RegressionFit, log_losses, means_by_pair
from fivefold.lab.fit import (
    LEAST_PAIRS,
    Sample,
    feature_difference,
    fitted_scale,
    fitted_weights,
    in_units_of_value,
    samples_job,
    samples_of_match,
    samples_of_pair,
)
from fivefold.lab.matches import Matchup, pair_tasks
from fivefold.play.catalogue import find, keys
from fivefold.play.match import Match
from tests.quick import in_turn

pytestmark = pytest.mark.usefixtures("no_engine")


def simulated(weights, positions, seed, per_pair=1):
    """Return positions whose results follow these weights; those of a pair share result and features."""
    numbers = np.random.default_rng(seed)
    features = np.repeat(numbers.normal(size=(positions, len(weights))), per_pair, axis=0)
    chance = 1 / (1 + np.exp(-features[::per_pair] @ np.array(weights)))
    results = np.repeat((numbers.random(positions) < chance).astype(float), per_pair)
    return RegressionData(features, results, np.repeat(np.arange(positions), per_pair))


# --- the regression --------------------------------------------------------------------------------------------------


def test_known_weights_are_found_within_their_intervals():
    truth = np.array([1.5, -0.5, 0.0])
    found = estimates.fit_logistic(simulated(truth, 4000, 1), np.zeros(3))
    assert np.all(np.abs(found.weights - truth) < 1.5 * found.half_intervals)
    assert np.all(found.half_intervals < 0.15)


@pytest.mark.slow
def test_nineteen_of_twenty_intervals_hold_the_truth():
    held = 0
    for seed in range(200):
        found = estimates.fit_logistic(simulated([0.8], 150, seed, per_pair=3), np.zeros(1), ridge=0.01)
        held += abs(found.weights[0] - 0.8) < found.half_intervals[0]
    assert 180 <= held <= 198


def test_positions_of_one_pair_do_not_count_as_many():
    once, often = (
        estimates.fit_logistic(simulated([1.0], 300, 7, per_pair=times), np.zeros(1), 0.0) for times in (1, 10)
    )
    assert often.weights == pytest.approx(once.weights) and often.covariance == pytest.approx(once.covariance)


def test_at_the_fit_surprises_balance_the_ridge():
    data, prior = simulated([2.0, 1.0], 300, 3), np.array([0.5, 0.5])
    size = np.sqrt(np.mean(data.features**2, axis=0))
    found = estimates.fit_logistic(data, prior, ridge=4.0).weights
    slope = data.features.T @ (data.results - estimates.logistic_chances(data.features, found))
    assert slope == pytest.approx(4.0 * size**2 * (found - prior), abs=1e-6)


def test_one_result_throughout_leaves_weights_finite_and_unseen_features_at_their_prior():
    data = RegressionData(np.array([[1.0, 0.0]] * 10), np.ones(10), np.arange(10))
    found = estimates.fit_logistic(data, np.array([0.1, 7.0]))
    assert 0.1 < found.weights[0] < 10 and found.weights[1] == 7.0 and found.half_intervals[1] == 0


def test_log_loss_is_that_of_the_chances():
    data = RegressionData(np.array([[0.0], [1.0], [1000.0]]), np.array([1.0, 0.5, 1.0]), np.array([0, 1, 1]))
    even = log_losses(data, np.array([math.log(3)]))
    assert even == pytest.approx([math.log(2), -0.5 * math.log(0.75) - 0.5 * math.log(0.25), 0.0])
    assert means_by_pair(data, even) == pytest.approx([math.log(2), even[1] / 2])


# --- positions -------------------------------------------------------------------------------------------------------


def test_a_pair_gives_every_decision_of_both_games():
    found = samples_of_pair(next(pair_tasks(Matchup("locus", "greedy", "random"), 1)))
    assert len(found) == 72 and {sample.pair for sample in found} == {0}
    assert {sample.result for sample in found} == {1.0}, "the greedy player sits on the first seat in both games"
    begins, waits = found[0], found[36]
    assert begins.lead == -waits.lead > 0, "in the other game the other seat begins"
    assert begins.features == (0, 0, *begins.features[2:4], 1) and waits.features == tuple(-n for n in begins.features)


def test_players_see_no_more_than_their_own_cards(monkeypatch):
    match = Match("pokeros", seed=1)
    while match.outcome is None:
        match.make(match.legal()[0])
    viewers = []
    conceal = match.game.rules.conceal

    def watched(row, viewer):
        viewers.append(viewer)
        conceal(row, viewer)

    monkeypatch.setattr(match.game.rules, "conceal", watched)
    found = samples_of_match(0, match)
    assert viewers == [mover for mover in match.movers if mover != CHANCE] and len(found) == len(viewers)


OPTIONS = {
    "locus": ({"grid": "6x5"}, {"grid": "8x6"}),
    "focus": ({}, {"win": "quota"}, {"players": "3"}, {"players": "4", "teams": "on", "win": "quota"}),
    "pokeros": ({}, {"hand": "1", "deck": "stripped", "wilds": "2"}),
    "dice_poker": ({"sets": "1"}, {"players": "3"}),
}


@in_turn("key, options", [(key, options) for key in keys() if find(key).extra_of(Fitted) for options in OPTIONS[key]])
def test_the_estimate_is_the_sum_of_the_weighted_features(key, options):
    match, chance = Match(key, seed=4, **options), random.Random(4)
    fitted, seats = match.game.extra_of(Fitted), len(match.seats)
    count, weights = len(set(fitted.names)), list(fitted.weights)
    assert len(fitted.names) == count and len(weights) % count == 0
    for _ in range(60):
        values, found, at = [0] * seats, [0] * count, count * fitted.phase(list(match.row))
        match.game.search.value(list(match.row), values)
        for seat in range(seats):
            fitted.features(list(match.row), seat, found)
            total = sum(w * f for w, f in zip(weights[at : at + count], found, strict=True)) / fitted.parts
            rounded = 0 if fitted.parts == 1 else 1.1
            assert abs(total - values[seat]) <= rounded, (seat, match.history)
        match.make(chance.choice(match.legal()))
        if match.outcome is not None:
            break


def test_differences_are_between_the_first_seats_of_the_sides():
    match = Match("focus", seed=1)
    match.make(match.legal()[0])
    lead, found = feature_difference(match.game, match.row, 2, (0, 1))
    other = feature_difference(match.game, match.row, 2, (1, 0))
    assert other == (-lead, tuple(-number for number in found)) and found[-1] == -1, "the other side is to move"


# --- fits in the units of a game -------------------------------------------------------------------------------------


def test_a_scale_that_is_right_is_left_as_it_is_and_one_twice_too_large_is_halved():
    scale, numbers = find("locus").search.points_scale, random.Random(2)
    for true, fitted in ((scale, scale), (scale / 2, scale / 2)):
        leads = [numbers.uniform(-3 * scale, 3 * scale) for _ in range(3000)]
        results = [float(numbers.random() < 1 / (1 + math.exp(-lead / true))) for lead in leads]
        found = [Sample(n, result, lead, ()) for n, (lead, result) in enumerate(zip(leads, results, strict=True))]
        (number,) = fitted_scale(find("locus"), found).numbers
        assert number.fitted == pytest.approx(fitted, rel=0.1) and number.low < fitted < number.high
        assert number.in_use == scale


def test_more_is_gained_the_worse_the_numbers_in_use_are():
    scale, numbers = find("focus").search.points_scale, random.Random(3)
    gains = []
    for factor in (1, 3):
        leads = [numbers.uniform(-300, 300) for _ in range(1000)]
        results = [float(numbers.random() < 1 / (1 + math.exp(-factor * lead / scale))) for lead in leads]
        found = [Sample(n, result, lead, ()) for n, (lead, result) in enumerate(zip(leads, results, strict=True))]
        result = fitted_scale(find("focus"), found)
        assert result.gain.mean == pytest.approx(result.in_use.mean - result.fitted.mean)
        gains.append(result.gain)
    assert abs(gains[0].mean) < 0.01 < gains[1].low


def test_weights_follow_the_fixed_one_or_the_scale():
    found = RegressionFit(np.array([0.5, 0.1]), np.diag([0.0, 0.01**2]))
    weights, halves, scale = in_units_of_value(found, np.array([100.0, 30.0]), 0, 250.0)
    assert weights == pytest.approx([100, 20]) and scale == pytest.approx((200, 200, 200))
    assert halves == pytest.approx([0, 1.959964 * 2], abs=1e-4)
    weights, halves, scale = in_units_of_value(found, np.array([100.0, 30.0]), -1, 250.0)
    assert weights == pytest.approx([125, 25]) and scale == (250.0, 250.0, 250.0)
    assert halves == pytest.approx([0, 1.959964 * 2.5], abs=1e-4)


def test_an_interval_without_an_upper_end_says_so():
    found = RegressionFit(np.array([0.5]), np.array([[1.0]]))
    assert in_units_of_value(found, np.array([100.0]), 0, 250.0)[2][2] == math.inf


def test_positions_survive_json():
    coding, found = samples_job(Matchup("locus", "2", "1"), 1, "One").coding, [Sample(0, 0.5, -3, (1, 0, -2))]
    assert coding.load(json.loads(json.dumps(coding.dump(found)))) == found


@pytest.mark.parametrize("key", ["solitaire", "locus"], ids=["no-features", "learnt-by-train"])
def test_other_weights_are_not_fitted(key):
    assert fitted_weights(find(key), []) == []


# --- the command -----------------------------------------------------------------------------------------------------


@pytest.fixture
def quiet(monkeypatch):
    monkeypatch.setattr(fit, "prepare", lambda game, players: None)


@pytest.mark.slow
def test_the_command_fits_reports_and_writes_where_its_numbers_come_from(quiet, tmp_path, capsys):
    out = tmp_path / "provenance.toml"
    arguments = ["pokeros", "--level", "greedy", "--pairs", "4", "--jobs", "1", "--option", "deck=stripped"]
    arguments += ["--seed", "3"]
    assert cli.main(["fit", *arguments, "--out", str(out)]) == 0
    text = capsys.readouterr().out
    command = "fivefold fit pokeros --option deck=stripped --level greedy --pairs 4 --scale 1 --seed 3"
    assert text.startswith(f"{command}\n8 games, 241 positions\n\npoints_scale ")
    assert re.search(r"^points_scale +\d+\.\d  \d+\.\d to \S+ +900$", text, re.M)
    assert re.search(r"^to move, a point of the best placement +-?\d+\.\d  .* 70$", text, re.M)
    assert len(re.findall(r"^log-loss, gain +-?0\.\d{4}  ", text, re.M)) == 2
    notes = provenance.read(out)
    assert list(notes) == ["points_scale", "weights"]
    for note in notes.values():
        assert (note["command"], note["seed"], note["games"], note["positions"]) == (command, 3, 8, 241)
        assert note["fitted"].startswith("points_scale ") and note["log_loss_in_use"] > 0
    assert cli.main(["fit", *arguments]) == 0
    again = capsys.readouterr().out
    assert again == text.partition("\nWritten")[0], "the same games give the same fit"


def test_a_note_takes_the_place_of_the_one_of_its_name_and_comments_stay(tmp_path):
    file = tmp_path / "provenance.toml"
    file.write_text('# What it says.\n\n[weights]\ncommand = "old"\n\n[other]\nseed = 1\n')
    provenance.write(file, "weights", {"command": 'fivefold fit x --preset "A \\ B"', "score": 0.25})
    assert file.read_text().startswith("# What it says.\n\n[other]\n")
    assert provenance.read(file) == {
        "other": {"seed": 1},
        "weights": {"command": 'fivefold fit x --preset "A \\ B"', "score": 0.25},
    }


def test_too_few_pairs_to_measure_on_are_refused(capsys):
    assert cli.main(["fit", "locus", "--level", "greedy", "--pairs", str(LEAST_PAIRS - 1)]) == 2
    assert capsys.readouterr().err == "fivefold: --pairs 1: takes a whole number from 2 up\n"


def test_a_game_for_one_is_refused(capsys):
    assert cli.main(["fit", "solitaire", "--level", "greedy"]) == 2
    assert "fit solitaire: estimates are fitted to games of two sides and more" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize("options", [["pokeros"], ["solitaire", "--option", "mode=race"], ["dice_poker"]], ids=str)
def test_every_kind_of_game_for_two_can_be_fitted(options, quiet, capsys):
    assert cli.main(["fit", *options, "--level", "greedy", "--pairs", "2", "--jobs", "1"]) == 0
    assert "points_scale" in capsys.readouterr().out
