"""Where people get their mail: one address a person, which they have shown to be theirs; and accounts made by mail."""

import re
from datetime import datetime
from typing import Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from fivefold.contract.errors import InvalidOption
from fivefold.house.database.schema import mail_addresses
from fivefold.house.errors import InvalidName, NotOffered
from fivefold.house.ledger import Ledger
from fivefold.house.notices.mail import followings as mail_audience
from fivefold.house.notices.mail import mail_queue as outgoing_mails
from fivefold.house.notices.mail.mail_queue import MOVED
from fivefold.house.people import accounts, people
from fivefold.house.people.accounts import Account, Accounts
from fivefold.house.people.names import check_account_name, name_key
from fivefold.house.people.people import new_person_id
from fivefold.house.stored_match import time_from_text, time_text

_COLUMNS = mail_addresses.c


class MailAddress(NamedTuple):
    """Where a person gets mail."""

    person: str
    address: str
    """Confirmed, in lower case; empty before."""
    wanted: str
    """To be confirmed; it takes the place of the other then. Empty where there is none."""
    since: datetime
    failures: int = 0
    off: str = ""
    """Why nothing is sent there any more; empty where it is."""

    @property
    def reached(self) -> bool:
        """Whether mail is sent there."""
        return bool(self.address) and not self.off


_ALL = select(*(_COLUMNS[name] for name in MailAddress._fields))


def of_person(connection: Connection, person: str) -> MailAddress | None:
    """Return where a person gets mail."""
    return _read(connection, _COLUMNS.person == person)


def _read(connection: Connection, wanted: ColumnElement[bool]) -> MailAddress | None:
    row = connection.execute(_ALL.where(wanted)).first()
    if row is None:
        return None
    since = time_from_text(row.since)
    return MailAddress(*row)._replace(address=row.address or "", wanted=row.wanted or "", since=since)


def keep(connection: Connection, new: MailAddress) -> None:
    """Store where a person gets mail, in the place of what was there. Raises ``IntegrityError`` for another's."""
    values = {
        **new._asdict(),
        "address": new.address or None,
        "wanted": new.wanted or None,
        "since": time_text(new.since),
    }
    if connection.execute(update(mail_addresses).where(_COLUMNS.person == new.person).values(values)).rowcount == 0:
        connection.execute(insert(mail_addresses), values)
    mail_audience.changed(connection)


def remove(connection: Connection, person: str) -> None:
    """Forget where a person gets mail."""
    connection.execute(delete(mail_addresses).where(_COLUMNS.person == person))
    mail_audience.changed(connection)


# --- Where people get their mail -------------------------------------------------------------------------------------


LONGEST: Final = 254
FORM: Final = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63})+")
"""What addresses look like as people have them; those with quotes, comments or other alphabets are not taken."""
MOST_FAILURES: Final = 5
"""Mails in a row that did not arrive; then nothing more is sent."""


class Addresses:
    """All addresses of a house; safe to share among threads."""

    def __init__(self, ledger: Ledger, accounts: Accounts) -> None:
        self._ledger, self._accounts = ledger, accounts

    def of(self, person_id: str) -> MailAddress | None:
        """Return where a person gets mail."""
        return self._ledger.read(of_person, person_id)

    def owner(self, address: str) -> str | None:
        """Return the id of the person whose confirmed address this is."""
        found = self._ledger.read(_read, _COLUMNS.address == address.lower())
        return None if found is None else found.person

    def want(self, person_id: str, address: str) -> str:
        """Note the address that a person wants to confirm; return it. Raises ``InvalidOption``, ``NotOffered``."""
        if not self._accounts.is_named(person_id):
            remedy = "keep your games under a name first"
            raise NotOffered("only accounts get mail", subject="address", remedy=remedy, field="address")
        tidy = check_address(address)
        with self._ledger.writing() as connection:
            before = of_person(connection, person_id)
            since = self._ledger.now()
            kept = before or MailAddress(person_id, "", "", since)
            wanted = "" if tidy == kept.address and not kept.off else tidy
            keep(connection, kept._replace(wanted=wanted, since=since))
        return tidy

    def confirm(self, person_id: str, address: str) -> None:
        """Let mail go to an address from now on, which the person has shown to be theirs. Raises ``InvalidOption``
        where it is not the one they want any more, or belongs to another account."""
        tidy = address.lower()
        with self._ledger.writing() as connection:
            before = of_person(connection, person_id)
            if before is None or tidy not in (before.wanted, before.address):
                remedy = "ask for another mail to confirm it"
                raise InvalidOption(f"{tidy} does not wait to be confirmed", subject="address", remedy=remedy)
            since = self._ledger.now()
            try:
                keep(connection, MailAddress(person_id, tidy, "", since))
            except IntegrityError:
                remedy = "take it off that one first"
                raise InvalidOption(f"{tidy} belongs to another account", subject="address", remedy=remedy) from None
            if before.address not in ("", tidy) and not before.off:  # its owner may know nothing of it
                told = {"kind": MOVED, "person": person_id, "address": before.address}
                outgoing_mails.add(connection, **told, made=time_text(since), due=time_text(since))

    def keep(self, person_id: str) -> None:
        """Let a person want no other address than the one they have, if they have any."""
        with self._ledger.writing() as connection:
            before = of_person(connection, person_id)
            if before is None or not before.address:
                remove(connection, person_id)
            else:
                keep(connection, before._replace(wanted="", since=self._ledger.now()))

    def forget(self, person_id: str) -> None:
        """Send a person no more mail, and forget where to."""
        self._ledger.write(remove, person_id)

    def failed(self, person_id: str, address: str, why: str) -> None:
        """Note that a mail did not arrive for good; after several in a row nothing more is sent."""
        with self._ledger.writing() as connection:
            before = of_person(connection, person_id)
            if before is None or before.address != address:
                return
            failures = before.failures + 1
            off = why[:140] if failures >= MOST_FAILURES else before.off
            keep(connection, before._replace(failures=failures, off=off))

    def arrived(self, person_id: str) -> None:
        """Note that the person has written from their address: mails arrive there."""
        before = self._ledger.read(of_person, person_id)
        if before is not None and (before.failures or before.off):
            self._ledger.write(keep, before._replace(failures=0, off=""))


def check_address(address: str) -> str:
    """Return an address in lower case. Raises ``InvalidOption``."""
    tidy = address.strip().strip("<>").lower()
    if len(tidy) > LONGEST or not FORM.fullmatch(tidy) or ".." in tidy:
        shown = f"{tidy[:60]} is no mail address" if tidy else "there is no address"
        remedy = "write it like anna@example.org"
        raise InvalidOption(shown, subject="address", remedy=remedy, field="address")
    return tidy


# --- Signing up by mail ----------------------------------------------------------------------------------------------


class SigningUp:
    """Makes accounts for people who have shown that an address is theirs; safe to share among threads."""

    def __init__(self, ledger: Ledger, known: Accounts) -> None:
        self._ledger, self._accounts = ledger, known

    def check(self, name: str) -> str:
        """Return the name for a new account as it is stored. Raises ``InvalidName``."""
        tidy = check_account_name(name)
        self._accounts.refuse_taken("", tidy)
        return tidy

    def sign_up(self, name: str, address: str) -> Account:
        """Return a new account that gets its mail at an address. Raises ``InvalidName``, ``InvalidOption``."""
        tidy, person, since = self.check(name), new_person_id(), self._ledger.now()
        key, now = name_key(tidy), time_text(since)
        with self._ledger.writing() as connection:
            people.note(connection, person, now)
            accounts.free(connection, key)
            try:
                accounts.change(connection, person, {"name": tidy, "name_key": key, "kept": now})
            except IntegrityError:  # taken a moment ago
                raise InvalidName(f"{tidy} has just been taken", remedy="choose another name") from None
            try:
                keep(connection, MailAddress(person, address, "", since))
            except IntegrityError:
                remedy = "one address is for one account"
                raise InvalidOption("it belongs to an account already", subject=address, remedy=remedy) from None
        self._accounts.forget(person)
        made = self._accounts.account(person)
        assert made is not None  # noqa: S101  (it was stored above)
        return made
