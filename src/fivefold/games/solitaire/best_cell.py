"""The best cell of a square for a card, by what it adds to each line and what that does to the crossings.

A move and what it is worth are one number, the worth above the move's bits, so that the best of many is the largest.
"""

from typing import Final

from fivefold.contract import Row
from fivefold.games.solitaire.deltas import KIND_BITS, crosses, filling, kind_at, phase_of, share
from fivefold.games.solitaire.hands import CARD_KEY, COMPLETE, SIZE_SHIFT
from fivefold.games.solitaire.legal_moves import first_square, last_square
from fivefold.games.solitaire.line_value import complete_worth, crossing_worth, pattern_worth
from fivefold.games.solitaire.moves import PLACE, PLANT, make_move
from fivefold.games.solitaire.patterns import KIND, KIND_COMPLETE, line_pattern
from fivefold.games.solitaire.places import ANYWHERE, COLUMNS, DIAGONALS, FIRST_COLUMN, LINES, SIDE, SQUARE, reach
from fivefold.games.solitaire.row import FILLED, MASK, PAT, SCORING, TOUCH
from fivefold.games.solitaire.scoring import counted_lines, line_key

MOVE_BITS: Final = 26
MOVE_MASK: Final = (1 << MOVE_BITS) - 1
OFFSET: Final = 1 << 24
NONE: Final = -1
FULL_ROW: Final = 31
GAIN_BITS: Final = 20
GAIN_BIAS: Final = 1 << GAIN_BITS - 1


def better(best: int, gain: int, move: int, bound: int) -> int:
    """Return the larger of ``best`` and a move with its worth, if that is below ``bound``."""
    made = gain + OFFSET << MOVE_BITS | move
    return made if best < made < bound else best


def best_place(row: Row, seat: int, square: int, value: int, ranks: int, suits: int, bound: int, alone: bool) -> int:
    """Return the best cell of a square, one's own or to plant in, for a card; ``alone``: cells are only compared."""
    kind = PLACE if first_square(row, seat) <= square <= last_square(row, seat) else PLANT
    open_cells = reach(row[MASK + square], row[TOUCH + square])
    if open_cells == 0:
        return NONE
    best, key, base = NONE, CARD_KEY[value], 0
    phase = phase_of(row, square, row[FILLED + square] + 1)
    if not alone:
        base = filling(row, square, ranks, suits, 1)
    lines_0, lines_3, lines_6, lines_9, old, new = survey(row, square, key, ranks, suits, phase)
    crossing = crosses(row, square)
    if crossing:
        lines_0 += crossings_of_three(row, square, 0, old, new, phase)
        lines_3 += crossings_of_three(row, square, 3, old, new, phase)
        lines_6 += crossings_of_three(row, square, 6, old, new, phase)
        lines_9 += crossings_of_three(row, square, 9, old, new, phase)
    seen = 0
    for cell in range(SQUARE):
        across, down = cell // SIDE, cell % SIDE
        if open_cells >> cell & 1 == 0 or like_another(row, square, across, down, seen):
            continue
        seen |= 1 << across
        gain = gain_at(lines_0 if across < 3 else lines_3, across)
        gain += gain_at(lines_3 if down < 1 else (lines_6 if down < 4 else lines_9), COLUMNS + down)
        if across == down:
            gain += gain_at(lines_9, DIAGONALS)
        if across + down == SIDE - 1:
            gain += gain_at(lines_9, DIAGONALS + 1)
        if crossing:
            gain += where_it_lies(row, square, across, COLUMNS + down, old, new, phase)
        gain = share(row, square, gain) + base
        move = make_move(seat, kind, value - 1, cell + SQUARE * square)
        best = better(best, -gain if kind == PLANT else gain, move, bound)
    return best


def gain_at(gains: int, line: int) -> int:
    """Return what a card adds to a line from the number it is packed in."""
    return (gains >> GAIN_BITS * (line % 3) & (1 << GAIN_BITS) - 1) - GAIN_BIAS


def like_another(row: Row, square: int, across: int, down: int, seen: int) -> bool:
    """Tell whether a cell is as good as an earlier one: rows without a card are alike, and columns; if cells are.

    ``seen``: rows with an earlier cell, which are enough where only rows count.
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


def survey(row: Row, square: int, key: int, ranks: int, suits: int, phase: int) -> tuple[int, int, int, int, int, int]:
    """Return what a card adds to each line, three lines a number (``gain_at``), and the lines' kinds before and after.

    Nothing is added to a line without room or one that does not count. Packed, as nothing can be kept in a list here.
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
    """Return what a card adds ``along`` each of three neighbouring rows and columns, to be added to what they gain."""
    gains = 0
    for index in range(3):
        if first + index < DIAGONALS:
            gains += along(row, square, first + index, old, new, phase) << GAIN_BITS * index
    return gains


def along(row: Row, square: int, line: int, old: int, new: int, phase: int) -> int:
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


def where_it_lies(row: Row, square: int, across: int, down: int, old: int, new: int, phase: int) -> int:
    """Return what ``along`` a row and a column counts too much: the cell of the card is a crossing no more."""
    now = crossing_worth(row, square, kind_at(old, across), kind_at(old, down), phase)
    with_row = crossing_worth(row, square, kind_at(new, across), kind_at(old, down), phase)
    return now - with_row - crossing_worth(row, square, kind_at(old, across), kind_at(new, down), phase)
