"""How many connections this process can take: the open files the system allows, less those the house needs."""

import os
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

if os.name == "posix":
    import resource

MOST_FILES: Final = (65_536, 10_240)
"""Open files requested, unless the system has a lower limit; the second is the most macOS allows."""
KEPT_BACK: Final = 96
"""Open files for the database, pipes to opponents, the log and other files."""
MOST_CONNECTIONS: Final = 8192
MOST_STREAMS: Final = 6000
FEW: Final = 250
"""Fewer connections than this are worth a warning: a classroom at play takes as many."""


@dataclass(frozen=True, slots=True)
class Capacity:
    """What fits into a limit on open files."""

    files: int
    """The limit on open files."""

    @property
    def batch(self) -> int:
        """Connections accepted in one turn of the event loop; a surplus one is closed about four turns later."""
        return min(128, max(4, self.files // 32))

    @property
    def connections(self) -> int:
        """Connections at the same time."""
        return min(MOST_CONNECTIONS, max(16, self.files - KEPT_BACK - 4 * self.batch))

    @property
    def per_network(self) -> int:
        """Connections of one customer."""
        return min(256, max(8, self.connections // 4))

    @property
    def streams(self) -> int:
        """Connections that may be streams, so that pages still get through."""
        return min(MOST_STREAMS, self.connections * 3 // 4)

    @property
    def warning(self) -> str | None:
        """What to say if the limit is low, and what would be enough."""
        if self.connections >= FEW:
            return None
        return (
            f"Room for only {self.connections} connections, because the system allows {self.files} open files: "
            "4096 would do (ulimit -n 4096, or LimitNOFILE=4096 in a systemd unit)."
        )


def raise_file_limit() -> Capacity:
    """Raise the limit on open files as far as the system allows, and return the capacity."""
    if os.name != "posix":
        return Capacity(2048)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for wanted in MOST_FILES:
        more = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        if soft != resource.RLIM_INFINITY and soft < more:
            with suppress(OSError, ValueError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (more, hard))
                soft = more
    return Capacity(MOST_FILES[0] if soft == resource.RLIM_INFINITY else soft)
