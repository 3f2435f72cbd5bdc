"""The names of Poker Solitaire: seats, places, lines, hands; and how a game stands, in words."""

from typing import Final

from fivefold.contract import ANYONE, CHANCE, NOBODY, Row
from fivefold.games.solitaire import rules
from fivefold.games.solitaire.rules.row import (
    BEST_OF_TWO,
    CELL,
    CELLS,
    COLUMNS,
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
    REJECTS_EACH,
    SAID_DONE,
    SCORING,
    SIDE,
    SLOT,
    SQUARE,
    STOLEN,
    SUM_OF_TWO,
    TWO_PASSES,
    USER_SCORING,
    players,
    squares,
)
from fivefold.games.solitaire.rules.scoring import (
    COMPLETE,
    SIZE_SHIFT,
    counted_lines,
    hand_of,
    key_points,
    line_key,
    ordinary_of,
    square_points,
)
from fivefold.games.solitaire.rules.turns import MOST_QUIET, seat_points
from fivefold.parts.words import card_text, counted, listed, square_text

_LIST: Final = """
nothing: Ac 2c 3c 5d 6d
four-flush: Ac 2c 3c 5c 6d
flush: Ac 2c 3c 5c 6c
four-straight: Ac 2c 3c 4d 6d
four-straight four-flush: Ac 2c 3c 4c 6d
four-straight flush: Ac 2c 3c 4c 6c
round-the-corner four-straight: Ac 2c 3c 5d Kd
round-the-corner four-straight four-flush: Ac 2c 3c 5c Kd
round-the-corner four-straight flush: Ac 2c 3c 5c Kc
four-kilter: Ac 2c 3c 5d 7d
four-kilter four-flush: Ac 2c 3c 5c 7d
four-kilter flush: Ac 2c 3c 5c 7c
round-the-corner four-kilter: Ac 2c 3c 5d Qd
round-the-corner four-kilter four-flush: Ac 2c 3c 5c Qd
round-the-corner four-kilter flush: Ac 2c 3c 5c Qc
big tiger: 8c 9c Tc Jd Kd
big tiger four-flush: 8c 9c Tc Jc Kd
big tiger flush: 8c 9c Tc Jc Kc
little tiger: 3c 4c 5c 6d 8d
little tiger four-flush: 3c 4c 5c 6c 8d
little tiger flush: 3c 4c 5c 6c 8c
big dog: Ac 9c Tc Jd Qd
big dog four-flush: Ac 9c Tc Jc Qd
big dog flush: Ac 9c Tc Jc Qc
little dog: 2c 3c 4c 5d 7d
little dog four-flush: 2c 3c 4c 5c 7d
little dog flush: 2c 3c 4c 5c 7c
skeet: 2c 3c 5c 6d 9d
skeet four-flush: 2c 3c 5c 6c 9d
skeet flush: 2c 3c 5c 6c 9c
five-and-dime: 5c 6c 7c 8d Td
five-and-dime four-flush: 5c 6c 7c 8c Td
five-and-dime flush: 5c 6c 7c 8c Tc
royal straight: Ac Tc Jc Qd Kd
royal straight four-flush: Ac Tc Jc Qc Kd
royal flush: Ac Tc Jc Qc Kc
straight: Ac 2c 3c 4d 5d
straight four-flush: Ac 2c 3c 4c 5d
straight flush: Ac 2c 3c 4c 5c
round-the-corner straight: Ac 2c 3c 4d Kd
round-the-corner straight four-flush: Ac 2c 3c 4c Kd
round-the-corner straight flush: Ac 2c 3c 4c Kc
kilter: Ac 3c 5c 7d 9d
kilter four-flush: Ac 3c 5c 7c 9d
kilter flush: Ac 3c 5c 7c 9c
round-the-corner kilter: Ac 3c 5c 7d Qd
round-the-corner kilter four-flush: Ac 3c 5c 7c Qd
round-the-corner kilter flush: Ac 3c 5c 7c Qc
one pair: Ad Ac 2c 3c 5d
one pair four-flush: Ad Ac 2c 3c 5c
one pair flush: Ac Ac 2c 3c 5c
one pair four-straight: Ad Ac 2c 3c 4d
one pair four-straight four-flush: Ad Ac 2c 3c 4c
one pair four-straight flush: Ac Ac 2c 3c 4c
one pair round-the-corner four-straight: Ad Ac 2c 3c Kd
one pair round-the-corner four-straight four-flush: Ad Ac 2c 3c Kc
one pair round-the-corner four-straight flush: Ac Ac 2c 3c Kc
one pair four-kilter: Ad Ac 3c 5c 7d
one pair four-kilter four-flush: Ad Ac 3c 5c 7c
one pair four-kilter flush: Ac Ac 3c 5c 7c
one pair round-the-corner four-kilter: Ad Ac 3c 5c Qd
one pair round-the-corner four-kilter four-flush: Ad Ac 3c 5c Qc
one pair round-the-corner four-kilter flush: Ac Ac 3c 5c Qc
two pair: Ad Ac 2d 2c 3c
two pair four-flush: Ac Ac 2c 2c 3d
two pair flush: Ac Ac 2c 2c 3c
two pair blaze: Jd Jc Qd Qc Kc
two pair four-flush blaze: Jc Jc Qc Qc Kd
two pair flush blaze: Jc Jc Qc Qc Kc
three of a kind: Ah Ad Ac 2c 3c
three of a kind four-flush: Ad Ac Ac 2c 3c
three of a kind blaze: Jh Jd Jc Qc Kc
three of a kind four-flush blaze: Jd Jc Jc Qc Kc
full house: Ah Ad Ac 2d 2c
full house four-flush: Ad Ac Ac 2c 2c
full house blaze: Jh Jd Jc Qd Qc
full house four-flush blaze: Jd Jc Jc Qc Qc
four of a kind: As Ah Ad Ac 2c
four of a kind blaze: Js Jh Jd Jc Qc
five of a kind: Ah Ad Ad Ac Ac
five of a kind blaze: Jh Jd Jd Jc Jc
"""

_PAIRS: Final = [line.split(": ") for line in _LIST.strip().splitlines()]
NAMES: Final = ("", *(name for name, _ in _PAIRS))
"""By number, from 1; a name is a shape or a rank pattern, then a suit pattern, then blaze."""
EXAMPLES: Final = ("", *(example for _, example in _PAIRS))
"""For each hand five cards that make it."""
ORDINARY_NAMES: Final = (
    "nothing",
    "one pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
    "royal flush",
    "five of a kind",
)


SEATS: Final = ("Sage", "Plum")
LINE_NAMES: Final = (
    *(f"row {number + 1}" for number in range(SIDE)),
    *(f"column {letter}" for letter in "abcde"),
    "diagonal a1-e5",
    "diagonal e1-a5",
)
REASONS: Final = {
    TWO_PASSES: "both passed, one after the other",
    QUIET_TURNS: f"no card was taken for {MOST_QUIET} turns",
    NO_CARDS: "the cards are gone",
}


def seat_name(row: Row, seat: int) -> str:
    """Return what a player is called."""
    return SEATS[seat]


def is_race(row: Row) -> bool:
    """Tell whether anyone may move at any time."""
    return row[MODE] in {RACE, RACE_BOTH}


def owner(row: Row, square: int) -> int:
    """Return whose square it is."""
    return square if players(row) > 1 else 0


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
    """Return a cell's name: ``c3``, or ``1c3`` where two squares are in play."""
    return CELL_NAMES[row[MODE] != 0][cell]


def reject_text(row: Row, place: int) -> str:
    """Return a reject place's name: ``x1`` for a common one; ``r1``, with two players ``1r1``, for a player's own."""
    whose, number = divmod(place, REJECTS_EACH)
    if whose == 0:
        return f"x{number + 1}"
    return f"{whose if row[MODE] >= RACE else ''}r{number + 1}"


def places_in_play(row: Row) -> list[int]:
    """Return the reject places there are: the common ones, then each player's own."""
    counts = [row[COMMON], row[OWN], row[OWN + 1] if players(row) > 1 else 0]
    return [REJECTS_EACH * whose + number for whose, count in enumerate(counts) for number in range(count)]


def face_up(row: Row) -> list[int]:
    """Return the cards in the slots, from the left."""
    return [value - 1 for value in row[SLOT : SLOT + row[DEALT]] if value]


def square_name(row: Row, square: int) -> str:
    """Return what a square is called: ``square 2``, ``Plum's square``, ``the square`` where there is one."""
    if players(row) > 1:
        return f"{SEATS[square]}'s square"
    return f"square {square + 1}" if squares(row) > 1 else "the square"


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
    if players(row) > 1:
        return f"{SEATS[mover]} to move"
    cards = [card_text(card) for card in face_up(row)]
    return f"{listed(cards, 'or')} to place" if cards else "Nothing left to place"


def result(row: Row) -> str:
    """Return how a finished game ended, as a sentence without its full stop."""
    if players(row) == 1:
        if row[SCORING] == PAT:
            return "Pat: the game is won" if seat_points(row, 0) else "Not pat: the game is lost"
        return f"{counted(seat_points(row, 0), 'point')} in the end".replace("-", "−")
    first, second = seat_points(row, 0), seat_points(row, 1)
    if first == second:
        return f"A draw, {first} to {second}"
    return f"{SEATS[0] if first > second else SEATS[1]} wins, {max(first, second)} to {min(first, second)}"


def reason(row: Row) -> str:
    """Return why a finished game ended."""
    if row[REASON] == FULL:
        return "both squares are full" if squares(row) > 1 else "the square is full"
    if row[REASON] == SAID_DONE:
        finished = [SEATS[seat] for seat in range(players(row)) if row[FINISHED + seat]]
        return f"{listed(finished)} said done" if players(row) > 1 else "the cards lie as they are to stay"
    return REASONS[row[REASON]]


def describe(row: Row, status: str) -> str:
    """Return the position in sentences for people who do not see the picture, beginning with ``status``."""
    sentences = [status] if status else []
    cards = [card_text(card) for card in face_up(row)]
    sentences.append(f"Face up: {listed(cards)}" if cards else "No card is face up")
    sentences.append(f"{counted(row[PACK], 'card')} in the pack")
    sentences += [f"Reject {reject_text(row, place)}: {reject_in_words(row, place)}" for place in places_in_play(row)]
    for square in range(squares(row)):
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
