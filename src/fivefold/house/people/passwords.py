"""Passwords: which will do, and how they are kept, hashed by argon2id so that a stolen database gives none away."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

from fivefold.contract.errors import InvalidOption

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


CHEAP: Final = Cost(1, 8)
"""For tests."""


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
