"""What can be typed at a table with clocks: what they say, a pause, more time."""

from fivefold.contract.errors import InvalidMove
from fivefold.doors.terminal import clock_words
from fivefold.doors.terminal.table import Table
from fivefold.play.time_control import Pace
from fivefold.session.offer_kinds import gift_seconds
from fivefold.session.snapshot import MORE_TIME, PAUSE, RESUME


def has_clocks(table: Table) -> bool:
    """Tell whether there are clocks at this table."""
    return table.now.clocks is not None


def has_own_clocks(table: Table) -> bool:
    """Tell whether everybody has a clock of their own."""
    clocks = table.now.clocks
    return clocks is not None and clocks.control.pace != Pace.GAME


def tell(table: Table, rest: str) -> None:
    """Say what every clock says."""
    table.screen.say(" ".join(clock_words.told(table.now, table.reader, table.time())))


def pause(table: Table, rest: str) -> None:
    """Stop the clocks."""
    _refuse_one_clock(table, "pause")
    table.agree(PAUSE)
    table.screen.say(clock_words.said("paused"))


def go_on(table: Table, rest: str) -> None:
    """Let the clocks go on."""
    if rest.casefold() not in {"", "on"}:
        raise InvalidMove(f"go {rest}: go on")
    table.agree(RESUME)
    table.screen.say(clock_words.said("goes-on"))


def more(table: Table, rest: str) -> None:
    """Give the one to move more time."""
    if rest.casefold() not in {"", "time"}:
        raise InvalidMove(f"more {rest}: more time")
    _refuse_one_clock(table, "more time")
    table.agree(MORE_TIME)
    table.screen.say(clock_words.given(table.reader, table.now.entries[-1].mover, gift_seconds(table.now)))


def _refuse_one_clock(table: Table, what: str) -> None:
    if table.now.clocks is not None and not has_own_clocks(table):
        raise InvalidMove(f"{what}: one time counts for the whole game, and it runs on")
