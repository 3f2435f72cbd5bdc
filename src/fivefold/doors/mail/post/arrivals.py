"""Mails that arrive: bounded, and stored before anybody says that they are here."""

import re
from collections.abc import Sequence
from email.message import Message
from email.parser import BytesHeaderParser
from email.policy import compat32
from hashlib import sha256
from typing import Final

from fivefold.contract.errors import FivefoldError
from fivefold.house.notices.mail.incoming import IncomingMails

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
