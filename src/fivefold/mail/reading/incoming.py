"""What a message says, whoever sent it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Envelope:
    """What the mail server was told before the message itself."""

    sender: str | None = None
    """Empty for what must never be answered; ``None`` where nobody told, as in a pipe: ``Return-Path`` is read then."""
    recipients: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Incoming:
    """A message as it was read; nothing in it is proved."""

    sender: str
    """The address in ``From``, in lower case; empty where no single one can be read."""
    name: str
    """The display name in ``From``."""
    recipients: tuple[str, ...]
    """In lower case: those of the envelope, otherwise those in ``To`` and ``Cc``."""
    subject: str
    """Decoded, on one line, without ``Re:`` and the like."""
    text: str
    """What the person wrote anew, without quotes and signatures."""
    original: str
    """The whole readable text, bounded, without passwords: to be quoted in an answer."""
    message_id: str = ""
    references: tuple[str, ...] = ()
    """Message-IDs of ``References`` and ``In-Reply-To``, oldest first."""
    automatic: str = ""
    """Why it must never be answered: ``auto-submitted``, ``list``, ``bounce`` …; empty if a person wrote it."""
    bounced: tuple[str, ...] = ()
    """Addresses that a delivery report says failed for good."""
    bounced_message: str = ""
    """The Message-ID of the mail that a delivery report is about, where it says so."""
    vouched: str = ""
    """What the trusted receiving server says of ``From``: ``pass``, ``fail``, or nothing."""
    forwarded: bool = False
    """Whether somebody passed on a message of somebody else."""
    subject_is_reply: bool = False
    """Whether the subject began with ``Re:`` or the like, so that it may be older than the text."""


def read_message(raw: bytes, envelope: Envelope, trusted: str = "") -> Incoming:
    """Return what a message says; never raises. ``trusted``: the name of the server whose checks are believed."""
    raise NotImplementedError
