"""What is done in the lobby: open a table, fill or close it, look for somebody to play with."""

from dataclasses import replace

from fastapi import APIRouter, Depends
from starlette.responses import Response

from fivefold.contract.errors import FivefoldError
from fivefold.doors.web import limits, responses
from fivefold.doors.web.context import RequestContext, Visiting
from fivefold.doors.web.errors import status_of
from fivefold.doors.web.forms import Form, chosen_time, text, yes_or_no
from fivefold.doors.web.limits import limited
from fivefold.doors.web.lobby_stream import MEANWHILE_LEVEL, search_facts
from fivefold.doors.web.pages import lobby as page
from fivefold.doors.web.static_files import find_game
from fivefold.doors.web.thread_pool import in_thread
from fivefold.house.errors import NotOffered
from fivefold.house.meeting.lobby import fitting_time, usual_options
from fivefold.house.meeting.quick_match import Search
from fivefold.house.table.seating import LINK, MatchRequest
from fivefold.play.chance import LONGEST_NONCE

router = APIRouter()


@router.post("/lobby/tables", dependencies=[Depends(limited(limits.MATCHES))])
@in_thread
def open_table(visit: Visiting, fields: Form) -> Response:
    """Open a table with the usual set-up of a game, for anybody in the lobby."""
    house, person_id = visit.house, visit.person_id
    game = find_game(text(fields, "game", 20))
    options = usual_options(game)
    if options is None:
        raise NotOffered(f"{game.name} is for one", subject="open table")
    rated = yes_or_no(fields, "rated")
    wish = MatchRequest(
        game.key,
        options,
        (LINK,),
        listed=True,
        rated=rated,
        double=game.traits.doubles and not (rated or game.traits.duplicates),
        duplicate=game.traits.duplicates,
        nonce=text(fields, "nonce", LONGEST_NONCE),
    )
    try:
        control = fitting_time(game, chosen_time(fields))
        wish = replace(wish, time=control.text if control else "")
        return visit.gone_to(f"/matches/{house.create(person_id, wish).id}", 201)
    except FivefoldError as error:
        return _refused(visit, error)


@router.post("/lobby/seek", dependencies=[Depends(limited(limits.COMMANDS))])
@in_thread
def seek(visit: Visiting, fields: Form) -> Response:
    """Look for somebody to play a game with its usual set-up."""
    game = find_game(text(fields, "game", 20))
    rated, nonce = yes_or_no(fields, "rated"), text(fields, "nonce", LONGEST_NONCE)
    try:
        found = visit.house.quick_match.seek(visit.person_id, game.key, rated, nonce, chosen_time(fields))
        return _searching(visit, found)
    except FivefoldError as error:
        return _refused(visit, error)


@router.post("/lobby/stop", dependencies=[Depends(limited(limits.COMMANDS))])
@in_thread
def stop(visit: Visiting) -> Response:
    """Look no more; whoever was found goes on looking."""
    visit.house.quick_match.stop(visit.person_id)
    if responses.wants_json(visit.request):
        return responses.json({"search": None})
    back = responses.way_back(visit.request)
    return responses.elsewhere("/lobby" if back == "/" else back)


@router.post("/lobby/accept", dependencies=[Depends(limited(limits.COMMANDS))])
@in_thread
def accept(visit: Visiting, fields: Form) -> Response:
    """Come to the table of somebody who was found."""
    try:
        came = visit.house.quick_match.accept(visit.person_id, text(fields, "nonce", LONGEST_NONCE))
    except FivefoldError as error:
        return _refused(visit, error)
    return visit.gone_to(f"/matches/{came.id}")


@router.post("/lobby/meanwhile", dependencies=[Depends(limited(limits.MATCHES))])
@in_thread
def play_meanwhile(visit: Visiting, fields: Form) -> Response:
    """Play a computer, not rated, while the search goes on."""
    house, person_id = visit.house, visit.person_id
    search = house.quick_match.search(person_id)
    if search is None:
        return _refused(visit, NotOffered("you are not looking for anybody any more", subject="a game meanwhile"))
    if search.state == "ready":
        return _searching(visit, search)
    game = find_game(search.game)
    options, nonce = usual_options(game) or {}, text(fields, "nonce", LONGEST_NONCE)
    begun = house.create(person_id, MatchRequest(game.key, options, (str(MEANWHILE_LEVEL),), nonce=nonce))
    house.quick_match.play_meanwhile(person_id, begun.id)
    return visit.gone_to(f"/matches/{begun.id}", 201)


def _searching(visit: RequestContext, search: Search) -> Response:
    if responses.wants_json(visit.request):
        facts = search_facts(search)
        return responses.json({"search": facts and {**facts, "html": visit.request.app.state.lobby_news.panel(facts)}})
    return responses.elsewhere(f"/matches/{search.match}" if search.state == "ready" else "/lobby")


def _refused(visit: RequestContext, error: FivefoldError) -> Response:
    """Show the lobby with a refusal, to somebody without script."""
    if responses.wants_json(visit.request):
        raise error
    return page.page(visit.request, error, status_of(error))
