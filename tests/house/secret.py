"""A toy game with secrets: each of two players is dealt a number nobody else sees, then they say high or low in turn.

After two words each is dealt another number; after four it is over, the numbers are shown, and the higher sum wins.
Everything that is not careful tells them.
"""

import sys

from fivefold.contract import (
    CHANCE,
    NOBODY,
    SPECTATOR,
    TABLE,
    WHOLE_PICTURE,
    Chance,
    Choices,
    Drawing,
    Emblem,
    Game,
    Information,
    Marks,
    Persona,
    Row,
    Sampling,
    Traits,
)
from fivefold.contract.errors import IllegalMove, InvalidMove
from fivefold.contract.notation import MoveEffects
from fivefold.parts import svg
from fivefold.parts.messages import Message, Seat
from tests.play import plain

NUMBER, SAID = 0, 4
SIZE, MAX_MOVES, VERSION = 5, 9, 2
LOW, HIGH = 20, 21
BLANK = -1
STYLE = ""
WORDS = plain.WORDS
SEATS = tuple(Seat(number, plain.said(name)) for number, name in enumerate(("North", "South")))
PLACE_IDS = frozenset({"deck"})


def setup(row: Row, options: Choices) -> None:
    row[SAID] = 0


def dealt(row: Row) -> int:
    """Return how many numbers there are."""
    return sum(row[NUMBER + place] != 0 for place in range(4))


def to_move(row: Row) -> int:
    if dealt(row) < 2 or (row[SAID] == 2 and dealt(row) < 4):
        return CHANCE
    return NOBODY if row[SAID] == 4 else row[SAID] % 2


def legal_moves(row: Row, out: Row) -> int:
    mover = to_move(row)
    free = [number for number in range(1, 10) if number not in row[NUMBER:SAID]]
    moves = [] if mover == NOBODY else free if mover == CHANCE else [LOW, HIGH]
    for index, move in enumerate(moves):
        out[index] = move
    return len(moves)


def play(row: Row, move: int) -> None:
    if to_move(row) == CHANCE:
        row[NUMBER + dealt(row)] = move
    else:
        row[SAID] += 1


def scores(row: Row, out: Row) -> None:
    for seat in range(2):
        out[seat] = row[NUMBER + seat] + row[NUMBER + 2 + seat]


def returns(row: Row, out: list[float]) -> None:
    points = [0, 0]
    scores(row, points)
    for seat in range(2):
        out[seat] = float(points[seat] > points[1 - seat]) if points[0] != points[1] else 0.5


def conceal(row: Row, viewer: int) -> None:
    for place in range(4):
        if viewer not in (TABLE, place % 2) and row[SAID] < 4 and row[NUMBER + place]:
            row[NUMBER + place] = BLANK


def determinize(row: Row, seat: int, dice: Row) -> None:
    for place in range(4):
        if row[NUMBER + place] == BLANK:
            row[NUMBER + place] = next(number for number in range(1, 10) if number not in row[NUMBER:SAID])


def observed_move(row: Row, move: int, viewer: int) -> int:
    return move if to_move(row) != CHANCE or viewer in (TABLE, dealt(row) % 2) else BLANK


def say(row: Row, move: int, viewer: int) -> str:
    if to_move(row) != CHANCE:
        return "high" if move == HIGH else "low"
    return f"deal:{'?' if observed_move(row, move, viewer) == BLANK else move}"


def read(row: Row, text: str) -> int:
    out = [0] * MAX_MOVES
    for move in out[: legal_moves(row, out)]:
        if say(row, move, TABLE) == text.strip():
            return move
    raise (IllegalMove if text in {"high", "low"} else InvalidMove)(f"{text}: say high or low; {diagram(row, TABLE)}")


def clicks(row: Row, move: int) -> tuple[str, ...]:
    return (say(row, move, TABLE),)


def account(row: Row, move: int) -> MoveEffects:
    mover = to_move(row)
    return plain.account(SEATS[mover] if mover >= 0 else None, f"{diagram(row, TABLE)} and then {move}")


def diagram(row: Row, viewer: int) -> str:
    return " against ".join(f"{row[seat]}+{row[seat + 2]}" for seat in range(2))


def seat(row: Row, number: int) -> Seat:
    return SEATS[number]


def ending(row: Row) -> Message:
    return plain.said("all is said")


def draw(row: Row, viewer: int, marks: Marks) -> Drawing:
    picks = '<g data-pick="high"/><g data-pick="low"/>'
    asked = viewer == to_move(row) and viewer != SPECTATOR and "over" not in marks.get(WHOLE_PICTURE, "")
    said = f"{list(row)} {viewer} {dict(marks)}"
    return svg.picture(
        9, 9, '<g id="deck" data-place=""/>', picks if asked else "", title="", description=said, style=""
    )


def spotlight(row: Row, move: int) -> Marks:
    return {f"number {move}": "last"}


def motions(row: Row, move: int) -> list[tuple[str, str]]:
    return [("deck", f"number-{move}")] if to_move(row) == CHANCE else [(f"{row}", f"{move}")]


def not_searched(*given: object) -> None:
    raise NotImplementedError


def emblem(row: Row, seat: int) -> Emblem:
    return Emblem(f'<svg xmlns="http://www.w3.org/2000/svg"><desc>{list(row)}</desc></svg>')


_HERE = sys.modules[__name__]
GAME = Game(
    key="secret",
    name="Secret",
    tagline="Nobody knows.",
    rules=_HERE,  # type: ignore[arg-type]
    notation=_HERE,  # type: ignore[arg-type]
    picture=_HERE,  # type: ignore[arg-type]
    traits=Traits(move_numbers=22, information=Information.HIDDEN, chance=Chance.BETWEEN_MOVES),
    search=Sampling(
        value=not_searched,
        merit=not_searched,  # type: ignore[arg-type]
        points_scale=1.0,
        key=not_searched,  # type: ignore[arg-type]
        determinize=determinize,
    ),
    personas=[Persona(f"Sphinx {level}", "Keeps silent.", {}) for level in range(1, 8)],
)
