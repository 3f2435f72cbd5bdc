"""Locus Poker drawn: the grid with its chips, both scores above it, the choice of up or down below it."""

from functools import lru_cache
from typing import Final, NamedTuple

from fivefold.contract import CHANCE, NOBODY, WHOLE_PICTURE, Drawing, Emblem, Marks, Motions, Row
from fivefold.games.locus import notation, pieces, rules, scored
from fivefold.games.locus.notation import WORDS
from fivefold.games.locus.pieces import BUTTON_HEIGHT, PANEL_HEIGHT, PITCH_X, PITCH_Y, GridMeasures, GridPlace, layout
from fivefold.parts import drawn_cards, svg
from fivefold.parts.messages import Message
from fivefold.parts.words import CARD_NAMES, COLUMN_LETTERS, card_text

LOOK: Final = svg.stored_look(__file__)
STYLE = LOOK.style("locus")
PLACE_IDS = frozenset({"grid"})
LONGEST_NOTE: Final = 24
"""Characters that fit into a button's second line."""


def draw(row: Row, viewer: int, marks: Marks) -> Drawing:
    """Return the position drawn, about 650 units wide for six columns.

    Marks known to the style: ``picked`` lights up the scoring area too, ``area``, ``scored``, ``last``, ``hint``.
    """
    asked = marks.get(WHOLE_PICTURE, "").split()
    bare, mover = "bare" in asked, NOBODY if "over" in asked else rules.to_move(row)
    frame = layout(row[rules.COLUMNS], row[rules.ROWS], bare)
    picking = viewer == mover >= 0
    marks = with_area(row, marks) if mover >= 0 else marks
    cells = [_draw_cell(row, cell, place, picking, bare, marks) for cell, place in enumerate(frame.places)]
    status = None if "over" in asked else notation.status(row)
    title = Message("title", status=status) if status else Message("title-over")
    with_buttons = picking or (bare and mover != NOBODY)
    return svg.picture(
        frame.width,
        frame.height,
        "" if bare else svg.rectangle(0, 0, frame.width, frame.height, 22, class_="table"),
        "" if bare else panel(row, 0, mover, frame) + panel(row, 1, mover, frame),
        _coordinates(row[rules.COLUMNS], row[rules.ROWS], frame),
        *svg.spread("g", *cells, id="grid", data_place=""),
        buttons(row, picking, marks, frame) if with_buttons else said_below(status, frame),
        title=WORDS.text(title),
        description=WORDS.text(notation.description(row, status)),
        style=STYLE,
        shapes=pieces.SHAPES,
        classes=" ".join(["locus", *asked]),
    )


def emblem(row: Row, seat: int) -> Emblem:
    """Return a seat's chip as a small picture."""
    return Emblem(pieces.emblem(seat), svg.seat_classes("locus", str(seat)))


def with_area(row: Row, marks: Marks) -> Marks:
    """Return the marks, and ``area`` on the scoring area of a card that is marked as picked."""
    cell = _picked_cell(row, marks)
    if cell < 0:
        return marks
    lit = {notation.square(row, near): "area" for near in scored.scoring_area(row, cell)}
    return {name: f"{lit.get(name, '')} {marks.get(name, '')}".strip() for name in {**lit, **marks}}


def _picked_cell(row: Row, marks: Marks) -> int:
    picked = {name for name, classes in marks.items() if "picked" in classes.split()}
    if not picked or rules.to_move(row) < 0:
        return -1
    free = (cell for cell in range(row[rules.CELLS]) if not row[rules.CHIP + cell])
    return next((cell for cell in free if notation.square(row, cell) in picked), -1)


def spotlight(row: Row, move: int) -> Marks:
    """Return what a turn about to be made, or just made from ``row``, lights up: its area, its card, its hand."""
    if rules.to_move(row) == CHANCE:
        return {notation.square(row, row[rules.DEALT]): "last"}
    cell = move >> 1
    hand = scored.scored_hand(row, cell, move & 1)
    marks = {near: "area scored" if near in hand.cells else "area" for near in scored.scoring_area(row, cell)}
    marks[cell] += " last"
    return {notation.square(row, near): classes for near, classes in marks.items()}


def motions(row: Row, move: int) -> Motions:
    """Return how a card comes into the grid; or that one is turned over, and where the chip on it comes from."""
    if rules.to_move(row) == CHANCE:
        return (("grid", f"card-{card_text(move)}"),)
    cell = move >> 1
    card = f"card-{card_text(row[rules.CARD + cell])}"
    chip = (f"seat-{row[rules.TURN]}", f"chip-{notation.square(row, cell)}")
    return ((card, card), chip) if move & 1 else (chip,)


# --- above the grid --------------------------------------------------------------------------------------------------


def panel(row: Row, seat: int, mover: int, frame: GridMeasures) -> str:
    """Return one seat's score, chips left and whether it is to move."""
    wide = frame.half
    active = mover == seat
    won = rules.to_move(row) == NOBODY and row[rules.SCORE + seat] > row[rules.SCORE + 1 - seat]
    chips = notation.chips_left(row, seat)
    note = Message("panel-to-move") if active else Message("panel-winner") if won else chips
    return svg.group(
        svg.tooltip(WORDS.text(notation.seat_line(row, seat))),
        svg.rectangle(0, 0, wide, PANEL_HEIGHT, 16, class_="panel"),
        pieces.chip(seat, 38, PANEL_HEIGHT / 2, 0.9),
        svg.words(72, 31, WORDS.text(notation.SEATS[seat]), class_="name"),
        svg.words(72, 53, WORDS.text(note), class_="note"),
        svg.words(wide - 18, 48, str(row[rules.SCORE + seat]), class_="score", text_anchor="end"),
        id=f"score-{seat}",
        class_=f"seat {'active' if active else ''} {'winner' if won else ''}".strip(),
        transform=svg.moved(frame.margin + seat * (wide + frame.spacing), 16),
    )


@lru_cache(maxsize=32)
def _coordinates(columns: int, rows: int, frame: GridMeasures) -> str:
    middle_x, middle_y = drawn_cards.WIDTH / 2, drawn_cards.HEIGHT / 2 + 6
    across = [
        svg.words(frame.left + column * PITCH_X + middle_x, frame.top - 12, COLUMN_LETTERS[column])
        for column in range(columns)
    ]
    down = [
        svg.words(frame.left / 2 - 0.5, frame.top + line * PITCH_Y + middle_y, str(line + 1)) for line in range(rows)
    ]
    return svg.group(*across, *down, class_="coordinates", aria_hidden="true")


# --- the grid --------------------------------------------------------------------------------------------------------


class Offer(NamedTuple):
    """What a free card offers to whoever may play it now."""

    up: int
    down: int
    """What it scores either way."""
    lights: str
    """The places whose hands it scores with."""


def _offer(row: Row, cell: int, place: GridPlace) -> Offer:
    bonus = rules.bonus(row, cell, row[rules.TURN])
    lit = " ".join([notation.square(row, near) for near in place.area if not row[rules.DEAD + near]])
    return Offer(rules.hand(row, cell, 0) + bonus, rules.hand(row, cell, 1) + bonus, lit)


def _draw_cell(row: Row, cell: int, place: GridPlace, picking: bool, bare: bool, marks: Marks) -> str:
    card, chip, dead = row[rules.CARD + cell], row[rules.CHIP + cell], row[rules.DEAD + cell]
    offer = _offer(row, cell, place) if picking and not chip else None
    return _drawn_cell(place, cell % 2, card, chip, dead, marks.get(place.square), offer, bare)


@lru_cache(maxsize=4096)
def _drawn_cell(
    place: GridPlace, odd: int, card: int, chip: int, dead: int, marked: str | None, offer: Offer | None, bare: bool
) -> str:
    square = place.square
    if card < 0:
        state, content = "empty", pieces.EMPTY
    elif not chip:
        state, content = "free", pieces.free_card(card, offer is not None)
    elif dead:
        state = "dead"
        content = pieces.dead_card(card, odd) + pieces.placed_chip(chip - 1, square, True)
    else:
        state, content = "played", pieces.played_card(card) + pieces.placed_chip(chip - 1, square, False)
    classes = state if marked is None else f"{state} {svg.escape(marked)}"
    opening = f'<g id="cell-{square}" class="cell {classes}" data-kind="cell" transform="{place.transform}"'
    if offer is None:
        said = place_label(square, card, chip, dead)
        called = svg.named(square, said, False) + ">" if bare else f'data-thing="{square}">{svg.tooltip(said)}'
        return f'{opening} {called}<g class="lift">{pieces.FRAME}{content}</g></g>'
    said = svg.named(square, offer_label(square, card, offer.up, offer.down), True)
    return (
        f'{opening} data-lights="{offer.lights}" {said}>'
        f'{pieces.HIT}<g class="lift">{pieces.FRAME}{content}{pieces.values(offer.up, offer.down)}</g></g>'
    )


@lru_cache(maxsize=4096)
def offer_label(square: str, card: int, up: int, down: int) -> str:
    """Return what a free card is and scores: ``c3: seven of hearts, up 5, down 3``."""
    return WORDS.text(Message("offer", square=square, card=CARD_NAMES[card], up=up, down=down))


@lru_cache(maxsize=4096)
def place_label(square: str, card: int, chip: int, dead: int) -> str:
    """Return a place's card and its state: ``c3: seven of hearts, Amber's chip, face up``."""
    return WORDS.text(Message("place", square=square, what=_card_and_state(card, chip, dead)))


def _card_and_state(card: int, chip: int, dead: int) -> Message:
    if card < 0:
        return Message("undealt")
    if not chip:
        return Message("free", card=CARD_NAMES[card])
    return Message("played-down" if dead else "played-up", card=CARD_NAMES[card], who=notation.SEATS[chip - 1])


# --- below the grid --------------------------------------------------------------------------------------------------


def said_below(status: Message | None, frame: GridMeasures) -> str:
    """Return how things stand, in the place of the buttons."""
    place = svg.moved(frame.width / 2, frame.foot + 50 * frame.scale)
    if status is None:
        return ""
    return svg.words(0, 0, WORDS.text(status), class_="standing", text_anchor="middle", transform=place)


def buttons(row: Row, picking: bool, marks: Marks, frame: GridMeasures) -> str:
    """Return the two buttons for playing up or down; faint where nothing is to be picked now."""
    cell = _picked_cell(row, marks) if picking else -1
    return svg.group(
        *(button(row, cell, side, picking, marks.get(notation.SIDES[side], ""), frame) for side in range(2)),
        class_="buttons ready" if cell >= 0 else "buttons" if picking else "buttons idle",
    )


def button(row: Row, cell: int, side: int, picking: bool, classes: str, frame: GridMeasures) -> str:
    """Return the button for playing up or down, with what the picked card would score that way."""
    name = notation.SIDES[side]
    hint, said, points = WORDS.text(Message(f"hint-{name}")), Message(f"play-{name}"), ""
    if cell >= 0:
        move = 2 * cell + side
        hint, points = hand_and_bonus(row, cell, side), f"+{rules.gain(row, move)}"
        effects = notation.account(row, move).effects
        said = Message(f"play-square-{name}", square=notation.square(row, cell), effects=effects)
    return drawn_button(side, hint, points, WORDS.text(said), picking, classes, frame)


@lru_cache(maxsize=1024)
def drawn_button(
    side: int, hint: str, points: str, said: str, pickable: bool, classes: str, frame: GridMeasures
) -> str:
    """Return a button with these words on it; ``said``: its label."""
    name = notation.SIDES[side]
    wide = frame.half / frame.scale
    return svg.group(
        svg.rectangle(0, 0, wide, BUTTON_HEIGHT, 16, class_="panel"),
        button_icon(side),
        svg.words(60, 34, WORDS.text(Message(name)), class_="name"),
        svg.words(60, 60, hint, class_="note"),
        svg.words(wide - 16, 36, points, class_="amount", text_anchor="end") if points else "",
        class_=f"button {classes}".strip(),
        transform=svg.moved(frame.margin + side * (frame.half + frame.spacing), frame.foot, frame.scale),
        given=svg.named(name, said, pickable),
    )


def hand_and_bonus(row: Row, cell: int, side: int) -> str:
    """Return what playing a card scores, short enough for a button: ``full house 9 + bonus 3``."""
    best, bonus = scored.scored_hand(row, cell, side), rules.bonus(row, cell, row[rules.TURN])
    hand = scored.name(best)
    hand = Message("short-hand", name=hand, points=best.points) if best.points else hand
    said = WORDS.text(Message("hand-and-bonus", hand=hand, bonus=bonus) if bonus else hand)
    return said if len(said) <= LONGEST_NOTE else WORDS.text(Message("hand-and-number", hand=hand, bonus=bonus))


def button_icon(side: int) -> str:
    """Return a small card, face up with a triangle on it or showing its back."""
    card = svg.use("sheet") if side == 0 else drawn_cards.card_back()
    mark = svg.path("M-15 11L0-14L15 11Z" if side == 0 else "M-15-11L0 14L15-11Z", class_=f"icon icon-{side}")
    centred = svg.group(mark, transform=svg.moved(drawn_cards.WIDTH / 2, drawn_cards.HEIGHT / 2, 1.5))
    return svg.group(card, centred, transform=svg.moved(15, 15, 0.37))
