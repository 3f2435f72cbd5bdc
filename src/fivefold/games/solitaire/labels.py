"""What stands around the squares of the Poker Solitaire picture: each line's points and hand, each square's score."""

from functools import lru_cache
from typing import Final, NamedTuple

from fivefold.contract import ANYONE, Marks, Row
from fivefold.games.solitaire import pieces
from fivefold.games.solitaire.names import (
    ANCHORS,
    HAND_NAMES,
    NOTHING,
    SEATS,
    SHORT_HAND_NAMES,
    WORDS,
    hand_number,
    line_name,
    pat_rows,
    score,
    signed,
)
from fivefold.games.solitaire.pieces import GRID_LEFT, GRID_WIDE, LABEL_LEFT, PITCH_X, Square
from fivefold.games.solitaire.rules.row import COLUMNS, DIAGONALS, FINISHED, MODE, PAT, SCORING, SIDE, players, squares
from fivefold.games.solitaire.rules.scoring import counted_lines, key_points, line_key, square_points
from fivefold.parts import drawn_cards, svg
from fivefold.parts.messages import Fact, Message
from fivefold.parts.words import COLUMN_LETTERS

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


def labels(row: Row, square: int, measures: Square, marks: Marks) -> str:
    """Return the label of every line of a square that counts."""
    return "".join(label(row, square, line, measures, marks) for line in range(counted_lines(row, square)))


def label(row: Row, square: int, line: int, measures: Square, marks: Marks) -> str:
    """Return a line's points and hand, at its end."""
    key = line_key(row, square, line)
    thing = line_thing(square, line)
    name, points = line_name(row, square, line), key_points(row, key)
    classes = svg.escape(marks.get(thing, ""))
    return label_svg(line, name, hand_number(row, key), points, row[SCORING] == PAT, thing, measures, classes)


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
    kind = "row" if line < COLUMNS else "column" if line < DIAGONALS else "diagonal"
    drawn = {"row": row_label, "column": column_label, "diagonal": diagonal_label}[kind]
    state = "line nothing" if hand == NOTHING and points == 0 else "line"
    said = Message("line-is", line=name, hand=line_in_words(hand, points, pat))
    return svg.group(
        svg.tooltip(WORDS.text(said)),
        drawn(line, hand, points_sign(points, pat), measures),
        class_=" ".join(filter(None, (state, f"{kind}-label", classes))),
        data_thing=thing,
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


def row_label(line: int, hand: int, points: str, measures: Square) -> str:
    """Return the label right of a row."""
    top = measures.head + line * measures.pitch
    said = fitted(hand_texts(hand, False), BESIDE, SMALL_BESIDE, 2)
    first = top + measures.card / 2 + 10 - said.height / 2
    return (
        svg.rectangle(LABEL_LEFT - 4, top, LABEL_WIDE, measures.card, 12, class_="label-back")
        + svg.words(LABEL_LEFT + 4, first, points, class_="worth")
        + said.drawn(LABEL_LEFT + 5, first)
    )


def column_label(line: int, hand: int, points: str, measures: Square) -> str:
    """Return the label below a column."""
    left = GRID_LEFT + (line - COLUMNS) * PITCH_X
    middle, top = left + drawn_cards.WIDTH / 2, measures.bottom
    said = fitted(hand_texts(hand, True), BELOW, SMALL_BELOW, 1 if measures.foot < ROOMY else 2)
    return (
        svg.rectangle(left, top + 4, drawn_cards.WIDTH, measures.foot - 6, 12, class_="label-back")
        + svg.words(middle, top + 28, points, class_="worth")
        + said.drawn(middle, top + 28)
    )


def diagonal_label(line: int, hand: int, points: str, measures: Square) -> str:
    """Return a diagonal's label: below the row labels where it falls, above them where it rises."""
    top = measures.bottom + 4 if line == DIAGONALS else 1.0
    high = measures.foot - 6 if line == DIAGONALS else measures.head - 4
    arrow = svg.path("M-9-9L8 8M8-2V8H-2" if line == DIAGONALS else "M-9 9L8-8M8 2V-8H-2", class_="arrow")
    return (
        svg.rectangle(LABEL_LEFT - 4, top, LABEL_WIDE, high, 12, class_="label-back")
        + svg.group(arrow, transform=svg.moved(LABEL_LEFT + 12, top + 16))
        + svg.words(LABEL_LEFT + 28, top + 24, points, class_="worth")
        + fitted(hand_texts(hand, True), BESIDE, SMALL_BESIDE, 1).drawn(LABEL_LEFT + 5, top + 24)
    )


class Fitted(NamedTuple):
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
def fitted(forms: tuple[str, ...], width: int, small_width: int, most: int) -> Fitted:
    """Return the first form of a name that fits in ``most`` lines of ``width`` letters; failing that, the last, small.

    Without any form there are no lines.
    """
    if not forms:
        return Fitted((), False)
    for form in forms:
        lines = wrapped(form, width)
        if len(lines) <= most and max(map(len, lines)) <= width:
            return Fitted(tuple(lines), False)
    return Fitted(tuple(wrapped(forms[-1], small_width)), True)


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
    two = squares(row) > 1
    active = players(row) > 1 and mover in {square, ANYONE} and not row[FINISHED + square]
    seated = players(row) > 1
    title: Fact = SEATS[square] if seated else Message("first-square", number=square + 1) if two else ""
    total: Fact = signed(square_points(row, square)) if two else score(row, square)
    if row[SCORING] == PAT and two:
        total = Message("pat-head", count=pat_rows(row, square))
    take, done = f"take-{square + 1}", bool(row[FINISHED + square]) and seated
    return head_svg(
        square, title, done, total, seated, active, take, take in buttons, marks.get(take, ""), measures
    ).replace("HELP", MODES[row[MODE]])


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
    what: dict[str, svg.Attribute] = {"data_thing": take}
    if to_take:
        what = {
            "data_pick": take,
            "role": "button",
            "tabindex": -1,
            "aria_label": WORDS.text(Message("does-it", who=title)),
        }
    what |= {"data_role": "seat", "data_seat": square}
    left = GRID_LEFT + (44 if seated else 0)
    name = svg.group(
        svg.rectangle(GRID_LEFT - 6, y - 25, GRID_WIDE - 70, 34, 12, class_="name-back") if seated else "",
        pieces.badge(square, GRID_LEFT + 17, y - 8, 0.52) if seated else "",
        heading(left, y, WORDS.text(title), square if seated else None, done) if title else "",
        class_=" ".join(filter(None, ("whose", "active" if active else "", svg.escape(classes)))),
        **(what if seated else {}),
    )
    x, anchor = (GRID_LEFT + GRID_WIDE, "end") if title else (GRID_LEFT, "start")
    total = svg.element("text", svg.escape(WORDS.text(score)), x=x, y=y + 3, text_anchor=anchor, class_="sum")
    return name + svg.group(total, data_help="HELP") + letters(measures)


def heading(x: float, y: float, title: str, owner: int | None, done: bool) -> str:
    """Return what a square is called; its ``owner``, where it has one, is there to be called by name."""
    note = svg.element("tspan", WORDS.text(Message("done-head")), dx=10, class_="note") if done else ""
    name = svg.element("tspan", svg.escape(title), data_owner=owner)
    return svg.element("text", name + note, x=x, y=y, class_="title")


@lru_cache(maxsize=4)
def letters(measures: Square) -> str:
    """Return the letters above the columns and the numbers left of the rows."""
    across = [
        svg.words(GRID_LEFT + column * PITCH_X + drawn_cards.WIDTH / 2, measures.head - 7, COLUMN_LETTERS[column])
        for column in range(SIDE)
    ]
    down = [
        svg.words(GRID_LEFT / 2 - 1, measures.head + line * measures.pitch + measures.card / 2 + 6, str(line + 1))
        for line in range(SIDE)
    ]
    return svg.group(*across, *down, class_="coordinates", aria_hidden="true")
