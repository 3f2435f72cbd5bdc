"""Focus drawn: the board with its stacks, and every player's reserve and captures in one of its missing corners."""

from collections.abc import Sequence
from typing import Final

from fivefold.games.focus import notation, pieces, rules
from fivefold.games.focus.board import COLUMN, LINE, NAMES, SIDE, SQUARES
from fivefold.games.focus.style import STYLE
from fivefold.parts import svg
from fivefold.parts.words import COLUMN_LETTERS, counted, listed
from fivefold.play.contract import NOBODY, Marks, Row

CELL: Final = 100.0
MARGIN: Final = 44.0
WHOLE: Final = SIDE * CELL + 2 * MARGIN
FOOT: Final = 71.0
"""Where the middle of a stack's foot is, from its square's upper edge."""
FRAME: Final = 9.0
"""How far the board reaches beyond its squares."""
ARM: Final = 96.0
REACH: Final = 198.0
"""Width and length of the two arms of a player's panel."""

Point = tuple[float, float]

OUTLINE: Final = (
    *((2, 0), (6, 0), (6, 1), (7, 1), (7, 2), (8, 2), (8, 6), (7, 6), (7, 7), (6, 7)),
    *((6, 8), (2, 8), (2, 7), (1, 7), (1, 6), (0, 6), (0, 2), (1, 2), (1, 1), (2, 1)),
)
"""Corners of the board, clockwise, in squares."""
PANEL: Final = ((0.0, 0.0), (REACH, 0.0), (REACH, ARM), (ARM, ARM), (ARM, REACH), (0.0, REACH))
"""Corners of a panel at the upper left, clockwise."""
CORNERS: Final = ((0, 2), (0, 1, 2), (0, 1, 2, 3))
"""The corner of each seat for 2, 3 and 4 players, clockwise from the upper left: partners sit opposite."""


def draw(row: Row, viewer: int, marks: Marks) -> str:
    """Return the position as SVG, 888 units square.

    Marks known to the style: ``picked``, ``target`` (may come next), ``last`` (of the last move), ``hint``.
    """
    picks = open_picks(row, viewer)
    return svg.picture(
        WHOLE,
        WHOLE,
        svg.rectangle(0, 0, WHOLE, WHOLE, 22, class_="table"),
        svg.group(
            svg.path(rounded(spread(OUTLINE, FRAME), 17), class_="frame-shadow", transform=svg.moved(0, 5)),
            svg.path(rounded(spread(OUTLINE, FRAME), 17), class_="frame"),
            coordinates(),
            svg.group(*(draw_square(row, square, picks, marks) for square in range(SQUARES)), class_="squares"),
            transform=svg.moved(MARGIN, MARGIN),
        ),
        *(panel(row, seat, picks, marks) for seat in range(row[rules.PLAYERS])),
        title=f"Focus: {notation.standing(row)}",
        description=describe(row),
        style=STYLE,
        classes="focus",
    )


def spotlight(row: Row, move: int) -> Marks:
    """Return what a move about to be made, or just made from ``row``, lights up: the squares it touches."""
    return {name: "last" for name in notation.clicks(row, move) if name != notation.RESERVE_PICK}


def open_picks(row: Row, viewer: int) -> frozenset[str]:
    """Return the names of all things that a legal move of the viewer's picks."""
    if viewer < 0 or viewer != rules.to_move(row):
        return frozenset()
    out = [0] * rules.MAX_MOVES
    count = rules.legal_moves(row, out)
    return frozenset(name for move in out[:count] for name in notation.clicks(row, move))


def pick_attributes(name: str, picks: frozenset[str]) -> dict[str, svg.Attribute]:
    """Return what makes an element something to pick, if it is."""
    return {"data_pick": name, "role": "button", "tabindex": -1} if name in picks else {}


def colour(row: Row, seat: int) -> str:
    """Return the CSS class of a seat's pieces."""
    return notation.seat_name(row, seat).lower()


# --- shapes ----------------------------------------------------------------------------------------------------------


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
        numbers = [svg.number(float(value)) for value in (*start, *corner, *end)]
        parts.append("{}{} {}Q{} {} {} {}".format("L" if place else "M", *numbers))
    return "".join(parts) + "Z"


def towards(start: Point, goal: Point, distance: float) -> Point:
    """Return the point that far from one corner to the next along an edge that is upright or level."""
    across, down = goal[0] - start[0], goal[1] - start[1]
    share = distance / (abs(across) + abs(down))
    return start[0] + across * share, start[1] + down * share


# --- the board -------------------------------------------------------------------------------------------------------


def coordinates() -> str:
    """Return letters and numbers round the board, each next to the last square of its column or row."""
    labels = []
    for place, letter in enumerate(COLUMN_LETTERS[:SIDE]):
        lines = [LINE[square] for square in range(SQUARES) if COLUMN[square] == place]
        middle, first, after = (place + 0.5) * CELL, lines[0] * CELL, (lines[-1] + 1) * CELL
        number = str(place + 1)
        labels += [
            svg.words(middle, first - 16, letter, text_anchor="middle"),
            svg.words(middle, after + 30, letter, text_anchor="middle"),
            svg.words(first - 24, middle + 7, number, text_anchor="middle"),
            svg.words(after + 24, middle + 7, number, text_anchor="middle"),
        ]
    return svg.group(*labels, class_="coordinates", aria_hidden="true")


def draw_square(row: Row, square: int, picks: frozenset[str], marks: Marks) -> str:
    """Return one square with its stack."""
    name, owners = NAMES[square], notation.stack(row, square)
    shade = "even" if (COLUMN[square] + LINE[square]) % 2 else "odd"
    stack = [colour(row, owner) for owner in owners]
    return svg.group(
        svg.tooltip(f"{name}: {stack_in_words(row, owners)}"),
        svg.rectangle(2, 2, CELL - 4, CELL - 4, 9, class_="field"),
        svg.rectangle(6, 6, CELL - 12, CELL - 12, 8, class_="mark"),
        svg.circle(CELL / 2, CELL / 2, 13, class_="dot"),
        pieces.stack(stack, CELL / 2, FOOT, f"stack-{name}") if stack else "",
        id=f"square-{name}",
        class_=f"square {shade} {'' if stack else 'vacant '}{marks.get(name, '')}".strip(),
        transform=svg.moved(COLUMN[square] * CELL, LINE[square] * CELL),
        **pick_attributes(name, picks),
    )


def stack_in_words(row: Row, owners: list[int]) -> str:
    """Return a stack bottom to top and whose it is: ``RGRR, Red's``."""
    return f"{notation.letters(row, owners)}, {notation.seat_name(row, owners[-1])}'s" if owners else "empty"


# --- panels ----------------------------------------------------------------------------------------------------------


def panel(row: Row, seat: int, picks: frozenset[str], marks: Marks) -> str:
    """Return a player's corner: name, reserve, captures."""
    corner = CORNERS[row[rules.PLAYERS] - 2][seat]
    right, low = corner in (1, 2), corner in (2, 3)
    level = (WHOLE - 8 - REACH if right else 8.0, WHOLE - 8 - ARM if low else 8.0)
    upright = (WHOLE - 8 - ARM if right else 8.0, WHOLE - 2 - REACH if low else 8.0 + ARM)
    turn = rules.to_move(row) == seat
    return svg.group(
        svg.tooltip(seat_in_words(row, seat)),
        svg.path(rounded(panel_corners(right, low), 20), class_="panel"),
        svg.group(
            svg.group(heading(row, seat), transform=svg.moved(*level)),
            reserve(row, seat, picks if turn else frozenset(), marks if turn else {}, level),
            svg.group(captured(row, seat), transform=svg.moved(*upright), id=f"captured-{seat}"),
            class_="inside",
        ),
        id=f"seat-{seat}",
        class_=f"seat {state(row, seat)}".strip(),
    )


def panel_corners(right: bool, low: bool) -> list[Point]:
    """Return the corners of a panel in the corner it belongs to."""
    return [(WHOLE - 8 - x if right else 8 + x, WHOLE - 8 - y if low else 8 + y) for x, y in PANEL]


def state(row: Row, seat: int) -> str:
    """Return the CSS class of a seat: to move, winner, or out for now."""
    mover = rules.to_move(row)
    if mover == seat:
        return "active"
    drawn = row[rules.END] == rules.OUT_OF_PATIENCE
    if mover == NOBODY and not drawn and not rules.rival(row, row[rules.WINNER], seat):
        return "winner"
    return "" if row[rules.STACKS + seat] + row[rules.RESERVE + seat] else "out"


def heading(row: Row, seat: int) -> str:
    """Return a seat's badge and name, with an arrow while it is to move and a crown when it has won."""
    sign = {
        "active": svg.path("M0-10L15 0L0 10Z", class_="turn", transform=svg.moved(REACH - 34, 28)),
        "winner": svg.path("M-15 9L-18-9L-8-1L0-13L8-1L18-9L15 9Z", class_="turn", transform=svg.moved(REACH - 34, 27)),
    }
    return (
        pieces.sign(colour(row, seat), 31, 28, 0.86)
        + svg.words(54, 37, notation.seat_name(row, seat), class_="name")
        + sign.get(state(row, seat), "")
    )


def reserve(row: Row, seat: int, picks: frozenset[str], marks: Marks, place: Point) -> str:
    """Return how many pieces a seat may place, beside one of them."""
    count = row[rules.RESERVE + seat]
    disc = pieces.disc(colour(row, seat), 40, 76, 0.66, class_=f"piece {colour(row, seat)}{'' if count else ' ghost'}")
    return svg.group(
        svg.tooltip(f"{notation.seat_name(row, seat)}'s reserve: {counted(count, 'piece')}"),
        svg.rectangle(7, 48, REACH - 14, ARM - 55, 13, class_="tray"),
        disc,
        svg.words(71, 81, str(count), class_="count" if count else "count none"),
        svg.words(REACH - 14, 77, "reserve", class_="label", text_anchor="end"),
        id=f"reserve-{seat}",
        class_=f"reserve {marks.get(notation.RESERVE_PICK, '')}".strip(),
        transform=svg.moved(*place),
        **pick_attributes(notation.RESERVE_PICK, picks),
    )


def captured(row: Row, seat: int) -> str:
    """Return how many pieces of every other colour a seat has captured."""
    others = [other for other in range(row[rules.PLAYERS]) if other != seat]
    lines = []
    for place, other in enumerate(others):
        count = row[rules.CAPTURED + rules.MOST_PLAYERS * seat + other]
        y = 46 + 25 * place
        lines.append(pieces.sign(colour(row, other), 31, y - 8, 0.62))
        lines.append(svg.words(52, y, str(count), class_="small" if count else "small none"))
    return svg.words(ARM / 2, 18, "captured", class_="label", text_anchor="middle") + "".join(lines)


# --- in words --------------------------------------------------------------------------------------------------------


def seat_in_words(row: Row, seat: int) -> str:
    """Return what a seat owns: ``Red: 9 stacks, 2 pieces in reserve, captured 3 Green``."""
    haul = [
        f"{row[rules.CAPTURED + rules.MOST_PLAYERS * seat + other]} {notation.seat_name(row, other)}"
        for other in range(row[rules.PLAYERS])
        if row[rules.CAPTURED + rules.MOST_PLAYERS * seat + other]
    ]
    owned = counted(row[rules.STACKS + seat], "stack")
    spare = counted(row[rules.RESERVE + seat], "piece")
    return f"{notation.seat_name(row, seat)}: {owned}, {spare} in reserve, captured {listed(haul) or 'nothing'}"


def describe(row: Row) -> str:
    """Return the position in sentences, for those who do not see the picture; stacks are read bottom to top."""
    seats = ". ".join(seat_in_words(row, seat) for seat in range(row[rules.PLAYERS]))
    lines = []
    for line in range(SIDE):
        squares = [square for square in range(SQUARES) if LINE[square] == line and row[rules.HEIGHT + square]]
        stacks = [f"{NAMES[square]} {notation.letters(row, notation.stack(row, square))}" for square in squares]
        lines.append(f"Row {line + 1}: {', '.join(stacks) or 'empty'}.")
    return f"{notation.standing(row)}. {seats}. Stacks bottom to top. {' '.join(lines)}"
