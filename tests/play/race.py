"""A toy game for these tests: a race along a track, with a die or with steps the players choose.

With dice: the die falls, then the player goes that far or rests; after a six they must go, and the table moves them.
Without: two players go 1 to 3 steps, one from the mud on place 4 or right before the goal: that one the table makes.
"""

import sys

from fivefold.contract import (
    CHANCE,
    NOBODY,
    Chance,
    Choices,
    Drawing,
    Emblem,
    Game,
    Marks,
    Option,
    Persona,
    Row,
    Sampling,
    Setup,
    Traits,
)
from fivefold.contract.errors import IllegalMove, InvalidMove, InvalidOption
from fivefold.contract.notation import MoveEffects
from fivefold.parts import svg
from fivefold.parts.messages import Message, Seat
from tests.play import plain

TURN, ROLL, DICE, PLAYERS, GOAL, PLACE = range(6)
SIZE = 9
MAX_MOVES = 6
VERSION = 3
GO, REST = 10, 11
MUD = 4
REASON = "somebody is at the goal"
WORDS = plain.WORDS
SEATS = tuple(Seat(number, plain.said(name)) for number, name in enumerate(("Red", "Green", "Blue")))


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


def account(row: Row, move: int) -> MoveEffects:
    return plain.account(SEATS[row[TURN]] if to_move(row) >= 0 else None, say(row, move, 0))


def seat(row: Row, number: int) -> Seat:
    return SEATS[number]


def ending(row: Row) -> Message:
    return plain.said(REASON)


def draw(row: Row, viewer: int, marks: Marks) -> Drawing:
    return svg.picture(9, 9, title="", description=f"{diagram(row, viewer)} {dict(marks)}", style="")


def spotlight(row: Row, move: int) -> Marks:
    return {}


def motions(row: Row, move: int) -> list[tuple[str, str]]:
    return []


def emblem(row: Row, seat: int) -> Emblem:
    return Emblem('<svg xmlns="http://www.w3.org/2000/svg"/>')


def settle(values: dict[str, str]) -> dict[str, str]:
    if values["dice"] == "off" and values["players"] == "3":
        raise InvalidOption(
            "without dice the race is for two", subject="dice=off players=3", remedy="choose players=2", field="players"
        )
    return values


def plays_itself(row: Row, move: int) -> bool:
    return True


def not_searched(*given: object) -> None:
    raise NotImplementedError


def _option(name: str, values: dict[str, int], default: str | None, numbers: range | None = None) -> Option:
    seats = values if name == "players" else {}
    meanings = {value: value for value in values}
    return Option(name, f"the {name}", values, meanings, default, numbers, seats=seats, starts=name == "first")


_HERE = sys.modules[__name__]
GAME = Game(
    key="race",
    name="Race",
    tagline="First home.",
    rules=_HERE,  # type: ignore[arg-type]
    notation=_HERE,  # type: ignore[arg-type]
    picture=_HERE,  # type: ignore[arg-type]
    setup=Setup(
        [
            _option("players", {"2": 2, "3": 3}, "2"),
            _option("first", {"0": 0, "1": 1}, None),
            _option("dice", {"on": 1, "off": 0}, "on"),
            _option("goal", {"short": 5}, "12", range(3, 41)),
        ],
        settle=settle,
    ),
    traits=Traits(
        move_numbers=12, seats=(2, 3), chance=Chance.BETWEEN_MOVES, doubles=True, forced_moves=True, agreed_draw=True
    ),
    search=Sampling(
        value=not_searched,
        merit=not_searched,  # type: ignore[arg-type]
        points_scale=1.0,
        key=not_searched,  # type: ignore[arg-type]
        give_turn=not_searched,
        determinize=not_searched,
    ),
    personas=[Persona(f"Runner {level}", "Runs.", {}) for level in range(1, 8)],
)
