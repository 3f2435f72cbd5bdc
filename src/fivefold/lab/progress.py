"""The progress of a long measurement, on standard error: a bar on a terminal, plain lines elsewhere."""

from collections.abc import Iterable, Iterator, Sequence

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from fivefold.lab.pairing import Pair
from fivefold.lab.statistics import percent

LINES = 10
"""Plain lines a match."""


def with_progress(pairs: Iterable[Pair], total: int, title: str, earlier: Sequence[Pair] = ()) -> Iterator[Pair]:
    """Pass pairs on and show how many of ``total`` are done, ``earlier`` ones included, and A's score so far."""
    console = Console(stderr=True)
    show = _bar if console.is_terminal else _plain_lines
    return show(console, pairs, total, title, [pair.score for pair in earlier])


def _bar(console: Console, pairs: Iterable[Pair], total: int, title: str, scores: list[float]) -> Iterator[Pair]:
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[score]}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(title, total=total, completed=len(scores), score="")
        for pair in pairs:
            scores.append(pair.score)
            bar.update(task, advance=1, score=percent(sum(scores) / len(scores)))
            yield pair


def _plain_lines(
    console: Console, pairs: Iterable[Pair], total: int, title: str, scores: list[float]
) -> Iterator[Pair]:
    step = max(1, total // LINES)
    for pair in pairs:
        scores.append(pair.score)
        if len(scores) % step == 0:
            so_far = percent(sum(scores) / len(scores))
            console.print(f"{title}: {len(scores)} of {total} pairs, {so_far}", highlight=False, soft_wrap=True)
        yield pair
