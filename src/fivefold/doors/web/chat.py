"""What is said at a table: lines, muting, and reports, with script and without."""

from dataclasses import dataclass
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Path, Query
from starlette.requests import Request
from starlette.responses import Response

from fivefold.contract.errors import FivefoldError
from fivefold.doors.web import limits, responses
from fivefold.doors.web.context import RequestContext
from fivefold.doors.web.errors import status_of
from fivefold.doors.web.forms import Form, add_forms, sent, yes_or_no
from fivefold.doors.web.limits import limited
from fivefold.doors.web.request_parsing import Fields
from fivefold.doors.web.thread_pool import in_thread
from fivefold.doors.web.visitors import visitor
from fivefold.house import commands
from fivefold.house.errors import InvalidField
from fivefold.house.house import House
from fivefold.house.match_view.view_types import ChatLineView, ChatView
from fivefold.house.moderation.reports import LONGEST_WHY, REASONS
from fivefold.house.table.chat import LARGEST_LINE, LONGEST_SENT, PHRASES, SAID
from fivefold.session.snapshot import MatchSnapshot

CHOICES: Final = frozenset({"chat", "named_spectator"})
MatchId = Annotated[str, Path(max_length=40)]
LineId = Annotated[int | None, Query(ge=0, le=LARGEST_LINE)]

router = APIRouter()


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody at a table, as a request says."""

    request: Request
    house: House
    person_id: str
    snapshot: MatchSnapshot

    @property
    def base(self) -> str:
        """The table's address."""
        return f"/matches/{self.snapshot.id}"


def _at_table(request: Request, match_id: MatchId) -> Guest:
    house: House = request.app.state.house
    person_id = visitor(request).id
    return Guest(request, house, person_id, house.shown_to(person_id, match_id))


@router.get("/matches/{match_id}/chat", dependencies=[Depends(limited(limits.VIEWS))])
@in_thread
def show_chat(request: Request, match_id: MatchId, before: LineId = None) -> Response:
    """Show what has been said: the latest lines, or those before a line."""
    guest = _at_table(request, match_id)
    if responses.wants_json(request):
        return responses.json(guest.house.chat.view(guest.snapshot, guest.person_id, before))
    return _page(guest, before)


def _page(guest: Guest, before: int | None = None, wrong: str = "", typed: str = "", status: int = 200) -> Response:
    chat = guest.house.chat.view(guest.snapshot, guest.person_id, before)
    names = list(guest.snapshot.names)
    others = [
        (seat.seat, names[seat.seat]) for seat in guest.snapshot.seats if seat.person not in (None, guest.person_id)
    ]
    context = {"chat": chat, "phrases": PHRASES, "base": guest.base, "names": names, "wrong": wrong, "typed": typed}
    return responses.page(guest.request, "chat.html", context | {"before": before, "others": others}, status)


def _said(visit: RequestContext, match_id: str, line: ChatLineView) -> Response:
    if responses.wants_json(visit.request):
        return responses.json(line, 201)
    return responses.elsewhere(f"/matches/{match_id}/chat#latest")


def _not_said(visit: RequestContext, match_id: str, error: FivefoldError, fields: Fields) -> Response:
    if status_of(error) not in (422, 429):
        raise error
    guest = _at_table(visit.request, match_id)
    return _page(guest, wrong=str(error), typed=fields.get("text", "")[:LONGEST_SENT], status=status_of(error))


add_forms(router, commands.say, done=_said, refused=_not_said)


@router.post("/matches/{match_id}/choice", dependencies=[Depends(limited(limits.COMMANDS))])
@in_thread
def choose(request: Request, match_id: MatchId, fields: Form) -> Response:
    """Choose whether to chat at all, or to be named where one looks on."""
    guest = _at_table(request, match_id)
    for name in CHOICES & fields.keys():
        guest.house.accounts.set_preference(guest.person_id, name, yes_or_no(fields, name))
    return responses.elsewhere(f"{guest.base}/chat" if "chat" in fields else guest.base)


def _muted(visit: RequestContext, match_id: str, chat: ChatView) -> Response:
    if responses.wants_json(visit.request):
        return responses.json(chat)
    return responses.elsewhere(f"/matches/{match_id}/chat")


add_forms(router, commands.mute, done=_muted)


@router.get("/matches/{match_id}/report", dependencies=[Depends(limited(limits.PAGES))], include_in_schema=False)
@in_thread
def ask_why(request: Request, match_id: MatchId, line: LineId = None, seat: LineId = None) -> Response:
    """Ask what is wrong with a line or a person."""
    guest = _at_table(request, match_id)
    guest.house.reports.about(guest.snapshot, guest.person_id, line, seat)
    return _report_page(guest, line, seat, {})


def _reported(visit: RequestContext, match_id: str, _: None) -> Response:
    if responses.wants_json(visit.request):
        return responses.json({"thanks": True}, 201)
    return responses.page(visit.request, "report.html", {"base": f"/matches/{match_id}", "done": True, "name": ""})


def _not_reported(visit: RequestContext, match_id: str, error: FivefoldError, fields: Fields) -> Response:
    if isinstance(error, InvalidField) or status_of(error) != 422:
        raise error
    guest, what = _at_table(visit.request, match_id), sent(commands.Reported, fields)
    return _report_page(guest, *what.one(), {"reason": what.reason, "why": what.why}, str(error), 422)


add_forms(router, commands.report, done=_reported, refused=_not_reported)


def _report_page(
    guest: Guest, line: int | None, seat: int | None, typed: dict[str, str], wrong: str = "", status: int = 200
) -> Response:
    found = None if line is None else guest.house.chat.seen_line(guest.snapshot, guest.person_id, line)
    context: dict[str, Any] = {
        "base": guest.base,
        "done": False,
        "line": found,
        "said": "" if found is None else SAID.get(found.phrase or "", found.text),
        "seat": seat,
        "name": guest.snapshot.names[seat or 0] if found is None else found.name,
        "reasons": REASONS,
        "longest": LONGEST_WHY,
        "typed": {"reason": "", "why": "", **typed},
        "wrong": wrong,
    }
    return responses.page(guest.request, "report.html", context, status)
