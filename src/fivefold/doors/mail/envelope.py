"""What mail servers go by: who hands a message over, and to whom. What the message itself says is another matter."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Envelope:
    """Whom a message comes from and whom it goes to, as the servers on the way are told."""

    sender: str | None = None
    """Empty for what must never be answered; ``None`` where nobody told, as in a pipe: ``Return-Path`` is read then."""
    recipients: tuple[str, ...] = ()
