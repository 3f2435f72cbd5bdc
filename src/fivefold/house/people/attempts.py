"""Pauses between tries to sign in, which grow with every one that fails.

They are counted for a name from one network, for a network, and for a name from everywhere. The last grows least and
does not hold for networks from which its owner signed in: nobody can lock somebody else out by guessing wrong.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from hashlib import sha256
from math import ceil, inf
from time import monotonic
from typing import Final, NamedTuple

from sqlalchemy import Connection

from fivefold.contract.errors import InvalidOption
from fivefold.house.cache import Cache
from fivefold.house.database.processes import timed
from fivefold.house.ledger import Ledger
from fivefold.parts.words import counted

REMEMBERED: Final = 80_000
FORGOTTEN_SECONDS: Final = 3600.0


@dataclass(frozen=True, slots=True)
class Pauses:
    """How pauses grow."""

    free: int
    """Tries without any."""
    longest: float
    """Seconds."""

    def after(self, failures: int) -> float:
        """Return the seconds to wait after so many tries failed: 2, 4, 8 and so on."""
        return 0.0 if failures < self.free else min(self.longest, 2.0 ** (1 + failures - self.free))


NAME_FROM_NETWORK: Final = Pauses(5, 900.0)
NETWORK: Final = Pauses(30, 300.0)
NAME: Final = Pauses(30, 20.0)
TRUSTED: Final = "trusted"
LOCK: Final = timed(
    """
    INSERT INTO attempts (key, failures, at) SELECT key, 0, 0 FROM unnest(CAST(:keys AS text[])) AS told (key)
    ORDER BY key
    ON CONFLICT (key) DO UPDATE SET key = excluded.key
    RETURNING key, failures, NOW - at
    """
)
SET: Final = timed("UPDATE attempts SET failures = :failures, at = NOW WHERE key = :key")
FORGET: Final = timed("DELETE FROM attempts WHERE at < NOW - 86400")


class FailedTries(NamedTuple):
    """What is known of the tries with one key."""

    failures: int = 0
    ago: float = inf
    """Seconds since the last one."""

    @property
    def lately(self) -> int:
        """How many have failed, as far as that counts."""
        return self.failures if self.ago < FORGOTTEN_SECONDS else 0


Note = Callable[[str, int], object]
"""Notes how many tries with a key have failed, the last one now."""


class Attempts(ABC):
    """Tries that failed lately; safe to share among threads."""

    def begin(self, name_key: str, network: str, field: str) -> None:
        """Count a try as failed until it has succeeded, so that many at once count as many.

        Raises ``InvalidOption`` for one that comes too soon.
        """
        with self._counted(name_key, network) as (tries, note):
            held = _held(name_key, network, tries)
            wait = max(pauses.after(tries[key].lately) - tries[key].ago for key, pauses in held)
            if wait > 0:
                remedy = f"try again in {counted(ceil(wait), 'second')}"
                raise InvalidOption("too many tries were wrong", remedy=remedy, field=field)
            for key, _ in held:
                note(key, tries[key].lately + 1)

    def succeeded(self, name_key: str, network: str) -> None:
        """Note that a try succeeded: what failed before is forgiven."""
        with self._counted(name_key, network) as (tries, note):
            for key, pauses in _held(name_key, network, tries):
                note(key, max(0, tries[key].lately - 1) if pauses is NETWORK else 0)
            note(_key(TRUSTED, name_key, network), 1)

    def _counted(self, name_key: str, network: str) -> AbstractContextManager[tuple[Mapping[str, FailedTries], Note]]:
        keys = [key for key, _ in _pauses(name_key, network)]
        return self._locked([*keys, _key(TRUSTED, name_key, network)])

    @abstractmethod
    def _locked(self, keys: Sequence[str]) -> AbstractContextManager[tuple[Mapping[str, FailedTries], Note]]:
        """Open a block in which nobody else counts tries with these keys."""


class OwnAttempts(Attempts):
    """Tries of a house with one process, in its memory."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._known: Cache[str, tuple[int, float]] = Cache(REMEMBERED)

    @contextmanager
    def _locked(self, keys: Sequence[str]) -> Iterator[tuple[Mapping[str, FailedTries], Note]]:
        with self._known.lock:
            now = self._clock()
            known = {key: self._known.get(key) or (0, -inf) for key in keys}
            tries = {key: FailedTries(failures, now - at) for key, (failures, at) in known.items()}
            yield tries, lambda key, failures: self._known.put(key, (failures, now))


class SharedAttempts(Attempts):
    """Tries of all processes of a house together, in the store."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    @contextmanager
    def _locked(self, keys: Sequence[str]) -> Iterator[tuple[Mapping[str, FailedTries], Note]]:
        with self._ledger.telling() as connection:
            found = connection.execute(LOCK, {"keys": sorted(keys)})
            tries = {key: FailedTries(int(failures), float(ago)) for key, failures, ago in found}
            yield tries, lambda key, failures: connection.execute(SET, {"key": key, "failures": failures})


def attempts_of(ledger: Ledger) -> Attempts:
    """Return what counts the tries of a house."""
    return SharedAttempts(ledger) if ledger.bus.shared else OwnAttempts()


def forget(connection: Connection) -> None:
    """Forget what was tried long ago."""
    connection.execute(FORGET)


def _held(name_key: str, network: str, tries: Mapping[str, FailedTries]) -> list[tuple[str, Pauses]]:
    """Return what holds for a try; the pauses of a name do not for a network from which its owner signed in."""
    trusted = tries[_key(TRUSTED, name_key, network)].failures > 0
    return [(key, pauses) for key, pauses in _pauses(name_key, network) if not (trusted and pauses is NAME)]


def _pauses(name_key: str, network: str) -> list[tuple[str, Pauses]]:
    return [
        (_key("both", name_key, network), NAME_FROM_NETWORK),
        (_key("network", network), NETWORK),
        (_key("name", name_key), NAME),
    ]


def _key(*words: str) -> str:
    """Return a key that tells nobody whose name was tried from where."""
    return sha256("\0".join(words).encode()).hexdigest()
