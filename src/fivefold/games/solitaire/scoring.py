"""What lines and squares are worth, by english, american, pat or a table of one's own.

An ordinary hand's points stand in the row's ``POINTS``, those of the 81 hands in ``USER``.
"""

from typing import Final

from fivefold.contract import Choices, Row
from fivefold.games.solitaire.hands import (
    CARD_KEY,
    COMPLETE,
    NUMBER_OF_ORDINARY,
    SIZE_SHIFT,
    hand_of,
    is_flush,
    ordinary_parts,
    pattern_of,
    straight_of,
)
from fivefold.games.solitaire.places import LINE_CELLS, SIDE, SQUARE
from fivefold.games.solitaire.row import CELL, HANDS, LINES, PAT, POINTS, SCORING, USER, USER_SCORING
from fivefold.parts.hands import FLUSH, NOTHING

WORTH: Final = (
    (0, 1, 3, 6, 12, 5, 10, 16, 30, 30, 30),
    (0, 2, 5, 10, 15, 20, 25, 50, 75, 100, 100),
    (0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1),
    (0, 1, 4, 8, 14, 13, 18, 33, 53, 65, 65),
)
"""For each scoring the points of the ordinary hands, nothing first (``parts.hands``, royal flush, five of a kind)."""


def resolve(row: Row, options: Choices) -> None:
    """Write what each hand is worth into a row whose ``SCORING`` is set. Not compiled."""
    row[POINTS : POINTS + len(WORTH[0])] = WORTH[row[SCORING]]
    if row[SCORING] != USER_SCORING:
        return
    for ordinary, hand in enumerate(NUMBER_OF_ORDINARY):
        row[POINTS + ordinary] = options.get(f"table.{hand}", row[POINTS + ordinary])
    for hand in range(1, HANDS + 1):
        row[USER + hand] = options.get(f"table.{hand}", _blank(row, hand))


def _blank(row: Row, hand: int) -> int:
    """Return what a hand without a number of its own is worth: its ordinary one, the better where it is two."""
    pattern, flush = ordinary_parts(hand)
    if flush == NOTHING:
        return row[POINTS + pattern]
    return row[POINTS + flush] if pattern == NOTHING else max(row[POINTS + pattern], row[POINTS + flush])


def line_key(row: Row, square: int, line: int) -> int:
    """Return the key (``hands``) of one of the twelve lines of a square."""
    key = 0
    first = CELL + SQUARE * square
    for index in range(SIDE * line, SIDE * line + SIDE):
        key += CARD_KEY[row[first + LINE_CELLS[index]]]
    return key


def ordinary_of(row: Row, key: int) -> int:
    """Return the ordinary hand that a line counts as: of a flush with equal ranks the better."""
    pattern = pattern_of(key)
    if key >> SIZE_SHIFT < COMPLETE:
        return pattern
    if pattern != NOTHING:
        return FLUSH if is_flush(key) and row[POINTS + FLUSH] > row[POINTS + pattern] else pattern
    straight = straight_of(key)
    if straight != NOTHING:
        return straight
    return FLUSH if is_flush(key) else NOTHING


def key_points(row: Row, key: int) -> int:
    """Return what a line with this key is worth."""
    if key >> SIZE_SHIFT == COMPLETE and row[SCORING] == USER_SCORING:
        return row[USER + hand_of(key)]
    if key >> SIZE_SHIFT < COMPLETE and pattern_of(key) == NOTHING:
        return 0
    return row[POINTS + ordinary_of(row, key)]


def line_points(row: Row, square: int, line: int) -> int:
    """Return what a line is worth as it lies, whether or not it counts."""
    return key_points(row, line_key(row, square, line))


def counted_lines(row: Row, square: int) -> int:
    """Return how many of a square's lines count: with pat the rows."""
    return SIDE if row[SCORING] == PAT else row[LINES + square]


def square_points(row: Row, square: int) -> int:
    """Return what a square is worth as it lies; with pat 1 if all five rows are pat, else 0."""
    points = 0
    for line in range(counted_lines(row, square)):
        points += line_points(row, square, line)
    if row[SCORING] == PAT:
        return points // SIDE
    return points
