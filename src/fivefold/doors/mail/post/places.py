"""Where the house takes mail from other servers: a port, or a file that stands for one."""

import errno
import os
import socket
import stat
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from fivefold.contract.errors import FivefoldError, InvalidOption

ANYBODY: Final = 0o666
"""The rights of a socket's file: whoever may enter its folder may hand mail in, as at a port."""
WAITING: Final = 64


class PlaceTaken(FivefoldError):
    """A port or a file that cannot be listened on."""


@dataclass(frozen=True, slots=True)
class Place:
    """A port of a host, or a file."""

    host: str = ""
    port: int = 0
    path: Path | None = None

    def __str__(self) -> str:
        if self.path is not None:
            return str(self.path)
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    def bound(self) -> socket.socket:
        """Return a socket that listens here. Raises ``PlaceTaken``."""
        try:
            return self._bound_to_file(self.path) if self.path is not None else self._bound_to_port()
        except OSError as error:
            remedy = "stop the program that uses it, or choose another" if error.errno == errno.EADDRINUSE else ""
            problem = f"mail cannot be taken here: {error.strerror or error}"
            raise PlaceTaken(problem, subject=str(self), remedy=remedy) from error

    def left(self) -> None:
        """Remove the file, where it is one."""
        if self.path is not None:
            with suppress(OSError):
                self.path.unlink()

    def _bound_to_port(self) -> socket.socket:
        family, kind, _, _, where = socket.getaddrinfo(self.host, self.port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, kind, socket.IPPROTO_TCP)
        try:
            if os.name == "posix":
                listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind(where)
            listening.listen(WAITING)
        except OSError:
            listening.close()
            raise
        return listening

    def _bound_to_file(self, path: Path) -> socket.socket:
        """Listen on a file; one that was left by a house that stopped is replaced."""
        if path.exists() and stat.S_ISSOCK(path.stat().st_mode) and not _answers(path):
            path.unlink()
        listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            listening.bind(str(path))
            path.chmod(ANYBODY)
            listening.listen(WAITING)
        except OSError:
            listening.close()
            raise
        return listening


def read_place(text: str, files: bool = False) -> Place:
    """Return the place that `HOST:PORT` names, or a path if ``files``. Raises ``InvalidOption``."""
    tidy = text.strip()
    if files and ("/" in tidy or os.sep in tidy):
        return Place(path=Path(tidy.removeprefix("unix:")))
    host, colon, port = tidy.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if not (colon and host and port.isascii() and port.isdigit() and int(port) < 65536):
        remedy = "write it like 127.0.0.1:2525" + (", or as the path of a socket" if files else "")
        raise InvalidOption("it is no place to take mail", subject=tidy[:60], remedy=remedy)
    return Place(host, int(port))


def _answers(path: Path) -> bool:
    """Return whether another process listens on a file."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as trial:
        trial.settimeout(1)
        try:
            trial.connect(str(path))
        except OSError:
            return False
        return True
