"""The measures of the Focus picture, the outlines of its board and its corners; pieces and stacks drawn.

Pieces are round discs seen from above the table's edge, one on top of the other. A disc is drawn about the middle of
its foot. Each colour has a sign on top and a pattern round the side, so that stacks can be read without telling
colours apart.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from fivefold.games.focus.board import SIDE
from fivefold.parts import svg

CELL: Final = 100.0

Point = tuple[float, float]

BOARD: Final = (
    *((2, 0), (6, 0), (6, 1), (7, 1), (7, 2), (8, 2), (8, 6), (7, 6), (7, 7), (6, 7)),
    *((6, 8), (2, 8), (2, 7), (1, 7), (1, 6), (0, 6), (0, 2), (1, 2), (1, 1), (2, 1)),
)
"""Corners of the board, clockwise, in squares."""


class Measures(NamedTuple):
    """What differs between a whole and a bare picture."""

    margin: float
    """Round the squares."""
    frame: float
    """How far the board reaches beyond its squares."""
    inset: float
    """Round the panels in the corners."""
    arm: float
    reach: float
    """Width and length of the two arms of a panel."""

    @property
    def whole(self) -> float:
        """Width and height of the picture."""
        return SIDE * CELL + 2 * self.margin

    @property
    def panel(self) -> tuple[Point, ...]:
        """Corners of a panel at the upper left, clockwise."""
        arm, reach = self.arm, self.reach
        return ((0.0, 0.0), (reach, 0.0), (reach, arm), (arm, arm), (arm, reach), (0.0, reach))


@cache
def measures(bare: bool) -> Measures:
    """Return a picture's measures."""
    return Measures(9.0, 8.0, 2.0, 96.0, 196.0) if bare else Measures(44.0, 9.0, 8.0, 96.0, 198.0)


@cache
def board_path(frame: float) -> str:
    """Return the path of the board, reaching beyond its squares by ``frame``."""
    return rounded(spread(BOARD, frame), 17)


def spread(squares: Sequence[tuple[int, int]], by: float) -> list[Point]:
    """Return corners given in squares, in units, the shape larger on every side by ``by``."""
    corners = []
    for place, (x, y) in enumerate(squares):
        before, after = squares[place - 1], squares[(place + 1) % len(squares)]
        along = (unit(x - before[0]) + unit(after[0] - x), unit(y - before[1]) + unit(after[1] - y))
        corners.append((x * CELL + by * along[1], y * CELL - by * along[0]))
    return corners


def unit(step: int) -> int:
    """Return -1, 0 or 1: the sign of a number."""
    return (step > 0) - (step < 0)


def rounded(corners: Sequence[Point], radius: float) -> str:
    """Return the path through corners with every one of them rounded."""
    parts = []
    for place, corner in enumerate(corners):
        start = towards(corner, corners[place - 1], radius)
        end = towards(corner, corners[(place + 1) % len(corners)], radius)
        numbers = [f"{value:g}" for value in (*start, *corner, *end)]
        parts.append("{}{} {}Q{} {} {} {}".format("L" if place else "M", *numbers))
    return "".join(parts) + "Z"


def towards(start: Point, goal: Point, distance: float) -> Point:
    """Return the point that far from one corner to the next along an edge that is upright or level."""
    across, down = goal[0] - start[0], goal[1] - start[1]
    share = distance / (abs(across) + abs(down))
    return start[0] + across * share, start[1] + down * share


RADIUS: Final = 38.0
DEPTH: Final = 20.0
"""Half the height of the ellipse a disc's top makes."""
THICKNESS: Final = 11.0

SLIP: Final = (0.0, 1.3, -1.0, 0.9, -0.7)
"""How far the discs of a stack stand off its middle, from the bottom: stacked by hand."""
LEVELS: Final = tuple(f'x="{svg.number(50 + slip)}" y="{71 - 11 * level}"' for level, slip in enumerate(SLIP))
"""Where the disc on each level of a stack is, from its square's upper left corner."""

SIGNS: Final[Mapping[str, tuple[str, str]]] = {
    "red": ("face", "M0-17L17 0L0 17L-17 0Z"),
    "green": ("face", "M0-17L18 13H-18Z"),
    "yellow": ("line", svg.ring(0, 0, 13, 13)),
    "blue": ("line", "M-15-8H15M-15 8H15"),
}
"""Kind and outline of the sign on each colour: diamond, triangle, ring, two bars; about 34 units across."""


def _front(angle: float) -> str:
    """Return a point on the front of a disc's side, half way up, at ``angle`` from -1 (left edge) to 1 (right)."""
    y = DEPTH * (1 - angle * angle) ** 0.5 - THICKNESS / 2
    return f"{RADIUS * angle:.1f} {y:.1f}"


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

DISC_SIDE: Final = _band(-1, 1)
ROUND: Final = _band(0.45, 1)
"""The part of the side that lies in shade."""
GLEAM: Final = _band(-0.72, -0.42)


def _ellipse(y: float, share: float, **attributes: svg.Attribute) -> str:
    """Return an ellipse parallel to a disc's top, ``share`` of its size."""
    return svg.element("ellipse", cx=0, cy=y, rx=RADIUS * share, ry=DEPTH * share, **attributes)


def _sign(colour: str, transform: str) -> str:
    kind, outline = SIGNS[colour]
    ink = f"var(--{colour}-sign)"
    if kind == "face":
        return svg.path(outline, fill=ink, transform=transform)
    return svg.path(outline, fill="none", stroke=ink, stroke_width=6.5, stroke_linecap="round", transform=transform)


def _disc_shape(colour: str) -> str:
    """Return one piece."""
    side, sign, top = f"var(--{colour}-side)", f"var(--{colour}-sign)", -THICKNESS
    pattern = PATTERNS[colour]
    return svg.group(
        svg.path(DISC_SIDE, fill=side),
        svg.path(pattern, fill="none", stroke=sign, stroke_opacity=0.8, stroke_width=2.6, stroke_linecap="round")
        if pattern
        else "",
        svg.path(ROUND, fill="#000", fill_opacity=0.14),
        svg.path(GLEAM, fill="#fff", fill_opacity=0.22),
        _ellipse(top, 1, fill=f"var(--{colour}-top)", stroke=side, stroke_width=1.4),
        _ellipse(top, 0.8, fill="none", stroke=sign, stroke_opacity=0.45, stroke_width=1.8),
        _sign(colour, f"translate(0 {top:g}) scale(.84 .46)"),
        id=f"focus-{colour}",
    )


def _badge_shape(colour: str, name: str | None) -> str:
    """Return a flat round badge with a colour's sign, 34 units across."""
    return svg.group(
        svg.circle(0, 0, 17, fill=f"var(--{colour}-top)", stroke=f"var(--{colour}-side)", stroke_width=1.4),
        _sign(colour, svg.moved(0, -1 if colour == "green" else 0, 0.56)),
        id=name,
    )


def _common_shapes() -> str:
    """Return a stack's shadow, the outline of a missing piece, and a square with all that may light up on it."""
    outline: Mapping[str, svg.Attribute] = {
        "fill": "none",
        "stroke": "var(--ink-soft)",
        "stroke_width": 2.4,
        "stroke_opacity": 0.6,
    }
    mark = svg.rectangle(
        6, 6, 88, 88, 8, fill="none", stroke="var(--mark)", stroke_width="var(--mark-width)",
        stroke_dasharray="var(--mark-dashes)", stroke_linecap="round",
    )  # fmt: skip
    return (
        svg.element("ellipse", cx=52.5, cy=74, rx=RADIUS + 2, ry=DEPTH + 1.5, fill="var(--ground)", id="focus-ground")
        + svg.group(svg.path(DISC_SIDE, **outline), _ellipse(-THICKNESS, 1, **outline), id="focus-ghost")
        + svg.group(
            svg.rectangle(0, 0, 100, 100, fill="none", pointer_events="all"),
            svg.rectangle(2, 2, 96, 96, 9, fill="var(--field)"),
            mark,
            svg.circle(50, 50, 13, fill="var(--dot)"),
            id="focus-square",
        )
    )


@cache
def shapes(colours: tuple[str, ...]) -> str:
    """Return everything a picture with these colours uses."""
    drawn = [_disc_shape(colour) + _badge_shape(colour, f"focus-{colour}-badge") for colour in colours]
    return "".join([*drawn, _common_shapes()])


@cache
def emblem(colour: str) -> str:
    """Return a colour's badge as a picture by itself."""
    return svg.icon(36, _badge_shape(colour, None), "focus")


SQUARE: Final = svg.use("focus-square")


def badge(colour: str, x: float, y: float, scale: float, **attributes: svg.Attribute) -> str:
    """Return a flat round badge with a colour's sign, 34 units across before it is scaled."""
    return svg.use(f"focus-{colour}-badge", transform=svg.moved(x, y, scale), **attributes)


def disc(colour: str, x: float, y: float, scale: float, **attributes: svg.Attribute) -> str:
    """Return one piece, or the outline of a missing one for the colour ``ghost``, the middle of its foot at (x, y)."""
    return svg.use(f"focus-{colour}", transform=svg.moved(x, y, scale), **attributes)


def stack(colours: Sequence[str], name: str) -> str:
    """Return a stack, bottom to top, on a square, with its shadow; ``name`` is its id, ``name-1`` the bottom's."""
    discs = [
        f'<g id="{name}-{level + 1}"><use href="#focus-{colour}" {LEVELS[level]}/></g>'
        for level, colour in enumerate(colours)
    ]
    return f'<g id="{name}" class="stack"><use href="#focus-ground"/>{"".join(discs)}</g>'


def badged(x: float, y: float, said: str) -> str:
    """Return a few letters on a round badge."""
    wide = 17.0 + 7 * (len(said) - 1)
    plate = svg.rectangle(x - wide, y - 17, 2 * wide, 34, 17, class_="badge")
    return plate + svg.words(x, y + 9.5, said, class_="badged")


@cache
def height(pieces: int) -> str:
    """Return how high a stack is, in a corner of its square; nothing for a single piece."""
    return svg.group(badged(81, 79, str(pieces)), class_="height") if pieces > 1 else ""


@cache
def landing(result: tuple[str, ...], off: tuple[tuple[str, bool], ...], count: int) -> str:
    """Return what a move would make of a square: how many pieces come, and a ghost of the stack that would stand.

    ``result``: the colours of that stack, bottom to top; ``off``: those that come off the bottom, each with whether it
    is captured rather than put back into the mover's reserve.
    """
    vacant = len(result) == count
    carried = badged(50, 50, str(count)) if vacant else badged(28, 79, f"+{count}")
    discs = [f'<use href="#focus-{colour}" {LEVELS[level]}/>' for level, colour in enumerate(result)]
    lost = [
        badged(17 + 33 * place, 17, "") + badge(colour, 17 + 33 * place, 17, 0.86, class_="taken" if taken else "kept")
        for place, (colour, taken) in enumerate(off[:3])
    ]
    high = badged(81, 79, str(len(result))) if len(result) > 1 else ""
    ghost = svg.group(svg.use("focus-ground"), *discs, high, class_="ghost")
    return svg.group(carried, class_="carry") + ghost + svg.group(*lost, class_="off")
