"""Messages handed to a mail server, over one connection as long as there are more."""

import asyncio
import re
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, Final, TypeVar

import aiosmtplib
from aiosmtplib import (
    SMTPDataError,
    SMTPException,
    SMTPRecipientsRefused,
    SMTPResponseException,
    SMTPSenderRefused,
)

from fivefold.doors.mail.envelope import Envelope
from fivefold.doors.mail.post.ways_out import NotNow, NotSent, Refused, SmtpServer, Unreachable

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
