"""One's own account: name, password, passkeys, recovery codes, devices, data."""

from datetime import UTC, datetime
from functools import partial
from hashlib import sha256
from typing import Any, Final

from anyio import CapacityLimiter
from anyio.to_thread import run_sync
from fastapi import APIRouter, Depends
from starlette.requests import Request
from starlette.responses import Response

from fivefold.contract.errors import FivefoldError
from fivefold.doors.web import request_parsing, responses
from fivefold.doors.web.context import RequestContext, context_of
from fivefold.doors.web.forms import LONGEST_NAME, Form, text
from fivefold.doors.web.limits import COMMANDS, EXPORTS, NAMES, SIGN_INS, limited
from fivefold.doors.web.pages.account_forms import REFUSALS, FormPage, device_of, page, place, sure_place, typed, whole
from fivefold.doors.web.pages.page_parts import date_in_words
from fivefold.doors.web.pages.sign_in import LONGEST_CREDENTIAL
from fivefold.doors.web.request_parsing import Fields
from fivefold.doors.web.thread_pool import run_hashing, run_in_thread
from fivefold.doors.web.visitors import enter, new_visitor
from fivefold.house.errors import NotOffered
from fivefold.house.people.accounts import RESERVED
from fivefold.house.people.passkeys import Passkey
from fivefold.house.people.sessions import Session
from fivefold.house.stored_match import time_from_text
from fivefold.parts.words import counted

router = APIRouter()
LONGEST_SECRET: Final = 1000
DONE: Final = {
    "name": "Your name is changed. Links to the old one go on working.",
    "password": "Your password is changed.",
    "recovered": "Your new password is set, and you are signed in. All other devices were signed out.",
    "passkey": "The passkey is ready.",
    "renamed": "The passkey has its new name.",
    "removed": "The passkey is removed. You can delete it on your device too.",
    "signed-out": "That device is signed out.",
    "others-out": "All other devices are signed out.",
}
"""What a page says after a form was carried out."""
GONE: Final = (
    "Your name, password, passkeys and devices are gone, and so is what you wrote, unless it was reported. Games you "
    "finished stay with those you played, who now played a former player. You are a guest again."
)
_exporting = CapacityLimiter(1)


@router.get("/me")
def me_page(request: Request) -> Response:
    """Show what is the visitor's own: their name and pages, and how the house looks to them."""
    return responses.page(request, "me.html", {"section": "me"})


@router.get("/account")
def account_page(request: Request) -> Response:
    """Show the visitor's own account."""
    asked = context_of(request)
    if not asked.house.accounts.is_named(asked.person_id):
        return responses.elsewhere("/sign-in?back=/account")
    return _page(asked)


def _page(
    asked: RequestContext, error: FivefoldError | None = None, form: str = "", fields: Fields | None = None
) -> Response:
    house, person_id = asked.house, asked.person_id
    account = house.accounts.account(person_id)
    if account is None:
        raise NotOffered("you are not signed in", subject="account", remedy="sign in first: /sign-in")
    context = {
        "account": account,
        "since": date_in_words(account.since.date()),
        "news": _news(request_parsing.query(asked.request)) if error is None else [],
        "passkeys": [_passkey(each) for each in house.passkeys.of(person_id)],
        "passkeys_possible": place(asked.request) is not None,
        "codes_left": house.signing_in.codes_left(person_id),
        "sessions": [_device(each, asked) for each in house.sessions.of(person_id)],
        "blocked": _blocked(asked),
        "parts": house.export.parts(person_id),
        "reserved_days": RESERVED.days,
        "fields": {} if fields is None else typed(fields),
    }
    return page(asked, "account.html", context, error, form)


def _news(query: Fields) -> list[str]:
    """Return what a page says that follows a form, by the names in its address."""
    said = [words for name, words in DONE.items() if query.get("done") == name or query.get(name) == "1"]
    counts = {
        name: int(query.get(name, "0")) for name in ("brought", "both", "twice") if _is_count(query.get(name, ""))
    }
    if counts.get("brought"):
        said.append(f"{counted(counts['brought'], 'game')} from this device came along. Welcome back!")
    if counts.get("both"):
        games = counted(counts["both"], "game")
        said.append(f"{games} stayed with the guest, since this account plays there too. Sign out to go back to it.")
    if counts.get("twice"):
        games = counted(counts["twice"], "daily deal")
        said.append(f"{games} stayed with the guest: this account had played that day already. Sign out to look at it.")
    return said


def _is_count(value: str) -> bool:
    return value.isascii() and value.isdigit() and len(value) < 7


def _passkey(stored: Passkey) -> dict[str, Any]:
    used = None if stored.used is None else date_in_words(time_from_text(stored.used).date())
    return {"name": stored.name, "made": date_in_words(time_from_text(stored.created).date()), "used": used}


def _device(session: Session, asked: RequestContext) -> dict[str, Any]:
    here = session.id == asked.who.session
    return {
        "handle": _handle(session.id),
        "device": session.device,
        "here": here,
        "since": _day(session.created, asked),
        "seen": _day(session.seen, asked),
    }


def _day(time: datetime, asked: RequestContext) -> str:
    today = asked.house.daily.today()
    return "today" if time.astimezone(UTC).date() == today else f"on {date_in_words(time.date())}"


def _handle(session_id: str) -> str:
    """Return what a form calls a session by: the id itself would sign anybody in who could sign it."""
    return sha256(session_id.encode()).hexdigest()[:16]


def _blocked(asked: RequestContext) -> list[str]:
    accounts = (asked.house.accounts.account(each) for each in asked.house.blocks.of(asked.person_id))
    return [account.name for account in accounts if account is not None]


# --- forms -----------------------------------------------------------------------------------------------------------


FORMS: Final = FormPage(router, "/account", _page)


@FORMS.form("/name", "name", NAMES)
def _change_name(asked: RequestContext, fields: Fields) -> str:
    _ = _own(asked)
    asked.house.rename(asked.person_id, text(fields, "name", LONGEST_NAME))
    return "name"


@FORMS.form("/password", "password", SIGN_INS, run_hashing)
def _change_password(asked: RequestContext, fields: Fields) -> str:
    """Change the account's password, or set the first, and perhaps sign out everywhere else."""
    current, password = (fields.get(name, "")[:LONGEST_SECRET] for name in ("current", "password"))
    asked.house.signing_in.change_password(asked.person_id, current, password, device_of(asked).network)
    if fields.get("everywhere"):
        asked.house.sessions.end_all(asked.person_id, but=asked.who.session)
    return "password"


@router.post("/account/codes", dependencies=[Depends(limited(SIGN_INS))])
async def new_codes(request: Request, fields: Form) -> Response:
    """Make new recovery codes instead of those before, and show them."""
    asked = context_of(request)
    current = fields.get("current", "")[:LONGEST_SECRET]

    def make() -> tuple[str, ...]:
        if _own(asked).has_password:
            asked.house.signing_in.confirm(asked.person_id, current, device_of(asked).network)
        return asked.house.signing_in.new_codes(asked.person_id)

    try:
        codes = await run_hashing(make)
    except REFUSALS as error:
        return _page(asked, error, "codes", fields)
    return page(asked, "recovery_codes.html", {"codes": codes, "new": False, "way": "/account"})


# --- passkeys --------------------------------------------------------------------------------------------------------


@router.post("/account/passkeys/options", dependencies=[Depends(limited(SIGN_INS))])
def passkey_options(request: Request) -> Response:
    """Return how a browser is to make another passkey of this account."""
    asked = context_of(request)
    name = _own(asked).name
    return responses.json(asked.house.passkeys.options(asked.person_id, asked.who.session, name, sure_place(request)))


@FORMS.form("/passkeys", "passkeys", SIGN_INS)
def _add_passkey(asked: RequestContext, fields: Fields) -> str:
    """Add the passkey that a browser has made, named after its device."""
    answer, where = text(fields, "credential", LONGEST_CREDENTIAL), sure_place(asked.request)
    new = asked.house.passkeys.made(asked.who.session, answer, where)
    asked.house.passkeys.add(asked.person_id, new, device_of(asked).words[:40])
    return "passkey"


@FORMS.form("/passkeys/name", "passkeys")
def _rename_passkey(asked: RequestContext, fields: Fields) -> str:
    asked.house.passkeys.rename(asked.person_id, whole(fields, "passkey"), text(fields, "name", LONGEST_NAME))
    return "renamed"


@FORMS.form("/passkeys/remove", "passkeys")
def _remove_passkey(asked: RequestContext, fields: Fields) -> str:
    asked.house.passkeys.remove(asked.person_id, whole(fields, "passkey"))
    return "removed"


# --- devices ---------------------------------------------------------------------------------------------------------


@router.post("/sign-out", dependencies=[Depends(limited(COMMANDS))])
async def sign_out(request: Request) -> Response:
    """Sign this device out; a guest who has played here before is back."""
    asked = context_of(request)
    if not asked.house.accounts.is_named(asked.person_id):
        return responses.elsewhere("/sign-in")
    guest = await run_in_thread(partial(asked.house.signing_in.sign_out, asked.who.session))
    return enter(request, responses.elsewhere("/"), guest or new_visitor().session)


@FORMS.form("/sessions/end", "sessions")
def _end_session(asked: RequestContext, fields: Fields) -> str:
    """Sign one of the account's devices out, or all but this one."""
    handle, sessions = fields.get("session", ""), asked.house.sessions
    _ = _own(asked)
    if handle == "others":
        sessions.end_all(asked.person_id, but=asked.who.session)
        return "others-out"
    found = next((each for each in sessions.of(asked.person_id) if _handle(each.id) == handle), None)
    if found is None:
        raise NotOffered("that device was signed out already", subject="device", remedy="reload the page")
    sessions.end(found.id)
    return "signed-out"


# --- data ------------------------------------------------------------------------------------------------------------


@router.post("/account/export", dependencies=[Depends(limited(EXPORTS))])
async def export(request: Request, fields: Form) -> Response:
    """Return a copy of everything the house keeps of the account; one is made at a time."""
    asked = context_of(request)
    account, part = _own(asked), max(1, whole(fields, "part"))
    made = await run_sync(partial(asked.house.export.archive, account, part), limiter=_exporting)
    name = f"fivefold-{asked.house.daily.today().isoformat()}-{part}.zip"
    return Response(
        made, media_type="application/zip", headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


@router.post("/account/delete", dependencies=[Depends(limited(SIGN_INS))])
async def delete(request: Request, fields: Form) -> Response:
    """Delete the account, once its password or name is given."""
    asked, given = context_of(request), fields.get("confirm", "")[:LONGEST_SECRET]
    leaving = asked.house.leaving
    try:
        account = await run_hashing(partial(leaving.confirm, asked.person_id, given, given, device_of(asked).network))
    except REFUSALS as error:
        return _page(asked, error, "delete")
    await run_in_thread(partial(leaving.delete, account))
    return enter(request, responses.elsewhere("/account/deleted"), new_visitor().session)


@router.get("/account/deleted")
def deleted_page(request: Request) -> Response:
    """Say what is gone after an account was deleted."""
    return responses.message(request, 200, "Your account is deleted", GONE)


def _own(asked: RequestContext) -> Any:
    found = asked.house.accounts.account(asked.person_id)
    if found is None:
        raise NotOffered("you are not signed in", subject="account", remedy="sign in first: /sign-in")
    return found
