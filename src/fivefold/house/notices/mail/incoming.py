"""Mails that have come: stored before anybody says that they arrived, each read once."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from fivefold.house.database.schema import incoming_mails
from fivefold.house.ledger import Ledger
from fivefold.house.stored_match import time_text

_COLUMNS = incoming_mails.c


class IncomingMail(NamedTuple):
    """A mail as it came."""

    id: int
    sender: str | None
    """Of the envelope; empty for none, ``None`` where nobody told."""
    recipients: list[str]
    raw: bytes
    at: str
    tries: int
    begun: int
    """How many of its commands have changed something, whatever became of the process then."""


# --- Mails that have come --------------------------------------------------------------------------------------------


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
    def reading(self, mail: IncomingMail) -> Iterator[bool]:
        """Read a mail in this block, unless another process still does; yields whether this one may."""
        with self._ledger.bus.lease("mail-in", str(mail.id), READ_SECONDS) as mine:
            yield mine

    def add(self, digest: str, sender: str | None, recipients: Sequence[str], raw: bytes) -> bool:
        """Store a mail; return whether it is new. ``digest`` tells which mails are the same.

        ``sender``: of the envelope; empty for none, ``None`` where nobody told.
        """
        at = time_text(self._ledger.now())
        with self._ledger.writing() as connection:
            try:
                with connection.begin_nested():
                    values = {"digest": digest, "sender": sender, "recipients": list(recipients), "raw": raw, "at": at}
                    connection.execute(insert(incoming_mails), values)
            except IntegrityError:
                return False
        return True

    def to_do(self, most: int = 100) -> list[IncomingMail]:
        """Return the mails that are to be read next, in the order in which they came."""
        chosen = select(*(_COLUMNS[name] for name in IncomingMail._fields)).where(_COLUMNS.done.is_(None))
        return [IncomingMail(*row) for row in self._ledger.rows(chosen.order_by(_COLUMNS.id).limit(most))]

    def waiting(self) -> int:
        """Return how many mails are to be read."""
        waits = select(func.count()).select_from(incoming_mails).where(_COLUMNS.done.is_(None))
        return self._ledger.scalar(waits) or 0

    def note_tries(self, mails: Sequence[IncomingMail]) -> None:
        """Note that mails are being read: one that ends the process several times is given up."""
        these = _COLUMNS.id.in_([mail.id for mail in mails])
        self._ledger.execute(update(incoming_mails).where(these).values(tries=_COLUMNS.tries + 1))

    @contextmanager
    def carrying_out(self, mail: IncomingMail, command: int, at_a_match: bool) -> Iterator[None]:
        """Note, in the transaction that stores what a command changes, that the mail's first so many have done so.

        If the process ends, the mail is read again, and that command is not carried out again. ``at_a_match``: only
        changes of matches count.
        """
        note = update(incoming_mails).where(_COLUMNS.id == mail.id).values(begun=command)
        with self._ledger.storing_also(lambda connection: connection.execute(note), only_matches=at_a_match):
            yield

    def done(self, mail: IncomingMail, also: Callable[[Connection], None] = lambda connection: None) -> None:
        """Note that all that a mail asks for is done; ``also`` stores the answer in the same transaction.

        What it said is forgotten, and who sent it to whom.
        """
        nothing: dict[str, Any] = {"raw": b"", "sender": None, "recipients": [], "done": time_text(self._ledger.now())}
        with self._ledger.writing() as connection:
            also(connection)
            connection.execute(update(incoming_mails).where(_COLUMNS.id == mail.id).values(nothing))

    def forget_old(self) -> None:
        """Forget mails that were done long ago."""
        long_ago = time_text(self._ledger.now() - REMEMBERED)
        self._ledger.execute(delete(incoming_mails).where(_COLUMNS.done < long_ago))
