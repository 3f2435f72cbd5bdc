"""Computer opponents in a race: each moves when its time has come, and meanwhile the keyboard stays open."""

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Final

from fivefold.doors.terminal.lines import TimeUp
from fivefold.doors.terminal.screen import Screen
from fivefold.doors.terminal.table import Table
from fivefold.doors.terminal.thinkers import Thought
from fivefold.play.match import Match
from fivefold.session import races
from fivefold.session.errors import Stale
from fivefold.session.snapshot import Call

FROM: Final = 3
"""The number from which the countdown to a race begins."""
GLANCE: Final = 0.05
"""Seconds between looks whether an opponent has decided."""
Think = Callable[[Match, int, int], Thought]
Begin = Callable[[Think, Match, int, int], Future[Thought]]
"""Lets somebody think while others act."""
Listen = Callable[[float | None], None]
"""Does what the next line says; raises ``TimeUp`` if nobody has finished one within so many seconds."""


def in_background(think: Think, match: Match, level: int, seat: int) -> Future[Thought]:
    """Think in a thread of its own."""
    executor = ThreadPoolExecutor(1)
    try:
        return executor.submit(think, match, level, seat)
    finally:
        executor.shutdown(wait=False)


def count_down(screen: Screen, wait: Callable[[float], None] = time.sleep) -> None:
    """Wait until whoever is at the keyboard is ready, then count down; no card is shown before. A pipe is ready."""
    if not screen.interactive or screen.ask("Ready to race? Press Enter: ") is None:
        return
    for number in range(FROM, 0, -1):
        screen.show(str(number))
        wait(1)
    screen.show("Go!")


def next_event(table: Table, listen: Listen, begin: Begin) -> None:
    """Let the next thing happen: a line that is typed, or the move of a rival whose time has come."""
    call = races.first_call(table.now, table.time())
    if call is None:
        listen(None)
        return
    try:
        listen((call.at - table.time()).total_seconds())
    except TimeUp:
        _move(table, call, listen, begin)


def _move(table: Table, call: Call, listen: Listen, begin: Begin) -> None:
    """Make a rival's move, unless what it wants has gone meanwhile: then it is still its turn."""
    begun = table.now
    thinking = begin(table.thinker.think, begun.match.copy(), call.level, call.seat)
    while not thinking.done():
        try:
            listen(GLANCE)
        except TimeUp:
            continue
        if table.match.outcome is not None or table.leaving:
            return
    with suppress(Stale):
        table.play_thought(call.seat, thinking.result(), begun.number + 1)
