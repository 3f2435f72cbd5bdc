"""Pauses between tries to sign in, which grow with every one that fails.

They are counted for a name from one network, for a network, and for a name from everywhere. The last grows least and
does not hold for networks from which its owner signed in: nobody can lock somebody else out by guessing wrong.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from math import ceil
from threading import Lock
from time import monotonic
from typing import Final, Protocol

from fivefold.contract.errors import InvalidOption
from fivefold.parts.words import counted

REMEMBERED: Final = 20_000
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


class Counting(Protocol):
    """Counts tries: ``Attempts`` in this process, ``SharedAttempts`` for all of a house."""

    def begin(self, name_key: str, network: str, field: str) -> None:
        """Count a try as failed until it has succeeded. Raises ``InvalidOption`` for one that comes too soon."""

    def succeeded(self, name_key: str, network: str) -> None:
        """Note that a try succeeded: what failed before is forgiven."""


def refuse_haste(wait: float, field: str) -> None:
    """Raise ``InvalidOption`` for a try that comes so many seconds too soon."""
    if wait > 0:
        raise InvalidOption(
            "too many tries were wrong", remedy=f"try again in {counted(ceil(wait), 'second')}", field=field
        )


class Attempts:
    """Tries that failed lately, in this process; safe to share among threads."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock, self._lock = clock, Lock()
        self._failed: OrderedDict[Hashable, tuple[int, float]] = OrderedDict()
        self._trusted: OrderedDict[tuple[str, str], None] = OrderedDict()

    def begin(self, name_key: str, network: str, field: str) -> None:
        """Count a try as failed until it has succeeded, so that many at once count as many.

        Raises ``InvalidOption`` for one that comes too soon.
        """
        with self._lock:
            refuse_haste(max(self._wait(key, pauses) for key, pauses in self._counted(name_key, network)), field)
            for key, _ in self._counted(name_key, network):
                self._failed[key] = (self._failures(key) + 1, self._clock())
                self._failed.move_to_end(key)
            while len(self._failed) > REMEMBERED:
                self._failed.popitem(last=False)

    def succeeded(self, name_key: str, network: str) -> None:
        """Note that a try succeeded: what failed before is forgiven."""
        with self._lock:
            for key, pauses in self._counted(name_key, network):
                failures = self._failures(key) - 1 if pauses is NETWORK else 0
                self._failed[key] = (max(0, failures), self._clock())
            self._trusted[name_key, network] = None
            self._trusted.move_to_end((name_key, network))
            while len(self._trusted) > REMEMBERED:
                self._trusted.popitem(last=False)

    def _counted(self, name_key: str, network: str) -> list[tuple[Hashable, Pauses]]:
        everywhere = [] if (name_key, network) in self._trusted else [(("name", name_key), NAME)]
        return [((name_key, network), NAME_FROM_NETWORK), (("network", network), NETWORK), *everywhere]

    def _failures(self, key: Hashable) -> int:
        count, at = self._failed.get(key, (0, 0.0))
        return count if self._clock() - at < FORGOTTEN_SECONDS else 0

    def _wait(self, key: Hashable, pauses: Pauses) -> float:
        _, at = self._failed.get(key, (0, 0.0))
        return at + pauses.after(self._failures(key)) - self._clock()
