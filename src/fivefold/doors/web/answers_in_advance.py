"""Answers given in advance: the page on which a player gives them, with script and without, and what scripts read."""

from collections.abc import Sequence
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Query
from starlette.responses import Response

from fivefold.contract.errors import FivefoldError
from fivefold.doors.web import limits, responses
from fivefold.doors.web.address_queue import wait_for_turn
from fivefold.doors.web.context import MatchId, RequestContext, Visiting
from fivefold.doors.web.errors import status_of
from fivefold.doors.web.forms import add_forms, sent, to_page
from fivefold.doors.web.limits import limited
from fivefold.doors.web.pages import page_parts
from fivefold.doors.web.request_parsing import Fields
from fivefold.house import commands
from fivefold.house.errors import InvalidField, Stale
from fivefold.house.table import answers
from fivefold.session.answers import DEEPEST, LONGEST_MOVE

Move = Annotated[str, Query(max_length=LONGEST_MOVE)]
Line = Annotated[list[Move], Query(max_length=DEEPEST)]
Picks = Annotated[list[Annotated[str, Query(max_length=40)]] | None, Query(max_length=40)]

router = APIRouter()
TURN: Final = Depends(wait_for_turn, scope="function")


@router.get("/matches/{match_id}/answers", dependencies=[Depends(limited(limits.VIEWS)), TURN])
def show_answers(visit: Visiting, match_id: MatchId, line: Line = []) -> Response:  # noqa: B006  (never changed)
    """Return the visitor's answers; as a page with the position after a line."""
    if responses.wants_json(visit.request):
        return responses.json(answers.answers_view(visit.house.answers.given(visit.person_id, match_id)))
    return _page(visit, match_id, line)


@router.get("/matches/{match_id}/answers/board", dependencies=[Depends(limited(limits.PREVIEWS)), TURN])
def show_board(visit: Visiting, match_id: MatchId, line: Line = [], pick: Picks = None) -> Response:  # noqa: B006
    """Return the position after a line, and with picks what the moves that begin with them would do."""
    return responses.json(answers.ahead_view(visit.house.answers, visit.person_id, match_id, line, pick))


@router.get("/matches/{match_id}/answers/ahead", dependencies=[Depends(limited(limits.VIEWS)), TURN])
def show_moves_ahead(visit: Visiting, match_id: MatchId) -> Response:
    """Return the moves that can be made ahead."""
    return responses.json(answers.moves_ahead_view(visit.house.answers, visit.person_id, match_id))


def _not_added(visit: RequestContext, match_id: str, error: FivefoldError, fields: Fields) -> Response:
    """Show what is wrong with a line."""
    if isinstance(error, InvalidField | Stale) or status_of(error) not in {409, 422}:
        raise error
    line = sent(commands.AnswerLine, fields).line
    return _page(visit, match_id, line[:-1], str(error), status_of(error))


add_forms(router, commands.answer_ahead, done=to_page("/answers"), refused=_not_added)
add_forms(router, commands.remove_answer, commands.clear_answers, commands.move_ahead, done=to_page("/answers"))


def _page(visit: RequestContext, match_id: str, line: Sequence[str], wrong: str = "", status: int = 200) -> Response:
    house, person_id = visit.house, visit.person_id
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
    return responses.page(visit.request, "answers.html", context, status)
