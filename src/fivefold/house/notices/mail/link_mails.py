"""Mails that are there for their link: to confirm an address, and to sign in without a password."""

from datetime import timedelta
from typing import Final

from fivefold.contract.errors import InvalidOption
from fivefold.house.ledger import Ledger
from fivefold.house.notices.mail.addresses import Addresses, check_address
from fivefold.house.notices.mail.links import SIGN_IN
from fivefold.house.notices.mail.outgoing import CONFIRM_ADDRESS, OutgoingMails
from fivefold.house.stored_match import time_text

A_DAY: Final = timedelta(days=1)
MOST_ASKED: Final = 6
"""Mails to confirm an address that a person may cause in a day."""
MOST_THERE: Final = 4
"""Such mails to one address in a day, whoever causes them."""
AN_HOUR: Final = timedelta(hours=1)
MOST_SIGN_INS: Final = 4
"""Links to sign in that are sent to one address in an hour."""


class LinkMails:
    """Sends links, to an address no more than its owner can bear; safe to share among threads."""

    def __init__(self, ledger: Ledger, addresses: Addresses, outgoing: OutgoingMails) -> None:
        self._ledger, self._addresses, self._outgoing = ledger, addresses, outgoing

    def confirm(self, person_id: str, address: str) -> str:
        """Note the address that a person wants, and send a mail there to confirm it; return it.

        Nobody learns whether an address belongs to somebody else, or how many mails others have had sent there.
        Raises ``InvalidOption``, ``NotOffered``.
        """
        tidy = check_address(address)
        since = time_text(self._ledger.now() - A_DAY)
        made = [each for each in self._outgoing.of_person(person_id, CONFIRM_ADDRESS) if each.made >= since]
        if len(made) >= MOST_ASKED:
            words = f"{MOST_ASKED} mails to confirm an address were sent today, as many as a day may have"
            raise InvalidOption(words, subject="address", remedy="try again tomorrow", field="address")
        self._addresses.want(person_id, tidy)
        now = self._addresses.of(person_id)
        waits = now is not None and now.wanted == tidy
        if waits and self._outgoing.made_within(tidy, (CONFIRM_ADDRESS,), A_DAY) < MOST_THERE:
            self._outgoing.put(CONFIRM_ADDRESS, person_id, tidy)
        return tidy

    def sign_in(self, address: str) -> None:
        """Send a link to sign in to an address that somebody has confirmed; anywhere else nothing is sent."""
        owner = self._addresses.owner(address)
        if owner is not None and self._outgoing.made_within(address, (SIGN_IN,), AN_HOUR) < MOST_SIGN_INS:
            self._outgoing.put(SIGN_IN, owner, address)
