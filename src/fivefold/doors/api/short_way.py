"""The short way of a program's move, past all that has nothing to say of one.

It is for the plain case alone: a token and a match at hand, a body in one piece that says what it should. Anything else
takes the long way, with the body that was read, and is answered there. Both ways count the same limits and give the
same commands.
"""

import re
from typing import Final

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fivefold.contract.errors import FivefoldError
from fivefold.doors.api import bodies, matches
from fivefold.doors.api.callers import INCLUDED, spend
from fivefold.doors.web.errors import response_to
from fivefold.doors.web.limits import LONGEST_BODY
from fivefold.doors.web.problems import API
from fivefold.doors.web.visitors import Visitor
from fivefold.house.commands import TABLE, Context, Move
from fivefold.house.house import House

MOVES: Final = re.compile(rf"{API}/matches/([a-z0-9]{{1,40}})/moves")
MOVE: Final = next(each for each in TABLE if each.sent is Move)
ROUTE: Final = next(each for each in matches.playing.routes if getattr(each, "name", "") == MOVE.name)
PLAIN: Final = {b"content-type": b"application/json", b"transfer-encoding": None, b"sec-fetch-site": None}
"""What headers have to say; ``None`` for nothing."""
BEARER: Final = b"Bearer "


class ShortWay:
    """Answers plain moves itself."""

    def __init__(self, app: ASGIApp, owner: FastAPI) -> None:
        """``owner``: the app around all layers."""
        self.app, self._owner = app, owner
        self._house: House = owner.state.house

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        found = MOVES.fullmatch(scope["path"]) if scope["type"] == "http" and scope["method"] == "POST" else None
        who = None if found is None else self._who(scope)
        if found is None or who is None or not self._house.is_open_at_hand(found[1]):
            await self.app(scope, receive, send)
            return
        message = await receive()
        sent = _sent(message)
        if sent is None:
            await self.app(scope, _again(message, receive), send)
            return
        scope.update(app=self._owner, route=ROUTE)
        scope.setdefault("state", {})["visitor"] = who
        answer = await self._answer(Request(scope), Context(self._house, who.id), found[1], sent)
        await answer(scope, receive, send)

    def _who(self, scope: Scope) -> Visitor | None:
        """Return who sends a plain request; ``None`` for any other."""
        headers = dict(scope["headers"])
        bearer, length = headers.get(b"authorization", b""), headers.get(b"content-length", b"0")
        plain = len(headers) == len(scope["headers"]) and all(headers.get(key) == PLAIN[key] for key in PLAIN)
        if not plain or scope["query_string"] or int(length) > LONGEST_BODY or not bearer.startswith(BEARER):
            return None
        token = self._house.tokens.at_hand(bearer.removeprefix(BEARER).decode("latin-1"))
        if token is None or token.scopes.isdisjoint(INCLUDED[MOVE.scope]):
            return None
        return Visitor(token.person_id, known=True, welcome=False, session=token.session, token=token)

    async def _answer(self, request: Request, context: Context, match_id: str, sent: Move) -> Response:
        try:
            spend(request, MOVE.rate)
            return await matches.moved(MOVE, context, match_id, sent)
        except Exception as error:
            return response_to(request, error)


def _sent(message: Message) -> Move | None:
    """Return the move that a body says; ``None`` where it is not all there, or says anything else."""
    if message["type"] != "http.request" or message.get("more_body"):
        return None
    try:
        return Move.model_validate(bodies.parsed(message.get("body", b"").decode()))
    except (FivefoldError, ValueError):
        return None


def _again(message: Message, receive: Receive) -> Receive:
    """Return what brings a message that was taken, and then the others."""
    taken = [message]

    async def next_message() -> Message:
        return taken.pop() if taken else await receive()

    return next_message
