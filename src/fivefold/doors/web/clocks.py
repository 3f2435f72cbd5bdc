"""What players do about time: claim a win when another's time is out, or give more."""

from fastapi import APIRouter, Depends
from starlette.responses import Response

from fivefold.doors.web import limits
from fivefold.doors.web.api import MatchId, Visiting
from fivefold.doors.web.forms import Form, whole_number
from fivefold.doors.web.lane import in_lane
from fivefold.doors.web.limits import limited

router = APIRouter()


@router.post("/matches/{match_id}/claim", dependencies=[Depends(limited(limits.COMMANDS))])
@in_lane
def claim(match_id: MatchId, visit: Visiting) -> Response:
    """End a slow match in which another player's time is out."""
    return visit.done(visit.house.clocks.claim(match_id, visit.person_id))


@router.post("/matches/{match_id}/give", dependencies=[Depends(limited(limits.COMMANDS))])
@in_lane
def give(match_id: MatchId, visit: Visiting, fields: Form) -> Response:
    """Give the others more time; ``number`` is that of the last entry seen."""
    return visit.done(visit.house.clocks.give(match_id, visit.person_id, whole_number(fields, "number") + 1))
