"""What lines and squares are worth while they are being filled, and what a card changes; in hundredths of a point.

A table tells, for each pattern of a line (``patterns``) and each number of cards still to come to its square, what the
line adds to the final score on average. It also tells what an empty cell takes from that where two lines want different
cards, by the kinds of the lines. The tables are learnt from games of the preset Poker Squares (``fivefold learn``,
``data/provenance.toml``): one for english, american and pat each, and for english and american another where edges have
to touch. Where players give points of their own, a line is worth the points of the ordinary hands, each as likely as it
came of the pattern in counted games. With pat a worth is a hundred times the logarithm of the chance that the row
becomes pat, because logarithms add up.

A position's worth to a player is the sum over the lines of the squares, and a little for every free reject place. What
the next card will bring is in the lines already. So a move is worth the difference that it makes, and a difference of 0
is as much as could be expected of the card.
"""

from pathlib import Path
from typing import Final

from fivefold.contract import Row
from fivefold.games.solitaire.ai.patterns import KIND, KIND_COMPLETE, KINDS, PATTERNS, line_pattern
from fivefold.games.solitaire.rules.moves import first_square, last_square
from fivefold.games.solitaire.rules.row import (
    AMERICAN,
    BEST_OF_TWO,
    CELL,
    COLUMNS,
    DIAGONALS,
    EDGES,
    FILLED,
    MASK,
    MODE,
    MOVABLE,
    ORDINARY_HANDS,
    PAT,
    POINTS,
    SCORING,
    SIDE,
    SQUARE,
    TOUCH,
    USER_SCORING,
)
from fivefold.games.solitaire.rules.scoring import CARD_KEY, COMPLETE, SIZE_SHIFT, counted_lines, key_points, line_key
from fivefold.parts.hands import FLUSH, FULL_HOUSE, STRAIGHT
from fivefold.parts.stored_table import StoredTable

DATA: Final = Path(__file__).parent.parent / "data"
ENGLISH_TABLE: Final = StoredTable(DATA, "english")
ENGLISH_EDGES_TABLE: Final = StoredTable(DATA, "english-edges")
AMERICAN_TABLE: Final = StoredTable(DATA, "american")
AMERICAN_EDGES_TABLE: Final = StoredTable(DATA, "american-edges")
PAT_TABLE: Final = StoredTable(DATA, "pat")
"""In a table the patterns come first, at ``PHASES * pattern + phase``, then the crossings (``crossing_index``); the
table for pat has none."""
ODDS: Final = StoredTable(DATA, "odds")
"""How often each ordinary hand comes of a pattern, in parts of ``WHOLE_ODDS``, at ``ORDINARY_HANDS * (ODDS_PHASES *
pattern + phase) + hand``; a phase is a fifth of the cards still to come."""
ODDS_PHASES: Final = 5
WHOLE_ODDS: Final = 1000
HUNDRED: Final = 100
"""Units to a point."""
PHASES: Final = SQUARE
"""Cards still to come to a square, 0 to 24."""
DIAGONAL_PART: Final = 3
"""Diagonals were not learnt: they get a part of a row's worth, as cards for them are lost to other lines."""
CROSSINGS: Final = PATTERNS * PHASES
WEIGHTS: Final = CROSSINGS + PHASES * KINDS * KINDS
"""Entries of a table for english or american."""
NOT_PAT: Final = -600
"""For a complete row that is not pat: worse than any row that may still become pat."""


def line_worth(row: Row, square: int, line: int, key: int, ranks: int, suits: int, phase: int) -> int:
    """Return what a line is worth in a phase; ``ranks``, ``suits``: the cards left (``patterns``)."""
    if key >> SIZE_SHIFT == COMPLETE:
        return complete_worth(row, key)
    return pattern_worth(row, square, line, line_pattern(row, key, ranks, suits), phase)


def pattern_worth(row: Row, square: int, line: int, pattern: int, phase: int) -> int:
    """Return what an incomplete line of a square is worth."""
    scoring, at = row[SCORING], pattern * PHASES + phase
    if scoring <= AMERICAN:
        worth = table_entry(row, square, at)
    elif scoring == PAT:
        worth = PAT_TABLE[at]
    else:
        worth = expected_points(row, pattern, phase)
    return worth // DIAGONAL_PART if line >= DIAGONALS else worth


def table_entry(row: Row, square: int, at: int) -> int:
    """Return an entry of the table for english or american that fits a square's rule of touching."""
    if row[TOUCH + square] == EDGES:
        return AMERICAN_EDGES_TABLE[at] if row[SCORING] == AMERICAN else ENGLISH_EDGES_TABLE[at]
    return AMERICAN_TABLE[at] if row[SCORING] == AMERICAN else ENGLISH_TABLE[at]


def crossing_index(one: int, other: int, phase: int) -> int:
    """Return where a table has what an empty cell adds where lines of these two kinds cross."""
    return CROSSINGS + (phase * KINDS + min(one, other)) * KINDS + max(one, other)


def crossing_worth(row: Row, square: int, one: int, other: int, phase: int) -> int:
    """Return what an empty cell adds there, in english and american; 0 for a complete line, which has none."""
    if max(one, other) == KIND_COMPLETE:
        return 0
    return table_entry(row, square, crossing_index(one, other, phase))


def complete_worth(row: Row, key: int) -> int:
    """Return what a complete line is worth."""
    points = key_points(row, key)
    if row[SCORING] == PAT:
        return 0 if points > 0 else NOT_PAT
    return HUNDRED * points


def expected_points(row: Row, pattern: int, phase: int) -> int:
    """Return the points of the ordinary hands, each as likely as it is to come of a pattern."""
    first = (pattern * ODDS_PHASES + phase * ODDS_PHASES // PHASES) * ORDINARY_HANDS
    total = 0
    for hand in range(ORDINARY_HANDS):
        total += ODDS[first + hand] * row[POINTS + hand]
    return HUNDRED * total // WHOLE_ODDS


THROUGH: Final = 4
"""Lines through a cell, at most: its row, its column, two diagonals."""
REJECT_WORTH = (250, 600, 60, 0)
"""What a free reject place is worth at the start of a square, by scoring; 0: see ``reject_worth``."""
FULL_REJECT_WORTH: Final = 15
"""With this many cells empty it is worth that, with fewer less."""
KIND_BITS: Final = 5
SECOND_SHARE: Final = 8
"""Where the better of two squares counts, the first is meant to be it; the worth of the second is divided by this."""


def phase_of(row: Row, square: int, filled: int) -> int:
    """Return how many cards may still come to a square that has ``filled``, as the tables count them."""
    left = SQUARE - filled
    if row[MODE] == BEST_OF_TWO and square == 0 and left > 0:
        # Of the cards that the other square takes some could have gone here.
        left += (SQUARE - row[FILLED + 1]) // 2
    return min(left, PHASES - 1)


def square_worth(row: Row, square: int, ranks: int, suits: int, phase: int) -> int:
    """Return what the lines of a square are worth together, and their crossings."""
    total = 0
    for line in range(counted_lines(row, square)):
        total += line_worth(row, square, line, line_key(row, square, line), ranks, suits, phase)
    if crosses(row, square):
        kinds, cards = kinds_of(row, square, ranks, suits), row[MASK + square]
        for cell in range(SQUARE):
            if cards >> cell & 1 == 0:
                down = COLUMNS + cell % SIDE
                total += crossing_worth(row, square, kind_at(kinds, cell // SIDE), kind_at(kinds, down), phase)
    return total


def crosses(row: Row, square: int) -> bool:
    """Tell whether crossings count: where tables have them, and cards stay where they are."""
    return row[SCORING] <= AMERICAN and row[MOVABLE + square] == 0


def kind_of_line(row: Row, key: int, ranks: int, suits: int) -> int:
    """Return the kind of a line."""
    if key >> SIZE_SHIFT == COMPLETE:
        return KIND_COMPLETE
    return KIND[line_pattern(row, key, ranks, suits)]


def kinds_of(row: Row, square: int, ranks: int, suits: int) -> int:
    """Return the kinds of a square's rows and columns as one number, see ``kind_at``."""
    kinds = 0
    for line in range(DIAGONALS):
        kinds |= kind_of_line(row, line_key(row, square, line), ranks, suits) << KIND_BITS * line
    return kinds


def kind_at(kinds: int, line: int) -> int:
    """Return the kind of a row or column."""
    return kinds >> KIND_BITS * line & (1 << KIND_BITS) - 1


def crossing_change(row: Row, cell: int, added: int, kinds: int, ranks: int, suits: int, phase: int) -> int:
    """Return the change of a square's crossings when a card comes to a cell or, ``added`` below 0, leaves it."""
    square = cell // SQUARE
    if not crosses(row, square):
        return 0
    across, down, cards = cell % SQUARE // SIDE, COLUMNS + cell % SIDE, row[MASK + square]
    old_row, old_column = kind_at(kinds, across), kind_at(kinds, down)
    new_row = kind_of_line(row, line_key(row, square, across) + added, ranks, suits)
    new_column = kind_of_line(row, line_key(row, square, down) + added, ranks, suits)
    total = crossing_worth(row, square, new_row, new_column, phase) if added < 0 else 0
    if added > 0:
        total -= crossing_worth(row, square, old_row, old_column, phase)
    for step in range(SIDE):
        if COLUMNS + step != down and cards >> SIDE * across + step & 1 == 0:
            other = kind_at(kinds, COLUMNS + step)
            total += crossing_worth(row, square, new_row, other, phase) - crossing_worth(
                row, square, old_row, other, phase
            )
        if step != across and cards >> SIDE * step + down - COLUMNS & 1 == 0:
            other = kind_at(kinds, step)
            total += crossing_worth(row, square, other, new_column, phase) - crossing_worth(
                row, square, other, old_column, phase
            )
    return total


def filling_gain(row: Row, square: int, ranks: int, suits: int, change: int) -> int:
    """Return what it gains the owner that ``change`` more cells of a square are filled, wherever the cards lie.

    Fewer cards can come to it then. Filling the second of two squares takes chances from the first, if the better one
    counts.
    """
    filled = row[FILLED + square]
    drift = 0
    before, after = phase_of(row, square, filled), phase_of(row, square, filled + change)
    if before != after:
        drift = square_worth(row, square, ranks, suits, after) - square_worth(row, square, ranks, suits, before)
    if row[MODE] != BEST_OF_TWO or square == 0:
        return drift
    before = phase_of(row, 0, row[FILLED])
    row[FILLED + 1] = filled + change
    after = phase_of(row, 0, row[FILLED])
    row[FILLED + 1] = filled
    drift //= SECOND_SHARE
    if before != after:
        drift += square_worth(row, 0, ranks, suits, after) - square_worth(row, 0, ranks, suits, before)
    return drift


def square_share(row: Row, square: int, worth: int) -> int:
    """Return what a change of a square's lines is worth; only a part for the second where the better one counts."""
    return worth // SECOND_SHARE if row[MODE] == BEST_OF_TWO and square == 1 else worth


def line_change(row: Row, square: int, line: int, added: int, ranks: int, suits: int, phase: int) -> int:
    """Return how much more a line is worth when ``added`` is added to its key."""
    key = line_key(row, square, line)
    return line_worth(row, square, line, key + added, ranks, suits, phase) - line_worth(
        row, square, line, key, ranks, suits, phase
    )


def line_through(cell: int, number: int) -> int:
    """Return a line through a cell of a square: its row, its column, a diagonal or the other; -1 if there is none."""
    across, down = cell // SIDE, cell % SIDE
    if number == 0:
        return across
    if number == 1:
        return COLUMNS + down
    if number == 2:
        return DIAGONALS if across == down else -1
    return DIAGONALS + 1 if across + down == SIDE - 1 else -1


def cell_change(row: Row, cell: int, added: int, apart: int, ranks: int, suits: int, phase: int) -> int:
    """Return the change of all counted lines through a cell, except those also through the cell ``apart`` (-1: none).

    A card that moves along a line changes nothing of it: where in a line a card lies does not matter.
    """
    square = cell // SQUARE
    total, counted = 0, counted_lines(row, square)
    for number in range(THROUGH):
        line = line_through(cell - SQUARE * square, number)
        if 0 <= line < counted and not (apart >= 0 and line_through(apart - SQUARE * square, number) == line):
            total += line_change(row, square, line, added, ranks, suits, phase)
    return total


def place_gain(row: Row, cell: int, value: int, kinds: int, ranks: int, suits: int) -> int:
    """Return what a card from outside gains a cell's owner, without ``filling_gain``; ``kinds``: those before it."""
    square, key = cell // SQUARE, CARD_KEY[value]
    phase = phase_of(row, square, row[FILLED + square] + 1)
    change = cell_change(row, cell, key, -1, ranks, suits, phase)
    return square_share(row, square, change + crossing_change(row, cell, key, kinds, ranks, suits, phase))


def removal_gain(row: Row, cell: int, kinds: int, ranks: int, suits: int) -> int:
    """Return what it gains the owner that a card leaves a square, without ``filling_gain``."""
    square, key = cell // SQUARE, CARD_KEY[row[CELL + cell]]
    phase = phase_of(row, square, row[FILLED + square] - 1)
    change = cell_change(row, cell, -key, -1, ranks, suits, phase)
    return square_share(row, square, change + crossing_change(row, cell, -key, kinds, ranks, suits, phase))


def shift_gain(row: Row, source: int, target: int, ranks: int, suits: int) -> int:
    """Return what it gains to move a card between one's own cells, where crossings do not count."""
    square, value = source // SQUARE, row[CELL + source]
    other = target // SQUARE
    if other != square:
        gain = removal_gain(row, source, 0, ranks, suits) + filling_gain(row, square, ranks, suits, -1)
        return gain + place_gain(row, target, value, 0, ranks, suits) + filling_gain(row, other, ranks, suits, 1)
    phase, key = phase_of(row, square, row[FILLED + square]), CARD_KEY[value]
    change = cell_change(row, source, -key, target, ranks, suits, phase)
    change += cell_change(row, target, key, source, ranks, suits, phase)
    return square_share(row, square, change)


def reject_worth(row: Row, seat: int, filling: int) -> int:
    """Return what a free reject place is worth to a player with ``filling`` more cards in their squares than now."""
    left = -filling
    for square in range(first_square(row, seat), last_square(row, seat) + 1):
        left += SQUARE - row[FILLED + square]
    worth = REJECT_WORTH[row[SCORING]]
    if row[SCORING] == USER_SCORING:
        worth = HUNDRED * max(0, row[POINTS + STRAIGHT] + row[POINTS + FLUSH] + row[POINTS + FULL_HOUSE]) // 10
    return worth * min(left, FULL_REJECT_WORTH) // FULL_REJECT_WORTH
