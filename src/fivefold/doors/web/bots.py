"""What a bot's owner may not do by hand: play, or meet people, in the bot's place."""

from typing import Final

from starlette.requests import Request

from fivefold.doors.web.visitors import SAFE_METHODS, visitor
from fivefold.house.house import House

BY_PROGRAM: Final = ("/matches/", "/new/", "/lobby", "/challenges", "/daily", "/tournaments", "/players/")
"""How addresses begin at which somebody plays or meets people."""
OPEN_TO_ALL: Final = frozenset({"choice", "mute", "report", "presence", "block"})
"""What the owner may do there all the same, by the end of the address."""


async def refuse_bots_by_hand(request: Request) -> None:
    """Raise ``NotOffered`` for a command by a form that only a bot's program gives."""
    path = request.scope["path"]
    if request.method in SAFE_METHODS or not path.startswith(BY_PROGRAM) or path.rpartition("/")[2] in OPEN_TO_ALL:
        return
    who = visitor(request)
    house: House = request.app.state.house
    if who.known:
        house.bots.refuse_by_hand(who.id)
