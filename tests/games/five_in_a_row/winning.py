"""Who can still win Five in a Row."""

from fivefold.contract import Row

from .rules import ACROSS, BOARD, DOWN, FIVE, SIDE, SQUARES


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
