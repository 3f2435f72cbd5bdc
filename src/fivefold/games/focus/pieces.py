"""Pieces and stacks drawn: round discs seen from above the table's edge, one on top of the other.

A disc is drawn about the middle of its foot. Each colour has a sign on top and a pattern round the side, so that
stacks can be read without telling colours apart.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from fivefold.parts import svg

RADIUS: Final = 38.0
DEPTH: Final = 20.0
"""Half the height of the ellipse a disc's top makes."""
THICKNESS: Final = 11.0

SLIP: Final = (0.0, 1.3, -1.0, 0.9, -0.7)
"""How far the discs of a stack stand off its middle, from the bottom: stacked by hand."""

SIGNS: Final[Mapping[str, tuple[str, str]]] = {
    "red": ("sign", "M0-17L17 0L0 17L-17 0Z"),
    "green": ("sign", "M0-17L18 13H-18Z"),
    "yellow": ("sign line", svg.ring(0, 0, 13, 13)),
    "blue": ("sign line", "M-15-8H15M-15 8H15"),
}
"""Class and outline of the sign on each colour: diamond, triangle, ring, two bars; about 34 units across."""


def _front(angle: float) -> str:
    """Return a point on the front of a disc's side, half way up, at ``angle`` from -1 (left edge) to 1 (right)."""
    y = DEPTH * (1 - angle * angle) ** 0.5 - THICKNESS / 2
    return f"{svg.number(RADIUS * angle)} {svg.number(y)}"


def _arc(start: float, end: float) -> str:
    return f"M{_front(start)}A{RADIUS:g} {DEPTH:g} 0 0 0 {_front(end)}"


def _band(start: float, end: float) -> str:
    """Return the outline of a part of a disc's side."""
    left, right = RADIUS * start, RADIUS * end
    low = [DEPTH * (1 - angle * angle) ** 0.5 for angle in (start, end)]
    across = f"{RADIUS:g} {DEPTH:g} 0 0"
    return (
        f"M{left:.1f} {low[0] - THICKNESS:.1f}A{across} 0 {right:.1f} {low[1] - THICKNESS:.1f}"
        f"V{low[1]:.1f}A{across} 1 {left:.1f} {low[0]:.1f}Z"
    )


def _tick(angle: float) -> str:
    return f"M{_front(angle)}m0-2.6v5.2"


PATTERNS: Final[Mapping[str, str]] = {
    "red": "",
    "green": "".join(_tick(step / 10) for step in (-9, -7, -5, -2.5, 0, 2.5, 5, 7, 9)),
    "yellow": "".join(f"M{_front(step / 10)}h.01" for step in (-8.2, -5, 0, 5, 8.2)),
    "blue": _arc(-0.92, 0.92),
}
"""What runs round the side of each colour: nothing, ticks, dots, a line."""

SIDE: Final = _band(-1, 1)
ROUND: Final = _band(0.45, 1)
"""The part of the side that lies in shade."""
GLEAM: Final = _band(-0.72, -0.42)


def disc(colour: str, x: float, y: float, scale: float = 1, **attributes: svg.Attribute) -> str:
    """Return one piece, the middle of its foot at (x, y)."""
    kind, outline = SIGNS[colour]
    top = -THICKNESS
    return svg.group(
        svg.path(SIDE, class_="side"),
        svg.path(PATTERNS[colour], class_="pattern") if PATTERNS[colour] else "",
        svg.path(ROUND, class_="round"),
        svg.path(GLEAM, class_="gleam"),
        ellipse(top, 1, "top"),
        ellipse(top, 0.8, "groove"),
        svg.path(outline, class_=kind, transform=f"{svg.moved(0, top)} scale(.84 .46)"),
        **{"class_": f"piece {colour}", **attributes},
        transform=svg.moved(x, y, scale),
    )


def ellipse(y: float, share: float, classes: str) -> str:
    """Return an ellipse parallel to a disc's top, ``share`` of its size."""
    return svg.element("ellipse", cx=0, cy=y, rx=RADIUS * share, ry=DEPTH * share, class_=classes)


def sign(colour: str, x: float, y: float, scale: float) -> str:
    """Return a flat round badge with a colour's sign, 34 units across before it is scaled."""
    kind, outline = SIGNS[colour]
    return svg.group(
        svg.circle(0, 0, 17, class_="top"),
        svg.path(outline, class_=kind, transform=svg.moved(0, -1 if colour == "green" else 0, 0.56)),
        class_=colour,
        transform=svg.moved(x, y, scale),
    )


def stack(colours: Sequence[str], x: float, y: float, name: str) -> str:
    """Return a stack, bottom to top, the middle of its foot at (x, y), with its shadow; ``name`` is its id."""
    shadow = svg.element("ellipse", cx=2.5, cy=3, rx=RADIUS + 2, ry=DEPTH + 1.5, class_="ground")
    discs = [
        disc(colour, SLIP[level], -THICKNESS * level, id=f"{name}-{level + 1}") for level, colour in enumerate(colours)
    ]
    return svg.group(shadow, *discs, id=name, class_="stack", transform=svg.moved(x, y))
