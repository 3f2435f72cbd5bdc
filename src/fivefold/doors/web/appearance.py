"""How a visitor wants pages to look: a cookie that server and scripts both read and write."""

from collections.abc import Mapping
from typing import Final
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response

from fivefold.doors.web.request_parsing import cookie, read_pairs

COOKIE: Final = "look"
LONGEST: Final = 200
"""Characters of the cookie; the rest is ignored."""
CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "theme": ("system", "light", "dark"),
    "board": ("felt", "walnut", "slate"),
    "cards": ("modern", "classic", "plain"),
    "figures": ("normal", "larger"),
    "suits": ("2", "4"),
    "contrast": ("system", "normal", "more"),
    "sound": ("off", "on"),
    "motion": ("system", "on", "off"),
    "pace": ("calm", "quick", "instant"),
    "values": ("pick", "always", "never"),
}
"""The choices; the first of each is the default."""
Look = Mapping[str, str]
"""What differs from the defaults."""


def read(text: str) -> Look:
    """Return the valid choices in a text such as ``theme=dark&suits=4``."""
    return with_choices({}, read_pairs(text[:LONGEST]))


def of(request: Request) -> Look:
    """Return the look that a request's cookie asks for."""
    return read(cookie(request, COOKIE))


def with_choices(look: Look, chosen: Mapping[str, str]) -> Look:
    """Return a look with others of its choices; invalid ones change nothing."""
    wanted = {name: chosen[name] if chosen.get(name) in CHOICES[name] else look.get(name, "") for name in CHOICES}
    return {name: value for name, value in wanted.items() if value not in ("", CHOICES[name][0])}


def keep(response: Response, look: Look) -> Response:
    """Return a response that has the browser keep a look."""
    response.headers.append("set-cookie", f"{COOKIE}={urlencode(look)}; Path=/; Max-Age=31536000; SameSite=Lax")
    return response
