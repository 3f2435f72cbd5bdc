"""Metrics at a port of their own: strangers reach the pages, and only whoever watches over the house reaches these."""

import argparse
import logging
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from fastapi import FastAPI
from prometheus_client import CollectorRegistry, GCCollector, ProcessCollector, start_http_server

from fivefold.contract.errors import InvalidOption
from fivefold.house.bus import CHANGED
from fivefold.house.computers.opponents import Opponents
from fivefold.house.database import Database
from fivefold.house.house import House
from fivefold.metrics.counters import Counters
from fivefold.metrics.gauges import Gauges


@contextmanager
def offered(
    options: argparse.Namespace, house: House, opponents: Opponents, database: Database, app: FastAPI | None = None
) -> Iterator[Counters]:
    """Count and tell until this ends. Raises ``InvalidOption`` where the port is taken."""
    registry = CollectorRegistry()
    with counting(registry, house, opponents, database, app) as counters:
        ProcessCollector(registry=registry)
        GCCollector(registry=registry)
        server, thread = _listening(options.metrics_host, options.metrics_port, registry)
        try:
            yield counters
        finally:
            server.shutdown()
            server.server_close()
            thread.join()


@contextmanager
def counting(
    registry: CollectorRegistry, house: House, opponents: Opponents, database: Database, app: FastAPI | None = None
) -> Iterator[Counters]:
    """Let a registry know of a house until this ends."""
    counters = Counters(registry)
    registry.register(Gauges(house, opponents, database, app))
    hooks: list[tuple[list[Any], Any]] = [(database.on_written, counters.note_written)]
    if app is not None:
        hooks += [(app.state.answered, counters.note_answer), (app.state.limits.on_refused, counters.note_refusal)]
    with ExitStack() as opened:
        house.bus.subscribe(CHANGED, counters.note_change)
        opened.callback(house.bus.unsubscribe, CHANGED, counters.note_change)
        for listeners, listener in hooks:
            listeners.append(listener)
            opened.callback(listeners.remove, listener)
        handler = counters.log_handler()
        logging.getLogger().addHandler(handler)
        opened.callback(logging.getLogger().removeHandler, handler)
        yield counters


def _listening(host: str, port: int, registry: CollectorRegistry) -> tuple[Any, Any]:
    try:
        return start_http_server(port, host, registry)
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or "takes a number from 0 to 65535"
        remedy = "choose another port or another --metrics-host"
        raise InvalidOption(reason, subject=f"--metrics-port {port} at {host}", remedy=remedy) from None
