"""What people without a seat may not do: no command of theirs is answered by what they may not know yet."""

from typing import Final

from anyio.to_thread import run_sync
from starlette.requests import Request

from fivefold.doors.web.limits import VIEWS, spend
from fivefold.doors.web.visitors import SAFE_METHODS, visitor
from fivefold.house.house import House

OPEN_TO_ALL: Final = frozenset({"seats", "chat", "choice", "mute", "report", "presence"})
"""What anybody may do at a table: none of it depends on how the match stands."""


async def refuse_spectators(request: Request) -> None:
    """Raise ``NotYours`` for a command of somebody who still sees the match as it stood a while ago."""
    match_id = request.path_params.get("match_id")
    if request.method in SAFE_METHODS or match_id is None or request.scope["path"].rpartition("/")[2] in OPEN_TO_ALL:
        return
    house: House = request.app.state.house
    # Most matches have no delay, and most moves are made in matches at hand: for those it takes no time.
    if house.at_hand(match_id) and not house.known(match_id).terms.delay:
        return
    spend(request, VIEWS)  # the command's own rate is counted later, after a match may have been loaded here
    await run_sync(house.delays.refuse_spectator, match_id, visitor(request).id)
