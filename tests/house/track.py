"""The toy race of the play tests with what a table needs besides: picks, words, opponents."""

import sys
from dataclasses import replace

from fivefold.contract import CHANCE, Marks, Persona, Row
from fivefold.contract.notation import MoveEffects
from tests.play import plain, race
from tests.play.race import SEATS, TURN, WORDS, diagram, draw, emblem, ending, read, say, seat, to_move  # noqa: F401  (a notation)

PLACE_IDS = frozenset[str]()


def clicks(row: Row, move: int) -> tuple[str, ...]:
    return ("die", str(move)) if to_move(row) == CHANCE else ("track", say(row, move, 0))


def account(row: Row, move: int) -> MoveEffects:
    return plain.account(SEATS[row[TURN]] if to_move(row) >= 0 else None, f"from {diagram(row, 0)}")


def spotlight(row: Row, move: int) -> Marks:
    return {"track": "last"}


def motions(row: Row, move: int) -> list[tuple[str, str]]:
    return [("here", "there")]


_HERE = sys.modules[__name__]
GAME = replace(
    race.GAME,
    key="track",
    notation=_HERE,  # type: ignore[arg-type]
    personas=[Persona(f"Runner {level}", f"Runs at level {level}.", {}) for level in range(1, 8)],
    picture=_HERE,  # type: ignore[arg-type]
)
