"""Links in mails: what somebody may do who got the mail, without signing in.

A link's key names person, purpose and time. It is encrypted and signed in one (AES-SIV), so that nobody can make one up
or see whose it is; made twice from the same facts it is the same, as a mail is that is tried twice. A link that works
once is bound to what it changes: the address that waits, the password that is replaced and the address it was sent to,
the mail it came with.
"""

from base64 import b32decode, b32encode
from binascii import Error
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from struct import Struct
from typing import Final, NamedTuple

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESSIV
from sqlalchemy import Connection

from fivefold.contract.errors import InvalidOption
from fivefold.house.ledger import Ledger
from fivefold.house.notices.mail import addresses as mail_addresses
from fivefold.house.notices.mail import mail_queue as stored
from fivefold.house.notices.mail.addresses import Addresses, check_address
from fivefold.house.notices.mail.mail_queue import CONFIRM_ADDRESS, OutgoingMail, OutgoingMails
from fivefold.house.people import accounts
from fivefold.house.stored_match import time_from_text, time_text

SECRET: Final = "mail links"  # noqa: S105  (the name it is kept as)
CONFIRM, STOP, PASSWORD, SIGN_IN = "confirm", "stop", "password", "sign-in"
"""Purposes: this address is mine; no more mails; choose a password; sign this device in."""
GOOD_FOR: Final = {CONFIRM: timedelta(days=7), PASSWORD: timedelta(days=7), SIGN_IN: timedelta(minutes=15)}
"""How long a link is good for; one to stop mails always is."""
PATHS: Final = {purpose: f"/mail/{purpose}" for purpose in (CONFIRM, STOP, PASSWORD, SIGN_IN)}
LONGEST: Final = 300
"""Characters of a key; ours have about a hundred."""
_HEAD: Final = Struct(">IIQ")
"""When it ends, in seconds (0: never); the mail it came with (0: any); a digest of what it changes."""


class MailLink(NamedTuple):
    """What a key stands for."""

    person: str
    match: str = ""
    """What the mail was about; empty for no match."""
    expires: int = 0
    mail: int = 0
    state: int = 0


class Links:
    """Makes and reads the keys of links in mails; safe to share among threads."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._made: AESSIV | None = None

    # Making

    def path(self, purpose: str, person_id: str, match_id: str = "") -> str:
        """Return the address in the house, with a key, at which a person does this; it is good from now.

        ``CONFIRM`` is for the address that waits to be confirmed. For ``SIGN_IN`` see ``of_mail``.
        """
        with self._ledger.reading() as connection:
            state = _state(connection, purpose, person_id)
        return self._path(purpose, MailLink(person_id, match_id, self._end(purpose, self._ledger.now()), 0, state))

    def of_mail(self, mail: OutgoingMail) -> str:
        """Return the address to be told in a mail that is there for its link: of kind ``address`` or ``sign-in``."""
        person, made = mail.person or "", time_from_text(mail.made)
        if mail.kind == SIGN_IN:
            return self._path(SIGN_IN, MailLink(person, "", self._end(SIGN_IN, made), mail.id))
        state = _digest(mail.address)
        return self._path(CONFIRM, MailLink(person, "", self._end(CONFIRM, made), 0, state))

    def _path(self, purpose: str, link: MailLink) -> str:
        who = "\n".join((link.person, link.match)).encode()
        text = _HEAD.pack(link.expires, link.mail, link.state) + who
        key = b32encode(self._cipher.encrypt(text, [purpose.encode()])).decode().rstrip("=").lower()
        return f"{PATHS[purpose]}?key={key}"

    def _end(self, purpose: str, begin: datetime) -> int:
        return int((begin + GOOD_FOR[purpose]).timestamp()) if purpose in GOOD_FOR else 0

    # Reading

    def read(self, purpose: str, key: str) -> MailLink:
        """Return what a key stands for, as long as it is good. Raises ``InvalidOption``."""
        link = self._decrypted(purpose, key)
        if link is None:
            raise _refusal("this link is not whole", "open it from the mail again, or copy all of it")
        if link.expires and self._ledger.now() > datetime.fromtimestamp(link.expires, UTC):
            raise _refusal("this link is too old", "ask for a new one")
        with self._ledger.reading() as connection:
            if not _is_open(connection, purpose, link):
                raise _refusal("this link was used, or something newer has taken its place", "ask for a new one")
        return link

    def use(self, purpose: str, key: str) -> MailLink:
        """Return ``read`` of a key that came with a mail of its own, which is good no more from now on."""
        link = self.read(purpose, key)
        with self._ledger.writing() as connection:
            if not _is_open(connection, purpose, link):
                raise _refusal("this link was used", "ask for a new one")
            mail = stored.load(connection, link.mail)
            if mail is not None:
                stored.change(connection, mail.id, content={**(mail.content or {}), "used": True})
        return link

    def to_confirm(self, key: str) -> tuple[str, str]:
        """Return the person and the address that a link confirms. Raises ``InvalidOption``."""
        link = self.read(CONFIRM, key)
        known = self._ledger.read(mail_addresses.of_person, link.person)
        wanted = "" if known is None else known.wanted
        if _digest(wanted) != link.state:  # changed a moment ago
            raise _refusal("another address was asked for since", "open the link in the newer mail")
        return link.person, wanted

    def _decrypted(self, purpose: str, key: str) -> MailLink | None:
        if len(key) > LONGEST or not key.isascii():
            return None
        try:
            text = self._cipher.decrypt(b32decode(key.upper() + "=" * (-len(key) % 8)), [purpose.encode()])
        except (Error, ValueError, InvalidTag):
            return None
        person, match = text[_HEAD.size :].decode().split("\n")
        return MailLink(person, match, *_HEAD.unpack_from(text))

    @property
    def _cipher(self) -> AESSIV:
        if self._made is None:
            self._made = AESSIV(self._ledger.secret(SECRET))
        return self._made


def _is_open(connection: Connection, purpose: str, link: MailLink) -> bool:
    if link.mail:
        mail = stored.load(connection, link.mail)
        if mail is None or mail.kind != SIGN_IN or mail.person != link.person:
            return False
        address = mail_addresses.of_person(connection, link.person)
        still_theirs = address is not None and address.address == mail.address
        return still_theirs and not (mail.content or {}).get("used")
    return purpose != SIGN_IN and link.state == _state(connection, purpose, link.person)


def _state(connection: Connection, purpose: str, person_id: str) -> int:
    if purpose == CONFIRM:
        address = mail_addresses.of_person(connection, person_id)
        return _digest("" if address is None else address.wanted)
    if purpose == PASSWORD:
        account, address = accounts.load(connection, person_id), mail_addresses.of_person(connection, person_id)
        password = "" if account is None else account.password or ""
        return _digest(f"{password}\n{'' if address is None else address.address}")
    return 0


def _digest(text: str) -> int:
    return int.from_bytes(sha256(text.encode()).digest()[:8], "big")


def _refusal(words: str, remedy: str) -> InvalidOption:
    return InvalidOption(words, subject="link", remedy=remedy, field="key")


# --- Mails that are there for their link -----------------------------------------------------------------------------


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
