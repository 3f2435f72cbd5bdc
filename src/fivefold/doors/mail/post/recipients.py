"""The addresses of a house: `play@`, `play+KEY@` and `bounce+KEY@`, and one for each game."""

import re
from dataclasses import dataclass
from typing import Final

from fivefold.contract.errors import InvalidOption
from fivefold.house.notices.mail.reply_keys import LENGTH
from fivefold.play.catalogue import keys

PLAY: Final = "play"
"""Where commands go; with a key, where a mail is answered."""
BOUNCE: Final = "bounce"
"""With a key: where servers report that a mail did not arrive."""
LONGEST: Final = 254
KEY: Final = re.compile(rf"[a-z2-7]{{{LENGTH}}}")
DOMAIN: Final = re.compile(r"[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+")


@dataclass(frozen=True, slots=True)
class Recipient:
    """What an address of the house is for."""

    part: str
    """``PLAY``, ``BOUNCE``, or the key of a game."""
    key: str = ""
    """Of the mail that is answered, or did not arrive; nothing says yet that the house made it."""

    @property
    def game(self) -> str | None:
        """The key of the game whose address it is."""
        return None if self.part in {PLAY, BOUNCE} else self.part


def recipient(address: str, domain: str) -> Recipient | None:
    """Return what an address is for; ``None`` for one that is not of this house."""
    local, _, host = address.strip().strip("<>").lower().rpartition("@")
    if len(address) > LONGEST or not domain or host != domain:
        return None
    part, plus, key = local.partition("+")
    if plus:
        return Recipient(part, key) if part in {PLAY, BOUNCE} and KEY.fullmatch(key) else None
    part = part.replace("-", "_")
    return Recipient(part) if part == PLAY or part in keys() else None


def check_domain(text: str) -> str:
    """Return a domain in lower case. Raises ``InvalidOption``."""
    tidy = text.strip().lower().removeprefix("@")
    if len(tidy) > LONGEST - 80 or not DOMAIN.fullmatch(tidy):
        raise InvalidOption("it is no domain", subject=text[:60], remedy="write it like mail.example.org")
    return tidy
