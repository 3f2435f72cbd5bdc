"""Moves as numbers, and the lists of those that a player has.

A move is ``seat << 24 | kind << 16 | source << 8 | target``, so moves sort by these. The seat is the mover's, 0 for
what chance does. Lists are ascending. Sets of cells are masks of 50 bits, sets of reject places of 15.
"""

from fivefold.contract import Row
from fivefold.games.solitaire.rules.row import (
    ALTERNATE,
    CELLS,
    COMMON,
    DEALT,
    FILLED,
    FINISHED,
    LEFT,
    MASK,
    MAY_PLANT,
    MAY_STEAL,
    MODE,
    MOVABLE,
    ONE_HAND,
    OWN,
    RACE,
    REJECT_PLACES,
    REJECTED,
    SLOT,
    SQUARE,
    STOLEN,
    TOUCH,
    TWIN,
    WHOLE_SQUARE,
    own_places,
    reach,
)
from fivefold.parts.cards import DECK

PLACE, PLANT, ASIDE, REJECT, SHIFT, RETURN, STEAL, PASS, DONE, DEAL = range(10)
"""What source and target are:

- ``PLACE``: a face-up card, an own cell; ``PLANT``: a face-up card, the opponent's cell; ``ASIDE``: a face-up card, a
  reject place;
- ``REJECT``: a cell, a reject place; ``SHIFT``: a cell, a cell; ``RETURN``: a reject place, a cell;
- ``STEAL``: the opponent's cell, an own cell; ``PASS``, ``DONE``: nothing;
- ``DEAL``: a card, which of its copies in the pack.
"""

SEAT_SHIFT, KIND_SHIFT, SOURCE_SHIFT = 24, 16, 8
FIELD = 255


def make_move(seat: int, kind: int, source: int, target: int) -> int:
    """Return the number of a move."""
    return seat << SEAT_SHIFT | kind << KIND_SHIFT | source << SOURCE_SHIFT | target


def seat_of(move: int) -> int:
    """Return the seat that makes a move."""
    return move >> SEAT_SHIFT


def kind_of(move: int) -> int:
    """Return the kind of a move."""
    return move >> KIND_SHIFT & FIELD


def source_of(move: int) -> int:
    """Return the card, cell or place a move begins with."""
    return move >> SOURCE_SHIFT & FIELD


def target_of(move: int) -> int:
    """Return the cell or place where the card goes."""
    return move & FIELD


# --- what belongs to whom --------------------------------------------------------------------------------------------


def first_square(row: Row, seat: int) -> int:
    """Return a player's first square."""
    return seat if row[MODE] >= RACE else 0


def last_square(row: Row, seat: int) -> int:
    """Return a player's last square: the second one where one player fills two."""
    return seat if row[MODE] >= RACE or row[MODE] == ONE_HAND else 1


def is_full(row: Row, seat: int) -> bool:
    """Tell whether all the squares of a player are full."""
    first, last = first_square(row, seat), last_square(row, seat)
    return row[FILLED + first] + row[FILLED + last] == 2 * SQUARE


def own_cards(row: Row, seat: int) -> int:
    """Return the cells of a player's squares that have cards."""
    cards = 0
    for square in range(first_square(row, seat), last_square(row, seat) + 1):
        cards |= row[MASK + square] << SQUARE * square
    return cards


def open_cells(row: Row, seat: int) -> int:
    """Return the cells of a player's squares on which a card from outside may be put."""
    cells = 0
    for square in range(first_square(row, seat), last_square(row, seat) + 1):
        cells |= reach(row[MASK + square], row[TOUCH + square]) << SQUARE * square
    return cells


def shift_targets(row: Row, seat: int, cell: int) -> int:
    """Return the cells to which the card on ``cell`` may move; it does not count as its own neighbour."""
    home = cell // SQUARE
    cells = 0
    for square in range(first_square(row, seat), last_square(row, seat) + 1):
        cards = row[MASK + square]
        others = cards & ~(1 << cell % SQUARE) if square == home else cards
        cells |= (reach(others, row[TOUCH + square]) & ~cards) << SQUARE * square
    return cells


def reject_places(row: Row, seat: int) -> int:
    """Return the reject places a player may use."""
    return (1 << row[COMMON]) - 1 | ((1 << row[OWN + seat]) - 1) << own_places(seat)


def taken_places(row: Row, seat: int) -> int:
    """Return the reject places with a card that a player may use."""
    usable = reject_places(row, seat)
    taken = 0
    for place in range(REJECT_PLACES):
        if usable >> place & 1 and row[REJECTED + place] != 0:
            taken |= 1 << place
    return taken


def stealable_cells(row: Row, seat: int) -> int:
    """Return the cells from which a player may steal."""
    other = 1 - seat
    if row[MAY_STEAL] == 0 or row[FINISHED + other] != 0:
        return 0
    cards = row[MASK + other]
    for cell in range(SQUARE):
        if row[STOLEN + SQUARE * other + cell] != 0:
            cards &= ~(1 << cell)
    return cards << SQUARE * other


def can_bring_in(row: Row, seat: int) -> bool:
    """Tell whether a player can bring a card into their own square, from a reject place or by stealing."""
    if row[FINISHED + seat] != 0 or is_full(row, seat):
        return False
    if row[MOVABLE + seat] != 0 and taken_places(row, seat) != 0:
        return True
    return stealable_cells(row, seat) != 0


def may_say_done(row: Row, seat: int) -> bool:
    """Tell whether a player may say ``done``."""
    if row[MODE] >= ALTERNATE or not is_full(row, seat):
        return False
    return row[MODE] >= RACE or row[MOVABLE] != 0


# --- lists -----------------------------------------------------------------------------------------------------------


def list_deals(row: Row, out: Row) -> int:
    """Write a move for every card of the pack, each copy apart; if a twin comes next, only that."""
    if row[TWIN] != 0:
        out[0] = DEAL << KIND_SHIFT | row[TWIN] - 1 << SOURCE_SHIFT
        return 1
    count = 0
    for card in range(DECK):
        move = DEAL << KIND_SHIFT | card << SOURCE_SHIFT
        # Written first and counted if it is one: faster than a question whose answer cannot be foreseen.
        out[count] = move
        count += min(row[LEFT + card], 1)
        for copy in range(1, row[LEFT + card]):
            out[count] = move | copy
            count += 1
    return count


def list_moves(row: Row, seat: int, out: Row, count: int) -> int:
    """Write a player's moves behind the ``count`` that are there; return how many there are then."""
    if row[FINISHED + seat] != 0:
        return count
    before = count
    home = open_cells(row, seat)
    count = add_face_up_moves(row, seat << SEAT_SHIFT | PLACE << KIND_SHIFT, home, out, count)
    if row[MAY_PLANT] != 0:
        count = add_face_up_moves(row, seat << SEAT_SHIFT | PLANT << KIND_SHIFT, open_cells(row, 1 - seat), out, count)
    places = reject_places(row, seat)
    if places != 0:
        count = add_reject_moves(row, seat, places & ~taken_places(row, seat), out, count)
    if row[MOVABLE + seat] != 0:
        count = add_rearranging_moves(row, seat, home, out, count)
    if row[MAY_STEAL] != 0:
        count = add_moves_from_cells(
            seat << SEAT_SHIFT | STEAL << KIND_SHIFT, stealable_cells(row, seat), home, out, count
        )
    if row[MODE] >= ALTERNATE and (count == before or is_full(row, seat)):
        out[count] = seat << SEAT_SHIFT | PASS << KIND_SHIFT
        count += 1
    if may_say_done(row, seat):
        out[count] = seat << SEAT_SHIFT | DONE << KIND_SHIFT
        count += 1
    return count


def add_face_up_moves(row: Row, base: int, targets: int, out: Row, count: int) -> int:
    """Write moves of each face-up card, equal ones once, to each target; return the new count, as all below."""
    last = 0
    for _ in range(row[DEALT]):
        value = next_face_up(row, last)
        if value == 0:
            break
        count = add_each_target(base | value - 1 << SOURCE_SHIFT, targets, out, count)
        last = value
    return count


def next_face_up(row: Row, last: int) -> int:
    """Return the smallest value above ``last`` that lies face up, 0 if there is none."""
    smallest = 0
    for slot in range(row[DEALT]):
        value = row[SLOT + slot]
        if value > last and (smallest == 0 or value < smallest):
            smallest = value
    return smallest


def add_each_target(base: int, targets: int, out: Row, count: int) -> int:
    """Write a move to each target in a mask."""
    target = 0
    if targets & WHOLE_SQUARE == 0:
        target = SQUARE
        targets >>= SQUARE
    while targets != 0:
        # As in ``list_deals``: written first, counted if it is one.
        out[count] = base | target
        count += targets & 1
        targets >>= 1
        target += 1
    return count


def add_moves_from_cells(base: int, sources: int, targets: int, out: Row, count: int) -> int:
    """Write a move from each cell of a mask to each target."""
    if targets == 0:
        return count
    for cell in range(CELLS):
        if sources >> cell & 1:
            count = add_each_target(base | cell << SOURCE_SHIFT, targets, out, count)
    return count


def add_reject_moves(row: Row, seat: int, free: int, out: Row, count: int) -> int:
    """Write the moves of face-up cards and of cards in the player's squares to free reject places."""
    count = add_face_up_moves(row, seat << SEAT_SHIFT | ASIDE << KIND_SHIFT, free, out, count)
    return add_moves_from_cells(seat << SEAT_SHIFT | REJECT << KIND_SHIFT, own_cards(row, seat), free, out, count)


def add_rearranging_moves(row: Row, seat: int, home: int, out: Row, count: int) -> int:
    """Write the moves of cards within a player's squares, and back into them from reject places."""
    cards = own_cards(row, seat)
    base = seat << SEAT_SHIFT | SHIFT << KIND_SHIFT
    for cell in range(CELLS):
        if cards >> cell & 1:
            count = add_each_target(base | cell << SOURCE_SHIFT, shift_targets(row, seat, cell), out, count)
    return add_moves_from_cells(seat << SEAT_SHIFT | RETURN << KIND_SHIFT, taken_places(row, seat), home, out, count)
