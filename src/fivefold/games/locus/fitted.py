"""The estimate of ``evaluation.value`` as weighted features, for ``fivefold fit``."""

from typing import Final

from fivefold.contract import Fitted, Row
from fivefold.games.locus.evaluation import BONUS_WORTH, FINE, INITIATIVE, ODD_TURN, free_bonus
from fivefold.games.locus.rules import CELLS, CHIP, DEAD, LEFT, SCORE, TURN


def features(row: Row, seat: int, out: Row) -> None:
    """Write a seat's points, its possible bonus points on free cards, and for the mover the turns to come."""
    out[0] = row[SCORE + seat]
    out[1] = 0
    for cell in range(row[CELLS]):
        if row[CHIP + cell] == seat + 1 and row[DEAD + cell] == 0:
            out[1] += free_bonus(row, cell)
    out[2] = row[LEFT] if seat == row[TURN] else 0
    out[3] = out[2] & 1


FITTED: Final = Fitted(
    names=("a point", "a possible bonus point", "to move, for every free card", "one turn more to come"),
    weights=(FINE, BONUS_WORTH, INITIATIVE, ODD_TURN),
    features=features,
    fixed=0,
)
