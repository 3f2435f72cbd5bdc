"""The estimate of ``evaluation.value`` as weighted features, for ``fivefold fit``."""

from typing import Final

from fivefold.contract import Fitted, Row
from fivefold.games.pokeros.evaluation import (
    BEST_WORTH,
    FINE,
    GROWTH,
    TEMPO,
    TO_MOVE_WORTH,
    WAITING_WORTH,
    promise,
    turns_left,
)
from fivefold.games.pokeros.rules import HELD_COUNT, OPEN_COUNT, PACK, SCORE, TURN

ONCE: Final = GROWTH.index(64)
"""With so many cards left a lead counts as it is."""


def features(row: Row, seat: int, out: Row) -> None:
    """Write a seat's points, what its cards could score now, and for the mover the parity of the turns left."""
    left, moves = row[PACK] + row[HELD_COUNT] + row[HELD_COUNT + 1], row[TURN] == seat
    places = moves and row[OPEN_COUNT] > 0 and left > 0
    out[0] = row[SCORE + seat]
    out[1] = promise(row, seat, 1, 0) if places else 0
    out[2] = promise(row, seat, 0, 1) if places else 0
    out[3] = 0 if moves else promise(row, seat, 0, 1)
    out[4] = int(places and row[PACK] > 0 and turns_left(row, left) & 1 == 0)
    out[5] = int(places and row[PACK] > 0 and turns_left(row, left) & 1 == 1)
    for number in range(6):
        out[number] *= GROWTH[left]


FITTED: Final = Fitted(
    names=(
        "a point",
        "to move, a point of the best placement",
        "to move, a point of any placement",
        "waiting, a point of any placement",
        "to move with an even number of turns left",
        "to move with an odd number of turns left",
    ),
    weights=(FINE, BEST_WORTH, TO_MOVE_WORTH, WAITING_WORTH, *TEMPO),
    features=features,
    fixed=0,
    parts=GROWTH[ONCE],
)
