"""`fivefold work`: computer opponents for a house on PostgreSQL, without pages, until Ctrl-C."""

import argparse
import signal
from collections.abc import Iterator
from contextlib import closing, contextmanager
from threading import Event
from typing import Final

from fivefold.command import Command, whole
from fivefold.contract.errors import InvalidOption
from fivefold.doors.web import logs
from fivefold.house.computers.opponents import Opponents
from fivefold.house.database import open_database, place
from fivefold.house.database.database import shown_url
from fivefold.house.follower import Follower
from fivefold.house.house import House
from fivefold.house.moderation.operators import AuditPoller
from fivefold.metrics.options import add_arguments as add_metrics_arguments
from fivefold.metrics.options import metrics_told


def _run(options: argparse.Namespace) -> int:
    """Think until told to stop. Raises ``InvalidOption``, ``WrongDatabase``."""
    url = place.url_of(options)
    if place.is_sqlite(url):
        raise InvalidOption(
            "a file has one process to itself", subject=shown_url(url), remedy="`fivefold serve` thinks as well"
        )
    if options.workers < 1:
        raise InvalidOption("somebody has to think", subject=f"--workers {options.workers}", remedy="1 or more")
    with logs.log_to_stderr(options.log_format), closing(open_database(url)) as database:
        house = House(database)
        follower, acts = Follower(house, database), AuditPoller(house)
        opponents = Opponents(house, workers=options.workers)
        with _until_told() as stopped, metrics_told(options, house, opponents, database):
            follower.start()
            acts.start()
            opponents.start()
            print(f"Thinking for {shown_url(url)}. Ctrl-C stops it.", flush=True)
            try:
                stopped.wait()
            finally:
                opponents.stop()
                acts.stop()
                follower.stop()
    print("Stopped. What was being thought about is left to others.", flush=True)
    return 0


@contextmanager
def _until_told() -> Iterator[Event]:
    """Yield an event that is set when this process is told to stop."""
    stopped = Event()
    signals = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(each, lambda number, frame: stopped.set()) for each in signals]
    try:
        yield stopped
    finally:
        for each, handler in zip(signals, before, strict=True):
            signal.signal(each, handler)


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    place.add_arguments(parser)
    parser.add_argument(
        "--workers", type=whole, default=2, metavar="N", help="opponents that may think at length at the same time (2)"
    )
    logs.add_arguments(parser)
    add_metrics_arguments(parser)


WORK: Final = Command(_add_arguments, _run, has_settings=True)
