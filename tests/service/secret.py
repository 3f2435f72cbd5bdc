"""A toy game with secrets: each of two players is dealt a number nobody else sees, then they say high or low in turn.

After four words it is over, the numbers are shown, and the higher one wins. Everything that is not careful tells them.
"""

import sys

from fivefold.play.contract import CHANCE, NOBODY, TABLE, Choices, Game, Marks, Persona, Row
from fivefold.play.errors import IllegalMove, InvalidMove

NUMBER, SAID = 0, 2
SIZE, MAX_MOVES, VERSION = 3, 9, 1
LOW, HIGH = 20, 21
POINTS_SCALE, PLAYOUT_PLIES = 1.0, 9
BLANK = -1
STYLE = ""


def setup(row: Row, options: Choices) -> None:
    row[NUMBER] = row[NUMBER + 1] = row[SAID] = 0


def to_move(row: Row) -> int:
    if not row[NUMBER] or not row[NUMBER + 1]:
        return CHANCE
    return NOBODY if row[SAID] == 4 else row[SAID] % 2


def legal_moves(row: Row, out: Row) -> int:
    mover = to_move(row)
    moves = [] if mover == NOBODY else [n for n in range(1, 10) if n != row[NUMBER]] if mover == CHANCE else [LOW, HIGH]
    for index, move in enumerate(moves):
        out[index] = move
    return len(moves)


def play(row: Row, move: int) -> None:
    if to_move(row) == CHANCE:
        row[NUMBER + (row[NUMBER] != 0)] = move
    else:
        row[SAID] += 1


def scores(row: Row, out: Row) -> None:
    for seat in range(2):
        out[seat] = row[NUMBER + seat]


def returns(row: Row, out: list[float]) -> None:
    for seat in range(2):
        out[seat] = float(row[NUMBER + seat] > row[NUMBER + 1 - seat])


def observe(row: Row, viewer: int, out: Row) -> None:
    for index in range(SIZE):
        out[index] = row[index]
    if viewer != TABLE and row[SAID] < 4:
        for seat in range(2):
            if seat != viewer and row[NUMBER + seat]:
                out[NUMBER + seat] = BLANK


def determinize(row: Row, seat: int, dice: Row) -> None:
    raise NotImplementedError


def say(row: Row, move: int, viewer: int) -> str:
    if to_move(row) != CHANCE:
        return "high" if move == HIGH else "low"
    dealt_to = int(row[NUMBER] != 0)
    return f"deal:{move}" if viewer in (dealt_to, TABLE) else "deal:?"


def read(row: Row, text: str) -> int:
    out = [0] * MAX_MOVES
    for move in out[: legal_moves(row, out)]:
        if say(row, move, TABLE) == text.strip():
            return move
    raise (IllegalMove if text in {"high", "low"} else InvalidMove)(f"{text}: say high or low")


def clicks(row: Row, move: int) -> tuple[str, ...]:
    return (say(row, move, TABLE),)


def explain(row: Row, move: int) -> str:
    return f"{diagram(row, TABLE)} and then {move}"


def diagram(row: Row, viewer: int) -> str:
    return f"{row[NUMBER]} against {row[NUMBER + 1]}"


def seat_name(row: Row, seat: int) -> str:
    return ("North", "South")[seat]


def reason(row: Row) -> str:
    return "all is said"


def draw(row: Row, viewer: int, marks: Marks) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg"><desc>{list(row)} {viewer} {dict(marks)}</desc></svg>'


def emblem(row: Row, seat: int) -> str:
    return '<svg xmlns="http://www.w3.org/2000/svg"/>'


_HERE = sys.modules[__name__]
GAME = Game(
    key="secret",
    name="Secret",
    tagline="Nobody knows.",
    rules=_HERE,  # type: ignore[arg-type]
    notation=_HERE,  # type: ignore[arg-type]
    picture=_HERE,  # type: ignore[arg-type]
    evaluation=_HERE,  # type: ignore[arg-type]
    hidden=_HERE,  # type: ignore[arg-type]
    options=[],
    personas=[Persona(f"Sphinx {level}", "Keeps silent.", {}) for level in range(1, 8)],
    spotlight=lambda row, move: {f"number {move}": "last"},
    motions=lambda row, move: [("deck", f"number-{move}")],
)
