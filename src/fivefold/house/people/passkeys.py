"""Passkeys: a device signs a challenge of ours with a key that never leaves it (WebAuthn)."""

import hmac
import json
import time
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, NoReturn

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from fivefold.contract.errors import InvalidOption
from fivefold.house.cache import Cache
from fivefold.house.database.processes import timed
from fivefold.house.database.schema import passkeys
from fivefold.house.errors import NotOffered
from fivefold.house.ledger import Ledger
from fivefold.house.people.accounts import Accounts
from fivefold.house.people.people import tidy_title
from fivefold.house.stored_match import time_text

SECRET: Final = "passkeys"  # noqa: S105  (its name)
HOUSE: Final = "Fivefold"
WAITING_SECONDS: Final = 300.0
MOST_WAITING: Final = 5000
MOST: Final = 20  # Passkeys of one person.
LONGEST_ANSWER: Final = 8000
LONGEST_ID: Final = 1400
FIRST_NAME: Final = "Passkey"
ASK: Final = timed(
    """
    INSERT INTO passkey_challenges (key, challenge, until) VALUES (:key, :challenge, NOW + :seconds)
    ON CONFLICT (key) DO UPDATE SET challenge = excluded.challenge, until = excluded.until
    """
)
TAKE: Final = timed("DELETE FROM passkey_challenges WHERE key = :key RETURNING challenge, until >= NOW")
FORGET: Final = timed("DELETE FROM passkey_challenges WHERE until < NOW")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a browser sees the house: passkeys belong to a domain and work nowhere else."""

    domain: str
    origin: str


class Passkey(NamedTuple):
    """A passkey as it is stored: a public key only, so nothing that signs anybody in."""

    id: str
    person: str
    name: str
    public_key: bytes
    used_count: int
    created: str
    used: str | None


@dataclass(frozen=True, slots=True)
class NewPasskey:
    """A passkey that a device has made, checked and still to be stored."""

    id: str
    public_key: bytes
    used_count: int


class Passkeys:
    """The passkeys of a house, and the challenges that are being answered. Checking takes a few ms."""

    def __init__(self, ledger: Ledger, accounts: Accounts) -> None:
        self._ledger, self._accounts = ledger, accounts
        self._waiting: Cache[str, tuple[bytes, float]] = Cache(MOST_WAITING)

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
        row = Passkey(new.id, person_id, words, new.public_key, new.used_count, now, None)
        try:
            connection.execute(insert(passkeys), row._asdict())
        except IntegrityError:
            raise InvalidOption("it is known already", subject="passkey", field="passkey") from None

    def add(self, person_id: str, new: NewPasskey, name: str) -> None:
        """Give an account one more passkey. Raises ``InvalidOption``, ``NotOffered``."""
        if not self._accounts.is_named(person_id):
            raise NotOffered("you have no account", subject="passkey", remedy="sign up first")
        if len(self.of(person_id)) >= MOST:
            raise NotOffered(f"you have {MOST} already", subject="passkey", remedy="remove one first")
        self._ledger.write(self.store, person_id, new, name)

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
        given = passkeys.c.id == str(credential.get("id", ""))[:LONGEST_ID]
        known = self._ledger.row(select(passkeys).where(given))
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
        used = {"used_count": found.new_sign_count, "used": time_text(self._ledger.now())}
        self._ledger.execute(update(passkeys).where(passkeys.c.id == known.id).values(used))
        return str(known.person)

    # What an account has

    def of(self, person_id: str) -> list[Passkey]:
        """Return a person's passkeys, the oldest first."""
        mine = select(passkeys).where(passkeys.c.person == person_id).order_by(passkeys.c.created, passkeys.c.id)
        return [Passkey(*row) for row in self._ledger.rows(mine)]

    def rename(self, person_id: str, number: int, name: str) -> None:
        """Give one of a person's passkeys another name. Raises ``InvalidName``, ``NotOffered``."""
        words, own = tidy_title(name), self._own(person_id, number)
        self._ledger.execute(update(passkeys).where(passkeys.c.id == own.id).values(name=words))

    def remove(self, person_id: str, number: int) -> None:
        """Remove one of a person's passkeys. Raises ``NotOffered`` for the last way to sign in."""
        own, account = self._own(person_id, number), self._accounts.account(person_id)
        if account is not None and not account.has_password and len(self.of(person_id)) == 1:
            raise NotOffered(
                "it is your only way to sign in", subject="passkey", remedy="set a password or add another one first"
            )
        self._ledger.execute(delete(passkeys).where(passkeys.c.id == own.id))

    def _own(self, person_id: str, number: int) -> Passkey:
        mine = self.of(person_id)
        if number not in range(len(mine)):
            raise NotOffered("you don't have that one any more", subject="passkey", remedy="reload the page")
        return mine[number]

    # Challenges

    def _ask(self, session: str, challenge: bytes, options: Any) -> dict[str, Any]:
        from webauthn import options_to_json  # noqa: PLC0415

        if self._ledger.bus.shared:
            with self._ledger.telling() as connection:
                asking = {"key": session[:160], "challenge": challenge, "seconds": WAITING_SECONDS}
                connection.execute(ASK, asking)
        self._waiting.put(session, (challenge, time.monotonic() + WAITING_SECONDS))
        asked: dict[str, Any] = json.loads(options_to_json(options))
        return asked

    def _asked(self, session: str) -> bytes:
        challenge, until = self._waiting.pop(session) or (b"", 0.0)
        if self._ledger.bus.shared:
            with self._ledger.telling() as connection:  # it may have begun in another process
                asked = connection.execute(TAKE, {"key": session[:160]}).first()
            challenge, until = bytes(asked[0]) if asked is not None and asked[1] else b"", float("inf")
        if time.monotonic() > until or not challenge:
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
