"""Locus Poker drawn: the grid with its chips, both scores above it, the choice of up or down below it."""

from collections.abc import Sequence
from typing import Final

from fivefold.games.locus import notation, rules, scored
from fivefold.games.locus.style import STYLE
from fivefold.parts import svg
from fivefold.parts.words import COLUMN_LETTERS, card_name, card_text, counted
from fivefold.play.contract import CHANCE, NOBODY, Marks, Row

PITCH_X: Final = 100.0
PITCH_Y: Final = 133.0
LEFT: Final = 36.0
TOP: Final = 122.0
RIGHT: Final = 20.0
GAP: Final = PITCH_X - svg.CARD_WIDTH
HALO: Final = 2.0
"""How far outside a card its frame runs; with the frame's width it stays clear of the neighbours."""
CHIP_X, CHIP_Y = svg.CARD_WIDTH / 2, 80.0
CENTRE_Y: Final = 74.0
"""Middle of a free card's large suit, above its two values."""
PANEL_HEIGHT: Final = 68.0
BUTTON_HEIGHT: Final = 74.0


def draw(row: Row, viewer: int, marks: Marks) -> str:
    """Return the position as SVG, about 660 units wide for six columns.

    Marks known to the style: ``picked`` lights up the scoring area too, ``area``, ``scored``, ``last``, ``hint``.
    """
    columns, rows = row[rules.COLUMNS], row[rules.ROWS]
    width = LEFT + columns * PITCH_X - GAP + RIGHT
    below = TOP + rows * PITCH_Y + 8
    marks = with_area(row, marks)
    cells = [draw_cell(row, cell, viewer, marks) for cell in range(row[rules.CELLS])]
    return svg.picture(
        width,
        below + BUTTON_HEIGHT + 20,
        svg.rectangle(0, 0, width, below + BUTTON_HEIGHT + 20, 22, class_="table"),
        *(panel(row, seat, width) for seat in range(2)),
        coordinates(columns, rows),
        svg.group(*cells, class_="cells"),
        foot(row, viewer, marks, width, below),
        title=f"Locus Poker: {notation.standing(row)}",
        description=notation.describe(row),
        style=STYLE,
        classes="locus",
    )


def with_area(row: Row, marks: Marks) -> Marks:
    """Return the marks, and ``area`` on the scoring area of a card that is marked as picked."""
    cell = picked_cell(row, marks)
    if cell < 0:
        return marks
    lit = {notation.square(row, near): "area" for near in scored.scoring_area(row, cell)}
    return {name: f"{lit.get(name, '')} {marks.get(name, '')}".strip() for name in {**lit, **marks}}


def picked_cell(row: Row, marks: Marks) -> int:
    """Return the free cell that is marked as picked, or -1."""
    if rules.to_move(row) < 0:
        return -1
    free = (cell for cell in range(row[rules.CELLS]) if not row[rules.CHIP + cell])
    return next((cell for cell in free if "picked" in marks.get(notation.square(row, cell), "").split()), -1)


def spotlight(row: Row, move: int) -> Marks:
    """Return what a turn about to be made, or just made from ``row``, lights up: its area, its card, its hand."""
    if rules.to_move(row) == CHANCE:
        return {notation.square(row, row[rules.DEALT]): "last"}
    cell = move >> 1
    hand = scored.scored_hand(row, cell, move & 1)
    marks = {near: "area scored" if near in hand.cells else "area" for near in scored.scoring_area(row, cell)}
    marks[cell] += " last"
    return {notation.square(row, near): classes for near, classes in marks.items()}


# --- above the grid --------------------------------------------------------------------------------------------------


def panel(row: Row, seat: int, width: float) -> str:
    """Return one seat's score, chips left and whether it is to move."""
    wide = (width - 3 * RIGHT) / 2
    active = rules.to_move(row) == seat
    won = rules.to_move(row) == NOBODY and row[rules.SCORE + seat] > row[rules.SCORE + 1 - seat]
    left = notation.chips_left(row, seat)
    note = "to move" if active else "winner" if won else f"{counted(left, 'chip')} left"
    return svg.group(
        svg.tooltip(notation.seat_line(row, seat)),
        svg.rectangle(0, 0, wide, PANEL_HEIGHT, 16, class_="panel"),
        chip(seat, 38, PANEL_HEIGHT / 2, 0.9),
        svg.words(72, 31, notation.SEATS[seat], class_="name"),
        svg.words(72, 53, note, class_="note"),
        svg.words(wide - 18, 48, str(row[rules.SCORE + seat]), class_="score", text_anchor="end"),
        id=f"score-{seat}",
        class_=f"seat {'active' if active else ''} {'winner' if won else ''}".strip(),
        transform=svg.moved(RIGHT + seat * (wide + RIGHT), 16),
    )


def coordinates(columns: int, rows: int) -> str:
    """Return column letters and row numbers."""
    across = [
        svg.words(LEFT + column * PITCH_X + svg.CARD_WIDTH / 2, TOP - 12, COLUMN_LETTERS[column], text_anchor="middle")
        for column in range(columns)
    ]
    down = [
        svg.words(LEFT - 16, TOP + line * PITCH_Y + svg.CARD_HEIGHT / 2 + 6, str(line + 1), text_anchor="middle")
        for line in range(rows)
    ]
    return svg.group(*across, *down, class_="coordinates", aria_hidden="true")


# --- the grid --------------------------------------------------------------------------------------------------------


def draw_cell(row: Row, cell: int, viewer: int, marks: Marks) -> str:
    """Return one place of the grid with all that lies on it."""
    columns = row[rules.COLUMNS]
    square = notation.square(row, cell)
    open_to_viewer = viewer >= 0 and viewer == rules.to_move(row) and not row[rules.CHIP + cell]
    return svg.group(
        svg.tooltip(cell_tooltip(row, cell, open_to_viewer)),
        svg.card_shape("halo", HALO),
        *card_and_chip(row, cell, open_to_viewer),
        id=f"cell-{square}",
        class_=f"cell {cell_state(row, cell)} {marks.get(square, '')}".strip(),
        transform=svg.moved(LEFT + cell % columns * PITCH_X, TOP + cell // columns * PITCH_Y),
        **pick_attributes(square, lights(row, cell)) if open_to_viewer else {},
    )


def pick_attributes(name: str, lit: str) -> dict[str, svg.Attribute]:
    """Return what makes an element something to pick; ``data-lights`` names what to light up while it is considered."""
    return {"data_pick": name, "data_lights": lit or None, "role": "button", "tabindex": -1}


def lights(row: Row, cell: int) -> str:
    """Return the squares of a cell's scoring area, with blanks between."""
    return " ".join(notation.square(row, near) for near in scored.scoring_area(row, cell))


def cell_state(row: Row, cell: int) -> str:
    """Return the CSS class of a cell's state."""
    if row[rules.CARD + cell] < 0:
        return "empty"
    if not row[rules.CHIP + cell]:
        return "free"
    return "dead" if row[rules.DEAD + cell] else "played"


def cell_tooltip(row: Row, cell: int, open_to_viewer: bool) -> str:
    """Return a cell in words; for one the viewer may pick also what it scores either way, itemised."""
    square, card, chip_on = notation.square(row, cell), row[rules.CARD + cell], row[rules.CHIP + cell]
    if card < 0:
        return f"{square}: no card yet"
    head = f"{square}: {card_name(card)}"
    if chip_on:
        return f"{head}, {notation.SEATS[chip_on - 1]}'s chip, face {'down' if row[rules.DEAD + cell] else 'up'}"
    if not open_to_viewer:
        return f"{head}, free"
    up, down = (notation.explain(row, 2 * cell + side) for side in range(2))
    return f"{head}\nup: {up}\ndown: {down}"


def card_and_chip(row: Row, cell: int, values: bool) -> Sequence[str]:
    """Return the drawing of a cell's card, and its chip or, if wished, its values."""
    card, owner = row[rules.CARD + cell], row[rules.CHIP + cell]
    if card < 0:
        return (svg.card_shape("place"),)
    name = f"card-{card_text(card)}"
    if not owner:
        centre = CENTRE_Y if values else 80
        return svg.group(svg.card_face(card, centre), id=name), free_values(row, cell) if values else ""
    placed = f"chip-{notation.square(row, cell)}"
    if row[rules.DEAD + cell]:
        turned = svg.group(dead_card(card), id=name, transform=tilted(cell))
        return turned, svg.group(chip(owner - 1, CHIP_X, CHIP_Y + 4, 0.78), id=placed)
    return svg.group(svg.card_face(card, None), id=name), svg.group(chip(owner - 1, CHIP_X, CHIP_Y), id=placed)


def tilted(cell: int) -> str:
    """Return the turn of a face-down card about its middle, another way on every second cell, and a little smaller."""
    x, y = svg.CARD_WIDTH / 2, svg.CARD_HEIGHT / 2
    return f"{svg.moved(x, y, 0.95, 2.5 if cell % 2 else -2.5)} {svg.moved(-x, -y)}"


def dead_card(card: int) -> str:
    """Return a card's back with a small plate that tells which card it is."""
    rank, suit = divmod(card, 4)
    plate = svg.rectangle(20, 12, svg.CARD_WIDTH - 40, 30, 8, class_="plate")
    index = svg.figure(rank, 29, 17.5, 19) + svg.pip(suit, svg.CARD_WIDTH - 32, 27, 18)
    return (
        svg.card_shape("card-back") + svg.card_weave() + svg.group(plate, index, class_=f"label {svg.suit_class(card)}")
    )


def free_values(row: Row, cell: int) -> str:
    """Return what a free card scores face up (left, triangle up) and face down (right, triangle down)."""
    up, down = (rules.gain(row, 2 * cell + side) for side in range(2))
    y, right = svg.CARD_HEIGHT - 10, svg.CARD_WIDTH - 9
    down_mark = right - 12 * len(str(down)) - 9
    return svg.group(
        svg.path("M-4.5-3L0-11L4.5-3Z", transform=svg.moved(13, y), class_="up"),
        svg.words(20, y, str(up), class_="up"),
        svg.path("M-4.5-11L0-3L4.5-11Z", transform=svg.moved(down_mark, y)),
        svg.words(right, y, str(down), text_anchor="end"),
        class_="values",
        aria_hidden="true",
    )


def chip(seat: int, x: float, y: float, scale: float = 1) -> str:
    """Return a chip about (x, y): Amber's light with a ring, Indigo's dark with a cross."""
    sign = svg.circle(0, 0, 7.5) if seat == 0 else svg.path("M-7-7L7 7M7-7L-7 7")
    return svg.group(
        svg.circle(0, 2.5, 27.5, class_="chip-shadow"),
        svg.circle(0, 0, 27, class_="chip-rim"),
        svg.circle(0, 0, 23.2, class_="chip-spots", pathLength=12),
        svg.circle(0, 0, 18.2, class_="chip-disc"),
        svg.group(sign, class_="chip-sign"),
        class_=f"chip chip-{seat}",
        transform=svg.moved(x, y, scale),
    )


# --- below the grid --------------------------------------------------------------------------------------------------


def foot(row: Row, viewer: int, marks: Marks, width: float, y: float) -> str:
    """Return the two buttons for the seat to move; for everybody else how things stand."""
    if viewer != rules.to_move(row) or viewer < 0:
        middle = y + BUTTON_HEIGHT / 2 + 8
        return svg.words(width / 2, middle, notation.standing(row), class_="standing", text_anchor="middle")
    cell = picked_cell(row, marks)
    wide = (width - 3 * RIGHT) / 2
    return svg.group(
        *(button(row, cell, side, wide, marks.get(notation.SIDES[side], "")) for side in range(2)),
        class_="buttons" if cell < 0 else "buttons ready",
        transform=svg.moved(0, y),
    )


def button(row: Row, cell: int, side: int, wide: float, classes: str) -> str:
    """Return the button for playing up or down, with what the picked card would score that way."""
    name = notation.SIDES[side]
    hint = ("stays, earns bonuses", "wild now, dead after")[side]
    points = ""
    if cell >= 0:
        hint = hand_and_bonus(row, cell, side)
        points = f"+{rules.gain(row, 2 * cell + side)}"
    return svg.group(
        svg.tooltip(f"Play it face {name}" + (f": {notation.explain(row, 2 * cell + side)}" if cell >= 0 else "")),
        svg.rectangle(0, 0, wide, BUTTON_HEIGHT, 16, class_="panel"),
        button_icon(side),
        svg.words(66, 33, f"Face {name}", class_="name"),
        svg.words(66, 58, hint, class_="note"),
        svg.words(wide - 18, 35, points, class_="amount", text_anchor="end"),
        class_=f"button {classes}".strip(),
        transform=svg.moved(RIGHT + side * (wide + RIGHT), 0),
        **pick_attributes(name, ""),
    )


def hand_and_bonus(row: Row, cell: int, side: int) -> str:
    """Return what playing a card scores, short enough for a button: ``full house 9 + bonus 3``."""
    hand, bonus = scored.scored_hand(row, cell, side), rules.bonus(row, cell, row[rules.TURN])
    points = f"{scored.name(hand)} {hand.points}" if hand.points else scored.name(hand)
    return f"{points} + bonus {bonus}" if bonus else points


def button_icon(side: int) -> str:
    """Return a small card, face up with a ring on it or showing its back."""
    card = svg.card_shape() if side == 0 else svg.card_back()
    mark = svg.path("M-15 11L0-14L15 11Z" if side == 0 else "M-15-11L0 14L15-11Z", class_=f"icon icon-{side}")
    centred = svg.group(mark, transform=svg.moved(svg.CARD_WIDTH / 2, svg.CARD_HEIGHT / 2, 1.5))
    return svg.group(card, centred, transform=svg.moved(19, 14, 0.37))
