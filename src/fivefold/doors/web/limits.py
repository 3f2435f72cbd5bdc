"""Limits on the sizes and rates of requests; a person at play never reaches them."""

from collections.abc import Awaitable, Callable
from math import ceil
from time import monotonic, time
from typing import Final

from limits import RateLimitItem, RateLimitItemPerSecond
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from fivefold.connections import network
from fivefold.doors.web import request_parsing
from fivefold.doors.web.errors import TooLarge, TooLong, TooMany, response_to
from fivefold.doors.web.visitors import visitor
from fivefold.house.commands import CHAT, COMMANDS, MATCHES, MOVES, REPORTS, Rate
from fivefold.house.people.spending import Spending

__all__ = ["CHAT", "COMMANDS", "MATCHES", "MOVES", "REPORTS", "Rate"]  # beside what is defined here

LONGEST_BODY: Final = 16 * 1024
"""Bytes; the longest form, a new match with every field filled in, has about 1000."""
LONGEST_PATH: Final = 512
LONGEST_QUERY: Final = 16 * 1024
"""Bytes; a tried-out board of 600 moves."""
PER_ADDRESS: Final = 5
"""The rate of an address in people: a family, a classroom."""


NAMES: Final = Rate("new names", 10, 60)
SIGN_INS: Final = Rate("tries to sign in", 20, 60)
"""Beside the pauses after tries that failed, see ``fivefold.house.people.signing_in``."""
SIGN_UPS: Final = Rate("new accounts", 5, 600)
LINK_MAILS: Final = Rate("mails with a link", 6, 600)
EXPORTS: Final = Rate("copies of your data", 5, 600)
TABLES: Final = Rate("tables saved", 30, 60)
TOURNAMENTS: Final = Rate("new tournaments", 10, 600)
HINTS: Final = Rate("hints", 10, 20)
COACH: Final = Rate("questions to the coach", 15, 20)
PREVIEWS: Final = Rate("previews", 120, 10)
TRIALS: Final = Rate("moves on a board to try", 120, 10)
ARCHIVES: Final = Rate("downloads of all games", 4, 60)
PAGES: Final = Rate("pages", 40, 10)
FILES: Final = Rate("files", 400, 10)
"""Scripts, styles, pictures: a first visit takes about forty."""
PICTURES: Final = Rate("pictures", 30, 20)
"""Positions and previews of links."""
ANIMATIONS: Final = Rate("animated pictures", 5, 60)
HEALTH: Final = Rate("health checks", 60, 10)
VIEWS: Final = Rate("looks at a match", 120, 10)
PRESENCE: Final = Rate("signs of being there", 30, 30)
PUSHES: Final = Rate("changes of your messages", 20, 60)
TIMES: Final = Rate("looks at the clock", 60, 30)
STREAMS: Final = Rate("connections", 30, 30)
STEPPED_BACK: Final = 1.0
"""Seconds that the clock has to step back before all counts are forgotten."""


class Limits:
    """Counts requests by person and by address, in this process and, a little later, in the others of the house."""

    def __init__(self, limited: bool = True, spending: Spending | None = None) -> None:
        """``spending``: what was asked for through other processes of the house."""
        self._spending = spending
        self._storage = MemoryStorage()
        self._limiter = MovingWindowRateLimiter(self._storage) if limited else None
        self.on_refused: list[Callable[[str], None]] = []
        """Each called with what is limited when a limit is reached."""
        self._ahead = time() - monotonic()
        """How far the clock is ahead of a monotonic one."""

    def spend(self, rate: Rate, person_id: str | None, address: str, cost: int = 1) -> None:
        """Count a request, which may cost as much as several. Raises ``TooMany`` with the time to wait.

        ``person_id``: ``None`` for a visitor without a cookie, who would be another person each time. Visitors over
        their own limit are not counted for their address, so that they do not block others there.
        """
        if self._limiter is None:
            return
        self._forget_if_clock_stepped_back()
        everybody = RateLimitItemPerSecond(rate.count * PER_ADDRESS, rate.seconds, rate.what)
        own, place = RateLimitItemPerSecond(rate.count, rate.seconds, rate.what), f"address {network(address)}"
        person = f"person {person_id}"
        if person_id is not None and not self._fits(own, person, rate, cost):
            raise self._refusal(own, person, rate)
        if not self._fits(everybody, place, rate, cost) or not self._limiter.hit(everybody, place, cost=cost):
            raise self._refusal(everybody, place, rate)
        self._note(everybody, place, rate, cost)
        if person_id is not None:
            self._limiter.hit(own, person, cost=cost)
            self._note(own, person, rate, cost)

    def _fits(self, item: RateLimitItem, who: str, rate: Rate, cost: int) -> bool:
        """Tell whether somebody may ask for so much more, with what they asked for through other processes."""
        assert self._limiter is not None  # noqa: S101  (the caller has looked)
        elsewhere = 0 if self._spending is None else self._spending.elsewhere(f"{rate.what} {who}", rate.seconds)
        return self._limiter.test(item, who, cost=cost + elsewhere)

    def _note(self, item: RateLimitItem, who: str, rate: Rate, cost: int) -> None:
        if self._spending is not None and self._spending.shared and self._limiter is not None:
            used = item.amount - self._limiter.get_window_stats(item, who).remaining
            self._spending.note(f"{rate.what} {who}", cost, used, item.amount)

    def _forget_if_clock_stepped_back(self) -> None:
        """Forget all counts if the clock has stepped back: they would be in the future."""
        ahead = time() - monotonic()
        if ahead < self._ahead - STEPPED_BACK:
            self._storage.reset()
        self._ahead = ahead

    def _refusal(self, item: RateLimitItem, who: str, rate: Rate) -> TooMany:
        assert self._limiter is not None  # noqa: S101  (only called after a hit)
        for told in self.on_refused:
            told(rate.what)
        wait = max(1, ceil(self._limiter.get_window_stats(item, who).reset_time - time()))
        seconds = "a second" if wait == 1 else f"{wait} seconds"
        return TooMany(f"too many {rate.what} in a short time: try again in {seconds}", wait)


def limited(rate: Rate) -> Callable[[Request], Awaitable[None]]:
    """Return a dependency that counts a request before it is handled."""

    async def count(request: Request) -> None:
        spend(request, rate)

    return count


def spend(request: Request, rate: Rate, cost: int = 1) -> None:
    """Count a request. Raises ``TooMany``."""
    limits: Limits = request.app.state.limits
    who = visitor(request)
    limits.spend(rate, who.id if who.known else None, address_of(request), cost)


def address_of(request: Request) -> str:
    """Return the address that sent a request."""
    return request.client.host if request.client else ""


class LimitSizes:
    """Refuses addresses and bodies longer than any of ours, if the request says so beforehand."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        refusal = _size_refusal(scope) if scope["type"] == "http" else None
        if refusal is None:
            await self.app(scope, receive, send)
        else:
            await response_to(Request(scope), refusal)(scope, receive, send)


def _size_refusal(scope: Scope) -> TooLong | TooLarge | None:
    if len(scope["path"]) > LONGEST_PATH or len(scope["query_string"]) > LONGEST_QUERY:
        return TooLong("this address is longer than any of ours: the link may be damaged")
    if request_parsing.body_length(scope) > LONGEST_BODY:
        return TooLarge(f"what was sent is longer than {LONGEST_BODY // 1024} kB, more than any form here")
    return None
