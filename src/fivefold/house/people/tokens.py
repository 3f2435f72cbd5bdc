"""Tokens: secrets by which a program acts for somebody who keeps an account.

A secret is ``ff_``, 32 random letters and digits, and six more that check them, so that a program which searches files
for secrets can tell one from other text. It is shown once; the house keeps its digest.
"""

import hashlib
import re
import secrets
import string
import time
from binascii import crc32
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final, Literal, NamedTuple, Self, get_args

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from fivefold.contract.errors import InvalidOption
from fivefold.house.bus import SECOND
from fivefold.house.cache import Cache
from fivefold.house.database.schema import api_tokens
from fivefold.house.errors import NotOffered
from fivefold.house.ledger import Ledger
from fivefold.house.people.accounts import Accounts
from fivefold.house.people.people import new_match_id, tidy_title
from fivefold.house.people.sessions import SESSION_ENDED, SIGNED_OUT_ELSEWHERE, Sessions
from fivefold.house.stored_match import time_from_text, time_text

Scope = Literal["read", "play", "account"]
SCOPES: Final[Mapping[str, str]] = {
    "read": "see what only you see: your hands, your matches, what waits for you",
    "play": "play for you: begin matches, sit down, move, answer offers, resign, ask for hints",
    "account": "meet and talk to people for you: challenges, the lobby, chat, settings",
}
"""What a token may be allowed to do; each also allows what everybody may see."""
LIFETIMES: Final[Mapping[str, timedelta | None]] = {
    "30": timedelta(days=30),
    "90": timedelta(days=90),
    "365": timedelta(days=365),
    "never": None,
}
"""How long a token may hold, by the key that forms use."""
PREFIX: Final = "ff_"
LENGTH, CHECK = 32, 6
SECRET: Final = re.compile(rf"{PREFIX}([0-9A-Za-z]{{{LENGTH}}})([0-9A-Za-z]{{{CHECK}}})")
MOST: Final = 20  # Tokens of one person.
CACHED: Final = 20_000
TRUSTED_SECONDS: Final = 5.0
"""For how long a process that hears nothing of the others goes on with a token that one of them may have revoked."""
NOTED: Final = timedelta(hours=1)  # How exactly it is known when a token was last used.
_DIGITS: Final = string.digits + string.ascii_uppercase + string.ascii_lowercase

assert set(SCOPES) == set(get_args(Scope))  # noqa: S101  (when the house starts)


@dataclass(frozen=True, slots=True)
class Token:
    """What the house knows of a token."""

    id: str  # What lists call it; it opens nothing.
    person_id: str
    name: str  # What it is for, in its owner's words.
    scopes: frozenset[str]
    created: datetime
    expires: datetime | None
    used: datetime | None  # When it was used last, to the hour; ``None`` before the first time.
    digest: str = field(repr=False)  # Of its secret.

    @classmethod
    def from_row(cls, row: Row[Any]) -> Self:
        """Return a token as it is stored."""
        created, expires, used = (each and time_from_text(each) for each in (row.created, row.expires, row.used))
        return cls(row.id, row.person, row.name, frozenset(row.scopes), created, expires, used, row.digest)

    @property
    def session(self) -> str:
        """What streams opened with it are known by, so that they end with it."""
        return session_of(self.id)


def session_of(token_id: str) -> str:
    """Return what streams opened with a token are known by."""
    return f"token {token_id}"


class _Known(NamedTuple):
    token: Token
    looked: float  # When the store was asked, by a clock that only goes forward.


class Tokens:
    """All tokens of a house, those used last in memory."""

    def __init__(
        self, ledger: Ledger, accounts: Accounts, sessions: Sessions, seconds: Callable[[], float] = time.monotonic
    ) -> None:
        ledger.bus.subscribe(SIGNED_OUT_ELSEWHERE, self.revoke_all)
        ledger.bus.subscribe("token", lambda words: self._ended_here(words[0]))
        ledger.bus.subscribe(SECOND, self.heard)
        self._ledger, self._accounts, self._seconds = ledger, accounts, seconds
        self._known: Cache[str, _Known] = Cache(CACHED)
        self._heard = float("-inf")

    # Using one

    def is_known(self, secret: str) -> bool:
        """Tell whether a secret was found to be somebody's before; then looking again costs next to nothing."""
        return digest_of(secret) in self._known

    def at_hand(self, secret: str) -> Token | None:
        """Return the token with this secret where there is nothing to look up or to note; else ``None``."""
        known = self._known.peek(digest_of(secret))
        if known is None or not self.is_fresh(known.token) or self.is_news(known.token):
            return None
        return self._in_force(known.token.digest)

    def find(self, secret: str) -> Token | None:
        """Return the token with this secret; ``None`` for one that was revoked, has expired or never was."""
        if not is_well_formed(secret):
            return None
        return self._in_force(digest_of(secret))

    def holds(self, token: Token) -> bool:
        """Tell whether a token is still good, as this process knows it or can find out soon."""
        return self._in_force(token.digest) is not None

    def is_fresh(self, token: Token) -> bool:
        """Tell whether asking ``holds`` costs nothing: the store was asked, or the others were heard, a moment ago."""
        known = self._known.peek(token.digest)
        return known is not None and self._is_trusted(known)

    def heard(self) -> None:
        """Note that all that others have revoked until now is known here; after a silence nothing is taken for known,
        for something may have been missed."""
        if self._seconds() - self._heard >= TRUSTED_SECONDS:
            self._known.clear()
        self._heard = self._seconds()

    def _is_trusted(self, known: _Known) -> bool:
        return self._seconds() - max(known.looked, self._heard) < TRUSTED_SECONDS

    def _in_force(self, digest: str) -> Token | None:
        found = self._found(digest)
        if found is None or (found.expires is not None and found.expires <= self._ledger.now()):
            return None
        return found

    def _found(self, digest: str) -> Token | None:
        with self._known.lock:  # so that one that is revoked meanwhile is not remembered
            known, now = self._known.get(digest), self._seconds()
            if known is not None and self._is_trusted(known):
                return known.token
            self._known.pop(digest)
            found = self._ledger.row(select(api_tokens).where(api_tokens.c.digest == digest))
            if found is None:
                return None
            token = Token.from_row(found)
            self._known.put(digest, _Known(token, now))
            return token

    def is_news(self, token: Token) -> bool:
        """Return whether it is time to note that a token is used."""
        return token.used is None or self._ledger.now() - token.used > NOTED

    def note_used(self, token: Token) -> None:
        """Note that a token is used."""
        now = self._ledger.now().replace(minute=0, second=0, microsecond=0)
        self._ledger.execute(update(api_tokens).where(api_tokens.c.id == token.id).values(used=time_text(now)))
        self._known.pop(token.digest)

    # Keeping them

    def of(self, person_id: str) -> list[Token]:
        """Return a person's tokens, the newest first."""
        mine = select(api_tokens).where(api_tokens.c.person == person_id)
        found = self._ledger.rows(mine.order_by(api_tokens.c.created.desc(), api_tokens.c.id))
        return [Token.from_row(row) for row in found]

    def make(self, person_id: str, name: str, scopes: Collection[str], lifetime: str) -> tuple[Token, str]:
        """Make a token and return it with its secret, which is told nobody again. Raises ``NotOffered``,
        ``InvalidOption``."""
        if not self._accounts.is_named(person_id):
            raise NotOffered("only accounts have them", subject="token", remedy="sign up first: /sign-up")
        tidy = tidy_title(name)
        if not scopes:
            raise InvalidOption("choose what it may do", field="scopes")
        for scope in scopes:
            if scope not in SCOPES:
                raise InvalidOption("there is no such scope", subject=scope[:20], field="scopes")
        if lifetime not in LIFETIMES:
            remedy = f"it is one of {', '.join(LIFETIMES)}"
            raise InvalidOption("there is no such time", subject=lifetime[:20], field="lifetime", remedy=remedy)
        now, holds, secret = self._ledger.now(), LIFETIMES[lifetime], new_secret()
        row = {
            "id": new_match_id(),
            "digest": digest_of(secret),
            "person": person_id,
            "name": tidy,
            "scopes": sorted(scopes),
            "created": time_text(now),
            "expires": None if holds is None else time_text(now + holds),
        }
        mine = select(func.count()).select_from(api_tokens).where(api_tokens.c.person == person_id)
        with self._ledger.writing() as connection:
            if (connection.scalar(mine) or 0) >= MOST:
                raise NotOffered(f"you have {MOST} already", subject="token", remedy="revoke one first", field="name")
            connection.execute(insert(api_tokens), row)
            made = connection.execute(select(api_tokens).where(api_tokens.c.id == row["id"])).one()
        return Token.from_row(made), secret

    def revoke(self, person_id: str, token_id: str) -> None:
        """Revoke a person's token: it opens nothing any more, and what it has open is closed. Raises ``NotOffered``."""
        found = next((each for each in self.of(person_id) if each.id == token_id), None)
        if found is None:
            raise NotOffered("it was revoked already", subject="token", remedy="reload the page")
        self._revoke([found])

    def revoke_all(self, person_id: str) -> int:
        """Revoke all tokens of a person; return how many there were."""
        mine = self.of(person_id)
        self._revoke(mine)
        return len(mine)

    def ended(self, gone: Collection[Token]) -> None:
        """Forget tokens whose rows are gone, and close what they have open."""
        for each in gone:
            self._ledger.bus.publish_soon("token", each.id)
            self._ended_here(each.id)

    def _revoke(self, gone: Collection[Token]) -> None:
        if gone:
            with self._ledger.writing() as connection:
                for each in gone:
                    remove(connection, each.id)
                    self._ledger.bus.publish(connection, "token", each.id)
            for each in gone:
                self._ended_here(each.id)

    def _ended_here(self, token_id: str) -> None:
        for digest, known in self._known.items():
            if known.token.id == token_id:
                self._known.pop(digest)
        self._ledger.bus.signal(SESSION_ENDED, session_of(token_id))


def remove(connection: Connection, token_id: str) -> None:
    """Delete a token."""
    connection.execute(delete(api_tokens).where(api_tokens.c.id == token_id))


def new_secret() -> str:
    """Return a secret that nobody can guess."""
    random = "".join(secrets.choice(_DIGITS) for _ in range(LENGTH))
    return f"{PREFIX}{random}{_check(random)}"


def is_well_formed(secret: str) -> bool:
    """Tell whether a text can be a token's secret at all; the house need not be asked for one that cannot."""
    found = SECRET.fullmatch(secret)
    return found is not None and _check(found[1]) == found[2]


def digest_of(secret: str) -> str:
    """Return what the house keeps of a secret. It is random and long, so nothing slower is needed."""
    return hashlib.sha256(secret.encode()).hexdigest()


def _check(random: str) -> str:
    number, digits = crc32(random.encode()), ""
    for _ in range(CHECK):
        number, digit = divmod(number, len(_DIGITS))
        digits = _DIGITS[digit] + digits
    return digits
