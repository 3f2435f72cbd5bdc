"""What can be asked of those who draw: facts, light enough for every process, and equal where the pictures are."""

from dataclasses import dataclass
from typing import Final

WIDE: Final = (1200, 630)
SQUARE: Final = (1080, 1080)


@dataclass(frozen=True, slots=True)
class Board:
    """A position of a game, as those who get the poster may see it."""

    game: str
    row: tuple[int, ...]
    viewer: int
    marks: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A seat of the match."""

    seat: int
    name: str
    otherwise: str = ""
    """What stands there instead of a name that our letters cannot write."""
    points: str = ""
    won: bool = False
    free: bool = False


@dataclass(frozen=True, slots=True)
class Poster:
    """What a poster tells."""

    title: str
    otherwise: str = ""
    """The title without names, in place of one that our letters cannot write."""
    above: str = ""
    """What it is about, over the title: the game, a day."""
    boards: tuple[Board, ...] = ()
    seats: tuple[SeatLine, ...] = ()
    below: str = ""
    """What to do, or what is told of it."""
    pressed: bool = False
    """Whether ``below`` looks like a button."""
    big: str = ""
    """Large letters where the board would be, if there is none to be shown."""
    square: bool = False

    @property
    def size(self) -> tuple[int, int]:
        """Its width and height."""
        return SQUARE if self.square else WIDE


@dataclass(frozen=True, slots=True)
class Still:
    """A poster to be made a PNG."""

    poster: Poster


@dataclass(frozen=True, slots=True)
class Moving:
    """Posters to be shown one after the other, as a GIF."""

    frames: tuple[Poster, ...]


@dataclass(frozen=True, slots=True)
class Inlay:
    """A position alone to be made a PNG, for a letter."""

    board: Board
    width: int
    """In pixels of a page; the picture has twice as many, for the screens of phones."""


Job = Still | Moving | Inlay
