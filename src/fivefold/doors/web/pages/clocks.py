"""The clocks at a table in words, as they stand when the page is made; the page's script keeps them going."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from fivefold.house.house import House
from fivefold.house.match_view import clock_view
from fivefold.house.match_view.view_types import ClockView, MatchView
from fivefold.play import time_words
from fivefold.play.time_control import DAY, HOUR, MINUTE
from fivefold.session.offer_kinds import gift_seconds
from fivefold.session.snapshot import DOUBLE_OF, MatchSnapshot
from fivefold.session.timekeeping import timing_of
from fivefold.session.timing import moment, time_of

SECOND: Final = 1000
TENTHS: Final = 10 * SECOND
"""Below this, tenths of a second are shown."""


def context(house: House, snapshot: MatchSnapshot, view: MatchView) -> dict[str, Any]:
    """Return the template's context."""
    now, clock = moment(house.now()), house.views.clock(snapshot)
    if clock is None:
        return {"clocks": None}
    at = now if view["yours"] else now - clock["delay"]
    return {
        "server_now": now,
        "clocks": {
            "slow": clock["slow"],
            "whole": clock["whole"],
            "words": clock["words"],
            "paused": clock["paused"],
            "seats": [_seat(clock, seat, at) for seat in range(len(clock["seats"]))],
            "gift": time_words.duration_words(gift_seconds(snapshot)),
            "pause_words": pause_words(clock["since"] - at),
            "first_move": _first_move(snapshot, clock, at),
            "out_name": snapshot.names[clock["running"] or 0],
        },
    }


def reviewed(house: House, snapshot: MatchSnapshot, names: Sequence[str]) -> dict[str, Any]:
    """Return the context for a review: the names, how long each move took, by its ply, and all moves of each player."""
    clock, timing = house.views.clock(snapshot), timing_of(snapshot, house.clocks.stops(snapshot))
    taken = {} if timing is None else {ply + 1: took_text(took) for ply, took in timing.taken().items()}
    used = [] if clock is None or clock["whole"] else [seat["used"] for seat in clock["seats"]]
    each = [(name, took_text(took)) for name, took in zip(names, used, strict=False)]
    return {"names": names, "taken": taken, "used": each}


def took_text(took: int) -> str:
    """Return how long a move took: ``4.2 s``, ``37 s``, ``3 min 5 s``, ``1 d 4 h``."""
    seconds = took // SECOND
    if seconds >= DAY:
        return f"{seconds // DAY} d {seconds // HOUR % 24} h"
    if seconds >= HOUR:
        return f"{seconds // HOUR} h {seconds // MINUTE % 60} min"
    if seconds >= MINUTE:
        return f"{seconds // MINUTE} min {seconds % 60} s"
    return f"{took / SECOND:.1f} s" if took < TENTHS else f"{seconds} s"


def _seat(clock: ClockView, seat: int, at: int) -> dict[str, Any]:
    left, running = clock_view.left(clock, seat, at), clock["running"] == seat
    out = clock["out"] == seat or (running and left == 0 and not clock["paused"])
    return {
        "text": text(left, slow=clock["slow"]),
        "running": running and not clock["paused"] and not out,
        "low": running and left <= clock["seats"][seat]["low"],
        "out": out,
        "note": "time out" if out else _note(clock, at) if running else "",
    }


def text(left: int, *, slow: bool) -> str:
    """Return what a clock shows: ``4:37``, ``0:09.4``, in slow games ``2 d 4 h``."""
    seconds, hundreds = divmod(left, SECOND)
    hours, minutes = seconds // HOUR, seconds // MINUTE % 60
    if slow and seconds >= DAY:
        return f"{seconds // DAY} d {hours % 24} h"
    if slow and seconds >= HOUR:
        return f"{hours} h {minutes} min"
    if seconds >= HOUR:
        return f"{hours}:{minutes:02}:{seconds % 60:02}"
    tenths = f".{hundreds // 100}" if left < TENTHS and not slow else ""
    return f"{minutes}:{seconds % 60:02}{tenths}"


def pause_words(left: int) -> str:
    """Return how a pause ends."""
    minutes = max(1, -(-left // (MINUTE * SECOND)))
    days = timedelta(minutes=minutes).days
    soon = f"{days} {'day' if days == 1 else 'days'}" if days else f"{minutes} min"
    return f"It goes on when everybody agrees, or by itself in {soon}."


def _note(clock: ClockView, at: int) -> str:
    """Return what else there is to know of the running clock of a slow game, in UTC: a page without script knows no
    other."""
    if not clock["slow"] or clock["paused"] or clock["runs_out"] is None:
        return ""
    still = clock_view.stands_until(clock, at)
    return f"still until {_when(still)}" if still is not None else f"until {_when(clock['runs_out'])}"


def _when(at: int) -> str:
    when: datetime = time_of(at).astimezone(UTC)
    return f"{when:%a} {when.day} {when:%b}, {when:%H:%M} UTC"


def _first_move(snapshot: MatchSnapshot, clock: ClockView, at: int) -> str:
    if clock["first_move"] is None or clock["running"] is None or clock["paused"]:
        return ""
    seconds = max(0, -(-(clock["first_move"] - at) // SECOND))
    words = f"{snapshot.names[clock['running']]} has {seconds} s for a first move"
    return f"{words}, or {'game 2 is forfeited' if DOUBLE_OF in snapshot.links else 'the match is cancelled'}."
