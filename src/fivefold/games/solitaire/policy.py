"""How a card of Poker Solitaire is played at first sight: where it is worth most by the learnt tables.

A move and what it is worth are one number, the worth above the move's bits, so that the best of many is the largest.
What brings no card into a square, moving and rejecting, has to gain something: every such move then raises the worth
of the position, and nobody goes round in a circle.
"""

from typing import Final

from fivefold.contract import Row
from fivefold.games.solitaire.best_cell import MOVE_MASK, NONE, best_place, better
from fivefold.games.solitaire.deltas import filling, kinds_of, place_gain, reject_worth, removal_gain, shift_gain
from fivefold.games.solitaire.legal_moves import (
    first_square,
    is_full,
    last_square,
    may_say_done,
    next_face_up,
    own_cards,
    reject_places,
    shift_targets,
    stealable,
    taken_places,
)
from fivefold.games.solitaire.line_value import HUNDRED
from fivefold.games.solitaire.moves import (
    ASIDE,
    DONE,
    PASS,
    PLANT,
    REJECT,
    RETURN,
    SHIFT,
    STEAL,
    kind_of,
    make_move,
    seat_of,
    source_of,
    target_of,
)
from fivefold.games.solitaire.patterns import ranks_left, suits_left
from fivefold.games.solitaire.places import CELLS, REJECT_PLACES, SQUARE, WHOLE_SQUARE, reach
from fivefold.games.solitaire.row import (
    ALTERNATE,
    CELL,
    FILLED,
    FINISHED,
    MASK,
    MAY_PLANT,
    MAY_STEAL,
    MODE,
    MOVABLE,
    ONE_HAND,
    RACE,
    REJECTED,
    SCORING,
    SUM_OF_TWO,
    TOUCH,
    USER_SCORING,
)

MOST_TRIED: Final = 16
CARDS_AHEAD: Final = 4
MOVES_A_CARD: Final = 3
MERIT_UNITS: Final = HUNDRED
LEAST_GAIN: Final = 10
"""What moving or rejecting a card has to bring, a tenth of a point."""
ANY_GAIN: Final = -(1 << 23)
TOP: Final = 1 << 60
"""Above every move."""


def choose(row: Row, seat: int) -> int:
    """Return the move of a player that is worth most, -1 where there is none."""
    best = best_below(row, seat, TOP)
    return best if best == NONE else best & MOVE_MASK


def candidates(row: Row, seat: int, out: Row) -> int:
    """Write the best move of a player and, best first, what else can be done with a face-up card; return how many.

    Of moving, rejecting and stealing only the best is ever worth a closer look: the others can still be done later.
    """
    best = best_below(row, seat, TOP)
    if best == NONE:
        return 0
    out[0], count = best & MOVE_MASK, 1
    other = best_of_face_up(row, seat, TOP)
    while other != NONE and count < MOST_TRIED:
        if other != best:
            out[count] = other & MOVE_MASK
            count += 1
        other = best_of_face_up(row, seat, other)
    return count


def horizon(row: Row) -> int:
    """Return how far to play on: some cards, as the tables know the rest, with a table of one's own much farther.

    Not compiled. Where cards are moved about more moves go to a card.
    """
    cards = CARDS_AHEAD if row[SCORING] != USER_SCORING else CELLS
    seats = 2 if row[MODE] >= RACE else 1
    return cards * seats * (MOVES_A_CARD if row[MOVABLE] or row[MOVABLE + 1] else 1)


def move_worth(row: Row, move: int) -> int:  # noqa: PLR0911  (a kind of move each)
    """Return what a legal move is worth to its player, what it costs the opponent added."""
    kind, source, target, seat = kind_of(move), source_of(move), target_of(move), seat_of(move)
    if kind >= PASS:
        return 0
    if kind == ASIDE:
        return -reject_worth(row, seat, 0)
    value = source + 1 if kind <= PLANT else (row[REJECTED + source] if kind == RETURN else row[CELL + source])
    ranks, suits = ranks_left(row, value), suits_left(row, value)
    if kind == SHIFT:
        return shift_gain(row, source, target, ranks, suits)
    left = 0
    if kind in (REJECT, STEAL):
        square = source // SQUARE
        kinds = kinds_of(row, square, ranks, suits)
        left = removal_gain(row, source, kinds, ranks, suits) + filling(row, square, ranks, suits, -1)
        if kind == REJECT:
            return left - reject_worth(row, seat, -1)
    square = target // SQUARE
    kinds = kinds_of(row, square, ranks, suits)
    gain = place_gain(row, target, value, kinds, ranks, suits) + filling(row, square, ranks, suits, 1)
    if kind == PLANT:
        return -gain
    if kind == STEAL:
        return gain - left
    return gain + reject_worth(row, seat, 0) if kind == RETURN else gain


# --- the best of many -----------------------------------------------------------------------------------------------


def best_below(row: Row, seat: int, bound: int) -> int:
    """Return a player's best move, with its worth, of those below ``bound``; -1 if there is none."""
    if row[FINISHED + seat] != 0:
        return NONE
    best, least = best_of_face_up(row, seat, bound), LEAST_GAIN
    if row[MOVABLE + seat] != 0 or row[MAY_STEAL] != 0:
        best = max(best, best_entry(row, seat, bound))
    if may_say_done(row, seat):
        best = better(best, 0, make_move(seat, DONE, 0, 0), bound)
    elif row[MODE] >= ALTERNATE and is_full(row, seat):
        best = better(best, 0, make_move(seat, PASS, 0, 0), bound)
    for _ in range(2):
        best = max(best, best_shift(row, seat, bound, least), best_reject(row, seat, bound, least))
        if best != NONE or bound != TOP:
            return best
        # The turn has to be taken, though nothing gains anything.
        least = ANY_GAIN
    return better(best, 0, make_move(seat, PASS, 0, 0), bound) if row[MODE] >= ALTERNATE else best


def best_of_face_up(row: Row, seat: int, bound: int) -> int:
    """Return the best move with a card that lies face up."""
    best, value, free = NONE, next_face_up(row, 0), free_place(row, seat)
    alone = free < 0 and only_places(row, seat)
    planting = row[MAY_PLANT] != 0
    first, last = 0 if planting else first_square(row, seat), 1 if planting else last_square(row, seat)
    while value != 0:
        ranks, suits = ranks_left(row, value), suits_left(row, value)
        for square in range(first, last + 1):
            best = max(best, best_place(row, seat, square, value, ranks, suits, bound, alone))
        if free >= 0:
            best = better(best, -reject_worth(row, seat, 0), make_move(seat, ASIDE, value - 1, free), bound)
        value = next_face_up(row, value)
    return best


def only_places(row: Row, seat: int) -> bool:
    """Tell whether all a player can do is put cards into one square: then it is enough to compare its cells."""
    one = row[MODE] == ONE_HAND or row[MODE] >= RACE
    return one and row[MOVABLE + seat] == 0 and row[MAY_STEAL] == 0 and row[MAY_PLANT] == 0


def best_shift(row: Row, seat: int, bound: int, least: int) -> int:
    """Return the best move of a card to another cell of one's own that brings ``least`` at least.

    Between two squares only where they are added up: where the better one counts a card moved back and forth could
    seem to gain both times.
    """
    best, cards = NONE, own_cards(row, seat)
    if row[MOVABLE + seat] == 0:
        return NONE
    ranks, suits, across = ranks_left(row, 0), suits_left(row, 0), row[MODE] == SUM_OF_TWO
    for source in range(CELLS):
        if cards >> source & 1:
            targets, square = shift_targets(row, seat, source), source // SQUARE
            emptied = 0
            if across and targets >> SQUARE * (1 - square) & WHOLE_SQUARE != 0:
                emptied = filling(row, square, ranks, suits, -1) + filling(row, 1 - square, ranks, suits, 1)
                emptied += removal_gain(row, source, 0, ranks, suits)
            for target in range(CELLS):
                if targets >> target & 1 and (across or target // SQUARE == square):
                    if target // SQUARE == square:
                        gain = shift_gain(row, source, target, ranks, suits)
                    else:
                        gain = emptied + place_gain(row, target, row[CELL + source], 0, ranks, suits)
                    if gain >= least:
                        best = better(best, gain, make_move(seat, SHIFT, source, target), bound)
    return best


def best_entry(row: Row, seat: int, bound: int) -> int:
    """Return the best move of a card into a square from a reject place or out of the opponent's square.

    A return has to bring something, as long as there is a face-up card instead.
    """
    best, stolen = NONE, stealable(row, seat)
    places = taken_places(row, seat) if row[MOVABLE + seat] != 0 else 0
    ranks, suits = ranks_left(row, 0), suits_left(row, 0)
    freed, emptied = reject_worth(row, seat, 0), filling(row, 1 - seat, ranks, suits, -1) if stolen != 0 else 0
    theirs = kinds_of(row, 1 - seat, ranks, suits) if stolen != 0 else 0
    least = LEAST_GAIN if next_face_up(row, 0) != 0 else ANY_GAIN
    for square in range(first_square(row, seat), last_square(row, seat) + 1):
        cells = reach(row[MASK + square], row[TOUCH + square])
        filled = filling(row, square, ranks, suits, 1) if cells != 0 else 0
        kinds = kinds_of(row, square, ranks, suits)
        for source in range(CELLS + REJECT_PLACES if cells != 0 else 0):
            back = source >= CELLS
            if not back and stolen >> source & 1:
                kind, value, least_here = STEAL, row[CELL + source], ANY_GAIN
                extra = filled - emptied - removal_gain(row, source, theirs, ranks, suits)
            elif back and places >> source - CELLS & 1:
                kind, value, least_here = RETURN, row[REJECTED + source - CELLS], least
                extra = filled + freed
            else:
                continue
            for cell in range(SQUARE):
                if cells >> cell & 1:
                    target = cell + SQUARE * square
                    gain = extra + place_gain(row, target, value, kinds, ranks, suits)
                    move = make_move(seat, kind, source - CELLS if back else source, target)
                    if gain >= least_here:
                        best = better(best, gain, move, bound)
    return best


def best_reject(row: Row, seat: int, bound: int, least: int) -> int:
    """Return the best move of a card out of one's squares to a reject place that brings ``least`` at least."""
    best, cards, place = NONE, own_cards(row, seat), free_place(row, seat)
    if place < 0:
        return NONE
    ranks, suits, kept = ranks_left(row, 0), suits_left(row, 0), reject_worth(row, seat, -1)
    for square in range(first_square(row, seat), last_square(row, seat) + 1):
        if row[FILLED + square] > 0:
            base = filling(row, square, ranks, suits, -1) - kept
            kinds = kinds_of(row, square, ranks, suits)
            for source in range(SQUARE * square, SQUARE * square + SQUARE):
                if cards >> source & 1:
                    gain = base + removal_gain(row, source, kinds, ranks, suits)
                    if gain >= least:
                        best = better(best, gain, make_move(seat, REJECT, source, place), bound)
    return best


def free_place(row: Row, seat: int) -> int:
    """Return the reject place to use next, a common one first, the opponent may want it too; -1 if none is free."""
    free = reject_places(row, seat) & ~taken_places(row, seat)
    for place in range(REJECT_PLACES):
        if free >> place & 1:
            return place
    return -1
