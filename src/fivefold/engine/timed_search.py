"""What all searches have in common: one position, one budget, one clock, and an end from outside."""

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from threading import Timer

from fivefold.contract import Row
from fivefold.engine.budget import Budget
from fivefold.engine.control import STOP
from fivefold.engine.finding import Finding
from fivefold.engine.kernels import Kernels


@dataclass(frozen=True, slots=True)
class Task:
    """What a search is to find out."""

    row: Row
    budget: Budget
    salt: int
    seat: int | None
    weigh: int | None
    started: float
    """By ``time.perf_counter``, in seconds, like ``deadline``."""

    @property
    def deadline(self) -> float:
        """When the time is up."""
        return self.started + self.budget.seconds


class TimedSearch(ABC):
    """A search for one seat of one match."""

    def __init__(self, kernels: Kernels, seats: int, control_cells: int) -> None:
        self.kernels, self.seats, self.rules = kernels, seats, kernels.rules
        self.control = kernels.zeros(control_cells)

    def think(
        self, row: Row, budget: Budget, salt: int = 0, *, seat: int | None = None, weigh: int | None = None
    ) -> Finding:
        """Search a position within a budget.

        ``row``: a position that is not over and not chance's turn, as the seat may see it. ``salt`` decides what is
        overlooked and which possibilities are looked at. ``seat``: for whom, the seat to move by default; where anyone
        may be to move it says whose move is wanted. Where another seat is to move the position itself is judged.
        ``weigh``: a legal move to be among those that ``Finding.weighed`` compares, if the search compares any.
        """
        task = Task(row, budget, salt, seat, weigh, time.perf_counter())
        self._prepare(task)
        with self._stopping_after(budget.seconds):
            found = self._search(task)
        return replace(found, seconds=time.perf_counter() - task.started)

    def stop(self) -> None:
        """End the running search as soon as it looks; what it has found so far counts. May come from any thread."""
        self.control[STOP] = 1

    @abstractmethod
    def _prepare(self, task: Task) -> None:
        """Copy the position and set the control cells, before the clock can stop anything."""

    @abstractmethod
    def _search(self, task: Task) -> Finding:
        """Return what is found until the search is done or stopped."""

    @contextmanager
    def _stopping_after(self, seconds: float) -> Iterator[None]:
        if seconds == math.inf:
            yield
            return
        timer = Timer(seconds, self.stop)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
