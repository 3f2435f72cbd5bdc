"""Time controls: their text, both ways, in words, and times that nobody can play with."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivefold.contract.errors import InvalidOption
from fivefold.play import time_words
from fivefold.play.catalogue import find, keys
from fivefold.play.set_ups import settled
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


SAID = {
    "": ("no limit", "No limit"),
    "10m+5s": ("10 minutes each, and 5 seconds more after each move", "10+5"),
    "90s+1s": ("1 minute and 30 seconds each, and a second more after each move", "1:30+1"),
    "10m+0s": ("10 minutes each", "10 min"),
    "5m~3s": ("5 minutes each; the first 3 seconds of each move don’t count", "5 min, 3 s free"),
    "5m~1s": ("5 minutes each; the first 1 second of each move doesn’t count", "5 min, 1 s free"),
    "30s/move": ("30 seconds a move", "30 s/move"),
    "1m/move": ("1 minute a move", "1 min/move"),
    "10m/game": ("10 minutes for the whole game", "10 min/game"),
    "3d/move": ("3 days a move", "3 d/move"),
    "10d+1d^14d": ("10 days each, and a day more after each move, never more than 14 days", "10 d+1 d"),
    "10d+12h": ("10 days each, and 12 hours more after each move", "10 d+12 h"),
    "36h/move": ("1 day and 12 hours a move", "1 d 12 h/move"),
}


@in_turn("text", SAID)
def test_a_time_control_reads_as_people_would_say_it(text: str) -> None:
    control = parsed(text)
    assert (time_words.words(control), time_words.short(control)) == SAID[text]


def test_whoever_sits_down_reads_what_they_agree_to() -> None:
    agreed = {text: time_words.agreement(parsed(text)) for text in SAID}
    assert agreed[""] == "There is no clock: think as long as you like."
    assert agreed["10m+5s"] == (
        "You have 10 minutes for all your moves, and 5 seconds more after each. If your time runs out, you lose."
    )
    assert agreed["10d+12h"].startswith("10 days in all, plus 12 hours per move. Come and go as you like. If your time")
    assert agreed["30s/move"] == "You have 30 seconds for each move. If your time runs out, you lose."
    assert agreed["10m/game"] == "The game ends after 10 minutes at the latest, with the points as they stand."
    assert "others may claim" in agreed["3d/move"] and "others may claim" in agreed["10d+1d^14d"]
    assert all(sentence.endswith(".") for sentence in agreed.values())


@in_turn("preset", [*LIVE, *PER_MOVE, *SLOW, *WHOLE_GAME])
def test_every_preset_has_a_name_and_words(preset: time_words.Preset) -> None:
    assert time_words.preset_name(preset)
    assert time_words.words(preset.control)
    assert time_words.agreement(preset.control)


def test_what_is_left_is_told_in_its_largest_unit() -> None:
    day = DAY * 1000
    assert time_words.left_words(2 * day + day // 2) == "2 days left"
    assert time_words.left_words(day) == "1 day left"
    assert time_words.left_words(5 * 3600 * 1000 + 1) == "5 hours left"
    assert time_words.left_words(90_000) == "1 minute left"
    assert time_words.left_words(999) == time_words.left_words(-1) == "time is out"


def test_every_handicap_has_words() -> None:
    said = [time_words.handicap_words(percent) for percent in HANDICAPS]
    assert said[2] == "half the time"
    assert len(set(said)) == len(said)


def test_minutes_a_game_follow_from_its_usual_moves() -> None:
    ten = parsed("10m+5s")
    assert time_words.game_minutes(ten, moves=24, seats=2) == (12, 24)
    assert time_words.game_minutes_words(time_words.GameMinutes(12, 24)) == "about 12 minutes a game, up to 24"
    assert time_words.game_minutes(parsed("30s/move"), moves=20, seats=2) == (10, 20)
    assert time_words.game_minutes(parsed("5m~3s"), moves=20, seats=2) == (6, 12)
    assert time_words.game_minutes(parsed("1m+0s"), moves=1, seats=1) == (1, 1)
    assert time_words.game_minutes_words(time_words.game_minutes(parsed("10m/game"), 26, 1)) == ""
    assert time_words.game_minutes(None, 20, 2) is time_words.game_minutes(parsed("3d/move"), 20, 2) is None


def test_every_set_up_of_every_game_has_a_usual_number_of_moves() -> None:
    for key in keys():
        game = find(key)
        for options in [{}, *(preset.options for preset in game.setup.presets)]:
            assert 10 <= game.setup.usual_moves(settled(game, options)) <= 300
        deciding = game.setup.seat_option
        for value in deciding.values if deciding else ():
            assert game.setup.usual_moves(settled(game, {deciding.name: value})) >= 10  # type: ignore[union-attr]


def test_a_whole_game_preset_is_a_whole_game_limit() -> None:
    assert {preset.control.pace for preset in WHOLE_GAME} == {Pace.GAME}
    assert all(preset.control.base >= MINUTE for preset in WHOLE_GAME)
