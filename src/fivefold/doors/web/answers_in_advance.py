"""Answers given in advance: the page on which a player gives them, with script and without, and what scripts read."""

from collections.abc import Sequence
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Path, Query
from starlette.requests import Request
from starlette.responses import Response

from fivefold.contract.errors import FivefoldError
from fivefold.doors.web import limits, responses
from fivefold.doors.web.address_queue import wait_for_turn
from fivefold.doors.web.errors import status_of
from fivefold.doors.web.forms import Form, text, whole_number
from fivefold.doors.web.limits import limited
from fivefold.doors.web.pages import page_parts
from fivefold.doors.web.request_parsing import Fields
from fivefold.doors.web.thread_pool import in_thread
from fivefold.doors.web.visitors import visitor
from fivefold.house.errors import Stale
from fivefold.house.house import House
from fivefold.house.table import answers
from fivefold.house.table.answers import Given
from fivefold.session.answers import DEEPEST, LONGEST_MOVE

MatchId = Annotated[str, Path(max_length=40)]
Move = Annotated[str, Query(max_length=LONGEST_MOVE)]
Line = Annotated[list[Move], Query(max_length=DEEPEST)]
Picks = Annotated[list[Annotated[str, Query(max_length=40)]] | None, Query(max_length=40)]
BETWEEN: Final = "|"
"""Between the moves of a line in a form."""
LONGEST_LINE: Final = DEEPEST * (LONGEST_MOVE + 1)

router = APIRouter()
TURN: Final = Depends(wait_for_turn, scope="function")


def _house(request: Request) -> House:
    found: House = request.app.state.house
    return found


@router.get("/matches/{match_id}/answers", dependencies=[Depends(limited(limits.VIEWS)), TURN])
def show_answers(request: Request, match_id: MatchId, line: Line = []) -> Response:  # noqa: B006  (never changed)
    """Return the visitor's answers; as a page with the position after a line."""
    house, person_id = _house(request), visitor(request).id
    if responses.wants_json(request):
        return responses.json(answers.answers_view(house.answers.given(person_id, match_id)))
    return _page(request, match_id, line)


@router.get("/matches/{match_id}/answers/board", dependencies=[Depends(limited(limits.PREVIEWS)), TURN])
def show_board(request: Request, match_id: MatchId, line: Line = [], pick: Picks = None) -> Response:  # noqa: B006
    """Return the position after a line, and with picks what the moves that begin with them would do."""
    house = _house(request)
    return responses.json(answers.ahead_view(house.answers, visitor(request).id, match_id, line, pick))


@router.get("/matches/{match_id}/answers/ahead", dependencies=[Depends(limited(limits.VIEWS)), TURN])
def show_moves_ahead(request: Request, match_id: MatchId) -> Response:
    """Return the moves that can be made ahead."""
    return responses.json(answers.moves_ahead_view(_house(request).answers, visitor(request).id, match_id))


@router.post("/matches/{match_id}/answers/add", dependencies=[Depends(limited(limits.COMMANDS))])
@in_thread
def add_line(request: Request, match_id: MatchId, fields: Form) -> Response:
    """Add a line, a ``move`` at its end; without script the page shows what is wrong with it."""
    line, number = _line(fields), whole_number(fields, "number")
    try:
        given = _house(request).answers.add_line(visitor(request).id, match_id, number, line)
    except FivefoldError as error:
        if responses.wants_json(request) or isinstance(error, Stale) or status_of(error) not in {409, 422}:
            raise
        return _page(request, match_id, line[:-1], str(error), status_of(error))
    return _done(request, match_id, given)


@router.post("/matches/{match_id}/answers/drop", dependencies=[Depends(limited(limits.COMMANDS))])
@in_thread
def drop_line(request: Request, match_id: MatchId, fields: Form) -> Response:
    """Remove the last move of a line, and what follows it."""
    number = whole_number(fields, "number")
    return _done(
        request, match_id, _house(request).answers.drop_line(visitor(request).id, match_id, number, _line(fields))
    )


@router.post("/matches/{match_id}/answers/clear", dependencies=[Depends(limited(limits.COMMANDS))])
@in_thread
def clear(request: Request, match_id: MatchId) -> Response:
    """Remove all of the visitor's answers."""
    return _done(request, match_id, _house(request).answers.clear(visitor(request).id, match_id))


@router.post("/matches/{match_id}/answers/ahead", dependencies=[Depends(limited(limits.MOVES))])
@in_thread
def move_ahead(request: Request, match_id: MatchId, fields: Form) -> Response:
    """Make a move ahead."""
    number, move = whole_number(fields, "number"), text(fields, "move", LONGEST_MOVE)
    return _done(request, match_id, _house(request).answers.move_ahead(visitor(request).id, match_id, number, move))


def _line(fields: Fields) -> list[str]:
    """Return the moves of a line in a form."""
    said = [*text(fields, "line", LONGEST_LINE).split(BETWEEN), text(fields, "move", LONGEST_MOVE)]
    return [move for move in said if move]


def _done(request: Request, match_id: str, given: Given) -> Response:
    if responses.wants_json(request):
        return responses.json(answers.answers_view(given))
    return responses.elsewhere(f"/matches/{match_id}/answers")


def _page(request: Request, match_id: str, line: Sequence[str], wrong: str = "", status: int = 200) -> Response:
    house, person_id = _house(request), visitor(request).id
    given = house.answers.given(person_id, match_id)
    view = answers.answers_view(given)
    if view["live"]:
        return responses.elsewhere(f"/matches/{match_id}")
    context: dict[str, Any] = {
        "base": f"/matches/{match_id}",
        "game": given.now.match.game,
        "names": list(given.now.names),
        "given": view,
        "wrong": wrong,
        "board": None,
    }
    if not view["refused"]:
        board = answers.ahead_view(house.answers, person_id, match_id, line)
        context |= {
            "board": board,
            "picture": page_parts.as_markup(board["view"]["picture"]),
            "shape": page_parts.ratio_class(board["view"]["size"]),
        }
    return responses.page(request, "answers.html", context, status)
