"""The estimate of ``evaluation.value`` as weighted features, for ``fivefold fit``."""

from typing import Final

from fivefold.contract import Fitted, Row
from fivefold.games.focus.board import SQUARES
from fivefold.games.focus.evaluation import (
    FRIENDLY_POINTS,
    PRISONER_POINTS,
    QUOTA_POINTS,
    RESERVE_POINTS,
    STACK_POINTS,
    TURN_POINTS,
)
from fivefold.games.focus.rules import HEIGHT, PIECES, PLAYERS, QUOTA, RESERVE, TEAMS, TURN, WIN, captures, rival

HIGHEST: Final = len(STACK_POINTS) - 1
RESERVES, FRIENDLY, PRISONERS, TO_MOVE, CAPTURES, FEATURES = range(HIGHEST, HIGHEST + 6)
"""Features after the stacks, which come by height from 1."""


def features(row: Row, seat: int, out: Row) -> None:
    """Write what a seat, with its partner if it has one, owns on the board and in reserve, and its captures."""
    for feature in range(FEATURES):
        out[feature] = 0
    add(row, seat, out)
    if row[TEAMS] != 0:
        add(row, (seat + 2) % 4, out)


def add(row: Row, seat: int, out: Row) -> None:
    """Add what one seat has."""
    out[RESERVES] += row[RESERVE + seat]
    out[TO_MOVE] += int(seat == row[TURN])
    for square in range(SQUARES):
        height = row[HEIGHT + square]
        pieces = row[PIECES + square]
        owner = pieces & 3
        if height > 0 and owner == seat:
            out[height - 1] += 1
        for _ in range(height - 1):
            pieces >>= 2
            if pieces & 3 == seat:
                out[PRISONERS if rival(row, seat, owner) else FRIENDLY] += 1
    if row[WIN] == QUOTA:
        for other in range(row[PLAYERS]):
            if rival(row, seat, other):
                out[CAPTURES] += captures(row, seat, other)


FITTED: Final = Fitted(
    names=(
        *(f"a stack of {height}" for height in range(1, HIGHEST + 1)),
        "a piece in reserve",
        "a piece in one's own stack or a partner's",
        "a piece in another's stack",
        "to move",
        "a captured piece, by quota",
    ),
    weights=(*STACK_POINTS[1:], RESERVE_POINTS, FRIENDLY_POINTS, PRISONER_POINTS, TURN_POINTS, QUOTA_POINTS),
    features=features,
)
