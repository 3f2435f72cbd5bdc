"""Mails that have come: stored before anybody says that they arrived, each read once."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from typing import Final

from sqlalchemy import Connection

from fivefold.house.ledger import Ledger
from fivefold.house.notices.mail import stored_incoming as stored
from fivefold.house.notices.mail.stored_incoming import StoredIncoming
from fivefold.house.stored_match import time_text

REMEMBERED: Final = timedelta(days=30)
"""How long the same mail is known again."""
READ_SECONDS: Final = 300.0
"""How long a process has a mail to itself, as long as it is up."""


class IncomingMails:
    """The mails that are to be read; safe to share among threads and processes."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    @property
    def mine(self) -> bool:
        """Whether it is this process that reads mails: one at a time does, so that they are read in order."""
        return self._ledger.bus.owns_duty("mail-in")

    @contextmanager
    def reading(self, mail: StoredIncoming) -> Iterator[bool]:
        """Read a mail in this block, unless another process still does; yields whether this one may."""
        with self._ledger.bus.lease("mail-in", str(mail.id), READ_SECONDS) as mine:
            yield mine

    def add(self, digest: str, sender: str | None, recipients: Sequence[str], raw: bytes) -> bool:
        """Store a mail; return whether it is new. ``digest`` tells which mails are the same.

        ``sender``: of the envelope; empty for none, ``None`` where nobody told.
        """
        at = time_text(self._ledger.now())
        with self._ledger.writing() as connection:
            return stored.add(connection, digest, sender, list(recipients), raw, at)

    def to_do(self, most: int = 100) -> list[StoredIncoming]:
        """Return the mails that are to be read next, in the order in which they came."""
        with self._ledger.reading() as connection:
            return stored.to_do(connection, most)

    def waiting(self) -> int:
        """Return how many mails are to be read."""
        with self._ledger.reading() as connection:
            return stored.waiting(connection)

    def note_tries(self, mails: Sequence[StoredIncoming]) -> None:
        """Note that mails are being read: one that ends the process several times is given up."""
        with self._ledger.writing() as connection:
            stored.note_tries(connection, [mail.id for mail in mails])

    @contextmanager
    def carrying_out(self, mail: StoredIncoming, command: int, at_a_match: bool) -> Iterator[None]:
        """Note, in the transaction that stores what a command changes, that the mail's first so many have done so.

        If the process ends, the mail is read again, and that command is not carried out again. ``at_a_match``: only
        changes of matches count.
        """
        also = partial(stored.note_begun, mail=mail.id, commands=command)
        with self._ledger.storing_also(also, only_matches=at_a_match):
            yield

    def done(self, mail: StoredIncoming, also: Callable[[Connection], None] = lambda connection: None) -> None:
        """Note that all that a mail asks for is done; ``also`` stores the answer in the same transaction."""
        with self._ledger.writing() as connection:
            also(connection)
            stored.done(connection, mail.id, time_text(self._ledger.now()))

    def forget_old(self) -> None:
        """Forget mails that were done long ago."""
        with self._ledger.writing() as connection:
            stored.forget(connection, time_text(self._ledger.now() - REMEMBERED))
