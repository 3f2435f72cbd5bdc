"""What is said at a table: lines of chat, who is muted, what is reported."""

from typing import Annotated

from fastapi import Query
from starlette.responses import Response

from fivefold.doors.api.callers import Reader
from fivefold.doors.api.matches import EXAMPLE, UNKNOWN, MatchId
from fivefold.doors.api.playing import add_commands
from fivefold.doors.api.routing import Example, api_router, how
from fivefold.doors.web import limits, responses
from fivefold.doors.web.thread_pool import in_thread
from fivefold.house.commands import CHATTING
from fivefold.house.match_view.view_types import ChatView
from fivefold.house.table.chat import LARGEST_LINE

router = api_router("Chat")
Before = Annotated[int | None, Query(ge=0, le=LARGEST_LINE, description="Only lines before the one with this number.")]


@router.get(
    "/matches/{match_id}/chat",
    response_model=ChatView,
    **how(limits.VIEWS, "read", example=Example(EXAMPLE), problems=UNKNOWN),
)
@in_thread
def chat(caller: Reader, match_id: MatchId, before: Before = None) -> Response:
    """See the latest lines, or those before one. Players and spectators have rooms of their own."""
    return responses.json(caller.house.chat.view(caller.shown(match_id), caller.person_id, before))


add_commands(router, CHATTING)
