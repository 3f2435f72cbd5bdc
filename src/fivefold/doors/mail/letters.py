"""A letter: what a mail of the house says, before it becomes a message with headers and parts."""

from dataclasses import dataclass
from typing import Any, Self

from fivefold.raster.jobs import Board


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that a letter shows. It is drawn when the letter is sent."""

    name: str
    """By which the HTML names it: ``cid:NAME``."""
    board: Board
    """The position, as the reader may see it."""
    says: str
    """What it shows, for whoever does not see it, until its own description takes the place of this."""
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
        """Return what is kept of a letter that is sent later: facts only, for JSON."""
        pictures = [_stored(picture) for picture in self.pictures]
        words = {"subject": self.subject, "text": self.text, "html": self.html}
        return {**words, "pictures": pictures, "board": self.board}

    @classmethod
    def read(cls, stored: dict[str, Any]) -> Self:
        """Return a letter that was kept."""
        board = stored["board"]
        pictures = tuple(_picture(each) for each in stored.get("pictures", ()))
        kept = stored["subject"], stored["text"], stored["html"]
        return cls(*kept, pictures, board=None if board is None else tuple(board))


def _stored(picture: Picture) -> dict[str, Any]:
    drawn = picture.board
    board = {"game": drawn.game, "row": drawn.row, "viewer": drawn.viewer, "marks": drawn.marks}
    return {"name": picture.name, "board": board, "says": picture.says, "width": picture.width}


def _picture(stored: dict[str, Any]) -> Picture:
    board = stored["board"]
    marks = tuple((name, mark) for name, mark in board["marks"])
    drawn = Board(board["game"], tuple(board["row"]), board["viewer"], marks)
    return Picture(stored["name"], drawn, stored["says"], stored["width"])
