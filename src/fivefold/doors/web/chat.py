"""What is said at a table: lines, muting, and reports, with script and without."""

from dataclasses import dataclass
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Path, Query
from starlette.requests import Request
from starlette.responses import Response

from fivefold.contract.errors import FivefoldError
from fivefold.doors.web import limits, responses
from fivefold.doors.web.errors import InvalidField, status_of
from fivefold.doors.web.forms import Form, text, whole_number, yes_or_no
from fivefold.doors.web.limits import limited
from fivefold.doors.web.request_parsing import Fields
from fivefold.doors.web.thread_pool import in_thread
from fivefold.doors.web.visitors import visitor
from fivefold.house.house import House
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


def _who(guest: Guest, fields: Fields) -> tuple[int | None, int | None]:
    """Return the line and the seat in a form, one of them ``None``. Raises ``InvalidField``."""
    if fields.get("line", "").strip():
        return whole_number(fields, "line", LARGEST_LINE), None
    if not fields.get("seat", "").strip():
        raise InvalidField("line: missing; takes a line or a seat", field="line")
    return None, whole_number(fields, "seat", 7)


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


@router.post("/matches/{match_id}/chat", dependencies=[Depends(limited(limits.CHAT))])
@in_thread
def say(request: Request, match_id: MatchId, fields: Form) -> Response:
    """Say something in the room that one may write in."""
    guest = _at_table(request, match_id)
    typed, phrase = fields.get("text", ""), text(fields, "phrase", 20)
    try:
        line = guest.house.chat.say(guest.snapshot, guest.person_id, text(fields, "text", LONGEST_SENT), phrase)
    except FivefoldError as error:
        if responses.wants_json(request) or status_of(error) not in (422, 429):
            raise
        return _page(guest, wrong=str(error), typed=typed[:LONGEST_SENT], status=status_of(error))
    return (
        responses.json(line, 201) if responses.wants_json(request) else responses.elsewhere(f"{guest.base}/chat#latest")
    )


@router.post("/matches/{match_id}/choice", dependencies=[Depends(limited(limits.COMMANDS))])
@in_thread
def choose(request: Request, match_id: MatchId, fields: Form) -> Response:
    """Choose whether to chat at all, or to be named where one looks on."""
    guest = _at_table(request, match_id)
    for name in CHOICES & fields.keys():
        guest.house.accounts.set_preference(guest.person_id, name, yes_or_no(fields, name))
    return responses.elsewhere(f"{guest.base}/chat" if "chat" in fields else guest.base)


@router.post("/matches/{match_id}/mute", dependencies=[Depends(limited(limits.COMMANDS))])
@in_thread
def mute(request: Request, match_id: MatchId, fields: Form) -> Response:
    """Mute who wrote a line or sits at a seat, or hear them again."""
    guest = _at_table(request, match_id)
    other = guest.house.reports.about(guest.snapshot, guest.person_id, *_who(guest, fields))
    chat = guest.house.chat
    (chat.mute if yes_or_no(fields, "muted") else chat.unmute)(guest.person_id, other)
    if responses.wants_json(request):
        return responses.json(chat.view(guest.snapshot, guest.person_id))
    return responses.elsewhere(f"{guest.base}/chat")


@router.get("/matches/{match_id}/report", dependencies=[Depends(limited(limits.PAGES))], include_in_schema=False)
@in_thread
def ask_why(request: Request, match_id: MatchId, line: LineId = None, seat: LineId = None) -> Response:
    """Ask what is wrong with a line or a person."""
    guest = _at_table(request, match_id)
    guest.house.reports.about(guest.snapshot, guest.person_id, line, seat)
    return _report_page(guest, line, seat, {})


@router.post("/matches/{match_id}/report", dependencies=[Depends(limited(limits.REPORTS))])
@in_thread
def report(request: Request, match_id: MatchId, fields: Form) -> Response:
    """Report a line or a person."""
    guest = _at_table(request, match_id)
    line, seat = _who(guest, fields)
    reason, why = text(fields, "reason", 20), text(fields, "why", 3 * LONGEST_WHY)
    try:
        guest.house.reports.add(guest.snapshot, guest.person_id, reason, why, line, seat)
    except FivefoldError as error:
        if responses.wants_json(request) or status_of(error) != 422:
            raise
        return _report_page(guest, line, seat, {"reason": reason, "why": why}, str(error), 422)
    if responses.wants_json(request):
        return responses.json({"thanks": True}, 201)
    return responses.page(request, "report.html", {"base": guest.base, "done": True, "name": ""})


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
