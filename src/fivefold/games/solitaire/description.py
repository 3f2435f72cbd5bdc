"""How a game of Poker Solitaire stands, as data: whose turn it is, why it ended, the whole position."""

from typing import Final

from fivefold.contract import ANYONE, CHANCE, NOBODY, Row
from fivefold.games.solitaire import rules
from fivefold.games.solitaire.names import (
    FIRST_LINES,
    SEATS,
    card_texts,
    first_square_name,
    hand_and_worth,
    places_in_play,
    points_in_words,
    reject_text,
    score,
)
from fivefold.games.solitaire.rules.row import (
    BEST_OF_TWO,
    CELL,
    COLUMNS,
    DEALT,
    FINISHED,
    FULL,
    MODE,
    NO_CARDS,
    PACK,
    PAT,
    QUIET_TURNS,
    REASON,
    REJECTED,
    SAID_DONE,
    SCORING,
    SIDE,
    SQUARE,
    STOLEN,
    SUM_OF_TWO,
    TWO_PASSES,
    players,
    squares,
)
from fivefold.games.solitaire.rules.scoring import counted_lines
from fivefold.games.solitaire.rules.turns import MOST_QUIET, seat_points
from fivefold.parts.messages import Fact, Message
from fivefold.parts.words import card_text

ENDINGS: Final = {
    TWO_PASSES: Message("both-passed"),
    QUIET_TURNS: Message("quiet-turns", turns=MOST_QUIET),
    NO_CARDS: Message("cards-gone"),
}
EMPTY: Final = Message("empty")


def status(row: Row) -> Message:
    """Return whose turn it is, or how it ended, a sentence without its full stop."""
    mover = rules.to_move(row)
    if mover == NOBODY:
        return result(row)
    if mover == CHANCE:
        return Message("cards-being-dealt" if row[DEALT] > 1 else "card-being-dealt")
    if mover == ANYONE:
        return Message("quicker-moves")
    if players(row) > 1:
        return Message("to-move", who=SEATS[mover])
    cards = card_texts(row)
    return Message("to-place", cards=cards) if cards else Message("nothing-to-place")


def result(row: Row) -> Message:
    """Return how a finished game ended, a sentence without its full stop."""
    if players(row) == 1:
        points = seat_points(row, 0)
        if row[SCORING] == PAT:
            return Message("pat-won" if points else "pat-lost")
        return Message("points-in-the-end", points=points_in_words(points))
    first, second = seat_points(row, 0), seat_points(row, 1)
    if first == second:
        return Message("draw", points=first)
    return Message("wins", who=SEATS[int(second > first)], more=max(first, second), less=min(first, second))


def ending(row: Row) -> Message:
    """Return why a finished game ended, a clause."""
    if row[REASON] == FULL:
        two = squares(row) > 1
        return Message("both-squares-full") if two else Message("square-full", square=Message("the-square"))
    if row[REASON] == SAID_DONE:
        finished = tuple([SEATS[seat] for seat in range(players(row)) if row[FINISHED + seat]])
        return Message("said-done", who=finished) if players(row) > 1 else Message("cards-to-stay")
    return ENDINGS[row[REASON]]


# --- the whole position ----------------------------------------------------------------------------------------------


def description(row: Row, status: Message | None) -> Message:
    """Return the position for people who do not see the picture; ``status`` is ``None`` once the match is over."""
    cards = card_texts(row)
    sentences = [status] if status else []
    sentences.append(Message("face-up", cards=cards) if cards else Message("none-face-up"))
    sentences.append(Message("in-pack", count=row[PACK]))
    places = places_in_play(row)
    sentences += [Message("reject", place=reject_text(row, place), content=on_reject(row, place)) for place in places]
    for square in range(squares(row)):
        sentences += square_in_sentences(row, square)
    if row[MODE] in {BEST_OF_TWO, SUM_OF_TWO}:
        sentences.append(Message("better-square-counts" if row[MODE] == BEST_OF_TWO else "both-squares-added"))
    return Message("description", sentences=tuple(sentences))


def on_reject(row: Row, place: int) -> Fact:
    """Return what lies on a reject place."""
    return card_text(row[REJECTED + place] - 1) if row[REJECTED + place] else EMPTY


def square_in_sentences(row: Row, square: int) -> list[Message]:
    """Return a square's score and its lines, row by row: ``Row 1: 5h, 5d, empty, empty, Kc, one pair 1``."""
    found = [Message("square-score", square=first_square_name(row, square), score=score(row, square))]
    for line in range(SIDE):
        first = SQUARE * square + SIDE * line
        cards = tuple([on_cell(row, cell) for cell in range(first, first + SIDE)])
        hand = hand_and_worth(row, square, line)
        found.append(Message("row-in-words", line=FIRST_LINES[line], cards=cards, hand=hand))
    for line in range(COLUMNS, counted_lines(row, square)):
        found.append(Message("line-is", line=FIRST_LINES[line], hand=hand_and_worth(row, square, line)))
    return found


def on_cell(row: Row, cell: int) -> Fact:
    """Return what lies on a cell: ``7h``, ``7h stolen``, ``empty``."""
    if not row[CELL + cell]:
        return EMPTY
    card = card_text(row[CELL + cell] - 1)
    return Message("stolen", card=card) if row[STOLEN + cell] else card
