"""The mail server of a house: it takes mail by SMTP and LMTP, has it read, and sends by SMTP or into a folder.

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
from contextlib import suppress
from functools import partial
from ipaddress import IPv6Address, ip_address, ip_network
from pathlib import Path
from typing import Any, Final

import aiosmtplib
from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session
from aiosmtplib import SMTPDataError, SMTPException, SMTPRecipientsRefused, SMTPResponseException, SMTPSenderRefused

from fivefold.connections import Connections, network
from fivefold.contract.errors import FivefoldError
from fivefold.doors.mail.post.arrivals import MINUTE, MOST_BYTES, MOST_RECIPIENTS, Rates, recipient, store
from fivefold.doors.mail.post.incoming import Handling, Worker
from fivefold.doors.mail.post.outgoing import Messages, Sender
from fivefold.doors.mail.post.settings import MailSettings, Place, SmtpServer
from fivefold.doors.mail.post.transports import Folder, NotNow, NotSent, Refused, Unreachable
from fivefold.doors.mail.writing.message import drawn_by
from fivefold.house.computers.opponents import Opponents
from fivefold.house.house import House
from fivefold.house.loop import Loop
from fivefold.house.notices.mail.incoming import IncomingMails
from fivefold.raster.jobs import Inlay

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
        self._end_serving: Callable[[], object] = lambda: None
        self._ready = threading.Event()
        self._bound: list[tuple[Place, socket.socket, type[SMTP]]] = []
        self._port = Loop("mail port", lambda: asyncio.run(self._serve()), interrupt=self._interrupt)

    def start(self, smtp: Sequence[Place] = (), lmtp: Sequence[Place] = ()) -> list[socket.socket]:
        """Listen for mail; return the sockets. Raises ``PlaceTaken``."""
        logging.getLogger("mail.log").setLevel(logging.WARNING)  # it would write down reply addresses
        try:
            for protocol, places in ((_Smtp, smtp), (_Lmtp, lmtp)):
                for place in places:
                    self._bound.append((place, place.bound(), protocol))
        except FivefoldError:
            for _, listening, _ in self._bound:
                listening.close()
            raise
        self._port.start()
        self._ready.wait()
        return [listening for _, listening, _ in self._bound]

    def stop(self) -> None:
        """Take no more mail; what is just being stored is stored."""
        self._port.stop()
        self._storing.shutdown()
        for place, _, _ in self._bound:
            place.left()

    def _interrupt(self) -> None:
        with suppress(RuntimeError):  # it has just failed, and is not begun again
            self._end_serving()

    async def _serve(self) -> float:
        """Take mail until it is told to stop. Whatever ends it earlier, the places stay bound for the next time."""
        stopping = asyncio.Event()
        self._end_serving = partial(asyncio.get_running_loop().call_soon_threadsafe, stopping.set)
        servers = [await self._listen(listening, protocol) for _, listening, protocol in self._bound]
        self._ready.set()
        if not self._port.stopping:
            await stopping.wait()
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
        return 0.0

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


# --- Messages handed to a mail server, over one connection as long as there are more ---------------------------------


SECONDS: Final = 60.0
"""How long the server may take for each step."""
GOODBYE_SECONDS: Final = 2.0
CLOSING: Final = 421
PERMANENT: Final = 500
POLICY: Final = re.compile(r"5\.7\.\d")
"""Refused for what we are or may do, which says nothing of the address (RFC 3463)."""
POLICY_CODES: Final = frozenset({502, 503, 504, 530, 534, 535, 538})
ADDRESS: Final = re.compile(r"5\.[12]\.\d")
"""There is no such address, or its mailbox takes nothing more."""


class SmtpConnection(aiosmtplib.SMTP):
    """A connection that is closed at once: its loop ends before TLS has heard the other side's goodbye."""

    def close(self) -> None:
        """Close it; the loop has to run once more."""
        if isinstance(self.transport, asyncio.Transport):
            self.transport.abort()
        super().close()


class Smtp:
    """The way out through a mail server; for one thread."""

    def __init__(self, server: SmtpServer, name: str, seconds: float = SECONDS) -> None:
        """``name``: by which the house greets the server."""
        self._server, self._name, self._seconds = server, name, seconds
        self._runner = asyncio.Runner()
        self._client: SmtpConnection | None = None

    def open(self) -> None:
        """Connect, unless there is a connection. Raises ``Unreachable``."""
        if self._client is not None and self._client.is_connected:
            return
        server = self._server
        login: dict[str, Any] = {"username": server.user or None, "password": server.password or None}
        secure: dict[str, Any] = {"use_tls": server.tls, "start_tls": server.start_tls, "tls_context": server.context}
        place: dict[str, Any] = {"hostname": server.host, "port": server.port, "local_hostname": self._name}
        self._client = SmtpConnection(**place, **login, **secure, timeout=self._seconds)
        try:
            self._runner.run(self._client.connect())
        except (SMTPException, OSError, ValueError) as error:
            self._client.close()
            self._client = None
            self._runner.run(asyncio.sleep(0))
            raise Unreachable(f"{server}: {_words(error)}") from error

    def send(self, sender: str, recipient: str, message: bytes) -> None:
        """Hand a message over. Raises ``Refused``, ``NotNow``, ``Unreachable``."""
        assert self._client is not None  # noqa: S101  (it was opened)
        try:
            self._runner.run(self._client.sendmail(sender, [recipient], message))
        except (SMTPException, OSError) as error:
            raise _explained(error) from error

    def close(self) -> None:
        """Say goodbye."""
        client, self._client = self._client, None
        if client is not None:
            with suppress(SMTPException, OSError):
                self._runner.run(client.quit(timeout=GOODBYE_SECONDS))
            client.close()
            self._runner.run(asyncio.sleep(0))
        self._runner.close()
        self._runner = asyncio.Runner()


def _explained(error: Exception) -> NotSent:
    if isinstance(error, SMTPRecipientsRefused) and error.recipients:
        first = error.recipients[0]
        return _refused(first.code, first.message, at_address=True)
    if isinstance(error, SMTPSenderRefused):
        return Unreachable(_words(error)) if error.code == CLOSING else NotNow(_words(error))
    if isinstance(error, SMTPDataError):
        return _refused(error.code, error.message, at_address=False)
    return Unreachable(_words(error))


def _refused(code: int, words: str, *, at_address: bool) -> NotSent:
    said = f"{code} {' '.join(words.split())}"
    if code == CLOSING:
        return Unreachable(said)
    if code < PERMANENT or code in POLICY_CODES or POLICY.search(words):
        return NotNow(said)
    return Refused(said, no_such_address=at_address or ADDRESS.search(words) is not None)


def _words(error: Exception) -> str:
    if isinstance(error, SMTPResponseException):
        return f"{error.code} {' '.join(str(error.message).split())}"
    return str(error) or type(error).__name__


# --- All that runs while a house is served ---------------------------------------------------------------------------


STOPPING_SECONDS: Final = 5.0
"""How long a mail that is on its way out is waited for at the end."""


class MailServer:
    """Sends the house's mail, takes mail and reads it."""

    def __init__(
        self, house: House, opponents: Opponents, settings: MailSettings, make: Callable[[Inlay], bytes] | None = None
    ) -> None:
        """``make``: makes the pictures of letters, elsewhere than in this process; without it they are made here."""
        house.mail.domain = settings.domain
        self._settings = settings
        draw = drawn_by(make) if make is not None else None
        messages = Messages(house, settings.base, opponents, draw)
        self._worker = Worker(house.mail.incoming, Handling(house, settings.trusted, settings.base))
        self._receiver = Receiver(house.mail.incoming, settings.domain, self._worker.loop.wake)
        out = settings.out
        way = Folder(out) if isinstance(out, Path) else Smtp(out, settings.domain)
        self._sender = Sender(house, way, messages.composed)

    def start(self) -> None:
        """Begin. Raises ``PlaceTaken``."""
        smtp, lmtp = self._settings.smtp, self._settings.lmtp
        self._receiver.start([smtp] if smtp else [], [lmtp] if lmtp else [])
        self._worker.loop.start()
        self._sender.loop.start()

    def stop(self) -> None:
        """End; mails that were accepted and not read, or not sent, are read and sent after the next start."""
        self._receiver.stop()
        self._worker.loop.stop()
        self._sender.loop.stop(STOPPING_SECONDS)

    def lines(self) -> list[str]:
        """Return what is said of the mail when the house is served."""
        settings = self._settings
        taken = {"SMTP": settings.smtp, "LMTP": settings.lmtp}
        told = [f"{name} at {place}" for name, place in taken.items() if place is not None]
        ways = " and ".join([*told, "`fivefold mail deliver`"])
        return [f"Mail: play@{settings.domain}, out to {settings.out}", f"Mail comes in by {ways}"]
