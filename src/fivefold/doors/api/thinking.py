"""What the house thinks: hints, the coach, hindsight, analysis. Each is asked for, and fetched when it is there."""

from typing import Any, Final

from starlette.responses import Response

from fivefold.doors.api.bodies import Told
from fivefold.doors.api.callers import Player, Reader
from fivefold.doors.api.matches import EXAMPLE, UNKNOWN, MatchId
from fivefold.doors.api.routing import Example, api_router, how
from fivefold.doors.web import limits, responses
from fivefold.doors.web.responses import LOOK_AGAIN
from fivefold.house.computers.analysis import plies_to_analyse, reconciled
from fivefold.house.errors import NotOffered
from fivefold.house.match_view.view_types import AnalysisView, CoachView, HindsightView, HintView

router = api_router("Thinking")
REFUSALS: Final = (*UNKNOWN, "not-offered")


class Thinking(Told):
    """It is being worked out: ask again after the seconds in Retry-After."""

    state: str = "thinking"


class ArrangementTold(Told):
    """The best that could have been made of the cards a seat had."""

    seat: int
    points: int
    made: int
    """What was made."""
    share: float | None
    """What was made of what was possible, 0 to 1; null where nothing above 0 was possible."""
    seconds: float
    """How long it was looked for."""


class HindsightTold(Told):
    """What could have been made of the cards of a match that is over."""

    seats: list[ArrangementTold]


LATER: Final = {202: {"model": Thinking, "description": "It is being worked out: ask again after Retry-After."}}


def _terms(rate: limits.Rate, scope: str, given: str, status: int = 200) -> dict[str, Any]:
    example = Example(path=EXAMPLE, given=given, status=status)
    found = how(rate, scope, example=example, problems=REFUSALS, queued=True)
    return {**found, "responses": {**found["responses"], **LATER}}


@router.post("/matches/{match_id}/hint", response_model=HintView, **_terms(limits.HINTS, "play", "computer", 202))
def ask_for_hint(caller: Player, match_id: MatchId) -> Response:
    """Ask the strongest opponent what it would play. Not in matches between people."""
    return _thought(caller.opponents.hint(match_id, caller.person_id))


@router.get("/matches/{match_id}/hint", response_model=HintView, **_terms(limits.VIEWS, "read", "computer"))
def hint(caller: Reader, match_id: MatchId) -> Response:
    """Get the hint that was asked for."""
    return _thought(caller.opponents.look_for_hint(match_id, caller.person_id))


@router.post("/matches/{match_id}/coach", response_model=CoachView, **_terms(limits.COACH, "play", "computer", 202))
def ask_coach(caller: Player, match_id: MatchId) -> Response:
    """Ask the coach about your last move."""
    return _thought(caller.opponents.coach(match_id, caller.person_id))


@router.get("/matches/{match_id}/coach", response_model=CoachView, **_terms(limits.VIEWS, "read", "computer"))
def coach(caller: Reader, match_id: MatchId) -> Response:
    """Get what the coach says of your last move."""
    return _thought(caller.opponents.look_for_coach(match_id, caller.person_id))


@router.get("/matches/{match_id}/hindsight", response_model=HindsightTold, **_terms(limits.VIEWS, "read", "alone"))
def hindsight(caller: Reader, match_id: MatchId) -> Response:
    """Get the best that could have been made of the cards of a match that is over."""
    found = caller.opponents.hindsight(match_id, caller.person_id)
    if found is None:
        return _thought(None)
    told = [{name: each[name] for name in ArrangementTold.model_fields} for each in _facts(found)]
    return responses.json({"seats": told})


def _facts(found: HindsightView) -> list[dict[str, Any]]:
    return [{**each, "made": each["yours"]} for each in found["seats"]]


@router.get("/matches/{match_id}/analysis", response_model=AnalysisView, **_terms(limits.VIEWS, "read", "over", 202))
def analysis(caller: Reader, match_id: MatchId) -> Response:
    """Get what is known of a match that is over, and have the rest worked out: `done` of `of` positions."""
    snapshot = caller.shown(match_id)
    if not snapshot.match.outcome:
        raise NotOffered("you get it when the match is over", subject="analysis")
    caller.opponents.analyse(match_id, caller.person_id)
    found = reconciled(snapshot.match, caller.house.estimates.of(snapshot.id))
    of = len(plies_to_analyse(snapshot.match))
    seen: AnalysisView = {"done": len(found), "of": of, "estimates": [found[ply].view() for ply in sorted(found)]}
    later = {} if len(found) >= of else {"Retry-After": str(LOOK_AGAIN)}
    return responses.json(seen, 202 if later else 200, later)


def _thought(found: HintView | CoachView | None) -> Response:
    """Return a result, or 202 while it is being worked out."""
    if found is None:
        return responses.json(Thinking().model_dump(), 202, {"Retry-After": str(LOOK_AGAIN)})
    return responses.json(found)
