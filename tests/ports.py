"""Ports for servers that tests start, end and start again at the same place."""

import random
import socket
from pathlib import Path

EPHEMERAL = Path("/proc/sys/net/ipv4/ip_local_port_range")
LOWEST = 10_000


def free_port() -> int:
    """Return a port at which nobody listens.

    Not one of those that the system gives to whoever connects somewhere: of those any may be taken while a server that
    was killed is not there yet again.
    """
    ephemeral = int(EPHEMERAL.read_text().split()[0]) if EPHEMERAL.exists() else 32_768
    if ephemeral - LOWEST < 1000:
        return _tried(0)
    while True:
        try:
            # Other processes of the same run may have seeded theirs alike.
            return _tried(random.SystemRandom().randrange(LOWEST, ephemeral))
        except OSError:
            continue


def _tried(port: int) -> int:
    with socket.create_server(("127.0.0.1", port)) as found:
        number: int = found.getsockname()[1]
        return number
