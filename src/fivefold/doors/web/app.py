"""The app: pages, answers and streams in front of a house and its opponents."""

import asyncio
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

from anyio.to_thread import run_sync
from fastapi import APIRouter, Depends, FastAPI
from fastapi.telemetry import TelemetryConfig
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.middleware.gzip import DEFAULT_EXCLUDED_CONTENT_TYPES, GZipMiddleware
from starlette.requests import Request
from starlette.routing import BaseRoute, Match
from starlette.templating import Jinja2Templates
from starlette.types import Receive, Scope, Send

from fivefold.doors import api as api_v1
from fivefold.doors.api import document as api_document
from fivefold.doors.api.callers import ByToken
from fivefold.doors.api.short_way import ShortWay
from fivefold.doors.api.streams import Events
from fivefold.doors.web import (
    answers_in_advance,
    api,
    appearance,
    at_table,
    challenges,
    chat,
    health,
    lobby,
    lobby_stream,
    moderation,
    news,
    pages,
    share,
    standing,
    stream,
)
from fivefold.doors.web.address_queue import AddressQueues
from fivefold.doors.web.connections import CloseConnections, Draining
from fivefold.doors.web.errors import AnswerUnexpected, RefuseMalformed, add_handlers
from fivefold.doors.web.headers import HeadAsGet, SecurityHeaders
from fivefold.doors.web.health import Readiness
from fivefold.doors.web.limits import FILES, LONGEST_BODY, PAGES, VIEWS, Limits, LimitSizes, limited, spend
from fivefold.doors.web.lobby_stream import ask_links, lobby_address, search_facts
from fivefold.doors.web.logs import NumberRequests
from fivefold.doors.web.news import waiting
from fivefold.doors.web.pages.mail import board_by_mail, own_address
from fivefold.doors.web.pages.time_off import away_by_name
from fivefold.doors.web.problems import LINES
from fivefold.doors.web.settings import Settings, link
from fivefold.doors.web.share import Rasters
from fivefold.doors.web.static_files import Static, add_installed, add_static, style_address
from fivefold.doors.web.visitors import (
    SAFE_METHODS,
    VisitorCookies,
    Visitors,
    csrf,
    house_of,
    refuse_bots_by_hand,
    refuse_forgery,
    visitor,
)
from fivefold.house.computers.opponents import Opponents
from fivefold.house.house import House
from fivefold.house.people.people import Person
from fivefold.house.people.sessions import SESSION_ENDED
from fivefold.house.people.spending import Spending
from fivefold.parts import drawn_dice
from fivefold.play import time_words

TEMPLATES: Final = Path(__file__).parent / "templates"
PREPARING_SECONDS: Final = 3600.0
"""For how long one process has to itself what is made of an older house at a start."""
FOR_SPECTATORS: Final = frozenset({"seats", "chat", "choice", "mute", "report", "presence"})
"""What anybody may do at a table: none of it depends on how the match stands."""
NAME: Final = re.compile(r"\(\?P<\w+>")
"""Of a part of a path, in the pattern of a route."""
WORTH_COMPRESSING: Final = 800
"""Bytes."""
NEVER_COMPRESSED: Final = (*DEFAULT_EXCLUDED_CONTENT_TYPES, LINES)
"""Lines of a stream would wait until a block is full."""


def create_app(house: House, opponents: Opponents, settings: Settings | None = None) -> FastAPI:
    """Return an app that serves a house."""
    settings = settings or Settings()
    app = _empty_app()
    app.state.house, app.state.opponents, app.state.settings = house, opponents, settings
    app.state.visitors = Visitors(house.secret("cookies"), house.sessions)
    with house.bus.lease("prepare", "", PREPARING_SECONDS) as mine:
        for part in (house.daily, house.histories, house.news, house.push) if mine else ():
            part.prepare()
    app.state.limits, app.state.turns = Limits(settings.limited, Spending(house)), AddressQueues(settings.limited)
    app.state.streams = stream.Streams(settings.streams)
    house.bus.subscribe(SESSION_ENDED, app.state.streams.end_session)
    app.state.draining = Draining(settings.drain_seconds)
    app.state.readiness = Readiness(house, opponents, app.state.draining)
    app.state.previews = asyncio.Lock()
    app.state.rasters = Rasters()
    app.router.default = _not_found
    app.state.static, app.state.templates = _static(), _templates()
    app.state.events = Events(house)
    app.state.lobby_news = lobby_stream.LobbyNews(house, app.state.templates.env)
    add_static(app, app.state.static)
    add_installed(app, Depends(limited(FILES)))
    add_handlers(app)
    app.router.routes.extend(_routes())
    _add_layers(app, settings)
    return app


def _empty_app() -> FastAPI:
    checks = [Depends(refuse_forgery), Depends(refuse_bots_by_hand), Depends(refuse_spectators)]
    # Looking for somebody to report to takes one part in twenty of a request; ``/metrics`` tells what there is to tell.
    silent: TelemetryConfig = {"tracing": False, "metrics": False, "logs": False}
    return FastAPI(
        title="Fivefold", openapi_url=None, docs_url=None, redoc_url=None, dependencies=checks, telemetry=silent
    )


async def refuse_spectators(request: Request) -> None:
    """Raise ``NotYours`` for a command of somebody who still sees the match as it stood a while ago."""
    match_id = request.path_params.get("match_id")
    if request.method in SAFE_METHODS or match_id is None or request.scope["path"].rpartition("/")[2] in FOR_SPECTATORS:
        return
    house = house_of(request)
    # Most matches have no delay, and most moves are made in matches at hand: for those it takes no time.
    if house.is_open_at_hand(match_id):
        return
    spend(request, VIEWS)  # the command's own rate is counted later, after a match may have been loaded here
    await run_sync(house.delays.refuse_spectator, match_id, visitor(request).id)


@cache
def _routes() -> tuple[BaseRoute, ...]:
    """Return the routes, analysed once for all apps of a process; apps differ only in their state."""
    app = _empty_app()
    streams = (stream.router, news.router, lobby_stream.router)
    tables = (api.router, at_table.router, answers_in_advance.router, chat.router)
    commands = (*tables, lobby.router, challenges.router, standing.router, moderation.router)
    programs = (*api_v1.ROUTERS, api_document.pages)
    routers = (*programs, *commands, *streams, health.router, share.router, pages.router)
    known = len(app.router.routes)
    for router in routers:
        app.include_router(router)
    included = app.router.routes[known:]
    return tuple(Part(route, router) for route, router in zip(included, routers, strict=True))


class Part(BaseRoute):
    """The routes of one router. Where a path is none of theirs, one look tells, instead of one at each of them."""

    def __init__(self, routes: BaseRoute, router: APIRouter) -> None:
        """``routes``: the router, as it is included."""
        self.original_router, self._routes = router, routes
        patterns = (NAME.sub("(", each.path_regex.pattern) for each in _leaves(router))
        self._paths = re.compile("|".join(patterns))

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Return whether a request is for one of them, and what is known of it then."""
        if scope["type"] != "http" or self._paths.match(scope["path"].removeprefix(scope.get("root_path", ""))) is None:
            return Match.NONE, {}
        return self._routes.matches(scope)

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request that matches."""
        await self._routes.handle(scope, receive, send)


def _leaves(router: APIRouter) -> Iterator[Any]:
    """Yield the routes of a router, and of those that it includes."""
    for each in router.routes:
        inner = getattr(each, "original_router", None)
        yield from [each] if inner is None else _leaves(inner)


def _add_layers(app: FastAPI, settings: Settings) -> None:
    """Add the layers that a request passes through, innermost first."""
    app.add_middleware(RequestBodyLimitMiddleware, max_body_size=LONGEST_BODY)
    app.add_middleware(LimitSizes)
    app.add_middleware(AnswerUnexpected)
    by_token = ByToken(app.state.house.tokens, app.state.limits)
    app.add_middleware(VisitorCookies, visitors=app.state.visitors, by_token=by_token, secure=settings.https)
    app.add_middleware(ShortWay, owner=app)
    app.add_middleware(
        GZipMiddleware, minimum_size=WORTH_COMPRESSING, compresslevel=5, exclude_content_types=NEVER_COMPRESSED
    )
    app.add_middleware(RefuseMalformed)
    app.add_middleware(HeadAsGet)
    app.add_middleware(SecurityHeaders, https=settings.https)
    app.add_middleware(CloseConnections, draining=app.state.draining)
    app.state.answered = []
    app.add_middleware(NumberRequests, listeners=app.state.answered)


async def _not_found(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer requests for unknown addresses. Raises ``TooMany``."""
    if scope["type"] == "http":
        spend(Request(scope), PAGES)
    raise HTTPException(404)


@cache
def _static() -> Static:
    return Static()


@cache
def _templates() -> Jinja2Templates:
    """Return the templates, compiled once for all apps of a process."""
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(
        static=_static().address,
        csrf=csrf,
        appearance=appearance.of,
        myself=myself,
        link=link,
        waiting=waiting,
        mail_domain=mail_domain,
        board_by_mail=board_by_mail,
        own_address=own_address,
        waiting_challenges=challenges.waiting_for,
        reasons_to_decline=challenges.reasons,
        standing_lines=standing.standing_lines,
        search_of=search_of,
        ask_links=ask_links,
        lobby_address=lobby_address,
        time_words=time_words.words,
        away_words=away_by_name,
        notices=moderation.notices,
        closed_game=moderation.closed_game,
        preview=share.preview,
        style=style_address,
        move_signs=Markup(drawn_dice.sheet()),  # noqa: S704
    )
    return Jinja2Templates(env=environment)


def myself(request: Request) -> Person:
    """Return the person who sees a page."""
    return house_of(request).person(visitor(request).id)


def search_of(request: Request) -> dict[str, Any] | None:
    """Return what has come of the search for somebody to play with, if the visitor looks for anybody."""
    return search_facts(house_of(request).quick_match.search(visitor(request).id))


def mail_domain(request: Request) -> str:
    """Return the domain of the house's mail; empty where it has none."""
    return house_of(request).mail.domain
