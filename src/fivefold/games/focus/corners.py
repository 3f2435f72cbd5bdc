"""The corners of the Focus picture: every player's reserve and captures, where the board has no squares."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from fivefold.contract import NOBODY, WHOLE_PICTURE, Marks, Row
from fivefold.games.focus import notation, pieces, rules
from fivefold.games.focus.board import COLOURS
from fivefold.games.focus.notation import WORDS, property_of, seat
from fivefold.games.focus.pieces import Measures, Point, measures, rounded
from fivefold.parts import svg
from fivefold.parts.messages import Message, Seat

CORNERS: Final = ((0, 2), (0, 1, 2), (0, 1, 2, 3))
"""The corner of each seat for 2, 3 and 4 players, clockwise from the upper left: partners sit opposite."""
LOWER_RIGHT: Final = 2
ONE_DIGIT: Final = 9


class Corner(NamedTuple):
    """All that decides how a player's corner looks."""

    seat: Seat
    colour: str
    """The CSS name of the seat's pieces."""
    state: str
    """``active`` to move, ``winner``, ``out`` for now, or empty."""
    reserve: int
    captured: tuple[tuple[int, str, int], ...]
    """For every other seat: itself, the CSS name of its colour, how many of its pieces."""
    said: str
    """What the seat owns, in words."""
    pick: bool
    """Whether the reserve may be picked."""
    marked: str
    """Classes on the reserve."""
    gained: str
    """Classes on the captures."""
    bare: bool
    place: int
    """The corner it is, clockwise from the upper left."""


def place(players: int, number: int, asked: Sequence[str]) -> int:
    """Return a seat's corner. ``home-1`` among what is asked of the picture: seat 1 has the lower right one."""
    around = CORNERS[players - 2]
    turned = next((around.index(LOWER_RIGHT) - seat for seat in range(players) if f"home-{seat}" in asked), 0)
    return around[(number + turned) % players]


def corner(row: Row, number: int, mover: int, pick: bool, marks: Marks) -> str:
    """Return a player's corner; ``mover`` is the seat to move, ``pick`` whether its reserve may be picked."""
    turn, asked = mover == number, marks.get(WHOLE_PICTURE, "").split()
    marked = f"{marks.get(notation.RESERVE_PICK, '') if turn else ''} {marks.get(f'reserve-{number}', '')}".strip()
    return drawn_corner(
        Corner(
            seat(row, number),
            colour_class(row, number),
            "active" if turn else state(row, number, mover),
            row[rules.RESERVE + number],
            haul(row, number),
            WORDS.text(property_of(row, number)),
            pick and turn,
            marked,
            marks.get(f"captured-{number}", ""),
            "bare" in asked,
            place(row[rules.PLAYERS], number, asked),
        )
    )


def colour_class(row: Row, number: int) -> str:
    """Return the CSS name of a seat's pieces."""
    return COLOURS[row[rules.PLAYERS] - 2][number].lower()


def haul(row: Row, number: int) -> tuple[tuple[int, str, int], ...]:
    """Return every other seat, the CSS name of its colour, and how many of its pieces a seat has captured."""
    first = rules.CAPTURED + rules.MOST_PLAYERS * number
    others = [other for other in range(row[rules.PLAYERS]) if other != number]
    return tuple((other, colour_class(row, other), row[first + other]) for other in others)


def state(row: Row, number: int, mover: int) -> str:
    """Return the CSS class of a seat that is not to move: winner, or out, perhaps for now."""
    won = row[rules.END] != rules.PLAYING and not rules.is_draw(row)
    if mover == NOBODY and won and not rules.rival(row, row[rules.WINNER], number):
        return "winner"
    return "" if rules.able(row, number) else "out"


@lru_cache(maxsize=2048)
def drawn_corner(corner: Corner) -> str:
    """Return a player's corner: whose it is, reserve, captures."""
    sizes = measures(corner.bare)
    right, low = corner.place in (1, 2), corner.place in (2, 3)
    far = sizes.whole - sizes.inset
    level = (far - sizes.reach if right else sizes.inset, far - sizes.arm if low else sizes.inset)
    upright = (far - sizes.arm if right else sizes.inset, far - sizes.reach if low else sizes.inset + sizes.arm)
    shape = [(far - x if right else sizes.inset + x, far - y if low else sizes.inset + y) for x, y in sizes.panel]
    return svg.group(
        svg.tooltip(corner.said),
        svg.path(rounded(shape, 20), class_="panel"),
        svg.group(
            reserve(corner, sizes, level),
            svg.group(heading(corner), class_="heading", transform=svg.moved(*level)),
            captures(corner, upright),
            class_="inside",
        ),
        id=f"corner-{corner.seat.number}",
        class_=f"seat {corner.state}".strip(),
    )


def heading(corner: Corner) -> str:
    """Return a seat's badge and name, with an arrow while it is to move and a crown when it has won."""
    sign = {
        "active": svg.path("M0-10L15 0L0 10Z", class_="turn", transform=svg.moved(164, 28)),
        "winner": svg.path("M-15 9L-18-9L-8-1L0-13L8-1L18-9L15 9Z", class_="turn", transform=svg.moved(164, 27)),
    }
    badge = pieces.badge(corner.colour, 27 if corner.bare else 31, 28, 0.86)
    if corner.bare:
        return badge + svg.words(50, 37, WORDS.text(corner.seat), class_="name")
    return badge + svg.words(54, 37, WORDS.text(corner.seat), class_="name") + sign.get(corner.state, "")


def reserve(corner: Corner, sizes: Measures, place: Point) -> str:
    """Return how many pieces a seat may place, beside one of them."""
    count, name = corner.reserve, f"reserve-{corner.seat.number}"
    said = WORDS.text(Message("reserve-of", who=corner.seat, pieces=Message("pieces", count=count)))
    label = WORDS.text(Message("reserve"))
    colour, tray = corner.colour, "" if count else "empty-tray"
    if corner.bare:
        drawn = (
            svg.rectangle(-2, -2, sizes.reach + 4, sizes.arm + 4, fill="none", pointer_events="all"),
            svg.rectangle(6, 6, sizes.reach - 12, sizes.arm - 12, 15, class_="tray"),
            pieces.disc(colour, 34, 76, 0.52, id=name, data_place="", class_=tray or None),
            svg.words(60, 86, str(count), class_=count_class(count, True)),
            svg.words(sizes.reach - 10, 84, label, class_="label", text_anchor="end"),
        )
    else:
        drawn = (
            svg.tooltip(said),
            svg.rectangle(7, 48, sizes.reach - 14, sizes.arm - 55, 13, class_="tray"),
            pieces.disc(colour, 40, 76, 0.66, id=name, data_place="", class_=tray or None),
            svg.words(71, 81, str(count), class_=count_class(count, True)),
            svg.words(sizes.reach - 14, 77, label, class_="label", text_anchor="end"),
        )
    what = svg.named(notation.RESERVE_PICK if corner.pick else name, said, corner.pick)
    return svg.group(*drawn, class_=f"reserve {corner.marked}".strip(), transform=svg.moved(*place), given=what)


def captures(corner: Corner, place: Point) -> str:
    """Return how many pieces of every other colour a seat has captured."""
    crowded = corner.bare and len(corner.captured) == 3
    said = WORDS.text(Message("captures-short" if corner.bare else "captures"))
    label = svg.words(48, 26 if corner.bare else 18, said, class_="label")
    alone = corner.bare and len(corner.captured) == 1
    lines = [] if crowded else [label]
    for line, (other, colour, count) in enumerate(corner.captured):
        y = 61.0 if alone else 22.0 + 29 * line if crowded else 47.0 + 33 * line if corner.bare else 38.0 + 25 * line
        size = 1.0 if alone else 0.62
        left, x = (24, 46) if alone and count > ONE_DIGIT else (28, 56 if alone else 50)
        lines.append(
            pieces.badge(colour, left, y, size, id=f"captured-{corner.seat.number}-{other}", data_place="")
            + svg.words(x, y + (13 if alone else 8), str(count), class_=count_class(count, alone))
        )
    return svg.group(
        *lines,
        class_=f"captured {corner.gained}".strip(),
        transform=svg.moved(*place),
        given=svg.named(f"captured-{corner.seat.number}", corner.said, False),
    )


def count_class(count: int, large: bool) -> str:
    """Return the CSS classes of a number of captures."""
    return ("count" if large else "small") + ("" if count else " none") + (" wide" if count > ONE_DIGIT else "")
