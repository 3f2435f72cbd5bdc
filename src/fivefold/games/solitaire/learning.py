"""How the tables of ``evaluation`` come about: what is learnt by playing alone, and what is counted.

Learnt are the weights of incomplete lines and of empty cells. Counted is which hand becomes of a line.
"""

import math
from bisect import bisect
from typing import Final

from fivefold.contract import Row
from fivefold.contract.errors import InvalidOption
from fivefold.games.solitaire.evaluation import (
    CROSSINGS,
    HUNDRED,
    KIND,
    KIND_BITS,
    KIND_COMPLETE,
    ODDS,
    ODDS_PHASES,
    PAT_TABLE,
    PATTERNS,
    PHASES,
    STARTS,
    WEIGHTS,
    WHOLE_ODDS,
    crosses,
    crossing_index,
    expected_points,
    kind_at,
    line_pattern,
    phase_of,
    ranks_left,
    share_a_pack,
    suits_left,
    table_entry,
)
from fivefold.games.solitaire.rules import (
    AMERICAN,
    CELLS,
    COLUMNS,
    COMPLETE,
    DECKS,
    DIAGONALS,
    EDGES,
    FILLED,
    LINES,
    MASK,
    MAY_PLANT,
    MODE,
    ONE_HAND,
    PAT,
    RACE,
    RACE_BOTH,
    SCORING,
    SIDE,
    SIZE_SHIFT,
    SQUARE,
    TOUCH,
    USER_SCORING,
    counted_lines,
    first_square,
    key_points,
    last_square,
    line_key,
    ordinary_of,
)

__all__ = [
    "COUNTED_SET_UPS",
    "MOST_FEATURES",
    "ODDS",
    "PARTS",
    "STATES",
    "WEIGHTS",
    "WHOLE_ODDS",
    "features",
    "known",
    "line_outcome",
    "line_state",
    "settled",
    "state_group",
    "stored",
    "table_name",
]

MOST_FEATURES: Final = 2 * LINES + CELLS
PARTS: Final = 2 * LINES
STATES: Final = PATTERNS * ODDS_PHASES

SCORINGS: Final = ("english", "american", "pat", "user")
COUNTED_SET_UPS: Final = tuple(
    {"scoring": scoring, "touch": touch, "rejects": "0/0/0"}
    for scoring in ("english", "american")
    for touch in ("anywhere", "edges")
)
LEAST_CHANCE, MOST_CHANCE = 0.004, 0.99
"""A chance of pat is kept between these, as its logarithm is stored."""


def features(row: Row, seat: int, out: Row) -> int:
    """Write the numbers of the weights of a seat's incomplete lines and of its crossings; return how many."""
    count, ranks, suits = 0, ranks_left(row, 0), suits_left(row, 0)
    for square in range(first_square(row, seat), last_square(row, seat) + 1):
        phase, kinds = phase_of(row[FILLED + square]), 0
        for line in range(counted_lines(row, square)):
            key, kind = line_key(row, square, line), KIND_COMPLETE
            if key >> SIZE_SHIFT < COMPLETE:
                pattern = line_pattern(row, key, ranks, suits)
                out[count], kind = PHASES * pattern + phase, KIND[pattern]
                count += 1
            if line < DIAGONALS:
                kinds |= kind << KIND_BITS * line
        if crosses(row, square):
            count = add_crossings(row, square, kinds, phase, out, count)
    return count


def add_crossings(row: Row, square: int, kinds: int, phase: int, out: Row, count: int) -> int:
    """Write the numbers of a square's crossings behind the ``count`` that are there; return the new count."""
    for cell in range(SQUARE):
        if row[MASK + square] >> cell & 1 == 0:
            out[count] = crossing_index(kind_at(kinds, cell // SIDE), kind_at(kinds, COLUMNS + cell % SIDE), phase)
            count += 1
    return count


def settled(row: Row, seat: int) -> int:
    """Return the points of a seat's complete lines."""
    total = 0
    for square in range(first_square(row, seat), last_square(row, seat) + 1):
        for line in range(counted_lines(row, square)):
            key = line_key(row, square, line)
            if key >> SIZE_SHIFT == COMPLETE:
                total += key_points(row, key)
    return total


def known(row: Row) -> list[float]:
    """Return the weights a game is played with, in points, with pat as chances; not compiled.

    With points of one's own there is no learnt table: a line is worth the points it is expected to have.
    """
    if row[SCORING] == PAT:
        return [math.exp(number / HUNDRED) for number in PAT_TABLE] + [0.0] * (WEIGHTS - len(PAT_TABLE))
    if row[SCORING] == USER_SCORING:
        expected = [expected_points(row, at // PHASES, at % PHASES) / HUNDRED for at in range(CROSSINGS)]
        return expected + [0.0] * (WEIGHTS - CROSSINGS)
    return [table_entry(row, 0, at) / HUNDRED for at in range(WEIGHTS)]


def stored(row: Row, weight: float) -> int:
    """Return a weight in hundredths of a point; with pat a hundred times its logarithm."""
    if row[SCORING] == PAT:
        return round(HUNDRED * math.log(min(MOST_CHANCE, max(LEAST_CHANCE, weight))))
    return round(HUNDRED * weight)


def table_name(row: Row) -> str:
    """Return the name of the table that is learnt with a game's scoring, mode and rule of touching; not compiled.

    A table ``user`` is not played with: there the odds and the points themselves give what a line is worth. What two
    players learn with two packs is played with where cards are planted. Raises ``InvalidOption`` for a race.
    """
    if RACE <= row[MODE] <= RACE_BOTH:
        raise InvalidOption("in a race nobody has the turn; take another mode", field="mode")
    name = SCORINGS[row[SCORING]]
    if row[SCORING] > AMERICAN:
        return name
    if row[SCORING] != AMERICAN and (row[MAY_PLANT] != 0 or (row[MODE] >= RACE and row[DECKS] > 1)):
        name += "-two-packs"
    elif share_a_pack(row):
        name += "-shared"
    return name + ("-edges" if row[TOUCH] == EDGES else "")


# --- counted: what becomes of a line --------------------------------------------------------------------------------


def line_state(row: Row, part: int) -> int:
    """Return pattern and phase of an incomplete line, ``ODDS_PHASES * pattern + phase``; -1 for other lines.

    ``part``: the number of the line; those of the second square begin at 12.
    """
    square, line = part // LINES, part % LINES
    if line >= counted_lines(row, square) or (square == 1 and row[MODE] == ONE_HAND):
        return -1
    key = line_key(row, square, line)
    if key >> SIZE_SHIFT == COMPLETE:
        return -1
    phase = phase_of(row[FILLED + square]) * ODDS_PHASES // PHASES
    return line_pattern(row, key, ranks_left(row, 0), suits_left(row, 0)) * ODDS_PHASES + phase


def line_outcome(row: Row, part: int) -> int:
    """Return the ordinary hand of a complete line, -1 for other lines."""
    square, line = part // LINES, part % LINES
    if line >= counted_lines(row, square) or (square == 1 and row[MODE] == ONE_HAND):
        return -1
    key = line_key(row, square, line)
    return ordinary_of(row, key) if key >> SIZE_SHIFT == COMPLETE else -1


def state_group(state: int) -> int:
    """Return the sort of a state's pattern and its phase as one number; not compiled."""
    return bisect(STARTS, state // ODDS_PHASES) * ODDS_PHASES + state % ODDS_PHASES
