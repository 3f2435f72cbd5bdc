"""Matches with clocks under random commands and times: what is in memory is always what another process reads."""

import shutil
import tempfile
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from fivefold.contract.errors import FivefoldError
from fivefold.house.database import open_database
from fivefold.house.house import House
from fivefold.house.table.seating import MatchRequest
from fivefold.play import catalogue
from fivefold.session.offers import KINDS
from fivefold.session.seats import COMPUTER
from fivefold.session.snapshot import OVER
from fivefold.session.timing import moment
from tests.attack.conftest import many
from tests.house.conftest import numbered
from tests.house.people import ANNA, BEN, CLEO, facts
from tests.house.virtual import VirtualClock

pytestmark = pytest.mark.slow

CONTROLS = ["1m+2s", "2m~3s", "30s/move", "15s+1s", "3d/move", "10d+1d^10d", "2d~1d"]
PERSONS = st.sampled_from([ANNA, BEN, CLEO])


class Clocked(RuleBasedStateMachine):
    @initialize(
        control=st.sampled_from(CONTROLS),
        others=st.sampled_from([("link",), ("1",), ("here",), ("link", "1"), ("link", "link"), ("here", "link")]),
        dice=st.booleans(),
        begin=st.sampled_from(["me", "them", "draw"]),
        handicap=st.sampled_from([100, 50]),
    )
    def open_house(self, control, others, dice, begin, handicap):
        catalogue._modules["track"] = "tests.house.track"
        self.folder = Path(tempfile.mkdtemp())
        self.database = open_database(f"sqlite:///{self.folder / 'house.sqlite'}")
        self.clock = VirtualClock()
        self.house = House(self.database, self.clock, numbered())
        three = len(others) == 2
        options = {"players": "3" if three else "2", "dice": "on" if dice or three else "off", "goal": "9"}
        wish = MatchRequest("track", options, others, begin, time=control, handicap=handicap)
        self.id = self.house.create(ANNA, wish).id
        for person in (BEN, CLEO):
            with suppress(FivefoldError):
                self.house.sit(self.id, person)

    def teardown(self):
        if hasattr(self, "database"):
            self.database.close()
            shutil.rmtree(self.folder)
        catalogue._modules.pop("track", None)

    @property
    def now(self):
        return self.house.snapshot(self.id)

    @rule(seconds=st.integers(0, 20) | st.integers(0, 200) | st.integers(0, 400_000), milliseconds=st.integers(0, 999))
    def wait(self, seconds, milliseconds):
        self.clock.at += timedelta(seconds=seconds, milliseconds=milliseconds)

    @rule(seconds=st.integers(1, 4000))
    def put_the_clock_back(self, seconds):
        self.clock.at -= timedelta(seconds=seconds)

    @rule(choice=st.integers(0, 99), lag=st.integers(0, 5000), behind=st.integers(0, 1))
    def play(self, choice, lag, behind):
        now = self.now
        if now.to_act is None:
            return
        text = now.match.legal_moves()[choice % len(now.match.legal_moves())]
        seat = now.seats[now.to_act]
        with suppress(FivefoldError):
            if seat.kind == COMPUTER:
                self.house.play_for(self.id, now.number + 1, text, lag / 1000)
            else:
                self.house.play(self.id, seat.person, now.number + 1 - behind, text, lag)

    @rule(person=PERSONS, kind=st.sampled_from(list(KINDS)))
    def offer(self, person, kind):
        with suppress(FivefoldError):
            self.house.offer(self.id, person, kind, self.now.number + 1)

    @rule(person=PERSONS, agree=st.booleans() | st.just(True))
    def answer(self, person, agree):
        with suppress(FivefoldError):
            self.house.answer(self.id, person, agree)

    @rule(person=PERSONS)
    def give(self, person):
        with suppress(FivefoldError):
            self.house.clocks.give(self.id, person, self.now.number + 1)

    @rule()
    def look(self):
        self.house.clocks.look(self.id)

    @rule(person=PERSONS)
    def claim(self, person):
        with suppress(FivefoldError):
            self.house.clocks.claim(self.id, person)

    @rule(person=PERSONS)
    def resign(self, person):
        with suppress(FivefoldError):
            self.house.resign(self.id, person, self.now.number + 1)

    @invariant()
    def another_process_reads_the_same(self):
        if not hasattr(self, "id"):
            return
        now, found = self.now, House(self.database, self.clock).snapshot(self.id)
        assert (found.clocks, found.next_look, found.told) == (now.clocks, now.next_look, now.told)
        assert facts(found) == facts(now)

    @invariant()
    def the_sums_are_right(self):
        if not hasattr(self, "id") or self.now.clocks is None:
            return
        now = self.now
        assert all(seat.left >= 0 and seat.used + seat.left == seat.added for seat in now.clocks.seats)
        times = [entry.at for entry in now.entries]
        assert times == sorted(times)
        if now.status == OVER:
            assert now.next_look is None and now.clocks.running is None
        elif not now.terms.time.slow and not now.paused and now.clocks.running is not None:
            stops = self.house.stops(now)
            assert not now.clocks.late(now.clocks.runs_out(stops), 0, stops)
            assert now.clocks.falls(stops) >= moment(now.entries[-1].at if now.entries else now.began)


Clocked.TestCase.settings = settings(
    max_examples=many(25, 300),
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
TestClocked = Clocked.TestCase
