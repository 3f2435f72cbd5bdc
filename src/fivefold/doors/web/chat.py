"""What is said at a table: lines, muting, and reports, with script and without."""

from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Query
from starlette.responses import Response

from fivefold.contract.errors import FivefoldError
from fivefold.doors.web import limits, responses
from fivefold.doors.web.context import MatchId, RequestContext, Visiting
from fivefold.doors.web.errors import status_of
from fivefold.doors.web.forms import Form, add_forms, sent, to_page, yes_or_no
from fivefold.doors.web.limits import limited
from fivefold.doors.web.request_parsing import Fields
from fivefold.doors.web.thread_pool import in_thread
from fivefold.house import commands
from fivefold.house.errors import InvalidField
from fivefold.house.moderation.reports import LONGEST_WHY, REASONS
from fivefold.house.table.chat import LARGEST_LINE, LONGEST_SENT, PHRASES, SAID

CHOICES: Final = frozenset({"chat", "named_spectator"})
LineId = Annotated[int | None, Query(ge=0, le=LARGEST_LINE)]

router = APIRouter()


@router.get("/matches/{match_id}/chat", dependencies=[Depends(limited(limits.VIEWS))])
@in_thread
def show_chat(visit: Visiting, match_id: MatchId, before: LineId = None) -> Response:
    """Show what has been said: the latest lines, or those before a line."""
    if responses.wants_json(visit.request):
        return responses.json(visit.house.chat.view(visit.shown(match_id), visit.person_id, before))
    return _page(visit, match_id, before)


def _page(
    visit: RequestContext, match_id: str, before: int | None = None, wrong: str = "", typed: str = "", status: int = 200
) -> Response:
    snapshot = visit.shown(match_id)
    names = list(snapshot.names)
    seats = [seat.seat for seat in snapshot.seats if seat.person not in (None, visit.person_id)]
    context = {
        "chat": visit.house.chat.view(snapshot, visit.person_id, before),
        "phrases": PHRASES,
        "base": f"/matches/{match_id}",
        "names": names,
        "wrong": wrong,
        "typed": typed,
        "before": before,
        "others": [(seat, names[seat]) for seat in seats],
    }
    return responses.page(visit.request, "chat.html", context, status)


def _not_said(visit: RequestContext, match_id: str, error: FivefoldError, fields: Fields) -> Response:
    if status_of(error) not in (422, 429):
        raise error
    typed = fields.get("text", "")[:LONGEST_SENT]
    return _page(visit, match_id, wrong=str(error), typed=typed, status=status_of(error))


add_forms(router, commands.say, done=to_page("/chat#latest"), refused=_not_said)


@router.post("/matches/{match_id}/choice", dependencies=[Depends(limited(limits.COMMANDS))])
@in_thread
def choose(visit: Visiting, match_id: MatchId, fields: Form) -> Response:
    """Choose whether to chat at all, or to be named where one looks on."""
    base = f"/matches/{visit.shown(match_id).id}"
    for name in CHOICES & fields.keys():
        visit.house.accounts.set_preference(visit.person_id, name, yes_or_no(fields, name))
    return responses.elsewhere(f"{base}/chat" if "chat" in fields else base)


add_forms(router, commands.mute, done=to_page("/chat"))


@router.get("/matches/{match_id}/report", dependencies=[Depends(limited(limits.PAGES))], include_in_schema=False)
@in_thread
def ask_why(visit: Visiting, match_id: MatchId, line: LineId = None, seat: LineId = None) -> Response:
    """Ask what is wrong with a line or a person."""
    visit.house.reports.about(visit.shown(match_id), visit.person_id, line, seat)
    return _report_page(visit, match_id, line, seat, {})


def _reported(visit: RequestContext, match_id: str, _: None, status: int) -> Response:
    if responses.wants_json(visit.request):
        return responses.json({"thanks": True}, 201)
    return responses.page(visit.request, "report.html", {"base": f"/matches/{match_id}", "done": True, "name": ""})


def _not_reported(visit: RequestContext, match_id: str, error: FivefoldError, fields: Fields) -> Response:
    if isinstance(error, InvalidField) or status_of(error) != 422:
        raise error
    what = sent(commands.Reported, fields)
    return _report_page(visit, match_id, *what.one(), {"reason": what.reason, "why": what.why}, str(error), 422)


add_forms(router, commands.report, done=_reported, refused=_not_reported)


def _report_page(
    visit: RequestContext,
    match_id: str,
    line: int | None,
    seat: int | None,
    typed: dict[str, str],
    wrong: str = "",
    status: int = 200,
) -> Response:
    snapshot = visit.shown(match_id)
    found = None if line is None else visit.house.chat.seen_line(snapshot, visit.person_id, line)
    context: dict[str, Any] = {
        "base": f"/matches/{match_id}",
        "done": False,
        "line": found,
        "said": "" if found is None else SAID.get(found.phrase or "", found.text),
        "seat": seat,
        "name": snapshot.names[seat or 0] if found is None else found.name,
        "reasons": REASONS,
        "longest": LONGEST_WHY,
        "typed": {"reason": "", "why": "", **typed},
        "wrong": wrong,
    }
    return responses.page(visit.request, "report.html", context, status)
