"""Responses in the form that was asked for: JSON for scripts, pages for people."""

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import SplitResult

import orjson
from jinja2 import TemplateNotFound
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response

from fivefold.doors.web import request_parsing

JSON: Final = "application/json"
PAGE: Final = "text/html"
LOOK_AGAIN: Final = 1
"""Seconds after which to ask again for a result that is still being worked out."""


def wants_json(request: Request) -> bool:
    """Return whether the request's Accept header prefers JSON to a page; without one it is a page."""
    accepted = _qualities(request_parsing.header(request, "accept"))
    return accepted.get(JSON, 0.0) > max(accepted.get(PAGE, 0.0), accepted.get("text/*", 0.0))


def wants_page(request: Request) -> bool:
    """Return whether the request's Accept header asks for a page by name, as somebody does who follows a link."""
    return PAGE in _qualities(request_parsing.header(request, "accept"))


def _qualities(accept: str) -> dict[str, float]:
    """Return for each media range of an Accept header how much it is wanted, 0 to 1 (RFC 9110, section 12.5.1)."""
    found: dict[str, float] = {}
    for part in accept.split(",")[:30]:
        name, *parameters = (piece.strip().lower() for piece in part.split(";"))
        quality = next((piece[2:] for piece in parameters if piece.startswith("q=")), "1")
        try:
            found[name] = float(quality)
        except ValueError:
            found[name] = 0.0
    return found


def json(content: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Return a response for a script."""
    return encoded(orjson.dumps(content), status, headers)


def encoded(content: bytes, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Return a response for a script that is JSON already."""
    return Response(content, status, headers, JSON)


def thought(found: Any, done: bool = True) -> Response:
    """Return a result, or 202 while it is being worked out, perhaps with what there is so far."""
    if found is not None and done:
        return json(found)
    return json(found or {"state": "thinking"}, 202, {"Retry-After": str(LOOK_AGAIN)})


def page(
    request: Request,
    template: str,
    context: Mapping[str, Any],
    status: int = 200,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """Return a page."""
    rendered: Response = request.app.state.templates.TemplateResponse(request, template, dict(context), status, headers)
    return rendered


def message(
    request: Request, status: int, title: str, words: str, headers: Mapping[str, str] | None = None, reload: int = 0
) -> Response:
    """Return a page with a message and a link back; with ``reload`` it is loaded again after so many seconds."""
    context = {"status": status, "title": title, "words": words, "back": way_back(request), "reload": reload}
    try:
        return page(request, "error.html", context, status, headers)
    except TemplateNotFound:
        return plain(status, title, words, headers)


def plain(status: int, title: str, words: str, headers: Mapping[str, str] | None = None) -> Response:
    """Return a message as plain text."""
    return PlainTextResponse(f"{title}\n\n{words}\n", status, headers)


def elsewhere(path: str) -> Response:
    """Return the response to a form that was carried out: see another page."""
    return RedirectResponse(path, 303)


def way_back(request: Request) -> str:
    """Return the path of the page a visitor came from if it is one of ours, or else of this match, or else the home
    page."""
    referer, here = request_parsing.address(request_parsing.header(request, "referer")), request.scope["path"]
    if referer is not None and _is_ours(request, referer) and (referer.path, request.method) != (here, "GET"):
        return referer.path + (f"?{referer.query}" if referer.query else "")
    match_id = request.path_params.get("match_id")
    return f"/matches/{match_id}" if match_id and here != f"/matches/{match_id}" else "/"


def _is_ours(request: Request, page: SplitResult) -> bool:
    at_home = page.netloc == request_parsing.header(request, "host")
    return at_home and page.path.startswith("/") and not page.path.startswith("//")
