"""Work shared out among processes, all of which end with the one that started them."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from multiprocessing.process import BaseProcess
from typing import TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")


def results(function: Callable[[Task], Result], tasks: Sequence[Task], processes: int) -> Generator[Result]:
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
    pool = ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), initializer=_follow_parent)
    try:
        yield pool
    except BaseException:
        # The pool waits for its processes itself; if two threads did, one would take a dead process for a live one.
        for child in set(multiprocessing.active_children()) - before:
            child.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _follow_parent() -> None:
    threading.Thread(target=_end_after, args=(multiprocessing.parent_process(),), daemon=True).start()


def _end_after(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)


@contextmanager
def ignored_interrupt() -> Iterator[None]:
    """Let processes started in this context ignore Ctrl-C, which this process alone answers: they inherit that."""
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
