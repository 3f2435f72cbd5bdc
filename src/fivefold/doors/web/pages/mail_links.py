"""Where links in mails lead: each shows a page with a button, since programs that look mails over follow links too."""

from functools import partial
from typing import Any, Final

from fastapi import APIRouter, Depends
from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import Response

from fivefold.contract.errors import FivefoldError
from fivefold.doors.web import request_parsing, responses
from fivefold.doors.web.context import RequestContext, context_of
from fivefold.doors.web.errors import status_of
from fivefold.doors.web.forms import Form, text
from fivefold.doors.web.limits import COMMANDS, LINK_MAILS, SIGN_INS, limited
from fivefold.doors.web.pages.account_forms import REFUSALS, device_of, page, typed, words_of
from fivefold.doors.web.pages.sign_in import LONGEST_SECRET, held_words, signed_in
from fivefold.doors.web.request_parsing import Fields
from fivefold.doors.web.thread_pool import run_hashing, run_in_thread
from fivefold.doors.web.visitors import enter
from fivefold.house.errors import NotOffered, UnknownMatch
from fivefold.house.house import House
from fivefold.house.notices.mail import links
from fivefold.house.notices.mail.addresses import LONGEST, check_address
from fivefold.house.notices.mail.links import CONFIRM, PASSWORD, PATHS, SIGN_IN, STOP, MailLink
from fivefold.house.people.signing_in import SignedIn

router = APIRouter()
ASK: Final = "/sign-in/mail"
EVERYTHING, THIS_MATCH, AGAIN = "everything", "match", "again"
"""What somebody wants who follows a link to stop mails."""


@router.get(PATHS[CONFIRM])
def confirm_page(request: Request) -> Response:
    """Ask whether an address is to be confirmed."""
    return _page(context_of(request), CONFIRM, _key(request))


@router.post(PATHS[CONFIRM], dependencies=[Depends(limited(COMMANDS))])
async def confirm(request: Request, fields: Form) -> Response:
    """Confirm an address."""
    asked, key = context_of(request), _sent_key(fields)

    def confirm_it() -> MailLink:
        person, address = asked.house.mail.links.to_confirm(key)
        asked.house.mail.addresses.confirm(person, address)
        return MailLink(person)

    try:
        link = await run_in_thread(confirm_it)
    except REFUSALS as error:
        return _refused(asked, error)
    if link.person == asked.person_id:
        return responses.elsewhere("/mail?done=confirmed")
    return _page(asked, CONFIRM, key, done=CONFIRM, link=link)


@router.get(PATHS[STOP])
def stop_page(request: Request) -> Response:
    """Ask which mails are to be stopped."""
    return _page(context_of(request), STOP, _key(request))


@router.post(PATHS[STOP], dependencies=[Depends(limited(COMMANDS))])
async def stop(request: Request, fields: Form) -> Response:
    """Stop mails, or send them again. A mail program sends this without cookies and without asking (RFC 8058).

    It says nothing of which mails: it stops those about the match that its mail was about.
    """
    asked, key = context_of(request), _key(request) or _sent_key(fields)
    what = text(fields, "what", 12)

    def stop_it() -> tuple[MailLink, str]:
        link, stopping = asked.house.mail.links.read(STOP, key), asked.house.mail.stopping
        _ = _name(asked.house, link.person)
        if link.match and what in ("", THIS_MATCH):
            stopping.stop_match(link.person, link.match)
            return link, THIS_MATCH
        if what == AGAIN:
            stopping.resume(link.person)
            return link, AGAIN
        stopping.stop(link.person)
        return link, EVERYTHING

    try:
        link, done = await run_in_thread(stop_it)
    except REFUSALS as error:
        return _refused(asked, error)
    return _page(asked, STOP, key, done=done, link=link)


@router.get(PATHS[PASSWORD])
def password_page(request: Request) -> Response:
    """Ask for the new password of an account."""
    return _page(context_of(request), PASSWORD, _key(request))


@router.post(PATHS[PASSWORD], dependencies=[Depends(limited(SIGN_INS))])
async def choose_password(request: Request, fields: Form) -> Response:
    """Set a password and sign this device in."""
    return await _enter_with_password(context_of(request), PASSWORD, fields)


@router.get(PATHS[SIGN_IN])
def sign_in_page(request: Request) -> Response:
    """Ask whether this device is to be signed in."""
    return _page(context_of(request), SIGN_IN, _key(request))


@router.post(PATHS[SIGN_IN], dependencies=[Depends(limited(SIGN_INS))])
async def sign_in(request: Request, fields: Form) -> Response:
    """Sign this device in, perhaps with a new password of the account."""
    asked, key = context_of(request), _sent_key(fields)
    if fields.get("password"):
        return await _enter_with_password(asked, SIGN_IN, fields)

    def admit() -> SignedIn:
        link = asked.house.mail.links.use(SIGN_IN, key)
        _ = _name(asked.house, link.person)
        return asked.house.signing_in.admit(link.person, device_of(asked))

    try:
        done = await run_in_thread(admit)
    except REFUSALS as error:
        return _refused(asked, error)
    return await signed_in(asked, done, fields)


async def _enter_with_password(asked: RequestContext, purpose: str, fields: Fields) -> Response:
    key, password = _sent_key(fields), fields.get("password", "")[:LONGEST_SECRET]
    house = asked.house

    def renew() -> SignedIn:
        house.signing_in.check_renewed(house.mail.links.read(purpose, key).person, password)
        link = house.mail.links.use(purpose, key)
        return house.signing_in.renew(link.person, password, device_of(asked))

    try:
        done = await run_hashing(renew)
    except REFUSALS as error:
        return _page(asked, purpose, key, error)
    return enter(asked.request, responses.elsewhere("/account?recovered=1"), done.session)


# --- asking for a link to sign in ------------------------------------------------------------------------------------


@router.get(ASK)
def ask_page(request: Request) -> Response:
    """Ask for the address to send a link to."""
    return _ask_page(context_of(request))


@router.post(ASK, dependencies=[Depends(limited(LINK_MAILS))])
async def ask(request: Request, fields: Form) -> Response:
    """Send a link to sign in, if an account has this address; the answer is the same where none has."""
    asked = context_of(request)
    try:
        address = check_address(text(fields, "address", LONGEST))
    except REFUSALS as error:
        return _ask_page(asked, error, typed(fields))
    answer = _ask_page(asked, sent=address)
    if asked.house.mail.domain:  # after the answer, so that nobody can tell from its time whose address it is
        answer.background = BackgroundTask(run_in_thread, partial(asked.house.mail.link_mails.sign_in, address))
    return answer


def _ask_page(
    asked: RequestContext, error: FivefoldError | None = None, fields: Fields | None = None, sent: str = ""
) -> Response:
    context = {"domain": asked.house.mail.domain, "sent": sent, "fields": fields or {}, "minutes": MINUTES}
    return page(asked, "sign_in_mail.html", context, error)


MINUTES: Final = int(links.GOOD_FOR[SIGN_IN].total_seconds()) // 60


# --- what the pages show ---------------------------------------------------------------------------------------------


def _page(
    asked: RequestContext,
    purpose: str,
    key: str,
    error: FivefoldError | None = None,
    done: str = "",
    link: MailLink | None = None,
) -> Response:
    """Return the page of a link: what it would do, what is wrong with what was typed, or that it is ``done``."""
    try:
        found = link or asked.house.mail.links.read(purpose, key)
        name = _name(asked.house, found.person)
    except REFUSALS as refusal:
        return _refused(asked, refusal)
    known = asked.house.mail.addresses.of(found.person)
    context: dict[str, Any] = {
        "purpose": purpose,
        "path": PATHS[purpose],
        "key": key,
        "done": done,
        "name": name,
        "address": "" if known is None else (known.wanted or known.address),
        "match": _match_words(asked.house, found.match),
        "held": _held_words(asked, found.person) if purpose == SIGN_IN else "",
    }
    return page(asked, "mail_link.html", context, error)


def _held_words(asked: RequestContext, person_id: str) -> str:
    """Return what a guest has made on this device, who may bring it along."""
    held = asked.house.bringing.held(asked.person_id) if asked.person_id != person_id else None
    return held_words(held) if held else ""


def _refused(asked: RequestContext, error: FivefoldError) -> Response:
    """Return the page of a link that is not good any more: why, and what to do."""
    if responses.wants_json(asked.request):
        raise error
    context = {"words": words_of(error), "domain": asked.house.mail.domain}
    return responses.page(asked.request, "mail_link_gone.html", {"section": "account", **context}, status_of(error))


def _name(house: House, person_id: str) -> str:
    """Return the name of an account. Raises ``NotOffered`` for one that is gone."""
    account = house.accounts.account(person_id)
    if account is None:
        raise NotOffered("the account is gone", subject="account", remedy="nothing is mailed to it any more")
    return account.name


def _match_words(house: House, match_id: str) -> str:
    """Return what mails call a match, by its game and number; empty for none."""
    if not match_id:
        return ""
    try:
        game, number = house.snapshot(match_id).match.game, house.mail.boards.known(match_id)
    except UnknownMatch:
        return ""
    return f"{game.name} {number}" if number is not None else game.name


def _key(request: Request) -> str:
    return request_parsing.query(request).get("key", "")


def _sent_key(fields: Fields) -> str:
    """Return the key in a form, of any length: one that is too long is none of ours."""
    return fields.get("key", "")[: links.LONGEST + 1]
