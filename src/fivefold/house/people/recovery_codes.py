"""Recovery codes: shown once, each sets a new password once.

A code has 60 random bits: nobody guesses one, so a keyed hash is enough and all of a person's are checked at once.
"""

import hmac
import re
import secrets
from typing import Final

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
