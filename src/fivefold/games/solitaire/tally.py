"""What a square of Poker Solitaire is worth, hand by hand."""

from fivefold.contract import Row
from fivefold.contract.account import Points
from fivefold.contract.extras import Tally
from fivefold.games.solitaire.names import HAND_NAMES, cell_text, hand_number, owner, score
from fivefold.games.solitaire.rules.row import BEST_OF_TWO, CELL, LINE_CELLS, MODE, PAT, SCORING, SIDE, SQUARE, squares
from fivefold.games.solitaire.rules.scoring import counted_lines, key_points, line_key, square_points
from fivefold.games.solitaire.rules.turns import seat_points


def items(row: Row, seat: int) -> tuple[Points, ...]:
    """Return the hands of a seat's squares that count, with their points; with pat how many rows are pat."""
    own = [square for square in range(squares(row)) if owner(row, square) == seat]
    if row[SCORING] == PAT:
        return tuple(Points(seat_points(row, seat) if square == own[0] else 0, score(row, square)) for square in own)
    if row[MODE] == BEST_OF_TWO:
        own = [max(own, key=lambda square: square_points(row, square))]
    return tuple(
        item for square in own for line in range(counted_lines(row, square)) for item in hand(row, square, line)
    )


def hand(row: Row, square: int, line: int) -> tuple[Points, ...]:
    """Return a line's hand with its points; nothing for a line that is worth nothing."""
    key = line_key(row, square, line)
    worth = key_points(row, key)
    if not worth:
        return ()
    cells = [SQUARE * square + place for place in LINE_CELLS[SIDE * line : SIDE * line + SIDE]]
    things = tuple(cell_text(row, cell) for cell in cells if row[CELL + cell])
    return (Points(worth, HAND_NAMES[hand_number(row, key)], things),)


TALLY = Tally(items=items)
