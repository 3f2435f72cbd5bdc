"""Locus Poker as arrays: what a seat sees and what it can do, on planes of six rows and eight columns."""

from typing import Final

from fivefold.contract import Block, Encoding, Row
from fivefold.contract.extras import starts
from fivefold.games.locus.rules import (
    CARD,
    CELLS,
    CHIP,
    COLUMNS,
    DEAD,
    DEALT,
    DOWN,
    LARGEST,
    LEFT,
    SCORE,
    UP,
    to_move,
)

LINES, WIDEST = 6, 8
PLANE: Final = (LINES, WIDEST)
PLACES = LINES * WIDEST
"""Row by row. The grid lies at the top left of a plane; what is beyond it stays 0."""
MOST_POINTS = LARGEST // 2 * 23
"""Every chip on a straight flush (11) with four own chips at its edges (2 each) and four at its corners (1 each)."""

FIELDS: Final = (
    Block(name="cards", shape=PLANE, meaning="1 where a card of the grid lies, face up or face down."),
    Block(
        name="rank",
        shape=(13, *PLANE),
        meaning="For each rank (ace, two, … king) 1 where a card of it lies face up; a card face down has none.",
    ),
    Block(
        name="suit",
        shape=(4, *PLANE),
        meaning="For each suit (clubs, diamonds, hearts, spades) 1 where a card of it lies face up.",
    ),
    Block(
        name="chips",
        shape=(4, *PLANE),
        meaning="1 where a chip lies: on the first plane your own face up, then your own face down, the other's face"
        " up, the other's face down.",
    ),
    Block(
        name="hands",
        shape=(2, *PLANE),
        highest=11,
        meaning="What the hand of each free card scores when it is played up (first plane) and down; the bonus for"
        " chips next to it comes on top.",
    ),
    Block(name="scores", shape=(2,), highest=MOST_POINTS, meaning="Your points, the other's points."),
    Block(name="free", highest=LARGEST, meaning="How many cards are still free."),
    Block(name="turn", shape=(2,), meaning="1 for who is to move: you, the other. Both 0 when nobody is."),
)
_CARDS, _RANK, _SUIT, _CHIPS, _HANDS, _SCORES, _FREE, _TURN = starts(FIELDS)

KINDS: Final = (
    Block(
        name="chip",
        shape=(2, *PLANE),
        meaning="A chip on the card in this row and column, which stays face up (first plane) or is turned face down.",
    ),
)


def observe_into(row: Row, seat: int, out: Row) -> None:
    """Write what ``seat`` sees."""
    columns = row[COLUMNS]
    dealt_all = 1 if row[DEALT] == row[CELLS] else 0
    place = column = 0
    for cell in range(row[DEALT]):
        if column == columns:
            place += WIDEST - columns
            column = 0
        chip = row[CHIP + cell]
        out[_CARDS + place] = 1
        if row[DEAD + cell] == 0:
            card = row[CARD + cell]
            out[_RANK + PLACES * (card >> 2) + place] = 1
            out[_SUIT + PLACES * (card & 3) + place] = 1
        if chip == 0:
            out[_HANDS + place] = row[UP + cell] * dealt_all
            out[_HANDS + PLACES + place] = row[DOWN + cell] * dealt_all
        else:
            whose = 0 if chip == 1 + seat else 2
            out[_CHIPS + PLACES * (whose + row[DEAD + cell]) + place] = 1
        place += 1
        column += 1
    out[_SCORES] = row[SCORE + seat]
    out[_SCORES + 1] = row[SCORE + 1 - seat]
    out[_FREE] = row[LEFT]
    turn = to_move(row)
    if turn >= 0:
        out[_TURN + (turn ^ seat)] = 1


def action_of(row: Row, move: int) -> int:
    """Return the plane, row and column of a turn as one number."""
    cell = move >> 1
    return PLACES * (move & 1) + WIDEST * (cell // row[COLUMNS]) + cell % row[COLUMNS]


def move_of(row: Row, seat: int, action: int) -> int:
    """Return the turn at this plane, row and column."""
    place = action % PLACES
    return 2 * (row[COLUMNS] * (place // WIDEST) + place % WIDEST) + action // PLACES


ENCODING: Final = Encoding(fields=FIELDS, kinds=KINDS, observe_into=observe_into, action_of=action_of, move_of=move_of)
