"""Signing up, signing in, and setting a new password with a recovery code."""

from functools import partial
from typing import Any, Final

from fastapi import APIRouter, Depends
from starlette.requests import Request
from starlette.responses import Response

from fivefold.contract.errors import FivefoldError
from fivefold.doors.web import appearance, request_parsing, responses
from fivefold.doors.web.context import RequestContext, context_of
from fivefold.doors.web.forms import LONGEST_NAME, Form, text
from fivefold.doors.web.limits import SIGN_INS, SIGN_UPS, limited
from fivefold.doors.web.pages.account_forms import REFUSALS, device_of, page, place, sure_place, typed, way_on
from fivefold.doors.web.request_parsing import Fields
from fivefold.doors.web.thread_pool import run_hashing, run_in_thread
from fivefold.doors.web.visitors import enter
from fivefold.house.people.bringing import Held
from fivefold.house.people.signing_in import SignedIn
from fivefold.parts.words import counted, listed

router = APIRouter()
LONGEST_SECRET: Final = 1000
"""As sent; the house allows less."""
LONGEST_CREDENTIAL: Final = 8000


# --- signing in ------------------------------------------------------------------------------------------------------


@router.get("/sign-in")
def sign_in_page(request: Request) -> Response:
    """Ask for name and password, or a passkey."""
    return _sign_in_page(context_of(request), {"back": request_parsing.query(request).get("back", "")})


@router.post("/sign-in", dependencies=[Depends(limited(SIGN_INS))])
async def sign_in(request: Request, fields: Form) -> Response:
    """Sign this device in with name and password."""
    asked = context_of(request)
    try:
        name, password = _text(fields, "name"), _secret(fields, "password")
        done = await run_hashing(partial(asked.house.signing_in.sign_in, name, password, device_of(asked)))
        return await signed_in(asked, done, fields)
    except REFUSALS as error:
        return _sign_in_page(asked, typed(fields), error)


@router.post("/sign-in/challenge", dependencies=[Depends(limited(SIGN_INS))])
def passkey_challenge(request: Request) -> Response:
    """Return what a passkey is asked to sign."""
    asked = context_of(request)
    return responses.json(asked.house.passkeys.challenge(asked.who.session, sure_place(request)))


@router.post("/sign-in/passkey", dependencies=[Depends(limited(SIGN_INS))])
async def sign_in_with_passkey(request: Request, fields: Form) -> Response:
    """Sign this device in with what its passkey has signed."""
    asked, answer = context_of(request), text(fields, "credential", LONGEST_CREDENTIAL)
    owner = partial(asked.house.passkeys.owner, asked.who.session, answer, sure_place(request))
    person_id = await run_hashing(owner)
    done = await run_in_thread(partial(asked.house.signing_in.admit, person_id, device_of(asked)))
    return await signed_in(asked, done, fields)


async def signed_in(asked: RequestContext, done: SignedIn, fields: Fields) -> Response:
    """Return where signing in leads, after bringing along what a guest has made here."""
    way = way_on(fields)
    if device_of(asked).guest is not None and asked.person_id != done.person_id:
        if fields.get("bring"):
            brought = await run_in_thread(partial(asked.house.bringing.bring, asked.person_id, done.person_id))
            way = f"/account?brought={brought.matches}&both={len(brought.both)}&twice={len(brought.twice)}"
        else:
            asked.house.sessions.ended(asked.person_id)
    elif device_of(asked).guest is None:  # signed in as somebody else before
        await run_in_thread(partial(asked.house.sessions.end, asked.who.session))
    answer = responses.json({"way": way}) if responses.wants_json(asked.request) else responses.elsewhere(way)
    preferences = await run_in_thread(partial(asked.house.accounts.preferences, done.person_id))
    if preferences.look:
        appearance.keep(answer, appearance.read(preferences.look))
    return enter(asked.request, answer, done.session)


def _sign_in_page(asked: RequestContext, fields: dict[str, str], error: FivefoldError | None = None) -> Response:
    held = asked.house.bringing.held(asked.person_id)
    context = {"fields": fields, "held": held and held_words(held), "passkeys": place(asked.request) is not None}
    return page(asked, "sign_in.html", context, error)


def held_words(held: Held) -> str:
    """Return what a guest has made, after "the": ``3 games and tournament``."""
    kinds = (
        (held.matches, "game", "games"),
        (held.tournaments, "tournament", "tournaments"),
        (held.number_tables, "table of numbers", "tables of numbers"),
        (held.puzzles, "answer to a puzzle", "answers to puzzles"),
    )
    return listed([one if count == 1 else counted(count, one, many) for count, one, many in kinds if count])


# --- signing up ------------------------------------------------------------------------------------------------------


@router.get("/sign-up")
def sign_up_page(request: Request) -> Response:
    """Ask for a name and a password, or a passkey."""
    asked = context_of(request)
    if asked.house.accounts.is_named(asked.person_id):
        return responses.elsewhere("/account")
    name = asked.house.person(asked.person_id).name
    return _sign_up_page(asked, {"name": name, "back": request_parsing.query(request).get("back", "")})


@router.post("/sign-up", dependencies=[Depends(limited(SIGN_UPS))])
async def sign_up(request: Request, fields: Form) -> Response:
    """Make the guest an account with a password, and show its recovery codes."""
    asked = context_of(request)
    try:
        name, password = _text(fields, "name"), _secret(fields, "password")
        done = await run_hashing(
            partial(asked.house.signing_in.sign_up, asked.person_id, name, password, device_of(asked))
        )
    except REFUSALS as error:
        return _sign_up_page(asked, typed(fields), error)
    return _codes_page(asked, done, fields)


@router.post("/sign-up/options", dependencies=[Depends(limited(SIGN_INS))])
def new_passkey_options(request: Request, fields: Form) -> Response:
    """Return how a browser is to make the passkey of a new account."""
    asked, name = context_of(request), _text(fields, "name")
    tidy = asked.house.signing_in.check_new(asked.person_id, name)
    options = asked.house.passkeys.options(asked.person_id, asked.who.session, tidy, sure_place(request))
    return responses.json(options)


@router.post("/sign-up/passkey", dependencies=[Depends(limited(SIGN_UPS))])
async def sign_up_with_passkey(request: Request, fields: Form) -> Response:
    """Make the guest an account with a passkey, and show its recovery codes."""
    asked, answer = context_of(request), text(fields, "credential", LONGEST_CREDENTIAL)
    house, where, name = asked.house, sure_place(request), _text(fields, "name")

    def keep() -> SignedIn:
        new = house.passkeys.made(asked.who.session, answer, where)
        tidy = house.signing_in.check_new(asked.person_id, name)
        store = partial(house.passkeys.store, person_id=asked.person_id, new=new)
        return house.signing_in.keep(asked.person_id, tidy, device_of(asked), None, store)

    try:
        done = await run_hashing(keep)
    except REFUSALS as error:
        return _sign_up_page(asked, typed({"name": name}), error)
    return _codes_page(asked, done, fields)


def _sign_up_page(asked: RequestContext, fields: dict[str, str], error: FivefoldError | None = None) -> Response:
    held = asked.house.bringing.held(asked.person_id)
    context = {"fields": fields, "held": held and held_words(held), "passkeys": place(asked.request) is not None}
    return page(asked, "sign_up.html", context, error)


def _codes_page(asked: RequestContext, done: SignedIn, fields: Fields) -> Response:
    """Show new recovery codes, this once."""
    context: dict[str, Any] = {"codes": done.codes, "new": True, "way": way_on(fields)}
    return enter(asked.request, page(asked, "recovery_codes.html", context), done.session)


# --- recovering ------------------------------------------------------------------------------------------------------


@router.get("/recover")
def recover_page(request: Request) -> Response:
    """Ask for a name, a recovery code and a new password."""
    return page(context_of(request), "recover.html", {})


@router.post("/recover", dependencies=[Depends(limited(SIGN_INS))])
async def recover(request: Request, fields: Form) -> Response:
    """Set a new password with a recovery code, and sign this device in."""
    asked = context_of(request)
    try:
        name, code, password = _text(fields, "name"), _secret(fields, "code"), _secret(fields, "password")
        done = await run_hashing(partial(asked.house.signing_in.recover, name, code, password, device_of(asked)))
    except REFUSALS as error:
        return page(asked, "recover.html", {"fields": typed(fields)}, error)
    return enter(request, responses.elsewhere("/account?recovered=1"), done.session)


def _text(fields: Fields, name: str) -> str:
    return text(fields, name, LONGEST_NAME)


def _secret(fields: Fields, name: str) -> str:
    """Return a password or code just as it was typed."""
    return fields.get(name, "")[:LONGEST_SECRET]
