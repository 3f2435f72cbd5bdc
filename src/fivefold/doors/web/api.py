"""What scripts read of a table, and what is done beside the table of commands: a new match, a name, how pages look."""

import asyncio
from dataclasses import dataclass
from typing import Annotated, Final
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Query
from starlette.requests import Request
from starlette.responses import Response

from fivefold.contract.errors import FivefoldError
from fivefold.doors.web import appearance, limits, request_parsing, responses
from fivefold.doors.web.address_queue import wait_for_turn
from fivefold.doors.web.context import MatchId, RequestContext, Visiting
from fivefold.doors.web.errors import UnknownPage, status_of
from fivefold.doors.web.forms import LONGEST_NAME, Form, chosen_options, match_request, text
from fivefold.doors.web.limits import limited
from fivefold.doors.web.pages import new_match
from fivefold.doors.web.responses import LOOK_AGAIN
from fivefold.doors.web.static_files import find_game
from fivefold.doors.web.thread_pool import in_thread
from fivefold.doors.web.visitors import house_of
from fivefold.house.errors import NotOffered
from fivefold.house.match_view import views, words
from fivefold.house.match_view.view_types import CoachView, HintView
from fivefold.house.moderation.active_rules import GameClosed
from fivefold.play.start import Start
from fivefold.session.narration import sentence
from fivefold.session.snapshot import MatchSnapshot

Thing = Annotated[str, Query(max_length=40)]
Picks = Annotated[list[Annotated[str, Query(max_length=40)]], Query(max_length=40)]
Ply = Annotated[int | None, Query(ge=0, le=1_000_000)]
COACHED: Final = {"best": "The best move.", "good": "Good.", "mistake": "Mistake.", "blunder": "Blunder."}
LONGEST_VERSION: Final = 16

router = APIRouter()
TURN: Final = Depends(wait_for_turn, scope="function")


@router.post("/new/{key}", dependencies=[Depends(limited(limits.MATCHES))])
@in_thread
def new(key: str, visit: Visiting, fields: Form) -> Response:
    """Begin a match; if the choices do not go together, the page is shown again with the reason."""
    game = find_game(key)
    try:
        name, wished = text(fields, "name", LONGEST_NAME), match_request(game, fields)
        if name:
            visit.house.introduce(visit.person_id, name)
        return visit.done(visit.house.create(visit.person_id, wished), 201)
    except FivefoldError as error:
        if responses.wants_json(visit.request) or (status_of(error) != 422 and not isinstance(error, GameClosed)):
            raise
        return new_match.form_with_error(visit.request, key, fields, error)


@router.post("/matches/{match_id}/companion", dependencies=[Depends(limited(limits.COMMANDS))])
@in_thread
def begin_companion(match_id: MatchId, visit: Visiting) -> Response:
    """Let the expert play the same cards."""
    visit.house.shadow_matches.begin(match_id, visit.person_id)
    if not responses.wants_json(visit.request):
        return responses.elsewhere(f"/matches/{match_id}")
    return responses.json(visit.house.shadow_matches.of(match_id, visit.person_id))


@router.get("/matches/{match_id}/companion", dependencies=[Depends(limited(limits.VIEWS)), TURN])
def companion(match_id: MatchId, visit: Visiting) -> Response:
    """Return the expert's match as far as the player's own cards have come; ``null`` if there is none."""
    return responses.json(visit.house.shadow_matches.of(match_id, visit.person_id))


@router.get("/matches/{match_id}/hindsight", dependencies=[Depends(limited(limits.VIEWS)), TURN])
def hindsight(match_id: MatchId, visit: Visiting) -> Response:
    """Return what could have been made of a finished match's cards; 202 while the search goes on: ask again."""
    return responses.thought(visit.opponents.hindsight(match_id, visit.person_id))


@router.post("/matches/{match_id}/hint", dependencies=[Depends(limited(limits.HINTS)), TURN])
def ask_for_hint(match_id: MatchId, visit: Visiting) -> Response:
    """Ask the strongest opponent what it would play; 202 while it thinks: get the same address for the answer."""
    return _asked(visit, visit.opponents.hint(match_id, visit.person_id), f"/matches/{match_id}/hint")


@router.get("/matches/{match_id}/hint", dependencies=[Depends(limited(limits.VIEWS)), TURN])
def hint(match_id: MatchId, visit: Visiting) -> Response:
    """Return the hint that was asked for, 202 while it is being worked out."""
    found = visit.opponents.look_for_hint(match_id, visit.person_id)
    thinking = "The strongest opponent is thinking. The hint appears here by itself."
    return _told(visit, found, "A hint", thinking if found is None else f"{found['said']} {found['note']}")


@router.post("/matches/{match_id}/coach", dependencies=[Depends(limited(limits.COACH)), TURN])
def ask_coach(match_id: MatchId, visit: Visiting, ply: Ply = None) -> Response:
    """Ask the coach about one's last move or the one at ``ply``; 202 while it thinks: get the same address."""
    about = "" if ply is None else f"?ply={ply}"
    return _asked(visit, visit.opponents.coach(match_id, visit.person_id, ply), f"/matches/{match_id}/coach{about}")


@router.get("/matches/{match_id}/coach", dependencies=[Depends(limited(limits.VIEWS)), TURN])
def coach(match_id: MatchId, visit: Visiting, ply: Ply = None) -> Response:
    """Return what the coach says, 202 while it is being worked out."""
    found = visit.opponents.look_for_coach(match_id, visit.person_id, ply)
    thinking = "The coach is looking at the move. The answer appears here by itself."
    said = "" if found is None else f"{sentence(found['did'])} {COACHED[found['mark']]} {found['words']}"
    return _told(visit, found, "The coach", said or thinking)


def _asked(visit: RequestContext, found: HintView | CoachView | None, path: str) -> Response:
    """Answer a question that needs thinking; without script the page at ``path`` shows the answer."""
    return responses.thought(found) if responses.wants_json(visit.request) else responses.elsewhere(path)


def _told(visit: RequestContext, found: HintView | CoachView | None, title: str, words: str) -> Response:
    """Return what was asked for, without script as a page that comes again until it is there."""
    if responses.wants_json(visit.request):
        return responses.thought(found)
    reload = LOOK_AGAIN if found is None else 0
    return responses.message(visit.request, 200, title, words.strip(), reload=reload)


@router.get("/matches/{match_id}/view", dependencies=[Depends(limited(limits.VIEWS))])
async def view(match_id: MatchId, visit: Visiting, ply: Ply = None, everything: bool = False) -> Response:
    """Return the match as it is, or was after ``ply`` plies, with its history; once over, with ``everything`` that was
    hidden."""
    snapshot = await visit.shown_at_once(match_id)
    at = _ply(snapshot, ply)
    return responses.json(visit.house.views.view(snapshot, visit.person_id, at, history=True, everything=everything))


def _ply(snapshot: MatchSnapshot, ply: int | None) -> int | None:
    plies = len(snapshot.match.moves)
    if ply is not None and ply > plies:
        raise UnknownPage(f"this match has {plies} so far", subject=f"move {ply}")
    return ply


@router.get("/matches/{match_id}/preview", dependencies=[Depends(limited(limits.PREVIEWS))])
async def preview(
    match_id: MatchId,
    visit: Visiting,
    picks: Picks = [],  # noqa: B006  (never changed)
    version: Annotated[str, Query(max_length=LONGEST_VERSION)] = "",
) -> Response:
    """Return what the moves that begin with these picks would do; drawn as what they change in the player's view, where
    its ``version`` is known."""
    async with visit.request.app.state.previews:
        await asyncio.sleep(0)  # previews wait for moves that were made
    snapshot = await visit.shown_at_once(match_id)
    return responses.encoded(visit.house.encoded.preview(snapshot, visit.person_id, picks, version))


@router.get("/matches/{match_id}/refusal", dependencies=[Depends(limited(limits.PREVIEWS)), TURN])
def refusal(match_id: MatchId, visit: Visiting, picks: Picks = []) -> Response:  # noqa: B006  (never changed)
    """Return why no move begins with these picks, in words; empty where there is nothing to say."""
    snapshot = visit.house.shown_to(visit.person_id, match_id)
    return responses.json({"said": visit.house.views.why_refused(snapshot, visit.person_id, picks)})


@router.get("/matches/{match_id}/record", dependencies=[Depends(limited(limits.VIEWS)), TURN])
def record(match_id: MatchId, visit: Visiting) -> Response:
    """Return the match's record."""
    snapshot = visit.house.shown_to(visit.person_id, match_id)
    name = f"{snapshot.match.game.key}-{snapshot.id}.fivefold"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    sealed = visit.house.sealed(snapshot) if snapshot.match.outcome else ""
    record_text = views.record(snapshot, sealed, visit.house.stops(snapshot))
    return Response(record_text, headers=headers, media_type="text/plain")


@router.get("/matches/{match_id}/analysis", dependencies=[Depends(limited(limits.VIEWS)), TURN])
def analysis(match_id: MatchId, visit: Visiting) -> Response:
    """Return what is known about a finished match so far, and have the rest worked out."""
    return responses.json(visit.analysis(match_id))


@router.get("/matches/{match_id}/explanation", dependencies=[Depends(limited(limits.VIEWS)), TURN])
def explanation(match_id: MatchId, visit: Visiting, thing: Thing, ply: Ply = None) -> Response:
    """Return what a thing on the picture is."""
    return responses.json(
        words.explanation(visit.house.shown_to(visit.person_id, match_id), visit.person_id, thing, ply)
    )


@router.get("/matches/{match_id}/scores", dependencies=[Depends(limited(limits.VIEWS)), TURN])
def scores(match_id: MatchId, visit: Visiting, ply: Ply = None) -> Response:
    """Return what scores, and how far everybody is."""
    card = words.score_card(visit.house.shown_to(visit.person_id, match_id), visit.person_id, ply)
    if card is None:
        raise NotOffered("this game has no score card", subject="scores")
    return responses.json(card)


@dataclass(frozen=True, slots=True)
class Trial:
    """A board to try moves on, as an address describes it."""

    start: Start
    picks: list[str] | None


async def _trial(key: str, request: Request, seed: Annotated[int, Query(ge=0, le=2**63 - 1)] = 0) -> Trial:
    """Read an address, and count its cost: many moves cost more than one."""
    game, query = find_game(key), request_parsing.query(request)
    picks = query.getlist("pick") if "pick" in query else None
    start = Start(game.key, chosen_options(game, query), seed, tuple(query.getlist("move")))
    more = house_of(request).boards.cost(start) - 1
    if more:
        limits.spend(request, limits.TRIALS, more)
    return Trial(start, picks)


@router.get("/try/{key}/view", dependencies=[Depends(limited(limits.TRIALS))])
def try_view(visit: Visiting, tried: Annotated[Trial, Depends(_trial)], _: Annotated[None, TURN]) -> Response:
    """Return a board to try moves on: an option ``grid`` as ``option-grid``, moves as ``move``, picks as ``pick``."""
    return responses.json(visit.house.boards.view(tried.start, tried.picks))


@router.get("/try/{key}/puzzles/{puzzle_id}", dependencies=[Depends(limited(limits.TRIALS))])
def try_puzzle(
    visit: Visiting,
    key: str,
    puzzle_id: str,
    _: Annotated[None, TURN],
    pick: Picks = [],  # noqa: B006  (never changed)
) -> Response:
    """Return what picks would do in a puzzle, which does not tell what it was dealt from."""
    puzzle = visit.house.puzzles.find(find_game(key), puzzle_id)
    if puzzle is None:
        raise UnknownPage("there is no such puzzle", subject=f"puzzle {puzzle_id[:LONGEST_VERSION]}")
    return responses.json(visit.house.boards.view(puzzle.start, pick, puzzle.seat)["preview"])


@router.post("/name", dependencies=[Depends(limited(limits.NAMES))])
@in_thread
def rename(visit: Visiting, fields: Form) -> Response:
    """Change the person's name."""
    person = visit.house.rename(visit.person_id, text(fields, "name", LONGEST_NAME))
    if responses.wants_json(visit.request):
        return responses.json({"name": person.name})
    return responses.elsewhere(responses.way_back(visit.request))


@router.post("/look", dependencies=[Depends(limited(limits.COMMANDS))])
@in_thread
def look(visit: Visiting, fields: Form) -> Response:
    """Choose how pages look; what is not chosen stays as it is. An account keeps it for its other devices."""
    wanted = appearance.with_choices(appearance.of(visit.request), fields)
    if visit.house.accounts.is_named(visit.person_id):
        visit.house.accounts.set_preference(visit.person_id, "look", urlencode(wanted))
    if responses.wants_json(visit.request):
        return appearance.keep(responses.json(wanted), wanted)
    return appearance.keep(responses.elsewhere(responses.way_back(visit.request)), wanted)
