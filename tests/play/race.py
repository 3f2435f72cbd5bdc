"""A toy game for these tests: a race along a track, with a die or with steps the players choose.

With dice: the die falls, then the player goes that far or rests; after a six they must go, and the table moves them.
Without: two players go 1 to 3 steps, one from the mud on place 4 or right before the goal: that one the table makes.
"""

import sys
from collections.abc import Mapping

from fivefold.play.contract import CHANCE, NOBODY, Choices, Game, Marks, Row
from fivefold.play.errors import IllegalMove, InvalidMove
from fivefold.play.offered import Option

TURN, ROLL, DICE, PLAYERS, GOAL, PLACE = range(6)
SIZE = 9
MAX_MOVES = 6
VERSION = 3
POINTS_SCALE = 1.0
PLAYOUT_PLIES = 100
GO, REST = 10, 11
MUD = 4
REASON = "somebody is at the goal"


def setup(row: Row, options: Choices) -> None:
    row[TURN], row[DICE], row[PLAYERS] = options["first"], options["dice"], options["players"]
    row[GOAL] = options["goal"]


def to_move(row: Row) -> int:
    if any(row[PLACE + seat] >= row[GOAL] for seat in range(row[PLAYERS])):
        return NOBODY
    return CHANCE if row[DICE] and not row[ROLL] else row[TURN]


def legal_moves(row: Row, out: Row) -> int:
    mover = to_move(row)
    if mover == CHANCE:
        moves = [1, 2, 3, 4, 5, 6]
    elif mover == NOBODY:
        moves = []
    elif row[DICE]:
        moves = [GO] if row[ROLL] == 6 else [GO, REST]
    else:
        place = row[PLACE + row[TURN]]
        moves = [1] if place == MUD else list(range(1, min(3, row[GOAL] - place) + 1))
    for index, move in enumerate(moves):
        out[index] = move
    return len(moves)


def play(row: Row, move: int) -> None:
    if to_move(row) == CHANCE:
        row[ROLL] = move
        return
    if move != REST:
        row[PLACE + row[TURN]] += row[ROLL] if row[DICE] else move
    row[ROLL] = 0
    row[TURN] = (row[TURN] + 1) % row[PLAYERS]


def scores(row: Row, out: Row) -> None:
    for seat in range(row[PLAYERS]):
        out[seat] = row[PLACE + seat]


def returns(row: Row, out: list[float]) -> None:
    for seat in range(row[PLAYERS]):
        out[seat] = float(row[PLACE + seat] >= row[GOAL])


def say(row: Row, move: int, viewer: int) -> str:
    if to_move(row) == CHANCE:
        return f"die:{move}"
    return {GO: "go", REST: "rest"}.get(move, f"step:{move}")


def read(row: Row, text: str) -> int:
    tidy = text.strip().lower()
    if tidy not in {"go", "rest", *(f"{word}:{n}" for word in ("die", "step") for n in range(1, 7))}:
        raise InvalidMove(f"{text}: no move of this game; go, rest, step:2 are")
    out = [0] * MAX_MOVES
    for move in out[: legal_moves(row, out)]:
        if say(row, move, 0) == tidy:
            return move
    raise IllegalMove(f"{text}: not possible here")


def diagram(row: Row, viewer: int) -> str:
    return " ".join(str(row[PLACE + seat]) for seat in range(row[PLAYERS]))


def seat_name(row: Row, seat: int) -> str:
    return ("Red", "Green", "Blue")[seat]


def reason(row: Row) -> str:
    return REASON


def draw(row: Row, viewer: int, marks: Marks) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg"><desc>{diagram(row, viewer)} {dict(marks)}</desc></svg>'


def emblem(row: Row, seat: int) -> str:
    return '<svg xmlns="http://www.w3.org/2000/svg"/>'


def refusal(options: Mapping[str, str]) -> str | None:
    if options["dice"] == "off" and options["players"] == "3":
        return "dice=off players=3: without dice the race is for two; choose players=2"
    return None


def _option(name: str, values: dict[str, int], default: str | None, numbers: range | None = None) -> Option:
    return Option(name, f"the {name}", values, {value: value for value in values}, default, numbers)


_HERE = sys.modules[__name__]
GAME = Game(
    key="race",
    name="Race",
    tagline="First home.",
    rules=_HERE,  # type: ignore[arg-type]
    notation=_HERE,  # type: ignore[arg-type]
    picture=_HERE,  # type: ignore[arg-type]
    evaluation=_HERE,  # type: ignore[arg-type]
    options=[
        _option("players", {"2": 2, "3": 3}, "2"),
        _option("first", {"0": 0, "1": 1}, None),
        _option("dice", {"on": 1, "off": 0}, "on"),
        _option("goal", {"short": 5}, "12", range(3, 41)),
    ],
    personas=[],
    doubles=True,
    refusal=refusal,
    plays_itself=lambda row, move: True,
)
