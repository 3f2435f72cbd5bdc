"""Pictures of letters: what they show in words, and who draws them."""

from collections.abc import Callable
from dataclasses import dataclass
from logging import getLogger
from typing import Final

from fivefold.contract.errors import FivefoldError
from fivefold.house.match_view import pictures
from fivefold.play.catalogue import find
from fivefold.raster.jobs import Board, Inlay

logger: Final = getLogger("fivefold.mail")


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture that was drawn."""

    png: bytes
    says: str = ""
    """What it shows, in words."""


Draw = Callable[[Board, int], Drawn | None]
"""Draws a position so many pixels wide; ``None`` where it cannot be drawn now: the letter goes without it."""


def drawn_by(make: Callable[[Inlay], bytes]) -> Draw:
    """Return what draws by having ``make`` make the pictures, in a process of its own for example."""

    def draw(board: Board, width: int) -> Drawn | None:
        try:
            return Drawn(make(Inlay(board, width)), described(board))
        except (FivefoldError, RuntimeError) as error:
            logger.warning("A mail goes without its picture: %s.", error)
            return None

    return draw


def drawn_here(board: Board, width: int) -> Drawn | None:
    """Draw a position in this process."""
    from fivefold.raster import making  # noqa: PLC0415  (what draws is loaded when it is needed)

    return drawn_by(making.inlay)(board, width)


def described(board: Board) -> str:
    """Return what a position is, for people who hear it."""
    drawing = pictures.drawn(find(board.game), board.row, board.viewer, dict(board.marks))
    return drawing.description or drawing.title
