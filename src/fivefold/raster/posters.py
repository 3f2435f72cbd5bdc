"""Posters: what is shown where a link is pasted, a picture of a position to send, a frame of a game in motion.

A poster is facts (``jobs``); here they become an SVG, 1200 x 630 or square.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from fivefold.house.match_view.pictures import BARE, LETTERED, united
from fivefold.parts import svg
from fivefold.parts.svg import number
from fivefold.play.catalogue import find
from fivefold.raster import letters
from fivefold.raster.jobs import SQUARE, WIDE, Board, Poster, SeatLine

PAPER, INK, SOFT, GREEN, TABLE = "#edf1eb", "#1d2b26", "#51635b", "#0d7d5f", "#d5e0d8"
PANEL, LIT, LINE = "#f7f8f4", "#dcf5e8", "#c9cfc6"
MARGIN: Final = 40
BOARD: Final = 550
"""The side of the square of a board on a wide poster."""
LEFT: Final = 2 * MARGIN + BOARD
COLUMN: Final = WIDE[0] - LEFT - MARGIN - 10
SEAT_HEIGHT: Final = 62
SEAT_GAP: Final = 8
TITLE_SIZES: Final = (64, 58, 52, 46, 40, 36)
TOP: Final = 104
"""Where what stands beside a board begins."""


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
        font_family=letters.FAMILY,
    )


def _wide(poster: Poster) -> Iterator[str]:
    if len(poster.boards) > 1:
        yield from _collage(poster)
        return
    yield _panel(poster, MARGIN, MARGIN, BOARD, BOARD)
    yield _brand(LEFT, MARGIN + 6)
    size, lines = _title(_said(poster), COLUMN, TITLE_SIZES[1 if len(poster.seats) < 3 else 2 :])
    seats = len(poster.seats) * _pitch(poster)
    tall = (40 if poster.above else 0) + len(lines) * size * 1.16 + (seats + 18 if seats else 0)
    below = list(_below(poster, LEFT, WIDE[1] - MARGIN, COLUMN))
    free = WIDE[1] - TOP - MARGIN - 34 * len(below) - (40 if poster.pressed else 10) - tall
    y = TOP + max(0.0, free / 2)
    if poster.above:
        yield _words(poster.above, LEFT, y + 24, 25, SOFT, 600, COLUMN)
        y += 40
    for line in lines:
        y += size * 1.16
        yield _words(line, LEFT, y - size * 0.2, size, INK, 700)
    yield from _seat_lines(poster, LEFT, y + 22, COLUMN)
    yield from below


def _square(poster: Poster) -> Iterator[str]:
    """Draw a board as large as can be, with who plays and how it stands beneath."""
    width, height = SQUARE
    room = width - 2 * MARGIN
    pairs = -(-len(poster.seats) // 2)
    foot = pairs * (SEAT_HEIGHT + 8) + 8
    yield _brand(MARGIN, 34)
    above = letters.shortened(poster.above, room - 260, 27, 600)
    yield _words(above, width - MARGIN, 66, 27, SOFT, 600, anchor="end")
    title = letters.wrapped(_said(poster), room, 44, 700, 1)[0] if poster.title else ""
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
    size, lines = _title(_said(poster), WIDE[0] - 2 * MARGIN - 20, TITLE_SIZES)
    y = MARGIN + tall + 44.0
    yield _brand(MARGIN, y - 8)
    y += 56
    for line in lines:
        y += size * 1.16
        yield _words(line, MARGIN, y - size * 0.2, size, INK, 700)
    yield from _below(poster, MARGIN, WIDE[1] - MARGIN + 4, WIDE[0] - 2 * MARGIN)


def _panel(poster: Poster, x: float, y: float, width: float, height: float) -> str:
    """Draw the table with the board on it, or with large letters."""
    if poster.boards:
        ground = svg.rectangle(x, y, width, height, 28, fill=TABLE)
        return _shadow(x, y, width, height) + ground + _board(poster.boards[0], x + 14, y + 14, width - 28, height - 28)
    ground = svg.rectangle(x, y, width, height, 28, fill=GREEN)
    if len(poster.big) == 1:
        initial = _words(poster.big, x + width / 2, y + height / 2 + 108, 300, "#fffefb", 700, anchor="middle")
        return _shadow(x, y, width, height) + ground + initial
    mark = svg.group(_mark("#fffefb"), transform=svg.moved(x + width / 2, y + height * 0.42, height / 116))
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
        *drawing.content,
        x=x,
        y=y,
        width=width,
        height=height,
        viewBox=f"0 0 {number(drawing.width)} {number(drawing.height)}",
        class_=f"fivefold {drawing.classes}".strip(),
    )


def _said(poster: Poster) -> str:
    """Return the title, or the one without names where our letters cannot write it."""
    written = letters.readable(poster.title) == poster.title
    return poster.title if written or not poster.otherwise else poster.otherwise


def _pitch(poster: Poster) -> int:
    """Return how far one seat is below the other."""
    return SEAT_HEIGHT + SEAT_GAP if len(poster.seats) < 4 else 57


def _seat_lines(poster: Poster, x: float, y: float, width: float) -> Iterator[str]:
    pitch = _pitch(poster)
    for place, seat in enumerate(poster.seats):
        yield _seat(poster, seat, x, y + place * pitch, width, pitch - SEAT_GAP)


def _seat(poster: Poster, seat: SeatLine, x: float, y: float, width: float, tall: int = SEAT_HEIGHT) -> str:
    """Draw a seat: its piece, who sits there, its points."""
    colour, thick = (GREEN, 2.5) if seat.won else (LINE, 1.5)
    dashed = "7 6" if seat.free else None
    ground = "none" if seat.free else LIT if seat.won else PANEL
    points = letters.width(seat.points, 34, 700) if seat.points else 0
    name = letters.shortened(letters.named(seat.name, seat.otherwise), width - 92 - points - 28, 28, 600)
    base = y + tall / 2 + 10
    return "".join(
        (
            svg.rectangle(
                x, y, width, tall, 16, fill=ground, stroke=colour, stroke_width=thick, stroke_dasharray=dashed
            ),
            _emblem(poster, seat.seat, x + 14, y + tall / 2 - 20, 40) if poster.boards else "",
            _words(name, x + (70 if poster.boards else 22), base, 28, GREEN if seat.free else INK, 600),
            _words(seat.points, x + width - 20, base + 2, 34, INK, 700, anchor="end") if seat.points else "",
        )
    )


def _emblem(poster: Poster, seat: int, x: float, y: float, size: float) -> str:
    """Draw the piece of a seat; its style stands with the board."""
    board = poster.boards[0]
    drawn = find(board.game).picture.emblem(list(board.row), seat).picture
    return drawn.replace("<svg ", f'<svg x="{number(x)}" y="{number(y)}" width="{size}" height="{size}" ', 1)


def _below(poster: Poster, x: float, bottom: float, width: float) -> Iterator[str]:
    """Draw what is to be done, like a button, or some words in up to three lines."""
    if poster.pressed:
        said = letters.shortened(poster.below, width - 56, 27, 650)
        wide = letters.width(said, 27, 650) + 56
        button = svg.rectangle(x, bottom - 64, wide, 64, 32, fill=GREEN)
        yield button + _words(said, x + wide / 2, bottom - 22.5, 27, "#ffffff", 600, anchor="middle")
    elif poster.below:
        lines = letters.wrapped(letters.readable(poster.below), width, 25, 500, 3)
        for place, line in enumerate(lines):
            yield _words(line, x, bottom - 18 - 34 * (len(lines) - 1 - place), 25, SOFT, 500)


def _title(title: str, room: float, sizes: Sequence[int]) -> tuple[int, list[str]]:
    """Return the largest size in which a title has room in two or three lines, and the lines."""
    said = letters.readable(title)
    for size in sizes:
        lines = letters.wrapped(said, room, size, 700, 9)
        if len(lines) <= (2 if size > 46 else 3) and not any(line.endswith("…") for line in lines):
            return size, lines
    return sizes[-1], letters.wrapped(said, room, sizes[-1], 700, 3)


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


BOARD_MARGIN: Final = 0.025
"""Around the board, as a part of its width."""


def board(board: Board) -> str:
    """Return a position as an SVG."""
    drawing = find(board.game).picture.draw(list(board.row), board.viewer, united(BARE, LETTERED, dict(board.marks)))
    edge = drawing.width * BOARD_MARGIN
    width, height = drawing.width + 2 * edge, drawing.height + 2 * edge
    return svg.element(
        "svg",
        svg.element("style", drawing.style),
        svg.element("defs", drawing.shapes) if drawing.shapes else "",
        svg.rectangle(0, 0, width, height, fill=TABLE),
        svg.element(
            "svg",
            *drawing.content,
            x=edge,
            y=edge,
            width=drawing.width,
            height=drawing.height,
            viewBox=f"0 0 {number(drawing.width)} {number(drawing.height)}",
            class_=f"fivefold {drawing.classes}".strip(),
        ),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        font_family=letters.FAMILY,
    )
