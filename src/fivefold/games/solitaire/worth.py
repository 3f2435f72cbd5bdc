"""What a line is worth while it is being filled: learnt by self-play, in hundredths of a point.

A table tells for each pattern of a line (``patterns``) and each number of cards still to come to its square what the
line adds to the final score, on average. For english, american and pat it was learnt from games of the preset Poker
Squares (``fivefold learn``); for a table of one's own it is put together from how often each ordinary hand came of each
pattern. With pat it is a hundred times the logarithm of the chance that the row becomes pat: logarithms add up.
"""

from typing import Final

from fivefold.games.solitaire.hands import COMPLETE, SIZE_SHIFT
from fivefold.games.solitaire.odds import ODDS, ODDS_PHASES, WHOLE_ODDS
from fivefold.games.solitaire.patterns import line_pattern
from fivefold.games.solitaire.places import SQUARE
from fivefold.games.solitaire.row import AMERICAN, ENGLISH, ORDINARY_HANDS, PAT, POINTS, SCORING
from fivefold.games.solitaire.scoring import key_points
from fivefold.games.solitaire.worth_american import TABLE as AMERICAN_TABLE
from fivefold.games.solitaire.worth_english import TABLE as ENGLISH_TABLE
from fivefold.games.solitaire.worth_pat import TABLE as PAT_TABLE
from fivefold.play.contract import Row

HUNDRED: Final = 100
"""Units to a point."""
PHASES: Final = SQUARE
"""Cards still to come to a square, 0 to 24."""
NOT_PAT: Final = -600
"""For a complete row that is not pat: worse than any that may still become it."""


def line_worth(row: Row, key: int, ranks: int, suits: int, phase: int) -> int:
    """Return what a line is worth if so many cards are still to come; ``ranks``, ``suits``: see ``patterns``."""
    if key >> SIZE_SHIFT == COMPLETE:
        return complete_worth(row, key)
    pattern, scoring = line_pattern(row, key, ranks, suits), row[SCORING]
    if scoring == AMERICAN:
        return AMERICAN_TABLE[pattern * PHASES + phase]
    if scoring == ENGLISH:
        return ENGLISH_TABLE[pattern * PHASES + phase]
    if scoring == PAT:
        return PAT_TABLE[pattern * PHASES + phase]
    return expected_points(row, pattern, phase)


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
