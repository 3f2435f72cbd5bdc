"""What makes the pages an app: a service worker that keeps static files, and the page it shows without a connection."""

import json
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from fastapi import FastAPI
from fastapi.params import Depends as Dependency
from starlette.requests import Request
from starlette.responses import Response

from fivefold.doors.web import responses
from fivefold.doors.web.modules import imported_modules
from fivefold.doors.web.static_files import ASK_AGAIN, Static

SCRIPT: Final = (Path(__file__).parent / "service_worker.js").read_text(encoding="utf-8")
OFFLINE: Final = "/offline"
TEMPLATE: Final = Path(__file__).parent / "templates" / "offline.html"
KEPT: Final = ("css/tokens.css", "css/house.css", "css/pages.css", "icon.svg", "js/offline.js")
"""Static files that are kept from the first visit on: those of the page for no connection. Others once used."""


def add_installed(app: FastAPI, limited: Dependency) -> None:
    """Serve the service worker and the page for no connection."""
    app.add_api_route("/service-worker.js", _service_worker, response_model=None, dependencies=[limited])
    app.add_api_route(OFFLINE, _offline, response_model=None, dependencies=[limited])


async def _service_worker(request: Request) -> Response:
    """Answer with the script; a browser asks for it again by itself, and updates when a byte has changed."""
    script = worker_script(request.app.state.static)
    return Response(script, media_type="text/javascript", headers={"Cache-Control": ASK_AGAIN})


async def _offline(request: Request) -> Response:
    """Show the page for no connection: the same for everybody, so that it can be kept."""
    return responses.page(request, "offline.html", {}, headers={"Cache-Control": ASK_AGAIN})


@cache
def worker_script(static: Static) -> str:
    """Return the service worker for the static files as they are now."""
    modules = [f"js/{name}" for name in imported_modules("offline")]
    files = [OFFLINE, *map(static.address, dict.fromkeys([*KEPT, *modules]))]
    version = sha256(f"{files}{SCRIPT}{TEMPLATE.read_text(encoding='utf-8')}".encode()).hexdigest()[:12]
    constants = {"VERSION": version, "FILES": files, "STATIC": static.address("")}
    constants["ICON"] = static.address("icons/icon-192.png")
    return "".join(f"const {name} = {json.dumps(value)};\n" for name, value in constants.items()) + SCRIPT
