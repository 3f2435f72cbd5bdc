"""How long a computer opponent thinks at a table with clocks."""

from fivefold.engine.budget import Budget
from fivefold.engine.opponents import levels_of
from fivefold.engine.time_use import TimeLeft, decisions_left, within
from fivefold.play.clocks import GAME_CLOCK, Clocks, Stops
from fivefold.play.time_control import Pace
from fivefold.session.snapshot import Call, MatchSnapshot


def budget(now: MatchSnapshot, call: Call, at: int, stops: Stops) -> Budget | None:
    """Return what a computer may spend on the move it is called for; ``None`` for what its level usually does.

    ``at``: the moment, in milliseconds since 1970. What it has waited for its turn to think is off its clock by then.
    """
    if now.clocks is None:
        return None
    usual = levels_of(now.match.game)[call.level - 1]
    return within(usual, time_left(now.clocks, call.seat, at, stops), decisions_left(now.match))


def time_left(clocks: Clocks, seat: int, at: int, stops: Stops) -> TimeLeft:
    """Return what a seat's clock says, and what it gains."""
    pace = clocks.control.pace
    clock = GAME_CLOCK if pace == Pace.GAME else seat
    return TimeLeft(
        left=clocks.left(clock, at, stops),
        increment=clocks.gains[clock],
        delay=clocks.free_left(at, stops),
        per_move=pace == Pace.MOVE,
    )
