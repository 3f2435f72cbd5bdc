"""Focus as arrays: what a seat sees and what it can do, on planes of eight rows and columns."""

from typing import Final

from fivefold.contract import Encoding, Row
from fivefold.contract.extras import starts
from fivefold.contract.stored import stored_blocks
from fivefold.games.focus.board import COLUMN, DISTANCE, LINE, SIDE, SQUARE_AT, SQUARES, TALLEST
from fivefold.games.focus.rules import (
    CAPTURED,
    EXCHANGE,
    HEIGHT,
    MOST_PLAYERS,
    OPENING_LEFT,
    PIECES,
    PLACING,
    PLAYERS,
    QUIET,
    RESERVE,
    TEAMS,
    WIN,
    is_out,
    patience,
    to_move,
)

PLACES = SIDE * SIDE
"""Row by row; the three squares missing at each corner of the board stay 0."""
PLACE = tuple(SIDE * LINE[square] + COLUMN[square] for square in range(SQUARES))
INNER = SIDE - 2
"""The exchanges of an opening are among the six by six squares in the middle, where all the pieces stand then."""
MOST_QUIET = 1000 * MOST_PLAYERS

FIELDS, KINDS = stored_blocks(__file__)
_PIECES, _HEIGHT, _RESERVE, _CAPTURED, _TURN, _PLAYERS, _QUOTA, _TEAMS, _OPENING, _QUIET, _PATIENCE, _OUT = starts(
    FIELDS
)

_MOVE, _PLACE, _EXCHANGE = starts(KINDS)
LEFT, UP, RIGHT, DOWN = range(4)
_STEP = (-1, -SIDE, 1, SIDE)
"""From a place to the next one in each direction."""


def _direction(move: int) -> int:
    source, target = divmod(move, SQUARES)
    if LINE[source] == LINE[target]:
        return LEFT if target < source else RIGHT
    return UP if target < source else DOWN


_ACTION = tuple(
    _MOVE + PLACES * (TALLEST * _direction(move) + min(DISTANCE[move], TALLEST) - 1) + PLACE[move // SQUARES]
    if DISTANCE[move] > 0
    else -1
    for move in range(PLACING)
)
"""The action of every move of a stack, at ``52 * source + target``."""


def observe_into(row: Row, seat: int, out: Row) -> None:
    """Write what ``seat`` sees."""
    players = row[PLAYERS]
    for square in range(SQUARES):
        height = row[HEIGHT + square]
        if height > 0:
            place = PLACE[square]
            out[_HEIGHT + place] = height
            pieces = row[PIECES + square]
            for level in range(height):
                whose = (pieces & 3) - seat
                if whose < 0:
                    whose += players
                out[_PIECES + PLACES * (MOST_PLAYERS * level + whose) + place] = 1
                pieces >>= 2
    observe_counts(row, seat, out)
    turn = to_move(row)
    if turn >= 0:
        out[_TURN + (turn + players - seat) % players] = 1
    observe_options(row, out)


def observe_counts(row: Row, seat: int, out: Row) -> None:
    """Write what each player has in reserve and has captured, and who has dropped out."""
    players = row[PLAYERS]
    for whose in range(players):
        other = (seat + whose) % players
        out[_RESERVE + whose] = row[RESERVE + other]
        out[_OUT + whose] = int(is_out(row, other))
        for owner in range(players):
            captured = row[CAPTURED + MOST_PLAYERS * other + (seat + owner) % players]
            out[_CAPTURED + MOST_PLAYERS * whose + owner] = captured


def observe_options(row: Row, out: Row) -> None:
    """Write what was chosen, and how near to its end the game is by that."""
    out[_PLAYERS + row[PLAYERS] - 2] = 1
    out[_QUOTA] = row[WIN]
    out[_TEAMS] = row[TEAMS]
    out[_OPENING] = row[OPENING_LEFT]
    out[_QUIET] = min(row[QUIET], MOST_QUIET)
    out[_PATIENCE] = patience(row)


def action_of(row: Row, move: int) -> int:
    """Return the action of a move."""
    if move < PLACING:
        return _ACTION[move]
    if move < EXCHANGE:
        return _PLACE + PLACE[move - PLACING]
    own = inner((move - EXCHANGE) // SQUARES)
    return _EXCHANGE + INNER * INNER * own + inner((move - EXCHANGE) % SQUARES)


def inner(square: int) -> int:
    """Return the number of one of the 36 squares in the middle, row by row."""
    return INNER * (LINE[square] - 1) + COLUMN[square] - 1


def move_of(row: Row, seat: int, action: int) -> int:
    """Return the move that has an action; any number for one that leads off the board."""
    if action >= _EXCHANGE:
        own, other = (action - _EXCHANGE) // (INNER * INNER), (action - _EXCHANGE) % (INNER * INNER)
        return EXCHANGE + SQUARES * square_in(own) + square_in(other)
    place = action % PLACES
    if action >= _PLACE:
        return PLACING + SQUARE_AT[place]
    way = action // PLACES
    target = place + _STEP[way // TALLEST] * (way % TALLEST + 1)
    return SQUARES * SQUARE_AT[place] + SQUARE_AT[target & PLACES - 1]


def square_in(place: int) -> int:
    """Return the square with this number among the 36 in the middle."""
    return SQUARE_AT[SIDE * (place // INNER + 1) + place % INNER + 1]


ENCODING: Final = Encoding(
    fields=FIELDS, kinds=KINDS, observe_into=observe_into, action_of=action_of, move_of=move_of, version=1
)
