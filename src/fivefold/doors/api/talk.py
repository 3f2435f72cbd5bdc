"""What is said at a table: lines of chat, who is muted, what is reported."""

from typing import Annotated

from fastapi import Query
from pydantic import Field
from starlette.responses import Response

from fivefold.doors.api.callers import Member, Reader
from fivefold.doors.api.matches import EXAMPLE, UNKNOWN, MatchId
from fivefold.doors.api.routing import Example, api_router, how
from fivefold.doors.web import limits, responses
from fivefold.doors.web.errors import InvalidField
from fivefold.doors.web.thread_pool import in_thread
from fivefold.house.commands import Sent
from fivefold.house.match_view.view_types import ChatLineView, ChatView
from fivefold.house.moderation.reports import LONGEST_WHY
from fivefold.house.table.chat import LARGEST_LINE, LONGEST_SENT, PHRASES

router = api_router("Chat")
Before = Annotated[int | None, Query(ge=0, le=LARGEST_LINE, description="Only lines before the one with this number.")]


class ChatLine(Sent):
    """A line to say."""

    text: str = Field("", max_length=LONGEST_SENT)
    phrase: str = Field("", max_length=20)
    """Or the key of a quick phrase."""


class About(Sent):
    """A person at a table: who wrote a line, or who sits at a seat."""

    line: int | None = Field(None, ge=0, le=LARGEST_LINE)
    seat: int | None = Field(None, ge=0, le=7)


class Muting(About):
    """Somebody to mute, or to hear again."""

    muted: bool = True


class Reported(About):
    """Something to report to those who run the house."""

    reason: str = Field(max_length=20)
    """`rude`, `threats`, `spam`, `unfair`, `name` or `other`."""
    why: str = Field("", max_length=3 * LONGEST_WHY)


@router.get(
    "/matches/{match_id}/chat",
    response_model=ChatView,
    **how(limits.VIEWS, "read", example=Example(EXAMPLE), problems=UNKNOWN),
)
@in_thread
def chat(caller: Reader, match_id: MatchId, before: Before = None) -> Response:
    """See the latest lines, or those before one. Players and spectators have rooms of their own."""
    return responses.json(caller.house.chat.view(caller.shown(match_id), caller.person_id, before))


@router.post(
    "/matches/{match_id}/chat",
    status_code=201,
    response_model=ChatLineView,
    **how(
        limits.CHAT,
        "account",
        body=True,
        example=Example(EXAMPLE, body={"phrase": next(iter(PHRASES))}, status=201),
        problems=(*UNKNOWN, "not-offered", "too-fast", "invalid-option"),
    ),
)
@in_thread
def say(caller: Member, match_id: MatchId, line: ChatLine) -> Response:
    """Say something, or a quick phrase."""
    said = caller.house.chat.say(caller.shown(match_id), caller.person_id, line.text, line.phrase)
    return responses.json(said, 201)


@router.post(
    "/matches/{match_id}/mute",
    response_model=ChatView,
    **how(
        limits.COMMANDS,
        "account",
        body=True,
        example=Example(EXAMPLE, body={"seat": "{seat}"}),
        problems=(*UNKNOWN, "unknown-line", "not-offered"),
    ),
)
@in_thread
def mute(caller: Member, match_id: MatchId, who: Muting) -> Response:
    """Mute who wrote a line or sits at a seat, in all matches, or hear them again."""
    snapshot, chat = caller.shown(match_id), caller.house.chat
    other = caller.house.reports.about(snapshot, caller.person_id, *_one_of(who))
    (chat.mute if who.muted else chat.unmute)(caller.person_id, other)
    return responses.json(chat.view(snapshot, caller.person_id))


@router.post(
    "/matches/{match_id}/report",
    status_code=204,
    **how(
        limits.REPORTS,
        "account",
        body=True,
        example=Example(EXAMPLE, body={"seat": "{seat}", "reason": "unfair", "why": "stops the clock"}, status=204),
        problems=(*UNKNOWN, "unknown-line", "not-offered", "invalid-option"),
    ),
)
@in_thread
def report(caller: Member, match_id: MatchId, what: Reported) -> Response:
    """Report a line, or who sits at a seat, to those who run the house."""
    line, seat = _one_of(what)
    caller.house.reports.add(caller.shown(match_id), caller.person_id, what.reason, what.why, line, seat)
    return Response(status_code=204)


def _one_of(who: About) -> tuple[int | None, int | None]:
    """Return the line and the seat, one of them ``None``. Raises ``InvalidField``."""
    if (who.line is None) == (who.seat is None):
        raise InvalidField("line: takes a line or a seat, and not both", field="line")
    return who.line, who.seat
