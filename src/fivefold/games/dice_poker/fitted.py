"""The part of ``evaluation.value`` that adds up weighted features, for ``fivefold fit``.

What a space costs goes into the features themselves, by way of powers of e: those costs are no weights of a sum, and
``fivefold fit`` leaves them as they are.
"""

import math
from typing import Final

from fivefold.contract import Fitted, Row
from fivefold.games.dice_poker.evaluation import (
    CROWD_CALM,
    HOPEFUL,
    LAST_HOPE,
    LAST_HOPES,
    LAST_SET_MORE,
    LAST_SET_POINTS,
    LINES,
    TURN_POINTS,
    TWO_SETS_POINTS,
    hope_of_line,
)
from fivefold.games.dice_poker.rules import OPEN_HOUSES, OPEN_STRAIGHTS, SETS, TO_WIN, TURN, seats_in

PARTS: Final = 10_000


def features(row: Row, seat: int, out: Row) -> None:
    """Write the powers of e of a seat's hope with one set missing and with two, whether one is, whose turn it is."""
    bouncing = row[OPEN_HOUSES] == 0 or row[OPEN_STRAIGHTS] == 0
    hopes = [hope_of_line(row, seat, line, bouncing) / HOPEFUL for line in range(LINES)]
    pairs = (sum(hopes) ** 2 - sum(hope * hope for hope in hopes)) / 2
    last, calm = row[TO_WIN] - row[SETS + seat] < 2, 1.0 if seats_in(row) == 2 else CROWD_CALM
    out[0] = round(PARTS * calm * math.log(sum(hopes) + LAST_HOPE)) if last else 0
    out[1] = round(PARTS * calm) if last else 0
    out[2] = 0 if last else round(PARTS * calm * math.log(pairs + LAST_HOPES))
    out[3] = round(PARTS * calm) if row[TURN] == seat else 0


FITTED: Final = Fitted(
    names=("hope, one set missing", "one set missing", "hope in pairs of lines, two sets missing", "the turn"),
    weights=(LAST_SET_POINTS, LAST_SET_MORE, TWO_SETS_POINTS, TURN_POINTS),
    features=features,
    parts=PARTS,
)
