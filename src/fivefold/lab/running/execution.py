"""Carrying a job out: what an earlier run kept counts, what is missing is done, every result is kept at once."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from typing import TypeVar

from fivefold.lab.running import drafts
from fivefold.lab.running.job import Figure, Job
from fivefold.lab.running.places import Place
from fivefold.lab.running.progress import Following, follow

Task = TypeVar("Task")
Result = TypeVar("Result")
Outcome = TypeVar("Outcome")


class Stopped(KeyboardInterrupt):
    """Ctrl-C in the middle of a job; whoever repeats the command goes on from there."""

    def __init__(self, done: int, total: int, unit: str) -> None:
        super().__init__(f"stopped: {done:,} of {total:,} {unit} are kept, and the same command goes on from there")


def never(results: Sequence[object]) -> bool:
    """Tell that all results are wanted."""
    return False


@contextmanager
def finished(
    job: Job[Task, Result, Outcome], place: Place, enough: Callable[[Sequence[Result]], bool] = never
) -> Iterator[Outcome]:
    """Carry a job out and provide what it comes to.

    ``enough``: asked of the first results, in the order of the tasks and without a gap, each time there is one more:
    whether they will do. So the job ends after the same task wherever it runs.

    The results are forgotten when the block ends without an error: by then their outcome is saved. Raises ``Stopped``.
    """
    yield job.reduce(_results(job, place, enough))
    drafts.forget(job)


def kept(job: Job[Task, Result, Outcome]) -> list[Result]:
    """Return the results that are kept of a job that was stopped, in the order of its tasks."""
    known: dict[int, Result] = drafts.load(job)
    return [known[number] for number in sorted(known)]


def _results(job: Job[Task, Result, Outcome], place: Place, enough: Callable[[Sequence[Result]], bool]) -> list[Result]:
    known: dict[int, Result] = drafts.load(job)
    missing = [(number, task) for number, task in enumerate(job.tasks) if number not in known]
    first: list[Result] = []
    if _is_enough(first, known, enough):
        return first
    try:
        with closing(place.results(job.function, missing)) as results:
            following = Following(job.title, job.unit, len(job.tasks), _of_numbered(job.figure))
            with closing(follow(results, following, list(known.items()))) as followed:
                for number, result in followed:
                    if number not in known:
                        known[number] = result
                        drafts.append(job, number, result)
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
