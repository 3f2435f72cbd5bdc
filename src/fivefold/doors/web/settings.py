"""What an operator may choose."""

import re
from dataclasses import dataclass, field
from typing import Final

from starlette.requests import Request

from fivefold.connections import Network
from fivefold.doors.web import request_parsing
from fivefold.doors.web.connections import ConnectionLimits
from fivefold.doors.web.stream import StreamLimits


@dataclass(frozen=True, slots=True)
class Settings:
    """How an app behaves, apart from its house."""

    limited: bool = True
    """Whether rates are limited; off for measurements."""
    url_base: str = ""
    """The public address without a path, as ``https://fivefold.example``; empty: the one a request reached."""
    streams: StreamLimits = field(default_factory=StreamLimits)
    connections: ConnectionLimits = field(default_factory=ConnectionLimits)
    proxies: tuple[Network, ...] = ()
    """Networks whose X-Forwarded-For and X-Forwarded-Proto headers are believed."""

    drain_seconds: float = 0.0
    """How long to go on answering when told to stop, so that servers in front send visitors elsewhere."""

    @property
    def https(self) -> bool:
        """Whether the public uses https."""
        return self.url_base.startswith("https:")


HOST: Final = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[^:\[\]]+)(:[0-9]{1,5})?")
THIS_MACHINE: Final = ("127.0.0.1", "localhost", "[::1]")


def link(request: Request, path: str) -> str:
    """Return the full address of a path, to send to somebody else."""
    settings: Settings = request.app.state.settings
    return (settings.url_base or _base_reached(request)) + path


def _base_reached(request: Request) -> str:
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
