"""What a message says, whoever sent it."""

import logging
from dataclasses import dataclass
from typing import Final

from fivefold.doors.mail.envelope import Envelope
from fivefold.doors.mail.reading import automatic, reports
from fivefold.doors.mail.reading.authentication import vouched
from fivefold.doors.mail.reading.decoding import header_text
from fivefold.doors.mail.reading.mime import Part, headers_of, kind_of, parts_of, text_of, tree
from fivefold.doors.mail.reading.old_forms import hidden
from fivefold.doors.mail.reading.quoting import fresh
from fivefold.doors.mail.reading.senders import message_ids, recipients_of, references_of, sender_of
from fivefold.doors.mail.reading.subjects import taken_apart

LONGEST_ORIGINAL: Final = 8000
LONGEST_SUBJECT: Final = 1000
REPORT: Final = "multipart/report"
LOGGER: Final = logging.getLogger(__name__)


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
    vouched: str = ""
    """What the trusted receiving server says of ``From``: ``pass``, ``fail``, or nothing."""
    forwarded: bool = False
    """Whether somebody passed on a message of somebody else."""
    subject_is_reply: bool = False
    """Whether the subject began with ``Re:`` or the like, so that it may be older than the text."""


def read_message(raw: bytes, envelope: Envelope, trusted: str = "") -> Incoming:
    """Return what a message says; never raises. ``trusted``: the name of the server whose checks are believed."""
    try:
        return understood(raw, envelope, trusted)
    except Exception:  # whatever a stranger sends, the next message has to be read
        LOGGER.exception("a message of %d bytes could not be read", len(raw))
        return Incoming("", "", tuple(envelope.recipients), "", "", "", automatic="unreadable")


def understood(raw: bytes, envelope: Envelope, trusted: str = "") -> Incoming:
    """Return what a message says."""
    message = tree(raw)
    headers, kind = headers_of(message), kind_of(message)
    sender, name = sender_of(headers)
    subject = taken_apart(header_text(next(iter(headers.get("subject", ())), ""))[:LONGEST_SUBJECT])
    whole = text_of(message)
    new = fresh(whole)
    safe_subject, text, original = hidden(subject.text, new.text, whole.strip("\n")[:LONGEST_ORIGINAL])
    return Incoming(
        sender,
        name,
        recipients_of(headers, envelope.recipients),
        safe_subject,
        text,
        original,
        next(iter(message_ids(headers, "message-id")), ""),
        references_of(headers),
        automatic.why_automatic(headers, kind, envelope.sender, sender, subject.text),
        reports.bounced(message) if kind == REPORT else (),
        vouched([(each, str(value)) for each, value in message.raw_items()], trusted, sender),
        subject.is_forwarded or new.forwarded or has_message_inside(message),
        subject.is_reply,
    )


def has_message_inside(message: Part) -> bool:
    """Tell whether a message holds another one as a part."""
    return any(kind_of(part) == "message/rfc822" for part in parts_of(message))
