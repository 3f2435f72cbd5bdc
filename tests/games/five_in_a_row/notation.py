"""Five in a Row in words: ``e5``."""

from fivefold.contract import NOBODY, Row
from fivefold.contract.errors import IllegalMove, InvalidMove
from fivefold.parts.words import COLUMN_LETTERS, square_from_text, square_text, squeeze
from tests.games.five_in_a_row import rules

SEATS = ("Black", "White")


def name_of(square: int) -> str:
    """Return a square's name: ``c3``."""
    return square_text(square % rules.SIDE, square // rules.SIDE)


def say(row: Row, move: int, viewer: int) -> str:
    """Return the square."""
    return name_of(move)


def read(row: Row, text: str) -> int:
    """Return the square that is meant, if it is empty."""
    given = text.strip()
    if rules.to_move(row) == NOBODY:
        raise IllegalMove("the game is over", subject=given, remedy="start another")
    try:
        column, line = square_from_text(squeeze(text))
    except ValueError:
        raise InvalidMove("no square", subject=given, remedy="write a column and a row, as e5") from None
    if column >= rules.SIDE or line >= rules.SIDE:
        raise IllegalMove("off the board", subject=given, remedy="columns are a to i, rows 1 to 9")
    square = rules.SIDE * line + column
    if row[rules.BOARD + square]:
        raise IllegalMove("there is a stone already", subject=given, remedy="take an empty square")
    return square


def clicks(row: Row, move: int) -> tuple[str, ...]:
    """Return the square to pick."""
    return (name_of(move),)


def explain(row: Row, move: int) -> str:
    """Return how long the longest line is that the stone makes."""
    after = list(row)
    rules.play(after, move)
    longest = max(rules.run(after, move, direction) for direction in range(4))
    return f"{longest} in a row" if longest > 1 else "a stone by itself"


def diagram(row: Row, viewer: int) -> str:
    """Return the board as text."""
    lines = []
    for line in range(rules.SIDE):
        stones = (row[rules.BOARD + rules.SIDE * line + column] for column in range(rules.SIDE))
        lines.append(f"{line + 1} {' '.join('.xo'[stone] for stone in stones)}")
    return "\n".join([f"  {' '.join(COLUMN_LETTERS[: rules.SIDE])}", *lines])


def seat_name(row: Row, seat: int) -> str:
    """Return the colour of a seat's stones."""
    return SEATS[seat]


def reason(row: Row) -> str:
    """Return why it is over."""
    return f"{SEATS[row[rules.WINNER] - 1]} has five in a row" if row[rules.WINNER] else "the board is full"
