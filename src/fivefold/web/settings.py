"""What whoever serves the house may choose."""

from dataclasses import dataclass, field

from fivefold.web.connections import ConnectionLimits, Network
from fivefold.web.stream import StreamLimits


@dataclass(frozen=True, slots=True)
class Settings:
    """How an app behaves that is not a matter of the house."""

    limited: bool = True
    """Whether rates are limited; off to measure."""
    url_base: str = ""
    """What the public types before a path, as ``https://fivefold.example``; empty: the address they have reached."""
    streams: StreamLimits = field(default_factory=StreamLimits)
    connections: ConnectionLimits = field(default_factory=ConnectionLimits)
    proxies: tuple[Network, ...] = ()
    """Who may say by X-Forwarded-For and X-Forwarded-Proto from whom and how a request came."""

    @property
    def https(self) -> bool:
        """Whether the public comes by https."""
        return self.url_base.startswith("https:")
