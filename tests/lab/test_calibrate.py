"""`fivefold calibrate`: what says 70 % comes true seven times in ten, once corrected by what was measured."""

import json
import random

import pytest

from fivefold import cli
from fivefold.engine.calibration import Correction
from fivefold.lab import fit, provenance
from fivefold.lab.estimates import wilson
from fivefold.lab.fit import UNKNOWN, ChanceLook, corrected, drawn_places, fitted, looks_job, measured, read_levels
from fivefold.lab.matches import Matchup
from fivefold.play.catalogue import find
from fivefold.play.match import Match

pytestmark = pytest.mark.usefixtures("no_engine")


def overconfident(games, seed=1):
    """Return positions in which the odds told are twice as long as they should be, three a game."""
    numbers, found = random.Random(seed), []
    for game in range(games):
        true = numbers.betavariate(1, 1)
        result = float(numbers.random() < true)
        told = true**2 / (true**2 + (1 - true) ** 2)
        found += [ChanceLook(game, told, result, 12 * part + 6, 30 - 12 * part, 36) for part in range(3)]
    return found


def test_odds_told_too_long_are_shortened():
    found = overconfident(2000)
    correction = fitted(found)
    assert correction.start == pytest.approx(0.5, abs=0.06) and correction.end == pytest.approx(0.5, abs=0.06)
    assert correction.to_move == pytest.approx(0, abs=0.1) and correction.length == 36
    result = measured(found, 4, "a command", "")
    assert result.raw_loss > result.shown_loss
    for each in result.shown:
        low, high = wilson(each.came, each.games)
        assert low - 0.02 <= each.told <= high + 0.02
    assert any(
        not wilson(each.came, each.games)[0] <= each.told <= wilson(each.came, each.games)[1] for each in result.raw
    )


def test_what_comes_true_as_it_is_told_is_left_as_it_is():
    numbers, found = random.Random(4), []
    for game in range(60):
        told = numbers.uniform(0.2, 0.8)
        found.append(ChanceLook(game, told, float(numbers.random() < told), game % 36, 36 - game % 36, 36))
    result = measured(found, 4, "a command", "")
    assert result.correction == (0.0, 1.0, 1.0, 36.0)
    assert result.raw == result.shown and result.raw_loss == result.shown_loss


def test_a_correction_follows_the_game_and_who_is_to_move():
    early, late = ChanceLook(0, 0.9, 1, 0, 30, 36), ChanceLook(0, 0.9, 1, 30, 0, 36)
    correction = Correction(to_move=0.0, start=0.5, end=1.0, length=36)
    assert corrected(early, correction) == pytest.approx(0.75)
    assert corrected(late, correction) == pytest.approx(0.9)
    assert corrected(late._replace(remaining=UNKNOWN, decisions=18), correction) == pytest.approx(0.839, abs=0.001)
    assert corrected(early, correction._replace(to_move=1.0)) > 0.75


@pytest.mark.parametrize("decisions", [0, 1, 2, 3, 36, 100])
def test_a_game_is_looked_at_in_each_third(decisions):
    places = drawn_places(decisions, 5)
    assert len(places) == min(3, decisions)
    assert [3 * place // decisions for place in places] == [0, 1, 2] or decisions < 3


@pytest.fixture
def quick_looks(monkeypatch):
    """Ask nobody for chances."""
    asked = []

    def shares(game, row, mover, budget, seats):
        asked.append(budget)
        return (0.6, 0.4) if mover == 0 else (0.4, 0.6)

    monkeypatch.setattr(fit, "shares", shares)
    monkeypatch.setattr(fit, "prepare", lambda game, players: None)
    return asked


@pytest.mark.slow
def test_the_command_writes_a_page_and_the_correction(quick_looks, tmp_path, capsys):
    data = tmp_path / "calibration.toml"
    given = ["calibrate", "locus", "--level", "2", "--option", "grid=6x5", "--jobs", "1", "--seed", "3"]
    given += ["--out", str(tmp_path), "--look", "0.5"]
    assert cli.main([*given, "--games", "8", "--data", str(data)]) == 0
    assert len(quick_looks) == 8 * 3 and {budget.nodes for budget in quick_looks} == {100_000}
    page = (tmp_path / "locus-grid-6x5-chances.md").read_text()
    command = "fivefold calibrate locus --option grid=6x5 --level 2 --games 8 --look 0.5 --seed 3"
    assert command in page and "| 60 to 70 % | 24 | 60 %" in page and "8 games, 24 positions" in page
    (kept,) = read_levels(tmp_path / "locus-grid-6x5-chances.jsonl")
    note = provenance.read(data)["grid-6x5-level-2"]
    assert (note["only"], note["level"]) == ("grid=6x5", 2)
    assert note["command"] == command and (note["games"], note["positions"]) == (8, 24)
    assert note["start"] == pytest.approx(kept.correction.start, abs=0.0001)
    assert "## Level 2" in capsys.readouterr().out


def test_looks_survive_json():
    coding, looks = looks_job(Matchup("locus", "2", "2"), 1, 1.0, "One").coding, [ChanceLook(0, 0.5, 1.0, 3, 30, 36)]
    assert coding.load(json.loads(json.dumps(coding.dump(looks)))) == looks


def test_alone_there_is_no_chance_to_measure(capsys):
    assert cli.main(["calibrate", "solitaire"]) == 2
    assert "Poker Solitaire: alone there is no chance to win to measure, only points" in capsys.readouterr().err


@pytest.mark.slow
def test_the_engine_is_asked_as_a_review_asks_it():
    match = Match("locus", seed=1, grid="6x5")
    match.play(match.legal_moves()[0])
    row = match.row.copy()
    budget = fit.budget_of(find("locus")).scaled(0.01)
    found = fit.shares(find("locus"), row, match.to_move, budget, 2)
    assert sum(found) == pytest.approx(1) and row == match.row
