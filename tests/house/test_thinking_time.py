"""Computers at tables with clocks think no longer than they can afford."""

from dataclasses import replace

import pytest

from fivefold.engine.strength import levels_of
from fivefold.engine.time_use import TimeLeft
from fivefold.house.computers.thinking import budget_for, time_left
from fivefold.play.clocks import NO_STOPS, Clocks
from fivefold.play.time_control import TimeControl
from fivefold.session.snapshot import Call
from tests.session.tables import ANNA, NOON, computer, person, table

AT = 1_000_000


def timed(text, level=7, handicap=100):
    """A table of Locus at which a computer is to move, with a clock that began to run at ``AT``."""
    now = table("locus", computer(level), person(ANNA), first="0")
    clocks = Clocks.begun(TimeControl.parse(text), (handicap, 100), now.to_act, AT)
    return replace(now, clocks=clocks)


def budget(now, at, level=7):
    return budget_for(now, Call(0, level, NOON), at, NO_STOPS)


@pytest.mark.parametrize(
    ("text", "handicap", "waited", "left"),
    [
        ("5m+3s", 100, 10_000, TimeLeft(290_000, increment=3000)),
        ("5m+4s", 25, 0, TimeLeft(75_000, increment=1000)),
        ("5m~3s", 100, 1000, TimeLeft(300_000, delay=2000)),
        ("5m~3s", 100, 5000, TimeLeft(298_000)),
        ("30s/move", 100, 12_000, TimeLeft(18_000, per_move=True)),
        ("10m/game", 100, 60_000, TimeLeft(540_000)),
    ],
)
def test_what_is_left_is_what_the_clock_says_when_thinking_begins(text, handicap, waited, left):
    assert time_left(timed(text, handicap=handicap).clocks, 0, AT + waited, NO_STOPS) == left


def test_without_a_clock_a_level_spends_what_it_usually_does():
    assert budget(replace(timed("5m+3s"), clocks=None), AT) is None


def test_with_days_left_it_answers_as_it_always_does():
    now = timed("3d/move")
    assert budget(now, AT + 60_000) == levels_of(now.match.game)[-1]


def test_what_it_waited_for_its_turn_to_think_is_off_its_time():
    now = timed("5s/move")
    first, later, last = (budget(now, AT + waited).seconds for waited in (0, 3000, 6000))
    assert 2.0 >= first > later > last > 0
