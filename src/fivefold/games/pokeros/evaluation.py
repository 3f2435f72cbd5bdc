"""What search wants to know of Pokeros.

A point of the game is a hundred here at the start, and more the fewer cards are left: what is still to come spreads
less, so that the same lead is a better chance to win. The weights of ``value`` are a least-squares fit of what was
still to be won to 86,000 positions of 2,000 games of players that look one placement ahead with an earlier fit; the
growth and the scale follow the spread of that.
"""

from typing import Final

from fivefold.contract import Fitted, Row
from fivefold.games.pokeros.rules import (
    CARDS_A_TURN,
    CELLS,
    COUNT,
    HELD,
    HELD_COUNT,
    MOST_HELD,
    OPEN,
    OPEN_COUNT,
    PACK,
    PLACED,
    SCORE,
    TURN,
    TURN_PLACED,
    card_on,
    gain,
    gain_at,
)
from fivefold.games.pokeros.scoring import CARDS

FINE = 100
"""Units of ``value`` to a point at the start."""
POINTS_SCALE = 900.0

BEST_WORTH = 70
"""What it is worth to be to move, for every point that the best of one's placements scores."""
TO_MOVE_WORTH = 8
WAITING_WORTH = 20
"""What each seat's cards are worth, for every point of all their placements together: the more there are, the less
the other can spoil, which whoever waits has to fear most."""
TEMPO = (-160, 80)
"""What else it is worth to be to move, by the parity of the turns left: with an odd number the mover has the last."""
GROWTH = tuple([64 * 56 // (left + 5) for left in range(CARDS + 1)])
"""By how many cards are left to place: how much more a lead counts than at the start, 64 being once."""

MASK62 = (1 << 62) - 1
MULTIPLIER = 0x2545F4914F6CDD1D


def value(row: Row, out: Row) -> None:
    """Write each seat's points and what its cards promise, as far as they are known."""
    mover, left = row[TURN], row[PACK] + row[HELD_COUNT] + row[HELD_COUNT + 1]
    out[mover] = FINE * row[SCORE + mover]
    out[1 - mover] = FINE * row[SCORE + 1 - mover] + promise(row, 1 - mover, 0, WAITING_WORTH)
    if row[OPEN_COUNT] > 0 and left > 0:
        tempo = TEMPO[turns_left(row, left) & 1] if row[PACK] > 0 else 0
        out[mover] += promise(row, mover, BEST_WORTH, TO_MOVE_WORTH) + tempo
    for seat in range(2):
        out[seat] = out[seat] * GROWTH[left] >> 6


def turns_left(row: Row, left: int) -> int:
    """Return how many turns there still are with ``left`` cards to place, the one begun counted."""
    return (left + row[TURN_PLACED] + row[CARDS_A_TURN] - 1) // row[CARDS_A_TURN]


def promise(row: Row, seat: int, best_worth: int, worth: int) -> int:
    """Return what the placements of the cards that ``seat`` holds would score now: the best, and all together."""
    best = total = 0
    first = HELD + MOST_HELD * seat
    for slot in range(first, first + row[HELD_COUNT + seat]):
        if row[slot] >= 0:
            for place in range(OPEN, OPEN + row[OPEN_COUNT]):
                points = gain_at(row, row[slot], row[place])
                best = max(best, points)
                total += points
    return best_worth * best + worth * total


def banked(row: Row) -> int:
    """Return 0: no lead counts the same now and later."""
    return 0 * row[TURN]


def merit(row: Row, move: int) -> int:
    """Return what the placement scores."""
    return FINE * gain(row, move)


def key(row: Row) -> int:
    """Hash the options, the points, whose turn it is, the held cards, and the table whatever order it came in."""
    mixed = table = 0
    for place in range(PLACED):
        mixed = stirred(mixed, row[place] + 3)
    for index in range(row[COUNT]):
        cell = row[PLACED + index]
        table = (table + stirred(1, CELLS * card_on(row, cell) + cell)) & MASK62
    return stirred(mixed, table)


def stirred(mixed: int, number: int) -> int:
    """Return 62 bits that change with each of two numbers."""
    mixed = ((mixed ^ (mixed >> 29)) * MULTIPLIER + number) & MASK62
    mixed = ((mixed ^ (mixed >> 31)) * MULTIPLIER) & MASK62
    return mixed ^ (mixed >> 29)


def remaining(row: Row) -> int:
    """Return how many deals and placements there can still be."""
    return 2 * row[PACK] + row[HELD_COUNT] + row[HELD_COUNT + 1]


# --- the same estimate as weighted features, for fivefold fit --------------------------------------------------------

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
