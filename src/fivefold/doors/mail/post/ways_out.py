"""How a message leaves the house, and what can go wrong then."""

import ssl
from dataclasses import dataclass, field
from typing import Final, Protocol

from fivefold.doors.mail.envelope import Envelope

ON_THIS_MACHINE: Final = frozenset({"localhost", "127.0.0.1", "::1"})


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


class WayOut(Protocol):
    """Where messages go: to another mail server, or into a folder."""

    def open(self) -> None:
        """Get ready, unless it is. Raises ``Unreachable``."""

    def send(self, envelope: Envelope, message: bytes) -> None:
        """Hand a message over. Raises ``Refused``, ``NotNow``, ``Unreachable``."""

    def close(self) -> None:
        """Let go of whatever is open."""


@dataclass(frozen=True, slots=True)
class SmtpServer:
    """A server that passes our mails on."""

    host: str
    port: int
    tls: bool
    """Whether everything is encrypted from the start; otherwise as soon as the server was greeted (STARTTLS), except on
    this machine."""
    plain: bool = False
    """Whether nothing is encrypted: for a server on one's own network."""
    user: str = ""
    password: str = field(default="", repr=False)
    context: ssl.SSLContext | None = field(default=None, repr=False, compare=False)
    """Whose certificates are believed, if not those that the system believes."""

    @property
    def start_tls(self) -> bool:
        """Whether encryption begins after the greeting. The server has to know how, or nothing is sent."""
        return not self.tls and not self.plain and self.host not in ON_THIS_MACHINE

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"
