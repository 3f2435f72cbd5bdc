"""Clocks that go on only where a test says so, and what is played by them."""

from datetime import UTC, datetime, timedelta

from fivefold.house.table.seating import MatchRequest
from fivefold.session.timing import moment

from .people import ANNA, BEN, STEPS

START = datetime(2026, 3, 2, 12, tzinfo=UTC)  # a Monday


class VirtualClock:
    """A clock for a house."""

    def __init__(self, start=START):
        self.at = start

    def __call__(self):
        return self.at

    def pass_(self, seconds):
        """Let time go by."""
        self.at += timedelta(seconds=seconds)

    @property
    def moment(self):
        """Milliseconds since 1970."""
        return moment(self.at)


def with_clocks(house, time="1m+2s", goal="40", **more):
    """Return a match of Anna, who moves first, and Ben, with clocks."""
    wish = MatchRequest("track", {**STEPS, "goal": goal}, ("link",), **{"begin": "me", "time": time, **more})
    return house.sit(house.create(ANNA, wish).id, BEN)


def moved(house, now, times=2, **more):
    """Return the match after so many moves of whose turn it is."""
    for _ in range(times):
        now = house.play(now.id, now.seats[now.to_act].person, now.number + 1, "step:1", **more)
    return now


def left(house, now):
    """Return what each clock says, in seconds."""
    at, stops = moment(house.now()), house.stops(now)
    return tuple(now.clocks.left(seat, at, stops) / 1000 for seat in range(len(now.clocks.seats)))


def up_for(house, clock, seconds):
    """Let time go by in which the house was up all along."""
    clock.pass_(seconds)
    house.clocks.outages._beat = house.clocks.outages._seen = clock.moment
    house.clocks.outages._looked = None


def last(now):
    """Return of the last entry its kind and whose it is."""
    return now.entries[-1].kind, now.entries[-1].mover
