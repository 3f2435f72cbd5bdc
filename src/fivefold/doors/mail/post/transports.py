"""How a message leaves the house: to a mail server, over one connection as long as there are more, or into a folder."""

import asyncio
import os
import re
from collections.abc import Coroutine
from contextlib import suppress
from email import policy
from email.message import EmailMessage
from email.parser import BytesHeaderParser, BytesParser
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar

import aiosmtplib
from aiosmtplib import SMTPDataError, SMTPException, SMTPRecipientsRefused, SMTPResponseException, SMTPSenderRefused

from fivefold.doors.mail.post.settings import SmtpServer
from fivefold.doors.mail.reading.messages import Envelope
from fivefold.house.database.files import FILE_MODE, make_folder


class NotSent(Exception):
    """A message was not handed over."""


class Unreachable(NotSent):
    """No message can be handed over just now."""


class NotNow(NotSent):
    """This message cannot be handed over just now."""


class Refused(NotSent):
    """This message is never taken."""

    def __init__(self, why: str, no_such_address: bool) -> None:
        """``no_such_address``: whether no message for the address would be taken."""
        super().__init__(why)
        self.no_such_address = no_such_address


class Transport(Protocol):
    """Where messages go: to another mail server, or into a folder."""

    def open(self) -> None:
        """Get ready, unless it is. Raises ``Unreachable``."""

    def send(self, envelope: Envelope, message: bytes) -> None:
        """Hand a message over. Raises ``Refused``, ``NotNow``, ``Unreachable``."""

    def close(self) -> None:
        """Let go of whatever is open."""


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
Result = TypeVar("Result")


class Smtp:
    """The way out through a mail server; for one thread."""

    def __init__(self, server: SmtpServer, name: str, seconds: float = SECONDS) -> None:
        """``name``: by which the house greets the server."""
        self._server, self._name, self._seconds = server, name, seconds
        self._runner: asyncio.Runner | None = None
        self._client: aiosmtplib.SMTP | None = None

    def open(self) -> None:
        """Connect, unless there is a connection. Raises ``Unreachable``."""
        if self._client is not None and self._client.is_connected:
            return
        server = self._server
        self._client = aiosmtplib.SMTP(
            hostname=server.host,
            port=server.port,
            username=server.user or None,
            password=server.password or None,
            local_hostname=self._name,
            timeout=self._seconds,
            use_tls=server.tls,
            start_tls=server.start_tls,
            tls_context=server.context,
        )
        try:
            self._run(self._client.connect())
        except (SMTPException, OSError, ValueError) as error:
            self._client.close()
            self._client = None
            raise Unreachable(f"{server}: {_words(error)}") from error

    def send(self, envelope: Envelope, message: bytes) -> None:
        """Hand a message over. Raises ``Refused``, ``NotNow``, ``Unreachable``."""
        assert self._client is not None  # noqa: S101  (it was opened)
        try:
            self._run(self._client.sendmail(envelope.sender or "", list(envelope.recipients), message))
        except (SMTPException, OSError) as error:
            raise _explained(error) from error

    def close(self) -> None:
        """Say goodbye."""
        client, self._client = self._client, None
        if client is not None:
            with suppress(SMTPException, OSError):
                self._run(client.quit(timeout=GOODBYE_SECONDS))
            client.close()
        if self._runner is not None:
            self._runner.close()
            self._runner = None

    def _run(self, step: Coroutine[Any, Any, Result]) -> Result:
        if self._runner is None:
            self._runner = asyncio.Runner()
        return self._runner.run(step)


def _explained(error: Exception) -> NotSent:
    """Return what an error means for the message and its address."""
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


# --- Messages written into a folder instead of being sent ------------------------------------------------------------


NEW, UNFINISHED = "new", "tmp"
"""As in a Maildir: whatever is in the first folder is whole."""
ENDING: Final = ".eml"
OWN: Final = re.compile(r"<(\d{1,12})\.([a-z0-9]{1,40})@")
"""The Message-ID of a mail of the house."""


class Folder:
    """The way out into a folder. A message that comes twice lies there once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def open(self) -> None:
        """Make the folder. Raises ``Unreachable``."""
        try:
            for each in (self._folder, self._folder / NEW, self._folder / UNFINISHED):
                make_folder(each)
        except OSError as error:
            raise _unwritable(error) from error

    def send(self, envelope: Envelope, message: bytes) -> None:
        """Write a message. Raises ``Unreachable``."""
        name = _name(message)
        unfinished = self._folder / UNFINISHED / name
        try:
            with os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, FILE_MODE), "wb") as file:
                file.write(message)
                file.flush()
                os.fsync(file.fileno())
            unfinished.replace(self._folder / NEW / name)
            _keep_names(self._folder / NEW)
        except OSError as error:
            raise _unwritable(error) from error

    def close(self) -> None:
        """Nothing is open."""


def messages(folder: Path) -> list[Path]:
    """Return the messages in a folder, the oldest first."""
    return sorted((folder / NEW).glob(f"*{ENDING}"))


def headers(file: Path) -> EmailMessage:
    """Return a message without its content."""
    with file.open("rb") as opened:
        return BytesHeaderParser(policy=policy.default).parse(opened)


def read(file: Path) -> EmailMessage:
    """Return a message."""
    return BytesParser(policy=policy.default).parsebytes(file.read_bytes())


def _name(message: bytes) -> str:
    """Return a file name by which messages come in order, the same for the same message."""
    parsed = BytesHeaderParser().parsebytes(message)
    found = OWN.match(parsed.get("Message-ID", ""))
    number, rest = (int(found[1]), found[2][:12]) if found else (0, sha256(message).hexdigest()[:12])
    return f"{number:08}-{rest}{ENDING}"


def _keep_names(folder: Path) -> None:
    """Let a folder's names survive a power cut, where the system can."""
    if hasattr(os, "O_DIRECTORY"):
        opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def _unwritable(error: OSError) -> Unreachable:
    return Unreachable(f"{error.filename}: {error.strerror}")
