"""The names of Poker Solitaire: seats, places, lines, hands, and where a game stands, in words."""

from typing import Final

from fivefold.contract import ANYONE, CHANCE, NOBODY, Row
from fivefold.games.solitaire import rules
from fivefold.games.solitaire.hands import COMPLETE, SIZE_SHIFT, hand_of
from fivefold.games.solitaire.named_hands import NAMES, ORDINARY_NAMES
from fivefold.games.solitaire.places import CELLS, COLUMNS, LINE_CELLS, LINES, REJECTS_EACH, SIDE, SQUARE
from fivefold.games.solitaire.row import (
    BEST_OF_TWO,
    CELL,
    COMMON,
    DEALT,
    FINISHED,
    FULL,
    MODE,
    NO_CARDS,
    OWN,
    PACK,
    PAT,
    QUIET_TURNS,
    RACE,
    RACE_BOTH,
    REASON,
    REJECTED,
    SAID_DONE,
    SCORING,
    SLOT,
    STOLEN,
    SUM_OF_TWO,
    TWO_PASSES,
    USER_SCORING,
)
from fivefold.games.solitaire.scoring import counted_lines, key_points, line_key, ordinary_of, square_points
from fivefold.parts.words import card_text, counted, listed, square_text

SEATS: Final = ("Sage", "Plum")
LINE_NAMES: Final = (
    *(f"row {number + 1}" for number in range(SIDE)),
    *(f"column {letter}" for letter in "abcde"),
    "diagonal a1-e5",
    "diagonal e1-a5",
)
LINES_THROUGH: Final = tuple(
    tuple(line for line in range(LINES) if cell in LINE_CELLS[SIDE * line : SIDE * line + SIDE])
    for cell in range(SQUARE)
)
"""For each cell of a square the lines it is on."""
REASONS: Final = {
    TWO_PASSES: "both passed, one after the other",
    QUIET_TURNS: f"no card was taken for {rules.MOST_QUIET} turns",
    NO_CARDS: "the cards are gone",
}


def seat_name(row: Row, seat: int) -> str:
    """Return what a player is called."""
    return SEATS[seat]


def racing(row: Row) -> bool:
    """Tell whether anyone may move at any time."""
    return row[MODE] in {RACE, RACE_BOTH}


def owner(row: Row, square: int) -> int:
    """Return whose square it is."""
    return square if rules.players(row) > 1 else 0


# --- places ----------------------------------------------------------------------------------------------------------


CELL_NAMES: Final = tuple(
    tuple(
        f"{cell // SQUARE + 1 if numbered else ''}{square_text(cell % SQUARE % SIDE, cell % SQUARE // SIDE)}"
        for cell in range(CELLS)
    )
    for numbered in (False, True)
)
"""Each cell's name, without its square's number and with it."""


def cell_text(row: Row, cell: int) -> str:
    """Return a cell: ``c3``, where two squares are in play ``1c3``."""
    return CELL_NAMES[row[MODE] != 0][cell]


def reject_text(row: Row, place: int) -> str:
    """Return a reject place: ``x1`` a common one, ``r1`` or, with two players, ``1r1`` a player's own."""
    whose, number = divmod(place, REJECTS_EACH)
    if whose == 0:
        return f"x{number + 1}"
    return f"{whose if row[MODE] >= RACE else ''}r{number + 1}"


def rejects(row: Row) -> list[int]:
    """Return the reject places there are: the common ones, then each player's own."""
    counts = [row[COMMON], row[OWN], row[OWN + 1] if rules.players(row) > 1 else 0]
    return [REJECTS_EACH * whose + number for whose, count in enumerate(counts) for number in range(count)]


def face_up(row: Row) -> list[int]:
    """Return the cards in the slots, from the left."""
    return [value - 1 for value in row[SLOT : SLOT + row[DEALT]] if value]


def square_name(row: Row, square: int) -> str:
    """Return what a square is called: ``square 2``, ``Plum's square``, ``the square`` where there is one."""
    if rules.players(row) > 1:
        return f"{SEATS[square]}'s square"
    return f"square {square + 1}" if rules.squares(row) > 1 else "the square"


# --- lines -----------------------------------------------------------------------------------------------------------


def hand_name(row: Row, key: int) -> str:
    """Return what a line with this key is called: one of the 81 where each has its own points, else ordinary."""
    if row[SCORING] == USER_SCORING and key >> SIZE_SHIFT == COMPLETE:
        return NAMES[hand_of(key)]
    return ORDINARY_NAMES[ordinary_of(row, key)]


def points_text(row: Row, points: int) -> str:
    """Return what a line or square counts: ``20``, with pat ``pat`` or ``not pat``."""
    if row[SCORING] == PAT:
        return "pat" if points else "not pat"
    return str(points).replace("-", "−")


def score_text(row: Row, square: int) -> str:
    """Return a square's score: ``62 points``, ``3 of 5 rows pat``."""
    if row[SCORING] == PAT:
        return f"{pat_rows(row, square)} of 5 rows pat"
    return counted(square_points(row, square), "point").replace("-", "−")


def pat_rows(row: Row, square: int) -> int:
    """Return how many rows of a square are pat."""
    return sum(key_points(row, line_key(row, square, line)) for line in range(SIDE))


# --- where a game stands ---------------------------------------------------------------------------------------------


def status_line(row: Row) -> str:
    """Return whose turn it is, or how it ended, as a sentence without its full stop."""
    mover = rules.to_move(row)
    if mover == NOBODY:
        return result(row)
    if mover == CHANCE:
        return "Cards are being dealt" if row[DEALT] > 1 else "A card is being dealt"
    if mover == ANYONE:
        return "Whoever is quicker moves"
    if rules.players(row) > 1:
        return f"{SEATS[mover]} to move"
    cards = [card_text(card) for card in face_up(row)]
    return f"{listed(cards, 'or')} to place" if cards else "Nothing left to place"


def result(row: Row) -> str:
    """Return how a finished game ended, as a sentence without its full stop."""
    if rules.players(row) == 1:
        if row[SCORING] == PAT:
            return "Pat: the game is won" if rules.seat_points(row, 0) else "Not pat: the game is lost"
        return f"{counted(rules.seat_points(row, 0), 'point')} in the end".replace("-", "−")
    first, second = rules.seat_points(row, 0), rules.seat_points(row, 1)
    if first == second:
        return f"A draw, {first} to {second}"
    return f"{SEATS[0] if first > second else SEATS[1]} wins, {max(first, second)} to {min(first, second)}"


def reason(row: Row) -> str:
    """Return why a finished game ended."""
    if row[REASON] == FULL:
        return "both squares are full" if rules.squares(row) > 1 else "the square is full"
    if row[REASON] == SAID_DONE:
        finished = [SEATS[seat] for seat in range(rules.players(row)) if row[FINISHED + seat]]
        return f"{listed(finished)} said done" if rules.players(row) > 1 else "the cards lie as they are to stay"
    return REASONS[row[REASON]]


def describe(row: Row, status: str) -> str:
    """Return the position in sentences, for those who do not see the picture; ``status`` begins it."""
    sentences = [status] if status else []
    cards = [card_text(card) for card in face_up(row)]
    sentences.append(f"Face up: {listed(cards)}" if cards else "No card is face up")
    sentences.append(f"{counted(row[PACK], 'card')} in the pack")
    sentences += [f"Reject {reject_text(row, place)}: {reject_in_words(row, place)}" for place in rejects(row)]
    for square in range(rules.squares(row)):
        sentences += square_in_words(row, square)
    if row[MODE] in {BEST_OF_TWO, SUM_OF_TWO}:
        sentences.append("The better square counts" if row[MODE] == BEST_OF_TWO else "Both squares are added")
    return " ".join(f"{sentence}." for sentence in sentences)


def reject_in_words(row: Row, place: int) -> str:
    """Return what lies on a reject place."""
    return card_text(row[REJECTED + place] - 1) if row[REJECTED + place] else "empty"


def square_in_words(row: Row, square: int) -> list[str]:
    """Return a square's score and its lines, row by row: ``Row 1: 5h, 5d, empty, empty, Kc, one pair 1``."""
    name = square_name(row, square)
    told = [f"{name[:1].upper()}{name[1:]}: {score_text(row, square)}"]
    for line in range(SIDE):
        first = CELL + SQUARE * square + SIDE * line
        cards = [card_in_words(row, cell) for cell in range(first - CELL, first - CELL + SIDE)]
        told.append(f"Row {line + 1}: {', '.join(cards)}, {line_in_words(row, square, line)}")
    others = range(COLUMNS, counted_lines(row, square))
    told += [f"{LINE_NAMES[line].capitalize()}: {line_in_words(row, square, line)}" for line in others]
    return told


def card_in_words(row: Row, cell: int) -> str:
    """Return what lies on a cell: ``7h``, ``7h stolen``, ``empty``."""
    if not row[CELL + cell]:
        return "empty"
    return card_text(row[CELL + cell] - 1) + (" stolen" if row[STOLEN + cell] else "")


def line_in_words(row: Row, square: int, line: int) -> str:
    """Return a line's hand and what it is worth: ``one pair 1``, ``nothing``."""
    key = line_key(row, square, line)
    points = key_points(row, key)
    name = hand_name(row, key)
    return f"{name} {points_text(row, points)}" if points or name != ORDINARY_NAMES[0] else name
