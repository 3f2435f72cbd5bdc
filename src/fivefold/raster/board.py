"""A position on a ground of its own: what a mail shows, on pages light or dark."""

from typing import Final

from fivefold.house.match_view.pictures import BARE, LETTERED, united
from fivefold.parts import svg
from fivefold.parts.svg import number
from fivefold.play.catalogue import find
from fivefold.raster import letters
from fivefold.raster.jobs import Board
from fivefold.raster.posters import TABLE

MARGIN: Final = 0.025
"""Around the board, as a part of its width."""


def draw(board: Board) -> str:
    """Return a position as an SVG."""
    drawing = find(board.game).picture.draw(list(board.row), board.viewer, united(BARE, LETTERED, dict(board.marks)))
    edge = drawing.width * MARGIN
    width, height = drawing.width + 2 * edge, drawing.height + 2 * edge
    return svg.element(
        "svg",
        svg.element("style", drawing.style),
        svg.element("defs", drawing.shapes) if drawing.shapes else "",
        svg.rectangle(0, 0, width, height, fill=TABLE),
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
