"""When to try again: what is safe to send twice, how long to wait, when to give up. Nothing here waits itself."""

import random
from dataclasses import dataclass
from typing import Final

import httpx

from fivefold.client.errors import HouseBusy, Refused, TooMany, Unreachable

FIRST_WAIT: Final = 0.25
LONGEST_WAIT: Final = 5.0
UNSENT: Final = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)
"""Errors after which nothing can have reached the house."""


class Backoff:
    """Waits that grow, each a little different, so that programs which lost a house do not all come back at once."""

    def __init__(self, chance: random.Random | None = None) -> None:
        self._chance, self._tries = chance or random.Random(), 0

    def worked(self) -> None:
        """Begin with short waits again."""
        self._tries = 0

    def next(self) -> float:
        """Return how many seconds to wait before the next try."""
        longest: float = min(LONGEST_WAIT, FIRST_WAIT * 2**self._tries)
        self._tries = min(self._tries + 1, 16)
        return longest * (0.5 + self._chance.random() / 2)


@dataclass(slots=True)
class Tries:
    """The tries of one call."""

    repeatable: bool
    """Whether sending it twice does no more than sending it once."""
    seconds: float
    """How long to wait altogether before giving up."""
    backoff: Backoff
    waited: float = 0.0

    def after_error(self, error: httpx.TransportError) -> float:
        """Return the seconds to wait after a connection failed. Raises ``Unreachable`` for what is sent once."""
        if not (self.repeatable or isinstance(error, UNSENT)):
            raise Unreachable(
                "the connection broke, so it is not known whether this was done", remedy="look at how things stand"
            ) from error
        return self._wait(self.backoff.next(), Unreachable(f"the house cannot be reached: {error}"))

    def after_refusal(self, error: Refused) -> float:
        """Return the seconds to wait after a refusal. Raises it where trying again would change nothing."""
        if isinstance(error, TooMany) or error.kind == "busy" or (isinstance(error, HouseBusy) and self.repeatable):
            return self._wait(self.backoff.next() if error.wait is None else error.wait, error)
        raise error

    def _wait(self, seconds: float, error: Exception) -> float:
        self.waited += seconds
        if self.waited > self.seconds:
            raise error
        return seconds
