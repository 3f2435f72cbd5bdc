"""What is done in the lobby: open a table, fill or close it, look for somebody to play with."""

from dataclasses import replace

from fastapi import APIRouter, Depends
from starlette.requests import Request
from starlette.responses import Response

from fivefold.contract.errors import FivefoldError
from fivefold.doors.web import limits, responses
from fivefold.doors.web.errors import status_of
from fivefold.doors.web.forms import Form, chosen_time, text, yes_or_no
from fivefold.doors.web.limits import limited
from fivefold.doors.web.lobby_stream import MEANWHILE_LEVEL, search_facts
from fivefold.doors.web.pages import lobby as page
from fivefold.doors.web.static_files import find_game
from fivefold.doors.web.thread_pool import in_thread
from fivefold.doors.web.visitors import visitor
from fivefold.house.errors import NotOffered
from fivefold.house.house import House
from fivefold.house.meeting.lobby import fitting_time, usual_options
from fivefold.house.meeting.quick_match import Search
from fivefold.house.table.seating import LINK, MatchRequest
from fivefold.play.chance import LONGEST_NONCE
from fivefold.session.snapshot import MatchSnapshot

router = APIRouter()
HIGHEST_LEVEL = 7
MOST_SEATS = 7


@router.post("/lobby/tables", dependencies=[Depends(limited(limits.MATCHES))])
@in_thread
def open_table(request: Request, fields: Form) -> Response:
    """Open a table with the usual set-up of a game, for anybody in the lobby."""
    house, person_id = _house(request), visitor(request).id
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
        double=game.traits.doubles and not rated,
        nonce=text(fields, "nonce", LONGEST_NONCE),
    )
    try:
        control = fitting_time(game, chosen_time(fields))
        wish = replace(wish, time=control.text if control else "")
        return _at_table(request, house.create(person_id, wish), 201)
    except FivefoldError as error:
        return _refused(request, error)


@router.post("/lobby/seek", dependencies=[Depends(limited(limits.COMMANDS))])
@in_thread
def seek(request: Request, fields: Form) -> Response:
    """Look for somebody to play a game with its usual set-up."""
    game = find_game(text(fields, "game", 20))
    rated, nonce = yes_or_no(fields, "rated"), text(fields, "nonce", LONGEST_NONCE)
    try:
        found = _house(request).quick_match.seek(visitor(request).id, game.key, rated, nonce, chosen_time(fields))
        return _searching(request, found)
    except FivefoldError as error:
        return _refused(request, error)


@router.post("/lobby/stop", dependencies=[Depends(limited(limits.COMMANDS))])
@in_thread
def stop(request: Request) -> Response:
    """Look no more; whoever was found goes on looking."""
    _house(request).quick_match.stop(visitor(request).id)
    if responses.wants_json(request):
        return responses.json({"search": None})
    back = responses.way_back(request)
    return responses.elsewhere("/lobby" if back == "/" else back)


@router.post("/lobby/accept", dependencies=[Depends(limited(limits.COMMANDS))])
@in_thread
def accept(request: Request, fields: Form) -> Response:
    """Come to the table of somebody who was found."""
    try:
        came = _house(request).quick_match.accept(visitor(request).id, text(fields, "nonce", LONGEST_NONCE))
    except FivefoldError as error:
        return _refused(request, error)
    return _at_table(request, came)


@router.post("/lobby/meanwhile", dependencies=[Depends(limited(limits.MATCHES))])
@in_thread
def play_meanwhile(request: Request, fields: Form) -> Response:
    """Play a computer, not rated, while the search goes on."""
    house, person_id = _house(request), visitor(request).id
    search = house.quick_match.search(person_id)
    if search is None:
        return _refused(request, NotOffered("you are not looking for anybody any more", subject="a game meanwhile"))
    if search.state == "ready":
        return _searching(request, search)
    game = find_game(search.game)
    options, nonce = usual_options(game) or {}, text(fields, "nonce", LONGEST_NONCE)
    begun = house.create(person_id, MatchRequest(game.key, options, (str(MEANWHILE_LEVEL),), nonce=nonce))
    house.quick_match.play_meanwhile(person_id, begun.id)
    return _at_table(request, begun, 201)


def _house(request: Request) -> House:
    house: House = request.app.state.house
    return house


def _at_table(request: Request, now: MatchSnapshot, status: int = 200) -> Response:
    path = f"/matches/{now.id}"
    return responses.json({"path": path}, status) if responses.wants_json(request) else responses.elsewhere(path)


def _searching(request: Request, search: Search) -> Response:
    if responses.wants_json(request):
        facts = search_facts(search)
        return responses.json({"search": facts and {**facts, "html": request.app.state.lobby_news.panel(facts)}})
    return responses.elsewhere(f"/matches/{search.match}" if search.state == "ready" else "/lobby")


def _refused(request: Request, error: FivefoldError) -> Response:
    """Show the lobby with a refusal, to somebody without script."""
    if responses.wants_json(request):
        raise error
    return page.page(request, error, status_of(error))
