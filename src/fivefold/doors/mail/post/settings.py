"""What a house is told about its mail when it is served, without the libraries that mail needs."""

import argparse
import errno
import os
import re
import socket
import ssl
import stat
from contextlib import suppress
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Final, Self
from urllib.parse import SplitResult, unquote, urlsplit

from fivefold.contract.errors import FivefoldError, InvalidOption
from fivefold.house.database.files import file_of
from fivefold.house.database.place import first_line

LIBRARIES: Final = ("aiosmtpd", "aiosmtplib", "selectolax")
"""Of the extra ``mail``; whoever only plays does not have them."""
ON_THIS_MACHINE: Final = frozenset({"localhost", "127.0.0.1", "::1"})
LONGEST_ADDRESS: Final = 254
DOMAIN: Final = re.compile(r"[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+")
SERVER: Final = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]{0,98}[A-Za-z0-9])?")
PASSWORD: Final = "FIVEFOLD_MAIL_PASSWORD"  # noqa: S105  (the name of the variable)
FOLDER: Final = "folder"
"""The folder beside the database; another is named by its path."""
PLAIN: Final = "smtp-plain"
PORTS: Final = {"smtp": 587, "smtps": 465, PLAIN: 25}
LOCAL_PORT: Final = 25


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
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as trial:
        trial.settimeout(1)
        try:
            trial.connect(str(path))
        except OSError:
            return False
        return True


def check_domain(text: str) -> str:
    """Return a domain in lower case. Raises ``InvalidOption``."""
    tidy = text.strip().lower().removeprefix("@")
    if len(tidy) > LONGEST_ADDRESS - 80 or not DOMAIN.fullmatch(tidy):
        raise InvalidOption("it is no domain", subject=text[:60], remedy="write it like mail.example.org")
    return tidy


@dataclass(frozen=True, slots=True)
class SmtpServer:
    """A server that passes our mails on."""

    host: str
    port: int
    tls: bool
    """Whether everything is encrypted from the start; otherwise as soon as the server was greeted (STARTTLS), except on
    this machine."""
    plain: bool = False
    """Whether nothing is encrypted: for a server on one's own network."""
    user: str = ""
    password: str = field(default="", repr=False)
    context: ssl.SSLContext | None = field(default=None, repr=False, compare=False)
    """Whose certificates are believed, if not those that the system believes."""

    @property
    def start_tls(self) -> bool:
        """Whether encryption begins after the greeting. The server has to know how, or nothing is sent."""
        return not self.tls and not self.plain and self.host not in ON_THIS_MACHINE

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"


@dataclass(frozen=True, slots=True)
class MailSettings:
    """How a house sends and gets mail."""

    domain: str
    """The part of its addresses after the ``@``."""
    out: SmtpServer | Path
    """Where mails go: to a server, or into a folder."""
    base: str = ""
    """The public address of the pages; empty where there is none."""
    smtp: Place | None = None
    lmtp: Place | None = None
    """Where mail comes in, besides `fivefold mail deliver`."""
    trusted: str = ""
    """The name of the server whose checks of senders are believed; empty for none."""

    def served_at(self, address: str) -> Self:
        """Return the settings where pages have this address on this machine: mails in a folder are read here."""
        return replace(self, base=address.rstrip("/")) if not self.base and isinstance(self.out, Path) else self


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `fivefold serve` takes for mail."""
    group = parser.add_argument_group("mail", "Play by mail is off unless a domain is given.")
    group.add_argument(
        "--mail-domain", default="", metavar="DOMAIN", help="send and take mail as play@DOMAIN, as mail.example.org"
    )
    group.add_argument(
        "--mail-out",
        default="",
        metavar="WHERE",
        help="send mail through smtp://USER@HOST:PORT (STARTTLS) or smtps://USER@HOST:PORT (TLS); smtp-plain:// does "
        "not encrypt, for a server on your own network; or write it to a folder, which `fivefold mail read` shows: a "
        "path, or folder for the one in the data folder (folder)",
    )
    group.add_argument(
        "--mail-password-file",
        type=Path,
        metavar="FILE",
        help=f"read the password for the mail server from the first line of a file (the variable {PASSWORD})",
    )
    group.add_argument("--mail-in", metavar="HOST:PORT", help="take mail by SMTP at this port (none)")
    group.add_argument(
        "--mail-lmtp", metavar="WHERE", help="take mail by LMTP at HOST:PORT, or at a socket with this path (none)"
    )
    group.add_argument(
        "--mail-trusts",
        default="",
        metavar="SERVER",
        help="believe who sent a mail where this server, your own, has checked it: its name in Authentication-Results; "
        "no mail may reach the house in another way (none: everybody replies, or is asked)",
    )


def settings_of(options: argparse.Namespace, url: str, base: str) -> MailSettings | None:
    """Return what these options say; ``None`` where there is no mail.

    ``url``: the database's; ``base``: the public address of the pages. Raises ``InvalidOption``, ``OSError``.
    """
    if not options.mail_domain:
        _refuse_others(options)
        return None
    _check_libraries()
    domain, out = check_domain(options.mail_domain), _way_out(options, url)
    trusted = options.mail_trusts.strip()
    if trusted and not SERVER.fullmatch(trusted):
        remedy = "write it as your server does, like mx.example.org"
        raise InvalidOption("it is no name of a server", subject=f"--mail-trusts {trusted[:60]}", remedy=remedy)
    smtp = read_place(options.mail_in) if options.mail_in else None
    lmtp = read_place(options.mail_lmtp, files=True) if options.mail_lmtp else None
    return MailSettings(domain, out, base, smtp, lmtp, trusted)


def _check_libraries() -> None:
    missing = [name for name in LIBRARIES if find_spec(name) is None]
    if missing:
        wrong = f"it needs {', '.join(missing)}, not installed here"
        raise InvalidOption(wrong, subject="--mail-domain", remedy="pip install 'fivefold[mail]'")


def _refuse_others(options: argparse.Namespace) -> None:
    for name in ("mail_out", "mail_in", "mail_lmtp", "mail_trusts"):
        if getattr(options, name):
            subject = f"--{name.replace('_', '-')}"
            raise InvalidOption("there is no mail without a domain", subject=subject, remedy="add --mail-domain")


def folder_of(url: str) -> Path | None:
    """Return the folder for mails beside a database; ``None`` where it lies in no file."""
    file = file_of(url)
    return None if file is None else file.parent / "mail"


def _way_out(options: argparse.Namespace, url: str) -> SmtpServer | Path:
    where = options.mail_out.strip() or FOLDER
    if where.lower().partition(":")[0] in PORTS:
        return _read_server(where, _password(options.mail_password_file))
    if where == FOLDER:
        folder = folder_of(url)
        if folder is None:
            raise InvalidOption("this house has no folder of its own", subject="--mail-out", remedy="name one")
        return folder
    if "/" not in where and os.sep not in where:
        remedy = "write it like smtp://user@host:587, or as the path of a folder"
        raise InvalidOption("it is no place for mail", subject=where[:60], remedy=remedy)
    return Path(where).expanduser()


def _read_server(address: str, password: str) -> SmtpServer:
    """Return the server at an address such as ``smtp://anna@mail.example.org:587``. Raises ``InvalidOption``."""
    parts, port = _split(address)
    if parts.password is not None:
        remedy = f"put it into the variable {PASSWORD} or into a file"
        raise InvalidOption("a password does not belong on the command line", subject="--mail-out", remedy=remedy)
    host, user = parts.hostname or "", unquote(parts.username or "")
    if not host or parts.path.strip("/") or parts.query:
        remedy = "write it like smtp://user@host:587"
        raise InvalidOption("it names no mail server", subject=f"--mail-out {address[:60]}", remedy=remedy)
    if user and not password:
        remedy = f"put it into the variable {PASSWORD}, or a file of --mail-password-file"
        raise InvalidOption(f"there is no password for {user[:60]}", subject="--mail-out", remedy=remedy)
    if user and parts.scheme == PLAIN:
        remedy = "write smtp:// or smtps://, or leave the user out"
        raise InvalidOption("nobody logs in without encryption", subject="--mail-out", remedy=remedy)
    usual = LOCAL_PORT if host in ON_THIS_MACHINE and parts.scheme == "smtp" else PORTS[parts.scheme]
    return SmtpServer(
        host, port or usual, parts.scheme == "smtps", parts.scheme == PLAIN, user, password if user else ""
    )


def _split(address: str) -> tuple[SplitResult, int | None]:
    try:
        parts = urlsplit(address)
        return parts, parts.port
    except ValueError:
        raise InvalidOption("it names no mail server", subject="--mail-out") from None


def _password(file: Path | None) -> str:
    if file is None:
        return os.environ.get(PASSWORD, "")
    return first_line(file)
