"""How long players thought, from the log: whatever happens, a record leads to what the clocks said."""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivefold.play.clocks import Stops
from fivefold.play.match import Match
from fivefold.play.time_control import TimeControl
from fivefold.session import offers, steps
from fivefold.session.errors import NotOffered
from fivefold.session.seats import Terms
from fivefold.session.snapshot import MORE_TIME, OVER, PAUSE, RESUME, UNDO
from fivefold.session.timing import moment, replayed, timed, timing_of
from tests.play.race import GAME

from .tables import ANNA, BEN, NOON, person, table

OUTAGE = moment(NOON + timedelta(seconds=40)), moment(NOON + timedelta(seconds=70))
DONE = st.sampled_from(["move", "move", "move", "undo", "pause", "resume", "more", "give", "resign"])


class Play:
    """Anna and Ben with clocks, on a virtual clock."""

    def __init__(self, control="5m+3s", handicaps=(100, 100), stops=None):
        self.stops, self.at = stops or Stops(), NOON
        seats = [person(ANNA), person(BEN)]
        now = table(GAME, *seats, dice="off", goal="30", first="0")
        now = replace(now, terms=Terms(time=TimeControl.parse(control)))
        seats = tuple(replace(seat, handicap=part) for seat, part in zip(now.seats, handicaps, strict=True))
        self.now = timed(None, replace(now, seats=seats), self.at, self.stops)

    def do(self, what, seconds):
        self.at += timedelta(seconds=seconds)
        now, number = self.now, self.now.number + 1
        if now.status == OVER:
            return
        try:
            self.now = timed(now, self._after(what, now, number), self.at, self.stops)
        except NotOffered:
            return

    def _after(self, what, now, number):
        if what == "move":
            return steps.play(now, (now.match.to_move,), number, now.match.legal_moves()[0])
        if what == "resign":
            return steps.resign(now, ANNA, number)
        if what == "give":
            return offers.give_time(now, ANNA, number)
        kind = {"undo": UNDO, "pause": PAUSE, "resume": RESUME, "more": MORE_TIME}[what]
        after = offers.offer(now, ANNA, kind, number)
        return offers.answer(after, BEN, True)


def test_moves_taken_back_and_gifts_stand_in_the_record():
    play = Play("5m+3s", (100, 50))
    for what, seconds in [("move", 4), ("move", 6), ("undo", 5), ("move", 1), ("pause", 2), ("resume", 600)]:
        play.do(what, seconds)
    for what, seconds in [("give", 1), ("move", 2), ("resign", 9)]:
        play.do(what, seconds)
    lines = play.now.match.to_record(timing=timing_of(play.now)).splitlines()
    told = [line.rpartition(" #")[0] for line in lines]
    start = told.index("taken-back 0 4.000")
    assert told[start : start + 9] == [
        "taken-back 0 4.000",
        "taken-back 1 6.000",
        "spent 0 5.000",
        "1 0 step:1 1.000",
        "pause",
        "resume",
        "given 1 60.000",
        "2 1 step:1 5.000",
        "spent 0 9.000",
    ]
    assert "time 5m+3s 100 50" in told


@given(
    st.sampled_from(["5m+3s", "30s/move", "2m~3s", "15s+1s", "10d+1d^10d", "3d/move"]),
    st.lists(st.tuples(DONE, st.integers(0, 20_000)), max_size=25),
)
def test_a_record_leads_to_what_the_clocks_said(control, script):
    play = Play(control, (100, 50), Stops(outages=(OUTAGE,)))
    for what, milliseconds in script:
        play.do(what, milliseconds / 1000)
    now = play.now
    told = timing_of(now, play.stops)
    text = now.match.to_record(timing=told)
    again = Match.from_record(text)
    assert again.to_record() == text and again.timing == told
    for recorded, clock in zip(again.timing.stands().seats, now.clocks.seats, strict=True):
        assert (recorded.left, recorded.used, recorded.added, recorded.moves) == (
            clock.left,
            clock.used,
            clock.added,
            clock.moves,
        )
    assert replayed(now, play.stops).clocks.seats == now.clocks.seats


def test_a_race_has_one_clock_and_a_time_for_every_move():
    now = table("grab")
    now = replace(now, terms=Terms(time=TimeControl.parse("30s/game")))
    now = timed(None, now, NOON, Stops())
    for seat, seconds in ((1, 5), (0, 6)):
        after = steps.play(now, (seat,), now.number + 1, f"{seat + 1}:take")
        now = timed(now, after, NOON + timedelta(seconds=seconds), Stops())
    text = now.match.to_record(timing=timing_of(now))
    assert " 1 2:take 5.000" in text and " 0 1:take 1.000" in text
    assert Match.from_record(text).timing.stands().seats[0].used == 6000


@pytest.mark.parametrize("control", ["5m+3s", "30s/game"])
def test_before_it_begins_a_match_has_its_time_control_only(control):
    now = table(GAME)
    now = replace(now, terms=Terms(time=TimeControl.parse(control)))
    assert timing_of(now).happened == ()
    assert timing_of(table(GAME)) is None
