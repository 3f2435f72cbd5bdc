"""How much thinking time each guest has used lately, by which the agenda shares it out."""

from collections import OrderedDict
from typing import Final

HALF_LIFE: Final = 30.0
"""Seconds after which thinking time counts for half."""
EXPECTED: Final = 2.0
"""Seconds that a running job counts for, or more once it takes longer."""
KEPT: Final = 1024
"""Guests remembered; those who used it least recently are forgotten first."""


class Usage:
    """Decaying seconds of thinking by guest, and the jobs running for each. Times are seconds of one clock."""

    def __init__(self) -> None:
        self._used: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._begun: dict[str, list[float]] = {}

    def begin(self, guest: str, now: float) -> None:
        """Note that a job for a guest begins."""
        self._begun.setdefault(guest, []).append(now)

    def end(self, guest: str, begun: float, now: float) -> None:
        """Charge a guest for a job that began at ``begun`` and is finished."""
        running = self._begun[guest]
        running.remove(begun)
        if not running:
            del self._begun[guest]
        self._used[guest] = self._decayed(guest, now) + max(0.0, now - begun), now
        self._used.move_to_end(guest)
        if len(self._used) > KEPT:
            self._used.popitem(last=False)

    def of(self, guest: str, now: float) -> float:
        """Return the seconds that count against a guest now."""
        return self._decayed(guest, now) + sum(max(EXPECTED, now - begun) for begun in self._begun.get(guest, ()))

    def _decayed(self, guest: str, now: float) -> float:
        used, at = self._used.get(guest, (0.0, now))
        return float(used * 0.5 ** (max(0.0, now - at) / HALF_LIFE))
