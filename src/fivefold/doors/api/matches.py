"""Matches: begun, seen, listed, taken along."""

from dataclasses import replace
from functools import partial
from typing import Annotated, Any, Final, Literal

from anyio.to_thread import run_sync
from fastapi import Path, Query
from pydantic import Field
from starlette.responses import PlainTextResponse, Response

from fivefold.contract import Game
from fivefold.contract.errors import InvalidOption
from fivefold.doors.api.bodies import OptionValue, Told
from fivefold.doors.api.callers import Anybody, Player, Reader
from fivefold.doors.api.routing import Example, api_router, how
from fivefold.doors.web import forms, limits, responses
from fivefold.doors.web.context import RequestContext
from fivefold.doors.web.problems import API
from fivefold.doors.web.thread_pool import in_thread
from fivefold.house.commands import LONGEST_MOVE, Sent
from fivefold.house.house import House
from fivefold.house.match_view import views
from fivefold.house.match_view.facts import CompactBrief, CompactMatch
from fivefold.house.table.seating import LINK, MatchRequest
from fivefold.play import catalogue
from fivefold.play.chance import LONGEST_NONCE
from fivefold.play.set_ups import by_player
from fivefold.session.snapshot import OVER, MatchSnapshot

router = api_router("Matches")
MOST_LISTED: Final = 200
MatchId = Annotated[str, Path(max_length=40, description="The id of a match.")]
Since = Annotated[
    int | None, Query(ge=0, le=1_000_000, description="The `number` you know: `moves` then has only what came after.")
]
WithLegal = Annotated[bool, Query(description="Also tell `legal`, the moves you may make now.")]
WithPosition = Annotated[bool, Query(description="Also tell `position`, in numbers and as text.")]
Short = Annotated[str, Field(max_length=forms.LONGEST_VALUE)]
EXAMPLE: Final = {"match_id": "{match}"}
UNKNOWN: Final = ("unknown-match", "not-yours")


class NewMatch(Sent):
    """A match to begin."""

    game: Short
    options: dict[str, OptionValue] = Field({}, max_length=60)
    """Those that differ from their defaults; see `GET /games`. `3` is as good as `"3"`, `true` as `"on"`."""
    preset: Short = ""
    """The name of a well-known set of options; `options` change it."""
    others: list[Short] = Field([LINK], min_length=0, max_length=7)
    """For each other seat, in turn order after yours: a level `1` to `7` of a computer, `here` (you play it too) or
    `link` (open). A single one stands for all; none for a game for one."""
    begin: Literal["me", "them", "draw"] = "draw"
    """Who moves first."""
    seat: int | None = Field(None, ge=0, le=7)
    """Where you sit, whoever moves first."""
    invite: list[Annotated[str, Field(max_length=forms.LONGEST_NAME)]] = Field([], max_length=7)
    """The names of players who are challenged to sit down."""
    word: str = Field("", max_length=200)
    """What you say to them."""
    listed: bool = False
    """Whether the lobby shows it, so that anyone may sit down."""
    rated: bool = False
    time: Short = ""
    """How long everybody may think: `5m+3s`, `3d`, `10m/game`; empty for as long as they like."""
    handicap: int = Field(100, ge=1, le=100)
    """The part of that time that you have, in per cent."""
    double: bool = False
    """Whether a second game on the same deal follows."""
    seed: int | None = Field(None, ge=0, le=forms.LARGEST_SEED)
    """Makes chance open and repeatable, if nobody else plays."""
    move: str = Field("", max_length=LONGEST_MOVE)
    """A first move to make at once."""
    nonce: str = Field("", max_length=LONGEST_NONCE)
    """Your own number, mixed into the draws."""
    delay: int = Field(0, ge=0, le=forms.LONGEST_DELAY)
    """Seconds after which spectators see what happened, in games with secrets: 0, 60 or 300."""


class MatchesTold(Told):
    """Your matches that are not over."""

    matches: list[CompactBrief]


@router.post(
    "/matches",
    status_code=201,
    response_model=CompactMatch,
    **how(
        limits.MATCHES,
        "play",
        body=True,
        problems=("invalid-option", "not-offered", "illegal-move", "invalid-move"),
        example=Example(body={"game": "focus", "others": ["3"], "begin": "me", "seed": 7}, status=201),
    ),
)
@in_thread
def begin(caller: Player, new: NewMatch) -> Response:
    """Begin a match: against computers, against whoever has the link, or against players who are challenged."""
    made = caller.house.create(caller.person_id, request_of(new))
    return told(caller, made, 201)


def request_of(new: NewMatch) -> MatchRequest:
    """Return the match that is asked for. Raises ``InvalidOption``, ``UnknownPage``."""
    game = catalogue.find(new.game)
    options, seat = _options(game, new), new.seat
    if seat is None and by_player(game):
        seat, options = 0, forms.with_starting_seat(game, options, new.begin)
    fields = {"double", "seed", "move", "nonce", "listed", "rated", "delay", "word", "time", "handicap", "begin"}
    wish = MatchRequest(game.key, options, tuple(new.others), **new.model_dump(include=fields))
    return replace(wish, seat=seat, invited=tuple(new.invite))


def _options(game: Game, new: NewMatch) -> dict[str, str]:
    if not new.preset:
        return new.options
    named = {each.name.casefold(): each for each in game.setup.presets}
    found = named.get(new.preset.strip().casefold())
    if found is None:
        names = ", ".join(each.name for each in game.setup.presets) or "none"
        raise InvalidOption(f"{game.name} has {names}", subject=f"preset={new.preset}", field="preset")
    return {**found.options, **new.options}


def told(caller: RequestContext, snapshot: MatchSnapshot, status: int = 200) -> Response:
    """Return a match as its answer, with what the caller can do there."""
    seen = caller.house.compact.match(snapshot, caller.person_id, can=True)
    headers = {"Location": f"{API}/matches/{snapshot.id}"} if status == 201 else None
    return responses.json(seen, status, headers)


@router.get("/matches", response_model=MatchesTold, **how(limits.VIEWS, "read"))
@in_thread
def matches(caller: Reader) -> Response:
    """List your matches that are not over, those you played last first."""
    return responses.json({"matches": going_on(caller.house, caller.person_id)})


def going_on(house: House, person_id: str) -> list[CompactBrief]:
    """Return a person's matches that are not over; this may have to load them."""
    found = [each.id for each in house.matches_of(person_id, MOST_LISTED) if each.status != OVER]
    return [house.compact.brief(house.snapshot(each), person_id) for each in found]


@router.get(
    "/matches/{match_id}",
    response_model=CompactMatch,
    **how(limits.VIEWS, example=Example(path=EXAMPLE, query={"legal": "true"}), problems=UNKNOWN),
)
async def see(
    caller: Anybody, match_id: MatchId, since: Since = None, legal: WithLegal = False, position: WithPosition = False
) -> Response:
    """See a match as it is now: what everybody may see, and with a token what only you may."""
    snapshot = await seen(caller, match_id)
    compact = caller.house.compact
    look = partial(compact.match, snapshot, caller.person_id, since, legal=legal, position=position, can=True)
    return responses.json(look() if len(snapshot.match.moves) < LONG else await run_sync(look))


LONG: Final = 200
"""Moves; whoever looks first at so long a match has its moves written down, which takes a while."""


async def seen(caller: RequestContext, match_id: str) -> MatchSnapshot:
    """Return a match as the caller may see it; one that has to be loaded holds up nobody."""
    look = partial(caller.shown, match_id)
    return look() if caller.house.at_hand(match_id) else await run_sync(look)


@router.get(
    "/matches/{match_id}/record",
    response_class=PlainTextResponse,
    **how(limits.VIEWS, example=Example(path=EXAMPLE), problems=(*UNKNOWN, "not-offered"), queued=True),
)
def record(caller: Anybody, match_id: MatchId) -> Response:
    """Get the match’s record, a text that `fivefold show` and `fivefold verify` read. One of a game with secrets
    comes when the match is over."""
    snapshot = caller.shown(match_id)
    sealed = caller.house.sealed(snapshot) if snapshot.match.outcome else ""
    return PlainTextResponse(views.record(snapshot, sealed, caller.house.stops(snapshot)))


class LegalMoveTold(Told):
    """A move that you may make now."""

    text: str
    """As it is sent."""
    does: str
    """What it earns or does, in words."""


class LegalMovesTold(Told):
    """The moves that you may make now."""

    number: int
    """With which a move is sent."""
    turn: bool
    moves: list[LegalMoveTold]


@router.get(
    "/matches/{match_id}/legal",
    **how(limits.VIEWS, "read", example=Example(path=EXAMPLE), problems=UNKNOWN, queued=True),
)
def legal(caller: Reader, match_id: MatchId) -> LegalMovesTold:
    """List the moves that you may make now, each with what it earns or does."""
    snapshot, person_id = caller.shown(match_id), caller.person_id
    turn = snapshot.may_move(person_id)
    found: Any = caller.house.views.explained_moves(snapshot, person_id) if turn else ()
    moves = [LegalMoveTold(text=text, does=does) for text, does in found]
    return LegalMovesTold(number=snapshot.number + 1, turn=turn, moves=moves)
