"""Static files, served at addresses that contain their digest, so that a browser may cache them for ever."""

import json
import mimetypes
import re
from collections.abc import Mapping
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from fastapi import Depends, FastAPI
from fastapi.params import Depends as Dependency
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from fivefold.contract import Game
from fivefold.contract.errors import InvalidOption
from fivefold.doors.web import limits, request_parsing, responses
from fivefold.doors.web.errors import UnknownPage
from fivefold.parts import portrait
from fivefold.play import catalogue

SCRIPTS: Final = Path(__file__).parent / "static" / "js"
IMPORT: Final = re.compile(r'^(?:import|export)\b[^"\']*["\']\./([\w.-]+\.js)["\']', re.MULTILINE)


@cache
def imported_modules(script: str) -> tuple[str, ...]:
    """Return the names of all modules that a script in ``static/js`` imports, directly or through others, sorted."""
    found: set[str] = set()
    open_names = [f"{script}.js"]
    while open_names:
        names = IMPORT.findall((SCRIPTS / open_names.pop()).read_text(encoding="utf-8"))
        open_names += [name for name in names if name not in found]
        found.update(names)
    return tuple(sorted(found))


FOLDER: Final = Path(__file__).parent / "static"
FOR_EVER: Final = "public, max-age=31536000, immutable"
ASK_AGAIN: Final = "public, no-cache"
"""May be cached, but is revalidated each time: answered with 304 if unchanged."""
COMMENT: Final = re.compile(r"^[ \t]*(?:/\*(?:(?!\*/).)*\*/|//[^\n]*)[ \t]*$", re.DOTALL | re.MULTILINE)
"""A comment in a script that has its lines to itself."""
TYPES: Final = {
    ".js": "text/javascript",
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".woff2": "font/woff2",
}


class Static(StaticFiles):
    """The folder's files at ``/static/DIGEST/PATH``. With another digest, from an older page, they are not cached."""

    def __init__(self, folder: Path = FOLDER) -> None:
        for suffix, kind in TYPES.items():
            mimetypes.add_type(kind, suffix)
        super().__init__(directory=folder, check_dir=False)
        self.digest = digest(folder)

    def address(self, path: str) -> str:
        """Return the address of a file in the folder."""
        return f"/static/{self.digest}/{path}"

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return the file behind the digest. Raises ``TooMany``."""
        limits.spend(Request(scope), limits.FILES)
        version, _, rest = path.replace("\\", "/").partition("/")
        response = await super().get_response(rest, scope)
        if rest.endswith(".js") and isinstance(response, FileResponse):
            response = _script(Path(response.path), response.headers)
        response.headers["Cache-Control"] = FOR_EVER if version == self.digest else ASK_AGAIN
        return response


def _script(path: Path, headers: Mapping[str, str]) -> Response:
    """Answer with a script without its comments: they are a quarter of what a table page would weigh."""
    kept = {name: headers[name] for name in ("etag", "last-modified") if name in headers}
    return Response(_served_script(path, path.stat().st_mtime), headers=kept, media_type=TYPES[".js"])


@lru_cache(maxsize=256)
def _served_script(path: Path, modified: float) -> str:
    """Return what is served of a script as it was when it was ``modified`` last."""
    return without_comments(path.read_text(encoding="utf-8"))


def without_comments(script: str) -> str:
    """Return a script without the comments that have lines to themselves; every line keeps its number."""
    return COMMENT.sub(lambda found: "\n" * found[0].count("\n"), script)


def digest(folder: Path) -> str:
    """Return a digest of all files of a folder."""
    total = sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        total.update(str(path.relative_to(folder)).encode() + b"\0" + path.read_bytes())
    return total.hexdigest()[:12]


def style_address(key: str) -> str:
    """Return the address of the style sheet of a game's pictures."""
    return f"/styles/{key}.css?v={_digest(catalogue.find(key).picture.STYLE)}"


def add_static(app: FastAPI, static: Static) -> None:
    """Serve the folder, each game's style sheet, the opponents' portraits and the icon."""
    app.mount("/static", static, name="static")
    limited = [Depends(limits.limited(limits.FILES))]
    app.add_api_route("/styles/{key}.css", _style, response_model=None, dependencies=limited)
    app.add_api_route("/portraits/{key}/{level}.svg", _portrait, response_model=None, dependencies=limited)
    app.add_api_route("/favicon.ico", _icon, response_model=None, dependencies=limited)
    app.add_api_route("/robots.txt", _robots, response_model=None, dependencies=limited)


def find_game(key: str) -> Game:
    """Return the game an address names. Raises ``UnknownPage``."""
    try:
        return catalogue.find(key)
    except InvalidOption as error:
        raise UnknownPage(str(error)) from None


async def _style(request: Request, key: str) -> Response:
    return _text(request, find_game(key).picture.STYLE, "text/css")


async def _portrait(request: Request, key: str, level: str) -> Response:
    personas = find_game(key).personas
    if level not in map(str, range(1, len(personas) + 1)):
        raise UnknownPage(f"level {level}: the opponents are 1 to {len(personas)}")
    persona = personas[int(level) - 1]
    return _text(request, portrait.draw(persona.portrait, persona.name), "image/svg+xml")


def _text(request: Request, text: str, kind: str) -> Response:
    """Answer with a text that is the same for everybody; cached for ever if the address has its digest."""
    tag = _digest(text)
    headers = {
        "ETag": f'"{tag}"',
        "Cache-Control": FOR_EVER if request_parsing.query(request).get("v") == tag else ASK_AGAIN,
    }
    if tag in request_parsing.header(request, "if-none-match"):
        return Response(status_code=304, headers=headers)
    return Response(text, headers=headers, media_type=kind)


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:12]


async def _icon() -> Response:
    icon = FOLDER / "icon.svg"
    if not icon.exists():
        raise HTTPException(404)
    return FileResponse(icon, media_type="image/svg+xml", headers={"Cache-Control": "public, max-age=86400"})


async def _robots() -> Response:
    return Response("User-agent: *\nDisallow: /matches/\nDisallow: /try/\n", media_type="text/plain")


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
