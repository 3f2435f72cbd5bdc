"""A computer's clock: it never runs out, and with plenty on it nothing changes."""

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivefold.contract.errors import FivefoldError
from fivefold.engine.budget import Budget
from fivefold.engine.opponents import LEVELS, levels_of
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
    base=st.integers(15, 10_800),
    increment=st.integers(0, 180),
    delay=st.integers(0, 180),
    moves=st.integers(1, 150),
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
