"""How long the players of a match thought, from its log, for its record."""

from fivefold.play.clocks import NO_STOPS, Clocks, Stops
from fivefold.play.recorded_times import TimeKeeper, Timing
from fivefold.play.time_control import FULL, Pace, TimeControl
from fivefold.session.snapshot import PAUSE, RESUME, UNDO, Entry, MatchSnapshot
from fivefold.session.timing import Passed, gifts_of, walked


def timing_of(now: MatchSnapshot, stops: Stops = NO_STOPS) -> Timing | None:
    """Return what happened to the clocks of a match up to the last entry of its log; ``None`` without clocks."""
    if now.terms.time is None:
        return None
    keeper = TimeKeeper(beginning(now, now.terms.time))
    if now.began is None:
        return keeper.until(0)
    before, *passed = walked(now, stops)
    for each in passed:
        assert each.entry is not None  # noqa: S101  (all but the first have one)
        note(keeper, now, each, each.entry, before.clocks)
        before = each
    return keeper.until(len(now.match.moves))


def beginning(now: MatchSnapshot, control: TimeControl) -> Timing:
    """Return the clocks of a match before anything has happened to them."""
    whole = control.pace == Pace.GAME
    return Timing(control, tuple(FULL if whole else seat.handicap for seat in now.seats))


def note(keeper: TimeKeeper, now: MatchSnapshot, passed: Passed, entry: Entry, before: Clocks) -> None:
    """Note what an entry did to the clocks, which stood like ``before``."""
    ply, whole = now.plies_after(entry.number), before.control.pace == Pace.GAME
    for seat, (then, since) in enumerate(zip(before.seats, passed.clocks.seats, strict=True)):
        keeper.think(None if whole else seat, since.used - then.used)
    for seat, gift in () if whole else gifts_of(now, entry):
        keeper.give(seat, gift, ply)
    if entry.kind == UNDO:
        keeper.take_back(ply)
        for seat, (then, since) in enumerate(zip(before.seats, passed.clocks.seats, strict=True)):
            if since.added > then.added:  # (a limit for each move begins anew)
                keeper.give(seat, since.added - then.added, ply)
    elif passed.chosen:
        keeper.move(entry.mover, ply - 1)
    elif entry.kind == PAUSE:
        keeper.stop(ply)
    elif entry.kind == RESUME:
        keeper.go_on(ply)
