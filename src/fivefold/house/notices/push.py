"""News sent to devices that asked for it (web push), by threads of its own: no move ever waits for it."""

import logging
import socket
import ssl
import threading
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, time
from functools import cache
from hashlib import sha256
from heapq import heappop, heappush
from http.client import HTTPConnection, HTTPException
from ipaddress import ip_address, ip_network
from itertools import count
from threading import Condition, Lock
from time import monotonic
from time import time as seconds_now
from typing import TYPE_CHECKING, Final, Generic, NamedTuple, TypeVar
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import orjson
from sqlalchemy import Connection, delete, exists, insert, or_, select, update

from fivefold.contract.errors import FivefoldError
from fivefold.house.cache import Cache
from fivefold.house.database.schema import push_subscriptions, sessions
from fivefold.house.ledger import Ledger
from fivefold.house.loop import AGAIN_SECONDS, Loop
from fivefold.house.notices import news, news_words
from fivefold.house.notices.awaited import awaited
from fivefold.house.notices.news import KINDS, News, Note
from fivefold.house.notices.news_words import NewsItemView
from fivefold.house.people.accounts import Accounts, Preferences
from fivefold.house.stored_match import time_text
from fivefold.house.table.presence import HERE, Presence

Job = TypeVar("Job")
MOST: Final = 2000  # Jobs kept; of more the newest are dropped, and counted.


class Outbox(Generic[Job]):
    """Jobs, each to be done at some time."""

    def __init__(self, work: Callable[[Job], None], most: int = MOST) -> None:
        self._work, self._most = work, most
        self._jobs: list[tuple[float, int, Job]] = []
        self._numbers = count()
        self._changed = Condition()
        self._loops: list[Loop] = []
        self._ended = True
        self.dropped = 0  # How many jobs did not fit.

    def start(self, threads: int) -> None:
        """Begin to work."""
        self._ended = False
        self._loops = [Loop(f"outbox {n}", self._round, again=0.0) for n in range(threads)]
        for each in self._loops:
            each.start()

    def stop(self, seconds: float = 1.0) -> None:
        """End; what is not done by then is forgotten."""
        with self._changed:
            self._ended = True
            self._changed.notify_all()
        for each in self._loops:
            each.stop(seconds)
        self._loops = []

    def put(self, job: Job, seconds: float = 0.0) -> None:
        """Have a job done after some seconds; nothing happens before ``start``."""
        with self._changed:
            if self._ended:
                return
            if len(self._jobs) >= self._most:
                self.dropped += 1
                return
            heappush(self._jobs, (monotonic() + seconds, next(self._numbers), job))
            self._changed.notify()

    def _round(self) -> float:
        job = self._next()
        if job is not None:
            self._work(job)
        return 0.0 if job is not None else AGAIN_SECONDS  # (at the end it waits to be stopped)

    def _next(self) -> Job | None:
        with self._changed:
            while not self._ended:
                seconds = self._jobs[0][0] - monotonic() if self._jobs else None
                if seconds is not None and seconds <= 0:
                    return heappop(self._jobs)[2]
                self._changed.wait(seconds)
        return None


if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

# What encrypts is imported where it is used: most houses never send a message, and pages should come up quickly.

LONGEST_ENDPOINT: Final = 1024
SECONDS: Final = 10.0  # For everything, from finding the host to the first line of its answer.
LONGEST_PAUSE: Final = 3600  # Seconds for which a push service may put us off at a time.
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
    pause: int  # Seconds to wait before the next try, where it says so; else 0.


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
        claims = {"aud": audience, "exp": int(seconds_now()) + SIGNED_SECONDS, "sub": subject}
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


log = logging.getLogger("fivefold.service")

THREADS: Final = 3
KEPT_AS: Final = "push"  # The name of the house's secret from which its key is made.
MOST_DEVICES: Final = 10  # Of a person.
LATER_SECONDS: Final = 25.0  # Who is here may have left by then, before they saw it.
PAUSES: Final = (10.0, 60.0, 300.0, 1800.0)  # Seconds between tries.
MOST_FAILURES: Final = 20  # In a row; then a device is forgotten.
MOST_TOLD: Final = 10_000  # Matches kept of which somebody was told and has not looked since.
REMINDERS: Final = frozenset({news.TIME, news.TIME_OUT})
"""News that comes also to somebody who was told of the match before, and that waits for the end of quiet hours."""
QUIET_SECONDS: Final = 1800.0  # Until it is tried again in quiet hours.
GONE: Final = (404, 410)
TOO_MUCH, BROKEN = 429, 500
KEPT_SECONDS: Final = {news.CHAT: 3600}
"""How long a push service keeps a message for a device that is switched off, where it is not a day."""
DAY: Final = 86_400
TEST: Final = "test"  # A message that somebody asks for to see whether it works.
SWITCHES: Final = {
    news.TURN: "news_of_turns",
    news.OFFER: "news_of_offers",
    news.READY: "news_of_offers",
    news.CHALLENGE: "news_of_challenges",
    news.SEATED: "news_of_seats",
    news.ENDED: "news_of_ends",
    news.CHAT: "news_of_chat",
    news.TIME: "news_of_turns",
    news.TIME_OUT: "news_of_turns",
}
"""By kind the choice that switches it on."""
SIGNED_IN: Final = or_(
    push_subscriptions.c.session.is_(None), exists().where(sessions.c.id == push_subscriptions.c.session)
)
"""Signing out on a device ends what it asked for."""


class Subscription(NamedTuple):
    """A device of a person: where to send it news, and with which keys."""

    id: str
    person: str
    session: str | None
    endpoint: str
    public_key: str
    auth: str
    created: str
    failures: int


@dataclass(frozen=True, slots=True)
class Sending:
    """A note on its way: to everybody's devices, or again to one of them."""

    note: Note
    device: str | None = None
    tries: int = 0
    waited: bool = False  # Whether the person was here at first.


class Push:
    """Who asked for news on which device, and the sending of it; safe to share among threads."""

    def __init__(self, ledger: Ledger, told: News, presence: Presence, accounts: Accounts) -> None:
        self._ledger, self._presence, self._accounts = ledger, presence, accounts
        self._lock = Lock()
        self._outbox: Outbox[Sending] = Outbox(self._send)
        self._people: set[str] = set()
        self._news = told
        self._told: Cache[tuple[str, str], str] = Cache(MOST_TOLD)
        self._local, self._contact = False, ""
        told.on_note.append(self._receive)
        ledger.bus.subscribe("push", lambda words: self._note_asked(words[0]))
        ledger.bus.subscribe("looked", lambda words: self._note_looked(words[0], words[1]))
        ledger.bus.subscribe("told", lambda words: self._note_told(words[0], words[1], words[2]))

    def prepare(self) -> None:
        """Make the house's keys, once."""
        self._ledger.secret(KEPT_AS)

    def start(self, contact: str = "", local: bool = False, threads: int = THREADS) -> None:
        """Begin to send; ``contact``: the public address; ``local``: for tests, also to services on this machine."""
        self._local, self._contact = local, contact
        self._people = set(self._ledger.values(select(push_subscriptions.c.person).distinct()))
        self._outbox.start(threads)

    def stop(self) -> None:
        """End; what was not sent waits in the house, as ever."""
        self._outbox.stop()

    # What people ask for

    def key(self) -> str:
        """Return the house's public key, which a browser needs to subscribe."""
        return self._signer().public_key()

    def check(self, endpoint: str, public_key: str, auth: str) -> None:
        """Raise ``InvalidEndpoint`` or ``InvalidKeys`` for what no browser sends."""
        check_endpoint(endpoint, self._local)
        check_keys(public_key, auth)

    def subscribe(self, person_id: str, endpoint: str, public_key: str, auth: str, session: str | None = None) -> None:
        """Send news to a device from now on. Raises ``InvalidEndpoint``, ``InvalidKeys``."""
        self.check(endpoint, public_key, auth)
        at = time_text(self._ledger.now())
        new = Subscription(_id(endpoint), person_id, session, endpoint, public_key, auth, at, 0)
        self._ledger.note_person(person_id)
        self._ledger.write(_keep, new)
        self._note_asked(person_id)
        self._ledger.bus.publish_soon("push", person_id)

    def _note_asked(self, person_id: str) -> None:
        with self._lock:
            self._people.add(person_id)

    def unsubscribe(self, person_id: str, endpoint: str) -> bool:
        """Send nothing more to a device of this person, to none where it is empty; return whether there was one."""
        mine = [each.id for each in self.devices(person_id) if endpoint in ("", each.endpoint)]
        for each in mine:
            self._forget(each)
        return bool(mine)

    def devices(self, person_id: str) -> list[Subscription]:
        """Return the devices of a person that asked for news."""
        chosen = select(push_subscriptions).where(push_subscriptions.c.person == person_id, SIGNED_IN)
        return [Subscription(*row) for row in self._ledger.rows(chosen.order_by(push_subscriptions.c.created))]

    def test(self, person_id: str, endpoint: str) -> None:
        """Send a message to one device of this person, whatever they have chosen."""
        self._outbox.put(Sending(Note(person_id, TEST, None), device=_id(endpoint)))

    def looked(self, person_id: str, match_id: str) -> None:
        """Note that a person has looked at a match: what comes next is news again."""
        self._note_looked(person_id, match_id)
        if person_id in self._people:
            self._ledger.bus.publish_soon("looked", person_id, match_id)

    def _note_looked(self, person_id: str, match_id: str) -> None:
        self._told.pop((person_id, match_id))

    def _note_told(self, person_id: str, match_id: str, kind: str) -> None:
        self._told.put((person_id, match_id), kind)

    def _receive(self, note: Note) -> None:
        with self._lock:
            asked = note.person_id in self._people
        if asked and note.match_id is not None:
            self._outbox.put(Sending(note))

    def _send(self, sending: Sending) -> None:
        note = sending.note
        if sending.device is None:
            for each in self.devices(note.person_id) if self._is_due(sending) else ():
                self._outbox.put(replace(sending, device=each.id))
            return
        device = next((each for each in self.devices(note.person_id) if each.id == sending.device), None)
        item = news_words.test_item() if note.kind == TEST else news_words.item(self._ledger, note)
        if device is not None and item is not None and (sending.tries == 0 or self._still_holds(note)):
            self._post(sending, device, item)

    def _is_due(self, sending: Sending) -> bool:
        """Return whether to send a note now: it is wanted, not known already, and the person does not see it here."""
        note = sending.note
        match_id = note.match_id or ""
        chosen = self._accounts.preferences(note.person_id)
        if not getattr(chosen, SWITCHES[note.kind]) or not self._still_holds(note) or self._news.foreseen(note):
            return False
        if is_quiet(chosen, self._ledger.now()):
            if note.kind in REMINDERS:
                self._outbox.put(sending, QUIET_SECONDS)
            return False
        presence = self._presence
        if presence.state(note.person_id) == HERE:
            watched = presence.state_at(note.person_id, match_id)[0] == HERE
            if not sending.waited and not watched:
                self._outbox.put(replace(sending, waited=True), LATER_SECONDS)
            return False
        before = self._told.get((note.person_id, match_id))
        told = before is not None and (KINDS[before].waits or not KINDS[note.kind].waits)
        if told and note.kind not in REMINDERS:
            return False
        self._note_told(note.person_id, match_id, note.kind)
        self._ledger.bus.publish_soon("told", note.person_id, match_id, note.kind)
        return True

    def _still_holds(self, note: Note) -> bool:
        """Return whether somebody still waits for the person, where that is what a note says."""
        if note.kind not in (news.TURN, news.OFFER, news.READY, *REMINDERS) or note.match_id is None:
            return True
        try:
            now = self._ledger.known(note.match_id)
        except FivefoldError:
            return False
        return not awaited(now).isdisjoint(now.seats_of(note.person_id))

    def _post(self, sending: Sending, device: Subscription, item: NewsItemView) -> None:
        signer, note = self._signer(), sending.note
        headers = {
            **signer.headers(origin(device.endpoint), self._contact),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT_SECONDS.get(note.kind, DAY)),
            "Topic": signer.topic(note.match_id or ""),
            "Urgency": "high" if note.kind in KINDS and KINDS[note.kind].waits else "normal",
        }
        body = encrypted(orjson.dumps(item), device.public_key, device.auth)
        try:
            answer = deliver(device.endpoint, headers, body, self._local)
        except Unreachable as error:
            log.info("a push service was not reached: %s", error)
            self._failed(sending, device, again=True)
            return
        if answer.status in GONE:
            self._forget(device.id)
        elif 200 <= answer.status < 300:
            self._note_failures(device, 0)
        else:
            again = answer.status == TOO_MUCH or answer.status >= BROKEN
            self._failed(sending, device, again, answer.pause)

    def _failed(self, sending: Sending, device: Subscription, again: bool, pause: int = 0) -> None:
        if device.failures + 1 >= MOST_FAILURES:
            self._forget(device.id)
            return
        self._note_failures(device, device.failures + 1)
        if again and sending.tries < len(PAUSES):
            seconds = max(PAUSES[sending.tries], pause)
            self._outbox.put(replace(sending, tries=sending.tries + 1), seconds)

    def _note_failures(self, device: Subscription, failures: int) -> None:
        if failures != device.failures:
            here = push_subscriptions.c.id == device.id
            self._ledger.execute(update(push_subscriptions).where(here).values(failures=failures))

    def _forget(self, device: str) -> None:
        self._ledger.write(_remove, device)

    def _signer(self) -> Signer:
        return Signer(self._ledger.secret(KEPT_AS))


def _keep(connection: Connection, new: Subscription) -> None:
    """Store a subscription instead of the one with the same id, and of a person's only the latest."""
    _remove(connection, new.id)
    connection.execute(insert(push_subscriptions), new._asdict())
    mine = select(push_subscriptions.c.id).where(push_subscriptions.c.person == new.person)
    latest = mine.order_by(push_subscriptions.c.created.desc(), push_subscriptions.c.id).limit(MOST_DEVICES)
    for old in set(connection.scalars(mine)) - set(connection.scalars(latest)):
        _remove(connection, old)


def _remove(connection: Connection, subscription_id: str) -> None:
    connection.execute(delete(push_subscriptions).where(push_subscriptions.c.id == subscription_id))


def is_quiet(chosen: Preferences, now: datetime) -> bool:
    """Return whether a person wants no messages at this time of the day."""
    if not chosen.quiet_from or not chosen.quiet_until or chosen.quiet_from == chosen.quiet_until:
        return False
    first, last = (time(int(each)) for each in (chosen.quiet_from, chosen.quiet_until))
    here = now.astimezone(zone_of(chosen)).time()
    return first <= here < last if first < last else here >= first or here < last


def zone_of(chosen: Preferences) -> ZoneInfo:
    """Return the time zone in which a person's hours of the day are meant."""
    try:
        return ZoneInfo(chosen.time_zone or "UTC")
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")


def _id(endpoint: str) -> str:
    return sha256(endpoint.encode()).hexdigest()
