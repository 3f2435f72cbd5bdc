"""The API, version 1: what programs read and do, JSON in and out. docs/api.md says what its users need to know.

How to add a route: in a module for its resource, with a ``router`` of its own that is included below,

    router = api_router("Lobby")

    class Seek(Sent):                       # what it takes: unknown fields are refused; strings after fields are docs
        game: str = Field(max_length=40)

    class SeekTold(Told):                   # what it answers (or a TypedDict of ``typing_extensions``)
        id: str

    @router.post("/lobby/seeks", status_code=201, **how(
        limits.COMMANDS,                    # how often; bots may do more, callers without a token less
        "account",                          # the scope it needs; "" where anybody may ask
        body=True,                          # it takes a body
        problems=("not-offered",),          # kinds of ``web/problems.py`` besides those of every route
        example=Example(body={"game": "focus"}, status=201),    # documented, and sent to a house by a test
    ))
    @in_thread                                # it gives a command to the house
    def seek(caller: Member, wish: Seek) -> SeekTold:       # called as in ``client``: it is the operation's id
        \"\"\"Look for somebody to play with.\"\"\"

The caller is ``Anybody`` (may be nobody), ``Reader``, ``Player`` or ``Member``, as the scope says. Errors are raised as
everywhere; ``web/problems.py`` answers them. Lists take ``After`` and ``Limit`` and answer a ``ListOf[…]``, see
``routing.py``. Where an answer is made often, return ``responses.json(…)`` and name its type as ``response_model``.
"""

from typing import Final

from fastapi import APIRouter

from fivefold.doors.api import days, games, matches, meeting, people, streams, tournaments

ROUTERS: Final = (
    *(games.router, matches.router, matches.playing, streams.router, matches.advance, matches.thoughts),
    *(meeting.lobby, meeting.asking, matches.talk, people.players, days.router, tournaments.router),
    *(people.accounts, people.chosen_here),
)
"""In the order of the documentation."""

router = APIRouter()
for part in ROUTERS:
    router.include_router(part)
