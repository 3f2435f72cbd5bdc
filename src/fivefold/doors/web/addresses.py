"""Addresses of ours as somebody else has to type them."""

import re
from typing import Final

from starlette.requests import Request

from fivefold.doors.web import request_parsing
from fivefold.doors.web.settings import Settings

HOST: Final = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[^:\[\]]+)(:[0-9]{1,5})?")
THIS_MACHINE: Final = ("127.0.0.1", "localhost", "[::1]")


def link(request: Request, path: str) -> str:
    """Return the full address of a path, to send to somebody else."""
    settings: Settings = request.app.state.settings
    return (settings.url_base or base_reached(request)) + path


def base_reached(request: Request) -> str:
    """Return the address that this request reached, without a path.

    A request may claim any Host. It is believed only if it names this machine, with any port, since ports may be
    forwarded; otherwise the address is that of the socket.
    """
    scheme, host = request.scope["scheme"], request_parsing.header(request, "host").lower()
    name, port = request.scope.get("server") or ("127.0.0.1", None)
    here = f"[{name}]" if ":" in name else name
    claimed = HOST.fullmatch(host)
    if claimed and claimed["name"] in {*THIS_MACHINE, here}:
        return f"{scheme}://{host}"
    return f"{scheme}://{here}" + (f":{port}" if port else "")
