"""What search wants to know of Dice Poker: how near each seat is to its sets.

The *hope* of five spaces in a line is e to the minus what they still *cost*: an amount for the pattern of each open
space and for how many there are. Rivals' pieces end it. A line's hope is the sum over its fives. A seat that needs one
more set is as strong as the sum over its lines, one that needs two as the sum over pairs of lines.

The numbers are a logistic fit of who won to 38,000 positions of 4,000 games between players who looked one turn ahead
with the numbers of an earlier fit, one turn in twenty made at random: for two and three, for one set and two, on the
classic board and on shuffled ones. A hundred points multiply the odds to win by e.
"""

import math
from typing import Final

from fivefold.contract import Fitted, Row
from fivefold.games.dice_poker.board import DIRECTIONS, ROOM, SPACES, STEP
from fivefold.games.dice_poker.rules import (
    BOUNCE,
    END,
    END_TURN,
    LOCKED,
    MULTISET,
    OPEN_HOUSES,
    OPEN_STRAIGHTS,
    OUT,
    OWNER,
    PATTERN,
    PLAYERS,
    PLAYING,
    ROLL,
    SETS,
    SETS_COMPLETE,
    TO_WIN,
    TURN,
    WINNER,
    extent,
    is_out,
    leads,
    most_sets,
    new_sets,
    seats_in,
)

POINTS_SCALE = 100.0

FINE = 64
"""Units of a cost to a power of e."""
KIND_COST = (122, 125, 192, 143, 126, 138, 205, 169)
"""What an open space costs by its kind: pair, three, four of a number, two pairs, full house, straight, lucky 7, 11."""
MISSING_COST = (0, 78, 45, 4, 0, 4, 0, 61, 41, 4, 0, 4)
"""What five spaces cost besides, by how many are missing; from ``WITH_TURN`` on for the seat whose turn it is."""
WITH_TURN = 6
CROWD_COST = 4
"""What each missing space costs besides where there are two rivals who may take it."""
EXPOSED_COST = 11
"""While bouncers are possible: what an own piece costs that can be bounced,"""
RIVAL_COST = 369
"""and a rival's."""
LAST_SET_POINTS, LAST_SET_MORE = 97.5, 156.0
"""Points for every power of e of hope where one set is missing, and for being so far;"""
TWO_SETS_POINTS = 38.6
"""points for every power of e of hope, in pairs of lines, where two are."""
TURN_POINTS = 13.5
"""Points for having the turn."""
CROWD_CALM = 0.82
"""All points are so much less with two rivals: more is still to happen."""
LAST_HOPE, LAST_HOPES = 0.005, 0.0000155
"""Hope, and hope in pairs of lines, that nobody is ever without."""

HOPEFUL = 10_000_000
"""Hope of five spaces that cost nothing."""
WON = 1_000_000
UNBOUNDED = 1_000_000
MASK62 = (1 << 62) - 1
MULTIPLIER = 0x2545F4914F6CDD1D
SET_MERIT, RUN_MERIT, BOUNCE_MERIT = 300, 30, 15

_KINDS = (*(6 * (0,)), *(6 * (1,)), *(6 * (2,)), *(15 * (3,)), 4, 5, 6, 7)
COST = tuple(KIND_COST[kind] for kind in _KINDS)
"""What an open space costs, by its pattern."""
ONE_MISSING = 1 << 12
"""What is added to the price of a space for being missing."""
HOPE = tuple(
    round(HOPEFUL * math.exp(-cost / FINE))
    for cost in range(5 * (max(*COST, RIVAL_COST) + CROWD_COST) + max(MISSING_COST) + 1)
)
"""The hope of five spaces by what they cost in all."""

# Every line with room for five, by its direction and where it begins.
_LINES = [
    [space + step * STEP[way] for step in range(ROOM[DIRECTIONS * space + way] + 1)]
    for way in range(DIRECTIONS // 2)
    for space in range(SPACES)
    if ROOM[DIRECTIONS * space + way] >= 4 and ROOM[DIRECTIONS * space + way + DIRECTIONS // 2] == 0
]
LINES = len(_LINES)
LINE = tuple(space for line in _LINES for space in line)
"""The spaces of all lines, one line after another."""
LINE_START = tuple(sum(map(len, _LINES[:line])) for line in range(LINES + 1))
"""Where each line begins in ``LINE``, and at last where all end."""


def value(row: Row, out: Row) -> None:
    """Write each seat's strength, in hundredths of a power of e of its odds; at the end who won."""
    if row[END] != PLAYING:
        final_values(row, out)
        return
    for seat in range(row[PLAYERS]):
        points = strength(row, seat) + (TURN_POINTS if seat == row[TURN] else 0.0)
        out[seat] = -WON if is_out(row, seat) else int(points if seats_in(row) == 2 else points * CROWD_CALM)


def final_values(row: Row, out: Row) -> None:
    """Write a win or a loss for each seat, in between for a first place shared."""
    most, sharing = most_sets(row), 0
    for seat in range(row[PLAYERS]):
        sharing += int(leads(row, seat, most))
    for seat in range(row[PLAYERS]):
        if row[END] == SETS_COMPLETE:
            out[seat] = WON if seat == row[WINNER] else -WON
        else:
            out[seat] = 2 * WON // sharing - WON if leads(row, seat, most) else -WON


def strength(row: Row, seat: int) -> float:
    """Return the points for what a seat may hope for."""
    lines, squares = 0.0, 0.0
    bouncing = row[OPEN_HOUSES] == 0 or row[OPEN_STRAIGHTS] == 0
    for line in range(LINES):
        hope = hope_of_line(row, seat, line, bouncing) / HOPEFUL
        lines += hope
        squares += hope * hope
    if row[TO_WIN] - row[SETS + seat] < 2:
        return LAST_SET_MORE + LAST_SET_POINTS * math.log(lines + LAST_HOPE)
    return TWO_SETS_POINTS * math.log((lines * lines - squares) / 2 + LAST_HOPES)


def hope_of_line(row: Row, seat: int, line: int, bouncing: bool) -> int:
    """Return a seat's hope for a set on a line, none where it has one already."""
    hope, length, total = 0, 0, 0
    extra, crowd = WITH_TURN if row[TURN] == seat else 0, CROWD_COST if seats_in(row) > 2 else 0
    for place in range(LINE_START[line], LINE_START[line + 1]):
        price = price_of(row, LINE[place], seat, bouncing)
        length += 1
        total += price
        if price < 0:
            length, total = 0, 0
        elif length > 5:
            total -= price_of(row, LINE[place - 5], seat, bouncing)
        if length >= 5:
            missing = total // ONE_MISSING
            if missing == 0:
                return 0
            hope += HOPE[total % ONE_MISSING + MISSING_COST[extra + missing] + crowd * missing]
    return hope


def price_of(row: Row, space: int, seat: int, bouncing: bool) -> int:
    """Return what a space costs a seat, and ``ONE_MISSING`` more if it is not the seat's yet; -1: it cannot be had."""
    owner = row[OWNER + space]
    if owner == 0:
        return ONE_MISSING + COST[row[PATTERN + space]]
    if owner & 3 == 1 + seat:
        return EXPOSED_COST if bouncing and owner < LOCKED else 0
    if owner == LOCKED:
        return 0
    return ONE_MISSING + RIVAL_COST if bouncing and owner < LOCKED else -1


def merit(row: Row, move: int) -> int:
    """Return the sets a piece completes and the longest run it makes, or the longest run a bouncer breaks."""
    if move >= END_TURN:
        return 0
    if move >= BOUNCE:
        return BOUNCE_MERIT * longest_run(row, move - BOUNCE, (row[OWNER + move - BOUNCE] & 3) - 1)
    return SET_MERIT * new_sets(row, move, row[TURN]) + RUN_MERIT * longest_run(row, move, row[TURN])


def longest_run(row: Row, space: int, seat: int) -> int:
    """Return how long the longest run through a space is, the space counted as ``seat``'s."""
    longest = 0
    for way in range(DIRECTIONS // 2):
        ahead, behind = extent(row, space, way, seat), extent(row, space, way + DIRECTIONS // 2, seat)
        longest = max(longest, ahead + 1 + behind)
    return longest


def key(row: Row) -> int:
    """Hash the pieces, the dice and the turn; the patterns stay where they are, and sets follow from the pieces."""
    mixed = (row[MULTISET] * 4 + row[ROLL]) * 4 + row[TURN] + 1 + (row[OUT] << 20)
    for start in range(0, SPACES, 9):
        packed = 0
        for space in range(start, start + 9):
            packed = packed << 3 | row[OWNER + space]
        mixed = ((mixed ^ (mixed >> 29)) * MULTIPLIER + packed) & MASK62
    return mixed ^ (mixed >> 31)


# --- the same estimate as weighted features, for fivefold fit --------------------------------------------------------

# What a space costs goes into the features themselves, by way of powers of e: those costs are no weights of a sum, and
# ``fivefold fit`` leaves them as they are.
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
