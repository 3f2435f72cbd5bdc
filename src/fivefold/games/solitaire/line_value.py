"""What a line is worth while it is being filled: learnt by self-play, in hundredths of a point.

A table tells for each pattern of a line (``patterns``) and each number of cards still to come to its square what the
line adds to the final score, on average, and what an empty cell takes from that where two lines want different cards,
by the lines' kinds. For english, american and pat it was learnt from games of the preset Poker Squares, for english and
american once more where edges have to touch (``fivefold learn``). For a table of one's own it is put together from how
often each ordinary hand came of each pattern. With pat it is a hundred times the logarithm of the chance that the row
becomes pat: logarithms add up.
"""

from typing import Final

from fivefold.contract import Row
from fivefold.games.solitaire.hands import COMPLETE, SIZE_SHIFT
from fivefold.games.solitaire.odds import ODDS, ODDS_PHASES, WHOLE_ODDS
from fivefold.games.solitaire.patterns import KIND_COMPLETE, KINDS, PATTERNS, line_pattern
from fivefold.games.solitaire.places import DIAGONALS, EDGES, SQUARE
from fivefold.games.solitaire.row import AMERICAN, ORDINARY_HANDS, PAT, POINTS, SCORING, TOUCH
from fivefold.games.solitaire.scoring import key_points
from fivefold.games.solitaire.worth_american import TABLE as AMERICAN_TABLE
from fivefold.games.solitaire.worth_american_edges import TABLE as AMERICAN_EDGES_TABLE
from fivefold.games.solitaire.worth_english import TABLE as ENGLISH_TABLE
from fivefold.games.solitaire.worth_english_edges import TABLE as ENGLISH_EDGES_TABLE
from fivefold.games.solitaire.worth_pat import TABLE as PAT_TABLE

HUNDRED: Final = 100
"""Units to a point."""
PHASES: Final = SQUARE
"""Cards still to come to a square, 0 to 24."""
DIAGONAL_PART: Final = 3
"""Diagonals were not learnt: they get a part of what is hoped for a row. Who builds them has less for the others."""
CROSSINGS: Final = PATTERNS * PHASES
WEIGHTS: Final = CROSSINGS + PHASES * KINDS * KINDS
"""In a table stand first the patterns, at ``PHASES * pattern + phase``, then the crossings, see ``crossing_weight``;
with pat there are none."""
NOT_PAT: Final = -600
"""For a complete row that is not pat: worse than any that may still become it."""


def line_worth(row: Row, square: int, line: int, key: int, ranks: int, suits: int, phase: int) -> int:
    """Return what a line is worth if so many cards are still to come; ``ranks``, ``suits``: see ``patterns``."""
    if key >> SIZE_SHIFT == COMPLETE:
        return complete_worth(row, key)
    return pattern_worth(row, square, line, line_pattern(row, key, ranks, suits), phase)


def pattern_worth(row: Row, square: int, line: int, pattern: int, phase: int) -> int:
    """Return what an incomplete line of a square is worth."""
    scoring, at = row[SCORING], pattern * PHASES + phase
    if scoring <= AMERICAN:
        worth = learnt(row, square, at)
    elif scoring == PAT:
        worth = PAT_TABLE[at]
    else:
        worth = expected_points(row, pattern, phase)
    return worth // DIAGONAL_PART if line >= DIAGONALS else worth


def learnt(row: Row, square: int, at: int) -> int:
    """Return an entry of the table for english or american and for what touches in a square."""
    if row[TOUCH + square] == EDGES:
        return AMERICAN_EDGES_TABLE[at] if row[SCORING] == AMERICAN else ENGLISH_EDGES_TABLE[at]
    return AMERICAN_TABLE[at] if row[SCORING] == AMERICAN else ENGLISH_TABLE[at]


def crossing_weight(one: int, other: int, phase: int) -> int:
    """Return where in a table stands what an empty cell is worth besides, where lines of these kinds cross."""
    return CROSSINGS + (phase * KINDS + min(one, other)) * KINDS + max(one, other)


def crossing_worth(row: Row, square: int, one: int, other: int, phase: int) -> int:
    """Return that, in english and american; 0 for a complete line, which has no empty cell."""
    if max(one, other) == KIND_COMPLETE:
        return 0
    return learnt(row, square, crossing_weight(one, other, phase))


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
