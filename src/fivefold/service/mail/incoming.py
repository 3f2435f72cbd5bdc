"""Mails that have come: stored before anybody says that they arrived, each read once."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from fivefold.service.ledger import Ledger
from fivefold.service.stored_match import time_text
from fivefold.store import incoming_mails as stored
from fivefold.store.incoming_mails import StoredIncoming

REMEMBERED: Final = timedelta(days=30)
"""How long the same mail is known again."""


class IncomingMails:
    """The mails that are to be read; safe to share among threads and processes."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def add(self, digest: str, sender: str, recipients: Sequence[str], raw: bytes) -> bool:
        """Store a mail; return whether it is new. ``digest`` tells which mails are the same."""
        at = time_text(self._ledger.now())
        with self._ledger.writing() as connection:
            return stored.add(connection, digest, sender, list(recipients), raw, at)

    def to_do(self, most: int = 100) -> list[StoredIncoming]:
        """Return the mails that are to be read next, in the order in which they came."""
        with self._ledger.reading() as connection:
            return stored.to_do(connection, most)

    def note_try(self, mail: StoredIncoming) -> None:
        """Note that a mail is being read: if that ends the process several times, it is given up."""
        with self._ledger.writing() as connection:
            stored.note_try(connection, mail.id)

    def done(self, mail: StoredIncoming) -> None:
        """Note that all that a mail asks for is done."""
        with self._ledger.writing() as connection:
            stored.done(connection, mail.id, time_text(self._ledger.now()))

    def forget_old(self) -> None:
        """Forget mails that were done long ago."""
        with self._ledger.writing() as connection:
            stored.forget(connection, time_text(self._ledger.now() - REMEMBERED))
