"""What a command is told about its metrics, and how it tells them; the library is loaded only where it does."""

import argparse
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from fastapi import FastAPI

from fivefold.command import whole
from fivefold.house.computers.opponents import Opponents
from fivefold.house.database import Database
from fivefold.house.house import House


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add where metrics are told."""
    parser.add_argument(
        "--metrics-port", type=whole, metavar="N", help="tell metrics for Prometheus at a port of their own (none)"
    )
    parser.add_argument(
        "--metrics-host",
        default="127.0.0.1",
        metavar="HOST",
        help="where that port listens: they say much about a house, so never to strangers (127.0.0.1)",
    )


@contextmanager
def metrics_told(
    options: argparse.Namespace, house: House, opponents: Opponents, database: Database, app: FastAPI | None = None
) -> Iterator[Sequence[Callable[[], Coroutine[Any, Any, None]]]]:
    """Tell metrics in this block, if that is wanted; yield what is to run in the event loop, where there is one.

    Raises ``InvalidOption`` where the port is taken.
    """
    if options.metrics_port is None:
        yield []
        return
    from fivefold.metrics.port import offered  # noqa: PLC0415  (it takes memory)

    with offered(options, house, opponents, database, app) as counters:
        yield [counters.watch_lag]
