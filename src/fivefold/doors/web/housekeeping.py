"""What a running house does every few seconds beside answering: it notes who is here, and pairs those who wait."""

import asyncio
import logging
from functools import partial
from typing import Final

from fivefold.contract.errors import FivefoldError
from fivefold.doors.web.thread_pool import run_in_thread
from fivefold.house.house import House

EVERY_SECONDS: Final = 3.0

log = logging.getLogger(__name__)


async def attend(house: House) -> None:
    """Go on until cancelled; a failure is logged, and the next round tries again."""
    while True:
        await asyncio.sleep(EVERY_SECONDS)
        try:
            await run_in_thread(partial(attend_once, house))
        except FivefoldError as error:
            log.warning("the lobby was not attended to: %s", error)
        except Exception:
            log.exception("the lobby was not attended to")


def attend_once(house: House) -> None:
    """Note who is here, look for what other processes changed, and pair those who wait."""
    house.lobby.attend(house.presence.people())
    if house.neighbours.is_mine("meeting"):
        house.quick_match.attend()
        house.slow_seeks.attend()
