"""The mails to send as whoever sends them sees them: which are due, and what became of each.

A mail is fixed before it is tried for the first time: from then on it is the same message, whenever it is tried again.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from fivefold.house.ledger import Ledger
from fivefold.house.notices.mail import stored_followings as mail_followings
from fivefold.house.notices.mail import stored_outgoing as stored
from fivefold.house.notices.mail.outgoing import ANSWER, ANSWERABLE, DIGEST, MATCH, NAG, READ, acknowledges
from fivefold.house.notices.mail.stored_outgoing import FAILED, FIXED, SENT, StoredOutgoing
from fivefold.house.stored_match import time_from_text, time_text

PATIENT: Final = (MATCH, DIGEST, NAG)
"""Kinds that nobody has asked for a moment ago."""

MOST_SENT: Final = 60
"""Mails to an address in an hour, of all kinds together; then only those follow that cannot wait."""
AN_HOUR: Final = timedelta(hours=1)
MOST_READ: Final = 120
"""Mails of a person that are read in an hour."""
SUBJECT: Final = "subject"
"""Every letter that was written before it is sent has one."""
SAID: Final = frozenset({"text", "html", "pictures"})
"""What a letter says besides."""


class MailLoad(NamedTuple):
    """How much mail of a person there is."""

    sent: int
    """To them within the last hour."""
    read: int
    """Of theirs, within the last hour."""
    waiting: int
    """To be sent."""


class MailQueue:
    """What waits to be sent; safe to share among threads."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def due(self, most: int) -> list[StoredOutgoing]:
        """Return mails that are to be sent by now, the longest due first, those for which nobody waits last."""
        with self._ledger.reading() as connection:
            return stored.due(connection, time_text(self._ledger.now()), most, PATIENT)

    def next_due(self) -> datetime | None:
        """Return when the next mail is to be sent."""
        with self._ledger.reading() as connection:
            found = stored.next_due(connection)
        return None if found is None else time_from_text(found)

    def load(self, mail: int) -> StoredOutgoing | None:
        """Return a mail as it is now."""
        with self._ledger.reading() as connection:
            return stored.load(connection, mail)

    def waiting(self, person_id: str) -> list[StoredOutgoing]:
        """Return a person's mails about matches that have not been tried yet."""
        with self._ledger.reading() as connection:
            return stored.waiting(connection, person_id, MATCH)

    def followed(self, person_id: str, game: str, match_id: str) -> str | None:
        """Return what a person has chosen to hear of a match, or of every match of its game; ``None`` for nothing."""
        with self._ledger.reading() as connection:
            found = mail_followings.of_match(connection, game, match_id)
        mine = [each.level for each in found if each.person == person_id]
        return mine[-1] if mine else None

    def told_at(self, person_id: str, match_id: str) -> datetime | None:
        """Return when a person was last told of a match by a mail of its own; ``None`` for not yet."""
        with self._ledger.reading() as connection:
            mails = stored.of_person(connection, person_id, MATCH, match_id)
        return next((time_from_text(mail.made) for mail in mails if mail.state in (FIXED, SENT)), None)

    def sent_within(self, address: str, time: timedelta, kind: str | None = None) -> list[datetime]:
        """Return when mails, or those of a kind, were sent to an address within a time, the first first."""
        since = time_text(self._ledger.now() - time)
        with self._ledger.reading() as connection:
            return [time_from_text(at) for at in stored.sent_since(connection, address, since, kind)]

    def load_of(self, person_id: str, address: str) -> MailLoad:
        """Return how much mail of a person there is."""
        since = time_text(self._ledger.now() - AN_HOUR)
        with self._ledger.reading() as connection:
            sent = stored.sent_since(connection, address, since) if address else []
            read = stored.made_since(connection, person_id, READ, since)
            return MailLoad(len(sent), read, stored.count_waiting(connection, person_id))

    # What becomes of a mail

    def postpone(self, mail: StoredOutgoing, due: datetime) -> bool:
        """Let a mail that waits be sent later, unless there is more to tell by now; return whether it is."""
        with self._ledger.writing() as connection:
            return stored.change_waiting(connection, mail, due=time_text(due))

    def drop(self, mail: StoredOutgoing) -> bool:
        """Forget a mail that waits, unless there is more to tell by now; return whether it is forgotten."""
        with self._ledger.writing() as connection:
            return stored.remove_waiting(connection, mail)

    def fix(self, mail: StoredOutgoing, address: str, number: int | None, raw: bytes) -> bool:
        """Keep the message of a mail that is tried now, unless there is more to tell; return whether it is kept.

        The time in which it can be answered begins now, however long it waited.
        """
        made = time_text(self._ledger.now())
        values = {"state": FIXED, "address": address, "number": number, "raw": raw, "made": made}
        with self._ledger.writing() as connection:
            kept = stored.change_waiting(connection, mail, **values)
            if kept and acknowledges(mail):
                stored.remove_told(connection, MATCH, mail.person or "", mail.match or "", number or 0)
            return kept

    def acknowledgement(self, mail: StoredOutgoing) -> StoredOutgoing | None:
        """Return the answer to a move that waits for what follows it, where a mail about that match tells just this."""
        with self._ledger.reading() as connection:
            waiting = stored.waiting(connection, mail.person or "", ANSWER)
        return next((each for each in waiting if each.match == mail.match and acknowledges(each)), None)

    def message(self, mail: int) -> bytes | None:
        """Return the message of a mail that is fixed."""
        with self._ledger.reading() as connection:
            return stored.raw_of(connection, mail)

    def sent(self, mail: int) -> None:
        """Note that a mail was handed over."""
        self._end(mail, state=SENT, sent=time_text(self._ledger.now()))

    def failed(self, mail: int) -> None:
        """Note that a mail is not tried any more."""
        self._end(mail, state=FAILED)

    def try_again(self, mail: StoredOutgoing, due: datetime) -> None:
        """Note that a mail that is fixed was tried in vain."""
        with self._ledger.writing() as connection:
            stored.change(connection, mail.id, tries=mail.tries + 1, due=time_text(due))

    def digest(self, person_id: str, mails: Sequence[tuple[StoredOutgoing, StoredOutgoing]]) -> None:
        """Make one mail of a person's mails about matches, each as it is known here and as it is told.

        Those of which there is more to tell by now stay for the next one.
        """
        now = time_text(self._ledger.now())
        with self._ledger.writing() as connection:
            content = [
                {"match": told.match, "since": told.since, "number": told.number}
                for known, told in mails
                if stored.change_waiting(connection, known, state=SENT, number=told.number, made=now)
            ]
            if content:
                stored.add(connection, kind=DIGEST, person=person_id, content=content, made=now, due=now)

    def forget_old(self) -> None:
        """Forget mails that nobody can answer any more."""
        with self._ledger.writing() as connection:
            stored.forget(connection, time_text(self._ledger.now() - ANSWERABLE))

    def _end(self, mail: int, **values: str) -> None:
        """Keep of a mail what is needed when it is answered, not what it said."""
        with self._ledger.writing() as connection:
            known = stored.load(connection, mail)
            content = None if known is None else known.content
            if isinstance(content, dict) and SUBJECT in content:
                content = {name: fact for name, fact in content.items() if name not in SAID}
            stored.change(connection, mail, raw=None, content=content, **values)
