"""Pokeros drawn: the other's hand and the pack, the table that has no edges, one's own hand."""

from functools import cache, lru_cache
from typing import Final

from fivefold.contract import CHANCE, NOBODY, WHOLE_PICTURE, Drawing, Emblem, Marks, Motions, Row
from fivefold.games.pokeros import pieces, rules, scored
from fivefold.games.pokeros.notation import (
    SEATS,
    WORDS,
    card_name,
    card_text,
    cell_text,
    description,
    held_cards,
    place,
    prospect,
    status,
    where,
)
from fivefold.games.pokeros.pieces import (
    BOTTOM_STRIP,
    LARGE,
    PANEL_HEIGHT,
    PITCH_X,
    PITCH_Y,
    WIDTH,
    WINDOW_HEIGHT,
    WindowMeasures,
    fit,
    layout,
    slot,
)
from fivefold.parts import drawn_cards, svg
from fivefold.parts.messages import Message

LOOK: Final = svg.stored_look(__file__)
STYLE = LOOK.style("pokeros")
PLACE_IDS = frozenset({"pack"})
ROUND: Final = 18.0
"""How round the window's corners are."""


def draw(row: Row, viewer: int, marks: Marks) -> Drawing:
    """Return the position drawn, 720 by 900 units where it is bare, a little larger otherwise.

    The viewer's cards lie below the table, Coral's for a spectator. What ``viewer`` may not know has its back up,
    whether the row knows it or not. A held card marked ``picked``, or the one turned up, shows its points on the cells.
    """
    asked = marks.get(WHOLE_PICTURE, "").split()
    bare, mover = "bare" in asked, NOBODY if "over" in asked else rules.to_move(row)
    frame, picking, below = layout(bare), viewer == mover >= 0, 1 if viewer == 1 else 0
    standing = None if "over" in asked else status(row)
    title = Message("title", status=standing) if standing else Message("title-over")
    return svg.picture(
        frame.width,
        frame.height,
        "" if bare else svg.rectangle(0, 0, frame.width, frame.height, 22, class_="table"),
        "" if bare else panel(row, 0, mover, frame) + panel(row, 1, mover, frame),
        svg.group(
            other_hand(row, 1 - below, viewer, marks),
            pieces.pack(row[rules.PACK]),
            transform=svg.moved(frame.margin, frame.top),
        ),
        *window(row, viewer if picking else NOBODY, frame, marks),
        svg.group(
            own_hand(row, below, viewer, picking, marks) or said_below(standing, bare),
            transform=svg.moved(frame.margin, frame.hand_top),
        ),
        title=WORDS.text(title),
        description=WORDS.text(description(row, viewer, standing)),
        style=STYLE,
        shapes=pieces.SHAPES,
        classes=" ".join(["pokeros", *asked]),
    )


def emblem(row: Row, seat: int) -> Emblem:
    """Return a seat's badge as a small picture."""
    return Emblem(pieces.emblem(seat), svg.seat_classes("pokeros", str(seat)))


def spotlight(row: Row, move: int) -> Marks:
    """Return what a card about to be placed, or just placed from ``row``, lights up: its cell, and hands that score."""
    if rules.to_move(row) == CHANCE:
        return {cell_text(row, 0): "last"} if row[rules.DEAL_TO] == rules.ORIGIN else {}
    cell = move & rules.AROUND
    marks = dict.fromkeys(sorted(scored.scored_placement(row, move).cells), "scored")
    marks[cell] = f"{marks.get(cell, '')} last".strip()
    return {cell_text(row, near): classes for near, classes in marks.items()}


def motions(row: Row, move: int) -> Motions:
    """Return how a card comes from the pack to a hand, or from a hand, seen or unseen, to the table."""
    if rules.to_move(row) != CHANCE:
        seat, card = row[rules.TURN], move >> rules.CELL_BITS
        last = f"back-{seat}-{row[rules.HELD_COUNT + seat] - 1}"
        name = card_text(card)
        return ((f"held-{name}" if card in held_cards(row, seat) else last, f"card-{name}"),)
    seat, name = row[rules.DEAL_TO], card_text(move)
    if seat == rules.ORIGIN:
        return (("pack", f"card-{name}"),)
    unseen = move == rules.BLANK_DEAL
    return (("pack", f"back-{seat}-{row[rules.HELD_COUNT + seat]}" if unseen else f"held-{name}"),)


def picked_card(row: Row, seat: int, marks: Marks) -> int:
    """Return the held card whose points are shown: the one turned up, or the one marked as picked; or ``NO_CARD``."""
    cards = held_cards(row, seat)
    if row[rules.HAND] == 1:
        return cards[0]
    picked = (card for card in cards if "picked" in marks.get(card_text(card), "").split())
    return next(picked, rules.NO_CARD)


# --- above the table -------------------------------------------------------------------------------------------------


def panel(row: Row, seat: int, mover: int, frame: WindowMeasures) -> str:
    """Return one seat's score and whether it is to move."""
    wide = (WIDTH - 20) / 2
    active = mover == seat
    won = rules.to_move(row) == NOBODY and row[rules.SCORE + seat] > row[rules.SCORE + 1 - seat]
    note = panel_note(row, seat, active, won)
    return svg.group(
        svg.rectangle(0, 0, wide, PANEL_HEIGHT, 16, class_="panel"),
        pieces.badge(seat, 40, PANEL_HEIGHT / 2, 0.86),
        svg.words(76, 31, WORDS.text(SEATS[seat]), class_="name"),
        svg.words(76, 53, WORDS.text(note), class_="note"),
        svg.words(wide - 18, 48, str(row[rules.SCORE + seat]), class_="score", text_anchor="end"),
        id=f"score-{seat}",
        class_=f"seat {'active' if active else ''} {'winner' if won else ''}".strip(),
        transform=svg.moved(frame.margin + seat * (wide + 20), 16),
    )


def panel_note(row: Row, seat: int, active: bool, won: bool) -> Message | str:
    """Return what stands below a seat's name."""
    if active and row[rules.TURN_PLACED]:
        return Message("panel-to-move-again")
    if active or won:
        return Message("panel-to-move" if active else "panel-winner")
    if row[rules.HAND] == 1 or rules.to_move(row) == NOBODY:
        return ""
    return Message("panel-hand", count=row[rules.HELD_COUNT + seat])


def other_hand(row: Row, seat: int, viewer: int, marks: Marks) -> str:
    """Return the hand on the other side, small: backs, or cards for a viewer who sees everything."""
    return svg.group(*hand(row, seat, viewer, False, False, marks), class_="hand other")


# --- hands -----------------------------------------------------------------------------------------------------------


def own_hand(row: Row, seat: int, viewer: int, picking: bool, marks: Marks) -> str:
    """Return the hand below the table: large cards to pick, or the one turned up for whoever is to move."""
    if row[rules.HAND] == 1:
        mover = row[rules.TURN]
        cards = hand(row, mover, viewer, True, False, marks)
        x = (WIDTH - LARGE * drawn_cards.WIDTH) / 2 - 62
        return svg.group(*cards, pieces.badge(mover, x, BOTTOM_STRIP / 2), class_="hand own") if cards else ""
    return svg.group(*hand(row, seat, viewer, True, picking, marks), class_="hand own")


def hand(row: Row, seat: int, viewer: int, own: bool, picking: bool, marks: Marks) -> list[str]:
    """Return a seat's cards, each in its place."""
    if row[rules.HAND] == 1 and not own:
        return []
    cards, unseen = held_cards(row, seat), rules.holds_unseen(row, seat, viewer)
    places = row[rules.HAND] if row[rules.PACK] else len(cards)
    return [
        _held_back(seat, index, slot(own, index, places))
        if unseen or card == rules.BLANK
        else _held_card(card, slot(own, index, places), picking, marks)
        for index, card in enumerate(cards)
    ]


def _held_back(seat: int, index: int, transform: str) -> str:
    return f'<g transform="{transform}">{pieces.back_in_hand(seat, index)}</g>'


def _held_card(card: int, transform: str, picking: bool, marks: Marks) -> str:
    name = card_text(card)
    classes = f"held {svg.escape(marks[name])}" if name in marks else "held"
    drawn, said = pieces.card_in_hand(card), svg.named(name, card_label(card), picking)
    return f'<g id="slot-{name}" class="slot" transform="{transform}"><g class="{classes}" {said}>{drawn}</g></g>'


@lru_cache(maxsize=64)
def card_label(card: int) -> str:
    """Return what a card is called, for people who hear it."""
    return WORDS.text(card_name(card))


def said_below(status: Message | None, bare: bool) -> str:
    """Return how things stand, in the place of a hand that is empty."""
    if bare or status is None:
        return ""
    return svg.words(WIDTH / 2, BOTTOM_STRIP / 2 + 10, WORDS.text(status), class_="standing", text_anchor="middle")


# --- the table -------------------------------------------------------------------------------------------------------


def window(row: Row, picker: int, frame: WindowMeasures, marks: Marks) -> svg.Things:
    """Return the table, as much of it as is in view; ``picker`` is the seat that may place a card, if any."""
    seen = fit(row)
    plane = svg.spread(
        "g",
        pieces.FELT,
        *cells(row, picker, marks),
        class_="plane" if picker >= 0 else "plane idle",
        transform=seen.transform,
        data_plane=seen.bounds,
    )
    box = {"x": frame.margin, "y": frame.window_top, "width": WIDTH, "height": WINDOW_HEIGHT}
    ground = svg.rectangle(0, 0, WIDTH, WINDOW_HEIGHT, class_="felt")
    return (*svg.spread("svg", ground, *plane, **box), rim(frame.margin, frame.window_top))


@cache
def rim(x: float, y: float) -> str:
    """Return what lies over the window's edge: its line, and its corners cut off."""
    across, down, turn = WIDTH - 2 * ROUND, WINDOW_HEIGHT - 2 * ROUND, f"{ROUND:g} {ROUND:g} 0 0 1"
    inside = (
        f"M{ROUND:g} 0h{across:g}a{turn} {ROUND:g} {ROUND:g}v{down:g}a{turn}-{ROUND:g} {ROUND:g}"
        f"h-{across:g}a{turn}-{ROUND:g}-{ROUND:g}v-{down:g}a{turn} {ROUND:g}-{ROUND:g}Z"
    )
    outside = f"M-1-1H{WIDTH + 1:g}V{WINDOW_HEIGHT + 1:g}H-1Z"
    corners = svg.path(outside + inside, fill_rule="evenodd", class_="corners")
    return svg.group(corners, svg.path(inside, class_="edge"), transform=svg.moved(x, y), pointer_events="none")


def cells(row: Row, picker: int, marks: Marks) -> list[str]:
    """Return the cells for the next card and those with cards, as one reads; what is lit lies over its neighbours."""
    card = picked_card(row, picker, marks) if picker >= 0 else rules.NO_CARD
    taken = row[rules.PLACED : rules.PLACED + row[rules.COUNT]]
    free = row[rules.OPEN : rules.OPEN + row[rules.OPEN_COUNT]]
    drawn = [(*order(row, cell, marks), _taken_cell(row, cell, marks)) for cell in taken]
    drawn += [(*order(row, cell, marks), open_cell(row, cell, picker, card, marks)) for cell in free]
    return [text for *_, text in sorted(drawn)]


def order(row: Row, cell: int, marks: Marks) -> tuple[bool, int, int]:
    """Return what decides when to draw a cell."""
    x, y = place(row, cell)
    return cell_text(row, cell) in marks, y, x


@lru_cache(maxsize=4096)
def opening(x: int, y: int, classes: str) -> str:
    """Return the beginning of a cell's markup."""
    return f'<g id="cell-{x},{y}" class="cell {classes}" transform="{svg.moved(x * PITCH_X, y * PITCH_Y)}"'


def begun(row: Row, cell: int, name: str, state: str, marks: Marks) -> str:
    """Return the beginning of a cell's markup with its marks."""
    classes = f"{state} {svg.escape(marks[name])}" if name in marks else state
    return opening(*place(row, cell), classes)


def _taken_cell(row: Row, cell: int, marks: Marks) -> str:
    name = cell_text(row, cell)
    card = rules.card_on(row, cell)
    said = svg.named(name, cell_label(name, card), False)
    return f"{begun(row, cell, name, 'taken', marks)} {said}>{pieces.card_on_table(card)}</g>"


@lru_cache(maxsize=4096)
def cell_label(name: str, card: int) -> str:
    """Return a card on the table and where it lies, for people who hear it."""
    return WORDS.text(Message("taken-cell", cell=name, card=card_name(card)))


def times(row: Row, card: int, cell: int) -> int:
    """Return what a card's points are multiplied by on a cell: more than 1 where it scores both ways."""
    both = rules.line_points(row, card, cell, rules.ACROSS) > 0 and rules.line_points(row, card, cell, rules.DOWN) > 0
    return row[rules.BONUS] if both else 1


def open_cell(row: Row, cell: int, picker: int, card: int, marks: Marks) -> str:
    """Return a cell where a card may be placed, with what ``card`` would score there."""
    name = cell_text(row, cell)
    lettered = "lettered" in marks.get(WHOLE_PICTURE, "")
    label, state, inside = Message("open-cell", cell=name, where=where(row, cell)), "open", pieces.PLACE
    if picker < 0 or lettered:
        shown, said = pieces.named(name) if lettered else pieces.PLACE, svg.named(name, WORDS.text(label), False)
        return f"{begun(row, cell, name, 'open', marks)} {said}>{shown}</g>"
    if card != rules.NO_CARD:
        amount = rules.gain_at(row, card, cell)
        state, inside = "open gains" if amount else "open", pieces.points(amount, times(row, card, cell))
        label = Message("open-cell-for", **label.facts, prospect=prospect(row, card, cell))
    said = svg.named(name, WORDS.text(label), True)
    return f"{begun(row, cell, name, state, marks)} {said}>{pieces.HIT}{inside}</g>"
