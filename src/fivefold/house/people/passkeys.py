"""Passkeys: a device signs a challenge of ours with a key that never leaves it (WebAuthn)."""

import hmac
import json
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from typing import Any, Final, NoReturn

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from fivefold.contract.errors import InvalidOption
from fivefold.house.errors import NotOffered
from fivefold.house.ledger import Ledger
from fivefold.house.people import stored_attempts as attempts
from fivefold.house.people import stored_passkeys as passkeys
from fivefold.house.people.accounts import Accounts
from fivefold.house.people.people import tidy_title
from fivefold.house.people.stored_passkeys import StoredPasskey
from fivefold.house.stored_match import time_text

SECRET: Final = "passkeys"  # noqa: S105  (its name)
HOUSE: Final = "Fivefold"
WAITING_SECONDS: Final = 300.0
MOST_WAITING: Final = 5000
MOST: Final = 20
"""Passkeys of one person."""
LONGEST_ANSWER: Final = 8000
LONGEST_ID: Final = 1400
FIRST_NAME: Final = "Passkey"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a browser sees the house: passkeys belong to a domain and work nowhere else."""

    domain: str
    origin: str


@dataclass(frozen=True, slots=True)
class NewPasskey:
    """A passkey that a device has made, checked and still to be stored."""

    id: str
    public_key: bytes
    used_count: int


class Passkeys:
    """The passkeys of a house, and the challenges that are being answered. Checking takes a few ms."""

    def __init__(self, ledger: Ledger, accounts: Accounts, clock: Callable[[], float] = time.monotonic) -> None:
        self._ledger, self._accounts, self._clock = ledger, accounts, clock
        self._lock = Lock()
        self._waiting: OrderedDict[str, tuple[bytes, float]] = OrderedDict()

    # Making one

    def options(self, person_id: str, session: str, name: str, place: Place) -> dict[str, Any]:
        """Return what a browser is told to make a passkey with."""
        from webauthn import generate_registration_options  # noqa: PLC0415
        from webauthn.helpers import base64url_to_bytes, structs  # noqa: PLC0415

        known = [
            structs.PublicKeyCredentialDescriptor(id=base64url_to_bytes(each.id)) for each in self.of(person_id)[:MOST]
        ]
        options = generate_registration_options(
            rp_id=place.domain,
            rp_name=HOUSE,
            user_id=self._handle(person_id),
            user_name=name,
            authenticator_selection=structs.AuthenticatorSelectionCriteria(
                resident_key=structs.ResidentKeyRequirement.REQUIRED,
                user_verification=structs.UserVerificationRequirement.REQUIRED,
            ),
            exclude_credentials=known,
        )
        return self._ask(session, options.challenge, options)

    def made(self, session: str, answer: str, place: Place) -> NewPasskey:
        """Return the passkey that a browser has made. Raises ``InvalidOption``."""
        from webauthn import verify_registration_response  # noqa: PLC0415
        from webauthn.helpers import bytes_to_base64url  # noqa: PLC0415

        try:
            found = verify_registration_response(
                credential=_read(answer),
                expected_challenge=self._asked(session),
                expected_rp_id=place.domain,
                expected_origin=place.origin,
                require_user_verification=True,
            )
        except _errors() as error:
            _refuse(error)
        new = NewPasskey(bytes_to_base64url(found.credential_id), found.credential_public_key, found.sign_count)
        if len(new.id) > LONGEST_ID:
            _refuse(ValueError("a long id"))
        return new

    def store(self, connection: Connection, person_id: str, new: NewPasskey, name: str = "") -> None:
        """Store a passkey that was made. Raises ``InvalidOption`` for one that is known."""
        now = time_text(self._ledger.now())
        words = tidy_title(name or FIRST_NAME)
        row = StoredPasskey(new.id, person_id, words, new.public_key, new.used_count, now, None)
        try:
            passkeys.add(connection, row)
        except IntegrityError:
            raise InvalidOption("it is known already", subject="passkey", field="passkey") from None

    def add(self, person_id: str, new: NewPasskey, name: str) -> None:
        """Give an account one more passkey. Raises ``InvalidOption``, ``NotOffered``."""
        if not self._accounts.is_named(person_id):
            raise NotOffered("you have no account", subject="passkey", remedy="sign up first")
        if len(self.of(person_id)) >= MOST:
            raise NotOffered(f"you have {MOST} already", subject="passkey", remedy="remove one first")
        with self._ledger.writing() as connection:
            self.store(connection, person_id, new, name)

    # Signing in with one

    def challenge(self, session: str, place: Place) -> dict[str, Any]:
        """Return what a browser is told to sign."""
        from webauthn import generate_authentication_options  # noqa: PLC0415
        from webauthn.helpers.structs import UserVerificationRequirement  # noqa: PLC0415

        options = generate_authentication_options(
            rp_id=place.domain, user_verification=UserVerificationRequirement.REQUIRED
        )
        return self._ask(session, options.challenge, options)

    def owner(self, session: str, answer: str, place: Place) -> str:
        """Return whose passkey has signed. Raises ``InvalidOption``."""
        from webauthn import verify_authentication_response  # noqa: PLC0415

        credential, challenge = _read(answer), self._asked(session)
        with self._ledger.reading() as connection:
            known = passkeys.load(connection, str(credential.get("id", ""))[:LONGEST_ID])
        if known is None or not self._accounts.is_named(known.person):
            raise InvalidOption(
                "this house does not know it", subject="passkey", remedy="it may have been removed", field="passkey"
            )
        try:
            found = verify_authentication_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=place.domain,
                expected_origin=place.origin,
                credential_public_key=known.public_key,
                credential_current_sign_count=known.used_count,
                require_user_verification=True,
            )
        except _errors() as error:
            _refuse(error)
        with self._ledger.writing() as connection:
            passkeys.note_used(connection, known.id, found.new_sign_count, time_text(self._ledger.now()))
        return known.person

    # What an account has

    def of(self, person_id: str) -> list[StoredPasskey]:
        """Return a person's passkeys, the oldest first."""
        with self._ledger.reading() as connection:
            return passkeys.of_person(connection, person_id)

    def rename(self, person_id: str, number: int, name: str) -> None:
        """Give one of a person's passkeys another name. Raises ``InvalidName``, ``NotOffered``."""
        words, own = tidy_title(name), self._own(person_id, number)
        with self._ledger.writing() as connection:
            passkeys.rename(connection, own.id, words)

    def remove(self, person_id: str, number: int) -> None:
        """Remove one of a person's passkeys. Raises ``NotOffered`` for the last way to sign in."""
        own, account = self._own(person_id, number), self._accounts.account(person_id)
        if account is not None and not account.has_password and len(self.of(person_id)) == 1:
            raise NotOffered(
                "it is your only way to sign in", subject="passkey", remedy="set a password or add another one first"
            )
        with self._ledger.writing() as connection:
            passkeys.remove(connection, own.id)

    def _own(self, person_id: str, number: int) -> StoredPasskey:
        mine = self.of(person_id)
        if number not in range(len(mine)):
            raise NotOffered("you don't have that one any more", subject="passkey", remedy="reload the page")
        return mine[number]

    # Challenges

    def _ask(self, session: str, challenge: bytes, options: Any) -> dict[str, Any]:
        from webauthn import options_to_json  # noqa: PLC0415

        if self._ledger.neighbours.shared:
            with self._ledger.telling() as connection:
                attempts.ask(connection, session[:160], challenge, WAITING_SECONDS)
        with self._lock:
            self._waiting[session] = (challenge, self._clock() + WAITING_SECONDS)
            self._waiting.move_to_end(session)
            while len(self._waiting) > MOST_WAITING:
                self._waiting.popitem(last=False)
        asked: dict[str, Any] = json.loads(options_to_json(options))
        return asked

    def _asked(self, session: str) -> bytes:
        with self._lock:
            challenge, until = self._waiting.pop(session, (b"", 0.0))
        if self._ledger.neighbours.shared:
            with self._ledger.telling() as connection:  # it may have begun in another process
                challenge, until = attempts.take(connection, session[:160]) or b"", float("inf")
        if self._clock() > until or not challenge:
            raise InvalidOption("that took too long", subject="passkey", remedy="try again", field="passkey")
        return challenge

    def _handle(self, person_id: str) -> bytes:
        """Return what a device knows a person by; the id stays in the house."""
        return hmac.digest(self._ledger.secret(SECRET), person_id.encode(), "sha256")


def _read(answer: str) -> dict[str, Any]:
    try:
        found = json.loads(answer[:LONGEST_ANSWER])
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        _refuse(ValueError("not an answer"))
    return found


def _errors() -> tuple[type[Exception], ...]:
    from webauthn.helpers.exceptions import WebAuthnException  # noqa: PLC0415

    # What a stranger sends as an answer can break the reading of it in many ways.
    return (WebAuthnException, ValueError, KeyError, TypeError, IndexError, AttributeError)


def _refuse(error: Exception) -> NoReturn:
    raise InvalidOption(
        "it could not be checked", subject="passkey", remedy="try again, or sign in with your password", field="passkey"
    ) from error
