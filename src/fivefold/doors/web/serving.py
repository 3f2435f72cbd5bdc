"""The house on a port of this machine: the server, where it listens, and what it says when it starts."""

import asyncio
import errno
import gc
import logging
import os
import select
import signal
import socket
import sys
import webbrowser
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from ipaddress import ip_network
from types import FrameType
from typing import Any, Final
from urllib.parse import urlsplit

import uvicorn
from anyio.to_thread import current_default_thread_limiter
from fastapi import FastAPI
from sqlalchemy.engine import make_url
from starlette.types import ASGIApp
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from fivefold.connections import Connections, Network
from fivefold.contract.errors import FivefoldError
from fivefold.doors.web.connections import Capacity, ConnectionLimits, Draining, guarded_by
from fivefold.doors.web.logs import IdsFromInFront
from fivefold.doors.web.settings import Settings
from fivefold.doors.web.stream import StreamLimits, Streams
from fivefold.doors.web.thread_pool import run_in_thread
from fivefold.house.database.database import shown_url
from fivefold.house.house import House
from fivefold.house.moderation.operators import AuditPoller
from fivefold.house.table.sweeper import Sweeper

EVERY_SECONDS: Final = 3.0

log = logging.getLogger(__name__)


async def _attend(house: House) -> None:
    """Go on until cancelled; a failure is logged, and the next round tries again."""
    while True:
        await asyncio.sleep(EVERY_SECONDS)
        try:
            await run_in_thread(partial(_attend_once, house))
        except FivefoldError as error:
            log.warning("the lobby was not attended to: %s", error)
        except Exception:
            log.exception("the lobby was not attended to")


def _attend_once(house: House) -> None:
    """Note who is here, look for what other processes changed, and pair those who wait."""
    house.lobby.attend(house.presence.people())
    if house.bus.owns_duty("meeting"):
        house.quick_match.attend()
        house.slow_seeks.attend()


FIRST_PORT: Final = 8555
PORTS_TRIED: Final = 50
LIMITS: Final = "FIVEFOLD_LIMITS"
ENDING_SECONDS: Final = 3
"""The time for unfinished requests when the server is stopped."""
KEPT_OPEN_SECONDS: Final = 75
"""When an idle connection is closed: a player who thinks should not have to reconnect."""
ARRIVING_SECONDS: Final = 0.1
"""How long a request may take to arrive on a connection that was accepted just before the end."""
ACCEPTED_MOST: Final = 1000
THREADS: Final = 8
"""Requests rendered at the same time; more would only switch more often."""
QUEUE: Final = 1024
"""Connections that the system queues until we accept them."""


Beside = Callable[[], Coroutine[Any, Any, None]]
"""Runs in the event loop until it is cancelled."""


class PortTaken(FivefoldError):
    """The port asked for, or every port tried, is in use."""


class InvalidAddress(FivefoldError):
    """A host or public address that cannot be served."""


def settings_for(capacity: Capacity, base: str, proxies: tuple[Network, ...]) -> Settings:
    """Return the settings for a capacity. Without limits, for measurements, one address may use all of it."""
    limited = os.environ.get(LIMITS, "on").lower() != "off"
    streams, connections = StreamLimits(capacity.streams), capacity.connections
    return Settings(
        limited,
        base,
        streams if limited else replace(streams, per_network=capacity.streams),
        ConnectionLimits(connections, capacity.per_network if limited else connections, batch=capacity.batch),
        proxies,
    )


class Server(uvicorn.Server):
    """A server that says when it is ready, limits its connections, and stops even if streams are open."""

    def __init__(self, app: FastAPI, tell: Callable[[], None] = lambda: None, beside: Sequence[Beside] = ()) -> None:
        """``beside``: what else runs in the event loop while the house is served."""
        settings: Settings = app.state.settings
        limits = settings.connections
        self.connections = Connections(limits.altogether, limits.per_network, settings.proxies)
        app.state.connections = self.connections
        super().__init__(
            uvicorn.Config(
                _behind(app, settings.proxies),
                loop="asyncio",  # another that is installed by chance has transports of its own kind
                http=guarded_by(self.connections, limits),
                backlog=settings.connections.batch,
                proxy_headers=False,  # they are read by ``_behind``
                log_config=None,
                log_level=logging.WARNING,
                access_log=False,
                server_header=False,
                lifespan="off",
                ws="none",
                timeout_keep_alive=KEPT_OPEN_SECONDS,
                timeout_graceful_shutdown=ENDING_SECONDS,
            )
        )
        self._streams: Streams = app.state.streams
        self._draining: Draining = app.state.draining
        self._house: House = app.state.house
        self._beside: list[Beside] = [partial(_attend, self._house), *beside]
        self._running: list[asyncio.Task[None]] = []
        self._sweeper, self._following = Sweeper(self._house), AuditPoller(self._house)
        self._tell = tell

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start answering, then say so."""
        current_default_thread_limiter().total_tokens = THREADS
        # Everything loaded so far stays; collecting garbage among it would only cause delays.
        gc.freeze()
        gc.set_threshold(20_000, 50, 100)
        await super().startup(sockets)
        for each in sockets or ():
            # The event loop accepts as many at a time as its backlog says; the system's queue may be longer.
            each.listen(QUEUE)
        self._sweeper.start()  # before the first move is read: nobody loses time to a start
        self._following.start()
        self._running = [asyncio.create_task(run()) for run in self._beside]
        self._tell()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End every stream, then wait for unfinished answers."""
        self._draining.begin(at_once=True)
        for task in self._running:
            task.cancel()
        await self._stop_listening(sockets or [])
        self._streams.close()
        await super().shutdown(sockets)
        self._following.stop()
        self._sweeper.stop()

    async def _stop_listening(self, sockets: Sequence[socket.socket]) -> None:
        """Accept whoever has reached a port that others share, and leave it to them; wait for what was sent already."""
        if not self._house.bus.shared:
            return
        for _ in range(ACCEPTED_MOST):
            waiting, _, _ = select.select(sockets, [], [], 0)
            if not waiting:
                break
            await asyncio.sleep(0)
        for server in self.servers:
            server.close()
        for each in sockets:
            each.close()
        await asyncio.sleep(ARRIVING_SECONDS)

    async def on_tick(self, counter: int) -> bool:
        """Stop when it is time to."""
        self.should_exit = self.should_exit or self._draining.over
        return await super().on_tick(counter)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop cleanly; at Ctrl-C, or a second signal, without answering for a while first; at another one at once.

        The signal itself is not raised again.
        """
        self.force_exit = self._draining.over
        self._draining.begin(at_once=self._draining.begun or sig == signal.SIGINT)


def _behind(app: ASGIApp, proxies: Sequence[Network]) -> ASGIApp:
    """Return an app that believes what these servers in front say of a visitor and of a request."""
    if not proxies:
        return app
    believing = ProxyHeadersMiddleware(app, trusted_hosts=[str(proxy) for proxy in proxies])  # type: ignore[arg-type]
    return IdsFromInFront(believing, proxies)  # type: ignore[arg-type]


def bind(host: str, port: int | None, shared: bool = False) -> socket.socket:
    """Return a socket listening on this port, or on the first free one.

    ``shared``: other processes may take visitors at the same port; then it listens once the server does.
    Raises ``PortTaken``, ``InvalidAddress``.
    """
    if shared:
        return _bind_shared(host, FIRST_PORT if port is None else port)
    if port is not None:
        found = _bind(host, port)
        if found is None:
            raise PortTaken(
                f"port {port}: another program is using it; choose another, or leave --port out for a free one"
            )
        return found
    for each in range(FIRST_PORT, FIRST_PORT + PORTS_TRIED):
        if (found := _bind(host, each)) is not None:
            return found
    raise PortTaken(f"ports {FIRST_PORT} to {each}: all are in use; choose another with --port")


def _bind_shared(host: str, port: int) -> socket.socket:
    if not hasattr(socket, "SO_REUSEPORT"):
        raise InvalidAddress("--share-port: this system lets one process use a port; put a server in front of several")
    found = _bind(host, port, shared=True)
    if found is None:
        raise PortTaken(f"port {port}: another program is using it and does not share it; choose another with --port")
    return found


def _bind(host: str, port: int, shared: bool = False) -> socket.socket | None:
    """Return a listening socket, or ``None`` if the port is in use."""
    if not 0 <= port < 65536:
        raise InvalidAddress(f"port {port}: takes a number from 0 (any free one) to 65535")
    try:
        family, kind, _, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except OSError:
        raise InvalidAddress(
            f"host {host}: there is no such address; 127.0.0.1 is this machine, 0.0.0.0 its network"
        ) from None
    # With the protocol given, asyncio sends small answers at once (TCP_NODELAY) instead of after 40 ms.
    listening = socket.socket(family, kind, socket.IPPROTO_TCP)
    if os.name == "posix":
        # A port whose last connections are closing counts as free; on Windows the option would take a busy one.
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if shared:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    try:
        listening.bind(where)
        if not shared:
            listening.listen(256)
    except OSError as error:
        listening.close()
        if error.errno in {errno.EADDRINUSE, errno.EACCES}:
            return None
        raise InvalidAddress(f"host {host}: {error.strerror}; 127.0.0.1 is this machine, 0.0.0.0 its network") from None
    return listening


def public_base(given: str) -> str:
    """Return the public address without a path, as given, or "". Raises ``InvalidAddress``."""
    parts = urlsplit(given)
    if given and (parts.scheme not in {"http", "https"} or not parts.netloc or parts.path.strip("/")):
        raise InvalidAddress(f"--url-base {given}: takes an address without a path, e.g. https://fivefold.example")
    return f"{parts.scheme}://{parts.netloc}" if given else ""


def read_proxies(given: str) -> tuple[Network, ...]:
    """Return the trusted proxies, given as addresses separated by commas. Raises ``InvalidAddress``."""
    try:
        return tuple(ip_network(part.strip()) for part in given.split(",")) if given else ()
    except ValueError as error:
        raise InvalidAddress(
            f"--proxy {given}: {error}; takes the IP addresses or networks of the servers in front, "
            "as 127.0.0.1 or 10.0.0.0/8,::1"
        ) from None


def advice_lines(capacity: Capacity, settings: Settings) -> list[str]:
    """Return what the operator should know: a low capacity, or links that lead to this machine."""
    lines = [capacity.warning] if capacity.warning else []
    if settings.proxies and not settings.url_base:
        lines.append("Links for other people lead to this machine; set the public address with --url-base.")
    return lines


def greeting_lines(host: str, port: int, url: str, base: str = "", more: Sequence[str] = ()) -> list[str]:
    """Return lines that say where the house is, where matches are kept and how to stop; ``more`` before the last."""
    lines = [f"Fivefold is at {base or browser_address(host, port)}"]
    if host in {"0.0.0.0", "::"} and not base:  # noqa: S104  (compared, not bound)
        there = network_address()
        lines.append(
            f"Others on your network can open {browser_address(there, port)}" if there else "No network was found."
        )
    kept = make_url(url)
    where = kept.database if kept.drivername.startswith("sqlite") else shown_url(url)
    lines += [f"Matches are kept in {where}", *more, "Ctrl-C stops it."]
    return lines


def browser_address(host: str, port: int) -> str:
    """Return the address for a browser on this machine, given the host that is listened on."""
    name = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)  # noqa: S104
    return f"http://{name}:{port}"


def network_address() -> str | None:
    """Return this machine's address on its network; ``None`` if there is none. Nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(("10.255.255.255", 1))
        found: str = probe.getsockname()[0]
        return found
    return None


def open_page(url: str) -> None:
    """Open a page in the user's browser, if there is a graphical one."""
    windows = sys.platform != "linux" or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))
    if windows:
        with suppress(webbrowser.Error):
            webbrowser.open(url)
