"""Who calls the API, with which token, what they may do, and how often."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Annotated, Any, Final

from fastapi import Depends
from starlette.requests import Request

from fivefold.contract.errors import FivefoldError
from fivefold.doors.web import request_parsing
from fivefold.doors.web.context import RequestContext, context_of
from fivefold.doors.web.errors import MissingScope, NoToken, TooMany, UnknownToken
from fivefold.doors.web.limits import PER_ADDRESS, Limits, Rate, address_of
from fivefold.doors.web.thread_pool import run_in_thread
from fivefold.doors.web.visitors import Visitor, new_visitor, visitor
from fivefold.house.errors import Busy, NotKept
from fivefold.house.people.tokens import Tokens, is_well_formed

OF_BOTS: Final = 4
"""So many times as much as a person may a bot do."""
INCLUDED: Final = {"read": frozenset({"read", "play", "account"}), "play": {"play"}, "account": {"account"}}
"""For each scope those of a token that allow it: whoever may play sees the hand they play."""


def _caller(request: Request) -> RequestContext:
    found = context_of(request)
    if found.who.refusal is not None:
        raise found.who.refusal
    return found


async def anybody(request: Request) -> RequestContext:
    """Return who calls, also where that is nobody. Raises ``UnknownToken``."""
    found = _caller(request)
    await _note_used(found)
    return found


def needing(scope: str) -> Callable[[Request], Awaitable[RequestContext]]:
    """Return a dependency that returns who calls, and raises where they may not do what ``scope`` stands for."""

    async def checked(request: Request) -> RequestContext:
        found = _caller(request)
        if not found.who.known:
            raise NoToken("this needs a token", subject="token", remedy="make one: /account/tokens")
        token = found.who.token
        if token is not None and token.scopes.isdisjoint(INCLUDED[scope]):
            raise MissingScope(scope)
        if token is None and scope != "read":
            found.house.bots.refuse_by_hand(found.person_id)
        await _note_used(found)
        return found

    return checked


async def _note_used(caller: RequestContext) -> None:
    """Note now and then that a token is used."""
    token, tokens = caller.who.token, caller.house.tokens
    if token is not None and tokens.is_news(token):
        with suppress(Busy, NotKept):  # the next request will do
            await run_in_thread(partial(tokens.note_used, token))


Anybody = Annotated[RequestContext, Depends(anybody)]
"""Somebody who may be nobody: what everybody may see."""
Reader = Annotated[RequestContext, Depends(needing("read"))]
"""Somebody who wants to see what only they may see."""
Player = Annotated[RequestContext, Depends(needing("play"))]
"""Somebody who plays."""
Member = Annotated[RequestContext, Depends(needing("account"))]
"""Somebody who meets or talks to people, or changes what they have chosen."""


CALLERS: Final = {"read": Reader, "play": Player, "account": Member}


def limited(rate: Rate) -> Any:
    """Return the dependency that counts a request: a bot may do more than a person, nobody in particular less."""

    async def count(request: Request) -> None:
        spend(request, rate)

    return Depends(count)


def spend(request: Request, rate: Rate, cost: int = 1) -> None:
    """Count a request. Raises ``TooMany``."""
    limits: Limits = request.app.state.limits
    who, house = visitor(request), request.app.state.house
    if not who.known:
        alone = replace(rate, count=max(1, rate.count // PER_ADDRESS))
        limits.spend(alone, None, address_of(request), cost)
        return
    own = replace(rate, count=rate.count * OF_BOTS) if house.accounts.is_bot(who.id) else rate
    limits.spend(own, who.id, address_of(request), cost)


def nobody() -> str:
    """Return the id of somebody who was never here."""
    return new_visitor().id


UNKNOWN: Final = Rate("tokens that are not known yet", 12, 10)
"""Each asks the store; five times as many from one address."""
NOT_KNOWN: Final = "it was revoked, has expired or never was"


class ByToken:
    """Finds out whose token a request brings."""

    def __init__(self, tokens: Tokens, limits: Limits) -> None:
        self._tokens, self._limits = tokens, limits

    def __call__(self, request: Request) -> Visitor | None:
        """Return who sends a request; ``None`` where it brings no token, and so perhaps a cookie."""
        given = request_parsing.header(request, "authorization").strip()
        if not given:
            return None
        scheme, _, secret = given.partition(" ")
        try:
            return self._visitor(scheme, secret.strip(), address_of(request))
        except (UnknownToken, TooMany) as error:
            return refused(error)

    def _visitor(self, scheme: str, secret: str, address: str) -> Visitor:
        if scheme.lower() != "bearer" or not is_well_formed(secret):
            raise UnknownToken("this is no token of ours", subject="token", remedy="send Authorization: Bearer ff_…")
        if not self._tokens.is_known(secret):
            self._limits.spend(UNKNOWN, None, address)
        found = self._tokens.find(secret)
        if found is None:
            raise UnknownToken(NOT_KNOWN, subject="token", remedy="make another one: /account/tokens")
        return Visitor(found.person_id, known=True, welcome=False, session=found.session, token=found)


def refused(error: FivefoldError) -> Visitor:
    """Return a visitor who is nobody, because the token that came opens nothing."""
    nobody = new_visitor()
    return Visitor(nobody.id, known=False, welcome=False, refusal=error)
