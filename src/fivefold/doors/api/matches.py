"""Matches: begun, seen, listed, taken along; what is done there, said there, and what the house thinks.

Whatever adds an entry to the log is sent with the ``number`` that this entry would be, one more than the ``number``
known. So nothing is done twice, and nothing is done in another position than was meant.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from inspect import Parameter, Signature
from typing import Annotated, Any, Final, Literal

from anyio.to_thread import run_sync
from fastapi import Path, Query
from pydantic import Field
from starlette.responses import PlainTextResponse, Response

from fivefold.contract import Game
from fivefold.contract.errors import InvalidOption
from fivefold.doors.api.bodies import OptionValue, Told
from fivefold.doors.api.callers import CALLERS, Anybody, Player, Reader, spend
from fivefold.doors.api.routing import Routes
from fivefold.doors.web import forms, limits, responses
from fivefold.doors.web.context import RequestContext
from fivefold.doors.web.problems import API
from fivefold.doors.web.thread_pool import in_thread, run_command, run_in_thread
from fivefold.house.commands import ANSWERING, CHATTING, LONGEST_MOVE, PLAYING, TABLE, Command, Context, Move, Sent
from fivefold.house.house import House
from fivefold.house.match_view import views
from fivefold.house.match_view.facts import CompactBrief, CompactMatch, CompactState, plies_known
from fivefold.house.match_view.view_types import AnalysisView, AnswersView, ChatView, CoachView, HintView
from fivefold.house.table import answers
from fivefold.house.table.chat import LARGEST_LINE
from fivefold.house.table.seating import LINK, MatchRequest
from fivefold.play import catalogue
from fivefold.play.chance import LONGEST_NONCE
from fivefold.play.set_ups import by_player
from fivefold.session.snapshot import OVER, MatchSnapshot

router = Routes("Matches")
MOST_LISTED: Final = 200
MatchId = Annotated[str, Path(max_length=40, description="The id of a match.")]
Since = Annotated[
    int | None, Query(ge=0, le=1_000_000, description="The `number` you know: `moves` then has only what came after.")
]
CoachedPly = Annotated[int | None, Query(ge=0, description="Of the move: how many were made before it.")]
WithLegal = Annotated[bool, Query(description="Also tell `legal`, the moves you may make now.")]
WithPosition = Annotated[bool, Query(description="Also tell `position`, in numbers and as text.")]
Short = Annotated[str, Field(max_length=forms.LONGEST_VALUE)]
UNKNOWN: Final = ("unknown-match", "not-yours")
MatchAnswer = Annotated[Response, CompactMatch]


class NewMatch(Sent):
    """A match to begin."""

    game: Short
    options: dict[str, OptionValue] = Field({}, max_length=60)
    """Those that differ from their defaults; see `GET /games`. `3` is as good as `"3"`, `true` as `"on"`."""
    preset: Short = ""
    """The name of a well-known set of options; `options` change it."""
    others: list[Short] = Field([LINK], min_length=0, max_length=7)
    """For each other seat, in turn order after yours: a level `1` to `7` of a computer, its strength in Elo such as
    `1340`, `mine` (a computer about as strong as you), `here` (you play it too) or `link` (open). A single one stands
    for all; none for a game for one."""
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
    duplicate: bool = False
    """Whether both games are played at once, on two boards; as is every rated match of a game that can be."""
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


@router.on(
    "POST /matches",
    "invalid-option",
    "not-offered",
    "illegal-move",
    "invalid-move",
    rate=limits.MATCHES,
    sends={"game": "focus", "others": ["3"], "begin": "me", "seed": 7},
    status=201,
)
@in_thread
def begin(caller: Player, new: NewMatch) -> MatchAnswer:
    """Begin a match: against computers, against whoever has the link, or against players who are challenged."""
    made = caller.house.create(caller.person_id, request_of(new))
    return told(caller, made, 201)


def request_of(new: NewMatch) -> MatchRequest:
    """Return the match that is asked for. Raises ``InvalidOption``, ``UnknownPage``."""
    game = catalogue.find(new.game)
    options, seat = _options(game, new), new.seat
    if seat is None and by_player(game):
        seat, options = 0, forms.with_starting_seat(game, options, new.begin)
    apart = {"game", "preset", "options", "others", "seat", "invite"}
    wish = MatchRequest(game.key, options, tuple(new.others), **new.model_dump(exclude=apart))
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


@router.on("GET /matches")
@in_thread
def matches(caller: Reader) -> Annotated[Response, MatchesTold]:
    """List your matches that are not over, those you played last first."""
    return responses.json({"matches": going_on(caller.house, caller.person_id)})


def going_on(house: House, person_id: str) -> list[CompactBrief]:
    """Return a person's matches that are not over; this may have to load them."""
    found = [each.id for each in house.matches_of(person_id, MOST_LISTED) if each.status != OVER]
    return [house.compact.brief(house.snapshot(each), person_id) for each in found]


@router.on("GET /matches/{match_id}", *UNKNOWN, query={"legal": "true"})
async def see(
    caller: Anybody, match_id: MatchId, since: Since = None, legal: WithLegal = False, position: WithPosition = False
) -> MatchAnswer:
    """See a match as it is now: what everybody may see, and with a token what only you may."""
    snapshot = await caller.shown_at_once(match_id)
    compact = caller.house.compact
    look = partial(compact.match, snapshot, caller.person_id, since, legal=legal, position=position, can=True)
    return responses.json(look() if len(snapshot.match.moves) < LONG else await run_sync(look))


LONG: Final = 200
"""Moves; whoever looks first at so long a match has its moves written down, which takes a while."""


@router.on("GET /matches/{match_id}/record", *UNKNOWN, "not-offered", queued=True, response_class=PlainTextResponse)
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


@router.on("GET /matches/{match_id}/legal", *UNKNOWN, queued=True)
def legal(caller: Reader, match_id: MatchId) -> LegalMovesTold:
    """List the moves that you may make now, each with what it earns or does."""
    snapshot, person_id = caller.shown(match_id), caller.person_id
    turn = snapshot.may_move(person_id)
    found: Any = caller.house.views.explained_moves(snapshot, person_id) if turn else ()
    moves = [LegalMoveTold(text=text, does=does) for text, does in found]
    return LegalMovesTold(number=snapshot.number + 1, turn=turn, moves=moves)


# --- what is done there -----------------------------------------------------------------------------------------------

playing = Routes("Playing")
NEXT: Final[dict[int | str, Any]] = {
    201: {"model": CompactMatch, "description": "The next match has begun: this is it."}
}
IDS: Final = {
    "match_id": MatchId,
    "challenge_id": Annotated[str, Path(max_length=40, description="The id of a challenge.")],
    "name": Annotated[str, Path(max_length=200, description="The name of a player, or a former one.")],
}


def add_commands(router: Routes, feature: str) -> None:
    """Add a route for each command of a feature of the house."""
    for each in TABLE:
        if each.feature == feature:
            place = f"{each.method} {each.at}{each.path}"
            terms: dict[str, Any] = {"rate": each.rate, "status": each.status, "given": each.given}
            terms |= {"sends": each.example, "path": {each.about: each.stands_for}, "body": each.method == "POST"}
            terms |= {"responses": NEXT if each.begins == "perhaps" else {}}
            router.on(place, *each.problems, **terms)(_route(each))


def _route(command: Command) -> Callable[..., Awaitable[Response]]:
    """Return the route of a command, with its own body in its signature."""
    kind = command.sent
    body = "" if kind is None else kind.__name__.lower()

    async def route(caller: RequestContext, **given: Any) -> Response:
        about, sent = given[command.about], given.get(body)
        if sent is None and kind is not None:
            sent = kind()
        more = command.rate_if(sent)
        if more is not None:
            spend(caller.request, more)
        context = Context(caller.house, caller.person_id)
        if command.feature != PLAYING:
            return await run_in_thread(lambda: _answer(caller, command, command.do(context, about, sent)))
        if isinstance(sent, Move):
            return await moved(command, context, about, sent)
        snapshot = await run_command(command, context, about, sent)
        return told(caller, snapshot, 201 if command.has_begun(about, snapshot) else 200)

    given: dict[str, Any] = {"caller": CALLERS[command.scope], command.about: IDS[command.about]}
    parameters = [Parameter(name, Parameter.KEYWORD_ONLY, annotation=kind) for name, kind in given.items()]
    if kind is not None:
        annotation, default = (kind | None, None) if command.bare else (kind, Parameter.empty)
        parameters.append(Parameter(body, Parameter.KEYWORD_ONLY, annotation=annotation, default=default))
    answers = CompactMatch if command.answers is MatchSnapshot else command.answers
    told_as = Annotated[Response, CompactState if kind is Move else answers]
    route.__signature__ = Signature(parameters, return_annotation=told_as)  # type: ignore[attr-defined]
    route.__name__, route.__doc__ = command.name, command.run.__doc__
    return route


async def moved(command: Command, context: Context, match_id: str, sent: Move) -> Response:
    """Make a move and return its answer: the move, and what followed from it at once. Raises what the move raises."""
    snapshot = await run_command(command, context, match_id, sent)
    await asyncio.sleep(0)  # the others' streams first
    known = plies_known(snapshot, sent.number - 1)
    return responses.encoded(context.house.compact.state(snapshot, context.person_id, known))


def _answer(caller: RequestContext, command: Command, found: Any) -> Response:
    if isinstance(found, MatchSnapshot):
        return told(caller, found)
    return Response(status_code=204) if command.answers is None else responses.json(found, command.done_status)


add_commands(playing, PLAYING)


# --- answers in advance -----------------------------------------------------------------------------------------------

advance = Routes("Answers in advance")


@advance.on("GET /matches/{match_id}/answers", "not-offered", "not-yours", "match-over", "unknown-match", queued=True)
def answers_ahead(caller: Reader, match_id: MatchId) -> Annotated[Response, AnswersView]:
    """See the answers that you have given in advance."""
    return responses.json(answers.answers_view(caller.house.answers.given(caller.person_id, match_id)))


add_commands(advance, ANSWERING)


# --- what the house thinks --------------------------------------------------------------------------------------------

thoughts = Routes("Thinking")


class Thinking(Told):
    """It is being worked out: ask again after the seconds in Retry-After."""

    state: str = "thinking"


class ArrangementTold(Told):
    """The best that could have been made of the cards a seat had."""

    seat: int
    points: int
    made: int
    """What was made."""
    share: float | None
    """What was made of what was possible, 0 to 1; null where nothing above 0 was possible."""
    seconds: float
    """How long it was looked for."""


class HindsightTold(Told):
    """What could have been made of the cards of a match that is over."""

    seats: list[ArrangementTold]


LATER: Final[dict[int | str, Any]] = {
    202: {"model": Thinking, "description": "It is being worked out: ask again after Retry-After."}
}
MAY_REFUSE: Final = (*UNKNOWN, "not-offered")
thinking = partial(thoughts.on, queued=True, responses=LATER)


@thinking("POST /matches/{match_id}/hint", *MAY_REFUSE, rate=limits.HINTS, given="computer", status=202)
def ask_for_hint(caller: Player, match_id: MatchId) -> Annotated[Response, HintView]:
    """Ask the strongest opponent what it would play. Not in matches between people."""
    return responses.thought(caller.opponents.hint(match_id, caller.person_id))


@thinking("GET /matches/{match_id}/hint", *MAY_REFUSE, given="computer")
def hint(caller: Reader, match_id: MatchId) -> Annotated[Response, HintView]:
    """Get the hint that was asked for."""
    return responses.thought(caller.opponents.look_for_hint(match_id, caller.person_id))


@thinking("POST /matches/{match_id}/coach", *MAY_REFUSE, rate=limits.COACH, given="computer", status=202)
def ask_coach(caller: Player, match_id: MatchId, ply: CoachedPly = None) -> Annotated[Response, CoachView]:
    """Ask the coach about your last move, or about the one at `ply`, a computer's too."""
    return responses.thought(caller.opponents.coach(match_id, caller.person_id, ply))


@thinking("GET /matches/{match_id}/coach", *MAY_REFUSE, given="computer")
def coach(caller: Reader, match_id: MatchId, ply: CoachedPly = None) -> Annotated[Response, CoachView]:
    """Get what the coach says."""
    return responses.thought(caller.opponents.look_for_coach(match_id, caller.person_id, ply))


@thinking("GET /matches/{match_id}/hindsight", *MAY_REFUSE, given="alone")
def hindsight(caller: Reader, match_id: MatchId) -> Annotated[Response, HindsightTold]:
    """Get the best that could have been made of the cards of a match that is over."""
    found = caller.opponents.hindsight(match_id, caller.person_id)
    if found is None:
        return responses.thought(None)
    facts: Any = ({**each, "made": each["yours"]} for each in found["seats"])
    return responses.json({"seats": [{name: each[name] for name in ArrangementTold.model_fields} for each in facts]})


@thinking("GET /matches/{match_id}/analysis", *MAY_REFUSE, given="over", status=202)
def analysis(caller: Reader, match_id: MatchId) -> Annotated[Response, AnalysisView]:
    """Get what is known of a match that is over, and have the rest worked out: `done` of `of` positions."""
    seen = caller.analysis(match_id)
    return responses.thought(seen, seen["done"] >= seen["of"])


# --- what is said -----------------------------------------------------------------------------------------------------

talk = Routes("Chat")
Before = Annotated[int | None, Query(ge=0, le=LARGEST_LINE, description="Only lines before the one with this number.")]


@talk.on("GET /matches/{match_id}/chat", *UNKNOWN)
@in_thread
def chat(caller: Reader, match_id: MatchId, before: Before = None) -> Annotated[Response, ChatView]:
    """See the latest lines, or those before one. Players and spectators have rooms of their own."""
    return responses.json(caller.house.chat.view(caller.shown(match_id), caller.person_id, before))


add_commands(talk, CHATTING)
