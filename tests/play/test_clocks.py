"""Clocks on a virtual wall: what they say agrees with a twin that ticks, and no time is ever lost or made."""

from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivefold.play.clocks import (
    ANNOUNCED,
    FIRST_MOVE,
    LAG_LIMIT,
    LAG_REGAINED,
    LONGEST_PAUSE,
    NO_STOPS,
    REMINDED,
    Clocks,
    Step,
    Stops,
)
from fivefold.play.rest import Rest
from fivefold.play.time_control import Pace, TimeControl

SECOND = 1000
MINUTE, HOUR, DAY = 60 * SECOND, 3600 * SECOND, 86400 * SECOND
START = 20_000 * DAY


def begun(text, handicaps=(100, 100), turn=0):
    return Clocks.begun(TimeControl.parse(text), handicaps, turn, START)


def moved(clocks, seconds, seat, **more):
    """Return the clocks after a seat has moved so many seconds after the last entry; the other is to move."""
    turn = more.pop("turn", 1 - seat)
    return clocks.after(Step(clocks.at + round(seconds * SECOND), turn, moved=seat, **more), NO_STOPS)


# --- what each kind of clock does ------------------------------------------------------------------------------------


def test_a_clock_with_an_increment_gains_after_each_move():
    clocks = moved(begun("5m+3s"), 10, 0)
    assert clocks.seats[0].left == 5 * MINUTE - 7 * SECOND
    assert clocks.running == 1
    assert clocks.left(1, clocks.at + 20 * SECOND, NO_STOPS) == 5 * MINUTE - 20 * SECOND
    assert clocks.left(0, clocks.at + 20 * SECOND, NO_STOPS) == clocks.seats[0].left, "only one runs"


def test_a_clock_with_a_delay_loses_only_what_is_beyond_it():
    clocks = moved(begun("5m~3s"), 2, 0)
    assert clocks.seats[0].left == 5 * MINUTE
    clocks = moved(clocks, 10, 1)
    assert clocks.seats[1].left == 5 * MINUTE - 7 * SECOND
    assert clocks.runs_out(NO_STOPS) == clocks.at + 5 * MINUTE + 3 * SECOND


def test_time_that_is_given_in_the_middle_of_a_move_brings_no_second_delay():
    clocks = begun("5m~3s").after(Step(START + 2 * SECOND, 0, gifts=((0, MINUTE),)), NO_STOPS)
    assert moved(clocks, 2, 0).seats[0].left == 6 * MINUTE - SECOND


def test_a_clock_for_each_move_begins_anew():
    clocks = moved(begun("30s/move"), 20, 0)
    assert clocks.seats[0].left == 30 * SECOND
    assert moved(clocks, 29, 1).seats[1].left == 30 * SECOND


def test_a_bank_of_days_never_holds_more_than_its_most():
    clocks = moved(begun("10d+1d^10d"), 3600, 0)
    assert clocks.seats[0].left == 10 * DAY
    clocks = clocks.after(Step(clocks.at, 1, gifts=((0, DAY),)), NO_STOPS)
    clocks = moved(moved(clocks, 0, 1), 60, 0)
    assert clocks.seats[0].left == 11 * DAY - MINUTE, "what was given stays, but nothing is gained"


def test_a_limit_for_the_game_is_one_clock_for_all():
    clocks = Clocks.begun(TimeControl.parse("5m/game"), (100, 100, 100), None, START)
    clocks = clocks.after(Step(START + MINUTE, None, moved=2), NO_STOPS)
    assert len(clocks.seats) == 1
    assert clocks.left(0, START + 2 * MINUTE, NO_STOPS) == 3 * MINUTE
    assert clocks.falls(NO_STOPS) == START + 5 * MINUTE


def test_a_handicap_is_a_part_of_the_time_and_of_what_is_gained():
    clocks = moved(begun("10m+4s", handicaps=(50, 100)), 0, 0)
    assert [seat.left for seat in clocks.seats] == [5 * MINUTE + 2 * SECOND, 10 * MINUTE]


def test_a_pause_stops_the_clock_and_is_over_by_itself():
    clocks = begun("5m+0s").after(Step(START + MINUTE, 0, pauses=True), NO_STOPS)
    assert clocks.left(0, START + 20 * MINUTE, NO_STOPS) == 4 * MINUTE
    assert clocks.next_look(NO_STOPS) == START + MINUTE + LONGEST_PAUSE
    early = clocks.after(Step(START + 11 * MINUTE, 0), NO_STOPS)
    assert early.left(0, START + 12 * MINUTE, NO_STOPS) == 3 * MINUTE
    late = clocks.after(Step(START + 2 * MINUTE + LONGEST_PAUSE, 0), NO_STOPS)
    assert late.seats[0].left == 3 * MINUTE


def test_the_clocks_of_a_match_that_is_over_stand():
    clocks = moved(begun("5m+0s"), 10, 0, over=True)
    assert clocks.running is None
    assert clocks.runs_out(NO_STOPS) is clocks.falls(NO_STOPS) is clocks.next_look(NO_STOPS) is None


# --- when they run out -----------------------------------------------------------------------------------------------


def test_a_first_move_has_its_own_limit_in_live_matches_only():
    clocks = begun("10m+0s")
    assert clocks.first_move
    assert clocks.falls(NO_STOPS) == START + FIRST_MOVE + LAG_LIMIT
    assert begun("3d/move").falls(NO_STOPS) == START + 3 * DAY
    later = moved(moved(clocks, 1, 0), 1, 1)
    assert not later.first_move
    assert later.falls(NO_STOPS) == later.at + 10 * MINUTE - SECOND + LAG_LIMIT


def test_what_the_network_took_is_given_back_up_to_a_bound_that_grows_again():
    clocks = begun("5m+0s")
    assert clocks.returnable(0, 99 * SECOND) == LAG_LIMIT
    assert clocks.returnable(0, -5) == 0
    clocks = moved(clocks, 10, 0, given_back=LAG_LIMIT)
    assert clocks.seats[0].left == 5 * MINUTE - 10 * SECOND + LAG_LIMIT
    assert clocks.seats[0].given_back == LAG_LIMIT
    assert clocks.returnable(0, LAG_LIMIT) == LAG_REGAINED


def test_a_move_is_late_once_its_time_and_what_is_given_back_are_over():
    clocks = moved(moved(begun("15s+0s"), 1, 0), 1, 1)
    out = clocks.at + 14 * SECOND
    assert not clocks.late(out, 0, NO_STOPS)
    assert clocks.late(out + 1, 0, NO_STOPS)
    assert not clocks.late(out + 300, 300, NO_STOPS)
    assert not begun("1d/move").late(START + 9 * DAY, 0, NO_STOPS), "others have to claim it"


def test_a_slow_player_is_reminded_once_and_then_it_is_said_once_that_time_is_out():
    clocks = begun("3d/move")
    assert clocks.next_look(NO_STOPS) == START + 2 * DAY
    assert clocks.next_look(NO_STOPS, REMINDED) == START + 3 * DAY
    assert clocks.next_look(NO_STOPS, ANNOUNCED) is None
    assert begun("1d/move").next_look(NO_STOPS) == START + DAY // 2


def test_who_has_weeks_for_a_move_is_reminded_after_one():
    assert begun("14d/move").next_look(NO_STOPS) == START + 13 * DAY
    assert begun("21d/move").next_look(NO_STOPS) == START + 7 * DAY
    assert begun("21d/move").next_look(NO_STOPS, REMINDED) == START + 21 * DAY


# --- when they stand still -------------------------------------------------------------------------------------------


def test_time_in_which_the_house_was_down_is_given_back():
    stops = Stops(outages=((START - DAY, START - HOUR), (START + 10 * SECOND, START + 70 * SECOND)))
    clocks = begun("5m+0s")
    assert clocks.left(0, START + 40 * SECOND, stops) == 5 * MINUTE - 10 * SECOND
    assert clocks.runs_out(stops) == START + 6 * MINUTE
    assert clocks.after(Step(START + 80 * SECOND, 1, moved=0), stops).seats[0].left == 5 * MINUTE - 20 * SECOND


def test_a_slow_clock_stands_still_while_its_player_is_off():
    resting = Stops(rests={0: Rest(vacations=((START + DAY, START + 8 * DAY),))})
    clocks = begun("3d/move")
    assert clocks.left(0, START + 5 * DAY, resting) == 2 * DAY
    assert clocks.runs_out(resting) == START + 10 * DAY
    both = Stops(
        outages=((START + 2 * HOUR, START + 3 * HOUR), (START + 2 * DAY, START + 4 * DAY)), rests=resting.rests
    )
    assert clocks.runs_out(both) == START + 10 * DAY + HOUR, "an outage in a vacation takes nothing"


@given(
    st.lists(st.tuples(st.integers(0, 3600), st.integers(0, 600)), max_size=6),
    st.lists(st.tuples(st.integers(0, 3600), st.integers(0, 1200)), max_size=3),
    st.integers(0, 3600),
    st.integers(0, 4000),
)
def test_the_moment_after_a_time_is_the_first_at_which_it_has_counted(outages, vacations, start, needed):
    stops = Stops(outages=apart(outages), rests={0: Rest(vacations=apart(vacations))})
    moment = stops.after(0, START + start, needed)
    assert stops.counted(0, START + start, moment) == needed
    assert needed == 0 or stops.counted(0, START + start, moment - 1) == needed - 1


def apart(spans):
    """Return spans, each a beginning and a length, in order and apart from each other."""
    found = []
    for begins, length in sorted(spans):
        since = max(START + begins, found[-1][1] + 1 if found else 0)
        found.append((since, since + length + 1))
    return tuple(found)


# --- any sequence ----------------------------------------------------------------------------------------------------


@dataclass
class Twin:
    """The same clocks by another way: they tick, one tenth of a second after the other."""

    control: TimeControl
    outages: tuple
    left: list
    used: list
    now: int = START
    turn: int = 0
    free: int = 0
    paused_until: int = 0
    moves: list = field(default_factory=lambda: [0, 0])

    def tick_until(self, at):
        while self.now < at:
            down = any(begins <= self.now < ends for begins, ends in self.outages)
            if not down and self.now >= self.paused_until:
                self._count()
            self.now += TICK

    def _count(self):
        if self.free > 0:
            self.free -= TICK
        elif self.left[self.turn] > 0:
            self.left[self.turn] -= TICK
            self.used[self.turn] += TICK


TICK = 100
EVENTS = st.one_of(
    st.tuples(st.just("move"), st.integers(0, 400), st.just(0)),
    st.tuples(st.just("undo"), st.integers(0, 100), st.just(0)),
    st.tuples(st.just("gift"), st.integers(0, 100), st.sampled_from([0, 1])),
    st.tuples(st.just("pause"), st.integers(0, 100), st.integers(0, 900)),
    st.tuples(st.just("reload"), st.integers(0, 100), st.just(0)),
)


@given(
    st.sampled_from(["1m+3s", "1m~3s", "30s/move", "20s+0s"]),
    st.lists(EVENTS, max_size=12),
    st.lists(st.tuples(st.integers(0, 1500), st.integers(0, 200)), max_size=3),
)
def test_any_sequence_keeps_the_sum_right_and_agrees_with_a_twin_that_ticks(text, events, downs):
    control = TimeControl.parse(text)
    outages = tuple((START + (a - START) * TICK, START + (b - START) * TICK) for a, b in apart(downs))
    stops, clocks = Stops(outages=outages), begun(text)
    twin = Twin(control, outages, [control.base * SECOND] * 2, [0, 0], free=control.delay * SECOND)
    log = []
    for kind, wait, extra in events:
        at = twin.now + wait * TICK
        twin.tick_until(at)
        for step in happened(twin, kind, at, extra):
            log.append(step)
            clocks = clocks.after(step, stops)
        if kind == "reload":
            again = begun(text)
            for step in log:
                again = again.after(step, stops)
            assert again == clocks
        assert [clocks.left(seat, twin.now, stops) for seat in (0, 1)] == twin.left
        assert all(clock.used + clock.left == clock.added and clock.left >= 0 for clock in clocks.seats)
    assert [clock.moves for clock in clocks.seats] == twin.moves


def happened(twin, kind, at, extra):
    """Let something happen to the twin; return it as steps."""
    control = twin.control
    if kind == "move":
        mover, twin.turn, twin.free = twin.turn, 1 - twin.turn, control.delay * SECOND
        base = control.base * SECOND
        twin.left[mover] = base if control.pace == Pace.MOVE else twin.left[mover] + control.increment * SECOND
        twin.moves[mover] += 1
        return [Step(at, twin.turn, moved=mover)]
    if kind == "undo":
        if control.pace == Pace.MOVE:
            twin.left[twin.turn] = max(twin.left[twin.turn], control.base * SECOND)
        twin.turn, twin.free = 1 - twin.turn, control.delay * SECOND
        return [Step(at, twin.turn)]
    if kind == "gift":
        twin.left[extra] += 10 * SECOND
        return [Step(at, twin.turn, gifts=((extra, 10 * SECOND),))]
    if kind == "pause":
        twin.paused_until = at + LONGEST_PAUSE
        until = at + extra * TICK
        twin.tick_until(until)
        twin.paused_until = 0
        return [Step(at, twin.turn, pauses=True), Step(until, twin.turn)]
    return []


@pytest.mark.parametrize("text", ["5m+3s", "30s/move", "3d/move", "10d+1d^14d"])
def test_the_displayed_time_only_falls_while_a_clock_runs(text):
    clocks = begun(text)
    said = [clocks.left(0, START + each * 977, NO_STOPS) for each in range(0, 400, 7)]
    assert said == sorted(said, reverse=True)
    assert said[-1] >= 0
