"""Mail that other servers and programs hand in, by SMTP or LMTP: stored before it is accepted, read by the worker.

It takes mail for the house alone and passes none on. Everything is bounded, by address and altogether; what comes from
this machine itself is a mail server in front, which speaks for many.
"""

import asyncio
import logging
import re
import socket
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from email.message import Message
from email.parser import BytesHeaderParser
from email.policy import compat32
from hashlib import sha256
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any, Final

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session
from limits import RateLimitItemPerSecond
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from fivefold.connections import Connections, network
from fivefold.contract.errors import FivefoldError
from fivefold.doors.mail.post.settings import LONGEST_ADDRESS, Place
from fivefold.house.notices.mail.incoming import IncomingMails
from fivefold.house.notices.mail.outgoing import KEY_LENGTH
from fivefold.play.catalogue import keys

PLAY: Final = "play"
"""Where commands go; with a key, where a mail is answered."""
BOUNCE: Final = "bounce"
"""With a key: where servers report that a mail did not arrive."""
KEY: Final = re.compile(rf"[a-z2-7]{{{KEY_LENGTH}}}")


@dataclass(frozen=True, slots=True)
class Recipient:
    """What an address of the house is for."""

    part: str
    """``PLAY``, ``BOUNCE``, or the key of a game."""
    key: str = ""
    """Of the mail that is answered, or did not arrive; nothing says yet that the house made it."""

    @property
    def game(self) -> str | None:
        """The key of the game whose address it is."""
        return None if self.part in {PLAY, BOUNCE} else self.part


def recipient(address: str, domain: str) -> Recipient | None:
    """Return what an address is for; ``None`` for one that is not of this house."""
    local, _, host = address.strip().strip("<>").lower().rpartition("@")
    if len(address) > LONGEST_ADDRESS or not domain or host != domain:
        return None
    part, plus, key = local.partition("+")
    if plus:
        return Recipient(part, key) if part in {PLAY, BOUNCE} and KEY.fullmatch(key) else None
    part = part.replace("-", "_")
    return Recipient(part) if part == PLAY or part in keys() else None


# --- Mails that arrive -----------------------------------------------------------------------------------------------


MOST_BYTES: Final = 1024 * 1024
"""Of a message; a move with a signature and a quoted picture has about a tenth."""
MOST_RECIPIENTS: Final = 20
MOST_WAITING: Final = 2000
"""Messages that wait to be read; more have to be sent again later."""
MOST_HEADER_BYTES: Final = 64 * 1024
BLANK_LINE: Final = re.compile(rb"\r?\n\r?\n")
TOLD_BY_SERVERS: Final = ("Delivered-To", "X-Original-To", "Envelope-To")
"""Headers in which a mail server says to whom it delivers a message; the first is the last that was added."""


class TooBig(FivefoldError):
    """A message longer than any is taken."""


class TooMuchMail(FivefoldError):
    """More messages wait than there should be; they can be sent again later."""


def store(incoming: IncomingMails, sender: str | None, recipients: Sequence[str], raw: bytes) -> bool:
    """Store a message, and return whether it is new. Raises ``TooBig``, ``TooMuchMail``, ``Busy``, ``NotKept``."""
    if len(raw) > MOST_BYTES:
        remedy = f"send one of at most {MOST_BYTES // 1024} kB, without attachments"
        raise TooBig("the message is too long", remedy=remedy)
    if incoming.waiting() >= MOST_WAITING:
        raise TooMuchMail("too many messages wait to be read", remedy="try again later")
    return incoming.add(digest(raw), sender, list(recipients)[:MOST_RECIPIENTS], raw)


def digest(raw: bytes) -> str:
    """Return what tells a message from others: its Message-ID and sender; where there is none, all of it."""
    headers = header(raw)
    message_id, sender = str(headers.get("Message-ID", "")).strip(), str(headers.get("From", "")).strip()
    known = f"{message_id}\n{sender}".encode("utf-8", "replace") if message_id else raw
    return sha256(known).hexdigest()


def delivered_to(raw: bytes) -> str:
    """Return to whom the last mail server on the way delivered a message; empty where none says so."""
    headers = header(raw)
    found = [str(headers[name]).strip() for name in TOLD_BY_SERVERS if headers[name] is not None]
    return found[0] if found else ""


def header(raw: bytes) -> Message:
    """Return the headers of a message."""
    start = raw[:MOST_HEADER_BYTES]
    end = BLANK_LINE.search(start)
    return BytesHeaderParser(policy=compat32).parsebytes(start[: end.start()] if end else start)


# --- How often what may happen, counted in this process --------------------------------------------------------------


MINUTE: Final = 60
HOUR: Final = 3600


class Rates:
    """Counts by a name of what is counted and by whom; safe to share among threads."""

    def __init__(self) -> None:
        self._limiter = MovingWindowRateLimiter(MemoryStorage())

    def allows(self, what: str, whose: str, count: int, seconds: int = HOUR) -> bool:
        """Return whether there may be one more within this time, and count it if so."""
        return self._limiter.hit(RateLimitItemPerSecond(count, seconds), what, whose)

    def left(self, what: str, whose: str, count: int, seconds: int = HOUR) -> int:
        """Return how many more there may be within this time."""
        return self._limiter.get_window_stats(RateLimitItemPerSecond(count, seconds), what, whose).remaining


# --- Mail that other servers and programs hand in, by SMTP or LMTP ---------------------------------------------------


logger = logging.getLogger("fivefold.mail")
MOST_CONNECTIONS: Final = 64
FROM_ONE_ADDRESS: Final = 8
LOOPBACK: Final = (ip_network("127.0.0.0/8"), ip_network("::1/128"))
"""This machine: a mail server in front, which speaks for many."""
MAILS_A_MINUTE: Final = 30
"""From one address."""
ALL_MAILS_A_MINUTE: Final = 600
IDLE_SECONDS: Final = 60
SESSION_SECONDS: Final = 600
"""How long a connection may last, whatever it does."""
LONGEST_LINE: Final = 16 * 1024
"""Bytes; programs write lines that are longer than the 1000 that may be sent."""
COMMANDS: Final = {"*": 20, "MAIL": 100, "RCPT": 200, "DATA": 100, "RSET": 100, "NOOP": 50}
"""How often each command may be sent on one connection."""
STORING: Final = 4
"""Threads that store."""
ROUNDS: Final = 5
"""Of the loop, in which connections are made, or closed."""
WELCOME: Final = "Fivefold"
NOT_HERE: Final = "550 5.1.1 There is no such address here"
STORE_LATER: Final = "451 4.3.0 The message could not be stored just now, send it again later"
TOO_MANY: Final = "451 4.7.1 Too many messages from your address, send it again later"
TOO_LONG: Final = ("552 Error: Too much mail data", "500 Line too long")
"""How aiosmtpd begins to refuse a message that it has read."""


class Receiver:
    """Listens at its places, in a thread of its own, until it is stopped."""

    def __init__(self, incoming: IncomingMails, domain: str, told: Callable[[], None] = lambda: None) -> None:
        """``told``: called after a message has been stored."""
        self._incoming, self._domain, self._told = incoming, domain, told
        self.open = Connections(MOST_CONNECTIONS, FROM_ONE_ADDRESS, LOOPBACK)
        self.transports: set[asyncio.Transport] = set()
        self._rates = Rates()
        self._storing = ThreadPoolExecutor(STORING, "fivefold-mail-in")
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stopping: asyncio.Event | None = None
        self._ready = threading.Event()
        self._thread: threading.Thread | None = None
        self._places: list[Place] = []

    def start(self, smtp: Sequence[Place] = (), lmtp: Sequence[Place] = ()) -> list[socket.socket]:
        """Listen for mail; return the sockets. Raises ``PlaceTaken``."""
        logging.getLogger("mail.log").setLevel(logging.WARNING)  # it would write down reply addresses
        bound: list[tuple[socket.socket, type[SMTP]]] = []
        try:
            for protocol, places in ((_Smtp, smtp), (_Lmtp, lmtp)):
                for place in places:
                    bound.append((place.bound(), protocol))
                    self._places.append(place)
        except FivefoldError:
            for each, _ in bound:
                each.close()
            raise
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve(bound)), name="fivefold-mail-port")
        self._thread.start()
        self._ready.wait()
        return [each for each, _ in bound]

    def stop(self) -> None:
        """Take no more mail; what is just being stored is stored."""
        if self._thread is not None and self._loop is not None and self._stopping is not None:
            self._loop.call_soon_threadsafe(self._stopping.set)
            self._thread.join()
            self._thread = None
        self._storing.shutdown()
        for place in self._places:
            place.left()

    async def _serve(self, bound: Sequence[tuple[socket.socket, type[SMTP]]]) -> None:
        self._loop, self._stopping = asyncio.get_running_loop(), asyncio.Event()
        servers = [await self._listen(listening, protocol) for listening, protocol in bound]
        self._ready.set()
        await self._stopping.wait()
        for server in servers:
            server.close()
        await _let_others_go_on()  # connections that have just been accepted are known after that
        for transport in list(self.transports):
            transport.abort()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        await _let_others_go_on()

    async def _listen(self, listening: socket.socket, protocol: type[SMTP]) -> asyncio.Server:
        loop = asyncio.get_running_loop()

        def made() -> SMTP:
            return protocol(
                self,
                data_size_limit=MOST_BYTES,
                hostname=self._domain,
                ident=WELCOME,
                timeout=IDLE_SECONDS,
                command_call_limit=COMMANDS,
                loop=loop,
            )

        if listening.family == getattr(socket, "AF_UNIX", None):
            return await loop.create_unix_server(made, sock=listening)
        return await loop.create_server(made, sock=listening)

    # What aiosmtpd asks

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: Sequence[str]
    ) -> str:
        """Take recipients of this house only."""
        if recipient(address, self._domain) is None:
            return NOT_HERE
        if len(envelope.rcpt_tos) >= MOST_RECIPIENTS:
            return "452 4.5.3 Too many recipients"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server: "_Smtp", session: Session, envelope: Envelope) -> str:  # noqa: N802
        """Store the message, then accept it."""
        self.open.work(server)
        status = await self._status(_host(session.peer), envelope)
        self.open.wait(server)
        return status if not isinstance(server, LMTP) else "\r\n".join([status] * len(envelope.rcpt_tos))

    async def handle_exception(self, error: Exception) -> str:
        """Say that something went wrong, and not what."""
        logger.error("A mail could not be taken: %s.", type(error).__name__)
        return "451 4.3.0 Something went wrong here, send it again later"

    async def _status(self, host: str, envelope: Envelope) -> str:
        if not (self._may(host) and self._rates.allows("mails", "all", ALL_MAILS_A_MINUTE, MINUTE)):
            return TOO_MANY
        raw = envelope.content
        if not isinstance(raw, bytes) or not raw.strip():
            return "554 5.6.0 The message is empty"
        sender = (envelope.mail_from or "").strip("<>").lower()
        recipients = [address.lower() for address in envelope.rcpt_tos]
        try:
            await asyncio.get_running_loop().run_in_executor(
                self._storing, store, self._incoming, sender, recipients, raw
            )
        except FivefoldError as error:
            logger.warning("A mail was not stored: %s.", error.problem.message)
            return STORE_LATER
        self._told()
        return "250 2.0.0 OK, it will be read"

    def _may(self, host: str) -> bool:
        return _is_here(host) or self._rates.allows("mails", network(host), MAILS_A_MINUTE, MINUTE)


class _Smtp(SMTP):
    """A connection, which may neither idle nor last too long; it waits from the moment when it last sent something."""

    line_length_limit = LONGEST_LINE
    event_handler: Receiver
    _connection: asyncio.Transport
    _ends: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        assert isinstance(transport, asyncio.Transport)  # noqa: S101
        self.event_handler.transports.add(transport)
        self._connection = transport
        leaving = self.event_handler.open.admit(self, _host(self.session.peer if self.session else None))
        if leaving is not None:
            leaving.drop()
        self._ends = self.loop.call_later(SESSION_SECONDS, transport.close)

    def drop(self) -> None:
        """Close, and say why."""
        self._connection.write(b"421 4.7.0 Too many connections, come back later\r\n")
        self._connection.close()

    def data_received(self, data: bytes) -> None:
        self.event_handler.open.work(self)
        self.event_handler.open.wait(self)
        super().data_received(data)

    def eof_received(self) -> bool:
        super().eof_received()
        return False  # nothing can follow, and the answer to what was sent last is not waited for

    def connection_lost(self, error: Exception | None) -> None:
        self.event_handler.transports.discard(self._connection)
        self.event_handler.open.release(self)
        if self._ends is not None:
            self._ends.cancel()
        super().connection_lost(error)


class _Lmtp(_Smtp, LMTP):
    """The same in LMTP, where a message is answered once for each recipient."""

    async def push(self, status: Any) -> None:
        known = self.envelope.rcpt_tos if self.envelope is not None else []
        if isinstance(status, str) and status.startswith(TOO_LONG):
            status = "\r\n".join([status] * max(1, len(known)))
        await super().push(status)


async def _let_others_go_on() -> None:
    """Wait until the loop has done what was due, and what that has made due."""
    for _ in range(ROUNDS):
        await asyncio.sleep(0)


def _host(peer: object) -> str:
    """Return the address from which a connection comes; empty for a file."""
    if not isinstance(peer, tuple) or not peer:
        return ""
    address = ip_address(str(peer[0]).partition("%")[0])
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return str(mapped or address)


def _is_here(host: str) -> bool:
    return not host or any(ip_address(host) in each for each in LOOPBACK)
