"""The progress of a long measurement, on standard error: a bar on a terminal, plain lines elsewhere."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from fivefold.lab.pairing import Pair
from fivefold.lab.statistics import percent

Item = TypeVar("Item")
LINES = 10
"""Plain lines a measurement."""


@dataclass(frozen=True, slots=True)
class Following(Generic[Item]):
    """What to show of the items that are measured one by one."""

    title: str
    unit: str
    """What an item is called, in the plural."""
    total: int
    """How many there will be, earlier ones included."""
    figure: Callable[[Item], float]
    """The figure of an item whose mean so far is shown."""
    text: Callable[[float], str]
    """How the mean is written."""


def with_progress(pairs: Iterable[Pair], total: int, title: str, earlier: Sequence[Pair] = ()) -> Iterator[Pair]:
    """Pass pairs on and show how many of ``total`` are done, ``earlier`` ones included, and A's score so far."""
    following: Following[Pair] = Following(title, "pairs", total, lambda pair: pair.score, percent)
    return follow(pairs, following, [pair.score for pair in earlier])


def follow(items: Iterable[Item], following: Following[Item], earlier: Sequence[float] = ()) -> Iterator[Item]:
    """Pass items on and show how many there are and the mean of their figures, ``earlier`` ones included."""
    console = Console(stderr=True)
    show = _bar if console.is_terminal else _plain_lines
    return show(console, items, following, list(earlier))


def _bar(console: Console, items: Iterable[Item], following: Following[Item], figures: list[float]) -> Iterator[Item]:
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[mean]}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(following.title, total=following.total, completed=len(figures), mean="")
        for item in items:
            figures.append(following.figure(item))
            bar.update(task, advance=1, mean=following.text(sum(figures) / len(figures)))
            yield item


def _plain_lines(
    console: Console, items: Iterable[Item], following: Following[Item], figures: list[float]
) -> Iterator[Item]:
    step = max(1, following.total // LINES)
    for item in items:
        figures.append(following.figure(item))
        if len(figures) % step == 0:
            count = f"{len(figures)} of {following.total} {following.unit}"
            text = f"{following.title}: {count}, {following.text(sum(figures) / len(figures))}"
            console.print(text, highlight=False, soft_wrap=True)
        yield item
