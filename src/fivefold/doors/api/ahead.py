"""Answers in advance: what you play to what, and moves made ahead."""

from typing import Final

from starlette.responses import Response

from fivefold.doors.api.callers import Reader
from fivefold.doors.api.matches import EXAMPLE, MatchId
from fivefold.doors.api.playing import add_commands
from fivefold.doors.api.routing import Example, api_router, how
from fivefold.doors.web import limits, responses
from fivefold.house.commands import ANSWERING
from fivefold.house.match_view.view_types import AnswersView
from fivefold.house.table import answers

router = api_router("Answers in advance")
REFUSED: Final = ("not-offered", "not-yours", "match-over", "unknown-match")


@router.get(
    "/matches/{match_id}/answers",
    response_model=AnswersView,
    **how(limits.VIEWS, "read", example=Example(EXAMPLE), problems=REFUSED, queued=True),
)
def answers_ahead(caller: Reader, match_id: MatchId) -> Response:
    """See the answers that you have given in advance."""
    return responses.json(answers.answers_view(caller.house.answers.given(caller.person_id, match_id)))


add_commands(router, ANSWERING)
