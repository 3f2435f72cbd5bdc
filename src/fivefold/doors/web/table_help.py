"""What can be looked up at a table: what a thing is, and the score card."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query
from starlette.responses import Response

from fivefold.doors.web import limits, responses
from fivefold.doors.web.api import TURN, Ply
from fivefold.doors.web.context import MatchId, Visiting
from fivefold.doors.web.limits import limited
from fivefold.house.errors import NotOffered
from fivefold.house.match_view import words

router = APIRouter()
Thing = Annotated[str, Query(max_length=40)]


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
