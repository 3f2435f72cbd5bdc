"""A message to a push service: encrypted for one device (RFC 8291), signed by this house (RFC 8292), and delivered.

The address comes from a stranger, so it may lead anywhere. The house calls only https on public hosts, connects to
exactly the address that it has checked, follows no redirects, and gives the other side little time and no room.
"""

import socket
import ssl
import threading
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from http.client import HTTPConnection, HTTPException
from ipaddress import ip_address, ip_network
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from fivefold.contract.errors import FivefoldError

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

# What encrypts is imported where it is used: most houses never send a message, and pages should come up quickly.

LONGEST_ENDPOINT: Final = 1024
SECONDS: Final = 10.0
"""For everything, from finding the host to the first line of its answer."""
LONGEST_PAUSE: Final = 3600
"""Seconds for which a push service may put us off at a time."""
HTTPS_PORT: Final = 443
PORTS: Final = (HTTPS_PORT, 8443)
TUNNELS: Final = tuple(map(ip_network, ("::ffff:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48", "2001::/32", "2002::/16")))
"""Networks whose addresses stand for others (RFC 4291, 6052, 8215, 4380, 3056)."""
POINT_BYTES: Final = 65
AUTH_BYTES: Final = 16
ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Of the curve P-256: private keys are smaller."""
SIGNED_SECONDS: Final = 12 * 3600
TOPIC_LENGTH: Final = 32
NOBODY: Final = "https://fivefold.invalid"
"""Whom a push service may turn to about a house without a public address."""


class InvalidEndpoint(FivefoldError):
    """An address that no push service has."""


class InvalidKeys(FivefoldError):
    """Keys that no browser makes."""


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


# What is sent


class Signer:
    """The house's key pair. The private key is made from the house's secret and never leaves."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def public_key(self) -> str:
        """Return the public key as browsers want it: an uncompressed point, base64url."""
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat  # noqa: PLC0415

        point = self._private().public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return encoded(point)

    def headers(self, audience: str, contact: str = "") -> dict[str, str]:
        """Return the header that tells a push service who sends; ``contact``: the house's public address."""
        from py_vapid import Vapid02  # noqa: PLC0415

        vapid = Vapid02()
        vapid.private_key = self._private()
        subject = contact if contact.startswith("https://") else NOBODY
        claims = {"aud": audience, "exp": int(time.time()) + SIGNED_SECONDS, "sub": subject}
        return dict(vapid.sign(claims))

    def topic(self, match_id: str) -> str:
        """Return a name under which messages about a match replace each other, which tells nobody which it is."""
        return encoded(sha256(self._secret + match_id.encode()).digest())[:TOPIC_LENGTH]

    def _private(self) -> "EllipticCurvePrivateKey":
        from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415

        number = int.from_bytes(sha256(b"vapid" + self._secret).digest(), "big") % (ORDER - 1) + 1
        return ec.derive_private_key(number, ec.SECP256R1())


def encrypted(payload: bytes, public_key: str, auth: str) -> bytes:
    """Return a payload that only the device with these keys can read."""
    import http_ece  # noqa: PLC0415
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415

    own = ec.generate_private_key(ec.SECP256R1())
    made: bytes = http_ece.encrypt(
        payload, private_key=own, dh=decoded(public_key), auth_secret=decoded(auth), version="aes128gcm"
    )
    return made


def check_keys(public_key: str, auth: str) -> None:
    """Raise ``InvalidKeys`` unless these are a point of P-256 and a secret of 16 bytes, base64url."""
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415

    try:
        point, secret = decoded(public_key), decoded(auth)
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except (ValueError, Error):
        raise InvalidKeys("these are not the keys of a browser", subject="keys") from None
    if len(point) != POINT_BYTES or len(secret) != AUTH_BYTES:
        raise InvalidKeys("these are not the keys of a browser", subject="keys")


def encoded(data: bytes) -> str:
    """Return bytes as base64url without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """Return the bytes of base64url with or without padding. Raises ``ValueError``."""
    return urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))
