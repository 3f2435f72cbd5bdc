"""Mails of challenges: written in the transaction that stores what they tell of."""

from typing import Final

from sqlalchemy import Connection

from fivefold.house.meeting.challenges import DECLINED, OPEN, WITHDRAWN, ChallengeRow
from fivefold.house.notices.mail import stored_addresses as mail_addresses
from fivefold.house.notices.mail import stored_boards as mail_boards
from fivefold.house.notices.mail import stored_outgoing as outgoing_mails
from fivefold.house.notices.mail.outgoing import CHALLENGE, NEVER, OutgoingMails
from fivefold.house.people import accounts
from fivefold.house.people.preferences import Preferences

ASKED: Final = "asked"
"""What a mail tells of a challenge, besides ``DECLINED`` and ``WITHDRAWN``."""


class ChallengeMails:
    """Tells those who get mail of challenges, and of those that came to nothing.

    That one was accepted is told by the match, which begins.
    """

    def __init__(self, outgoing: OutgoingMails) -> None:
        self._outgoing = outgoing

    def note(self, connection: Connection, changed: ChallengeRow) -> None:
        """Note what there is to tell of a challenge that is stored just now."""
        if changed.state == OPEN:
            self._tell(connection, changed.to, changed, ASKED)
            return
        knows_of_it = self._has_sent(connection, changed)
        if changed.state == DECLINED:
            self._tell(connection, changed.by, changed, DECLINED)
        elif changed.state == WITHDRAWN and knows_of_it:
            self._tell(connection, changed.to, changed, WITHDRAWN)

    def _tell(self, connection: Connection, person_id: str, changed: ChallengeRow, what: str) -> None:
        reached = person_id in mail_addresses.reached(connection, [person_id])
        chosen = Preferences.read(accounts.settings(connection, person_id))
        if reached and chosen.mail_of_matches != NEVER:
            mail_boards.give_to(connection, changed.match)
            facts = {"what": what, "challenge": changed.id, "by": changed.by, "to": changed.to, "word": changed.word}
            self._outgoing.add(connection, CHALLENGE, person_id, content=facts, match=changed.match)

    def _has_sent(self, connection: Connection, changed: ChallengeRow) -> bool:
        """Return whether the mail that asks was sent; one that waits to be sent has nothing to tell any more."""
        mails = outgoing_mails.of_person(connection, changed.to, CHALLENGE, changed.match)
        asked = [mail for mail in mails if (mail.content["what"], mail.content["challenge"]) == (ASKED, changed.id)]
        for mail in asked:
            if mail.state == outgoing_mails.WAITING:
                outgoing_mails.remove(connection, mail.id)
        return any(mail.state != outgoing_mails.WAITING for mail in asked)
