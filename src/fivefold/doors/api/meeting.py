"""Meeting: tables open to all, the search for somebody to play with, challenges, and standing answers to them."""

from typing import Annotated

from fastapi import Query
from pydantic import Field
from starlette.responses import Response

from fivefold.doors.api.bodies import Control, KeyOfGame, Moment, Told
from fivefold.doors.api.callers import Anybody, Member, Player, Reader
from fivefold.doors.api.matches import UNKNOWN, MatchAnswer, MatchId, Short, add_commands, told
from fivefold.doors.api.routing import USUAL_ITEMS, After, Limit, ListOf, Routes, page_of
from fivefold.doors.web import forms
from fivefold.doors.web.context import RequestContext
from fivefold.doors.web.static_files import find_game
from fivefold.doors.web.thread_pool import in_thread
from fivefold.house.commands import CHALLENGING, LONGEST_WORD, Sent
from fivefold.house.meeting.challenges import REASONS
from fivefold.play import catalogue
from fivefold.play.chance import LONGEST_NONCE

lobby = Routes("Lobby")
OfGame = Annotated[str, Query(max_length=40, description="Only tables of this game.")]


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
    game: KeyOfGame
    set_up: str
    """What differs from the usual set-up, in words; empty where nothing does."""
    host: str
    places: list[PlaceTold]
    free: int
    rated: bool
    double: bool
    duplicate: bool
    """Whether both games of the double match are played at once."""
    time: Control
    since: Moment


class SearchTold(Told):
    """Your search for somebody to play with."""

    game: str
    rated: bool
    time: Control
    since: Moment
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


@lobby.on("GET /lobby/tables", "unknown-page")
@in_thread
def tables(caller: Anybody, game: OfGame = "", after: After = "", limit: Limit = USUAL_ITEMS) -> ListOf[TableTold]:
    """List the tables at which anybody may sit down; open one with `listed` in `POST /matches`."""
    found = caller.house.lobby.tables(find_game(game).key if game else None, caller.person_id)
    shown, more = page_of(found, after, limit)
    return ListOf[TableTold].model_validate({"items": shown, "next": more})


@lobby.on("GET /lobby/search")
@in_thread
def search(caller: Reader) -> SearchingTold:
    """See what has come of your search. The stream of events tells it too."""
    return SearchingTold.model_validate({"search": caller.house.quick_match.search(caller.person_id)})


@lobby.on("POST /lobby/search", "not-offered", "invalid-option", "unknown-page", sends={"game": "focus"})
@in_thread
def seek(caller: Member, wish: Seek) -> SearchingTold:
    """Look for somebody to play a game with its usual set-up."""
    game = find_game(wish.game)
    found = caller.house.quick_match.seek(caller.person_id, game.key, wish.rated, wish.nonce, wish.time)
    return SearchingTold.model_validate({"search": found})


@lobby.on("DELETE /lobby/search", status=204)
@in_thread
def stop_search(caller: Member) -> Response:
    """Look no more; whoever was found goes on looking."""
    caller.house.quick_match.stop(caller.person_id)
    return Response(status_code=204)


@lobby.on("POST /lobby/search/accept", "not-offered", status=409)
@in_thread
def accept_found(caller: Player) -> MatchAnswer:
    """Come to the table of somebody who was found; the match is the answer."""
    return told(caller, caller.house.quick_match.accept(caller.person_id))


# --- challenges -------------------------------------------------------------------------------------------------------

asking = Routes("Challenges")


class ChallengeTold(Told):
    """A challenge, as one of the two sees it."""

    id: str
    match: str
    """The table it is about."""
    game: KeyOfGame
    set_up: str
    """What differs from the usual set-up, in words; empty where nothing does."""
    time: Control
    """How long everybody may think: `5m+3s`; empty for as long as they like."""
    rated: bool
    mine: bool
    """Whether you made it; otherwise you are asked."""
    other: str
    """The name of who made it, or of who is asked."""
    bot: bool
    """Whether that is a bot."""
    state: str
    """`open`, `accepted`, `declined` or `withdrawn`; in a stream also `gone`, when you can answer it no more."""
    word: str
    """Why it was declined, or what was said with it."""
    made: Moment
    """When, ISO 8601."""


class ChallengesTold(Told):
    """Your challenges."""

    challenges: list[ChallengeTold]


class Invited(Sent):
    """Players to challenge to a table of yours."""

    names: list[Annotated[str, Field(max_length=forms.LONGEST_NAME)]] = Field(min_length=1, max_length=7)
    word: str = Field("", max_length=LONGEST_WORD)


class ReasonsTold(Told):
    """The ready reasons to decline."""

    reasons: dict[str, str]
    """For each key the words."""


class StandingTold(Told):
    """What you answer to challenges before they come."""

    game: str
    """Its key; empty for all games."""
    rejects: bool
    """Whether nobody can challenge you."""
    most: int | None
    """Nobody can challenge you while you play so many matches; null for no limit."""
    seeks: int
    """You look for so many more slow matches."""


class StandingsTold(Told):
    """What you answer beforehand, for each game that you have settled anything for."""

    standing: list[StandingTold]


class Standing(Sent):
    """What to answer beforehand."""

    game: str = Field("", max_length=40)
    """Its key; empty for all games."""
    rejects: bool = False
    most: int | None = Field(None, ge=0, le=1000)


@asking.on("GET /challenges")
@in_thread
def challenges(caller: Reader) -> ChallengesTold:
    """List the challenges that wait for you, and yours. Make one with `invite` in `POST /matches`."""
    return ChallengesTold.model_validate({"challenges": caller.house.challenges.of(caller.person_id)})


@asking.on("GET /challenges/reasons")
def reasons_to_decline() -> ReasonsTold:
    """List the ready reasons to decline."""
    return ReasonsTold(reasons=dict(REASONS))


add_commands(asking, CHALLENGING)


@asking.on(
    "POST /matches/{match_id}/invite",
    *UNKNOWN,
    "not-offered",
    "invalid-option",
    sends={"names": ["{other}"]},
    given="own",
)
@in_thread
def invite(caller: Member, match_id: MatchId, wish: Invited) -> MatchAnswer:
    """Challenge players to the open seats of your table."""
    return told(caller, caller.house.challenges.invite(match_id, caller.person_id, wish.names, wish.word))


@asking.on("GET /account/standing")
@in_thread
def standing(caller: Reader) -> StandingsTold:
    """List what you answer to challenges before they come."""
    return _standing(caller)


@asking.on("PUT /account/standing", "invalid-option", sends={"rejects": True})
@in_thread
def settle(caller: Member, wish: Standing) -> StandingsTold:
    """Settle what to answer beforehand, for a game or for all."""
    if wish.game:
        catalogue.find(wish.game)
    settled, person_id = caller.house.standing, caller.person_id
    (settled.reject if wish.rejects else settled.accept)(person_id, wish.game)
    settled.limit(person_id, wish.game, wish.most)
    return _standing(caller)


def _standing(caller: RequestContext) -> StandingsTold:
    return StandingsTold.model_validate({"standing": caller.house.standing.of(caller.person_id)})
