"""A job: independent tasks, a function for one, and what their results add up to.

Each task holds the seed of all that is drawn in it, so a job comes to the same wherever it runs, in however many
processes, and whether or not it was stopped in between.
"""

import functools
import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

import fivefold

Task = TypeVar("Task")
Result = TypeVar("Result")
Outcome = TypeVar("Outcome")


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
