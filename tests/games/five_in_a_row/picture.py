"""Five in a Row drawn: the board and its stones."""

from fivefold.contract import NOBODY, WHOLE_PICTURE, Drawing, Emblem, Marks, Motions, Row
from fivefold.parts import svg

from . import notation, rules

PITCH, MARGIN = 48, 12
WIDTH = rules.SIDE * PITCH + 2 * MARGIN
STYLE = svg.stored_look(__file__).style("five")
PLACE_IDS = frozenset({"board"})


def draw(row: Row, viewer: int, marks: Marks) -> Drawing:
    """Return the board; the empty squares can be picked by whoever is to move."""
    asked = marks.get(WHOLE_PICTURE, "").split()
    mover = NOBODY if "over" in asked else rules.to_move(row)
    drawn = [square(row, number, viewer == mover >= 0, marks) for number in range(rules.SQUARES)]
    status = "over" if mover == NOBODY else f"{notation.SEATS[mover]} to move"
    return svg.picture(
        WIDTH,
        WIDTH,
        svg.group(*drawn, id="board", data_place=""),
        title=f"Five in a Row: {status}",
        description=notation.diagram(row, viewer),
        style=STYLE,
        classes=" ".join(["five", *asked]),
    )


def square(row: Row, number: int, picking: bool, marks: Marks) -> str:
    """Return one square with its stone."""
    name, stone = notation.name_of(number), row[rules.BOARD + number]
    content = svg.rectangle(0, 0, PITCH, PITCH, class_="square")
    if stone:
        content += svg.group(svg.circle(PITCH / 2, PITCH / 2, 19, class_=f"stone-{stone - 1}"), id=f"stone-{name}")
    pickable = picking and not stone
    return svg.group(
        content,
        class_=marks.get(name),
        transform=svg.moved(MARGIN + number % rules.SIDE * PITCH, MARGIN + number // rules.SIDE * PITCH),
        data_pick=name if pickable else None,
        data_thing=None if pickable else name,
        role="button" if pickable else None,
        tabindex="-1" if pickable else None,
        aria_label=f"{name}, empty" if pickable else None,
    )


def emblem(row: Row, seat: int) -> Emblem:
    """Return a stone."""
    stone = svg.icon(24, svg.circle(0, 0, 10, class_=f"stone-{seat}"), "five")
    return Emblem(stone, svg.seat_classes("five", str(seat)))


def spotlight(row: Row, move: int) -> Marks:
    """Return the mark on the square that is taken."""
    return {notation.name_of(move): "last"}


def motions(row: Row, move: int) -> Motions:
    """Return how a stone comes from its player."""
    return ((f"seat-{row[rules.TURN]}", f"stone-{notation.name_of(move)}"),)
