"""The board of 52 squares, numbered in reading order, and the tables the rules run on.

Row 1 is on top; rows 1 and 8 have columns c to f, rows 2 and 7 b to g, rows 3 to 6 a to h:

         a  b  c  d  e  f  g  h
    1          0  1  2  3
    2       4  5  6  7  8  9
    3   10 11 12 13 14 15 16 17
    …
    8         48 49 50 51
"""

from fivefold.parts.words import square_text

SIDE = 8
SQUARES = 52
TALLEST = 5
"""Pieces in the highest stack there can be."""

# How many squares are missing at either end of each row.
_CORNER = (2, 1, 0, 0, 0, 0, 1, 2)
_PLACES = tuple((column, line) for line in range(SIDE) for column in range(_CORNER[line], SIDE - _CORNER[line]))

COLUMN = tuple(column for column, _ in _PLACES)
"""Column of each square, from 0 at the left."""
LINE = tuple(line for _, line in _PLACES)
"""Row of each square, from 0 at the top."""
SQUARE_AT = tuple(
    _PLACES.index((column, line)) if (column, line) in _PLACES else -1 for line in range(SIDE) for column in range(SIDE)
)
"""Square at ``8 * line + column``, -1 off the board."""
NAMES = tuple(square_text(column, line) for column, line in _PLACES)
"""Each square as text: ``c1`` to ``f8``."""


def _distance(source: int, target: int) -> int:
    across, down = abs(COLUMN[source] - COLUMN[target]), abs(LINE[source] - LINE[target])
    return across + down if across * down == 0 else 0


DISTANCE = tuple(_distance(source, target) for source in range(SQUARES) for target in range(SQUARES))
"""Squares from source to target along a row or column, at ``52 * source + target``; 0 where they share neither."""

_REACH = tuple(
    tuple(move for move in range(SQUARES * source, SQUARES * (source + 1)) if 0 < DISTANCE[move] <= height)
    for source in range(SQUARES)
    for height in range(TALLEST + 1)
)
STEP = tuple(move for moves in _REACH for move in moves)
"""For every source and height the moves ``52 * source + target`` of such a stack, ascending, one list after another."""
STEP_COUNT = tuple(len(moves) for moves in _REACH)
"""How many of them, at ``6 * source + height``."""
STEP_START = tuple(sum(STEP_COUNT[:index]) for index in range(len(STEP_COUNT)))
"""Where they begin in ``STEP``, at ``6 * source + height``."""


def _image(square: int, symmetry: int) -> int:
    column, line = COLUMN[square], LINE[square]
    if symmetry & 1:
        column = SIDE - 1 - column
    if symmetry & 2:
        line = SIDE - 1 - line
    if symmetry & 4:
        column, line = line, column
    return SQUARE_AT[SIDE * line + column]


SYMMETRIES = 8
IMAGE = tuple(_image(square, symmetry) for symmetry in range(SYMMETRIES) for square in range(SQUARES))
"""Where each symmetry of the board carries a square, at ``52 * symmetry + square``; symmetry 0 leaves all in place."""

_FIRST = tuple(min(IMAGE[square::SQUARES]) for square in range(SQUARES))
PLACES = len(set(_FIRST))
PLACE = tuple(sorted(set(_FIRST)).index(first) for first in _FIRST)
"""Of each square a number that it shares with its images, from 0 to ``PLACES``."""

SETUPS = (
    "..../RRGGRR/.GGRRGG./.RRGGRR./.GGRRGG./.RRGGRR./GGRRGG/....",
    "..../RRGGYY/.YYRRGG./.GGYYRR./.RRGGYY./.YYRRGG./GGYYRR/....",
    "RRBY/YYYBYB/RRRRBYBY/YYYYBYBY/GRGRGGGG/GRGRBBBB/RGRGGG/GRBB",
)
"""The first position for 2, 3 and 4 players, row by row from the top, a letter a piece, a dot an empty square."""
COLOURS = (("Red", "Green"), ("Red", "Green", "Yellow"), ("Red", "Yellow", "Blue", "Green"))
"""The colours in turn order for 2, 3 and 4 players: the seat is the place in the list."""
