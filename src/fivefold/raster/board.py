"""A position as a PNG of its own: what a mail shows."""

from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from typing import Final, NamedTuple

from fivefold.parts import svg
from fivefold.parts.svg import Drawing, number
from fivefold.play.catalogue import find
from fivefold.raster import letters, making
from fivefold.raster.jobs import Board
from fivefold.raster.posters import TABLE
from fivefold.service.view.pictures import BARE, united

SHARPNESS: Final = 2
"""Pixels of the picture for one of a page: screens of phones have so many."""
MARGIN: Final = 0.025
"""Around the board, as a part of its width."""
KEPT: Final = 64
"""Pictures kept, some 100 kB each: everybody in a match without secrets gets the same."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """What is to be drawn; the same where its digest is."""

    digest: bytes
    width: int
    picture: str = field(compare=False)


class DrawnBoard(NamedTuple):
    """A position, drawn."""

    png: bytes
    says: str
    """What it shows, for people who hear it."""


def drawn_board(board: Board, width: int) -> DrawnBoard:
    """Return a position as a PNG for so many pixels of a page, and what it shows in words."""
    drawing = find(board.game).picture.draw(list(board.row), board.viewer, united(BARE, dict(board.marks)))
    return DrawnBoard(png_of(framed(drawing), width), drawing.description or drawing.title)


def framed(drawing: Drawing) -> str:
    """Return a drawing as an SVG on a ground of its own, so that it looks well on any page, light or dark."""
    edge = drawing.width * MARGIN
    width, height = drawing.width + 2 * edge, drawing.height + 2 * edge
    return svg.element(
        "svg",
        svg.element("style", drawing.style),
        svg.element("defs", drawing.shapes) if drawing.shapes else "",
        svg.rectangle(0, 0, width, height, edge, fill=TABLE),
        svg.element(
            "svg",
            drawing.content,
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


def png_of(picture: str, width: int) -> bytes:
    """Return an SVG of ours as a PNG for so many pixels of a page; the same SVG is drawn once."""
    return _drawn(_Asked(sha256(picture.encode()).digest(), width, picture))


@lru_cache(maxsize=KEPT)
def _drawn(asked: _Asked) -> bytes:
    drawn = making.png(asked.picture, asked.width * SHARPNESS)
    return drawn if len(drawn) <= making.MOST_BYTES else making.with_fewer_colours(drawn)
