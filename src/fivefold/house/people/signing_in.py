"""Signing up, in and out: how a guest becomes an account, and how a device gets a session of it."""

import hmac
import re
import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from math import ceil, inf
from time import monotonic
from typing import TYPE_CHECKING, Final, NamedTuple

from sqlalchemy import Connection, delete, func, insert, select
from sqlalchemy.exc import IntegrityError

from fivefold.contract.errors import InvalidOption
from fivefold.house.cache import Cache
from fivefold.house.database.processes import timed
from fivefold.house.database.schema import recovery_codes
from fivefold.house.errors import InvalidName, NotOffered
from fivefold.house.ledger import Ledger
from fivefold.house.people import accounts, people
from fivefold.house.people.accounts import Account
from fivefold.house.people.names import check_account_name, name_key
from fivefold.house.people.people import ALPHABET, Person
from fivefold.house.people.renaming import Renaming
from fivefold.house.stored_match import time_text
from fivefold.parts.words import counted

if TYPE_CHECKING:
    from argon2 import PasswordHasher

SHORTEST: Final = 8
LONGEST: Final = 200
TOO_COMMON: Final = frozenset(
    (
        *("password", "passwort", "password1", "password123", "12345678", "123456789", "1234567890", "qwertyui"),
        *("qwertyuiop", "qwerty123", "abcdefgh", "abcd1234", "iloveyou", "letmein1", "football", "baseball"),
        *("sunshine", "princess", "fivefold"),
    )
)


@dataclass(frozen=True, slots=True)
class Cost:
    """What one hash costs, and so what a guess costs whoever has stolen the database."""

    rounds: int = 2
    kibibytes: int = 19 * 1024


CHEAP: Final = Cost(1, 8)  # For tests.


class Passwords:
    """Hashes and checks passwords; some 30 ms each, so never on the event loop."""

    def __init__(self, cost: Cost | None = None) -> None:
        self._cost = cost or Cost()

    def hashed(self, password: str) -> str:
        """Return what is stored of a password."""
        return self._hasher.hash(password)

    def match(self, stored: str | None, password: str) -> bool:
        """Return whether this is the password; it takes as long where none is stored."""
        from argon2.exceptions import InvalidHashError, VerificationError  # noqa: PLC0415

        try:
            return self._hasher.verify(stored or self._nobodys, password[:LONGEST]) and stored is not None
        except (VerificationError, InvalidHashError):
            return False

    def is_outdated(self, stored: str) -> bool:
        """Return whether a hash was made at another cost than today's."""
        return self._hasher.check_needs_rehash(stored)

    @cached_property
    def _hasher(self) -> "PasswordHasher":
        from argon2 import PasswordHasher  # noqa: PLC0415

        return PasswordHasher(time_cost=self._cost.rounds, memory_cost=self._cost.kibibytes, parallelism=1)

    @cached_property
    def _nobodys(self) -> str:
        return self.hashed("nobody's password")


def check_password(password: str, name: str, field: str = "password") -> str:
    """Return a password that will do for an account of this name. Raises ``InvalidOption``."""
    if len(password) < SHORTEST:
        raise _unfit(f"{len(password)} characters are too few", f"take {SHORTEST} or more", field)
    if len(password) > LONGEST:
        raise _unfit(f"{len(password)} characters are too many", f"take at most {LONGEST}", field)
    plain = password.casefold()
    if plain in TOO_COMMON or len(set(plain)) < 4 or plain == name.casefold():
        raise _unfit("anybody would guess that", "take three or four words you use nowhere else", field)
    return password


def _unfit(words: str, remedy: str, field: str) -> InvalidOption:
    return InvalidOption(words, subject="password", remedy=remedy, field=field)


COUNT: Final = 8  # Codes that a person gets.
GROUPS: Final = 3
GROUP: Final = 4
CODE: Final = re.compile(f"[{ALPHABET}]{{{GROUPS * GROUP}}}")
MISREAD: Final = str.maketrans({"0": "o", "1": "l", "8": "b"})
"""Digits that no code has, for the letters they are taken for."""


def new_code() -> str:
    """Return a code such as ``k3vd-9qsa-x2mw``."""
    letters = "".join(secrets.choice(ALPHABET) for _ in range(GROUPS * GROUP))
    return "-".join(letters[start : start + GROUP] for start in range(0, len(letters), GROUP))


def hashed(secret: bytes, person_id: str, code: str) -> str:
    """Return what is stored of a code, however it was typed; a text that no code has for anything else."""
    letters = re.sub(r"[\s-]", "", code).casefold().translate(MISREAD)
    if not CODE.fullmatch(letters):
        return ""
    return hmac.new(secret, f"{person_id} {letters}".encode(), "sha256").hexdigest()


def _store_codes(connection: Connection, person: str, codes: Iterable[str], *, instead: bool = True) -> None:
    """Store a person's hashed codes, ``instead`` of those before or beside them."""
    if instead:
        connection.execute(delete(recovery_codes).where(recovery_codes.c.person == person))
    connection.execute(insert(recovery_codes), [{"person": person, "code": code} for code in codes])


REMEMBERED: Final = 80_000
FORGOTTEN_SECONDS: Final = 3600.0


@dataclass(frozen=True, slots=True)
class Pauses:
    """How pauses grow."""

    free: int  # Tries without any.
    longest: float  # Seconds.

    def after(self, failures: int) -> float:
        """Return the seconds to wait after so many tries failed: 2, 4, 8 and so on."""
        return 0.0 if failures < self.free else min(self.longest, 2.0 ** (1 + failures - self.free))


NAME_FROM_NETWORK: Final = Pauses(5, 900.0)
NETWORK: Final = Pauses(30, 300.0)
NAME: Final = Pauses(30, 20.0)
TRUSTED: Final = "trusted"
LOCK: Final = timed(
    """
    INSERT INTO attempts (key, failures, at) SELECT key, 0, 0 FROM unnest(CAST(:keys AS text[])) AS told (key)
    ORDER BY key
    ON CONFLICT (key) DO UPDATE SET key = excluded.key
    RETURNING key, failures, NOW - at
    """
)
SET: Final = timed("UPDATE attempts SET failures = :failures, at = NOW WHERE key = :key")
FORGET: Final = timed("DELETE FROM attempts WHERE at < NOW - 86400")


class FailedTries(NamedTuple):
    """What is known of the tries with one key."""

    failures: int = 0
    ago: float = inf  # Seconds since the last one.

    @property
    def lately(self) -> int:
        """How many have failed, as far as that counts."""
        return self.failures if self.ago < FORGOTTEN_SECONDS else 0


Note = Callable[[str, int], object]  # Notes how many tries with a key have failed, the last one now.


class Attempts(ABC):
    """Tries that failed lately; safe to share among threads."""

    def begin(self, name_key: str, network: str, field: str) -> None:
        """Count a try as failed until it has succeeded, so that many at once count as many. Raises ``InvalidOption``
        for one that comes too soon."""
        with self._counted(name_key, network) as (tries, note):
            held = _held(name_key, network, tries)
            wait = max(pauses.after(tries[key].lately) - tries[key].ago for key, pauses in held)
            if wait > 0:
                remedy = f"try again in {counted(ceil(wait), 'second')}"
                raise InvalidOption("too many tries were wrong", remedy=remedy, field=field)
            for key, _ in held:
                note(key, tries[key].lately + 1)

    def succeeded(self, name_key: str, network: str) -> None:
        """Note that a try succeeded: what failed before is forgiven."""
        with self._counted(name_key, network) as (tries, note):
            for key, pauses in _held(name_key, network, tries):
                note(key, max(0, tries[key].lately - 1) if pauses is NETWORK else 0)
            note(_key(TRUSTED, name_key, network), 1)

    def _counted(self, name_key: str, network: str) -> AbstractContextManager[tuple[Mapping[str, FailedTries], Note]]:
        keys = [key for key, _ in _pauses(name_key, network)]
        return self._locked([*keys, _key(TRUSTED, name_key, network)])

    @abstractmethod
    def _locked(self, keys: Sequence[str]) -> AbstractContextManager[tuple[Mapping[str, FailedTries], Note]]:
        """Open a block in which nobody else counts tries with these keys."""


class OwnAttempts(Attempts):
    """Tries of a house with one process, in its memory."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._known: Cache[str, tuple[int, float]] = Cache(REMEMBERED)

    @contextmanager
    def _locked(self, keys: Sequence[str]) -> Iterator[tuple[Mapping[str, FailedTries], Note]]:
        with self._known.lock:
            now = self._clock()
            known = {key: self._known.get(key) or (0, -inf) for key in keys}
            tries = {key: FailedTries(failures, now - at) for key, (failures, at) in known.items()}
            yield tries, lambda key, failures: self._known.put(key, (failures, now))


class SharedAttempts(Attempts):
    """Tries of all processes of a house together, in the store."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    @contextmanager
    def _locked(self, keys: Sequence[str]) -> Iterator[tuple[Mapping[str, FailedTries], Note]]:
        with self._ledger.telling() as connection:
            found = connection.execute(LOCK, {"keys": sorted(keys)})
            tries = {key: FailedTries(int(failures), float(ago)) for key, failures, ago in found}
            yield tries, lambda key, failures: connection.execute(SET, {"key": key, "failures": failures})


def _held(name_key: str, network: str, tries: Mapping[str, FailedTries]) -> list[tuple[str, Pauses]]:
    """Return what holds for a try; the pauses of a name do not for a network from which its owner signed in."""
    trusted = tries[_key(TRUSTED, name_key, network)].failures > 0
    return [(key, pauses) for key, pauses in _pauses(name_key, network) if not (trusted and pauses is NAME)]


def _pauses(name_key: str, network: str) -> list[tuple[str, Pauses]]:
    return [
        (_key("both", name_key, network), NAME_FROM_NETWORK),
        (_key("network", network), NETWORK),
        (_key("name", name_key), NAME),
    ]


def _key(*words: str) -> str:
    """Return a key that tells nobody whose name was tried from where."""
    return sha256("\0".join(words).encode()).hexdigest()


SECRET: Final = "recovery codes"  # noqa: S105  (its name)
WRONG: Final = "wrong name or password"
WRONG_CODE: Final = "wrong name or code"
CODES: Final = "code "
"""Tries with codes are counted apart from those with passwords: whoever guesses passwords keeps nobody from them."""
StoreKey = Callable[[Connection], None]


@dataclass(frozen=True, slots=True)
class Device:
    """Where somebody signs in."""

    words: str  # "Firefox on Windows".
    network: str  # Of one customer, for counting tries.
    guest: str | None = None  # The guest who has played there.


@dataclass(frozen=True, slots=True)
class SignedIn:
    """What signing in leads to."""

    person_id: str
    session: str  # The id for the device's cookie.
    codes: tuple[str, ...] = ()  # New recovery codes, to be shown once.


class SigningIn:
    """The doors into accounts. What checks a password takes some 30 ms, so never call it on the event loop."""

    def __init__(self, house: Renaming) -> None:
        self._ledger, self._accounts, self._sessions = house, house.accounts, house.sessions
        self.passwords = Passwords()
        self.attempts: Attempts = SharedAttempts(house) if house.bus.shared else OwnAttempts()

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
            _store_codes(connection, guest, [hashed(secret, guest, code) for code in codes])
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
        session = self._ledger.write(self._sessions.begun, person_id, device.words, device.guest)
        return SignedIn(person_id, session)

    def recover(self, name: str, code: str, password: str, device: Device) -> SignedIn:
        """Set a new password with a recovery code, and sign this device in and all others out. Raises
        ``InvalidOption``."""
        key = CODES + name_key(name)
        check_password(password, name)
        self.attempts.begin(key, device.network, "code")
        stored, found = self.passwords.hashed(password), self._accounts.by_name(name)
        person = found.id if found else ""
        used = hashed(self._ledger.secret(SECRET), person, code)
        with self._ledger.writing() as connection:
            here = (recovery_codes.c.person == person) & (recovery_codes.c.code == used)
            if not connection.execute(delete(recovery_codes).where(here)).rowcount or found is None:
                raise InvalidOption(WRONG_CODE, subject="recovery", remedy="each code works once", field="code")
            accounts.change(connection, person, {"password": stored})
        self.attempts.succeeded(key, device.network)
        self._accounts.forget(person)
        self._sessions.end_all(person)
        return self.admit(person, device)

    def renew(self, person_id: str, password: str, device: Device) -> SignedIn:
        """Set a new password of somebody who got a link by mail, and sign this device in and all others out. Raises
        ``InvalidOption``, ``NotOffered``."""
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
        self._ledger.write(_store_codes, person_id, stored, instead=instead)
        return codes

    def codes_left(self, person_id: str) -> int:
        """Return how many recovery codes an account has left."""
        mine = select(func.count()).select_from(recovery_codes).where(recovery_codes.c.person == person_id)
        return self._ledger.scalar(mine) or 0

    def _set_password(self, person_id: str, password: str) -> None:
        stored = self.passwords.hashed(password)
        self._ledger.write(accounts.change, person_id, {"password": stored})
        self._accounts.forget(person_id)

    def _password_of(self, found: Account | None) -> str | None:
        if found is None:
            return None
        stored = self._ledger.read(accounts.load, found.id)
        return None if stored is None else stored.password
