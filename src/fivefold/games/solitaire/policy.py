"""How a card of Poker Solitaire is played at first sight: where it is worth most by the learnt tables.

A move and its worth are one number, the worth above the move's bits, so that the best of many is the largest. A move
that brings no card into a square (moving a card, rejecting one) has to gain something: every such move then raises the
worth of the position, and nobody goes round in a circle.
"""

from typing import Final

from fivefold.contract import Row
from fivefold.games.solitaire.evaluation import (
    HUNDRED,
    KIND,
    KIND_BITS,
    KIND_COMPLETE,
    complete_worth,
    crosses,
    crossing_worth,
    filling_gain,
    kind_at,
    kinds_of,
    line_pattern,
    pattern_worth,
    phase_of,
    place_gain,
    ranks_left,
    reject_worth,
    removal_gain,
    shift_gain,
    square_share,
    suits_left,
)
from fivefold.games.solitaire.rules import (
    ALTERNATE,
    ANYWHERE,
    ASIDE,
    CARD_KEY,
    CELL,
    CELLS,
    COLUMNS,
    COMPLETE,
    DIAGONALS,
    DONE,
    FILLED,
    FINISHED,
    FIRST_COLUMN,
    LINES,
    MASK,
    MAY_PLANT,
    MAY_STEAL,
    MODE,
    MOVABLE,
    ONE_HAND,
    PASS,
    PAT,
    PLACE,
    PLANT,
    RACE,
    REJECT,
    REJECT_PLACES,
    REJECTED,
    RETURN,
    SCORING,
    SHIFT,
    SIDE,
    SIZE_SHIFT,
    SQUARE,
    STEAL,
    SUM_OF_TWO,
    TOUCH,
    USER_SCORING,
    WHOLE_SQUARE,
    counted_lines,
    first_square,
    is_full,
    kind_of,
    last_square,
    line_key,
    make_move,
    may_say_done,
    next_face_up,
    own_cards,
    reach,
    reject_places,
    seat_of,
    shift_targets,
    source_of,
    stealable_cells,
    taken_places,
    target_of,
)

MOVE_BITS: Final = 26
MOVE_MASK: Final = (1 << MOVE_BITS) - 1
OFFSET: Final = 1 << 24
NONE: Final = -1
FULL_ROW: Final = 31
GAIN_BITS: Final = 20
GAIN_BIAS: Final = 1 << GAIN_BITS - 1


def larger(best: int, gain: int, move: int, bound: int) -> int:
    """Return the larger of ``best`` and a move with its worth, if that is below ``bound``."""
    made = gain + OFFSET << MOVE_BITS | move
    return made if best < made < bound else best


def best_place(row: Row, seat: int, square: int, value: int, ranks: int, suits: int, bound: int, alone: bool) -> int:
    """Return the best cell of a square for a card, one's own or to plant in; ``alone``: cells are only compared."""
    kind = PLACE if first_square(row, seat) <= square <= last_square(row, seat) else PLANT
    open_cells = reach(row[MASK + square], row[TOUCH + square])
    if open_cells == 0:
        return NONE
    best, key, base = NONE, CARD_KEY[value], 0
    phase = phase_of(row[FILLED + square] + 1)
    if not alone:
        base = filling_gain(row, square, ranks, suits, 1)
    lines_0, lines_3, lines_6, lines_9, old, new = line_gains(row, square, key, ranks, suits, phase)
    crossing = crosses(row, square)
    if crossing:
        lines_0 += crossings_of_three(row, square, 0, old, new, phase)
        lines_3 += crossings_of_three(row, square, 3, old, new, phase)
        lines_6 += crossings_of_three(row, square, 6, old, new, phase)
        lines_9 += crossings_of_three(row, square, 9, old, new, phase)
    seen = 0
    for cell in range(SQUARE):
        across, down = cell // SIDE, cell % SIDE
        if open_cells >> cell & 1 == 0 or is_like_an_earlier_cell(row, square, across, down, seen):
            continue
        seen |= 1 << across
        gain = gain_at(lines_0 if across < 3 else lines_3, across)
        gain += gain_at(lines_3 if down < 1 else (lines_6 if down < 4 else lines_9), COLUMNS + down)
        if across == down:
            gain += gain_at(lines_9, DIAGONALS)
        if across + down == SIDE - 1:
            gain += gain_at(lines_9, DIAGONALS + 1)
        if crossing:
            gain += own_crossing_correction(row, square, across, COLUMNS + down, old, new, phase)
        gain = square_share(row, square, gain) + base
        move = make_move(seat, kind, value - 1, cell + SQUARE * square)
        best = larger(best, -gain if kind == PLANT else gain, move, bound)
    return best


def gain_at(gains: int, line: int) -> int:
    """Return what a card adds to a line, out of the number with three lines."""
    return (gains >> GAIN_BITS * (line % 3) & (1 << GAIN_BITS) - 1) - GAIN_BIAS


def is_like_an_earlier_cell(row: Row, square: int, across: int, down: int, seen: int) -> bool:
    """Tell whether a cell is as good as an earlier one: where any cell may be filled, lines without a card are alike.

    ``seen``: rows with an earlier cell; where only rows count one cell of each is enough.
    """
    pat, cards = row[SCORING] == PAT, row[MASK + square]
    if row[TOUCH + square] != ANYWHERE or counted_lines(row, square) > DIAGONALS:
        return False
    if pat and seen >> across & 1:
        return True
    if cards >> SIDE * across & FULL_ROW == 0:
        for other in range(across):
            if cards >> SIDE * other & FULL_ROW == 0:
                return True
    if cards >> down & FIRST_COLUMN == 0:
        for other in range(down):
            if cards >> other & FIRST_COLUMN == 0:
                return True
    return False


def line_gains(
    row: Row, square: int, key: int, ranks: int, suits: int, phase: int
) -> tuple[int, int, int, int, int, int]:
    """Return what a card adds to each line, three lines a number (``gain_at``), and the lines' kinds before and after.

    Nothing is added to a line that is full or does not count. The gains are packed, as this function can make no list.
    """
    lines_0, lines_3, lines_6, lines_9, old, new = 0, 0, 0, 0, 0, 0
    counted = counted_lines(row, square)
    for line in range(LINES):
        line_now, gain, before, after = line_key(row, square, line), 0, KIND_COMPLETE, KIND_COMPLETE
        if line < counted and line_now >> SIZE_SHIFT < COMPLETE:
            pattern = line_pattern(row, line_now, ranks, suits)
            gain, before = -pattern_worth(row, square, line, pattern, phase), KIND[pattern]
            if line_now + key >> SIZE_SHIFT == COMPLETE:
                gain += complete_worth(row, line_now + key)
            else:
                pattern = line_pattern(row, line_now + key, ranks, suits)
                gain += pattern_worth(row, square, line, pattern, phase)
                after = KIND[pattern]
        packed = gain + GAIN_BIAS << GAIN_BITS * (line % 3)
        if line < 3:
            lines_0 |= packed
        elif line < 6:
            lines_3 |= packed
        elif line < 9:
            lines_6 |= packed
        else:
            lines_9 |= packed
        if line < DIAGONALS:
            old |= before << KIND_BITS * line
            new |= after << KIND_BITS * line
    return lines_0, lines_3, lines_6, lines_9, old, new


def crossings_of_three(row: Row, square: int, first: int, old: int, new: int, phase: int) -> int:
    """Return the crossing gains along three neighbouring lines, packed as the lines' own gains are."""
    gains = 0
    for index in range(3):
        if first + index < DIAGONALS:
            gains += crossing_gains_along(row, square, first + index, old, new, phase) << GAIN_BITS * index
    return gains


def crossing_gains_along(row: Row, square: int, line: int, old: int, new: int, phase: int) -> int:
    """Return how much the crossings of all empty cells of a row or column change when a card comes to it."""
    cards, before, after, total = row[MASK + square], kind_at(old, line), kind_at(new, line), 0
    for step in range(SIDE):
        across = line < COLUMNS
        cell = SIDE * line + step if across else SIDE * step + line - COLUMNS
        if cards >> cell & 1 == 0:
            other = kind_at(old, COLUMNS + step if across else step)
            total += crossing_worth(row, square, after, other, phase) - crossing_worth(
                row, square, before, other, phase
            )
    return total


def own_crossing_correction(row: Row, square: int, across: int, down: int, old: int, new: int, phase: int) -> int:
    """Return a correction for the card's own cell, a crossing no more, but counted along its row and column."""
    now = crossing_worth(row, square, kind_at(old, across), kind_at(old, down), phase)
    with_row = crossing_worth(row, square, kind_at(new, across), kind_at(old, down), phase)
    return now - with_row - crossing_worth(row, square, kind_at(old, across), kind_at(new, down), phase)


MOST_TRIED: Final = 16
CARDS_AHEAD: Final = 4
MOVES_A_CARD: Final = 3
MERIT_UNITS: Final = HUNDRED
LEAST_GAIN: Final = 10
"""What moving or rejecting a card has to gain: a tenth of a point."""
ANY_GAIN: Final = -(1 << 23)
TOP: Final = 1 << 60
"""Above every move."""


def choose(row: Row, seat: int) -> int:
    """Return the move of a player that is worth most, -1 if there is none."""
    best = best_below(row, seat, TOP)
    return best if best == NONE else best & MOVE_MASK


def candidates(row: Row, seat: int, out: Row) -> int:
    """Write the best move of a player and, best first, what else can be done with a face-up card or by stealing.

    Returns how many. Of moving and rejecting only the best is ever worth a closer look: the others can wait.
    """
    best = best_below(row, seat, TOP)
    if best == NONE:
        return 0
    out[0], count = best & MOVE_MASK, 1
    other = best_that_cannot_wait(row, seat, TOP)
    while other != NONE and count < MOST_TRIED:
        if other != best:
            out[count] = other & MOVE_MASK
            count += 1
        other = best_that_cannot_wait(row, seat, other)
    return count


def best_that_cannot_wait(row: Row, seat: int, bound: int) -> int:
    """Return a player's best move that may be gone by the next turn: with a face-up card, or by stealing."""
    best = best_of_face_up(row, seat, bound)
    return best if row[MAY_STEAL] == 0 else max(best, best_entry(row, seat, bound))


def horizon(row: Row) -> int:
    """Return how many moves to play on: those of a few cards, as the tables know the rest; with other points many more.

    Not compiled. Where cards are moved about more moves go to a card.
    """
    cards = CARDS_AHEAD if row[SCORING] != USER_SCORING else CELLS
    seats = 2 if row[MODE] >= RACE else 1
    return cards * seats * (MOVES_A_CARD if row[MOVABLE] or row[MOVABLE + 1] else 1)


def move_worth(row: Row, move: int) -> int:  # noqa: PLR0911  (a kind of move each)
    """Return what a legal move is worth to its player, plus what it costs the opponent."""
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
        left = removal_gain(row, source, kinds, ranks, suits) + filling_gain(row, square, ranks, suits, -1)
        if kind == REJECT:
            return left - reject_worth(row, seat, -1)
    square = target // SQUARE
    kinds = kinds_of(row, square, ranks, suits)
    gain = place_gain(row, target, value, kinds, ranks, suits) + filling_gain(row, square, ranks, suits, 1)
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
        best = larger(best, 0, make_move(seat, DONE, 0, 0), bound)
    elif row[MODE] >= ALTERNATE and is_full(row, seat):
        best = larger(best, 0, make_move(seat, PASS, 0, 0), bound)
    for _ in range(2):
        best = max(best, best_shift(row, seat, bound, least), best_reject(row, seat, bound, least))
        if best != NONE or bound != TOP:
            return best
        # The turn has to be taken, though nothing gains anything.
        least = ANY_GAIN
    return larger(best, 0, make_move(seat, PASS, 0, 0), bound) if row[MODE] >= ALTERNATE else best


def best_of_face_up(row: Row, seat: int, bound: int) -> int:
    """Return the best move with a card that lies face up."""
    best, value, free = NONE, next_face_up(row, 0), free_place(row, seat)
    alone = free < 0 and only_places_cards(row, seat)
    planting = row[MAY_PLANT] != 0
    first, last = 0 if planting else first_square(row, seat), 1 if planting else last_square(row, seat)
    while value != 0:
        ranks, suits = ranks_left(row, value), suits_left(row, value)
        for square in range(first, last + 1):
            best = max(best, best_place(row, seat, square, value, ranks, suits, bound, alone))
        if free >= 0:
            best = larger(best, -reject_worth(row, seat, 0), make_move(seat, ASIDE, value - 1, free), bound)
        value = next_face_up(row, value)
    return best


def only_places_cards(row: Row, seat: int) -> bool:
    """Tell whether a player can only put cards into one square: then it is enough to compare its cells."""
    one = row[MODE] == ONE_HAND or row[MODE] >= RACE
    return one and row[MOVABLE + seat] == 0 and row[MAY_STEAL] == 0 and row[MAY_PLANT] == 0


def best_shift(row: Row, seat: int, bound: int, least: int) -> int:
    """Return the best move of a card to another of one's own cells that gains at least ``least``.

    Cards move between two squares only where both count: where the better one does, a card moved back and forth could
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
                emptied = filling_gain(row, square, ranks, suits, -1) + filling_gain(row, 1 - square, ranks, suits, 1)
                emptied += removal_gain(row, source, 0, ranks, suits)
            for target in range(CELLS):
                if targets >> target & 1 and (across or target // SQUARE == square):
                    if target // SQUARE == square:
                        gain = shift_gain(row, source, target, ranks, suits)
                    else:
                        gain = emptied + place_gain(row, target, row[CELL + source], 0, ranks, suits)
                    if gain >= least:
                        best = larger(best, gain, make_move(seat, SHIFT, source, target), bound)
    return best


def best_entry(row: Row, seat: int, bound: int) -> int:
    """Return the best move of a card into a square from a reject place or out of the opponent's square.

    A return has to gain something while there is a face-up card to play instead.
    """
    best, stolen = NONE, stealable_cells(row, seat)
    places = taken_places(row, seat) if row[MOVABLE + seat] != 0 else 0
    ranks, suits = ranks_left(row, 0), suits_left(row, 0)
    freed, emptied = reject_worth(row, seat, 0), filling_gain(row, 1 - seat, ranks, suits, -1) if stolen != 0 else 0
    theirs = kinds_of(row, 1 - seat, ranks, suits) if stolen != 0 else 0
    least = LEAST_GAIN if next_face_up(row, 0) != 0 else ANY_GAIN
    for square in range(first_square(row, seat), last_square(row, seat) + 1):
        cells = reach(row[MASK + square], row[TOUCH + square])
        filled = filling_gain(row, square, ranks, suits, 1) if cells != 0 else 0
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
                        best = larger(best, gain, move, bound)
    return best


def best_reject(row: Row, seat: int, bound: int, least: int) -> int:
    """Return the best move of a card from one's squares to a reject place that gains at least ``least``."""
    best, cards, place = NONE, own_cards(row, seat), free_place(row, seat)
    if place < 0:
        return NONE
    ranks, suits, kept = ranks_left(row, 0), suits_left(row, 0), reject_worth(row, seat, -1)
    for square in range(first_square(row, seat), last_square(row, seat) + 1):
        if row[FILLED + square] > 0:
            base = filling_gain(row, square, ranks, suits, -1) - kept
            kinds = kinds_of(row, square, ranks, suits)
            for source in range(SQUARE * square, SQUARE * square + SQUARE):
                if cards >> source & 1:
                    gain = base + removal_gain(row, source, kinds, ranks, suits)
                    if gain >= least:
                        best = larger(best, gain, make_move(seat, REJECT, source, place), bound)
    return best


def free_place(row: Row, seat: int) -> int:
    """Return the reject place to use next, a common one first as the opponent may want it; -1 if none is free."""
    free = reject_places(row, seat) & ~taken_places(row, seat)
    for place in range(REJECT_PLACES):
        if free >> place & 1:
            return place
    return -1
