"""What players offer each other at a table, and their answers."""

from fastapi import APIRouter, Depends
from starlette.responses import Response

from fivefold.doors.web import limits
from fivefold.doors.web.api import MatchId, Visiting
from fivefold.doors.web.forms import Form, text, whole_number, yes_or_no
from fivefold.doors.web.lane import in_lane
from fivefold.doors.web.limits import limited
from fivefold.session.offer_kinds import REMATCH

router = APIRouter()
LONGEST_KIND = 16


@router.post("/matches/{match_id}/offers", dependencies=[Depends(limited(limits.COMMANDS))])
@in_lane
def offer(match_id: MatchId, visit: Visiting, fields: Form) -> Response:
    """Offer the others a ``kind``: undo, draw, abort or rematch; ``number`` is that of the last entry seen."""
    kind = text(fields, "kind", LONGEST_KIND)
    if kind == REMATCH:
        limits.spend(visit.request, limits.MATCHES)
    found = visit.house.offer(match_id, visit.person_id, kind, whole_number(fields, "number") + 1)
    return visit.done(found, 200 if found.id == match_id else 201)


@router.post("/matches/{match_id}/offers/answer", dependencies=[Depends(limited(limits.COMMANDS))])
@in_lane
def answer(match_id: MatchId, visit: Visiting, fields: Form) -> Response:
    """Accept what is offered, or decline; whoever offered it withdraws it with a no.

    ``kind``: what they think is offered, anything if left out. ``number``: that of the last entry seen, if known.
    """
    agree, kind = yes_or_no(fields, "agree"), text(fields, "kind", LONGEST_KIND)
    number = whole_number(fields, "number") + 1 if fields.get("number", "").strip() else 0
    if agree and kind == REMATCH:
        limits.spend(visit.request, limits.MATCHES)
    found = visit.house.answer(match_id, visit.person_id, agree, kind, number)
    return visit.done(found, 200 if found.id == match_id else 201)
