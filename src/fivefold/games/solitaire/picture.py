"""Poker Solitaire drawn: one square or two with the hand of every line; below them the cards face up and rejected."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from fivefold.contract import ANYONE, NOBODY, WHOLE_PICTURE, Drawing, Emblem, Marks, Motions, Row
from fivefold.games.solitaire import pieces, rules
from fivefold.games.solitaire.names import (
    ANCHORS,
    HAND_NAMES,
    NOTHING,
    SEATS,
    SHORT_HAND_NAMES,
    WORDS,
    cell_text,
    hand_number,
    line_name,
    pat_rows,
    places_in_play,
    reject_text,
    score,
    signed,
)
from fivefold.games.solitaire.notation import (
    EMPTY,
    Offered,
    cells_of_line,
    description,
    gain_in_words,
    gain_text,
    gains,
    offered,
    status,
)
from fivefold.games.solitaire.pieces import (
    ARRANGED,
    GAP,
    GRID_LEFT,
    GRID_WIDE,
    LABEL_LEFT,
    PITCH_X,
    TRAY_HEIGHT,
    TRAY_TOP,
    WIDTH,
    PictureMeasures,
    Square,
    Tray,
    buttons,
    layout,
    tray,
)
from fivefold.parts import drawn_cards, svg
from fivefold.parts.messages import Fact, Message, Seat
from fivefold.parts.words import CARD_NAMES, COLUMN_LETTERS, card_text, square_text

LOOK: Final = svg.stored_look(__file__)
STYLE = LOOK.style("solitaire") + ARRANGED
PLACE_IDS = frozenset({"pack"})
SHORT: Final = drawn_cards.SHORT


class Button(NamedTuple):
    """What stands on a button, and what it is called."""

    words: Message
    below: Seat | None
    label: Message
    key: str


BUTTONS: Final[Mapping[str, Button]] = {
    "pass": Button(Message("button-pass"), None, Message("pass-label"), "p"),
    "done": Button(Message("button-done"), None, Message("done-label"), "d"),
    "done-1": Button(Message("button-done"), SEATS[0], Message("seat-done-label", who=SEATS[0]), "q"),
    "done-2": Button(Message("button-done"), SEATS[1], Message("seat-done-label", who=SEATS[1]), "-"),
}


def draw(row: Row, viewer: int, marks: Marks) -> Drawing:
    """Return the position drawn, 650 units wide where it is bare, a little more otherwise.

    In a race ``viewer`` may be ``ANYONE`` or ``TABLE``: both players before one screen. Marks known to the style:
    ``picked`` (cells then show what the card would earn there), ``last``, ``scored``, ``hint``.
    """
    asked = marks.get(WHOLE_PICTURE, "").split()
    bare, mover = "bare" in asked, NOBODY if "over" in asked else rules.to_move(row)
    frame, can = layout(rules.squares(row), bare), offered(row, viewer, mover)
    standing = None if "over" in asked else status(row)
    title = Message("title", status=standing) if standing else Message("title-over")
    earned = gains(row, can.moves, marks)
    squares = [square(row, number, mover, can, earned, frame, marks) for number in range(rules.squares(row))]
    return svg.picture(
        frame.width,
        frame.height,
        "" if bare else heading(WORDS.text(standing) if standing else "", frame),
        *svg.spread(
            "g", *(thing for each in squares for thing in each), *tray_things(row, can, frame, marks), class_="arranged"
        ),
        title=WORDS.text(title),
        description=WORDS.text(description(row, standing)),
        style=STYLE,
        shapes=pieces.SHAPES,
        classes=" ".join(["solitaire", *arrangement(row, bare), *asked]),
    )


def arrangement(row: Row, bare: bool) -> list[str]:
    """Return the classes by which the style arranges two squares where a page shows them."""
    if rules.squares(row) == 1 or not bare:
        return []
    robbing = bool(row[rules.MAY_STEAL] or row[rules.MAY_PLANT])
    return ["two-squares", *(["rivals"] if rules.players(row) > 1 else []), *(["robbing"] if robbing else [])]


def emblem(row: Row, seat: int) -> Emblem:
    """Return a player's emblem as a small picture."""
    return Emblem(pieces.emblem(seat), svg.seat_classes("solitaire", str(seat)))


def spotlight(row: Row, move: int) -> Marks:
    """Return what a move about to be made, or just made from ``row``, lights up: its card, the lines worth more."""
    kind, target = rules.kind_of(move), rules.target_of(move)
    if kind >= rules.PASS:
        return {}
    marks: dict[str, str] = {}
    for one in rules.line_changes(row, move):
        if rules.key_points(row, one.after) > rules.key_points(row, one.before):
            marks[line_thing(one.square, one.line)] = "scored"
            marks |= dict.fromkeys(cells_of_line(row, move, one), "scored")
    where = reject_text(row, target) if kind in (rules.ASIDE, rules.REJECT) else cell_text(row, target)
    return {**marks, where: f"{marks.get(where, '')} last".strip()}


def motions(row: Row, move: int) -> Motions:
    """Return how a card comes from the pack, or from where to where it goes."""
    kind, source, target = rules.kind_of(move), rules.source_of(move), rules.target_of(move)
    if kind == rules.DEAL:
        return (("pack", f"card-s{rules.empty_slot(row) + 1}"),)
    if kind in (rules.PASS, rules.PASS + 1):
        return ()
    if kind <= rules.ASIDE:
        start = f"s{list(row[rules.SLOT : rules.SLOT + row[rules.DEALT]]).index(source + 1) + 1}"
    else:
        start = reject_id(source) if kind == rules.RETURN else cell_id(source)
    end = reject_id(target) if kind in (rules.ASIDE, rules.REJECT) else cell_id(target)
    return ((f"card-{start}", f"card-{end}"),)


def cell_id(cell: int) -> str:
    """Return a cell with its square, also where there is only one: ``1c3``."""
    square, place = divmod(cell, rules.SQUARE)
    return f"{square + 1}{square_text(place % rules.SIDE, place // rules.SIDE)}"


def reject_id(place: int) -> str:
    """Return a reject place with its owner, also where one plays: ``x1``, ``1r1``."""
    whose, number = divmod(place, rules.REJECTS_EACH)
    return f"{whose}r{number + 1}" if whose else f"x{number + 1}"


def heading(status: str, frame: PictureMeasures) -> str:
    """Return the table, and how things stand above the squares."""
    table = svg.rectangle(0, 0, frame.width, frame.height, 22, class_="table")
    return table + svg.words(frame.width / 2, 43, status, class_="standing", text_anchor="middle")


# --- squares ---------------------------------------------------------------------------------------------------------


def square(
    row: Row, number: int, mover: int, can: Offered, earned: dict[int, int], frame: PictureMeasures, marks: Marks
) -> svg.Things:
    """Return one square with what stands around it; what is lit lies over its neighbours."""
    cells = range(rules.SQUARE * number, rules.SQUARE * number + rules.SQUARE)
    drawn = [(cell_text(row, cell) in marks, cell, _draw_cell(row, cell, can, earned, frame, marks)) for cell in cells]
    return svg.spread(
        "g",
        head(row, number, mover, can.buttons, frame.square, marks),
        *labels(row, number, frame.square, marks),
        *svg.spread(
            "g",
            *(text for *_, text in sorted(drawn)),
            class_="cells",
            data_seat=number if rules.players(row) > 1 else None,
            **named_square(row, number),
        ),
        class_=f"square square-{number}",
        transform=frame.place(number),
    )


def named_square(row: Row, number: int) -> dict[str, svg.Attribute]:
    """Return what tells people who hear the picture in whose square the cells are, where there are two."""
    if rules.squares(row) == 1:
        return {}
    seated = rules.players(row) > 1
    whose = Message("seat-square", who=SEATS[number]) if seated else Message("first-square", number=number + 1)
    return {"role": "group", "aria_label": WORDS.text(whose)}


def _draw_cell(row: Row, cell: int, can: Offered, earned: dict[int, int], frame: PictureMeasures, marks: Marks) -> str:
    value, height = row[rules.CELL + cell], frame.square.card
    name = cell_text(row, cell)
    gain = earned.get(cell)
    if value:
        content = pieces.card(value, cell_id(cell), height, bool(row[rules.STOLEN + cell]))
        state, term = (
            "taken",
            "stolen"
            if row[rules.STOLEN + cell]
            else ("movable" if row[rules.MOVABLE + cell // rules.SQUARE] else "fixed"),
        )
    else:
        content = pieces.empty(height, "" if gain is None else gain_text(row, gain), bool(gain and gain > 0))
        state, term = "open gains" if gain and gain > 0 else "open", "touch"
    said = cell_label(name, value, bool(row[rules.STOLEN + cell]), gain, row[rules.SCORING] == rules.PAT)
    pick = svg.named(name, said, cell in can.cells)
    classes = f"{state} {svg.escape(marks[name])}" if name in marks else state
    return f'{cell_tag(name, cell % rules.SQUARE, frame, classes)} {pick} data-help="{term}">{content}</g>'


@lru_cache(maxsize=2048)
def cell_tag(name: str, place: int, frame: PictureMeasures, classes: str) -> str:
    """Return the beginning of a cell's markup."""
    x, y = GRID_LEFT + place % rules.SIDE * PITCH_X, frame.square.head + place // rules.SIDE * frame.square.pitch
    return f'<g id="cell-{name}" class="cell {classes}" data-kind="cell" transform="{svg.moved(x, y)}"'


@lru_cache(maxsize=4096)
def cell_label(name: str, value: int, stolen: bool, gain: int | None, pat: bool) -> str:
    """Return a cell with its card, or with what the picked card would earn there, in words for people who hear it."""
    if value:
        return WORDS.text(Message("cell-stolen" if stolen else "cell-card", cell=name, card=CARD_NAMES[value - 1]))
    return WORDS.text(Message("cell", cell=name, content=EMPTY if gain is None else gain_in_words(gain, pat)))


# --- below the squares -----------------------------------------------------------------------------------------------


def tray_things(row: Row, can: Offered, frame: PictureMeasures, marks: Marks) -> svg.Things:
    """Return the tray: the pack, the cards face up, the reject places, and the buttons."""
    places = tray(row)
    drawn = svg.spread(
        "g",
        svg.rectangle(0, 0, WIDTH, TRAY_HEIGHT, 20, class_="tray"),
        svg.group(
            pieces.pack(row[rules.PACK], row[rules.TWIN]),
            class_="pack",
            transform=svg.moved(3 * GAP, 26),
            data_help="the-pack",
        ),
        *slots(row, can, places, marks),
        *reject_places(row, can, places, marks),
        *_drawn_buttons(row, can, places, marks),
        class_="tray-place",
        transform=svg.moved(frame.margin, frame.tray),
    )
    return svg.spread("g", *drawn, class_="held")


def slots(row: Row, can: Offered, places: Tray, marks: Marks) -> list[str]:
    """Return the cards face up; of equal ones the leftmost is the one to pick."""
    drawn, seen = [], set[int]()
    for number, x in enumerate(places.slots):
        value = row[rules.SLOT + number]
        name = card_text(value - 1) if value and value not in seen else ""
        seen.add(value)
        pickable = bool(name) and value - 1 in can.cards
        what = svg.named(name, slot_label(value), pickable) if name else ""
        what += ' data-picked=""' if pickable and len(can.cards) == 1 else ""
        content = pieces.card(value, f"s{number + 1}", SHORT) if value else pieces.empty(SHORT)
        marked = svg.escape(marks.get(name, "")) if name else ""
        classes = " ".join(filter(None, ("slot", "" if value else "open", marked)))
        transform = svg.moved(x, TRAY_TOP + spare(places), places.scale)
        place = f'<g id="slot-{number + 1}" class="{classes}" transform="{transform}"'
        drawn.append(f'{place} {what} data-help="face-up">{content}</g>')
    return drawn


@lru_cache(maxsize=64)
def slot_label(value: int) -> str:
    """Return a card that lies face up, in words for people who hear it."""
    return WORDS.text(Message("slot-card", card=CARD_NAMES[value - 1]))


def spare(places: Tray) -> float:
    """Return how much lower small cards in the tray are."""
    return (TRAY_HEIGHT - 2 * TRAY_TOP - 18 - places.scale * SHORT) / 2


def reject_places(row: Row, can: Offered, places: Tray, marks: Marks) -> list[str]:
    """Return the reject places with the cards on them."""
    drawn = []
    for place, x in zip(places_in_play(row), places.rejects, strict=True):
        name, value = reject_text(row, place), row[rules.REJECTED + place]
        content = pieces.card(value, reject_id(place), SHORT) if value else pieces.empty(SHORT)
        content_said: Fact = CARD_NAMES[value - 1] if value else EMPTY
        said = WORDS.text(Message("reject-label", place=name, content=content_said))
        what = svg.named(name, said, place in can.rejects)
        state = ("reject", "taken" if value else "open", "out" if is_out(row, place) else "")
        classes = " ".join(filter(None, (*state, svg.escape(marks.get(name, "")))))
        whose, owner = _reject_caption(row, place), reject_owner(row, place)
        caption = svg.words(drawn_cards.WIDTH / 2, SHORT + 19, whose, class_="caption", data_owner=owner)
        transform = svg.moved(x, TRAY_TOP + spare(places), places.scale)
        drawn.append(
            f'<g id="reject-{name}" class="{classes}" data-kind="reject" transform="{transform}" {what}'
            f' data-help="rejects">{content}{caption}</g>'
        )
    return drawn


def _reject_caption(row: Row, place: int) -> str:
    if rules.players(row) == 1:
        return WORDS.text(Message("reject-caption"))
    return WORDS.text((Message("common-caption"), *SEATS)[place // rules.REJECTS_EACH])


def reject_owner(row: Row, place: int) -> int | None:
    """Return whose a reject place is; ``None`` where it is nobody's or one plays alone."""
    return place // rules.REJECTS_EACH - 1 if rules.players(row) > 1 and place >= rules.REJECTS_EACH else None


def is_out(row: Row, place: int) -> bool:
    """Tell whether a card on a reject place is out for good: nobody who may use it moves cards."""
    users = range(2) if place < rules.REJECTS_EACH else [place // rules.REJECTS_EACH - 1]
    return bool(row[rules.REJECTED + place]) and not any(row[rules.MOVABLE + seat] for seat in users)


def _drawn_buttons(row: Row, can: Offered, places: Tray, marks: Marks) -> list[str]:
    names, drawn = buttons(row), []
    high = 124.0 if len(names) == 1 else 60.0
    for place, name in enumerate(names):
        button, keys = BUTTONS[name], BUTTONS[name].key
        said = WORDS.text(button.label)
        what = svg.named(name, said, name in can.buttons)
        idle = "" if name in can.buttons else "idle"
        classes = " ".join(filter(None, ("button", idle, svg.escape(marks.get(name, "")))))
        y = 14 + place * (high + 4)
        owner = button.below.number if button.below else NOBODY
        plate = pieces.button(WORDS.text(button.words), WORDS.text(button.below) if button.below else "", high, owner)
        transform = svg.moved(places.buttons - GAP, y)
        term, _, player = name.partition("-")
        caption = WORDS.text(Message(f"{term}-caption"))
        seat = f' data-seat="{int(player) - 1}"' if player else ""
        drawn.append(
            f'<g class="{classes}" transform="{transform}" {what} data-keys="{keys}" data-caption="{caption}"{seat}'
            f' data-help="{term}">'
            f"{plate}</g>"
        )
    return drawn


# --- around the squares: each line's points and hand, each square's score --------------------------------------------

MODES: Final = ("one-hand", "best-of-two", "sum-of-two", "race", "race-both", "alternate", "same-deck")
"""The anchor of each mode in the help, where a square's heading leads."""
BESIDE, BELOW = 13, 11
"""Letters that fit into a line beside a row and below a column,"""
SMALL_BESIDE, SMALL_BELOW = 16, 13
"""and small ones."""
LABEL_WIDE: Final = 130.0
ROOMY: Final = 70.0
"""With this much room below the columns their names may take two lines."""


def line_thing(square: int, line: int) -> str:
    """Return the name of a line among the things of a picture."""
    return f"line-{square + 1}-{line + 1}"


def labels(row: Row, square: int, measures: Square, marks: Marks) -> list[str]:
    """Return the label of every line of a square that counts."""
    return [label(row, square, line, measures, marks) for line in range(rules.counted_lines(row, square))]


def label(row: Row, square: int, line: int, measures: Square, marks: Marks) -> str:
    """Return a line's points and hand, at its end."""
    key = rules.line_key(row, square, line)
    thing = line_thing(square, line)
    name, points = line_name(row, square, line), rules.key_points(row, key)
    classes = svg.escape(marks.get(thing, ""))
    return label_svg(
        line, name, hand_number(row, key), points, row[rules.SCORING] == rules.PAT, thing, measures, classes
    )


def line_in_words(hand: int, points: int, pat: bool) -> Message:
    """Return what a line is in words: ``full house, 10 points``."""
    if pat:
        return Message("hand-tooltip", hand=HAND_NAMES[hand], points=Message("pat" if points else "not-pat"))
    if points or hand != NOTHING:
        counted = Message("points", number=points, count=points)
        return Message("hand-tooltip", hand=HAND_NAMES[hand], points=counted)
    return HAND_NAMES[hand]


@lru_cache(maxsize=4096)
def label_svg(
    line: int, name: Message, hand: int, points: int, pat: bool, thing: str, measures: Square, classes: str
) -> str:
    """Return a label, its upper left corner where its line ends."""
    kind = "row" if line < rules.COLUMNS else "column" if line < rules.DIAGONALS else "diagonal"
    drawn = {"row": _row_label, "column": _column_label, "diagonal": diagonal_label}[kind]
    state = "line nothing" if hand == NOTHING and points == 0 else "line"
    said = Message("line-is", line=name, hand=line_in_words(hand, points, pat))
    return svg.group(
        svg.tooltip(WORDS.text(said)),
        drawn(line, hand, points_sign(points, pat), measures),
        class_=" ".join(filter(None, (state, f"{kind}-label", classes))),
        data_thing=thing,
        role="img",
        data_help="lines" if hand == NOTHING else ANCHORS[hand],
    )


def points_sign(points: int, pat: bool) -> str:
    """Return points as the picture shows them: with pat a tick for a row that is, a dash for one that is not."""
    if pat:
        return "✓" if points else "–"
    return str(signed(points))


def hand_texts(hand: int, short: bool) -> tuple[str, ...]:
    """Return a hand's name and its shorter form, or with ``short`` that alone; none for nothing."""
    if hand == NOTHING:
        return ()
    forms = (SHORT_HAND_NAMES[hand],) if short else (HAND_NAMES[hand], SHORT_HAND_NAMES[hand])
    return tuple([WORDS.text(form) for form in forms])


def _row_label(line: int, hand: int, points: str, measures: Square) -> str:
    top = measures.head + line * measures.pitch
    said = fitted(hand_texts(hand, False), BESIDE, SMALL_BESIDE, 2)
    first = top + measures.card / 2 + 10 - said.height / 2
    return (
        svg.rectangle(LABEL_LEFT - 4, top, LABEL_WIDE, measures.card, 12, class_="label-back")
        + svg.words(LABEL_LEFT + 4, first, points, class_="worth")
        + said.drawn(LABEL_LEFT + 5, first)
    )


def _column_label(line: int, hand: int, points: str, measures: Square) -> str:
    left = GRID_LEFT + (line - rules.COLUMNS) * PITCH_X
    middle, top = left + drawn_cards.WIDTH / 2, measures.bottom
    said = fitted(hand_texts(hand, True), BELOW, SMALL_BELOW, 1 if measures.foot < ROOMY else 2)
    return (
        svg.rectangle(left, top + 4, drawn_cards.WIDTH, measures.foot - 6, 12, class_="label-back")
        + svg.words(middle, top + 28, points, class_="worth")
        + said.drawn(middle, top + 28)
    )


def diagonal_label(line: int, hand: int, points: str, measures: Square) -> str:
    """Return a diagonal's label: below the row labels where it falls, above them where it rises."""
    top = measures.bottom + 4 if line == rules.DIAGONALS else 1.0
    high = measures.foot - 6 if line == rules.DIAGONALS else measures.head - 4
    arrow = svg.path("M-9-9L8 8M8-2V8H-2" if line == rules.DIAGONALS else "M-9 9L8-8M8 2V-8H-2", class_="arrow")
    return (
        svg.rectangle(LABEL_LEFT - 4, top, LABEL_WIDE, high, 12, class_="label-back")
        + svg.group(arrow, transform=svg.moved(LABEL_LEFT + 12, top + 16))
        + svg.words(LABEL_LEFT + 28, top + 24, points, class_="worth")
        + fitted(hand_texts(hand, True), BESIDE, SMALL_BESIDE, 1).drawn(LABEL_LEFT + 5, top + 24)
    )


class FittedName(NamedTuple):
    """A hand's name in lines that fit."""

    lines: tuple[str, ...]
    small: bool

    @property
    def step(self) -> float:
        """From one line to the next."""
        return 13.0 if self.small else 18.5

    @property
    def height(self) -> float:
        """Of all lines."""
        return self.step * len(self.lines)

    def drawn(self, x: float, y: float) -> str:
        """Return the lines below the points at (x, y)."""
        classes = "hand small" if self.small else "hand"
        return "".join(
            svg.words(x, y + 1 + self.step * (place + 1), words, class_=classes)
            for place, words in enumerate(self.lines)
        )


@lru_cache(maxsize=512)
def fitted(forms: tuple[str, ...], width: int, small_width: int, most: int) -> FittedName:
    """Return the first form of a name that fits in ``most`` lines of ``width`` letters; failing that, the last, small.

    Without any form there are no lines.
    """
    if not forms:
        return FittedName((), False)
    for form in forms:
        lines = wrapped(form, width)
        if len(lines) <= most and max(map(len, lines)) <= width:
            return FittedName(tuple(lines), False)
    return FittedName(tuple(wrapped(forms[-1], small_width)), True)


def wrapped(name: str, width: int) -> list[str]:
    """Return a name in lines of at most ``width`` letters, broken at blanks; a longer word has a line of its own."""
    lines = [""]
    for word in name.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


# --- above a square --------------------------------------------------------------------------------------------------


def head(row: Row, square: int, mover: int, buttons: frozenset[str], measures: Square, marks: Marks) -> str:
    """Return a square's heading: whose it is where there are two, its score; the letters of its columns."""
    two = rules.squares(row) > 1
    active = rules.players(row) > 1 and mover in {square, ANYONE} and not row[rules.FINISHED + square]
    seated = rules.players(row) > 1
    title: Fact = SEATS[square] if seated else Message("first-square", number=square + 1) if two else ""
    total: Fact = signed(rules.square_points(row, square)) if two else score(row, square)
    if row[rules.SCORING] == rules.PAT and two:
        total = Message("pat-head", count=pat_rows(row, square))
    take, done = f"take-{square + 1}", bool(row[rules.FINISHED + square]) and seated
    return head_svg(
        square, title, done, total, seated, active, take, take in buttons, marks.get(take, ""), measures
    ).replace("HELP", MODES[row[rules.MODE]])


@lru_cache(maxsize=1024)
def head_svg(
    square: int,
    title: Fact,
    done: bool,
    score: Fact,
    seated: bool,
    active: bool,
    take: str,
    to_take: bool,
    classes: str,
    measures: Square,
) -> str:
    """Return a heading with these words; where ``to_take`` the name is a button that says who does what was picked."""
    y = measures.head - 32
    said = WORDS.text(Message("does-it", who=title) if to_take else title)
    what = svg.named(take, said, to_take) + f' data-role="seat" data-seat="{square}"'
    left = GRID_LEFT + (44 if seated else 0)
    name = svg.group(
        svg.rectangle(GRID_LEFT - 6, y - 25, GRID_WIDE - 70, 34, 12, class_="name-back") if seated else "",
        pieces.badge(square, GRID_LEFT + 17, y - 8, 0.52) if seated else "",
        square_title(left, y, WORDS.text(title), square if seated else None, done) if title else "",
        class_=" ".join(filter(None, ("whose", "active" if active else "", svg.escape(classes)))),
        given=what if seated else "",
    )
    x, anchor = (GRID_LEFT + GRID_WIDE, "end") if title else (GRID_LEFT, "start")
    total = svg.element("text", svg.escape(WORDS.text(score)), x=x, y=y + 3, text_anchor=anchor, class_="sum")
    return name + svg.group(total, data_help="HELP") + letters(measures)


def square_title(x: float, y: float, title: str, owner: int | None, done: bool) -> str:
    """Return what a square is called; its ``owner``, where it has one, is there to be called by name."""
    note = svg.element("tspan", WORDS.text(Message("done-head")), dx=10, class_="note") if done else ""
    name = svg.element("tspan", svg.escape(title), data_owner=owner)
    return svg.element("text", name + note, x=x, y=y, class_="title")


@lru_cache(maxsize=4)
def letters(measures: Square) -> str:
    """Return the letters above the columns and the numbers left of the rows."""
    across = [
        svg.words(GRID_LEFT + column * PITCH_X + drawn_cards.WIDTH / 2, measures.head - 7, COLUMN_LETTERS[column])
        for column in range(rules.SIDE)
    ]
    down = [
        svg.words(GRID_LEFT / 2 - 1, measures.head + line * measures.pitch + measures.card / 2 + 6, str(line + 1))
        for line in range(rules.SIDE)
    ]
    return svg.group(*across, *down, class_="coordinates", aria_hidden="true")
