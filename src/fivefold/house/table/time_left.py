"""How much time is left in slow games, for lists of them: what runs out first comes first."""

import math
from typing import NamedTuple

from fivefold.contract.errors import FivefoldError
from fivefold.house.ledger import Ledger
from fivefold.play.time_control import TimeControl
from fivefold.session.timing import moment


class TimeLeft(NamedTuple):
    """What the running clock of a slow game says."""

    left: int
    """In milliseconds; 0 where the time is out."""
    runs_out: int
    """When it is, in milliseconds since 1970: later where the clock stands still meanwhile."""


def time_left(ledger: Ledger, match_id: str, control: TimeControl | None) -> TimeLeft | None:
    """Return how much time whoever is to move has; ``None`` in live games, and where no clock runs."""
    if control is None or not control.slow:
        return None
    try:
        now = ledger.known(match_id)
    except FivefoldError:  # a damaged match has no clock to show
        return None
    clocks, stops = now.clocks, ledger.stops(now)
    out = None if clocks is None or clocks.paused else clocks.runs_out(stops)
    if clocks is None or clocks.running is None or out is None:
        return None
    return TimeLeft(clocks.left(clocks.running, moment(ledger.now()), stops), out)


def by_urgency(left: TimeLeft | None) -> float:
    """Return by what lists are sorted: what runs out first comes first, what has no clock last."""
    return math.inf if left is None else left.runs_out
