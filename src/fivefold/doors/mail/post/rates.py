"""How often what may happen, counted in this process: of each address, and of all together."""

from typing import Final

from limits import RateLimitItemPerSecond
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

MINUTE: Final = 60
HOUR: Final = 3600


class Rates:
    """Counts by a name of what is counted and by whom; safe to share among threads."""

    def __init__(self) -> None:
        self._limiter = MovingWindowRateLimiter(MemoryStorage())

    def allows(self, what: str, whose: str, count: int, seconds: int = HOUR) -> bool:
        """Return whether there may be one more within this time, and count it if so."""
        return self._limiter.hit(RateLimitItemPerSecond(count, seconds), what, whose)

    def left(self, what: str, whose: str, count: int, seconds: int = HOUR) -> int:
        """Return how many more there may be within this time."""
        return self._limiter.get_window_stats(RateLimitItemPerSecond(count, seconds), what, whose).remaining
