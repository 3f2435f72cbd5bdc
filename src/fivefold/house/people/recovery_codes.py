"""Recovery codes: shown once, each sets a new password once.

A code has 60 random bits: nobody guesses one, so a keyed hash is enough and all of a person's are checked at once.
"""

import hmac
import re
import secrets
from collections.abc import Iterable
from typing import Final

from sqlalchemy import Connection, delete, func, insert, select

from fivefold.house.database.schema import recovery_codes
from fivefold.house.people.people import ALPHABET

COUNT: Final = 8
"""Codes that a person gets."""
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


def replace(connection: Connection, person: str, codes: Iterable[str]) -> None:
    """Store a person's hashed codes instead of those before."""
    connection.execute(delete(recovery_codes).where(recovery_codes.c.person == person))
    add(connection, person, codes)


def add(connection: Connection, person: str, codes: Iterable[str]) -> None:
    """Store more hashed codes of a person."""
    rows = [{"person": person, "code": code} for code in codes]
    if rows:
        connection.execute(insert(recovery_codes), rows)


def use(connection: Connection, person: str, code: str) -> bool:
    """Delete a hashed code; return whether there was one."""
    here = (recovery_codes.c.person == person) & (recovery_codes.c.code == code)
    return connection.execute(delete(recovery_codes).where(here)).rowcount > 0


def count(connection: Connection, person: str) -> int:
    """Return how many codes a person has left."""
    mine = select(func.count()).select_from(recovery_codes).where(recovery_codes.c.person == person)
    return connection.scalar(mine) or 0
