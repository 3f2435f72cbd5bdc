"""Visitors: who they are, and what they are called."""

import secrets
from dataclasses import dataclass
from typing import Final

from fivefold.house.errors import InvalidName
from fivefold.session.seats import COMPUTER_MARK

ALPHABET: Final = "abcdefghijklmnopqrstuvwxyz234567"
"""Of base32, in lower case."""
PERSON_LENGTH: Final = 16
MATCH_LENGTH: Final = 10
LONGEST_NAME: Final = 24
LONGEST_TITLE: Final = 40
FORMER_PLAYER: Final = "Former player"
"""What somebody is called whose account was deleted."""


@dataclass(frozen=True, slots=True)
class Person:
    """A visitor with a cookie of this house."""

    id: str
    """16 characters of ``ALPHABET``. Whoever knows it is taken for this person, so it leaves the house only in signed
    cookies."""
    name: str
    """Empty until given."""
    named: bool = False
    """Whether the person keeps an account; otherwise they are a guest."""

    @property
    def shown(self) -> str:
        """The name others see: theirs, or a neutral one."""
        return self.name or neutral_name(self.id)


def new_person_id() -> str:
    """Return an id that nobody can guess."""
    return _random(PERSON_LENGTH)


def new_match_id() -> str:
    """Return an id that nobody can guess: anybody who knows it may watch, and take an open seat."""
    return _random(MATCH_LENGTH)


def neutral_name(person_id: str) -> str:
    """Return ``Guest 0421``: four digits made from the id that do not reveal it."""
    number = 0
    for letter in person_id[:4]:
        number = number * 32 + max(0, ALPHABET.find(letter))
    return f"Guest {number % 10_000:04}"


def tidy_name(name: str) -> str:
    """Return a name as it is stored: single blanks, empty for none.

    Raises ``InvalidName`` for one that is too long or has characters that cannot be shown.
    """
    tidy = " ".join(name.split())
    if not tidy.isprintable():
        raise InvalidName("it has characters that cannot be shown", remedy="use letters, digits and spaces")
    if len(tidy) > LONGEST_NAME:
        raise InvalidName(f"{len(tidy)} characters are too long", remedy=f"at most {LONGEST_NAME}")
    if tidy.casefold().endswith(COMPUTER_MARK.strip()):
        raise InvalidName(f"{tidy} looks like a computer opponent's name", remedy=f"leave{COMPUTER_MARK} out")
    return tidy


def tidy_title(title: str) -> str:
    """Return the name of something a person keeps, single blanks between its words.

    Raises ``InvalidName`` for one that is empty, too long or has characters that cannot be shown.
    """
    tidy = " ".join(title.split())
    if not tidy or len(tidy) > LONGEST_TITLE:
        raise InvalidName(f"{len(tidy)} characters", remedy=f"takes 1 to {LONGEST_TITLE}")
    if not tidy.isprintable():
        raise InvalidName("it has characters that cannot be shown", remedy="use letters, digits and spaces")
    return tidy


def _random(length: int) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(length))
