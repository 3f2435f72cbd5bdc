"""Where chance comes from: who decides which of the equally likely moves happens.

A source is asked with a *label*: ``ply 12`` for the twelfth move of a match, ``card 12`` for its twelfth move of chance
where a seed means one pack of cards, ``option first`` for an option drawn when it is made. The answer depends on the
seed and the label alone, so taking a move back and playing on, or replaying, brings the same card: nobody can fish for
a better one.

A *fair* match publishes the SHA-256 of its secret seed before the first move and the seed after the last, so that
everybody can compute every draw again (``fivefold.play.audit``). Where the players have given numbers of their own,
*nonces*, the draws depend on these too: who knows the seed beforehand still does not know the deal.
"""

import hashlib
import hmac
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple, Protocol, SupportsIndex

from fivefold.contract import CHANCE, Game
from fivefold.contract.errors import InvalidOption, MissingChance

SEED_BYTES = 32
FAIR: Final = "fair"
"""The kind of chance that nobody knows beforehand."""
LONGEST_NONCE: Final = 64
_SPAN = 1 << 64
_NONCE: Final = re.compile(rf"[0-9A-Za-z_-]{{1,{LONGEST_NONCE}}}")


def label(game: Game, movers: Sequence[int]) -> str:
    """Return what the draw after these movers' plies is called; in some games so that a seed means one pack."""
    return f"card {movers.count(CHANCE) + 1}" if game.traits.fixed_pack else f"ply {len(movers) + 1}"


class Nonce(NamedTuple):
    """A player's own number, mixed into the draws."""

    seat: int
    """Where the player sits; the draws do not depend on it."""
    text: str
    """1 to ``LONGEST_NONCE`` of ``0-9 A-Z a-z _ -``."""


def check_nonce(text: str) -> str:
    """Return a nonce as it is. Raises ``InvalidOption``."""
    if _NONCE.fullmatch(text) is None:
        raise InvalidOption(f"nonce: {text[:80]!r}; takes 1 to {LONGEST_NONCE} letters, digits, - or _", field="nonce")
    return text


class Source(Protocol):
    """Decides draws."""

    @property
    def kind(self) -> str:
        """``fair``, ``seeded`` or ``scripted``: the word in records."""

    @property
    def public(self) -> str:
        """What a record tells from the start: the commitment, the open seed, or nothing."""

    @property
    def nonces(self) -> tuple[Nonce, ...]:
        """The players' own numbers, if they count."""

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


def mixed_key(seed: bytes, nonces: Sequence[Nonce]) -> bytes:
    """Return the key of draws from a seed and the players' nonces.

    It is the SHA-256 of these lines of ASCII, each closed by one newline: ``fivefold nonces``; ``seed`` and the seed as
    64 hex digits; for every nonce ``nonce`` and its text, sorted by the text. So it does not matter who sits where.
    """
    lines = ["fivefold nonces", f"seed {seed.hex()}", *(f"nonce {text}" for text in sorted(n.text for n in nonces))]
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode("ascii")).digest()


@dataclass(frozen=True, slots=True)
class Fair:
    """A secret seed, promised by its hash before the first move and shown after the last; perhaps with nonces."""

    seed: bytes = field(default_factory=lambda: secrets.token_bytes(SEED_BYTES), repr=False)
    nonces: tuple[Nonce, ...] = ()
    kind = "fair"

    def __post_init__(self) -> None:
        if len(self.seed) != SEED_BYTES:
            raise InvalidOption(f"seed: a fair seed has {SEED_BYTES} bytes, this one {len(self.seed)}")
        for nonce in self.nonces:
            check_nonce(nonce.text)

    @property
    def public(self) -> str:
        """The commitment."""
        return commitment(self.seed)

    def draw(self, label: str, count: int) -> int:
        """Return the draw of this label, by a key that is the seed, or with nonces ``mixed_key``."""
        return keyed_draw(mixed_key(self.seed, self.nonces) if self.nonces else self.seed, label, count)


@dataclass(frozen=True, slots=True)
class Seeded:
    """An open whole number, for research and tests: whoever knows it knows every draw."""

    number: int
    kind = "seeded"
    nonces = ()

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
    nonces: tuple[Nonce, ...] = ()
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
    nonces = ()

    def draw(self, label: str, count: int) -> int:
        """Raise ``MissingChance``."""
        raise MissingChance(
            f"{label}: one of {count} possibilities is to be drawn, but the script of chance moves has run out;"
            " give more of them as chance=[…], or a seed"
        )


def source(seed: int | bytes | str | None, script: Sequence[str] | None = None) -> Source:
    """Return the source for a seed: a whole number is open; 32 bytes, or 64 hex digits, are a fair match's secret.
    Without a seed chance is fair, or, if there is a script, the script alone."""
    if seed is None:
        return Fair() if script is None else Scripted()
    if isinstance(seed, SupportsIndex):
        return Seeded(seed.__index__())
    return Fair(_secret(seed))


def mixed(source: Source, nonces: Sequence[Nonce]) -> Source:
    """Return a fair source with these nonces, in the order of seats; any other as it is."""
    return replace(source, nonces=tuple(sorted(nonces))) if isinstance(source, Fair | Sealed) else source


def _secret(seed: bytes | str) -> bytes:
    if isinstance(seed, bytes):
        return seed
    try:
        return bytes.fromhex(seed)
    except (TypeError, ValueError) as error:
        raise InvalidOption(f"seed={seed}: a whole number, or {2 * SEED_BYTES} hex digits") from error
