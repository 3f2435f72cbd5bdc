"""Visitors: who they are, and what they are called; and the secrets of the house."""

import secrets as random_source
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, insert, select, update

from fivefold.house.database.schema import people, secrets
from fivefold.house.errors import InvalidName
from fivefold.session.seats import COMPUTER_MARK

ALPHABET: Final = "abcdefghijklmnopqrstuvwxyz234567"  # Of base32, in lower case.
PERSON_LENGTH: Final = 16
MATCH_LENGTH: Final = 10
LONGEST_NAME: Final = 24
LONGEST_TITLE: Final = 40
FORMER_PLAYER: Final = "Former player"  # What somebody is called whose account was deleted.
SECRET_BYTES: Final = 32
_NAME_AND_STATE = select(people.c.name, people.c.kept, people.c.deleted)


@dataclass(frozen=True, slots=True)
class Person:
    """A visitor with a cookie of this house."""

    id: str
    """16 characters of ``ALPHABET``. Whoever knows it is taken for this person, so it leaves the house only in signed
    cookies."""
    name: str  # Empty until given.
    named: bool = False  # Whether the person keeps an account; otherwise they are a guest.

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
    """Return a name as it is stored: single blanks, empty for none. Raises ``InvalidName`` for one that is too long or
    has characters that cannot be shown."""
    tidy = " ".join(name.split())
    if not tidy.isprintable():
        raise InvalidName("it has characters that cannot be shown", remedy="use letters, digits and spaces")
    if len(tidy) > LONGEST_NAME:
        raise InvalidName(f"{len(tidy)} characters are too long", remedy=f"at most {LONGEST_NAME}")
    if tidy.casefold().endswith(COMPUTER_MARK.strip()):
        raise InvalidName(f"{tidy} looks like a computer opponent's name", remedy=f"leave{COMPUTER_MARK} out")
    return tidy


def tidy_title(title: str) -> str:
    """Return the name of something a person keeps, single blanks between its words. Raises ``InvalidName`` for one that
    is empty, too long or has characters that cannot be shown."""
    tidy = " ".join(title.split())
    if not tidy or len(tidy) > LONGEST_TITLE:
        raise InvalidName(f"{len(tidy)} characters", remedy=f"takes 1 to {LONGEST_TITLE}")
    if not tidy.isprintable():
        raise InvalidName("it has characters that cannot be shown", remedy="use letters, digits and spaces")
    return tidy


def name_of(connection: Connection, person: str) -> str | None:
    """Return a person's name, or ``None`` for one who is not known."""
    return connection.scalar(select(people.c.name).where(people.c.id == person))


def name_and_state(connection: Connection, person: str) -> tuple[str, bool]:
    """Return a person's name, empty for one who is not known, and whether they keep an account."""
    found = connection.execute(_NAME_AND_STATE.where(people.c.id == person)).first()
    return ("", False) if found is None else (found[0], found[1] is not None and found[2] is None)


def note(connection: Connection, person: str, at: str, name: str | None = None) -> None:
    """Note that a person was here, and what they are called now, if that is said."""
    values = {"seen": at} if name is None else {"seen": at, "name": name}
    if connection.execute(update(people).where(people.c.id == person).values(**values)).rowcount == 0:
        connection.execute(insert(people), {"id": person, "name": name or "", "created": at, "seen": at})


def known_secret(connection: Connection, name: str) -> bytes | None:
    """Return the secret of this name, ``None`` before it is made."""
    known = connection.scalar(select(secrets.c.value).where(secrets.c.name == name))
    return None if known is None else bytes(known)


def secret(connection: Connection, name: str) -> bytes:
    """Return the secret of this name, made once."""
    known = known_secret(connection, name)
    if known is None:
        known = random_source.token_bytes(SECRET_BYTES)
        connection.execute(insert(secrets), {"name": name, "value": known})
    return known


def _random(length: int) -> str:
    return "".join(random_source.choice(ALPHABET) for _ in range(length))
