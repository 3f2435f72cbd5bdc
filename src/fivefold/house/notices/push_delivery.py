"""A message to a push service: whom the house is willing to call, and the call itself.

The address comes from a stranger, so it may lead anywhere. The house calls only https on public hosts, connects to
exactly the address that it has checked, follows no redirects, and gives the other side little time and no room.
"""

import socket
import ssl
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from http.client import HTTPConnection, HTTPException
from ipaddress import ip_address, ip_network
from typing import Final
from urllib.parse import urlsplit

from fivefold.contract.errors import FivefoldError

LONGEST_ENDPOINT: Final = 1024
SECONDS: Final = 10.0
"""For everything, from finding the host to the first line of its answer."""
LONGEST_PAUSE: Final = 3600
"""Seconds for which a push service may put us off at a time."""
HTTPS_PORT: Final = 443
PORTS: Final = (HTTPS_PORT, 8443)
TUNNELS: Final = tuple(map(ip_network, ("::ffff:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48", "2001::/32", "2002::/16")))
"""Networks whose addresses stand for others (RFC 4291, 6052, 8215, 4380, 3056)."""


class InvalidEndpoint(FivefoldError):
    """An address that no push service has."""


class Unreachable(FivefoldError):
    """A push service that does not answer, or that must not be called."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a push service says."""

    status: int
    pause: int
    """Seconds to wait before the next try, where it says so; else 0."""


@dataclass(frozen=True, slots=True)
class _Place:
    scheme: str
    host: str
    port: int
    path: str


def check_endpoint(endpoint: str, local: bool = False) -> None:
    """Raise ``InvalidEndpoint`` for an address that the house does not call; ``local``: also those of this machine."""
    _place(endpoint, local)


def origin(endpoint: str) -> str:
    """Return scheme and host of an endpoint, for whom the house signs."""
    parts = urlsplit(endpoint)
    return f"{parts.scheme}://{parts.netloc}"


def deliver(endpoint: str, headers: Mapping[str, str], body: bytes, local: bool = False) -> Answer:
    """Send a message. Raises ``InvalidEndpoint``, ``Unreachable``."""
    place = _place(endpoint, local)
    try:
        return _call(place, headers, body, local)
    except (OSError, HTTPException, ValueError) as error:
        raise Unreachable(f"{place.host}: {type(error).__name__}") from error


def _place(endpoint: str, local: bool) -> _Place:
    if len(endpoint) > LONGEST_ENDPOINT or not endpoint.isascii() or not endpoint.isprintable() or " " in endpoint:
        raise InvalidEndpoint("the address is too long or has characters that no address has", subject="endpoint")
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise InvalidEndpoint("this is no address", subject="endpoint") from None
    here = local and host in ("127.0.0.1", "localhost")
    if parts.scheme != "https" and not here:
        raise InvalidEndpoint("the address has to begin with https:", subject="endpoint")
    if parts.username is not None or parts.password is not None or not (here or _is_public_name(host)):
        raise InvalidEndpoint("the address has to be that of a public push service", subject="endpoint")
    port = port or (HTTPS_PORT if parts.scheme == "https" else 80)
    if port not in PORTS and not here:
        raise InvalidEndpoint(f"port {port} is none of a push service", subject="endpoint")
    return _Place(parts.scheme, host, port, (parts.path or "/") + (f"?{parts.query}" if parts.query else ""))


def _is_public_name(host: str) -> bool:
    """Return whether this may be the name of a public host. Numbers are refused: push services have names."""
    labels = host.rstrip(".").split(".")
    if len(labels) < 2 or ":" in host or labels[-1].isdigit() or labels[-1][:2] == "0x":
        return False
    return labels[-1] not in ("local", "localhost", "internal", "lan", "home", "intranet", "test", "invalid")


def _call(place: _Place, headers: Mapping[str, str], body: bytes, local: bool) -> Answer:
    connection = HTTPConnection(place.host, place.port, timeout=SECONDS)
    plain = socket.create_connection((_address(place, local), place.port), timeout=SECONDS)
    # A timeout of the socket begins anew with every byte: somebody has to look at the clock.
    late = threading.Timer(SECONDS, _cut, (plain,))
    late.daemon = True
    late.start()
    try:
        encrypted = place.scheme == "https"
        connection.sock = _tls().wrap_socket(plain, server_hostname=place.host) if encrypted else plain
        connection.request("POST", place.path, body, dict(headers))
        answer = connection.getresponse()
        return Answer(answer.status, _pause(answer.headers.get("retry-after", "")))
    finally:
        late.cancel()
        connection.close()
        plain.close()


def _address(place: _Place, local: bool) -> str:
    """Return an address of a host. Raises ``Unreachable`` if any of its addresses is not a public one."""
    found = socket.getaddrinfo(place.host, place.port, type=socket.SOCK_STREAM)
    addresses = [str(each[4][0]) for each in found]
    if not addresses or (not local and not all(is_public(address) for address in addresses)):
        raise Unreachable(f"{place.host}: it leads to an address that is not public")
    return addresses[0]


def is_public(address: str) -> bool:
    """Return whether this is an address on the internet, and not one that a tunnel leads elsewhere."""
    found = ip_address(address.partition("%")[0])
    tunnel = found.version == 6 and any(found in network for network in TUNNELS)
    return found.is_global and not found.is_multicast and not tunnel


def _cut(plain: socket.socket) -> None:
    with suppress(OSError):
        plain.shutdown(socket.SHUT_RDWR)


@cache
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()


def _pause(text: str) -> int:
    """Return the seconds of a Retry-After header; 0 where there is none, or a date."""
    return min(int(text), LONGEST_PAUSE) if text.isascii() and text.isdigit() and len(text) < 8 else 0
