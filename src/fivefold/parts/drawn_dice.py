"""Dice drawn: large faces to roll, small ones to draw what dice have to show, and signs within text, of cards too.

A picture with dice brings ``SHAPES``, and in its theme the tokens ``die``, ``die-dip``, ``die-side``, ``die-edge``,
``pip`` and ``pip-light``. A face is drawn about its middle; ``--die`` and ``--pip`` around it give it other colours
than usual.
"""

from typing import Final

from fivefold.parts.drawn_cards import OUTLINES
from fivefold.parts.svg import Attribute, element, group, moved, number, path, rectangle, use
from fivefold.parts.words import RANKS, SUITS

SIZE: Final = 100.0
"""Edge of a face as its shape has it."""
SMALL: Final = 32.5
"""Edge of a small one."""
FACES: Final = range(1, 7)

SPOTS: Final = (
    (),
    ((0, 0),),
    ((-1, 1), (1, -1)),
    ((-1, 1), (0, 0), (1, -1)),
    ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
)
"""Where the pips of a face are, in steps from its middle, by the face; none on a blank one."""


def pips(face: int, step: float) -> str:
    """Return a face's pips as a path of points, to be drawn with a round stroke as wide as a pip."""
    return "".join(f"M{number(step * x)} {number(step * y)}h.01" for x, y in SPOTS[face])


def _dots(face: int, step: float, across: float, ink: str, **attributes: Attribute) -> str:
    """Return a face's pips, each ``across`` wide; empty for a blank one."""
    drawn = pips(face, step)
    return path(drawn, stroke=ink, stroke_width=across, stroke_linecap="round", **attributes) if drawn else ""


def _face(face: int) -> str:
    """Return a large face: a body with a shaded foot and a shallow dip, in which the pips are sunk."""
    across = 27.0 if face == 1 else 21.0
    return group(
        rectangle(-50, -46, 100, 100, 22, fill="var(--shadow)"),
        rectangle(-50, -50, 100, 100, 22, fill="var(--die-side)", stroke="var(--die-edge)", stroke_width=1.5),
        rectangle(-49, -49, 98, 92, 21, fill="var(--die)"),
        rectangle(-43, -44, 86, 82, 32, fill="var(--die-dip)"),
        _dots(face, 26, across, "var(--pip-light)", transform=moved(0, -1.2)),
        _dots(face, 26, across, "var(--pip)", transform=moved(0, -3)),
        id=f"face-{face}",
    )


def _small(face: int) -> str:
    """Return a small face: flat, with pips as large as there is room for."""
    half = SMALL / 2
    return group(
        rectangle(-half, -half, SMALL, SMALL, 7.5, fill="var(--die)", stroke="var(--die-edge)", stroke_width=1.6),
        _dots(face, 8.7, 10.0 if face == 1 else 7.8, "var(--pip)"),
        id=f"small-{face}",
    )


SHAPES: Final = "".join([*(_face(face) for face in range(7)), *(_small(face) for face in range(7))])
"""Every face, large and small; those of 0 are blank."""

TUMBLING: Final = " ".join(f"face-{face}" for face in FACES)
"""The shapes a die shows while it rolls, for ``data-faces``."""


def face_shape(face: int) -> str:
    """Return the shape of a large face; 0 is a die that has not been rolled."""
    return f"face-{face}"


def small(face: int, x: float, y: float, scale: float = 1) -> str:
    """Return a small face about (x, y); 0 is any face."""
    name = f"small-{face}"
    return use(name, x=x, y=y) if scale == 1 else use(name, transform=moved(x, y, scale))


STEP: Final = 8.7
"""From one pip of a die to the next."""


def sheet() -> str:
    """Return the shapes, an SVG without a size: ``sign-7``, ``sign-h``, ``sign-W`` for wild cards, ``sign-die-5``."""
    shapes = [
        *(path(OUTLINES[f"rank-{name}"], id=f"sign-{name}", transform=_place(name)) for name in RANKS),
        *(path(OUTLINES[f"pip-{name}"], id=f"sign-{name}", transform=moved(26.5, 13, 0.56)) for name in SUITS),
        path(OUTLINES["star"], id="sign-W", transform=moved(18, 13, 0.66)),
        *(path(pips(face, STEP), id=f"sign-die-{face}") for face in FACES),
    ]
    return element("svg", element("defs", *shapes), class_="signs", width=0, height=0, aria_hidden="true")


def _place(rank: str) -> str:
    return moved(6.5 if rank == "T" else 4.5, 4, 0.6)
