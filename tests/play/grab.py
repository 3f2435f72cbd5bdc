"""A toy game for these tests in which anyone may move: each of six cards comes up, and who is quicker takes it."""

import sys

from fivefold.contract import (
    ANYONE,
    CHANCE,
    NOBODY,
    SPECTATOR,
    Chance,
    Choices,
    Game,
    PolicyRollouts,
    Row,
    Traits,
    TurnOrder,
)
from fivefold.contract.errors import InvalidMove
from fivefold.contract.notation import MoveEffects
from tests.play import plain, race

SEATS, CARDS = 2, 6
UP, LEFT, TAKEN = 0, 1, 2
SIZE = TAKEN + SEATS
MAX_MOVES = CARDS
VERSION = 1


def setup(row: Row, options: Choices) -> None:
    row[LEFT] = (1 << CARDS) - 1


def to_move(row: Row) -> int:
    if row[UP]:
        return ANYONE
    return CHANCE if row[LEFT] else NOBODY


def legal_moves(row: Row, out: Row) -> int:
    moves = range(SEATS) if row[UP] else [card for card in range(CARDS) if row[LEFT] >> card & 1]
    for index, move in enumerate(moves):
        out[index] = move
    return len(moves)


def play(row: Row, move: int) -> None:
    if row[UP]:
        row[TAKEN + move] += row[UP]
        row[UP] = 0
    else:
        row[UP] = move + 1
        row[LEFT] &= ~(1 << move)


def scores(row: Row, out: Row) -> None:
    for seat in range(SEATS):
        out[seat] = row[TAKEN + seat]


def returns(row: Row, out: list[float]) -> None:
    for seat in range(SEATS):
        out[seat] = float(row[TAKEN + seat] > row[TAKEN + 1 - seat])


def say(row: Row, move: int, viewer: int = SPECTATOR) -> str:
    return f"{move + 1}:take" if row[UP] else f"deal:{move + 1}"


def read(row: Row, text: str) -> int:
    for move in range(CARDS):
        if say(row, move) == text.strip().lower():
            return move
    raise InvalidMove(f"{text}: no move of this game; 1:take is")


def mover(row: Row, move: int) -> int:
    return move


def still_meant(then: Row, now: Row, move: int) -> bool:
    return then[UP] == now[UP]


def account(row: Row, move: int) -> MoveEffects:
    return plain.account(race.SEATS[move] if to_move(row) == ANYONE else None, say(row, move))


WORDS, diagram, seat, ending = race.WORDS, race.diagram, race.seat, race.ending
draw, emblem, spotlight, motions = race.draw, race.emblem, race.spotlight, race.motions

_HERE = sys.modules[__name__]
GAME = Game(
    key="grab",
    name="Grab",
    tagline="Be quick.",
    rules=_HERE,  # type: ignore[arg-type]
    notation=_HERE,  # type: ignore[arg-type]
    picture=_HERE,  # type: ignore[arg-type]
    traits=Traits(move_numbers=CARDS, turn_order=TurnOrder.RACE, chance=Chance.BETWEEN_MOVES, fixed_pack=True),
    search=PolicyRollouts(
        value=race.not_searched,
        merit=race.not_searched,  # type: ignore[arg-type]
        points_scale=1.0,
        candidates=race.not_searched,  # type: ignore[arg-type]
        choose=race.not_searched,  # type: ignore[arg-type]
        horizon=race.not_searched,  # type: ignore[arg-type]
        most_tried=SEATS,
        merit_units=1,
    ),
    personas=race.GAME.personas,
)
