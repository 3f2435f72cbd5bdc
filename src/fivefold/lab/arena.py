"""Matches of paired games between two players, on all processors: ``fivefold match``."""

import argparse
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from multiprocessing.process import BaseProcess

from fivefold.contract import Game
from fivefold.contract.errors import InvalidOption
from fivefold.engine.warming import is_warm, warm
from fivefold.lab.configuration import chosen
from fivefold.lab.pairing import Pair, Setting, Task, play_pair, tasks
from fivefold.lab.players import BASELINES, canonical, title
from fivefold.lab.progress import followed
from fivefold.lab.summary import report, summary
from fivefold.play.catalogue import find

FINE, INTERRUPTED = 0, 130


def run(options: argparse.Namespace) -> int:
    """Play the match the command line asks for and print what came out; an interrupted one as far as it got."""
    game = find(options.game)
    a, b = canonical(game, options.a), canonical(game, options.b)
    set_up = chosen(game, options.preset, options.option)
    if set_up.seats == 1:
        from fivefold.lab import solo_ladder  # noqa: PLC0415  (it imports this module)

        return solo_ladder.compare(game, set_up, a, b, options)
    setting = Setting(game.key, a, b, set_up.options, options.scale, options.seed)
    listed = list(tasks(setting, at_least_one("pairs", options.pairs), options.opening_plies))
    prepare(game, (a, b))
    heading = f"{game.name}: {title(game, a)} against {title(game, b)}"
    pairs: list[Pair] = []
    interrupted = False
    try:
        for pair in followed(played(listed, jobs(options.jobs)), len(listed), heading):
            pairs.append(pair)
    except KeyboardInterrupt:
        interrupted = True
    print(f"{heading}, {len(pairs)} pairs{' (interrupted)' if interrupted else ''}")
    if pairs:
        print(report(summary(pairs), title(game, a), title(game, b)))
    return INTERRUPTED if interrupted else FINE


def at_least_one(name: str, number: int) -> int:
    """Return the number. Raises ``InvalidOption`` if it is less than 1."""
    if number < 1:
        raise InvalidOption(f"--{name} {number}: takes a whole number from 1 up")
    return number


def jobs(asked: int | None) -> int:
    """Return how many games to play at the same time: one a processor unless told. Raises ``InvalidOption``."""
    return at_least_one("jobs", asked) if asked is not None else os.cpu_count() or 1


def played(listed: Sequence[Task], processes: int) -> Iterator[Pair]:
    """Play pairs in so many processes and yield each as it is finished; a single one plays right here."""
    processes = min(processes, len(listed))
    if processes <= 1:
        yield from map(play_pair, listed)
        return
    with workers(processes) as pool:
        with ignored_interrupt():
            futures = [pool.submit(play_pair, task) for task in listed]
        for future in as_completed(futures):
            yield future.result()


@contextmanager
def workers(processes: int) -> Iterator[ProcessPoolExecutor]:
    """Provide fresh processes; if anything interrupts the work they end at once, in the middle of their games."""
    before = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), initializer=follow_parent)
    try:
        yield pool
    except BaseException:
        # The pool waits for its processes itself; if two threads did, one would take a dead process for a live one.
        for child in set(multiprocessing.active_children()) - before:
            child.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def follow_parent() -> None:
    """Let this worker process end when the one that started it is gone, however that ended."""
    threading.Thread(target=_end_after, args=(multiprocessing.parent_process(),), daemon=True).start()


def _end_after(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)


@contextmanager
def ignored_interrupt() -> Iterator[None]:
    """Let processes start that leave Ctrl-C to this one: they inherit that they do not listen to it."""
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)


def prepare(game: Game, players: Sequence[str]) -> None:
    """Compile the game's kernels, once, before several processes ask for them."""
    if not is_warm(game) and any(player not in BASELINES for player in players):
        print(f"Compiling {game.name} ...", file=sys.stderr)
        warm(game)
