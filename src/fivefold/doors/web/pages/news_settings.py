"""What the visitor wants to be told, on which devices, and when not."""

from collections.abc import Mapping
from typing import Any, Final

from fastapi import APIRouter, Depends
from starlette.requests import Request
from starlette.responses import Response

from fivefold.contract.errors import FivefoldError, InvalidOption
from fivefold.doors.web import request_parsing, responses
from fivefold.doors.web.errors import status_of
from fivefold.doors.web.forms import Form, text, yes_or_no
from fivefold.doors.web.limits import COMMANDS, limited
from fivefold.doors.web.news import SETTINGS
from fivefold.doors.web.request_parsing import Fields
from fivefold.doors.web.thread_pool import run_in_thread
from fivefold.doors.web.visitors import house_of, visitor
from fivefold.house.errors import InvalidField
from fivefold.house.house import House
from fivefold.house.people.accounts import HOURS, Choice, Preferences

router = APIRouter()
SWITCHES: Final[Mapping[str, str]] = {
    "news_of_turns": "It is your turn, or time runs out in a slow game",
    "news_of_offers": "Somebody offers you something or is ready to begin",
    "news_of_challenges": "Somebody challenges you",
    "news_of_seats": "Somebody sits down at your table",
    "news_of_ends": "A match of yours is over",
    "news_of_chat": "Somebody writes at your table",
}
"""What can be told, in words."""
TEXTS: Final = ("quiet_from", "quiet_until", "time_zone")
LONGEST: Final = 60
SAVED: Final = {"yes": "Saved.", "off": "No device gets messages any more."}


@router.get(SETTINGS)
def settings(request: Request) -> Response:
    """Show what the visitor wants to be told."""
    chosen = house_of(request).accounts.preferences(visitor(request).id)
    said = SAVED.get(request_parsing.query(request).get("saved", ""), "")
    return _page(request, {name: getattr(chosen, name) for name in (*SWITCHES, *TEXTS)}, said)


@router.post(SETTINGS, dependencies=[Depends(limited(COMMANDS))])
async def change(request: Request, fields: Form) -> Response:
    """Store what the visitor wants to be told."""
    person_id = visitor(request).id
    try:
        chosen = _chosen(fields)
        await run_in_thread(lambda: _store(house_of(request), person_id, chosen))
    except (InvalidOption, InvalidField) as error:
        if responses.wants_json(request):
            raise
        return _page(request, _typed(fields), error=error)
    return responses.elsewhere(f"{SETTINGS}?saved=yes")


def _page(
    request: Request, chosen: Mapping[str, Choice], said: str = "", error: FivefoldError | None = None
) -> Response:
    house = house_of(request)
    context: dict[str, Any] = {
        "section": "account",
        "chosen": chosen,
        "switches": SWITCHES,
        "hours": [(hour, f"{hour}:00" if hour else "–") for hour in HOURS],
        "said": said,
        "wrong": "" if error is None else "There is no such time zone. Europe/Vienna is how one is written.",
        "devices": len(house.push.devices(visitor(request).id)),
        "key": house.push.key(),
    }
    return responses.page(request, "news_settings.html", context, 200 if error is None else status_of(error))


def _typed(fields: Fields) -> dict[str, Choice]:
    switches: dict[str, Choice] = {name: bool(fields.get(name)) for name in SWITCHES}
    return {**switches, **{name: fields.get(name, "")[:LONGEST] for name in TEXTS}}


def _chosen(fields: Fields) -> dict[str, Choice]:
    """Return the choices of a form. Raises ``InvalidField``, ``InvalidOption``."""
    switches: dict[str, Choice] = {name: yes_or_no(fields, name) for name in SWITCHES}
    chosen = {**switches, **{name: text(fields, name, LONGEST) for name in TEXTS}}
    for name, value in chosen.items():
        Preferences().having(name, value)
    return chosen


def _store(house: House, person_id: str, chosen: Mapping[str, Choice]) -> None:
    before = house.accounts.preferences(person_id)
    for name, value in chosen.items():
        if getattr(before, name) != value:
            house.accounts.set_preference(person_id, name, value)
