"""Five in a Row's notation: ``e5``."""

from fivefold.contract import NOBODY, Row, stored_words
from fivefold.contract.errors import IllegalMove, InvalidMove, Problem
from fivefold.contract.notation import MoveEffects, Points
from fivefold.parts.messages import Message, Seat
from fivefold.parts.words import COLUMN_LETTERS, square_from_text, square_text, squeeze

from . import rules

WORDS = stored_words(__file__)
SEATS = (Seat(0, Message("black")), Seat(1, Message("white")))


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
        raise IllegalMove(Problem.of(WORDS, given, Message("game-over", why=ending(row)), Message("start-another")))
    try:
        column, line = square_from_text(squeeze(text))
    except ValueError:
        raise InvalidMove(Problem.of(WORDS, given, Message("no-square"), Message("write-a-square"))) from None
    if column >= rules.SIDE or line >= rules.SIDE:
        raise IllegalMove(Problem.of(WORDS, given, Message("off-board"), Message("board-reach")))
    square = rules.SIDE * line + column
    if row[rules.BOARD + square]:
        raise IllegalMove(Problem.of(WORDS, given, Message("stone-there"), Message("take-empty")))
    return square


def clicks(row: Row, move: int) -> tuple[str, ...]:
    """Return the square to pick."""
    return (name_of(move),)


def account(row: Row, move: int) -> MoveEffects:
    """Return how long the longest line is that the stone makes."""
    after = list(row)
    rules.play(after, move)
    longest = max(rules.run(after, move, direction) for direction in range(4))
    effect = Message("in-a-row", count=longest) if longest > 1 else Message("stone-alone")
    points = (Points(1, effect),) if longest >= rules.FIVE else ()
    return MoveEffects(SEATS[rules.to_move(row)], (effect,), points=points)


def diagram(row: Row, viewer: int) -> str:
    """Return the board as text."""
    lines = []
    for line in range(rules.SIDE):
        stones = (row[rules.BOARD + rules.SIDE * line + column] for column in range(rules.SIDE))
        lines.append(f"{line + 1} {' '.join('.xo'[stone] for stone in stones)}")
    return "\n".join([f"  {' '.join(COLUMN_LETTERS[: rules.SIDE])}", *lines])


def seat(row: Row, number: int) -> Seat:
    """Return a seat, called by the colour of its stones."""
    return SEATS[number]


def ending(row: Row) -> Message:
    """Return why it is over."""
    if row[rules.WINNER]:
        return Message("five-in-a-row", who=SEATS[row[rules.WINNER] - 1])
    return Message("board-full")
