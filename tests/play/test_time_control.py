"""Time controls: their text, both ways, and times that nobody can play with."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivefold.contract.errors import InvalidOption
from fivefold.play.time_control import (
    DAY,
    HANDICAPS,
    HOUR,
    LIVE,
    MINUTE,
    PER_MOVE,
    SLOW,
    WHOLE_GAME,
    Pace,
    TimeControl,
    check_handicap,
    parsed,
)
from tests.quick import in_turn


@st.composite
def controls(draw):
    pace = draw(st.sampled_from(Pace))
    if pace == Pace.GAME or draw(st.booleans()):
        base = draw(st.integers(30, HOUR))
        gain = draw(st.integers(0, 3 * MINUTE))
        return TimeControl(
            pace, base, **({draw(st.sampled_from(["increment", "delay"])): gain} if pace == "total" else {})
        )
    base = draw(st.integers(1, 30)) * DAY
    if pace == Pace.MOVE:
        return TimeControl(pace, base)
    cap = draw(st.sampled_from([0, base, base + 5 * DAY]))
    return TimeControl(pace, base, increment=draw(st.integers(0, 7 * 24)) * HOUR, cap=cap)


@given(controls())
def test_a_text_says_what_it_was_made_of(control):
    assert TimeControl.parse(control.text) == control


@pytest.mark.parametrize(
    ("text", "canonical"),
    [("90s/move", "90s/move"), ("60s/move", "1m/move"), (" 5M+3S ", "5m+3s"), ("5m", "5m+0s"), ("120s~3s", "2m~3s")],
)
def test_texts_are_read_forgivingly_and_written_one_way(text, canonical):
    assert TimeControl.parse(text).text == canonical


def test_an_empty_text_is_no_limit():
    assert parsed(" ") is None
    assert parsed("3d/move") == TimeControl(Pace.MOVE, 3 * DAY)


@in_turn("text", ["soon", "5", "5m+", "-5m", "5m+3", "5m/seat", "1e3s", "5m+3s^", "\uff19s/move", "5m+3s\n5m"])
def test_what_is_no_time_control_says_so(text):
    with pytest.raises(InvalidOption, match="is not a time to play with; for example 30s/move"):
        TimeControl.parse(text)


@in_turn(
    "text, remedy",
    [
        ("1s/move", "live games take 5s to 1h a move"),
        ("4h+0s", "slow ones 1d to 30d a move"),
        ("5h/game", "30s to 3h for the game"),
        ("3d/game", "30s to 3h for the game"),
        ("91d+0s", "1d to 90d for all moves"),
        ("5m+4m", "at most 3m a move"),
        ("5d+8d", "at most 7d a move"),
        ("5m+3s^10m", "only a slow clock has an upper limit"),
        ("5d+1d^4d", "from what it begins with"),
        ("30s/move^60s", "only a clock for all moves gains time"),
    ],
)
def test_times_that_nobody_can_play_with_say_what_would_do(text, remedy):
    with pytest.raises(InvalidOption, match=remedy):
        TimeControl.parse(text)


def test_handicaps_are_a_few():
    assert [check_handicap(each) for each in HANDICAPS] == list(HANDICAPS)
    with pytest.raises(InvalidOption, match="it is 100%, 75%"):
        check_handicap(0)


def test_presets_are_possible_and_slow_where_they_say_so():
    assert not any(preset.control.slow for preset in (*LIVE, *PER_MOVE, *WHOLE_GAME))
    assert all(preset.control.slow for preset in SLOW)
    names = [preset.name for preset in (*LIVE, *PER_MOVE, *SLOW, *WHOLE_GAME)]
    assert len(set(names)) == len(names)
