"""A letter: what a mail of the house says, before it becomes a message with headers and parts."""

from dataclasses import dataclass
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that a letter shows."""

    name: str
    """By which the HTML names it: ``cid:NAME``."""
    png: bytes
    says: str
    """What it shows, for whoever does not see it."""
    width: int
    """In pixels of a page."""


@dataclass(frozen=True, slots=True)
class Letter:
    """What a mail says. The text says all of it; HTML and pictures are the same once more, and better to look at."""

    subject: str
    text: str
    html: str = ""
    pictures: tuple[Picture, ...] = ()
    board: tuple[str, int] | None = None
    """The game's key and the number of the match: letters about one match hang together."""

    def stored(self) -> dict[str, Any]:
        """Return what is kept of a letter that is sent later; pictures are drawn anew."""
        return {"subject": self.subject, "text": self.text, "html": self.html, "board": self.board}

    @classmethod
    def read(cls, stored: dict[str, Any]) -> Self:
        """Return a letter that was kept."""
        board = stored["board"]
        return cls(stored["subject"], stored["text"], stored["html"], board=None if board is None else tuple(board))


@dataclass(frozen=True, slots=True)
class Envelope:
    """Who handed a message over to whom: what servers on the way go by."""

    sender: str
    """Empty for reports that something was not delivered."""
    recipients: tuple[str, ...]
