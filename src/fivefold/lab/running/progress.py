"""The progress of a long measurement, on standard error: a bar on a terminal, plain lines elsewhere."""

import time
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Final, Generic, TypeVar

from rich.console import Console
from rich.progress import Progress, ProgressColumn, Task
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from fivefold.lab.running.job import Figure

Item = TypeVar("Item")
LINES: Final = 10
"""Plain lines a measurement."""
BAR: Final = 40
SHORT_BAR, SHORT_TITLE = 10, 16
"""Columns of a terminal."""


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
    def speed(self) -> str:
        """The rate as text; empty before the first item."""
        return f"{self.rate:.3g} a second" if self.new else ""

    @property
    def time_left(self) -> str:
        """How long the rest will take at this rate, as text; empty before the first item."""
        left = timedelta(seconds=round((self.total - self.done) / max(1e-9, self.rate)))
        return f"{left} left" if self.new else ""


def follow(items: Iterable[Item], following: Following[Item], earlier: Sequence[Item] = ()) -> Generator[Item]:
    """Pass items on and show how many are done, how fast, what is left, and the mean of their figures.

    ``earlier``: items that an earlier run has finished.
    """
    for item in earlier:
        following.add(item, is_new=False)
    console = Console(stderr=True)
    return (_bar if console.is_terminal else _plain_lines)(console, items, following)


def _bar(console: Console, items: Iterable[Item], following: Following[Item]) -> Generator[Item]:
    with Progress(_Line(following, console), console=console, transient=True) as bar:
        task = bar.add_task("", total=following.total, completed=following.done)
        for item in items:
            following.add(item)
            bar.update(task, advance=1)
            yield item


class _Line(ProgressColumn):
    """All that is shown, in one line of the terminal; where it is narrow, what matters least is left out."""

    def __init__(self, following: Following[Any], console: Console) -> None:
        super().__init__()
        self._following, self._console = following, console

    def render(self, task: Task) -> Table:
        """Return title, bar and figures."""
        following, width = self._following, self._console.width
        count = f"{following.done:,} of {following.total:,} {following.unit}"
        told = [each for each in (count, following.time_left, following.speed, following.mean) if each]
        while len(told) > 2 and len(", ".join(told)) + SHORT_TITLE + SHORT_BAR > width:
            told.pop()
        room = width - len(", ".join(told)) - 2
        title = shorten(following.title, max(SHORT_TITLE, room - SHORT_BAR))
        row = Table.grid(padding=(0, 1, 0, 0))
        bar = ProgressBar(task.total, task.completed, width=min(BAR, room - len(title)))
        row.add_row(Text(title), *([bar] if room - len(title) > 3 else []), Text(", ".join(told), no_wrap=True))
        return row


def shorten(text: str, most: int) -> str:
    """Return the beginning of a text, with an ellipsis where it is longer than ``most``."""
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def _plain_lines(console: Console, items: Iterable[Item], following: Following[Item]) -> Generator[Item]:
    step = max(1, following.total // LINES)
    for item in items:
        following.add(item)
        if following.done % step == 0 and following.total > 1:
            count = f"{following.done:,} of {following.total:,} {following.unit}"
            told = [each for each in (count, following.mean, following.speed, following.time_left) if each]
            console.print(f"{following.title}: {', '.join(told)}", highlight=False, markup=False, soft_wrap=True)
        yield item
