"""Where people get their mail: one address a person, which they have shown to be theirs."""

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy.exc import IntegrityError

from fivefold.contract.errors import InvalidOption
from fivefold.house.errors import NotOffered
from fivefold.house.ledger import Ledger
from fivefold.house.notices.mail import stored_addresses as stored
from fivefold.house.notices.mail import stored_outgoing as outgoing_mails
from fivefold.house.notices.mail.outgoing import MOVED
from fivefold.house.notices.mail.stored_addresses import StoredAddress
from fivefold.house.people.accounts import Accounts
from fivefold.house.stored_match import time_from_text, time_text

LONGEST: Final = 254
FORM: Final = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63})+")
"""What addresses look like as people have them; those with quotes, comments or other alphabets are not taken."""
MOST_FAILURES: Final = 5
"""Mails in a row that did not arrive; then nothing more is sent."""


@dataclass(frozen=True, slots=True)
class MailAddress:
    """Where a person gets mail."""

    person: str
    address: str
    """Confirmed, in lower case; empty before."""
    wanted: str
    """To be confirmed; it takes the place of the other then. Empty where there is none."""
    since: datetime
    off: str
    """Why nothing is sent there any more; empty where it is."""

    @property
    def reached(self) -> bool:
        """Whether mail is sent there."""
        return bool(self.address) and not self.off


class Addresses:
    """All addresses of a house; safe to share among threads."""

    def __init__(self, ledger: Ledger, accounts: Accounts) -> None:
        self._ledger, self._accounts = ledger, accounts

    def of(self, person_id: str) -> MailAddress | None:
        """Return where a person gets mail."""
        with self._ledger.reading() as connection:
            return _address(stored.of_person(connection, person_id))

    def owner(self, address: str) -> str | None:
        """Return the id of the person whose confirmed address this is."""
        with self._ledger.reading() as connection:
            found = stored.of_address(connection, address.lower())
        return None if found is None else found.person

    def want(self, person_id: str, address: str) -> str:
        """Note the address that a person wants to confirm; return it. Raises ``InvalidOption``, ``NotOffered``."""
        if not self._accounts.is_named(person_id):
            remedy = "keep your games under a name first"
            raise NotOffered("only accounts get mail", subject="address", remedy=remedy, field="address")
        tidy = check_address(address)
        with self._ledger.writing() as connection:
            before = stored.of_person(connection, person_id)
            since = time_text(self._ledger.now())
            kept = before or StoredAddress(person_id, None, None, since)
            wanted = None if tidy == kept.address and not kept.off else tidy
            stored.keep(connection, kept._replace(wanted=wanted, since=since))
        return tidy

    def confirm(self, person_id: str, address: str) -> None:
        """Let mail go to an address from now on, which the person has shown to be theirs.

        Raises ``InvalidOption`` where it is not the one they want any more, or belongs to another account.
        """
        tidy = address.lower()
        with self._ledger.writing() as connection:
            before = stored.of_person(connection, person_id)
            if before is None or tidy not in (before.wanted, before.address):
                remedy = "ask for another mail to confirm it"
                raise InvalidOption(f"{tidy} does not wait to be confirmed", subject="address", remedy=remedy)
            since = time_text(self._ledger.now())
            try:
                stored.keep(connection, StoredAddress(person_id, tidy, None, since))
            except IntegrityError:
                remedy = "take it off that one first"
                raise InvalidOption(f"{tidy} belongs to another account", subject="address", remedy=remedy) from None
            if before.address not in (None, tidy) and not before.off:  # its owner may know nothing of it
                told = {"kind": MOVED, "person": person_id, "address": before.address}
                outgoing_mails.add(connection, **told, made=since, due=since)

    def keep(self, person_id: str) -> None:
        """Let a person want no other address than the one they have, if they have any."""
        with self._ledger.writing() as connection:
            before = stored.of_person(connection, person_id)
            if before is None or before.address is None:
                stored.remove(connection, person_id)
            else:
                stored.keep(connection, before._replace(wanted=None, since=time_text(self._ledger.now())))

    def forget(self, person_id: str) -> None:
        """Send a person no more mail, and forget where to."""
        with self._ledger.writing() as connection:
            stored.remove(connection, person_id)

    def failed(self, person_id: str, address: str, why: str) -> None:
        """Note that a mail did not arrive for good; after several in a row nothing more is sent."""
        with self._ledger.writing() as connection:
            before = stored.of_person(connection, person_id)
            if before is None or before.address != address:
                return
            failures = before.failures + 1
            off = why[:140] if failures >= MOST_FAILURES else before.off
            stored.keep(connection, before._replace(failures=failures, off=off))

    def arrived(self, person_id: str) -> None:
        """Note that the person has written from their address: mails arrive there."""
        with self._ledger.reading() as connection:
            before = stored.of_person(connection, person_id)
        if before is not None and (before.failures or before.off):
            with self._ledger.writing() as connection:
                stored.keep(connection, before._replace(failures=0, off=""))


def check_address(address: str) -> str:
    """Return an address in lower case. Raises ``InvalidOption``."""
    tidy = address.strip().strip("<>").lower()
    if len(tidy) > LONGEST or not FORM.fullmatch(tidy) or ".." in tidy:
        shown = f"{tidy[:60]} is no mail address" if tidy else "there is no address"
        remedy = "write it like anna@example.org"
        raise InvalidOption(shown, subject="address", remedy=remedy, field="address")
    return tidy


def _address(found: StoredAddress | None) -> MailAddress | None:
    if found is None:
        return None
    since = time_from_text(found.since)
    return MailAddress(found.person, found.address or "", found.wanted or "", since, found.off)
