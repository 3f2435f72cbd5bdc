"""Challenges by page and form: the list, the answers, a player to block."""

from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Path
from starlette.requests import Request
from starlette.responses import Response

from fivefold.contract.errors import FivefoldError
from fivefold.doors.web import limits, responses
from fivefold.doors.web.address_queue import wait_for_turn
from fivefold.doors.web.context import MatchId, RequestContext, Visiting
from fivefold.doors.web.errors import status_of
from fivefold.doors.web.forms import Form, add_forms, whole_number
from fivefold.doors.web.limits import Rate, limited
from fivefold.doors.web.request_parsing import Fields
from fivefold.doors.web.thread_pool import in_thread
from fivefold.doors.web.visitors import house_of, visitor
from fivefold.house import commands
from fivefold.house.meeting.challenges import REASONS, Challenge
from fivefold.session.snapshot import MatchSnapshot

router = APIRouter()
ChallengeId = Annotated[str, Path(max_length=40)]
ANSWERS: Final = Rate("answers to challenges", 30, 60)
MOST_SEATS: Final = 7


@router.get(
    "/challenges",
    include_in_schema=False,
    dependencies=[Depends(limited(limits.PAGES)), Depends(wait_for_turn, scope="function")],
)
def challenges(visit: Visiting) -> Response:
    """List the challenges that wait for the visitor, and their own."""
    return _page(visit)


def _answered(visit: RequestContext, challenge_id: str, match: MatchSnapshot | None, status: int = 200) -> Response:
    if match is not None:
        return visit.gone_to(f"/matches/{match.id}")
    back = responses.way_back(visit.request)
    return visit.gone_to("/challenges" if back == "/" else back)


def _not_answered(visit: RequestContext, challenge_id: str, error: FivefoldError, fields: Fields) -> Response:
    return _page(visit, error)


def _not_declined(visit: RequestContext, challenge_id: str, error: FivefoldError, fields: Fields) -> Response:
    """Show the list with a refusal; nothing typed is lost."""
    word = fields.get("word", "")[: commands.LONGEST_WORD]
    return _page(visit, error, word, challenge_id)


add_forms(router, commands.accept, done=_answered, refused=_not_answered)
add_forms(router, commands.decline, done=_answered, refused=_not_declined, rate=ANSWERS)
add_forms(router, commands.withdraw, done=_answered, refused=_not_answered, rate=ANSWERS)


@router.post("/challenges/{challenge_id}/block", dependencies=[Depends(limited(ANSWERS))])
@in_thread
def block(visit: Visiting, challenge_id: ChallengeId) -> Response:
    """Decline a challenge and block whoever made it."""
    try:
        visit.house.challenges.block(challenge_id, visit.person_id)
    except FivefoldError as error:
        if responses.wants_json(visit.request):
            raise
        return _page(visit, error)
    return _answered(visit, challenge_id, None)


@router.post("/matches/{match_id}/block", dependencies=[Depends(limited(ANSWERS))])
@in_thread
def block_at_table(visit: Visiting, match_id: MatchId, fields: Form) -> Response:
    """Block whoever sits in another seat."""
    visit.house.challenges.block_at_table(match_id, visit.person_id, whole_number(fields, "seat", MOST_SEATS))
    return visit.gone_to(f"/matches/{match_id}")


def waiting_for(request: Request) -> list[Challenge]:
    """Return the challenges that wait for the visitor's answer, for any page that shows them."""
    return [each for each in house_of(request).challenges.of(visitor(request).id) if not each.mine]


def reasons() -> list[tuple[str, str]]:
    """Return the ready reasons to decline."""
    return list(REASONS.items())


def _page(visit: RequestContext, error: FivefoldError | None = None, word: str = "", about: str = "") -> Response:
    challenges, person_id = visit.house.challenges, visit.person_id
    context: dict[str, Any] = {
        "section": "challenges",
        "mine": [each for each in challenges.of(person_id) if each.mine],
        "met": challenges.acquaintances(person_id),
        "error": str(error) if error else "",
        "word": word,
        "about": about,
    }
    return responses.page(visit.request, "challenges.html", context, status_of(error) if error else 200)
