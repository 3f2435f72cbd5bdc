"""The lobby: tables that are open to all, and the search for somebody to play with."""

from typing import Annotated

from fastapi import Query
from pydantic import Field
from starlette.responses import Response

from fivefold.doors.api.bodies import Told
from fivefold.doors.api.callers import Anybody, Member, Player, Reader
from fivefold.doors.api.lists import USUAL as USUAL_LENGTH
from fivefold.doors.api.lists import After, Limit, ListOf, page_of
from fivefold.doors.api.matches import Short, told
from fivefold.doors.api.routing import Example, api_router, how
from fivefold.doors.web import limits
from fivefold.doors.web.static_files import find_game
from fivefold.doors.web.thread_pool import in_thread
from fivefold.house.commands import Sent
from fivefold.house.match_view.facts import CompactMatch
from fivefold.house.meeting.lobby import OpenTable
from fivefold.house.meeting.quick_match import Search
from fivefold.house.stored_match import time_text
from fivefold.play.chance import LONGEST_NONCE

router = api_router("Lobby")
GameKey = Annotated[str, Query(max_length=40, description="Only tables of this game.")]


class PlaceTold(Told):
    """A seat at a table."""

    kind: str
    """`person`, `computer` or `open`."""
    name: str
    level: int | None
    """Of a computer."""


class TableTold(Told):
    """A table that is open to all."""

    id: str
    """Of its match: sit down with `POST /matches/{id}/seats`."""
    game: str
    set_up: str
    """What differs from the usual set-up, in words; empty where nothing does."""
    host: str
    places: list[PlaceTold]
    free: int
    rated: bool
    double: bool
    time: str
    since: str


class SearchTold(Told):
    """Your search for somebody to play with."""

    game: str
    rated: bool
    time: str
    since: str
    state: str
    """`looking`, `found` (accept to sit down), `waiting` for the other to, or `ready`: the match has begun."""
    match: str | None
    others: list[str]
    """The names of those who were found."""


class SearchingTold(Told):
    """What you look for."""

    search: SearchTold | None
    """Null where you don't look for anybody."""


class Seek(Sent):
    """Somebody to look for: the usual set-up of a game."""

    game: Short
    rated: bool = False
    time: Short = ""
    """`5m+3s`; empty for no clocks."""
    nonce: str = Field("", max_length=LONGEST_NONCE)


@router.get("/lobby/tables", **how(limits.VIEWS, problems=("unknown-page",)))
@in_thread
def tables(caller: Anybody, game: GameKey = "", after: After = "", limit: Limit = USUAL_LENGTH) -> ListOf[TableTold]:
    """List the tables at which anybody may sit down; open one with `listed` in `POST /matches`."""
    found = caller.house.lobby.tables(find_game(game).key if game else None, caller.person_id)
    shown, more = page_of(found, after, limit)
    return ListOf[TableTold](items=[_table(each) for each in shown], next=more)


@router.get("/lobby/search", **how(limits.VIEWS, "read"))
@in_thread
def search(caller: Reader) -> SearchingTold:
    """See what has come of your search. The stream of events tells it too."""
    return _searching(caller.house.quick_match.search(caller.person_id))


@router.post(
    "/lobby/search",
    **how(
        limits.COMMANDS,
        "account",
        body=True,
        problems=("not-offered", "invalid-option", "unknown-page"),
        example=Example(body={"game": "focus"}),
    ),
)
@in_thread
def seek(caller: Member, wish: Seek) -> SearchingTold:
    """Look for somebody to play a game with its usual set-up."""
    game = find_game(wish.game)
    found = caller.house.quick_match.seek(caller.person_id, game.key, wish.rated, wish.nonce, wish.time)
    return _searching(found)


@router.delete("/lobby/search", status_code=204, **how(limits.COMMANDS, "account", example=Example(status=204)))
@in_thread
def stop_search(caller: Member) -> Response:
    """Look no more; whoever was found goes on looking."""
    caller.house.quick_match.stop(caller.person_id)
    return Response(status_code=204)


@router.post(
    "/lobby/search/accept",
    response_model=CompactMatch,
    **how(limits.COMMANDS, "play", problems=("not-offered",), example=Example(status=409)),
)
@in_thread
def accept_found(caller: Player) -> Response:
    """Come to the table of somebody who was found; the match is the answer."""
    return told(caller, caller.house.quick_match.accept(caller.person_id))


def _searching(found: Search | None) -> SearchingTold:
    if found is None:
        return SearchingTold(search=None)
    told_of = SearchTold(
        game=found.game,
        rated=found.rated,
        time=found.time.text if found.time is not None else "",
        since=time_text(found.since),
        state=found.state,
        match=found.match,
        others=list(found.others),
    )
    return SearchingTold(search=told_of)


def _table(each: OpenTable) -> TableTold:
    return TableTold(
        id=each.id,
        game=each.game.key,
        set_up=each.set_up,
        host=each.host,
        places=[PlaceTold(kind=place.kind, name=place.name, level=place.level) for place in each.places],
        free=each.free,
        rated=each.rated,
        double=each.double,
        time=each.time.text if each.time is not None else "",
        since=time_text(each.since),
    )
