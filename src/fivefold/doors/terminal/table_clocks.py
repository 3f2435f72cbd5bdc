"""The clocks of a match at one keyboard: they run while somebody sits there, and are kept with the game."""

from dataclasses import replace
from datetime import datetime
from itertools import takewhile
from typing import Final

from fivefold.play.clocks import GAME_CLOCK, MILLISECONDS, NO_STOPS, Clocks
from fivefold.play.recorded_times import Happening, Timed, TimeKeeper, Timing
from fivefold.play.time_control import Pace
from fivefold.session.seats import COMPUTER
from fivefold.session.snapshot import LIVE, MatchSnapshot
from fivefold.session.timing import Passed, beginning, moment, note, timed

NEVER: Final = 10**15
"""Milliseconds: a pause at one keyboard ends when somebody says so."""


class TableClocks:
    """What happened to the clocks of one match, from the beginning; does nothing where it has none."""

    def __init__(self, now: MatchSnapshot, kept: Timing | None) -> None:
        """``kept``: what the file of an earlier sitting says."""
        control = now.terms.time
        self._keeper = TimeKeeper(kept or beginning(now, control)) if control is not None else None
        self._kept = kept

    def opened(self, now: MatchSnapshot, at: datetime) -> MatchSnapshot:
        """Return the match as it is opened: its clocks begin, or go on from where they stood."""
        if self._kept is None or now.terms.time is None:
            return timed(None, now, at, NO_STOPS)
        without = timed(None, replace(now, terms=replace(now.terms, time=None)), at, NO_STOPS)
        return replace(without, terms=now.terms, began=at, clocks=_gone_on(now, self._kept, moment(at)))

    def timed(self, before: MatchSnapshot, after: MatchSnapshot, at: datetime) -> MatchSnapshot:
        """Return a changed match with the time in its new entries and its clocks moved on."""
        now = timed(before, after, at, NO_STOPS)
        if self._keeper is None or now.clocks is None or before.clocks is None:
            return now
        chosen, then = set(now.match.decisions), before.clocks
        for entry in now.entries[before.number :]:
            made = now.plies_after(entry.number) - 1 in chosen and entry.kind == "move"
            note(self._keeper, now, Passed(now.clocks, entry, made), entry, then)
            then = now.clocks
        paused = now.clocks.paused and not before.paused
        return replace(now, clocks=replace(now.clocks, since=now.clocks.since + NEVER)) if paused else now

    def until(self, now: MatchSnapshot, at: datetime) -> Timing | None:
        """Return what happened so far, with what the one to move has thought until now."""
        if self._keeper is None or now.clocks is None:
            return None
        ply, clocks = len(now.match.moves), now.clocks
        told = self._keeper.until(ply)
        if clocks.running is None:
            return told
        spent = clocks.seats[clocks.running].left - clocks.left(clocks.running, moment(at), NO_STOPS)
        seat = None if clocks.control.pace == Pace.GAME else clocks.running
        thought = (Timed(Happening.SPENT, ply, seat, spent),) if spent else ()
        return replace(told, happened=(*told.happened, *thought))


def _gone_on(now: MatchSnapshot, kept: Timing, at: int) -> Clocks:
    """Return the clocks as they stood when the match was kept; what was thought about the next move is gone already."""
    stood = kept.stands()
    since = takewhile(lambda each: each.what not in {Happening.MOVED, Happening.TAKEN_BACK}, reversed(kept.happened))
    thought = any(each.what == Happening.SPENT for each in since)
    turn = GAME_CLOCK if kept.control.pace == Pace.GAME else now.to_act
    return replace(
        stood,
        at=at,
        running=turn if now.status == LIVE else None,
        since=at + (NEVER if stood.paused else 0),
        free=0 if thought else kept.control.delay * MILLISECONDS,
    )


# --- running out -----------------------------------------------------------------------------------------------------


def seconds_left(now: MatchSnapshot, at: datetime) -> float | None:
    """Return how long somebody at the keyboard still has; ``None`` where no time of theirs runs."""
    clocks = now.clocks
    if now.status != LIVE or clocks is None or clocks.running is None or clocks.paused:
        return None
    if clocks.control.pace != Pace.GAME and now.seats[clocks.running].kind == COMPUTER:
        return None
    out = clocks.runs_out(NO_STOPS)
    return None if out is None else (out - moment(at)) / MILLISECONDS


def not_thought(now: MatchSnapshot, at: datetime, seconds: float) -> int:
    """Return how many milliseconds the clock of a computer has run beyond the seconds that it thought."""
    if now.clocks is None or now.clocks.running is None:
        return 0
    return max(0, moment(at) - now.clocks.since - round(seconds * MILLISECONDS))
