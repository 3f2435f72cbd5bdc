"""How much thinking time each person has used lately, by which the agenda shares it out."""

from collections import OrderedDict
from typing import Final

HALF_LIFE: Final = 30.0
"""Seconds after which thinking time counts for half."""
EXPECTED: Final = 2.0
"""Seconds that a running job counts for, or more once it takes longer."""
KEPT: Final = 1024
"""Visitors remembered; those who used it least recently are forgotten first."""


class Usage:
    """Decaying seconds of thinking by person, and the jobs running for each. Times are seconds of one clock."""

    def __init__(self) -> None:
        self._used: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._begun: dict[str, list[float]] = {}

    def begin(self, person: str, now: float) -> None:
        """Note that a job for a person begins."""
        self._begun.setdefault(person, []).append(now)

    def end(self, person: str, begun: float, now: float) -> None:
        """Charge a person for a job that began at ``begun`` and is finished."""
        running = self._begun[person]
        running.remove(begun)
        if not running:
            del self._begun[person]
        self._used[person] = self._decayed(person, now) + max(0.0, now - begun), now
        self._used.move_to_end(person)
        if len(self._used) > KEPT:
            self._used.popitem(last=False)

    def of(self, person: str, now: float) -> float:
        """Return the seconds that count against a person now."""
        return self._decayed(person, now) + sum(max(EXPECTED, now - begun) for begun in self._begun.get(person, ()))

    def _decayed(self, person: str, now: float) -> float:
        used, at = self._used.get(person, (0.0, now))
        return float(used * 0.5 ** (max(0.0, now - at) / HALF_LIFE))
