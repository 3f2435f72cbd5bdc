"""Signing up by mail: an account that is known by its address, without a password."""

from sqlalchemy.exc import IntegrityError

from fivefold.contract.errors import InvalidOption
from fivefold.house.errors import InvalidName
from fivefold.house.ledger import Ledger
from fivefold.house.notices.mail import stored_addresses as mail_addresses
from fivefold.house.notices.mail.stored_addresses import StoredAddress
from fivefold.house.people import accounts, people
from fivefold.house.people.accounts import Account, Accounts
from fivefold.house.people.names import check_account_name, name_key
from fivefold.house.people.people import new_person_id
from fivefold.house.stored_match import time_text


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
        tidy, person, now = self.check(name), new_person_id(), time_text(self._ledger.now())
        key = name_key(tidy)
        with self._ledger.writing() as connection:
            people.note(connection, person, now)
            accounts.free(connection, key)
            try:
                accounts.change(connection, person, {"name": tidy, "name_key": key, "kept": now})
            except IntegrityError:  # taken a moment ago
                raise InvalidName(f"{tidy} has just been taken", remedy="choose another name") from None
            try:
                mail_addresses.keep(connection, StoredAddress(person, address, None, now))
            except IntegrityError:
                remedy = "one address is for one account"
                raise InvalidOption("it belongs to an account already", subject=address, remedy=remedy) from None
        self._accounts.forget(person)
        made = self._accounts.account(person)
        assert made is not None  # noqa: S101  (it was stored above)
        return made
