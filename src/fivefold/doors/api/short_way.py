"""The short way of a program at play: its moves, looks at a match and streams pass by what has nothing to say of them.

It is for the plain case alone: a token at hand, and a request that says what it should and nothing else. Anything else
takes the long way, with the body that was read, and is answered there. Both ways count the same limits and give the
same commands.
"""

import re
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final, NamedTuple

from fastapi import APIRouter, FastAPI
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fivefold.contract.errors import FivefoldError
from fivefold.doors.api import bodies, matches, streams
from fivefold.doors.api.callers import INCLUDED, spend
from fivefold.doors.web.context import context_of
from fivefold.doors.web.errors import AnswerUnexpected, response_to
from fivefold.doors.web.limits import LONGEST_BODY, STREAMS, VIEWS, Rate
from fivefold.doors.web.problems import API
from fivefold.doors.web.visitors import Visitor
from fivefold.house.commands import TABLE, Context, Move
from fivefold.house.house import House

PATH: Final = re.compile(rf"{API}/matches/([a-z0-9]{{1,40}})(|/moves|/stream)")
BEARER: Final = b"Bearer "
ABSENT: Final = frozenset({b"transfer-encoding", b"sec-fetch-site"})
"""Headers that no plain request has."""
MOVE: Final = next(each for each in TABLE if each.sent is Move)


class Way(NamedTuple):
    """What the long way would have looked up."""

    route: BaseRoute
    rate: Rate
    look: Callable[..., Awaitable[Response]] | None = None
    """Shows what somebody wants to see; ``None`` for a move."""
    choice: re.Pattern[str] = re.compile("")
    """What a part of the query may say."""


def _choice(names: str) -> re.Pattern[str]:
    return re.compile(rf"(?:(since)=([0-9]{{1,6}})|({names})=(true|1|false|0))&")


def _route(router: APIRouter, name: str) -> BaseRoute:
    return next(each for each in router.routes if getattr(each, "name", "") == name)


WAYS: Final = {
    ("POST", "/moves"): Way(_route(matches.playing, MOVE.name), MOVE.rate),
    ("GET", ""): Way(_route(matches.router, "see"), VIEWS, matches.see, _choice("legal|position")),
    ("GET", "/stream"): Way(_route(streams.router, "stream"), STREAMS, streams.stream, _choice("legal|position|chat")),
}


class ShortWay:
    """Answers plain requests itself."""

    def __init__(self, app: ASGIApp, owner: FastAPI) -> None:
        """``owner``: the app around all layers."""
        self.app, self._owner = app, owner
        self._house: House = owner.state.house

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        found = PATH.fullmatch(scope["path"]) if scope["type"] == "http" else None
        way = None if found is None else WAYS.get((scope["method"], found[2]))
        who = None if way is None else self._who(scope)
        if found is None or way is None or who is None:
            await self.app(scope, receive, send)
        elif way.look is not None:
            await self._look(way, who, found[1], scope, receive, send)
        else:
            await self._move(way, who, found[1], scope, receive, send)

    def _who(self, scope: Scope) -> Visitor | None:
        """Return who sends a plain request; ``None`` for any other."""
        headers = dict(scope["headers"])
        if len(headers) != len(scope["headers"]) or not ABSENT.isdisjoint(headers):
            return None
        bearer = headers.get(b"authorization", b"")
        if not bearer.startswith(BEARER) or int(headers.get(b"content-length", b"0")) > LONGEST_BODY:
            return None
        token = self._house.tokens.at_hand(bearer.removeprefix(BEARER).decode("latin-1"))
        if token is None:
            return None
        return Visitor(token.person_id, known=True, welcome=False, session=token.session, token=token)

    async def _look(self, way: Way, who: Visitor, match_id: str, scope: Scope, receive: Receive, send: Send) -> None:
        chosen = _chosen(way.choice, scope["query_string"])
        if chosen is None or way.look is None:
            await self.app(scope, receive, send)
            return
        request = self._request(scope, way, who)
        await _answered(request, way, partial(way.look, context_of(request), match_id, **chosen), receive, send)

    async def _move(self, way: Way, who: Visitor, match_id: str, scope: Scope, receive: Receive, send: Send) -> None:
        may = who.token is not None and not who.token.scopes.isdisjoint(INCLUDED[MOVE.scope])
        json = (b"content-type", b"application/json") in scope["headers"]
        if not may or not json or scope["query_string"] or not self._house.is_open_at_hand(match_id):
            await self.app(scope, receive, send)
            return
        message = await receive()
        sent = _sent(message)
        if sent is None:
            await self.app(scope, _again(message, receive), send)
            return
        make = partial(matches.moved, MOVE, Context(self._house, who.id), match_id, sent)
        await _answered(self._request(scope, way, who), way, make, receive, send)

    def _request(self, scope: Scope, way: Way, who: Visitor) -> Request:
        scope.update(app=self._owner, route=way.route)
        scope.setdefault("state", {})["visitor"] = who
        return Request(scope)


async def _answered(
    request: Request, way: Way, answer: Callable[[], Awaitable[Response]], receive: Receive, send: Send
) -> None:
    """Count a request and send its answer, or what is wrong with it."""

    async def answered(scope: Scope, receive: Receive, send: Send) -> None:
        try:
            spend(request, way.rate)
            await (await answer())(scope, receive, send)
        except FivefoldError as error:  # a stream that finds no place raises before it begins
            await response_to(request, error)(scope, receive, send)

    await AnswerUnexpected(answered)(request.scope, receive, send)


def _chosen(choice: re.Pattern[str], query: bytes) -> dict[str, Any] | None:
    """Return what a query says; ``None`` where it is not plain."""
    text = query.decode("latin-1")
    rest, chosen = f"{text}&" if text else "", dict[str, Any]()
    while rest:
        part = choice.match(rest)
        if part is None or (part[1] or part[3]) in chosen:
            return None
        chosen[part[1] or part[3]] = int(part[2]) if part[1] else part[4] in {"true", "1"}
        rest = rest[part.end() :]
    return chosen


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
