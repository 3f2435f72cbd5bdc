"""Clocks of a house on a virtual clock, whatever happens: a twin adds up by itself what each seat has used."""

import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from fivefold.contract.errors import FivefoldError, MatchOver
from fivefold.house.database import open_database
from fivefold.house.house import House
from fivefold.house.table.sweeper import Sweeper
from fivefold.play import catalogue
from fivefold.play.clocks import LAG_LIMIT
from fivefold.session.snapshot import LIVE
from tests.attack.conftest import many
from tests.house.conftest import numbered
from tests.house.people import ANNA, BEN
from tests.house.virtual import VirtualClock, left, with_clocks

PEOPLE = (ANNA, BEN)
CONTROLS = ("1m+2s", "2m~3s", "30s/move", "1d/move", "2d+1d^3d")


class Twin:
    """One seat's clock, which ticks a second at a time and knows nothing of the house's."""

    def __init__(self, control):
        self.per_move = {"30s/move": 30, "1d/move": 86_400}.get(control)
        base = {"1m+2s": 60, "2m~3s": 120, "2d+1d^3d": 2 * 86_400}
        self.left = self.per_move or base[control]
        self.gain = {"1m+2s": 2, "2d+1d^3d": 86_400}.get(control, 0)
        self.cap = 3 * 86_400 if control == "2d+1d^3d" else 10**9
        self.delay = self.free = 3 if control == "2m~3s" else 0

    def tick(self, seconds):
        for _ in range(seconds):
            if self.free:
                self.free -= 1
            else:
                self.left = max(0, self.left - 1)

    def move(self):
        self.left = self.per_move or max(self.left, min(self.left + self.gain, self.cap))

    def turn(self):
        self.free = self.delay


class Clocks(RuleBasedStateMachine):
    @initialize(control=st.sampled_from(CONTROLS))
    def open_house(self, control):
        catalogue._modules["track"] = "tests.house.track"
        self.folder = Path(tempfile.mkdtemp())
        self.database = open_database(f"sqlite:///{self.folder / 'house.sqlite'}")
        self.clock, self.control, self.slow = VirtualClock(), control, control in CONTROLS[3:]
        self.unit = 3600 if self.slow else 1
        self.open()
        self.now = with_clocks(self.house, control, goal="40")
        self.twins = [Twin(control), Twin(control)]
        self.sweep()

    def open(self):
        self.house = House(self.database, self.clock, numbered())
        self.sweeper = Sweeper(self.house)
        self.sweeper.begin()

    def sweep(self):
        self.sweeper.sweep()
        self.now = self.house.snapshot(self.now.id)

    def teardown(self):
        self.database.close()
        shutil.rmtree(self.folder)
        catalogue._modules.pop("track", None)

    @property
    def live(self):
        return self.now.status == LIVE and not self.now.paused

    @rule(units=st.integers(1, 25))
    def time_goes_by(self, units):
        """The house is up: it sweeps once a second, or as often as a slow house has to."""
        seconds = units * self.unit
        while seconds > 0:
            step = min(seconds, 30 if self.slow else 1)
            if self.slow and step < seconds:  # (an hour of heartbeats, without each of them)
                step = min(seconds, 3600)
                self.house.clocks.outages._beat = self.house.clocks.outages._seen = self.clock.moment + 1000 * step
                self.house.clocks.outages._looked = None
            turn = self.now.clocks.running if self.live else None
            self.clock.pass_(step)
            if turn is not None:
                self.twins[turn].tick(step)
            self.sweep()
            seconds -= step

    @precondition(lambda self: self.live)
    @rule(lag=st.integers(0, 3000))
    def move(self, lag):
        seat = self.now.to_act
        twin, number = self.twins[seat], self.now.number + 1
        try:
            after = self.house.play(self.now.id, PEOPLE[seat], number, self.now.match.legal_moves()[0], lag=lag)
        except MatchOver:
            self.now = self.house.snapshot(self.now.id)
            assert twin.left == 0 and not self.slow
            return
        spent = after.clocks.seats[seat]
        back = spent.given_back - self.now.clocks.seats[seat].given_back
        assert back <= (0 if self.slow else min(lag, LAG_LIMIT)) + 1
        twin.left += back / 1000
        twin.move()
        self.twins[1 - seat].turn()
        self.now = after

    @precondition(lambda self: self.live)
    @rule(seat=st.integers(0, 1))
    def more_time(self, seat):
        self.now = self.house.clocks.give(self.now.id, PEOPLE[seat], self.now.number + 1)
        self.twins[1 - seat].left += 86_400 if self.slow else min(60, self.now.terms.time.base)

    @rule(kind=st.sampled_from(["undo", "pause", "resume"]), seat=st.integers(0, 1))
    def agree(self, kind, seat):
        turn = self.now.to_act
        try:
            self.house.offer(self.now.id, PEOPLE[seat], kind, self.now.number + 1)
            self.now = self.house.answer(self.now.id, PEOPLE[1 - seat], True)
        except FivefoldError:
            self.now = self.house.snapshot(self.now.id)
            return
        if kind == "undo" and self.now.to_act is not None and self.now.to_act != turn:
            self.twins[self.now.to_act].turn()

    @rule(seconds=st.sampled_from([5, 100, 100_000]), restart=st.booleans(), cleanly=st.booleans())
    def outage(self, seconds, restart, cleanly):
        """The house is down, or stands still; less than this may count as a delay."""
        seconds = max(seconds, 70) if self.slow else seconds
        if restart and cleanly:
            self.sweeper.stop()
        if restart and not cleanly:
            self.sweeper.sweep()
        self.clock.pass_(seconds)
        if restart:
            self.open()
        self.sweep()

    @invariant()
    def sums_are_right(self):
        if not hasattr(self, "now"):
            return
        again = House(self.database, self.clock)
        again.clocks.outages._spans = self.house.clocks.outages._spans
        found = again.snapshot(self.now.id)
        for clock in self.now.clocks.seats:
            assert clock.used + clock.left == clock.added
            assert clock.left >= 0
        assert found.clocks == self.now.clocks
        if self.live:
            says = left(self.house, self.now)
            assert says == pytest.approx([twin.left for twin in self.twins], abs=0.002)
        for seat, clock in enumerate(self.now.clocks.seats):
            if self.now.status != LIVE and self.now.entries[-1].kind == "time" and self.now.entries[-1].mover == seat:
                assert clock.left == 0 == self.twins[seat].left


Clocks.TestCase.settings = settings(
    max_examples=many(12, 300),
    stateful_step_count=many(20, 50),
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
TestClocks = pytest.mark.slow(Clocks.TestCase)
