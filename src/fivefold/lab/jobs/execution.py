"""Carrying a job out: where, how far it is, what an earlier run kept; every result is kept at once."""

import argparse
import hashlib
import json
import re
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any, Final, Generic, Protocol, TypeVar

from platformdirs import user_cache_path
from rich import progress as bars
from rich.console import Console
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from fivefold.command import process_count
from fivefold.lab.jobs import processes, ray_cluster
from fivefold.lab.jobs.job import Figure, Job, code_digest

Task = TypeVar("Task")
Result = TypeVar("Result")


class JobPlace(Protocol):
    """Carries tasks out, each at least once; the one asking takes the first result of each."""

    def results(
        self, function: Callable[[Task], Result], tasks: Sequence[tuple[int, Task]]
    ) -> Generator[tuple[int, Result]]:
        """Call ``function`` with each task and yield each result, with its task's number, as soon as it is there.

        Closed before its end, it stops what is under way.
        """


@dataclass(frozen=True, slots=True)
class Processes:
    """Processes of this machine; a single one is this process."""

    count: int = 1

    def results(
        self, function: Callable[[Task], Result], tasks: Sequence[tuple[int, Task]]
    ) -> Generator[tuple[int, Result]]:
        """Call ``function`` with each task and yield each result, with its task's number, as soon as it is there."""
        return processes.results(Numbering(function), tasks, self.count)


@dataclass(frozen=True, slots=True)
class Numbering(Generic[Task, Result]):
    """A function of a task that passes the task's number on; in a form that can be sent to another process."""

    function: Callable[[Task], Result]

    def __call__(self, task: tuple[int, Task]) -> tuple[int, Result]:
        """Return the task's number and its result."""
        return task[0], self.function(task[1])


def place_of(options: argparse.Namespace) -> JobPlace:
    """Return the place that the arguments of ``command.add_running`` name. Raises ``InvalidOption``."""
    count = None if options.jobs is None else process_count(options.jobs)
    return ray_cluster.place_named(options.on, count) if options.on else Processes(process_count(count))


# --- results that are kept, in the user's cache, a line of JSON each -------------------------------------------------


def draft_file(job: Job[Any, Any, Any]) -> Path:
    """Return the file of a job's results, another one for other terms or other code."""
    digest = hashlib.sha256(f"{code_digest()} {job.terms}".encode()).hexdigest()[:16]
    name = re.sub(r"[^a-z0-9]+", "-", job.title.casefold()).strip("-")[:60]
    return user_cache_path("fivefold", appauthor=False) / "jobs" / f"{name}-{digest}.jsonl"


def _load(job: Job[Any, Any, Any]) -> dict[int, Any]:
    """Return the results that are kept, by the numbers of their tasks; a last line that was cut off does not count."""
    file = draft_file(job)
    if not file.exists():
        return {}
    lines = file.read_text().splitlines(keepends=True)
    whole = [line for line in lines if line.endswith("\n")]
    if whole != lines:
        file.write_text("".join(whole))
    return {number: job.coding.load(data) for number, data in map(json.loads, whole) if number < len(job.tasks)}


def _append(job: Job[Any, Any, Any], number: int, result: Any) -> None:
    file = draft_file(job)
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a") as lines:
        lines.write(f"{json.dumps([number, job.coding.dump(result)])}\n")


def _forget(job: Job[Any, Any, Any]) -> None:
    draft_file(job).unlink(missing_ok=True)


# --- progress --------------------------------------------------------------------------------------------------------

Item = TypeVar("Item")
LINES: Final = 10
"""Plain lines a measurement."""
BAR: Final = 40
SHORT_BAR, SHORT_TITLE = 10, 16
"""Columns of a terminal."""


@dataclass(slots=True)
class JobProgress(Generic[Item]):
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


def _follow(items: Iterable[Item], following: JobProgress[Item], earlier: Sequence[Item] = ()) -> Generator[Item]:
    """Pass items on and show how many are done, how fast, what is left, and the mean of their figures.

    ``earlier``: items that an earlier run has finished.
    """
    for item in earlier:
        following.add(item, is_new=False)
    console = Console(stderr=True)
    return (_bar if console.is_terminal else _plain_lines)(console, items, following)


def _bar(console: Console, items: Iterable[Item], following: JobProgress[Item]) -> Generator[Item]:
    with bars.Progress(_Line(following, console), console=console, transient=True) as bar:
        task = bar.add_task("", total=following.total, completed=following.done)
        for item in items:
            following.add(item)
            bar.update(task, advance=1)
            yield item


class _Line(bars.ProgressColumn):
    """All that is shown, in one line of the terminal; where it is narrow, what matters least is left out."""

    def __init__(self, following: JobProgress[Any], console: Console) -> None:
        super().__init__()
        self._following, self._console = following, console

    def render(self, task: bars.Task) -> Table:
        """Return title, bar and figures."""
        following, width = self._following, self._console.width
        count = f"{following.done:,} of {following.total:,} {following.unit}"
        told = [each for each in (count, following.time_left, following.speed, following.mean) if each]
        while len(told) > 2 and len(", ".join(told)) + SHORT_TITLE + SHORT_BAR > width:
            told.pop()
        room = width - len(", ".join(told)) - 2
        title = _shorten(following.title, max(SHORT_TITLE, room - SHORT_BAR))
        row = Table.grid(padding=(0, 1, 0, 0))
        bar = ProgressBar(task.total, task.completed, width=min(BAR, room - len(title)))
        row.add_row(Text(title), *([bar] if room - len(title) > 3 else []), Text(", ".join(told), no_wrap=True))
        return row


def _shorten(text: str, most: int) -> str:
    """Return the beginning of a text, with an ellipsis where it is longer than ``most``."""
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def _plain_lines(console: Console, items: Iterable[Item], following: JobProgress[Item]) -> Generator[Item]:
    step = max(1, following.total // LINES)
    for item in items:
        following.add(item)
        if following.done % step == 0 and following.total > 1:
            count = f"{following.done:,} of {following.total:,} {following.unit}"
            told = [each for each in (count, following.mean, following.speed, following.time_left) if each]
            console.print(f"{following.title}: {', '.join(told)}", highlight=False, markup=False, soft_wrap=True)
        yield item


Outcome = TypeVar("Outcome")


# --- carrying out ----------------------------------------------------------------------------------------------------


class Stopped(KeyboardInterrupt):
    """Ctrl-C in the middle of a job; whoever repeats the command goes on from there."""

    def __init__(self, done: int, total: int, unit: str) -> None:
        super().__init__(f"stopped: {done:,} of {total:,} {unit} are kept, and the same command goes on from there")


def _never(results: Sequence[object]) -> bool:
    return False


@contextmanager
def finished(
    job: Job[Task, Result, Outcome], place: JobPlace, enough: Callable[[Sequence[Result]], bool] = _never
) -> Iterator[Outcome]:
    """Carry a job out and provide what it comes to.

    ``enough``: asked of the first results, in the order of the tasks and without a gap, each time there is one more:
    whether they will do. So the job ends after the same task wherever it runs.

    The results are forgotten when the block ends without an error: by then their outcome is saved. Raises ``Stopped``.
    """
    yield job.reduce(_results(job, place, enough))
    _forget(job)


def kept(job: Job[Task, Result, Outcome]) -> list[Result]:
    """Return the results that are kept of a job that was stopped, in the order of its tasks."""
    known: dict[int, Result] = _load(job)
    return [known[number] for number in sorted(known)]


def _results(
    job: Job[Task, Result, Outcome], place: JobPlace, enough: Callable[[Sequence[Result]], bool]
) -> list[Result]:
    known: dict[int, Result] = _load(job)
    missing = [(number, task) for number, task in enumerate(job.tasks) if number not in known]
    first: list[Result] = []
    if _is_enough(first, known, enough):
        return first
    try:
        with closing(place.results(job.function, missing)) as results:
            following = JobProgress(job.title, job.unit, len(job.tasks), _of_numbered(job.figure))
            with closing(_follow(results, following, list(known.items()))) as followed:
                for number, result in followed:
                    if number not in known:
                        known[number] = result
                        _append(job, number, result)
                        if _is_enough(first, known, enough):
                            return first
    except KeyboardInterrupt:
        raise Stopped(len(known), len(job.tasks), job.unit) from None
    return [known[number] for number in range(len(job.tasks))]


def _is_enough(first: list[Result], known: Mapping[int, Result], enough: Callable[[Sequence[Result]], bool]) -> bool:
    """Add to the first results those that come next, one by one until they will do; return whether they do."""
    while len(first) in known:
        first.append(known[len(first)])
        if enough(first):
            return True
    return False


def _of_numbered(figure: Figure[Result] | None) -> Figure[tuple[int, Result]] | None:
    return None if figure is None else Figure(lambda numbered: figure.of(numbered[1]), figure.text)
