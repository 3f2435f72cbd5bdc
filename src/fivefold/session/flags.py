"""Clocks that run out: flags that fall in live matches, wins that are claimed in slow ones, pauses that end."""

from collections.abc import Collection

from fivefold.contract import NOBODY
from fivefold.play.clocks import Clocks, Stops
from fivefold.play.outcome import Termination
from fivefold.play.time_control import Pace
from fivefold.session import steps
from fivefold.session.errors import NotOffered
from fivefold.session.rights import check_seated
from fivefold.session.snapshot import LIVE, RESUME, Entry, MatchSnapshot

CLAIM = "claim"


def looked_at(now: MatchSnapshot, at: int, stops: Stops) -> MatchSnapshot:
    """Return the snapshot after what is due at this moment: a pause ends, or a flag falls; the same if nothing is.

    A slow clock that is out ends nothing by itself: see ``claimed``.
    """
    clocks = now.clocks
    if now.status != LIVE or clocks is None:
        return now
    if clocks.paused:
        return resumed(now) if at >= clocks.since else now
    falls = clocks.falls(stops)
    return now if clocks.control.slow or falls is None or at < falls else _ended(now, clocks)


def late(now: MatchSnapshot, seat: int, at: int, given_back: int, stops: Stops) -> MatchSnapshot | None:
    """Return how the match ends where a seat's move arrives after its time; ``None`` where it is in time."""
    clocks = now.clocks
    if now.status != LIVE or clocks is None or clocks.paused:
        return None
    if clocks.running != seat and clocks.control.pace != Pace.GAME:
        return None
    return _ended(now, clocks) if clocks.late(at, given_back, stops) else None


def check_claim(now: MatchSnapshot, seats: Collection[int], at: int, stops: Stops) -> None:
    """Raise ``NotYours`` or ``NotOffered`` where none of these seats can claim that somebody's time is out."""
    check_seated(seats, CLAIM)
    clocks = now.clocks
    if now.status != LIVE or clocks is None or clocks.running is None or not clocks.control.slow:
        raise NotOffered("nobody's time can run out here", subject=CLAIM)
    if clocks.running in seats:
        raise NotOffered("it is your own time", subject=CLAIM, remedy="make a move")
    out = clocks.runs_out(stops)
    if clocks.paused or out is None or at < out:
        raise NotOffered(f"{now.names[clocks.running]} still has time", subject=CLAIM)


def claimed(now: MatchSnapshot, seats: Collection[int], at: int, stops: Stops) -> MatchSnapshot:
    """End a slow match in which somebody's time is out, as one of these seats claims. Raises what ``check_claim``
    does."""
    check_claim(now, seats, at, stops)
    assert now.clocks is not None  # noqa: S101  (the check has looked)
    return _ended(now, now.clocks)


def resumed(now: MatchSnapshot) -> MatchSnapshot:
    """Return the snapshot of a match that goes on after a pause."""
    return steps.advanced(now, now.match.copy(), [Entry(now.number + 1, RESUME, NOBODY, "")])


def _ended(now: MatchSnapshot, clocks: Clocks) -> MatchSnapshot:
    """Return the snapshot with the running clock out: lost, or called off where its seat has never moved."""
    assert clocks.running is not None  # noqa: S101  (its time is out)
    if clocks.first_move:
        return steps.ended_by_all(now, Termination.ABANDONED)
    return steps.out_of_time(now, NOBODY if clocks.control.pace == Pace.GAME else clocks.running)
