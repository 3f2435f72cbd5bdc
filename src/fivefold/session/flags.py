"""Clocks that run out: flags that fall in live matches, wins that are claimed in slow ones, pauses that end."""

from collections.abc import Collection

from fivefold.contract import NOBODY
from fivefold.play.clocks import ANNOUNCED, REMINDED, Clocks, Stops
from fivefold.play.time_control import Pace
from fivefold.session import steps
from fivefold.session.errors import NotOffered
from fivefold.session.rights import check_seated
from fivefold.session.snapshot import DOUBLE_OF, LIVE, RESUME, Cause, Entry, MatchSnapshot
from fivefold.session.timing import computer_runs, with_next_look

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
    if clocks.control.slow or falls is None or at < falls or computer_runs(now):
        return now
    return _ended(now, clocks)


def announced(now: MatchSnapshot, at: int, stops: Stops) -> MatchSnapshot:
    """Return the snapshot with what has to be said by this moment of a slow clock, and with its next look."""
    return with_next_look(now, stops, _told(now, at, stops))


def _told(now: MatchSnapshot, at: int, stops: Stops) -> int:
    clocks = now.clocks
    if clocks is None or not clocks.control.slow or clocks.paused or computer_runs(now):
        return 0
    reminds, out = clocks.reminds(stops), clocks.runs_out(stops)
    if out is not None and at >= out:
        return ANNOUNCED
    return REMINDED if reminds is not None and at >= reminds else 0


def late(now: MatchSnapshot, seat: int, at: int, given_back: int, stops: Stops) -> MatchSnapshot | None:
    """Return how the match ends where a seat's move arrives after its time; ``None`` where it is in time."""
    clocks = now.clocks
    if now.status != LIVE or clocks is None or clocks.paused:
        return None
    if clocks.running != seat and clocks.control.pace != Pace.GAME:
        return None
    return _ended(now, clocks) if clocks.late(at, given_back, stops) else None


def check_claim(now: MatchSnapshot, seats: Collection[int]) -> None:
    """Raise ``NotYours`` or ``NotOffered`` where none of these seats can claim that somebody's time is out, as far as
    that was announced."""
    clocks = _claimable(now, seats)
    if now.told != ANNOUNCED:
        raise _still_has_time(now, clocks)


def claimed(now: MatchSnapshot, seats: Collection[int], at: int, stops: Stops) -> MatchSnapshot:
    """End a slow match in which somebody's time is out, as one of these seats claims.

    Raises ``NotYours``, ``NotOffered``.
    """
    clocks = _claimable(now, seats)
    out = clocks.runs_out(stops)
    if out is None or at < out:
        raise _still_has_time(now, clocks)
    return _ended(now, clocks)


def _claimable(now: MatchSnapshot, seats: Collection[int]) -> Clocks:
    """Return the clocks of a match in which another's time may be out. Raises ``NotYours``, ``NotOffered``."""
    check_seated(seats, CLAIM)
    clocks = now.clocks
    if now.status != LIVE or clocks is None or clocks.running is None or not clocks.control.slow or computer_runs(now):
        raise NotOffered("nobody's time can run out here", subject=CLAIM)
    if clocks.running in seats:
        raise NotOffered("it is your own time", subject=CLAIM, remedy="make a move")
    if clocks.paused:
        raise NotOffered("the match is paused", subject=CLAIM)
    return clocks


def _still_has_time(now: MatchSnapshot, clocks: Clocks) -> NotOffered:
    assert clocks.running is not None  # noqa: S101  (a clock runs)
    return NotOffered(f"{now.names[clocks.running]} still has time", subject=CLAIM)


def resumed(now: MatchSnapshot) -> MatchSnapshot:
    """Return the snapshot of a match that goes on after a pause."""
    return steps.advanced(now, now.match.copy(), [Entry(now.number + 1, RESUME, NOBODY, "")])


def _ended(now: MatchSnapshot, clocks: Clocks) -> MatchSnapshot:
    """Return the snapshot with the running clock out: lost, or cancelled where its seat has never moved.

    The second game of a double match is lost even so: otherwise who is behind would only have to wait.
    """
    assert clocks.running is not None  # noqa: S101  (its time is out)
    if clocks.first_move and DOUBLE_OF not in now.links:
        return steps.cancelled(now, Cause.LATE, clocks.running)
    return steps.out_of_time(now, NOBODY if clocks.control.pace == Pace.GAME else clocks.running)
