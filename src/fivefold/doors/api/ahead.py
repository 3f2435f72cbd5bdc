"""Answers in advance: what you play to what, and moves made ahead."""

from typing import Annotated, Final

from pydantic import Field
from starlette.responses import Response

from fivefold.doors.api.callers import Player, Reader
from fivefold.doors.api.matches import EXAMPLE, MatchId
from fivefold.doors.api.playing import terms
from fivefold.doors.api.routing import Example, api_router, how
from fivefold.doors.web import limits, responses
from fivefold.doors.web.thread_pool import in_thread
from fivefold.house.commands import Numbered
from fivefold.house.match_view.view_types import AnswersView
from fivefold.house.table import answers
from fivefold.session.answers import DEEPEST, LONGEST_MOVE

router = api_router("Answers in advance")
ILLEGAL: Final = ("illegal-move", "invalid-move")
REFUSED: Final = ("not-offered", "not-yours", "match-over")


class AnswerLine(Numbered):
    """Moves in turn, theirs and yours, beginning with the next entry; the last one is yours."""

    line: list[Annotated[str, Field(max_length=LONGEST_MOVE)]] = Field(min_length=1, max_length=DEEPEST)


class Ahead(Numbered):
    """A move to make as soon as it is your turn, if it is legal then."""

    move: str = Field(max_length=LONGEST_MOVE)


@router.get(
    "/matches/{match_id}/answers",
    response_model=AnswersView,
    **how(limits.VIEWS, "read", example=Example(EXAMPLE), problems=(*REFUSED, "unknown-match"), queued=True),
)
def answers_ahead(caller: Reader, match_id: MatchId) -> Response:
    """See the answers that you have given in advance."""
    return responses.json(answers.answers_view(caller.house.answers.given(caller.person_id, match_id)))


@router.post(
    "/matches/{match_id}/answers",
    response_model=AnswersView,
    **terms(limits.COMMANDS, {"number": "{number}", "line": ["{move}"]}, status=409, more=ILLEGAL),
)
@in_thread
def answer_ahead(caller: Player, match_id: MatchId, wish: AnswerLine) -> Response:
    """Add a line: if the others play so, your answers are played for you. In slow games.

    Where there is another answer to the same moves it is refused: remove that one first. The same again is no harm.
    """
    given = caller.house.answers.add_line(caller.person_id, match_id, wish.number, wish.line)
    return responses.json(answers.answers_view(given))


@router.post(
    "/matches/{match_id}/answers/remove",
    response_model=AnswersView,
    **terms(limits.COMMANDS, {"number": "{number}", "line": ["{move}"]}, status=409, more=ILLEGAL),
)
@in_thread
def remove_answer(caller: Player, match_id: MatchId, wish: AnswerLine) -> Response:
    """Remove the last move of a line, and all that follows it."""
    given = caller.house.answers.drop_line(caller.person_id, match_id, wish.number, wish.line)
    return responses.json(answers.answers_view(given))


@router.delete(
    "/matches/{match_id}/answers",
    response_model=AnswersView,
    **how(limits.COMMANDS, "play", example=Example(EXAMPLE), problems=(*REFUSED, "unknown-match", "stale")),
)
@in_thread
def clear_answers(caller: Player, match_id: MatchId) -> Response:
    """Take back all of your answers, and a move made ahead."""
    return responses.json(answers.answers_view(caller.house.answers.clear(caller.person_id, match_id)))


@router.post(
    "/matches/{match_id}/ahead",
    response_model=AnswersView,
    **terms(limits.MOVES, {"number": "{number}", "move": "{move}"}, status=409, more=ILLEGAL),
)
@in_thread
def move_ahead(caller: Player, match_id: MatchId, wish: Ahead) -> Response:
    """Make a move ahead, while it is another's turn, in live games. Another one takes its place."""
    given = caller.house.answers.move_ahead(caller.person_id, match_id, wish.number, wish.move)
    return responses.json(answers.answers_view(given))
