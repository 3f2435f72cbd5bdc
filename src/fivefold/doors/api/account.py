"""Who calls: their account, as a program needs to know it, and how it becomes a bot."""

from functools import partial

from starlette.responses import Response

from fivefold.doors.api.bodies import Told
from fivefold.doors.api.callers import Member, Reader
from fivefold.doors.api.routing import Example, api_router, how
from fivefold.doors.web.context import RequestContext
from fivefold.doors.web.limits import COMMANDS, VIEWS
from fivefold.doors.web.thread_pool import run_in_thread
from fivefold.house.stored_match import time_text

router = api_router("Account")


class TokenTold(Told):
    """The token that this was asked with."""

    name: str
    scopes: list[str]
    expires: str | None
    """ISO 8601; null for never."""


class AccountTold(Told):
    """Who you are."""

    name: str
    account: bool
    """Whether you keep an account; otherwise you are a guest."""
    bot: bool
    page: str | None
    """The address of your page."""
    token: TokenTold | None
    """Null where a cookie says who you are."""


@router.get("/account", **how(VIEWS, "read"))
def account(caller: Reader) -> AccountTold:
    """See who you are, and what your token may do."""
    return _told(caller)


@router.post("/account/bot", **how(COMMANDS, "account", problems=("not-offered",)))
async def become_bot(caller: Member) -> AccountTold:
    """Make your account a bot, before its first game and for good: everybody sees that a program plays."""
    await run_in_thread(partial(caller.house.bots.become, caller.person_id))
    return _told(caller)


@router.delete("/account/token", status_code=204, **how(COMMANDS, "read", example=Example(status=204)))
async def revoke_token(caller: Reader) -> Response:
    """Revoke the token that this is asked with."""
    if caller.who.token is not None:
        await run_in_thread(partial(caller.house.tokens.revoke, caller.person_id, caller.who.token.id))
    return Response(status_code=204)


def _told(caller: RequestContext) -> AccountTold:
    person, account, token = (
        caller.house.person(caller.person_id),
        caller.house.accounts.account(caller.person_id),
        None,
    )
    if caller.who.token is not None:
        known = caller.who.token
        expires = None if known.expires is None else time_text(known.expires)
        token = TokenTold(name=known.name, scopes=sorted(known.scopes), expires=expires)
    return AccountTold(
        name=person.shown,
        account=account is not None,
        bot=account is not None and account.bot,
        page=None if account is None else account.path,
        token=token,
    )
