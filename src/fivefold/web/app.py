"""The app: house and opponents behind pages, answers and streams."""

import asyncio
import re
from functools import cache
from pathlib import Path
from typing import Final

from fastapi import Depends, FastAPI
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.exceptions import HTTPException
from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.routing import BaseRoute
from starlette.templating import Jinja2Templates
from starlette.types import Receive, Scope, Send

from fivefold.service.house import House
from fivefold.service.opponents import Opponents
from fivefold.service.people import Guest
from fivefold.web import api, health, incoming, looks, pages, stream
from fivefold.web.errors import Unexpected, WellFormed, add_handlers
from fivefold.web.guests import Guests, Welcome, csrf, refuse_forgery, visitor
from fivefold.web.headers import HeadAsGet, SecurityHeaders
from fivefold.web.limits import LONGEST_BODY, PAGES, Limits, Sizes, spend
from fivefold.web.looks import Look
from fivefold.web.modules import imported
from fivefold.web.settings import Settings
from fivefold.web.static_files import Static, add_static, style_address
from fivefold.web.turns import Turns

TEMPLATES: Final = Path(__file__).parent / "templates"
WORTH_COMPRESSING: Final = 800
"""Bytes."""
HOST: Final = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[^:\[\]]+)(:[0-9]{1,5})?")
THIS_MACHINE: Final = ("127.0.0.1", "localhost", "[::1]")


def create_app(house: House, opponents: Opponents, settings: Settings | None = None) -> FastAPI:
    """Return the app that serves a house."""
    settings = settings or Settings()
    app = _bare()
    app.state.house, app.state.opponents, app.state.settings = house, opponents, settings
    app.state.guests = Guests(house.secret("cookies"))
    house.daily.prepare()
    app.state.limits, app.state.turns = Limits(settings.limited), Turns(settings.limited)
    app.state.streams = stream.Streams(settings.streams)
    app.state.previews = asyncio.Lock()
    app.router.default = _nowhere
    app.state.static, app.state.templates = _static(), _templates()
    add_static(app, app.state.static)
    add_handlers(app)
    app.router.routes.extend(_routes())
    _add_layers(app, settings)
    return app


def _bare() -> FastAPI:
    return FastAPI(
        title="Fivefold", openapi_url=None, docs_url=None, redoc_url=None, dependencies=[Depends(refuse_forgery)]
    )


@cache
def _routes() -> tuple[BaseRoute, ...]:
    """Return the routes, analysed once for all apps of a process: what differs between apps is in their state."""
    app = _bare()
    for router in (api.router, stream.router, health.router, pages.router):
        app.include_router(router)
    return tuple(app.router.routes)


def _add_layers(app: FastAPI, settings: Settings) -> None:
    """Add what a request passes through before it is handled, innermost first."""
    app.add_middleware(RequestBodyLimitMiddleware, max_body_size=LONGEST_BODY)
    app.add_middleware(Sizes)
    app.add_middleware(Unexpected)
    app.add_middleware(Welcome, guests=app.state.guests, secure=settings.https)
    app.add_middleware(GZipMiddleware, minimum_size=WORTH_COMPRESSING, compresslevel=5)
    app.add_middleware(WellFormed)
    app.add_middleware(HeadAsGet)
    app.add_middleware(SecurityHeaders, https=settings.https)


async def _nowhere(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer for every address that is none of ours. Raises ``TooMany``."""
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
    environment.globals.update(static=_static().address, csrf=csrf, look=look, guest=guest, link=link)
    environment.filters["unbroken"] = unbroken
    environment.globals.update(style=style_address, modules=imported)
    return Jinja2Templates(env=environment)


def unbroken(words: str) -> str:
    """Return words in which a score, ``44 : 39``, is not broken at the end of a line."""
    return words.replace(" : ", "\u00a0:\u00a0")


def guest(request: Request) -> Guest:
    """Return who sees a page."""
    house: House = request.app.state.house
    return house.guest(visitor(request).id)


def look(request: Request) -> Look:
    """Return how who sees a page likes it to look."""
    return Look.read(incoming.cookie(request, looks.COOKIE))


def link(request: Request, path: str) -> str:
    """Return the whole address of a path, to be sent to somebody else."""
    settings: Settings = request.app.state.settings
    return (settings.url_base or base_reached(request)) + path


def base_reached(request: Request) -> str:
    """Return the address this request has reached, without a path.

    A request may claim any Host. It is followed only where it names this machine, whatever its port, for that may be
    forwarded; otherwise the address is that of the socket the request came by.
    """
    scheme, host = request.scope["scheme"], incoming.header(request, "host").lower()
    name, port = request.scope.get("server") or ("127.0.0.1", None)
    here = f"[{name}]" if ":" in name else name
    claimed = HOST.fullmatch(host)
    if claimed and claimed["name"] in {*THIS_MACHINE, here}:
        return f"{scheme}://{host}"
    return f"{scheme}://{here}" + (f":{port}" if port else "")
