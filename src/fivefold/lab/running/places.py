"""Where a job runs: in this process, in several on this machine, or on Ray."""

import argparse
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from fivefold.command import process_count
from fivefold.lab.running import cluster, pool

Task = TypeVar("Task")
Result = TypeVar("Result")


class Place(Protocol):
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
        return pool.results(Numbering(function), tasks, self.count)


@dataclass(frozen=True, slots=True)
class Numbering(Generic[Task, Result]):
    """A function of a task that passes the task's number on; in a form that can be sent to another process."""

    function: Callable[[Task], Result]

    def __call__(self, task: tuple[int, Task]) -> tuple[int, Result]:
        """Return the task's number and its result."""
        return task[0], self.function(task[1])


def place_of(options: argparse.Namespace) -> Place:
    """Return the place that the arguments of ``command.add_running`` name. Raises ``InvalidOption``."""
    count = None if options.jobs is None else process_count(options.jobs)
    return cluster.place_named(options.on, count) if options.on else Processes(process_count(count))
