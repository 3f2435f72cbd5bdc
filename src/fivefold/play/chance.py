"""Where chance comes from: who decides which of the equally likely moves happens.

A source is asked with a *label*: ``ply 12`` for the twelfth move of a match, ``card 12`` for its twelfth move of chance
where a seed means one pack of cards, ``option first`` for an option drawn when it is made. The answer depends on the
seed and the label alone, so taking a move back and playing on, or replaying, brings the same card: nobody can fish for
a better one.

A *fair* match publishes the SHA-256 of its secret seed before the first move and the seed after the last, so that
everybody can compute every draw again (``fivefold.play.audit``).
"""

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from fivefold.play.contract import CHANCE, Game
from fivefold.play.errors import InvalidOption, MissingChance

SEED_BYTES = 32
_SPAN = 1 << 64


def label(game: Game, movers: Sequence[int]) -> str:
    """Return what the draw after these movers' plies is called; in some games so that a seed means one pack."""
    return f"card {movers.count(CHANCE) + 1}" if game.same_pack else f"ply {len(movers) + 1}"


class Source(Protocol):
    """Decides draws."""

    @property
    def kind(self) -> str:
        """``fair``, ``seeded`` or ``scripted``: the word in records."""

    @property
    def public(self) -> str:
        """What a record tells from the start: the commitment, the open seed, or nothing."""

    def draw(self, label: str, count: int) -> int:
        """Return a number from 0 to ``count - 1``, each equally likely. Raises ``MissingChance``."""


def keyed_draw(key: bytes, label: str, count: int) -> int:
    """Return the number from 0 to ``count - 1`` that belongs to this key and label, without bias.

    The first eight bytes of HMAC-SHA256(key, "label:attempt"), big-endian, are taken modulo ``count``; attempts 0, 1, …
    go on until the number is below the largest multiple of ``count`` that eight bytes can hold.
    """
    bound = _SPAN - _SPAN % count
    attempt = 0
    while True:
        digest = hmac.digest(key, f"{label}:{attempt}".encode(), "sha256")
        number = int.from_bytes(digest[:8], "big")
        if number < bound:
            return number % count
        attempt += 1


def commitment(seed: bytes) -> str:
    """Return the SHA-256 of a seed, in hex."""
    return hashlib.sha256(seed).hexdigest()


@dataclass(frozen=True, slots=True)
class Fair:
    """A secret seed, promised by its hash before the first move and shown after the last."""

    seed: bytes = field(default_factory=lambda: secrets.token_bytes(SEED_BYTES), repr=False)
    kind = "fair"

    def __post_init__(self) -> None:
        if len(self.seed) != SEED_BYTES:
            raise InvalidOption(f"seed: a fair seed has {SEED_BYTES} bytes, this one {len(self.seed)}")

    @property
    def public(self) -> str:
        """The commitment."""
        return commitment(self.seed)

    def draw(self, label: str, count: int) -> int:
        """Return the draw of this label."""
        return keyed_draw(self.seed, label, count)


@dataclass(frozen=True, slots=True)
class Seeded:
    """An open whole number, for research and tests: whoever knows it knows every draw."""

    number: int
    kind = "seeded"

    @property
    def public(self) -> str:
        """The number."""
        return str(self.number)

    def draw(self, label: str, count: int) -> int:
        """Return the draw of this label, by a key that is the SHA-256 of "fivefold seed NUMBER"."""
        return keyed_draw(hashlib.sha256(f"fivefold seed {self.number}".encode()).digest(), label, count)


@dataclass(frozen=True, slots=True)
class Sealed:
    """A fair match read back from an unfinished record: its seed is still secret."""

    public: str
    kind = "fair"

    def draw(self, label: str, count: int) -> int:
        """Raise ``MissingChance``."""
        raise MissingChance(
            f"{label}: one of {count} possibilities is to be drawn, but the seed of a fair match stays out"
            " of its record until the match is over; give it to from_record as seed=…"
        )


@dataclass(frozen=True, slots=True)
class Scripted:
    """Nothing beyond the chance moves written down beforehand."""

    kind = "scripted"
    public = ""

    def draw(self, label: str, count: int) -> int:
        """Raise ``MissingChance``."""
        raise MissingChance(
            f"{label}: one of {count} possibilities is to be drawn, but the script of chance moves has run out;"
            " give more of them as chance=[…], or a seed"
        )


def source(seed: int | bytes | str | None, script: Sequence[str] | None = None) -> Source:
    """Return the source for a seed: a whole number is open; 32 bytes, or 64 hex digits, are a fair match's secret.

    Without a seed chance is fair, or, if there is a script, the script alone.
    """
    if seed is None:
        return Fair() if script is None else Scripted()
    if isinstance(seed, int):
        return Seeded(seed)
    return Fair(_secret(seed))


def _secret(seed: bytes | str) -> bytes:
    if isinstance(seed, bytes):
        return seed
    try:
        return bytes.fromhex(seed)
    except ValueError as error:
        raise InvalidOption(f"seed={seed}: a whole number, or {2 * SEED_BYTES} hex digits") from error
