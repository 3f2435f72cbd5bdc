"""Tokens of one's own: made, shown once, revoked; and the account as a bot."""

from functools import partial
from typing import Any, Final

from fastapi import APIRouter, Depends
from starlette.requests import Request
from starlette.responses import Response

from fivefold.contract.errors import FivefoldError
from fivefold.doors.web import request_parsing, responses
from fivefold.doors.web.context import RequestContext, context_of
from fivefold.doors.web.forms import LONGEST_NAME, Form, text, yes_or_no
from fivefold.doors.web.limits import Rate, limited
from fivefold.doors.web.pages.account_forms import REFUSALS, FormPage, page, typed
from fivefold.doors.web.pages.page_parts import date_in_words
from fivefold.doors.web.request_parsing import Fields
from fivefold.doors.web.thread_pool import run_in_thread
from fivefold.house.errors import NotOffered
from fivefold.house.people.tokens import MOST, SCOPES, Token

router = APIRouter()
TOKENS: Final = Rate("new tokens", 10, 600)
LIFETIMES: Final = {"30": "30 days", "90": "90 days", "365": "A year", "never": "No end"}
USUAL: Final = {"lifetime": "90", "scope-read": "yes", "scope-play": "yes"}
DONE: Final = {
    "revoked": "The token is revoked. Whatever used it is cut off.",
    "bot": "This account is a bot now: everybody sees that a program plays.",
}
PAGE: Final = "/account/tokens"


@router.get(PAGE)
def tokens_page(request: Request) -> Response:
    """Show the visitor's tokens."""
    asked = context_of(request)
    if not asked.house.accounts.is_named(asked.person_id):
        return responses.elsewhere(f"/sign-in?back={PAGE}")
    return _page(asked)


@router.post(PAGE, dependencies=[Depends(limited(TOKENS))])
async def make_token(request: Request, fields: Form) -> Response:
    """Make a token, and show its secret this one time."""
    asked = context_of(request)
    scopes = [scope for scope in SCOPES if yes_or_no(fields, f"scope-{scope}")]
    name, lifetime = text(fields, "name", LONGEST_NAME), text(fields, "lifetime", 10)
    try:
        token, secret = await run_in_thread(partial(asked.house.tokens.make, asked.person_id, name, scopes, lifetime))
    except REFUSALS as error:
        return _page(asked, error, "new", fields)
    return page(asked, "token_made.html", {"token": _shown(token, asked), "secret": secret})


def _page(
    asked: RequestContext, error: FivefoldError | None = None, form: str = "", fields: Fields | None = None
) -> Response:
    house, person_id = asked.house, asked.person_id
    account = house.accounts.account(person_id)
    if account is None:
        raise NotOffered("you are not signed in", subject="tokens", remedy="sign in first: /sign-in")
    found = house.tokens.of(person_id)
    context = {
        "account": account,
        "tokens": [_shown(each, asked) for each in found],
        "full": len(found) >= MOST,
        "most": MOST,
        "scopes": SCOPES,
        "lifetimes": LIFETIMES,
        "fields": USUAL if fields is None or form != "new" else typed(fields),
        "news": DONE.get(request_parsing.query(asked.request).get("done", ""), "") if error is None else "",
    }
    return page(asked, "tokens.html", context, error, form)


def _shown(token: Token, asked: RequestContext) -> dict[str, Any]:
    now = asked.house.now()
    expired = token.expires is not None and token.expires <= now
    hour = None if token.used is None else f"{date_in_words(token.used.date())}, {token.used:%H}:00 UTC"
    return {
        "id": token.id,
        "name": token.name,
        "scopes": [scope for scope in SCOPES if scope in token.scopes],
        "made": date_in_words(token.created.date()),
        "used": hour,
        "expires": None if token.expires is None else date_in_words(token.expires.date()),
        "expired": expired,
    }


FORMS: Final = FormPage(router, PAGE, _page)


@FORMS.form("/revoke", "tokens")
def _revoke_token(asked: RequestContext, fields: Fields) -> str:
    asked.house.tokens.revoke(asked.person_id, text(fields, "token", 20))
    return "revoked"


@FORMS.form("/bot", "bot")
def _become_bot(asked: RequestContext, fields: Fields) -> str:
    if not yes_or_no(fields, "sure"):
        raise NotOffered("tick the box first: it is for good", subject="bot", field="sure")
    asked.house.bots.become(asked.person_id)
    return "bot"
