"""Signing up, in and out: how a guest becomes an account, and how a device gets a session of it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from fivefold.contract.errors import InvalidOption
from fivefold.house.errors import InvalidName, NotOffered
from fivefold.house.people import accounts, people, recovery_codes
from fivefold.house.people.accounts import Account
from fivefold.house.people.attempts import attempts_of
from fivefold.house.people.names import check_account_name, name_key
from fivefold.house.people.passwords import Passwords, check_password
from fivefold.house.people.people import Person
from fivefold.house.people.recovery_codes import COUNT, hashed, new_code
from fivefold.house.people.renaming import Renaming
from fivefold.house.stored_match import time_text

SECRET: Final = "recovery codes"  # noqa: S105  (its name)
WRONG: Final = "wrong name or password"
WRONG_CODE: Final = "wrong name or code"
CODES: Final = "code "
"""Tries with codes are counted apart from those with passwords: whoever guesses passwords keeps nobody from them."""
StoreKey = Callable[[Connection], None]


@dataclass(frozen=True, slots=True)
class Device:
    """Where somebody signs in."""

    words: str
    """"Firefox on Windows"."""
    network: str
    """Of one customer, for counting tries."""
    guest: str | None = None
    """The guest who has played there."""


@dataclass(frozen=True, slots=True)
class SignedIn:
    """What signing in leads to."""

    person_id: str
    session: str
    """The id for the device's cookie."""
    codes: tuple[str, ...] = ()
    """New recovery codes, to be shown once."""


class SigningIn:
    """The doors into accounts. What checks a password takes some 30 ms, so never call it on the event loop."""

    def __init__(self, house: Renaming) -> None:
        self._ledger, self._accounts, self._sessions = house, house.accounts, house.sessions
        self.passwords, self.attempts = Passwords(), attempts_of(house)

    # Signing up

    def check_new(self, guest: str, name: str) -> str:
        """Return the name for a guest's account as it is stored. Raises ``InvalidName``, ``NotOffered``."""
        if self._accounts.is_named(guest):
            raise NotOffered("you have an account already", subject="sign up", remedy="sign out first")
        tidy = check_account_name(name)
        self._accounts.refuse_taken(guest, tidy)
        return tidy

    def sign_up(self, guest: str, name: str, password: str, device: Device) -> SignedIn:
        """Make a guest an account with a password. Raises ``InvalidName``, ``InvalidOption``, ``NotOffered``."""
        tidy = self.check_new(guest, name)
        stored = self.passwords.hashed(check_password(password, tidy))
        return self.keep(guest, tidy, device, stored)

    def keep(
        self, guest: str, tidy: str, device: Device, password: str | None, store_key: StoreKey = lambda _: None
    ) -> SignedIn:
        """Make a guest an account that signs in with a hashed password, or with what ``store_key`` stores."""
        before, now = self._ledger.person(guest), time_text(self._ledger.now())
        codes, key = tuple(new_code() for _ in range(COUNT)), name_key(tidy)
        secret = self._ledger.secret(SECRET)
        with self._ledger.writing() as connection:
            people.note(connection, guest, now)
            accounts.free(connection, key)
            values = {"name": tidy, "name_key": key, "password": password, "kept": now}
            try:
                accounts.change(connection, guest, values)
            except IntegrityError:  # taken a moment ago
                raise InvalidName(f"{tidy} has just been taken", remedy="choose another name") from None
            store_key(connection)
            recovery_codes.replace(connection, guest, [hashed(secret, guest, code) for code in codes])
            session = self._sessions.begun(connection, guest, device.words)
        self._accounts.forget(guest)
        self._sessions.ended(guest)
        self._ledger.rename_at_tables(before.shown, Person(guest, tidy, named=True))
        return SignedIn(guest, session, codes)

    # Signing in

    def sign_in(self, name: str, password: str, device: Device) -> SignedIn:
        """Sign a device in. Raises ``InvalidOption`` for what does not go together, or comes too soon."""
        key = name_key(name)
        self.attempts.begin(key, device.network, "password")
        found = self._accounts.by_name(name)
        stored = self._password_of(found)
        if not self.passwords.match(stored, password) or found is None:
            raise InvalidOption(WRONG, subject="sign in", remedy="check both", field="password")
        self.attempts.succeeded(key, device.network)
        if stored is not None and self.passwords.is_outdated(stored):
            self._set_password(found.id, password)
        return self.admit(found.id, device)

    def admit(self, person_id: str, device: Device) -> SignedIn:
        """Sign a device in that has shown whose it is."""
        with self._ledger.writing() as connection:
            session = self._sessions.begun(connection, person_id, device.words, device.guest)
        return SignedIn(person_id, session)

    def recover(self, name: str, code: str, password: str, device: Device) -> SignedIn:
        """Set a new password with a recovery code, and sign this device in and all others out.

        Raises ``InvalidOption``.
        """
        key = CODES + name_key(name)
        check_password(password, name)
        self.attempts.begin(key, device.network, "code")
        stored, found = self.passwords.hashed(password), self._accounts.by_name(name)
        person = found.id if found else ""
        used = hashed(self._ledger.secret(SECRET), person, code)
        with self._ledger.writing() as connection:
            if not recovery_codes.use(connection, person, used) or found is None:
                raise InvalidOption(WRONG_CODE, subject="recovery", remedy="each code works once", field="code")
            accounts.change(connection, person, {"password": stored})
        self.attempts.succeeded(key, device.network)
        self._accounts.forget(person)
        self._sessions.end_all(person)
        return self.admit(person, device)

    def renew(self, person_id: str, password: str, device: Device) -> SignedIn:
        """Set a new password of somebody who got a link by mail, and sign this device in and all others out.

        Raises ``InvalidOption``, ``NotOffered``.
        """
        self.check_renewed(person_id, password)
        self._set_password(person_id, password)
        self._sessions.end_all(person_id)
        return self.admit(person_id, device)

    def check_renewed(self, person_id: str, password: str) -> None:
        """Raise ``InvalidOption`` for a password that will not do, ``NotOffered`` for who has no account."""
        found = self._accounts.account(person_id)
        if found is None:
            raise NotOffered("the account is gone", subject="password", remedy="make a new one: /sign-up")
        check_password(password, found.name)

    def sign_out(self, session_id: str) -> str | None:
        """Sign a device out; return the guest who played there before, if that was somebody."""
        found = self._sessions.find(session_id)
        self._sessions.end(session_id)
        guest = None if found is None else found.guest
        return guest if guest is not None and self._sessions.person(guest) == guest else None

    # What an account signs in with

    def confirm(self, person_id: str, password: str, network: str, field: str = "current") -> Account:
        """Return a person's account if this is its password. Raises ``InvalidOption``, ``NotOffered``."""
        found = self._accounts.account(person_id)
        if found is None:
            raise NotOffered("you have no account", subject="password", remedy="sign up first")
        key = name_key(found.name)
        self.attempts.begin(key, network, field)
        if not self.passwords.match(self._password_of(found), password):
            raise InvalidOption("that is not your password", subject="password", field=field)
        self.attempts.succeeded(key, network)
        return found

    def change_password(self, person_id: str, current: str, password: str, network: str) -> None:
        """Set another password; who has none yet sets the first. Raises ``InvalidOption``, ``NotOffered``."""
        found = self._accounts.account(person_id)
        if found is None or found.has_password:
            found = self.confirm(person_id, current, network)
        self._set_password(person_id, check_password(password, found.name))

    def new_codes(self, person_id: str, count: int = COUNT, instead: bool = True) -> tuple[str, ...]:
        """Return new recovery codes of an account, ``instead`` of those before or beside them."""
        codes, secret = tuple(new_code() for _ in range(count)), self._ledger.secret(SECRET)
        stored = [hashed(secret, person_id, code) for code in codes]
        with self._ledger.writing() as connection:
            (recovery_codes.replace if instead else recovery_codes.add)(connection, person_id, stored)
        return codes

    def codes_left(self, person_id: str) -> int:
        """Return how many recovery codes an account has left."""
        with self._ledger.reading() as connection:
            return recovery_codes.count(connection, person_id)

    def _set_password(self, person_id: str, password: str) -> None:
        stored = self.passwords.hashed(password)
        with self._ledger.writing() as connection:
            accounts.change(connection, person_id, {"password": stored})
        self._accounts.forget(person_id)

    def _password_of(self, found: Account | None) -> str | None:
        if found is None:
            return None
        with self._ledger.reading() as connection:
            stored = accounts.load(connection, found.id)
        return None if stored is None else stored.password
