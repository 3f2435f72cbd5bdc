"""How a message leaves the house, and what can go wrong then."""

from typing import Protocol

from fivefold.doors.mail.envelope import Envelope


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
