"""Posters: what is shown where a link is pasted, a picture of a position to send, a frame of a game in motion.

A poster is facts; here they become an SVG, 1200 x 630 or square.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from fivefold.parts import svg
from fivefold.parts.svg import number
from fivefold.play.catalogue import find
from fivefold.service.pictures import BARE, united
from fivefold.web.raster import letters

WIDE: Final = (1200, 630)
SQUARE: Final = (1080, 1080)
FAMILY: Final = "Inter"
PAPER, INK, SOFT, GREEN, TABLE = "#edf1eb", "#1d2b26", "#51635b", "#0d7d5f", "#d5e0d8"
PANEL, LIT, LINE = "#f7f8f4", "#dcf5e8", "#c9cfc6"
MARGIN: Final = 40
BOARD: Final = 550
"""The side of the square of a board on a wide poster."""
LEFT: Final = 2 * MARGIN + BOARD
COLUMN: Final = WIDE[0] - LEFT - MARGIN - 10
SEAT_HEIGHT: Final = 62
TITLE_SIZES: Final = (58, 52, 46, 40, 36)


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
    points: str = ""
    won: bool = False
    free: bool = False


@dataclass(frozen=True, slots=True)
class Poster:
    """What a poster tells."""

    title: str
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


def draw(poster: Poster) -> str:
    """Return a poster as an SVG."""
    width, height = poster.size
    drawn = _square(poster) if poster.square else _wide(poster)
    return svg.element(
        "svg",
        svg.rectangle(0, 0, width, height, fill=PAPER),
        *drawn,
        xmlns="http://www.w3.org/2000/svg",
        width=width,
        height=height,
        viewBox=f"0 0 {width} {height}",
        font_family=FAMILY,
    )


def _wide(poster: Poster) -> Iterator[str]:
    if len(poster.boards) > 1:
        yield from _collage(poster)
        return
    yield _panel(poster, MARGIN, MARGIN, BOARD, BOARD)
    yield _brand(LEFT, MARGIN + 6)
    title = _title(poster.title, COLUMN)
    size = title[0]
    seats = _seats_height(poster.seats)
    tall = (40 if poster.above else 0) + len(title[1]) * size * 1.16 + (seats + 26 if seats else 0)
    y = max(112.0, 112 + (WIDE[1] - 112 - 124 - tall) / 2)
    if poster.above:
        yield _words(poster.above, LEFT, y + 24, 25, SOFT, 600, COLUMN)
        y += 40
    for line in title[1]:
        y += size * 1.16
        yield _words(line, LEFT, y - size * 0.2, size, INK, 700)
    yield from _seat_lines(poster, LEFT, y + 26, COLUMN)
    yield _below(poster, LEFT, WIDE[1] - MARGIN, COLUMN)


def _square(poster: Poster) -> Iterator[str]:
    """Draw a board as large as can be, with who plays and how it stands beneath."""
    width, height = SQUARE
    room = width - 2 * MARGIN
    pairs = -(-len(poster.seats) // 2)
    foot = pairs * (SEAT_HEIGHT + 8) + 8
    yield _brand(MARGIN, 34)
    above = letters.shortened(poster.above, room - 260, 27, 600)
    yield _words(above, width - MARGIN, 66, 27, SOFT, 600, anchor="end")
    title = letters.wrapped(poster.title, room, 44, 700, 1)[0] if poster.title else ""
    top, bottom = 104, height - MARGIN - foot - (64 if title else 0)
    yield _panel(poster, MARGIN, top, room, bottom - top)
    if title:
        yield _words(title, width / 2, bottom + 54, 44, INK, 700, anchor="middle")
    half = (room - 20) / 2 if len(poster.seats) > 1 else room
    for place, seat in enumerate(poster.seats):
        x = MARGIN + (half + 20) * (place % 2)
        y = height - MARGIN - pairs * (SEAT_HEIGHT + 8) + 8 + (place // 2) * (SEAT_HEIGHT + 8)
        yield _seat(poster, seat, x, y, half)


def _collage(poster: Poster) -> Iterator[str]:
    """Draw several boards side by side, and the words beneath."""
    count = len(poster.boards)
    gap = 18
    side = (WIDE[0] - 2 * MARGIN - (count - 1) * gap) / count
    tall = 300
    for place, board in enumerate(poster.boards):
        x = MARGIN + place * (side + gap)
        yield _shadow(x, MARGIN, side, tall)
        yield svg.rectangle(x, MARGIN, side, tall, 22, fill=TABLE)
        yield _board(board, x + 8, MARGIN + 8, side - 16, tall - 16)
    size, lines = _title(poster.title, WIDE[0] - 2 * MARGIN - 20)
    y = MARGIN + tall + 44.0
    yield _brand(MARGIN, y - 8)
    y += 56
    for line in lines:
        y += size * 1.16
        yield _words(line, MARGIN, y - size * 0.2, size, INK, 700)
    yield _below(poster, MARGIN, WIDE[1] - MARGIN + 4, WIDE[0] - 2 * MARGIN)


def _panel(poster: Poster, x: float, y: float, width: float, height: float) -> str:
    """Draw the table with the board on it, or with large letters."""
    if poster.boards:
        ground = svg.rectangle(x, y, width, height, 28, fill=TABLE)
        return _shadow(x, y, width, height) + ground + _board(poster.boards[0], x + 14, y + 14, width - 28, height - 28)
    ground = svg.rectangle(x, y, width, height, 28, fill=GREEN)
    mark = svg.group(_mark("#fffefb"), transform=svg.moved(x + width / 2, y + height * 0.41, height / 90))
    size = next((size for size in (76, 64, 52, 44) if letters.width(poster.big, size, 700) < width - 60), 36)
    words = _words(poster.big, x + width / 2, y + height * 0.86, size, "#fffefb", 700, anchor="middle")
    return _shadow(x, y, width, height) + ground + mark + (words if poster.big else "")


def _board(board: Board, x: float, y: float, width: float, height: float) -> str:
    """Draw a position into a room, as large as it fits."""
    drawing = find(board.game).picture.draw(list(board.row), board.viewer, united(BARE, dict(board.marks)))
    return svg.element(
        "svg",
        svg.element("style", drawing.style),
        svg.element("defs", drawing.shapes) if drawing.shapes else "",
        drawing.content,
        x=x,
        y=y,
        width=width,
        height=height,
        viewBox=f"0 0 {number(drawing.width)} {number(drawing.height)}",
        class_=f"fivefold {drawing.classes}".strip(),
    )


def _seats_height(seats: Sequence[SeatLine]) -> int:
    return len(seats) * (SEAT_HEIGHT + 8) - 8 if seats else 0


def _seat_lines(poster: Poster, x: float, y: float, width: float) -> Iterator[str]:
    for place, seat in enumerate(poster.seats):
        yield _seat(poster, seat, x, y + place * (SEAT_HEIGHT + 8), width)


def _seat(poster: Poster, seat: SeatLine, x: float, y: float, width: float) -> str:
    """Draw a seat: its piece, who sits there, its points."""
    edge = {"stroke": GREEN, "stroke_width": 2.5} if seat.won else {"stroke": LINE, "stroke_width": 1.5}
    dashes = "7 6" if seat.free else None
    ground = "none" if seat.free else LIT if seat.won else PANEL
    points = letters.width(seat.points, 34, 700) if seat.points else 0
    name = letters.shortened(letters.readable(seat.name), width - 92 - points - 28, 28, 650)
    return "".join(
        (
            svg.rectangle(x, y, width, SEAT_HEIGHT, 16, fill=ground, stroke_dasharray=dashes, **edge),
            _emblem(poster, seat.seat, x + 14, y + 11, 40) if poster.boards else "",
            _words(name, x + (70 if poster.boards else 22), y + 41, 28, GREEN if seat.free else INK, 600),
            _words(seat.points, x + width - 20, y + 43, 34, INK, 700, anchor="end") if seat.points else "",
        )
    )


def _emblem(poster: Poster, seat: int, x: float, y: float, size: float) -> str:
    """Draw the piece of a seat; its style stands with the board."""
    board = poster.boards[0]
    drawn = find(board.game).picture.emblem(list(board.row), seat).picture
    return drawn.replace("<svg ", f'<svg x="{number(x)}" y="{number(y)}" width="{size}" height="{size}" ', 1)


def _below(poster: Poster, x: float, bottom: float, width: float) -> str:
    """Draw what is to be done, like a button or as words."""
    if not poster.below:
        return ""
    said = letters.shortened(poster.below, width - 56, 27, 650)
    if not poster.pressed:
        return _words(said, x, bottom - 18, 25, SOFT, 500, width)
    wide = letters.width(said, 27, 650) + 56
    button = svg.rectangle(x, bottom - 64, wide, 64, 32, fill=GREEN)
    return button + _words(said, x + wide / 2, bottom - 22.5, 27, "#ffffff", 600, anchor="middle")


def _title(title: str, room: float) -> tuple[int, list[str]]:
    """Return the largest size in which a title has room in three lines, and the lines."""
    said = letters.readable(title)
    for size in TITLE_SIZES:
        lines = letters.wrapped(said, room, size, 700, 9)
        if len(lines) <= (2 if size > 46 else 3) and all(letters.width(line, size, 700) <= room for line in lines):
            return size, lines
    return TITLE_SIZES[-1], letters.wrapped(said, room, TITLE_SIZES[-1], 700, 3)


def _words(
    said: str, x: float, y: float, size: float, colour: str, weight: int, room: float = 0, anchor: str = "start"
) -> str:
    said = letters.shortened(letters.readable(said), room, size, weight) if room else letters.readable(said)
    return svg.words(x, y, said, font_size=size, fill=colour, font_weight=weight, text_anchor=anchor)


def _shadow(x: float, y: float, width: float, height: float) -> str:
    """Draw the soft edge beneath a table."""
    return "".join(
        svg.rectangle(
            x - grown, y + 5 - grown, width + 2 * grown, height + 2 * grown, 28 + grown, fill=INK, fill_opacity=0.022
        )
        for grown in range(-2, 9, 2)
    )


def _brand(x: float, y: float) -> str:
    mark = svg.group(_mark(GREEN), transform=svg.moved(x + 21, y + 23, 0.72))
    return mark + svg.words(x + 54, y + 34, "Fivefold", font_size=32, fill=INK, font_weight=700, letter_spacing=-0.5)


def _mark(colour: str) -> str:
    """Draw the house's sign: five cards about a point."""
    return svg.group(
        *(
            svg.rectangle(
                -9, -32, 18, 25, 5.5, transform=f"rotate({72 * turn})", fill_opacity=(1, 0.8, 0.62, 0.46, 0.32)[turn]
            )
            for turn in range(5)
        ),
        fill=colour,
    )
