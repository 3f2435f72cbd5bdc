"""A computer's clock: it never runs out, and with plenty on it nothing changes; how fast a machine is."""

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivefold.contract.errors import FivefoldError
from fivefold.engine import calibration
from fivefold.engine.budget import Budget
from fivefold.engine.calibration import Calibration, Correction, Measurement, calibration_at, measurements, nearest
from fivefold.engine.opponents import LEVELS
from fivefold.engine.strength import levels_of
from fivefold.engine.time_use import LEAST, ON_THE_WAY, TimeLeft, allowance, decisions_left, within
from fivefold.engine.worker_main import Question, Respondent, question
from fivefold.play.catalogue import find, keys
from fivefold.play.match import Match

SECOND, DAY = 1000, 86_400_000
STRONGEST = Budget(seconds=2.0)


@pytest.mark.parametrize(
    ("time", "seconds"),
    [
        (TimeLeft(60 * SECOND), 1.0 - ON_THE_WAY),  # a sixtieth
        (TimeLeft(60 * SECOND, increment=1000), 1.7 - ON_THE_WAY),
        (TimeLeft(1000, increment=20_000), 0.5 - ON_THE_WAY),  # what a move gains comes after it
        (TimeLeft(1000, delay=2000), 1000 / 60_000 + 1.4 - ON_THE_WAY),  # what does not count is there at once
        (TimeLeft(3000, per_move=True), 1.5 - ON_THE_WAY),
        (TimeLeft(0), LEAST),
        (TimeLeft(-10, increment=-5), LEAST),
    ],
)
def test_what_a_clock_allows(time, seconds):
    assert allowance(time, 60) == pytest.approx(seconds)


def test_near_the_end_time_is_spared_all_the_same():
    assert allowance(TimeLeft(20 * SECOND), 1) == pytest.approx(1.0 - ON_THE_WAY)


@pytest.mark.parametrize("time", [TimeLeft(DAY), TimeLeft(30 * DAY, per_move=True), TimeLeft(600 * SECOND, 5 * SECOND)])
@pytest.mark.parametrize("key", keys())
def test_with_plenty_of_time_every_level_plays_as_without_a_clock(key, time):
    assert all(within(usual, time, 60) is usual for usual in levels_of(find(key)))


@pytest.mark.parametrize("key", keys())
def test_levels_that_answer_at_once_never_change(key):
    levels = levels_of(find(key))
    assert all(within(levels[number], TimeLeft(1), 60) is levels[number] for number in range(3))


def test_a_search_limited_by_positions_is_limited_by_time_too_when_that_is_short():
    usual = Budget(nodes=200_000)
    assert within(usual, TimeLeft(6 * SECOND), 60) == replace(usual, seconds=pytest.approx(0.05))


clocks = st.builds(
    TimeLeft,
    left=st.integers(-SECOND, 30 * DAY),
    increment=st.integers(0, 7 * DAY),
    delay=st.integers(0, 7 * DAY),
    per_move=st.booleans(),
)


@given(clocks, st.integers(1, 500), st.sampled_from([budget for key in keys() for budget in levels_of(find(key))]))
def test_a_budget_is_never_more_than_the_levels_own_nor_nothing(time, decisions, usual):
    found = within(usual, time, decisions)
    assert 0 < found.seconds <= usual.seconds
    assert replace(found, seconds=usual.seconds) == usual


@given(
    base=st.integers(15, 10_800), increment=st.integers(0, 180), delay=st.integers(0, 180), moves=st.integers(1, 150)
)
def test_a_whole_game_stays_within_the_clock(base, increment, delay, moves):
    left = base * SECOND
    for made in range(moves):
        time = TimeLeft(left, increment * SECOND, delay * SECOND)
        spent = within(Budget(), time, max(1, 60 - made)).seconds
        took = 0.01 if spent == math.inf else spent + 0.01
        left -= max(0, math.ceil(1000 * took) - delay * SECOND)
        assert left > 0
        left += increment * SECOND


@given(st.integers(500, 3600 * SECOND))
def test_half_of_a_limit_per_move_is_for_the_way(limit):
    assert within(STRONGEST, TimeLeft(limit, per_move=True), 60).seconds * 1000 + 1000 * ON_THE_WAY <= limit * 0.6


def test_how_many_decisions_are_to_come_follows_from_the_game():
    locus = Match("locus", seed=1, grid="6x5")
    assert decisions_left(locus) == 15
    locus.make(locus.legal()[0])
    locus.make(locus.legal()[0])
    assert decisions_left(locus) == 14
    focus = Match("focus", seed=1)
    assert decisions_left(focus) == 60


@pytest.mark.slow
def test_an_opponent_keeps_what_it_learnt_though_its_time_changes():
    respondent, match = Respondent(patient=False), Match("locus", seed=1)
    for seconds in (0.02, 0.03):
        respondent.answer(question(match, LEVELS[-1], Budget(seconds=seconds)))
    assert len(respondent._seated) == 1
    assert next(iter(respondent._seated.values())).budget == Budget(seconds=0.03)


@pytest.mark.slow
@pytest.mark.parametrize("key", keys())
def test_every_level_answers_in_no_time(key):
    respondent, match = Respondent(patient=False), Match(key, seed=1)
    for level in LEVELS:
        asked: Question = question(match, level, replace(levels_of(match.game)[level - 1], seconds=LEAST))
        answer = respondent.answer(asked)
        assert not isinstance(answer, FivefoldError) and answer.text in match.legal_moves()


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
