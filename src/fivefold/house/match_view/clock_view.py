"""The clocks of a match as everybody sees them, in moments of the house's own clock, so that they stay true while time
passes: whoever looks works out what they say now.

Nothing in it depends on who looks or when, so all share it. Whoever watches with a delay sees the clocks as they stood
then: the page takes the delay off the time.
"""

from collections.abc import Iterator
from typing import Final

from fivefold.house.match_view.view_types import ClockView, SeatClockView
from fivefold.play import time_words
from fivefold.play.clocks import FIRST_MOVE, NO_STOPS, Clocks, Span, Stops
from fivefold.play.outcome import Termination
from fivefold.play.time_control import Pace, TimeControl
from fivefold.session.seats import COMPUTER
from fivefold.session.snapshot import MOVE, WAITING, MatchSnapshot
from fivefold.session.timing import moment

MOST_SPANS: Final = 40
"""So many times at which a clock stands still are told ahead: some five weeks of nights."""

LEAST_LOW, MOST_LOW, MOST_SLOW_LOW = 10_000, 60_000, 86_400_000
"""A clock is low with a tenth of its time left: at least and at most with so many milliseconds."""


def clock_view(now: MatchSnapshot, stops: Stops = NO_STOPS) -> ClockView | None:
    """Return the clocks of a match after its last entry; ``None`` where nobody's time is limited."""
    control = now.terms.time
    if control is None:
        return None
    clocks = now.clocks or _before(now, control)
    running = None if now.clocks is None else clocks.running
    return {
        "control": control.text,
        "words": time_words.words(control),
        "short": time_words.short(control),
        "slow": control.slow,
        "whole": control.pace == Pace.GAME,
        "seats": _seats(now, clocks),
        "at": clocks.at,
        "running": running,
        "since": clocks.since,
        "free": clocks.free,
        "paused": clocks.paused,
        "runs_out": clocks.runs_out(stops) if running is not None and not clocks.paused else None,
        "first_move": _first_move(clocks, stops) if running is not None else None,
        "stops": [] if running is None else list(_standing(clocks, running, stops)),
        "out": _out(now),
        "given_back": _given_back(now),
        "delay": now.terms.delay * 1000,
    }


def left(view: ClockView, seat: int, at: int) -> int:
    """Return what a clock says at a moment, as the page works it out."""
    clock = view["seats"][seat]
    if seat != view["running"] or at <= view["since"]:
        return clock["left"]
    still = sum(max(0, min(at, until) - max(view["since"], begins)) for begins, until in view["stops"])
    return max(0, clock["left"] - max(0, at - view["since"] - still - view["free"]))


def stands_until(view: ClockView, at: int) -> int | None:
    """Return until when the running clock stands still at a moment, ``None`` while it runs."""
    return next((until for begins, until in view["stops"] if begins <= at < until), None)


def _before(now: MatchSnapshot, control: TimeControl) -> Clocks:
    return Clocks.begun(control, [seat.handicap for seat in now.seats], None, moment(now.started))


def _seats(now: MatchSnapshot, clocks: Clocks) -> list[SeatClockView]:
    whole = clocks.control.pace == Pace.GAME
    handicaps = [100] if whole else [seat.handicap for seat in now.seats]
    most = MOST_SLOW_LOW if clocks.control.slow else MOST_LOW
    return [
        {
            "left": clock.left,
            "used": clock.used,
            "handicap": handicap,
            "moves": clock.moves,
            "low": max(LEAST_LOW, min(base // 10, most)),
        }
        for clock, base, handicap in zip(clocks.seats, clocks.bases, handicaps, strict=True)
    ]


def _first_move(clocks: Clocks, stops: Stops) -> int | None:
    """Return by when a seat has to make its first move in a live match, so that it is not cancelled."""
    out = clocks.runs_out(stops)
    if not clocks.first_move or clocks.running is None or clocks.control.slow or out is None:
        return None
    return min(out, stops.after(clocks.running, clocks.since, FIRST_MOVE))


def _standing(clocks: Clocks, seat: int, stops: Stops) -> Iterator[Span]:
    """Yield when the running clock stands still until it runs out."""
    at, end = clocks.since, clocks.runs_out(stops)
    for _ in range(MOST_SPANS):
        if end is None or stops.counted(seat, at, end) == end - at:
            return
        begins = _last_running(seat, at, end, stops)
        at = stops.after(seat, begins, 1) - 1
        if at > begins:
            yield begins, at


def _last_running(seat: int, at: int, end: int, stops: Stops) -> int:
    """Return the moment up to which a clock runs from ``at`` on without standing still."""
    latest = end
    while at < latest:
        middle = (at + latest + 1) // 2
        if stops.counted(seat, at, middle) == middle - at:
            at = middle
        else:
            latest = middle - 1
    return at


def _out(now: MatchSnapshot) -> int | None:
    """Return the seat whose time ran out; 0 where the time for the whole game did."""
    ending = now.match.ending
    if ending is None or ending.kind != Termination.TIME:
        return None
    return 0 if ending.seat is None else ending.seat


def _given_back(now: MatchSnapshot) -> int:
    """Return how much of the time for the last move of a player the network took, and was not counted."""
    if now.status == WAITING:
        return 0
    moves = (entry for entry in reversed(now.entries) if entry.kind == MOVE and entry.mover >= 0)
    last = next(moves, None)  # (a computer gets back what it waited for, which concerns nobody)
    return last.given_back if last is not None and now.seats[last.mover].kind != COMPUTER else 0
