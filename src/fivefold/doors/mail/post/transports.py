"""How a message leaves the house: what may come of it, and the way into a folder instead of to a mail server."""

import os
import re
from email import policy
from email.message import EmailMessage
from email.parser import BytesHeaderParser, BytesParser
from hashlib import sha256
from pathlib import Path
from typing import Final, Protocol

from fivefold.house.database.files import FILE_MODE, make_folder


class NotSent(Exception):
    """A message was not handed over."""


class Unreachable(NotSent):
    """No message can be handed over just now."""


class NotNow(NotSent):
    """This message cannot be handed over just now."""


class Refused(NotSent):
    """This message is never taken."""

    def __init__(self, why: str, no_such_address: bool) -> None:
        """``no_such_address``: whether no message for the address would be taken."""
        super().__init__(why)
        self.no_such_address = no_such_address


class Transport(Protocol):
    """Where messages go: to another mail server, or into a folder."""

    def open(self) -> None:
        """Get ready, unless it is. Raises ``Unreachable``."""

    def send(self, sender: str, recipient: str, message: bytes) -> None:
        """Hand a message over. Raises ``Refused``, ``NotNow``, ``Unreachable``."""

    def close(self) -> None:
        """Let go of whatever is open."""


# --- Messages written into a folder instead of being sent ------------------------------------------------------------


NEW, UNFINISHED = "new", "tmp"
"""As in a Maildir: whatever is in the first folder is whole."""
ENDING: Final = ".eml"
OWN: Final = re.compile(r"<(\d{1,12})\.([a-z0-9]{1,40})@")
"""The Message-ID of a mail of the house."""


class Folder:
    """The way out into a folder. A message that comes twice lies there once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def open(self) -> None:
        """Make the folder. Raises ``Unreachable``."""
        try:
            for each in (self._folder, self._folder / NEW, self._folder / UNFINISHED):
                make_folder(each)
        except OSError as error:
            raise _unwritable(error) from error

    def send(self, sender: str, recipient: str, message: bytes) -> None:
        """Write a message. Raises ``Unreachable``."""
        name = _name(message)
        unfinished = self._folder / UNFINISHED / name
        try:
            with os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, FILE_MODE), "wb") as file:
                file.write(message)
                file.flush()
                os.fsync(file.fileno())
            unfinished.replace(self._folder / NEW / name)
            _keep_names(self._folder / NEW)
        except OSError as error:
            raise _unwritable(error) from error

    def close(self) -> None:
        """Nothing is open."""


def messages(folder: Path) -> list[Path]:
    """Return the messages in a folder, the oldest first."""
    return sorted((folder / NEW).glob(f"*{ENDING}"))


def headers(file: Path) -> EmailMessage:
    """Return a message without its content."""
    with file.open("rb") as opened:
        return BytesHeaderParser(policy=policy.default).parse(opened)


def read(file: Path) -> EmailMessage:
    """Return a message."""
    return BytesParser(policy=policy.default).parsebytes(file.read_bytes())


def _name(message: bytes) -> str:
    """Return a file name by which messages come in order, the same for the same message."""
    parsed = BytesHeaderParser().parsebytes(message)
    found = OWN.match(parsed.get("Message-ID", ""))
    number, rest = (int(found[1]), found[2][:12]) if found else (0, sha256(message).hexdigest()[:12])
    return f"{number:08}-{rest}{ENDING}"


def _keep_names(folder: Path) -> None:
    """Let a folder's names survive a power cut, where the system can."""
    if hasattr(os, "O_DIRECTORY"):
        opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def _unwritable(error: OSError) -> Unreachable:
    return Unreachable(f"{error.filename}: {error.strerror}")
