"""Whether this process should be sent visitors: the database answers and is of this version, and it is not stopping."""

import asyncio
import time
from collections.abc import Callable
from typing import Final

from anyio.to_thread import run_sync

from fivefold.doors.web.draining import Draining
from fivefold.house.computers.opponents import Opponents
from fivefold.house.database.revision import is_outdated
from fivefold.house.house import House

KNOWN_SECONDS: Final = 1.0
"""How long an answer of the database counts: asking more often costs nothing."""
ANSWER_SECONDS: Final = 2.0
"""A database that takes longer is not ready."""


class Readiness:
    """Answers what a server in front asks every few seconds."""

    def __init__(
        self, house: House, opponents: Opponents, draining: Draining, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._house, self._opponents, self._draining, self._clock = house, opponents, draining, clock
        self._asking = asyncio.Lock()
        self._asked, self._trouble = float("-inf"), ""

    async def trouble(self) -> str:
        """Return why no visitors should be sent here; empty if they should."""
        if self._draining.begun:
            return "it is stopping"
        if not self._opponents.up:
            return "the computer opponents have stopped"
        database = self._opponents.database
        if not database.well:
            return f"the database fails: {database.words}"
        if self._house.keeps_nothing:
            return "the house cannot write to its disk"
        async with self._asking:
            if self._clock() - self._asked >= KNOWN_SECONDS:
                self._trouble = await self._ask_database()
                self._asked = self._clock()
        return self._trouble

    async def _ask_database(self) -> str:
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                outdated = await run_sync(self._is_outdated, abandon_on_cancel=True)
        except TimeoutError:
            return "the database does not answer"
        except Exception as error:
            # Without the statement and the address, which may be private.
            return f"the database fails: {type(error).__name__}"
        return "the database has not been brought up to date" if outdated else ""

    def _is_outdated(self) -> bool:
        with self._house.reading() as connection:
            return is_outdated(connection)
