"""Messages that arrive: for whom they are, how long and how many they may be, stored before they are accepted."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from email.message import Message
from email.parser import BytesHeaderParser
from email.policy import compat32
from hashlib import sha256
from typing import Final

from limits import RateLimitItemPerSecond
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from fivefold.contract.errors import FivefoldError
from fivefold.doors.mail.post.settings import LONGEST_ADDRESS
from fivefold.house.notices.mail.incoming import IncomingMails
from fivefold.house.notices.mail.mail_queue import KEY_LENGTH
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
