"""Static files, served at addresses that contain their digest, so that a browser may cache them for ever."""

import gzip
import json
import mimetypes
import re
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from fastapi import Depends, FastAPI
from fastapi.params import Depends as Dependency
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from fivefold.contract import Game
from fivefold.contract.errors import InvalidOption
from fivefold.doors.web import limits, request_parsing, responses
from fivefold.doors.web.appearance import CHOICES
from fivefold.doors.web.errors import UnknownPage
from fivefold.parts import drawn_cards, portrait, svg
from fivefold.play import catalogue

SCRIPTS: Final = Path(__file__).parent / "static" / "js"
IMPORT: Final = re.compile(r'^import (?:(\{[^}]*\}|\* as \w+) from )?"\./(\w+)\.js";$', re.MULTILINE)
EXPORT: Final = re.compile(r"^export ((?:async )?(?:function|class|const)\*? )(\w+)", re.MULTILINE)
COMMENT: Final = re.compile(r"^[ \t]*(?:/\*(?:(?!\*/).)*\*/|//[^\n]*)[ \t]*\n", re.DOTALL | re.MULTILINE)
"""A comment in a script that has its lines to itself."""
INDENT: Final = re.compile(r"^[ \t]+(?![ \t]|\* )|\n(?=\n)", re.MULTILINE)
LATER: Final = re.compile(r'\bawait import\("\./(\w+)\.js"\)')
"""What a script asks for when it is needed."""


def modules_of(script: str) -> tuple[str, ...]:
    """Return the names of a script in ``static/js`` and of all that it imports, in the order in which they run."""
    found: dict[str, None] = {}

    def visit(name: str) -> None:
        for _, imported in IMPORT.findall(_source(name)):
            if imported not in found:
                visit(imported)
        found[name] = None

    visit(script)
    return tuple(found)


def bundle(script: str) -> str:
    """Return a script with all that it imports, as one module: a page then asks once instead of eighty times.

    ``table-chat`` is what ``chat`` needs beside ``table``, for the page's own script to ask for later.
    """
    page, _, later = script.partition("-")
    there, wanted = modules_of(page), modules_of(later or page)
    shared = ", ".join(f"${name}" for name in wanted if name in there)
    whole = f'import {{ {shared} }} from "./{page}.js";\n' if later else ""
    whole += "".join(_part(name) for name in wanted if not later or name not in there)

    def asked(found: re.Match[str]) -> str:
        name = found[1]
        fetched = f'import("./{page}-{name}.js").then((piece) => piece.${name})'
        return f"await ${name}" if name in there else f"await {fetched}"

    return LATER.sub(asked, whole)


def later_of(page: str) -> set[str]:
    """Return the pieces that a page's script may ask for later."""
    there = modules_of(page)
    asked = {name for module in there for name in LATER.findall(_source(module))}
    return {f"{page}-{name}" for name in asked.difference(there)}


def _source(name: str) -> str:
    return (SCRIPTS / f"{name}.js").read_text(encoding="utf-8")


def _part(name: str) -> str:
    """Return a module as a function that returns what it exports; what it imports are constants in it."""
    words = without_comments(_source(name)).replace("export {};\n", "")
    exported = ", ".join(found[1] for found in EXPORT.findall(words))
    body = EXPORT.sub(r"\1\2", IMPORT.sub(_taken, words))
    return f"export const ${name} = (() => {{\n{body}return {{ {exported} }};\n}})();\n"


def _taken(found: re.Match[str]) -> str:
    names = (found[1] or "").removeprefix("* as ").replace(" as ", ": ")
    return f"const {names} = ${found[2]};" if names else ""


def without_comments(script: str) -> str:
    """Return a script without the comments that have lines to themselves, and without what makes it look well."""
    return INDENT.sub("", COMMENT.sub("", script))


FOLDER: Final = Path(__file__).parent / "static"
FOR_EVER: Final = "public, max-age=31536000, immutable"
MOST_JOINED: Final = 24
"""Style sheets that are served in one piece."""
FOR_A_DAY: Final = {"Cache-Control": "public, max-age=86400"}
ASK_AGAIN: Final = "public, no-cache"
"""May be cached, but is revalidated each time: answered with 304 if unchanged."""
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
        joined = _joined(rest)
        response = await super().get_response(rest, scope) if joined is None else _text(Request(scope), *joined)
        response.headers["Cache-Control"] = FOR_EVER if version == self.digest else ASK_AGAIN
        return response


@lru_cache(maxsize=64)
def _joined(path: str) -> tuple[str, str] | None:
    """Return the text and the type of what is served in one piece: a script with its modules, the style sheets whose
    names stand side by side; ``None`` for any other file."""
    folder, _, file = path.partition("/")
    stem, _, ending = file.rpartition(".")
    known = {each.stem for each in (FOLDER / folder).glob(f"*.{ending}")} if folder in {"js", "css"} else set()
    if folder == "js":
        known |= {piece for page in known.intersection(stem.split("-")[:1]) for piece in later_of(page)}
        return (bundle(stem), TYPES[".js"]) if stem in known else None
    names = stem.split("+")
    if not known.issuperset(names) or len(names) > MOST_JOINED:
        return None
    sheets = ((FOLDER / folder / f"{name}.css").read_text(encoding="utf-8") for name in names)
    return "".join(map(without_comments, sheets)), "text/css"


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
    app.add_api_route("/looks/{name}.svg", _look, response_model=None, dependencies=limited)
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
    game = find_game(key)
    if not level.isdecimal() or not game.has_level(int(level)):
        raise UnknownPage(f"level {level}: the opponents are 1 to {len(game.personas)}")
    persona = game.persona(int(level))
    return _text(request, portrait.draw(persona.portrait, persona.name), "image/svg+xml")


SETS: Final = {name: f'data-cards="{name}"' for name in CHOICES["cards"]}
LOOKS: Final = {**SETS, "larger": 'data-figures="larger"', "four": 'class="four-colour"'}


async def _look(request: Request, name: str) -> Response:
    """Return two cards, for who chooses a look."""
    if name not in LOOKS:
        raise UnknownPage("there is no such look", subject=name)
    around = f'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 196 114" {LOOKS[name]}'
    return _text(request, svg.element("svg", _two_cards(), given=around), "image/svg+xml")


@cache
def _two_cards() -> str:
    queen, seven = (
        svg.group(drawn_cards.short_face(card), transform=svg.moved(x, 2)) for card, x in ((45, 2), (24, 102))
    )
    words, style = {"title": "Two cards", "description": ""}, svg.theme("cards", {}, {}, {}, {})
    return svg.picture(196, 114, queen, seven, **words, style=style, shapes=drawn_cards.SHORT_SHAPES).svg


def _text(request: Request, text: str, kind: str) -> Response:
    """Answer with a text that is the same for everybody; cached for ever if the address has its digest."""
    tag = _digest(text)
    headers = {
        "ETag": f'"{tag}"',
        "Cache-Control": FOR_EVER if request_parsing.query(request).get("v") == tag else ASK_AGAIN,
    }
    if tag in request_parsing.header(request, "if-none-match"):
        return Response(status_code=304, headers=headers)
    if "gzip" not in request_parsing.header(request, "accept-encoding").lower():
        return Response(text, headers=headers, media_type=kind)
    headers |= {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
    return Response(_packed(text), headers=headers, media_type=kind)


@lru_cache(maxsize=64)
def _packed(text: str) -> bytes:
    return gzip.compress(text.encode(), mtime=0)


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:12]


async def _icon() -> Response:
    return FileResponse(FOLDER / "icon.svg", media_type="image/svg+xml", headers=FOR_A_DAY)


async def _robots() -> Response:
    return Response("User-agent: *\nDisallow: /matches/\nDisallow: /try/\n", media_type="text/plain")


SCRIPT: Final = (Path(__file__).parent / "service_worker.js").read_text(encoding="utf-8")
OFFLINE: Final = "/offline"
TEMPLATE: Final = Path(__file__).parent / "templates" / "offline.html"
KEPT: Final = ("css/tokens+house+pages.css", "icon.svg", "js/offline.js")
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
    files = [OFFLINE, *map(static.address, KEPT)]
    version = sha256(f"{files}{SCRIPT}{TEMPLATE.read_text(encoding='utf-8')}".encode()).hexdigest()[:12]
    constants = {"VERSION": version, "FILES": files, "STATIC": static.address("")}
    constants["ICON"] = static.address("icons/icon-192.png")
    return "".join(f"const {name} = {json.dumps(value)};\n" for name, value in constants.items()) + SCRIPT
