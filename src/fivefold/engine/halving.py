"""Sequential halving: moves compared over one possibility after another, those that do worse dropped by halves.

Most of the budget then goes into telling the best moves apart.
"""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Protocol

from fivefold.engine.control import NODE_LIMIT, NODES, NUMBER, STOP, VARIES

Totals = dict[int, list[int]]
"""For each move what was added up over all possibilities, as the kernel counts it; the first number decides."""
PLAIN_CHUNK: Final = 1


class Arrays(Protocol):
    """The part of a kernel's workspace that comparing needs."""

    @property
    def candidates(self) -> Any:
        """[MAX_MOVES]: the moves compared."""

    @property
    def totals(self) -> Any:
        """[kinds, MAX_MOVES]: what was added up of each candidate."""

    @property
    def control(self) -> Any:
        """[cells]: see ``engine.control``."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a comparison may spend; whichever is reached first ends it."""

    nodes: int
    possibilities: int
    deadline: float
    """By ``time.perf_counter``, in seconds."""


@dataclass(frozen=True, slots=True)
class Halving:
    """Compares moves with a kernel."""

    compare: Callable[[Any, int], int]
    """``compare(workspace, count)``: look at the first ``count`` candidates in further possibilities and add up."""
    workspace: Arrays
    finalists: int
    """When no more moves than this are left, all stay to the end."""
    alike: int
    """When this many possibilities were the same, there is only the one."""
    chunk: int
    """Nodes between two looks at the clock."""

    def ranked(self, totals: Totals, limits: Limits, weigh: int | None) -> Totals:
        """Compare all moves, again the better half, and so on; return the last ones with their totals, best first.

        ``totals``: all moves, with what they begin with. ``weigh``: a move that is not dropped.
        """
        for left in range(rounds(len(totals), self.finalists), 0, -1):
            goes_on = self._look(totals, limits, left)
            # Sorting is stable: equals stay as they were.
            best = sorted(totals, key=lambda move: -totals[move][0])
            if goes_on and left > 1:
                best = self._better_half(best, weigh)
            totals = {move: totals[move] for move in best}
            if not goes_on:
                break
        return totals

    def _better_half(self, best: list[int], weigh: int | None) -> list[int]:
        kept = best[: max(self.finalists, (len(best) + 1) // 2)]
        return kept if weigh is None or weigh in kept else [*kept, weigh]

    def _look(self, totals: Totals, limits: Limits, left: int) -> bool:
        """Spend an equal part of what is left for this many rounds on these moves; tell whether there is more to do."""
        control = self.workspace.control
        self._write(totals)
        until = time.perf_counter() + (limits.deadline - time.perf_counter()) / left
        nodes = part_until(int(control[NODES]), limits.nodes, left)
        possibilities = part_until(int(control[NUMBER]), limits.possibilities, left)
        going = True
        while going:
            control[NODE_LIMIT] = min(nodes, int(control[NODES]) + self.chunk)
            self.compare(self.workspace, len(totals))
            going = control[NODES] < nodes and time.perf_counter() < until and self._is_unsure()
            going = going and control[NUMBER] < possibilities
        self._read(totals)
        return bool(self._is_unsure() and control[NODES] < limits.nodes and time.perf_counter() < limits.deadline)

    def _write(self, totals: Totals) -> None:
        for index, (move, sums) in enumerate(totals.items()):
            self.workspace.candidates[index] = move
            for kind, total in enumerate(sums):
                self.workspace.totals[kind][index] = total

    def _read(self, totals: Totals) -> None:
        for index, sums in enumerate(totals.values()):
            sums[:] = [int(self.workspace.totals[kind][index]) for kind in range(len(sums))]

    def _is_unsure(self) -> bool:
        """Tell whether another possibility could show something new, and nobody has stopped the search."""
        control = self.workspace.control
        return bool(control[STOP] == 0 and (control[VARIES] or control[NUMBER] < self.alike))


def rounds(moves: int, finalists: int) -> int:
    """Return how many rounds there are until no more than the finalists are left."""
    return max(1, math.ceil(math.log2(moves / finalists)) + 1)


def part_until(spent: int, most: int, left: int) -> int:
    """Return how far to go in the first of the rounds that are left, so that each gets an equal part."""
    return spent + (most - spent) // left
