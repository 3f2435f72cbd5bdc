"""What a position promises: lines of five that hold stones of one player alone."""

from fivefold.contract import NOBODY, Row

from .rules import ACROSS, BOARD, DOWN, FIVE, SIDE, SIZE, SQUARES, WINNER, to_move

WON = 1_000_000
POINTS_SCALE = 40.0
MULTIPLIER = 0x2545F4914F6CDD1D
MASK62 = (1 << 62) - 1
PROMISE = (0, 1, 4, 16, 64, 0)
"""By how many stones of one player, and none of the other's, lie on a line of five."""


def value(row: Row, out: Row) -> None:
    """Write each seat's promise, or who has won."""
    out[0] = out[1] = 0
    if to_move(row) == NOBODY:
        if row[WINNER] > 0:
            out[row[WINNER] - 1] = WON
        return
    for square in range(SQUARES):
        for direction in range(4):
            owner_and_count = line_of_five(row, square, direction)
            if owner_and_count > 0:
                out[owner_and_count % 2] += PROMISE[owner_and_count // 2]


def line_of_five(row: Row, square: int, direction: int) -> int:
    """Return twice the number of stones on the line of five from here, plus their seat; 0 if mixed or empty."""
    column, line = square % SIDE, square // SIDE
    last_column, last_line = column + (FIVE - 1) * ACROSS[direction], line + (FIVE - 1) * DOWN[direction]
    if not (0 <= last_column < SIDE and 0 <= last_line < SIDE):
        return 0
    first, second = 0, 0
    for step in range(FIVE):
        stone = row[BOARD + square + step * (ACROSS[direction] + SIDE * DOWN[direction])]
        first += stone == 1
        second += stone == 2
    if first > 0 and second == 0:
        return 2 * first
    return 2 * second + 1 if second > 0 and first == 0 else 0


def merit(row: Row, move: int) -> int:
    """Return how many neighbours hold stones, nearer to the middle the better."""
    column, line = move % SIDE, move // SIDE
    worth = -abs(column - 4) - abs(line - 4)
    for down in range(max(0, line - 1), min(SIDE, line + 2)):
        for across in range(max(0, column - 1), min(SIDE, column + 2)):
            worth += 10 if row[BOARD + SIDE * down + across] > 0 else 0
    return worth


def key(row: Row) -> int:
    """Return a hash of the row."""
    mixed = 1
    for place in range(SIZE):
        mixed = ((mixed ^ (mixed >> 29)) * MULTIPLIER + row[place]) & MASK62
    return (mixed ^ (mixed >> 31)) & MASK62
