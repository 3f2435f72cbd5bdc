"""Long work as jobs: independent tasks, carried out by processes or on Ray, each result kept at once.

Each task holds the seed of all that is drawn in it, so a job comes to the same wherever it runs, in however many
processes, and whether or not it was stopped in between.
"""

import argparse
import atexit
import functools
import hashlib
import json
import logging
import multiprocessing
import os
import platform
import re
import signal
import socket
import sys
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import chain, islice
from pathlib import Path
from typing import Any, Final, Generic, Protocol, TypeVar

from platformdirs import user_cache_path
from rich import progress as bars
from rich.console import Console
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

import fivefold
from fivefold.command import process_count
from fivefold.contract.errors import FivefoldError, InvalidOption
from fivefold.engine.worker_main import become_a_worker

Task = TypeVar("Task")
Result = TypeVar("Result")
Outcome = TypeVar("Outcome")
Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class ResultCoding(Generic[Result]):
    """How a result is kept as JSON."""

    dump: Callable[[Result], Any]
    """Return what JSON can hold."""
    load: Callable[[Any], Result]
    """Return the result that ``dump`` was given, from what JSON made of it."""


@dataclass(frozen=True, slots=True)
class Figure(Generic[Result]):
    """A figure of each result, whose mean so far is shown while a job runs."""

    of: Callable[[Result], float]
    text: Callable[[float], str]
    """How the mean is written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Job(Generic[Task, Result, Outcome]):
    """Work that can be shared out, stopped and gone on with."""

    title: str
    """What is being done, for whoever watches."""
    unit: str
    """What tasks are called, in the plural."""
    terms: str
    """All that a result depends on besides its task. Results kept under other terms do not count."""
    tasks: Sequence[Task]
    """Each independent of the others. The tasks of a longer job under the same terms begin with those of a shorter."""
    function: Callable[[Task], Result]
    """Found by its name in other processes: a function of a module, or a ``partial`` of one."""
    reduce: Callable[[Sequence[Result]], Outcome]
    """What the results, in the order of the tasks, come to."""
    coding: ResultCoding[Result]
    figure: Figure[Result] | None = field(default=None)


PARTS: Final = ("contract", "engine", "games", "house", "lab", "parts", "play", "session")
"""Packages that the results of a job can depend on."""
DIGITS: Final = 16


@functools.cache
def code_digest() -> str:
    """Return a digest of what the games and the lab are made of: their modules, and the games' tables."""
    root, digest = Path(fivefold.__file__).parent, hashlib.sha256()
    for file in sorted(chain(*(root.glob(f"{part}/**/*.py") for part in PARTS), root.glob("games/*/data/*"))):
        content = file.read_bytes()
        digest.update(f"{file.relative_to(root).as_posix()} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()[:DIGITS]


# --- processes of this machine ---------------------------------------------------------------------------------------


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
        return _pooled(functools.partial(_numbered, function), tasks, self.count)


def _numbered(function: Callable[[Task], Result], task: tuple[int, Task]) -> tuple[int, Result]:
    return task[0], function(task[1])


def _pooled(function: Callable[[Task], Result], tasks: Sequence[Task], processes: int) -> Generator[Result]:
    """Call ``function`` with each task in this many processes and yield each result as soon as it is there.

    A single process is this one, and then results come in the order of the tasks. Function, tasks and results are
    pickled.
    """
    processes = min(processes, len(tasks))
    if processes <= 1:
        yield from map(function, tasks)
        return
    with _workers(processes) as pool:
        with ignored_interrupt():
            futures = [pool.submit(function, task) for task in tasks]
        for future in as_completed(futures):
            yield future.result()


@contextmanager
def _workers(processes: int) -> Iterator[ProcessPoolExecutor]:
    """Provide fresh processes; if anything interrupts the work they end at once, in the middle of their tasks."""
    before = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), initializer=become_a_worker)
    try:
        yield pool
    except BaseException:
        # The pool waits for its processes itself; if two threads did, one would take a dead process for a live one.
        for child in set(multiprocessing.active_children()) - before:
            child.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def ignored_interrupt() -> Iterator[None]:
    """Let processes started in this context ignore Ctrl-C, which this process alone answers: they inherit that."""
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)


# --- Ray: one begun on this machine, or a running cluster of many ----------------------------------------------------

NAME: Final = "ray"
ADDRESSES: Final = "ray, ray:auto, ray:HOST:PORT or ray://HOST:PORT"
QUIETLY: Final = {
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    "RAY_IGNORE_UNHANDLED_ERRORS": "1",
    "RAY_USAGE_STATS_ENABLED": "0",
}
"""Has Ray say and send nothing that a job does not ask for."""
EACH: Final = 2
"""Tasks under way for each processor: one works while the next is on its way."""
PATIENCE: Final = 5.0
"""Seconds for somebody to answer at an address."""
RETRIES: Final = 5
"""How often a task is begun again whose worker is lost."""
LOOK: Final = 5.0
"""Seconds after which machines that have joined are counted."""


@dataclass(frozen=True, slots=True)
class Ray:
    """Ray's workers. The first job connects to them, the end of this process disconnects and ends a Ray of its own."""

    address: str = ""
    """As ``ray.init`` takes it; empty: begin a Ray of one's own on this machine."""
    count: int | None = None
    """Tasks at the same time; as many as there are processors unless given."""

    @property
    def name(self) -> str:
        """The place as ``--on`` names it."""
        return self.address if "//" in self.address else f"{NAME}:{self.address}" if self.address else NAME

    def results(
        self, function: Callable[[Task], Result], tasks: Sequence[tuple[int, Task]]
    ) -> Generator[tuple[int, Result]]:
        """Call ``function`` with each task and yield each result, with its task's number, as soon as it is there."""
        ray = _connected(self) if tasks else None
        return _ray_results(ray, self, function, tasks)


def place_named(text: str, count: int | None) -> Ray:
    """Return the place that ``--on`` names. Raises ``InvalidOption``."""
    word, _, address = text.partition(":")
    if word.casefold() != NAME or (":" in text and not address.strip("/")):
        raise InvalidOption("no such place", subject=f"--on {text}", remedy=f"it takes {ADDRESSES}")
    return Ray(text if address.startswith("//") else address, count)


def imported() -> Any:
    """Return Ray. Raises ``InvalidOption`` where it is not installed."""
    for name, value in QUIETLY.items():
        os.environ.setdefault(name, value)
    try:
        import ray  # noqa: PLC0415
    except ModuleNotFoundError as error:
        if error.name != "ray":
            raise
        remedy = "pip install ray"
        raise InvalidOption("Ray is not installed", subject="--on ray", remedy=remedy) from None
    # What it has to say of lost workers would come between the results on standard output.
    ray._private.worker._worker_logs_enabled = False
    return ray


def _connected(place: Ray) -> Any:
    """Return Ray, connected; as it is if this process is connected."""
    ray = imported()
    if not ray.is_initialized():
        print(f"Connecting to Ray at {place.address} ..." if place.address else "Starting Ray ...", file=sys.stderr)
        own = {} if place.address else {"num_cpus": place.count, "include_dashboard": False}
        try:
            _knock(place.address)
            ray.init(place.address or "local", log_to_driver=False, logging_level=logging.ERROR, **own)
        except (ConnectionError, ImportError, OSError, RuntimeError, ValueError) as error:
            reason = str(error).strip().partition("\n")[0]
            remedy = "is it running, and does RAY_AUTH_MODE here say what it says there?"
            subject = f"--on {place.name}"
            raise InvalidOption(f"no cluster lets us in there ({reason})", subject=subject, remedy=remedy) from error
        atexit.register(ignored_interrupt()(ray.shutdown))
    return ray


def _knock(address: str) -> None:
    """Raise ``OSError`` where nobody listens at an address that names a port: Ray itself would wait for minutes."""
    host, _, port = address.rpartition("/")[2].rpartition(":")
    if host and port.isdigit():
        socket.create_connection((host.strip("[]"), int(port)), timeout=PATIENCE).close()


def _ray_results(
    ray: Any, place: Ray, function: Callable[[Task], Result], tasks: Sequence[tuple[int, Task]]
) -> Generator[tuple[int, Result]]:
    """Yield results as they come; if anything stops that, cancel what is under way."""
    if not tasks:
        return
    remote = ray.remote(num_cpus=1, max_retries=RETRIES)(_carried_out)
    code = code_digest() if place.address else ""
    waiting, under_way, width = iter(tasks), list[Any](), _Width(ray, place)
    try:
        while True:
            for task in islice(waiting, max(0, width.now() - len(under_way))):
                under_way.append(remote.remote(code, function, task))
            if not under_way:
                return
            ready, under_way = ray.wait(under_way)
            yield _result(ray, ready[0])
    except BaseException:
        with ignored_interrupt():
            for each in under_way:
                ray.cancel(each, force=True)
        raise


class _Width:
    """How many tasks may be under way; machines that join a cluster are counted after a while."""

    def __init__(self, ray: Any, place: Ray) -> None:
        self._ray, self._fixed = ray, place.count if place.address else None
        self._known, self._looked = 0, 0.0

    def now(self) -> int:
        if self._fixed:
            return self._fixed
        if not self._known or time.monotonic() - self._looked > LOOK:
            self._known = max(1, EACH * int(self._ray.cluster_resources().get("CPU", 0)))
            self._looked = time.monotonic()
        return self._known


def _result(ray: Any, reference: Any) -> tuple[int, Any]:
    try:
        return ray.get(reference)  # type: ignore[no-any-return]
    except ray.exceptions.RayTaskError as error:
        if isinstance(error.cause, FivefoldError):
            raise error.cause from None
        raise
    except ray.exceptions.RayError as error:
        reason = str(error).strip().partition("\n")[0]
        message = f"a task was lost {RETRIES + 1} times ({reason})"
        raise InvalidOption(message, subject="--on ray", remedy="the same command goes on from what is kept") from error


def _carried_out(code: str, function: Callable[[Task], Result], task: tuple[int, Task]) -> tuple[int, Result]:
    """Carry a task out on a worker, which runs the code of whoever sent it if that said which."""
    if code and code != code_digest():
        raise InvalidOption(
            f"another fivefold is installed there (version {fivefold.__version__}, code {code_digest()}, not {code})",
            subject=platform.node(),
            remedy="install the same on every machine",
        )
    return task[0], function(task[1])


def place_of(options: argparse.Namespace) -> JobPlace:
    """Return the place that the arguments of ``command.add_running`` name. Raises ``InvalidOption``."""
    count = None if options.jobs is None else process_count(options.jobs)
    return place_named(options.on, count) if options.on else Processes(process_count(count))


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


# --- progress --------------------------------------------------------------------------------------------------------

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


def _follow(
    items: Iterable[tuple[int, Item]], following: JobProgress[Item], earlier: Sequence[Item] = ()
) -> Generator[tuple[int, Item]]:
    """Pass items on and show how many are done, how fast, what is left, and the mean of their figures.

    ``earlier``: items that an earlier run has finished.
    """
    for item in earlier:
        following.add(item, is_new=False)
    console = Console(stderr=True)
    return (_bar if console.is_terminal else _plain_lines)(console, items, following)


def _bar(
    console: Console, items: Iterable[tuple[int, Item]], following: JobProgress[Item]
) -> Generator[tuple[int, Item]]:
    with bars.Progress(_Line(following, console), console=console, transient=True) as bar:
        task = bar.add_task("", total=following.total, completed=following.done)
        for item in items:
            following.add(item[1])
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
        title, most = following.title, max(SHORT_TITLE, room - SHORT_BAR)
        title = title if len(title) <= most else f"{title[: most - 1].rstrip()}…"
        row = Table.grid(padding=(0, 1, 0, 0))
        bar = ProgressBar(task.total, task.completed, width=min(BAR, room - len(title)))
        row.add_row(Text(title), *([bar] if room - len(title) > 3 else []), Text(", ".join(told), no_wrap=True))
        return row


def _plain_lines(
    console: Console, items: Iterable[tuple[int, Item]], following: JobProgress[Item]
) -> Generator[tuple[int, Item]]:
    step = max(1, following.total // LINES)
    for item in items:
        following.add(item[1])
        if following.done % step == 0 and following.total > 1:
            count = f"{following.done:,} of {following.total:,} {following.unit}"
            told = [each for each in (count, following.mean, following.speed, following.time_left) if each]
            console.print(f"{following.title}: {', '.join(told)}", highlight=False, markup=False, soft_wrap=True)
        yield item


# --- carrying out ----------------------------------------------------------------------------------------------------


class Stopped(KeyboardInterrupt):
    """Ctrl-C in the middle of a job; whoever repeats the command goes on from there."""

    def __init__(self, done: int, total: int, unit: str) -> None:
        super().__init__(f"stopped: {done:,} of {total:,} {unit} are kept, and the same command goes on from there")


@contextmanager
def finished(
    job: Job[Task, Result, Outcome], place: JobPlace, enough: Callable[[Sequence[Result]], bool] = lambda first: False
) -> Iterator[Outcome]:
    """Carry a job out and provide what it comes to.

    ``enough``: asked of the first results, in the order of the tasks and without a gap, each time there is one more:
    whether they will do. So the job ends after the same task wherever it runs.

    The results are forgotten when the block ends without an error: by then their outcome is saved. Raises ``Stopped``.
    """
    yield job.reduce(_results(job, place, enough))
    draft_file(job).unlink(missing_ok=True)


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
            following = JobProgress(job.title, job.unit, len(job.tasks), job.figure)
            with closing(_follow(results, following, list(known.values()))) as followed:
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
