"""Computer opponents in a match in which anyone may move: each has its time to react, and the keyboard stays open."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Final

from fivefold.contract import ANYONE
from fivefold.play.match import Match
from fivefold.session.reaction import reaction_seconds
from fivefold.terminal.lines import TimeUp
from fivefold.terminal.players import Thought

if TYPE_CHECKING:
    from fivefold.terminal.table import Table

GLANCE: Final = 0.05
"""Seconds between looks whether an opponent has come to a decision."""
Think = Callable[[Match, int, int], Thought]
Begin = Callable[[Think, Match, int, int], Future[Thought]]
"""Lets somebody think while others act."""


def in_background(think: Think, match: Match, level: int, seat: int) -> Future[Thought]:
    """Think in a thread of its own."""
    executor = ThreadPoolExecutor(1)
    try:
        return executor.submit(think, match, level, seat)
    finally:
        executor.shutdown(wait=False)


class Race:
    """The rivals of whoever sits at the keyboard.

    A rival's time runs from its own last move, or from when it could move again: what others do does not keep it from
    its turn, but may make it think anew.
    """

    def __init__(self, table: Table, clock: Callable[[], float] = time.monotonic, begin: Begin = in_background) -> None:
        self._table, self._clock, self._begin = table, clock, begin
        self._due: dict[int, float] = {}

    def turn(self) -> None:
        """Let the next thing happen: a line that is typed, or the move of a rival whose time has come."""
        self._look_at_the_clock()
        if not self._due:
            self._table.listen()
            return
        seat = min(self._due, key=lambda seat: self._due[seat])
        try:
            self._table.listen(self._due[seat] - self._clock())
        except TimeUp:
            self._move(seat)

    def _look_at_the_clock(self) -> None:
        """Start the time of rivals who can move, forget that of those who cannot."""
        able = self._table.able & {seat for seat, player in enumerate(self._table.players) if not player.is_person}
        now = self._clock()
        self._due = {seat: self._due.get(seat, now + self._reaction(seat)) for seat in sorted(able)}

    def _reaction(self, seat: int) -> float:
        match, level = self._table.match, self._table.players[seat].level or 1
        return reaction_seconds(level, match.source.public, len(match.moves))

    def _move(self, seat: int) -> None:
        """Make a rival's move, unless what it wants has gone meanwhile: then it is still its turn."""
        table, match = self._table, self._table.match
        begun = match.row.copy()
        thinking = self._begin(table.thinker.think, match.copy(), table.players[seat].level or 1, seat)
        while not thinking.done():
            try:
                table.listen(GLANCE)
            except TimeUp:
                continue
            if match.outcome is not None or table.leaving:
                return
        thought = thinking.result()
        if self._still_meant(begun, thought.text):
            del self._due[seat]
            table.play_thought(seat, thought)

    def _still_meant(self, begun: list[int], text: str) -> bool:
        match, race = self._table.match, self._table.match.game.race
        if match.to_move != ANYONE or race is None or text not in match.legal_moves():
            return False
        return race.still_meant(begun, match.row.copy(), match.game.notation.read(match.row, text))
