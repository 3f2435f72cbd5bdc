"""The API, version 1: what programs read and do, JSON in and out. docs/api.md says what its users need to know.

How to add a route: in the module of its subject, under a heading whose ``Routes`` are listed below,

    lobby = Routes("Lobby")

    class Seek(Sent):                       # what it takes: unknown fields are refused; strings after fields are docs
        game: str = Field(max_length=40)

    class SeekTold(Told):                   # what it answers (or a TypedDict of ``typing_extensions``)
        id: str

    @lobby.on("POST /lobby/seeks", "not-offered", sends={"game": "focus"}, status=201)
    @in_thread                                # it gives a command to the house
    def seek(caller: Member, wish: Seek) -> SeekTold:       # called as in ``client``: it is the operation's id
        \"\"\"Look for somebody to play with.\"\"\"

What page and API both do is declared in ``fivefold.house.commands`` instead. The caller is ``Anybody`` (may be nobody),
``Reader``, ``Player`` or ``Member``: that is the scope a token needs. Errors are raised as everywhere;
``web/problems.py`` answers them. Lists take ``After`` and ``Limit`` and answer a ``ListOf[…]``. Where an answer is made
often, return ``responses.json(…)`` as ``Annotated[Response, Type]``.
"""

from typing import Final

from fastapi import APIRouter

from fivefold.doors.api import games, matches, meeting, people, streams, tournaments

ROUTERS: Final = (
    *(games.router, matches.router, matches.playing, streams.router, matches.advance, matches.thoughts),
    *(meeting.lobby, meeting.asking, matches.talk, people.players, games.daily, tournaments.router),
    *(people.accounts, people.chosen_here),
)
"""In the order of the documentation."""

router = APIRouter()
for part in ROUTERS:
    router.include_router(part)
