"""Challenges by page and form: the list, the answers, a player to block."""

from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Path
from starlette.requests import Request
from starlette.responses import Response

from fivefold.contract.errors import FivefoldError
from fivefold.doors.web import limits, responses
from fivefold.doors.web.address_queue import wait_for_turn
from fivefold.doors.web.context import MatchId
from fivefold.doors.web.errors import status_of
from fivefold.doors.web.forms import Form, text, whole_number
from fivefold.doors.web.limits import Rate, limited
from fivefold.doors.web.thread_pool import in_thread
from fivefold.doors.web.visitors import visitor
from fivefold.house.house import House
from fivefold.house.meeting.challenges import LONGEST_WORD, REASONS, Challenge
from fivefold.play.chance import LONGEST_NONCE
from fivefold.session.snapshot import MatchSnapshot

router = APIRouter()
ChallengeId = Annotated[str, Path(max_length=40)]
ANSWERS: Final = Rate("answers to challenges", 30, 60)
SENT: Final = 2000
"""Characters of a word as sent; the house allows fewer."""
MOST_SEATS: Final = 7


@router.get(
    "/challenges",
    include_in_schema=False,
    dependencies=[Depends(limited(limits.PAGES)), Depends(wait_for_turn, scope="function")],
)
def challenges(request: Request) -> Response:
    """List the challenges that wait for the visitor, and their own."""
    return _page(request)


@router.post("/challenges/{challenge_id}/accept", dependencies=[Depends(limited(limits.COMMANDS))])
@in_thread
def accept(request: Request, challenge_id: ChallengeId, fields: Form) -> Response:
    """Sit down where one is asked to."""
    nonce = text(fields, "nonce", LONGEST_NONCE)
    try:
        return _at_table(request, _house(request).challenges.accept(challenge_id, visitor(request).id, nonce))
    except FivefoldError as error:
        return _refused(request, error)


@router.post("/challenges/{challenge_id}/decline", dependencies=[Depends(limited(ANSWERS))])
@in_thread
def decline(request: Request, challenge_id: ChallengeId, fields: Form) -> Response:
    """Say no, with a ready reason or a word of one's own."""
    try:
        reason, word = text(fields, "reason", 20), text(fields, "word", SENT)
        _house(request).challenges.decline(challenge_id, visitor(request).id, reason, word)
    except FivefoldError as error:
        return _refused(request, error, fields.get("word", "")[:SENT], challenge_id)
    return _done(request)


@router.post("/challenges/{challenge_id}/withdraw", dependencies=[Depends(limited(ANSWERS))])
@in_thread
def withdraw(request: Request, challenge_id: ChallengeId) -> Response:
    """Take a challenge back."""
    try:
        _house(request).challenges.withdraw(challenge_id, visitor(request).id)
    except FivefoldError as error:
        return _refused(request, error)
    return _done(request)


@router.post("/challenges/{challenge_id}/block", dependencies=[Depends(limited(ANSWERS))])
@in_thread
def block(request: Request, challenge_id: ChallengeId) -> Response:
    """Decline a challenge and block whoever made it."""
    try:
        _house(request).challenges.block(challenge_id, visitor(request).id)
    except FivefoldError as error:
        return _refused(request, error)
    return _done(request)


@router.post("/matches/{match_id}/block", dependencies=[Depends(limited(ANSWERS))])
@in_thread
def block_at_table(request: Request, match_id: MatchId, fields: Form) -> Response:
    """Block whoever sits in another seat."""
    seat = whole_number(fields, "seat", MOST_SEATS)
    _house(request).challenges.block_at_table(match_id, visitor(request).id, seat)
    path = f"/matches/{match_id}"
    return responses.json({"path": path}) if responses.wants_json(request) else responses.elsewhere(path)


def waiting_for(request: Request) -> list[Challenge]:
    """Return the challenges that wait for the visitor's answer, for any page that shows them."""
    house: House = request.app.state.house
    return [each for each in house.challenges.of(visitor(request).id) if not each.mine]


def reasons() -> list[tuple[str, str]]:
    """Return the ready reasons to decline."""
    return list(REASONS.items())


def _page(request: Request, error: FivefoldError | None = None, word: str = "", about: str = "") -> Response:
    house, person_id = _house(request), visitor(request).id
    every = house.challenges.of(person_id)
    context: dict[str, Any] = {
        "section": "challenges",
        "mine": [each for each in every if each.mine],
        "met": house.challenges.acquaintances(person_id),
        "error": str(error) if error else "",
        "word": word,
        "about": about,
        "longest_word": LONGEST_WORD,
    }
    return responses.page(request, "challenges.html", context, status_of(error) if error else 200)


def _house(request: Request) -> House:
    house: House = request.app.state.house
    return house


def _done(request: Request) -> Response:
    back = responses.way_back(request)
    back = "/challenges" if back == "/" else back
    return responses.json({"path": back}) if responses.wants_json(request) else responses.elsewhere(back)


def _at_table(request: Request, now: MatchSnapshot) -> Response:
    path = f"/matches/{now.id}"
    return responses.json({"path": path}) if responses.wants_json(request) else responses.elsewhere(path)


def _refused(request: Request, error: FivefoldError, word: str = "", about: str = "") -> Response:
    """Show the list with a refusal, to somebody without script; nothing typed is lost."""
    if responses.wants_json(request):
        raise error
    return _page(request, error, word, about)
