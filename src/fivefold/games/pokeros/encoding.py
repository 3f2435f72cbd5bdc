"""Pokeros as arrays: what a seat sees and what it can do. Cards are placed on open cells, which are numbered."""

from typing import Final

from fivefold.contract import Encoding, Row
from fivefold.contract.extras import starts
from fivefold.contract.stored import stored_blocks
from fivefold.games.pokeros.rules import (
    ACROSS,
    AROUND,
    BONUS,
    CARDS_A_TURN,
    CELL_BITS,
    CELLS,
    COUNT,
    DOWN,
    HAND,
    HELD,
    HELD_COUNT,
    LEFT,
    LIMIT,
    MOST_HELD,
    MOST_OPEN,
    NO_CARD,
    OPEN,
    OPEN_COUNT,
    PACK,
    PLACED,
    SCORE,
    STRIPPED,
    TOP,
    TURN,
    TURN_PLACED,
    UNSEEN,
    WILDS,
    card_on,
    from_corner,
    to_move,
)
from fivefold.games.pokeros.scoring import CARDS, WILD

SIDES = 4
_STEP = (-ACROSS, -DOWN, ACROSS, DOWN)
MOST_LINE = LIMIT - 1
"""Cards in a run beside an open cell."""
CARD_PLACES = 18
"""A card as ones and zeros: 13 ranks, 4 suits, wild."""
_WILD = 17

FIELDS, KINDS = stored_blocks(__file__)
(
    _HAND,
    _OTHER,
    _HELD,
    _UNSEEN,
    _CARDS,
    _OPEN,
    _LINES,
    _OPEN_CELLS,
    _SCORES,
    _PACK,
    _TURN,
    _BONUS,
    _STRIPPED,
    _WILDS,
    _OPEN_HAND,
) = starts(FIELDS)


def observe_into(row: Row, seat: int, out: Row) -> None:
    """Write what ``seat`` sees."""
    observe_hand(row, seat, out, _HAND)
    observe_hand(row, 1 - seat, out, _OTHER)
    out[_HELD] = row[HELD_COUNT + seat]
    out[_HELD + 1] = row[HELD_COUNT + 1 - seat]
    unseen = row[UNSEEN]
    for card in range(CARDS):
        out[_UNSEEN + card] = unseen >> card & 1
    observe_table(row, out)
    out[_SCORES] = row[SCORE + seat]
    out[_SCORES + 1] = row[SCORE + 1 - seat]
    turn = to_move(row)
    if turn >= 0:
        out[_TURN + (turn ^ seat)] = min(row[CARDS_A_TURN] - row[TURN_PLACED], row[HELD_COUNT + turn])
    observe_options(row, out)


def observe_hand(row: Row, seat: int, out: Row, start: int) -> None:
    """Write the cards a seat is known to hold."""
    for slot in range(row[HELD_COUNT + seat]):
        card = row[HELD + MOST_HELD * seat + slot]
        if card >= WILD:
            out[start + _WILD] = 1
        elif card >= 0:
            out[start + (card >> 2)] = 1
            out[start + 13 + (card & 3)] = 1
        start += CARD_PLACES


def observe_table(row: Row, out: Row) -> None:
    """Write where each card is, where each open cell is, and what lies beside it."""
    for index in range(row[COUNT]):
        cell = row[PLACED + index]
        start = _CARDS + 3 * card_on(row, cell)
        out[start] = 1
        write_place(row, cell, out, start + 1)
    place = _LINES
    for index in range(row[OPEN_COUNT]):
        cell = row[OPEN + index]
        write_place(row, cell, out, _OPEN + 2 * index)
        for side in range(SIDES):
            step = _STEP[side]
            near, further = cell + step & AROUND, place
            card = card_on(row, near)  # looked up once, which saves a fifth of an observation
            while card != NO_CARD:
                out[further] = 1 + card
                near, further = near + step & AROUND, further + 1
                card = card_on(row, near)
            place += MOST_LINE


def write_place(row: Row, cell: int, out: Row, start: int) -> None:
    """Write the column and the row of a cell with a card or next to one."""
    distance = from_corner(row, cell)
    out[start] = row[LEFT] - 1 + distance % DOWN
    out[start + 1] = row[TOP] - 1 + distance // DOWN


def observe_options(row: Row, out: Row) -> None:
    """Write how far the game is, and what was chosen."""
    out[_OPEN_CELLS] = row[OPEN_COUNT]
    out[_PACK] = row[PACK]
    out[_BONUS] = row[BONUS]
    out[_STRIPPED] = row[STRIPPED]
    out[_WILDS] = row[WILDS]
    out[_OPEN_HAND] = 1 if row[HAND] == 1 else 0


def action_of(row: Row, move: int) -> int:
    """Return the slot of the card and the number of the open cell as one number."""
    card, cell = move >> CELL_BITS, move & AROUND
    slot = HELD + MOST_HELD * to_move(row)
    action = 0
    while row[slot] != card:
        slot += 1
        action += MOST_OPEN
    low, high = 0, row[OPEN_COUNT]
    while high - low > 1:
        middle = low + high >> 1
        if row[OPEN + middle] > cell:
            high = middle
        else:
            low = middle
    return action + low


def actions_into(row: Row, out: Row) -> None:
    """Write the actions of the legal moves: each card on every open cell; blanks, alike as they are, once."""
    count, last = 0, NO_CARD
    for slot in range(row[HELD_COUNT + row[TURN]]):
        card = row[HELD + MOST_HELD * row[TURN] + slot]
        if card != last:
            for index in range(row[OPEN_COUNT]):
                out[count] = MOST_OPEN * slot + index
                count += 1
        last = card


def move_of(row: Row, seat: int, action: int) -> int:
    """Return the placement of the card in this slot on the open cell with this number."""
    card = row[HELD + MOST_HELD * seat + action // MOST_OPEN]
    return card * CELLS + row[OPEN + action % MOST_OPEN]


ENCODING: Final = Encoding(
    fields=FIELDS,
    kinds=KINDS,
    observe_into=observe_into,
    action_of=action_of,
    move_of=move_of,
    actions_into=actions_into,
    version=1,
)
