"""`fivefold serve`: a house in this process, until Ctrl-C: its pages, its computer opponents, and its mail.

On PostgreSQL any number of processes may serve one house; see `fivefold.house.processes`.
"""

import argparse
import os
import socket
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from fastapi import FastAPI

from fivefold.command import Command, seconds, whole
from fivefold.contract.errors import InvalidOption
from fivefold.doors.mail.post.settings import MailSettings, settings_of
from fivefold.doors.mail.post.settings import add_arguments as add_mail_arguments
from fivefold.doors.web import logs
from fivefold.doors.web.app import create_app
from fivefold.doors.web.connections import raise_file_limit
from fivefold.doors.web.logs import AccessLog
from fivefold.doors.web.serving import (
    Server,
    advice_lines,
    bind,
    browser_address,
    greeting_lines,
    open_page,
    public_base,
    read_proxies,
    settings_for,
)
from fivefold.house.computers.opponents import Opponents
from fivefold.house.database import Database, open_database, place
from fivefold.house.database.files import alone
from fivefold.house.database.place import is_sqlite
from fivefold.house.follower import Follower
from fivefold.house.house import House
from fivefold.house.table.sweeper import Answering
from fivefold.metrics.options import add_arguments as add_metrics_arguments
from fivefold.metrics.options import metrics_told

if TYPE_CHECKING:
    from fivefold.doors.mail.post.mail_server import MailServer

LOCAL_PUSH: Final = "FIVEFOLD_LOCAL_PUSH"
"""On for tests: push services on this machine may be called."""
PRIVATE: Final = 0o077
"""The umask for new files: nobody else may read them."""
ON_POSTGRESQL: Final = "keep the house on PostgreSQL (--database), where several processes share the work"
FASTER_TURNS: Final = 0.001
"""Seconds a thread computes before another may: streams should not wait for rendering."""


def _run(options: argparse.Namespace) -> int:
    """Serve until told to stop. Raises ``PortTaken``, ``InvalidAddress``, ``InUse``, ``WrongDatabase``, ``OSError``."""
    capacity = raise_file_limit()
    settings = settings_for(capacity, public_base(options.url_base), read_proxies(options.proxy))
    settings = replace(settings, drain_seconds=options.drain_seconds)
    url = place.url_of(options)
    mail = settings_of(options, url, settings.url_base)
    if options.workers < 1 and is_sqlite(url):
        raise InvalidOption("somebody has to think", subject="--workers 0", remedy=ON_POSTGRESQL)
    listening = bind(options.host, options.port, options.share_port)
    os.umask(PRIVATE)
    with listening, alone(url), closing(open_database(url)) as database:
        database.check()
        house = House(database)
        house.bus.serves, house.bus.thinks = True, options.workers > 0
        follower = Follower(house, database)
        follower.start()
        opponents = Opponents(house, workers=options.workers)
        answering = Answering(house)
        opponents.start()
        answering.start()
        app = create_app(house, opponents, settings)
        office = None if mail is None else _office(app, mail.served_at(_here(listening)))
        more = advice_lines(capacity, settings) + (office.lines() if office is not None else [])
        house.push.start(settings.url_base, local=os.environ.get(LOCAL_PUSH, "off").lower() == "on")
        try:
            if office is not None:
                office.start()
            _serve(app, listening, database, url, options, more)
        finally:
            if office is not None:
                office.stop()
            house.push.stop()
            answering.stop()
            opponents.stop()
            follower.stop()
            app.state.rasters.close()
    print("Stopped. Every match is kept.", flush=True)
    return 0


def _office(app: FastAPI, mail: MailSettings) -> "MailServer":
    from fivefold.doors.mail.post.mail_server import MailServer  # noqa: PLC0415  (its libraries are an extra)

    state = app.state
    return MailServer(state.house, state.opponents, mail, state.rasters.waited_for)


def _serve(
    app: FastAPI,
    listening: socket.socket,
    database: Database,
    url: str,
    options: argparse.Namespace,
    more: Sequence[str] = (),
) -> None:
    sys.setswitchinterval(FASTER_TURNS)
    host, port = listening.getsockname()[:2]

    def tell() -> None:
        for line in greeting_lines(host, port, url, options.url_base, more):
            print(line, flush=True)
        if options.open:
            threading.Thread(target=open_page, args=(_here(listening),), daemon=True).start()

    with (
        logs.log_to_stderr(options.log_format),
        _access_log(app, options),
        metrics_told(options, app.state.house, app.state.opponents, database, app) as beside,
    ):
        Server(app, tell, beside).run(sockets=[listening])


@contextmanager
def _access_log(app: FastAPI, options: argparse.Namespace) -> Iterator[None]:
    if not options.access_log:
        yield
        return
    written = AccessLog(options.log_format)
    app.state.answered.append(written.note)
    written.start()
    try:
        yield
    finally:
        written.stop()


def _here(listening: socket.socket) -> str:
    return browser_address(*listening.getsockname()[:2])


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--host", default="127.0.0.1", metavar="HOST", help="where to listen: 0.0.0.0 is everywhere (127.0.0.1)"
    )
    parser.add_argument("--port", type=whole, metavar="N", help="the port (8555, or the next free one)")
    place.add_arguments(parser)
    parser.add_argument("--open", action="store_true", help="open the page in your browser")
    parser.add_argument(
        "--workers",
        type=whole,
        default=2,
        metavar="N",
        help="opponents that may think at length at the same time (2); 0, on PostgreSQL: none, see `fivefold work`",
    )
    parser.add_argument(
        "--url-base", default="", metavar="URL", help="the address others use, if a server stands in between"
    )
    parser.add_argument(
        "--proxy",
        default="",
        metavar="ADDRESS[,ADDRESS]",
        help="IP addresses or networks of trusted servers in front, which name the visitor's address (none)",
    )
    parser.add_argument(
        "--drain-seconds",
        type=seconds,
        default=0.0,
        metavar="SECONDS",
        help="when told to stop by SIGTERM, go on answering for so long while /health/ready says 503 (0)",
    )
    parser.add_argument(
        "--share-port",
        action="store_true",
        help="share the port with other `fivefold serve`, on PostgreSQL: then they can restart one by one",
    )
    logs.add_arguments(parser)
    parser.add_argument("--access-log", action="store_true", help="write a line for each answer, too")
    add_metrics_arguments(parser)
    add_mail_arguments(parser)


SERVE: Final = Command(_add_arguments, _run, has_settings=True)
