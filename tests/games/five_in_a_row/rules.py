"""Five in a Row on nine by nine squares: players take turns, a stone a turn; five of one's own in a line win.

A row holds the seat to move, how many stones lie, one more than the seat that has won (0: nobody), and a cell for each
square, row by row from the top: 0 empty, one more than the seat whose stone it is.
"""

from collections.abc import MutableSequence

from fivefold.contract import NOBODY, Choices, Row

SIDE, SQUARES, FIVE = 9, 81, 5
TURN, STONES, WINNER, BOARD = 0, 1, 2, 3
SIZE = BOARD + SQUARES
MAX_MOVES = SQUARES
VERSION = 1
ACROSS, DOWN = (1, 0, 1, 1), (0, 1, 1, -1)
"""The four directions of a line: columns and rows to the next square."""


def setup(row: Row, options: Choices) -> None:
    """Begin with an empty board: all of it is 0."""


def to_move(row: Row) -> int:
    """Return the seat to move, or that it is over."""
    return NOBODY if row[WINNER] > 0 or row[STONES] == SQUARES else row[TURN]


def legal_moves(row: Row, out: Row) -> int:
    """Write the empty squares."""
    count = 0
    if to_move(row) != NOBODY:
        for square in range(SQUARES):
            if row[BOARD + square] == 0:
                out[count] = square
                count += 1
    return count


def play(row: Row, move: int) -> None:
    """Lay a stone, and see whether it makes five."""
    row[BOARD + move] = 1 + row[TURN]
    row[STONES] += 1
    for direction in range(4):
        if run(row, move, direction) >= FIVE:
            row[WINNER] = 1 + row[TURN]
    row[TURN] = 1 - row[TURN]


def run(row: Row, square: int, direction: int) -> int:
    """Return how long the line of stones like the one on this square is."""
    length = 1
    for sign in (-1, 1):
        column, line = square % SIDE, square // SIDE
        for _ in range(FIVE - 1):
            column += sign * ACROSS[direction]
            line += sign * DOWN[direction]
            on_board = 0 <= column < SIDE and 0 <= line < SIDE
            if not on_board or row[BOARD + SIDE * line + column] != row[BOARD + square]:
                break
            length += 1
    return length


def scores(row: Row, out: Row) -> None:
    """Write 1 for the seat that has won."""
    for seat in range(2):
        out[seat] = 1 if row[WINNER] == 1 + seat else 0


def returns(row: Row, out: MutableSequence[float]) -> None:
    """Write a win, or a shared first place on a full board."""
    for seat in range(2):
        out[seat] = 0.5 if row[WINNER] == 0 else 1.0 if row[WINNER] == 1 + seat else 0.0


def can_win(row: Row, seat: int) -> bool:
    """Return whether some five squares in a line hold no stone of the other."""
    return any(is_free(row, seat, square, direction) for square in range(SQUARES) for direction in range(4))


def is_free(row: Row, seat: int, square: int, direction: int) -> bool:
    """Return whether the line of five from a square is on the board and holds no stone of the other."""
    for step in range(FIVE):
        column, line = square % SIDE + step * ACROSS[direction], square // SIDE + step * DOWN[direction]
        if not (0 <= column < SIDE and 0 <= line < SIDE) or row[BOARD + SIDE * line + column] == 2 - seat:
            return False
    return True
