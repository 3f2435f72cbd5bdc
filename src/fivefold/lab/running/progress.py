"""The progress of a long measurement, on standard error: a bar on a terminal, plain lines elsewhere."""

import time
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Generic, TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from fivefold.lab.running.job import Figure

Item = TypeVar("Item")
LINES = 10
"""Plain lines a measurement."""


@dataclass(slots=True)
class Following(Generic[Item]):
    """What is shown of items that are finished one by one, and how far they are."""

    title: str
    unit: str
    """What an item is called, in the plural."""
    total: int
    """How many there will be, earlier ones included."""
    figure: Figure[Item] | None = None
    done: int = 0
    """Items so far, earlier ones included."""
    new: int = 0
    """Those of this run."""
    _sum: float = 0.0
    _started: float = field(default_factory=time.monotonic)

    def add(self, item: Item, is_new: bool = True) -> None:
        """Count an item."""
        self.done += 1
        self.new += is_new
        if self.figure is not None:
            self._sum += self.figure.of(item)

    @property
    def mean(self) -> str:
        """The mean figure so far, as text; empty where there is none to show."""
        return self.figure.text(self._sum / self.done) if self.figure is not None and self.done else ""

    @property
    def rate(self) -> float:
        """Items a second in this run."""
        return self.new / max(1e-9, time.monotonic() - self._started)

    @property
    def left(self) -> timedelta:
        """How long the rest will take at this rate, in whole seconds."""
        return timedelta(seconds=round((self.total - self.done) / max(1e-9, self.rate)))


def follow(items: Iterable[Item], following: Following[Item], earlier: Sequence[Item] = ()) -> Generator[Item]:
    """Pass items on and show how many are done, how fast, what is left, and the mean of their figures.

    ``earlier``: items that an earlier run has finished.
    """
    for item in earlier:
        following.add(item, is_new=False)
    console = Console(stderr=True)
    return (_bar if console.is_terminal else _plain_lines)(console, items, following)


def _bar(console: Console, items: Iterable[Item], following: Following[Item]) -> Generator[Item]:
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[mean]}"),
        TextColumn("{task.fields[rate]}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(elapsed_when_finished=True),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(following.title, total=following.total, completed=following.done, mean="", rate="")
        for item in items:
            following.add(item)
            bar.update(task, advance=1, mean=following.mean, rate=_rate(following))
            yield item


def _plain_lines(console: Console, items: Iterable[Item], following: Following[Item]) -> Generator[Item]:
    step = max(1, following.total // LINES)
    for item in items:
        following.add(item)
        if following.done % step == 0 and following.total > 1:
            count = f"{following.done} of {following.total} {following.unit}"
            parts = [count, following.mean, _rate(following), f"{following.left} left"]
            said = ", ".join(part for part in parts if part)
            console.print(f"{following.title}: {said}", highlight=False, soft_wrap=True)
        yield item


def _rate(following: Following[Item]) -> str:
    return f"{following.rate:.3g} {following.unit} a second"
