"""A house served in a process of its own, on a folder and a port of its own, to be measured from outside."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

STARTING_SECONDS: Final = 30.0
CACHE_FOLDERS: Final = ("XDG_CACHE_HOME", "LOCALAPPDATA", "WIN_PD_OVERRIDE_LOCAL_APPDATA")


@dataclass(frozen=True, slots=True)
class Served:
    """A running server."""

    port: int
    process: int
    """The number of the web process."""
    folder: Path
    """Of its data."""

    def memory(self) -> float | None:
        """Return the web process's resident memory in MB, ``None`` where the system does not tell (it is Linux's)."""
        status = Path(f"/proc/{self.process}/status")
        if not status.exists():
            return None
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS:"))
        return int(line.split()[1]) / 1024

    def processor_seconds(self) -> float | None:
        """Return how long the web process has computed so far, ``None`` where the system does not tell."""
        return processor_seconds(self.process)


def processor_seconds(process: int) -> float | None:
    """Return how long a process has computed so far, ``None`` where the system does not tell."""
    stat = Path(f"/proc/{process}/stat")
    if not stat.exists():
        return None
    user, system = stat.read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


@contextmanager
def served(
    cold: bool = False, workers: int = 1, database: str = "", port: int = 0, more: Sequence[str] = ()
) -> Iterator[Served]:
    """Serve an empty house; with ``cold`` nothing is compiled, as on a fresh machine.

    ``database``: the URL of one that is there already. ``port``: any if left out. ``more``: further options.

    Raises ``ConnectionError`` with the server's own words where it does not start.
    """
    with TemporaryDirectory() as folder:
        port = port or free_port()
        place = ["--database", database] if database else ["--data", folder]
        command = [sys.executable, "-m", "fivefold", "serve", "--port", str(port), *place]
        # No settings of this machine's own house.
        environment = {**os.environ, "FIVEFOLD_LIMITS": "off", "FIVEFOLD_CONFIG": ""}
        _ = environment.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed house has compiled files
        if cold:
            environment |= dict.fromkeys(CACHE_FOLDERS, folder)
        process = subprocess.Popen(  # noqa: S603
            [*command, "--workers", str(workers), *more],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        _wait_for(process, port)
        try:
            yield Served(port, process.pid, Path(folder))
        finally:
            process.terminate()
            process.communicate()


def free_port() -> int:
    """Return a port that nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_for(process: "subprocess.Popen[str]", port: int) -> None:
    until = time.monotonic() + STARTING_SECONDS
    while time.monotonic() < until and process.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.01)
    process.kill()
    raise ConnectionError(f"the server did not start:\n{process.communicate()[0]}")
