"""Locus Poker as arrays: what a seat sees and what it can do, on planes of six rows and eight columns."""

from typing import Final

from fivefold.contract import Encoding, Row
from fivefold.contract.extras import starts
from fivefold.contract.stored import stored_blocks
from fivefold.games.locus.rules import CARD, CELLS, CHIP, COLUMNS, DEAD, DEALT, DOWN, LEFT, SCORE, UP, to_move

LINES, WIDEST = 6, 8
PLACES = LINES * WIDEST
"""Row by row. The grid lies at the top left of a plane; what is beyond it stays 0."""

FIELDS, KINDS = stored_blocks(__file__)
_CARDS, _RANK, _SUIT, _CHIPS, _HANDS, _SCORES, _FREE, _TURN = starts(FIELDS)


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
