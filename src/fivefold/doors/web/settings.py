"""What an operator may choose."""

from dataclasses import dataclass, field

from fivefold.connections import Network
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
