"""What people have asked for through other processes: it counts towards their limits here, some two seconds later."""

from collections import Counter, defaultdict, deque
from threading import Lock
from time import monotonic
from typing import Final

from fivefold.house.bus import SECOND
from fivefold.house.database.processes import timed
from fivefold.house.ledger import Ledger

TOLD_FROM: Final = 8
"""Who has asked for less than an eighth of what they may is not told of: nearly everybody, nearly always."""
MOST_TOLD: Final = 500  # Keys that a process tells of in a second, those that asked for most.
LONGEST_SECONDS: Final = 600  # No limit looks further back.
KEEP: Final = timed(
    """
    INSERT INTO spent (process, key, second, count)
    SELECT :process, key, floor(NOW)::int, count FROM unnest(CAST(:keys AS text[]), CAST(:counts AS int[]))
        AS told (key, count)
    ON CONFLICT (process, key, second) DO UPDATE SET count = spent.count + excluded.count
    """
)
READ: Final = timed(
    """
    SELECT key, second, count, NOW - second FROM spent
    WHERE process <> :process AND second > :after AND second < floor(NOW - 0.5)::int ORDER BY second
    """
)
FORGET: Final = timed("DELETE FROM spent WHERE second < floor(NOW)::int - 900")


class Spending:
    """Counts of this process for the others, and theirs; without others it does nothing. Threads may share it."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger, self._bus, self._lock = ledger, ledger.bus, Lock()
        self._here: Counter[str] = Counter()
        self._elsewhere: dict[str, deque[tuple[float, int]]] = defaultdict(deque)
        self._after = 0
        self.shared = self._bus.shared
        if self.shared:
            self._bus.subscribe(SECOND, self.exchange)

    def note(self, key: str, cost: int, used: int, most: int) -> None:
        """Note that somebody has asked for something, of which they have ``used`` so much of at ``most`` so much."""
        if self.shared and used * TOLD_FROM >= most:
            with self._lock:
                self._here[key] += cost

    def elsewhere(self, key: str, seconds: int) -> int:
        """Return how much of something was asked for in the last so many seconds through other processes."""
        if not self._elsewhere:
            return 0
        since = monotonic() - seconds
        with self._lock:
            return sum(count for at, count in self._elsewhere.get(key, ()) if at > since)

    def exchange(self) -> None:
        """Tell the others what was asked for here, and learn what was asked for there."""
        with self._lock:
            told, self._here = dict(self._here.most_common(MOST_TOLD)), Counter()
        if told:
            with self._ledger.telling() as connection:
                values = {"process": self._bus.id, "keys": list(told), "counts": list(told.values())}
                connection.execute(KEEP, values)
        found = self._ledger.rows(READ, {"process": self._bus.id, "after": self._after})
        now = monotonic()
        with self._lock:
            for key, second, count, ago in found:
                self._elsewhere[key].append((now - float(ago), count))
                self._after = max(self._after, second)
            self._forget(now - LONGEST_SECONDS)

    def _forget(self, before: float) -> None:
        for key, counts in list(self._elsewhere.items()):
            while counts and counts[0][0] < before:
                counts.popleft()
            if not counts:
                del self._elsewhere[key]
