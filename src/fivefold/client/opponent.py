"""The house's own computer opponents, playing from what the API tells a seat."""

import random
from collections import OrderedDict
from threading import Lock
from typing import Final

from fivefold.client.positions import Position, position_of
from fivefold.client.types import CompactClock, CompactMatch
from fivefold.engine.budget import Budget
from fivefold.engine.opponents import best_kernels, kept_short, level_number, new_search
from fivefold.engine.strength import strength_of
from fivefold.engine.time_use import USUAL_DECISIONS, TimeLeft, within
from fivefold.engine.timed_search import TimedSearch
from fivefold.play.time_control import Pace, TimeControl

KEPT: Final = 8
"""Matches whose searches are kept: what was found for the last move helps with the next."""


class HouseOpponent:
    """Chooses moves as a level of the house does, in every game: give its ``choose`` to a ``Bot``. Threads may share
    it; it thinks about one move at a time."""

    def __init__(self, level: int | str = 3, seed: int | None = None) -> None:
        """``level``: 1 to 7, or a strength in Elo. The same seed makes it repeat its games."""
        self._level, self._random, self._lock = level, random.Random(seed), Lock()
        self._searches: OrderedDict[str, TimedSearch] = OrderedDict()

    def choose(self, match: CompactMatch) -> str:
        """Return the move it would make in a match asked for with ``position=True``."""
        with self._lock:
            now = position_of(match)
            strength = strength_of(now.game, level_number(now.game, self._level))
            budget = strength.draw(self._random.random)
            if match["clock"] is not None:
                budget = within(budget, _time_left(match["clock"], now), USUAL_DECISIONS)
            search = self._search(match["id"], now, strength.above)
            found = search.think(
                now.row, kept_short(search.kernels, budget), self._random.getrandbits(32), seat=now.seat
            )
            return now.say(found.move)

    def _search(self, match_id: str, now: Position, budget: Budget) -> TimedSearch:
        """Return the search of a match; a new one as soon as there are better kernels."""
        kernels = best_kernels(now.game)
        search = self._searches.pop(match_id, None)
        if search is None or search.kernels.compiled != kernels.compiled:
            search = new_search(kernels, now.seats, budget)
        self._searches[match_id] = search
        while len(self._searches) > KEPT:
            self._searches.popitem(last=False)
        return search


def _time_left(clock: CompactClock, now: Position) -> TimeLeft:
    """Return what there is to think with."""
    control = TimeControl.parse(clock["control"])
    own = clock["seats"][0 if clock["whole"] else now.seat]
    return TimeLeft(
        left=own["left"], increment=1000 * control.increment, delay=clock["free"], per_move=control.pace == Pace.MOVE
    )
