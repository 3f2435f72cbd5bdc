"""What things on the table of Poker Solitaire are, and what scores, for those who ask."""

import re
from typing import Final

from fivefold.contract import Explanation, Row, ScoreCard, ScoreLine, TableHelp
from fivefold.contract.extras import Tally, seat_of
from fivefold.contract.notation import Points
from fivefold.games.solitaire import rules
from fivefold.games.solitaire.names import (
    ANCHORS,
    CELL_NAMES,
    HAND_NAMES,
    NOTHING,
    cell_text,
    first_square_name,
    hand_and_worth,
    hand_number,
    hand_parts,
    line_name,
    owner,
    places_in_play,
    reject_text,
    score,
    square_name,
    worth,
)
from fivefold.games.solitaire.notation import spell
from fivefold.parts.messages import Message
from fivefold.parts.words import CARD_NAMES, card_from_text

LINE: Final = re.compile("line-([12])-([0-9]{1,2})")
BUTTON: Final = re.compile("(done|take)-([12])")
MOST_LINES: Final = 20
"""Of a scoring table of one's own only so many lines are shown, those worth most."""


def explain(row: Row, viewer: int, name: str) -> Explanation | None:
    """Return what a card, a place, a line, a button or a player is."""
    if (seat := seat_of(name, rules.players(row))) >= 0:
        return total(row, seat)
    cells = CELL_NAMES[row[rules.MODE] != 0][: rules.SQUARE * rules.squares(row)]
    if name in cells:
        return on_cell(row, cells.index(name), name)
    if found := LINE.fullmatch(name):
        return line(row, int(found[1]) - 1, int(found[2]) - 1)
    if (aside := reject(row, name)) is not None:
        return aside
    return button(row, name) or face_up(name)


def total(row: Row, square: int) -> Explanation:
    """Return what a player has."""
    return Explanation(
        (Message("about-player", square=first_square_name(row, square), score=score(row, square)),), "scoring"
    )


def on_cell(row: Row, cell: int, name: str) -> Explanation:
    """Return what lies on a cell and which hands it counts in."""
    square, place = divmod(cell, rules.SQUARE)
    value, whose = row[rules.CELL + cell], square_name(row, square)
    through = [number for number in rules.LINES_THROUGH[place] if number < rules.counted_lines(row, square)]
    hands = [_line_said(row, square, number) for number in through]
    if not value:
        return Explanation((Message("about-empty", cell=name, square=whose), *hands), "touch")
    movable, stolen = bool(row[rules.MOVABLE + owner_of(row, square)]), bool(row[rules.STOLEN + cell])
    said = [Message("about-card", card=CARD_NAMES[value - 1], cell=name, square=whose)]
    said.append(Message("about-movable" if movable else "about-fixed"))
    said += [Message("about-stolen")] if stolen else []
    return Explanation((*said, *hands), "stolen" if stolen else "movable" if movable else "fixed")


def owner_of(row: Row, square: int) -> int:
    """Return by whose rules cards lie in a square."""
    return square if rules.players(row) > 1 else 0


def _line_said(row: Row, square: int, number: int) -> Message:
    return Message("about-line", line=line_name(row, square, number), hand=hand_and_worth(row, square, number))


def line(row: Row, square: int, number: int) -> Explanation | None:
    """Return what a line holds."""
    if square >= rules.squares(row) or not 0 <= number < rules.counted_lines(row, square):
        return None
    hand = hand_number(row, rules.line_key(row, square, number))
    return Explanation((_line_said(row, square, number),), ANCHORS[hand] if hand != NOTHING else "lines")


def reject(row: Row, name: str) -> Explanation | None:
    """Return what a reject place holds."""
    place = next((place for place in places_in_play(row) if reject_text(row, place) == name), -1)
    if place < 0:
        return None
    value = row[rules.REJECTED + place]
    content = CARD_NAMES[value - 1] if value else Message("empty")
    return Explanation((Message("about-reject", place=name, content=content), Message("about-reject-use")), "rejects")


def button(row: Row, name: str) -> Explanation | None:
    """Return what a button does."""
    if name == "pass":
        return Explanation((Message("about-pass"),), "pass")
    if name == "done":
        return Explanation((Message("about-done", square=square_name(row, 0)),), "done")
    found = BUTTON.fullmatch(name)
    if not found or int(found[2]) > rules.players(row):
        return None
    square = square_name(row, int(found[2]) - 1)
    return Explanation((Message(f"about-{found[1]}", square=square),), "done" if found[1] == "done" else "race")


def face_up(name: str) -> Explanation | None:
    """Return what a card face up is."""
    try:
        card = card_from_text(name)
    except ValueError:
        return None
    return Explanation((Message("about-slot", card=CARD_NAMES[card]),), "face-up")


def score_card(row: Row) -> ScoreCard:
    """Return what every hand is worth, and how often each square has it."""
    own = row[rules.SCORING] == rules.USER_SCORING
    hands = range(1, rules.HANDS + 1) if own else rules.NUMBER_OF_ORDINARY
    points = dict(
        zip(
            hands,
            row[rules.USER + 1 : rules.USER + rules.HANDS + 1]
            if own
            else row[rules.POINTS : rules.POINTS + rules.ORDINARY_HANDS],
            strict=True,
        )
    )
    made = [_hands_made(row, square) for square in range(rules.squares(row))]
    worthy = [hand for hand in points if points[hand] > 0 and possible(row, hand)]
    shown = sorted(worthy, key=lambda hand: (-points[hand], -hand))[:MOST_LINES]
    lines = [
        ScoreLine(ANCHORS[hand], HAND_NAMES[hand], worth(row, points[hand]), tuple([each.count(hand) for each in made]))
        for hand in shown
    ]
    return ScoreCard(tuple(lines), notes(row), Message("card-pat" if row[rules.SCORING] == rules.PAT else "card-worth"))


def possible(row: Row, hand: int) -> bool:
    """Tell whether a hand can be made with the cards of this game: in one deck cards of a rank differ in suit."""
    if row[rules.DECKS] > 1:
        return True
    parts = hand_parts(hand)
    flush = hand >= rules.PAIRED and "flush" in parts
    return not (hand >= rules.QUINTUPLED or flush or (hand >= rules.TWICE_PAIRED and "four-flush" in parts))


def _hands_made(row: Row, square: int) -> list[int]:
    return [hand_number(row, rules.line_key(row, square, number)) for number in range(rules.counted_lines(row, square))]


def notes(row: Row) -> tuple[Message, ...]:
    """Return which lines count, and what else decides."""
    diagonals = any(row[rules.LINE_COUNT + seat] > rules.DIAGONALS for seat in range(rules.players(row)))
    said = [
        Message("note-pat")
        if row[rules.SCORING] == rules.PAT
        else Message("note-diagonals" if diagonals else "note-lines")
    ]
    said += [Message("note-user")] if row[rules.SCORING] == rules.USER_SCORING else []
    said += [Message("note-best")] if row[rules.MODE] == rules.BEST_OF_TWO else []
    said += [Message("note-sum")] if row[rules.MODE] == rules.SUM_OF_TWO else []
    return tuple(said)


def scores(row: Row, move: int) -> tuple[str, ...]:
    """Return the hands that a move makes."""
    made = {hand_number(row, one.after) for one in rules.line_changes(row, move) if one.after != one.before}
    before = {hand_number(row, one.before) for one in rules.line_changes(row, move)}
    return tuple(sorted(ANCHORS[hand] for hand in made - before if hand != NOTHING))


def question(row: Row, name: str) -> Message | None:
    """Return what is to be chosen once a card face up is picked."""
    try:
        return Message("question", card=CARD_NAMES[card_from_text(name)])
    except ValueError:
        return None


HELP: Final = TableHelp(explain=explain, question=question, score_card=score_card, scored=scores, spell=spell)


# --- what a square is worth, hand by hand ----------------------------------------------------------------------------


def items(row: Row, seat: int) -> tuple[Points, ...]:
    """Return the hands of a seat's squares that count, with their points; with pat how many rows are pat."""
    own = [square for square in range(rules.squares(row)) if owner(row, square) == seat]
    if row[rules.SCORING] == rules.PAT:
        return tuple(
            Points(rules.seat_points(row, seat) if square == own[0] else 0, score(row, square)) for square in own
        )
    if row[rules.MODE] == rules.BEST_OF_TWO:
        own = [max(own, key=lambda square: rules.square_points(row, square))]
    return tuple(
        item for square in own for line in range(rules.counted_lines(row, square)) for item in hand(row, square, line)
    )


def hand(row: Row, square: int, line: int) -> tuple[Points, ...]:
    """Return a line's hand with its points; nothing for a line that is worth nothing."""
    key = rules.line_key(row, square, line)
    worth = rules.key_points(row, key)
    if not worth:
        return ()
    cells = [
        rules.SQUARE * square + place for place in rules.LINE_CELLS[rules.SIDE * line : rules.SIDE * line + rules.SIDE]
    ]
    things = tuple(cell_text(row, cell) for cell in cells if row[rules.CELL + cell])
    return (Points(worth, HAND_NAMES[hand_number(row, key)], things),)


TALLY = Tally(items=items)
