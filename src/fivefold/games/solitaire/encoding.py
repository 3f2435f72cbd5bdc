"""Poker Solitaire as arrays: what a seat sees and what it can do, its own square first.

The *own* numbers of cells and reject places are a seat's own: of two players each has their own square first, cells 0
to 24, and their own reject places behind the common ones.
"""

from typing import Final

from fivefold.contract import ANYONE, Encoding, Row
from fivefold.contract.extras import starts
from fivefold.contract.stored import stored_blocks
from fivefold.games.solitaire.rules import (
    ASIDE,
    CELL,
    CELLS,
    COMMON,
    DEALT,
    DECKS,
    DONE,
    FINISHED,
    HANDS,
    LEFT,
    LINE_COUNT,
    MARKED,
    MAY_PLANT,
    MAY_STEAL,
    MODE,
    MOVABLE,
    ORDINARY_HANDS,
    OWN,
    PASS,
    PASSES,
    PLACE,
    PLANT,
    POINTS,
    QUIET,
    RACE,
    REJECT,
    REJECT_PLACES,
    REJECTED,
    REJECTS_EACH,
    RETURN,
    SCORING,
    SEATS,
    SHIFT,
    SLOT,
    SQUARE,
    STEAL,
    STOLEN,
    TOUCH,
    TURN,
    TWIN,
    USER,
    USER_SCORING,
    kind_of,
    make_move,
    players,
    seat_of,
    seat_points,
    source_of,
    target_of,
)
from fivefold.parts.cards import DECK, RANKS, SUITS

OWN_PLACES = 2 * REJECTS_EACH
"""Reject places that a seat may use: the common ones, then its own."""
CARD_PLACES = RANKS + SUITS
"""A card as ones and zeros: 13 ranks, 4 suits."""
TOUCHES = 3

FIELDS, KINDS = stored_blocks(__file__)
(
    _RANK,
    _SUIT,
    _STOLEN,
    _FACE_UP,
    _REJECTED,
    _PLACES,
    _MARKED,
    _PACK,
    _NEXT,
    _SCORES,
    _TURN,
    _FINISHED,
    _PASSES,
    _QUIET,
    _MODE,
    _SCORING,
    _DEAL,
    _DECKS,
    _STEAL,
    _PLANT,
    _TOUCH,
    _MOVABLE,
    _LINES,
    _POINTS,
    _TABLE,
) = starts(FIELDS)

_PLACE, _ASIDE, _REJECT, _MOVE, _RETURN, _PASS, _DONE = starts(KINDS)


def own_cell(seat: int, cell: int) -> int:
    """Return a cell's number as ``seat`` counts, and the other way round."""
    return cell if seat == 0 else (cell + SQUARE) % CELLS


def own_place(seat: int, place: int) -> int:
    """Return a reject place's number as ``seat`` counts, and the other way round."""
    if seat == 0 or place < REJECTS_EACH:
        return place
    return place + REJECTS_EACH if place < OWN_PLACES else place - REJECTS_EACH


# --- what a seat sees ------------------------------------------------------------------------------------------------


def observe_into(row: Row, seat: int, out: Row) -> None:
    """Write what ``seat`` sees."""
    observe_squares(row, seat, out)
    for slot in range(row[DEALT]):
        observe_card(row[SLOT + slot], out, _FACE_UP + CARD_PLACES * slot)
    observe_rejects(row, seat, out)
    for card in range(DECK):
        out[_PACK + card] = row[LEFT + card]
    observe_card(row[TWIN], out, _NEXT)
    for whose in range(players(row)):
        out[_SCORES + whose] = seat_points(row, seat ^ whose)
        out[_FINISHED + whose] = row[FINISHED + (seat ^ whose)]
        if row[TURN] in (seat ^ whose, ANYONE):
            out[_TURN + whose] = 1
    out[_PASSES] = row[PASSES]
    out[_QUIET] = row[QUIET]
    observe_options(row, seat, out)
    observe_points(row, out)


def observe_squares(row: Row, seat: int, out: Row) -> None:
    """Write the cards that lie in the squares."""
    for cell in range(CELLS):
        value = row[CELL + cell]
        if value > 0:
            own = own_cell(seat, cell)
            square = own // SQUARE
            place = own - SQUARE * square
            out[_RANK + SQUARE * (RANKS * square + (value - 1 >> 2)) + place] = 1
            out[_SUIT + SQUARE * (SUITS * square + (value - 1 & 3)) + place] = 1
            out[_STOLEN + own] = row[STOLEN + cell]


def observe_card(value: int, out: Row, start: int) -> None:
    """Write a card as ones and zeros; nothing for no card."""
    if value > 0:
        out[start + (value - 1 >> 2)] = 1
        out[start + RANKS + (value - 1 & 3)] = 1


def observe_rejects(row: Row, seat: int, out: Row) -> None:
    """Write the reject places and the cards there."""
    for place in range(REJECT_PLACES):
        kind = place // REJECTS_EACH
        in_play = row[COMMON] if kind == 0 else row[OWN + kind - 1]
        if place - REJECTS_EACH * kind < in_play:
            own = own_place(seat, place)
            out[_PLACES + own] = 1
            out[_MARKED + own] = row[MARKED + place]
            observe_card(row[REJECTED + place], out, _REJECTED + CARD_PLACES * own)


def observe_options(row: Row, seat: int, out: Row) -> None:
    """Write what was chosen."""
    out[_MODE + row[MODE]] = 1
    out[_SCORING + row[SCORING]] = 1
    out[_DEAL] = row[DEALT]
    out[_DECKS] = row[DECKS]
    out[_STEAL] = row[MAY_STEAL]
    out[_PLANT] = row[MAY_PLANT]
    for whose in range(SEATS):
        square = seat ^ whose
        out[_TOUCH + TOUCHES * whose + row[TOUCH + square]] = 1
        out[_MOVABLE + whose] = row[MOVABLE + square]
        out[_LINES + whose] = row[LINE_COUNT + square]


def observe_points(row: Row, out: Row) -> None:
    """Write what hands are worth."""
    for hand in range(ORDINARY_HANDS):
        out[_POINTS + hand] = row[POINTS + hand]
    if row[SCORING] == USER_SCORING:
        for hand in range(HANDS):
            out[_TABLE + hand] = row[USER + 1 + hand]


# --- what it can do --------------------------------------------------------------------------------------------------


def action_of(row: Row, move: int) -> int:
    """Return the action of a move."""
    seat, kind, source, target = seat_of(move), kind_of(move), source_of(move), target_of(move)
    if kind in (PLACE, PLANT):
        return _PLACE + CELLS * slot_of(row, source) + own_cell(seat, target)
    if kind == ASIDE:
        return _ASIDE + OWN_PLACES * slot_of(row, source) + own_place(seat, target)
    if kind == REJECT:
        return _REJECT + OWN_PLACES * own_cell(seat, source) + own_place(seat, target)
    if kind in (SHIFT, STEAL):
        return _MOVE + CELLS * own_cell(seat, source) + own_cell(seat, target)
    if kind == RETURN:
        return _RETURN + CELLS * own_place(seat, source) + own_cell(seat, target)
    return _PASS if kind == PASS else _DONE


def slot_of(row: Row, card: int) -> int:
    """Return the leftmost slot with a card."""
    slot = 0
    while row[SLOT + slot] != card + 1:
        slot += 1
    return slot


def move_of(row: Row, seat: int, action: int) -> int:
    """Return the move that has an action."""
    two = row[MODE] >= RACE
    if action >= _PASS:
        return make_move(seat, PASS if action == _PASS else DONE, 0, 0)
    if action >= _RETURN:
        place, cell = (action - _RETURN) // CELLS, (action - _RETURN) % CELLS
        return make_move(seat, RETURN, own_place(seat, place), own_cell(seat, cell))
    if action >= _MOVE:
        source, target = (action - _MOVE) // CELLS, (action - _MOVE) % CELLS
        kind = STEAL if two and source >= SQUARE else SHIFT
        return make_move(seat, kind, own_cell(seat, source), own_cell(seat, target))
    if action >= _REJECT:
        cell, place = (action - _REJECT) // OWN_PLACES, (action - _REJECT) % OWN_PLACES
        return make_move(seat, REJECT, own_cell(seat, cell), own_place(seat, place))
    if action >= _ASIDE:
        slot, place = (action - _ASIDE) // OWN_PLACES, (action - _ASIDE) % OWN_PLACES
        return make_move(seat, ASIDE, row[SLOT + slot] - 1, own_place(seat, place))
    slot, cell = action // CELLS, action % CELLS
    kind = PLANT if two and cell >= SQUARE else PLACE
    return make_move(seat, kind, row[SLOT + slot] - 1, own_cell(seat, cell))


ENCODING: Final = Encoding(fields=FIELDS, kinds=KINDS, observe_into=observe_into, action_of=action_of, move_of=move_of)
