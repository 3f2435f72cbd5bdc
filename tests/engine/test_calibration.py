"""Chances to win as they are shown: a rising function of what the search says, the same for hint and review."""

import pytest

from fivefold.engine import calibration
from fivefold.engine.calibration import Calibration, Correction, Measurement, calibration_at, measurements, nearest
from fivefold.play.catalogue import find, keys
from fivefold.play.match import Match

HALVED = Calibration(0.5, 0.3, (0, 1), 0)


@pytest.fixture
def flatter(monkeypatch):
    """Correct every game's odds to their root at the start and not at all at the end, at levels 2 and 6."""
    known = {2: Correction(0.0, 0.5, 1.0, 40.0), 6: Correction(0.0, 0.8, 1.0, 40.0)}
    monkeypatch.setattr(calibration, "corrections", lambda match: known)


def test_a_correction_rises_and_stays_between_0_and_1():
    told = [HALVED.chance(step / 100) for step in range(101)]
    assert told[0] > 0 and told[-1] < 1 and told == sorted(told) and len(set(told)) > 95
    assert Calibration(-3.0, 0.0, (0, 1), 0).chance(0.9) > Calibration(-3.0, 0.0, (0, 1), 0).chance(0.1)


@pytest.mark.parametrize("chance", [0.0, 0.2, 0.5, 0.97, 1.0])
def test_the_share_of_the_side_to_move_is_its_chance(chance):
    assert HALVED.shares((chance, 1 - chance))[0] == pytest.approx(HALVED.chance(chance), abs=0.001)
    assert sum(HALVED.shares((chance, 1 - chance))) == pytest.approx(1)


def test_partners_share_a_chance_evenly():
    shares = Calibration(0.5, 0.0, (0, 1, 0, 1), 1).shares((0.4, 0.1, 0.4, 0.1))
    assert shares == pytest.approx((1 / 3, 1 / 6, 1 / 3, 1 / 6))


def test_a_match_is_corrected_by_how_far_it_is_and_by_the_level_at_the_table(flatter):
    match = Match("locus", seed=1)
    assert calibration_at(match, (None, 2)).chance(0.9) == pytest.approx(0.75)
    assert calibration_at(match, (None, 7)).chance(0.9) == pytest.approx(0.853, abs=0.001)
    while match.outcome is None:
        before = match.row.copy()
        match.play(match.legal_moves()[0])
    last = match.decisions[-1]
    assert calibration_at(match, (None, 2), last, before).chance(0.9) == pytest.approx(0.897, abs=0.002)


def test_people_among_themselves_are_taken_to_play_at_level_3():
    assert nearest({2: None, 3: None, 7: None}, calibration.level_of((None, None))) == 3
    assert nearest({2: None, 6: None}, 4) == 2


@pytest.mark.parametrize(("key", "options"), [("focus", {"players": "3"}), ("solitaire", {})])
def test_where_nothing_was_measured_nothing_is_corrected(flatter, key, options):
    assert calibration_at(Match(key, **options), (None,) * 3) is None


def test_a_measurement_counts_for_games_with_its_options(monkeypatch):
    usual, short = Correction(0.0, 0.5, 1.0, 40.0), Correction(0.0, 0.9, 1.0, 20.0)
    found = [Measurement(2, {"grid": "6x5"}, short), Measurement(2, {}, usual), Measurement(4, {"grid": "8x6"}, usual)]
    monkeypatch.setattr(calibration, "measurements", lambda game: found)
    assert calibration.corrections(Match("locus", grid="6x5")) == {2: short}
    assert calibration.corrections(Match("locus", grid="8x6")) == {2: usual, 4: usual}


@pytest.mark.parametrize("key", keys())
def test_what_was_measured_is_in_order(key):
    for level, only, correction in measurements(find(key)):
        assert set(only) <= {option.name for option in find(key).setup.options}
        assert 1 <= level <= 7 and 0 < correction.start < 3 and 0 < correction.end < 3 and correction.length > 10
        assert abs(correction.to_move) < 1, "to be on the move is no game won"
