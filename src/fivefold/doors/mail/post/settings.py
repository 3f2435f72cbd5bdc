"""What a house is told about its mail when it is served."""

import argparse
import os
import re
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Final, Self
from urllib.parse import SplitResult, unquote, urlsplit

from fivefold.contract.errors import InvalidOption
from fivefold.doors.mail.post.places import Place, read_place
from fivefold.doors.mail.post.recipients import check_domain
from fivefold.doors.mail.post.ways_out import ON_THIS_MACHINE, SmtpServer
from fivefold.house.database.files import file_of
from fivefold.house.database.place import first_line

LIBRARIES: Final = ("aiosmtpd", "aiosmtplib", "selectolax")
"""Of the extra ``mail``; whoever only plays does not have them."""
PASSWORD: Final = "FIVEFOLD_MAIL_PASSWORD"  # noqa: S105  (the name of the variable)
FOLDER: Final = "folder"
"""The folder beside the database; another is named by its path."""
PLAIN: Final = "smtp-plain"
PORTS: Final = {"smtp": 587, "smtps": 465, PLAIN: 25}
LOCAL_PORT: Final = 25
SERVER: Final = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]{0,98}[A-Za-z0-9])?")


@dataclass(frozen=True, slots=True)
class WaysIn:
    """How mail comes in, besides `fivefold mail deliver`."""

    smtp: Place | None = None
    lmtp: Place | None = None
    trusted: str = ""
    """The name of the server whose checks of senders are believed; empty for none."""


NO_WAY_IN: Final = WaysIn()


@dataclass(frozen=True, slots=True)
class MailSettings:
    """How a house sends and gets mail."""

    domain: str
    """The part of its addresses after the ``@``."""
    out: SmtpServer | Path
    """Where mails go: to a server, or into a folder."""
    base: str = ""
    """The public address of the pages; empty where there is none."""
    ways_in: WaysIn = NO_WAY_IN

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
    return MailSettings(check_domain(options.mail_domain), _way_out(options, url), base, _ways_in(options))


def _check_libraries() -> None:
    missing = [name for name in LIBRARIES if find_spec(name) is None]
    if missing:
        wrong = f"it needs {', '.join(missing)}, not installed here"
        raise InvalidOption(wrong, subject="--mail-domain", remedy="pip install 'fivefold[mail]'")


def _ways_in(options: argparse.Namespace) -> WaysIn:
    trusted = options.mail_trusts.strip()
    if trusted and not SERVER.fullmatch(trusted):
        remedy = "write it as your server does, like mx.example.org"
        raise InvalidOption("it is no name of a server", subject=f"--mail-trusts {trusted[:60]}", remedy=remedy)
    smtp = read_place(options.mail_in) if options.mail_in else None
    return WaysIn(smtp, read_place(options.mail_lmtp, files=True) if options.mail_lmtp else None, trusted)


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
        return read_server(where, _password(options.mail_password_file))
    if where == FOLDER:
        folder = folder_of(url)
        if folder is None:
            raise InvalidOption("this house has no folder of its own", subject="--mail-out", remedy="name one")
        return folder
    if "/" not in where and os.sep not in where:
        remedy = "write it like smtp://user@host:587, or as the path of a folder"
        raise InvalidOption("it is no place for mail", subject=where[:60], remedy=remedy)
    return Path(where).expanduser()


def read_server(address: str, password: str) -> SmtpServer:
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
