"""How much thinking each guest has had lately: what the agenda shares out by."""

from collections import OrderedDict
from typing import Final

HALF_LIFE: Final = 30.0
"""Seconds after which thinking counts for half."""
EXPECTED: Final = 2.0
"""Seconds that a job counts for while it is being done, or more once it takes longer."""
KEPT: Final = 1024
"""Guests remembered; whoever used least recently is forgotten first."""


class Usage:
    """Seconds of thinking by guest, decaying, and what is being done for each now. Times are seconds of one clock."""

    def __init__(self) -> None:
        self._used: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._begun: dict[str, list[float]] = {}

    def begin(self, guest: str, now: float) -> None:
        """Note that something begins to be done for a guest."""
        self._begun.setdefault(guest, []).append(now)

    def end(self, guest: str, begun: float, now: float) -> None:
        """Charge a guest for what began at ``begun`` and is done."""
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
