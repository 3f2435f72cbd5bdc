"""What search wants to know of Focus.

The weights of ``value`` follow a logistic fit of who won to 40,000 positions of 1,200 two-player games between searches
of 1,500 positions a move: a hundred points multiply the odds to win by e. Paired games moved some weights on. Where
three or four play for themselves, to a quota, they follow such a fit of who of them won.
"""

from typing import Final

from fivefold.contract import Fitted, Row
from fivefold.games.focus.board import DISTANCE, SQUARES
from fivefold.games.focus.rules import (
    CAPTURED,
    END,
    EXCHANGE,
    HEIGHT,
    MOST_PLAYERS,
    OPENING_LEFT,
    OUT,
    PIECES,
    PLACING,
    PLAYERS,
    PLAYING,
    QUOTA,
    RESERVE,
    TEAMS,
    TURN,
    WIN,
    WINNER,
    captures,
    counts,
    is_draw,
    is_out,
    rival,
)

POINTS_SCALE = 100.0

WON = 1_000_000
STACK_POINTS = (0, 30, 25, 25, 10, 0)
"""A stack owned, by its height, without what it is made of; high ones are worth attacking."""
SEVERAL_STACK_POINTS = (0, 3, 16, 26, 46, 40)
"""The same, and the second number below, for three or four who play for themselves to a quota: there reach counts."""
RESERVE_POINTS = (95, 60)
"""A reserve piece: it takes any stack of the board."""
FRIENDLY_POINTS = (40, 0)
"""A piece inside one's own stack or a partner's: a stack, or a reserve piece, to be."""
PRISONER_POINTS = (8, 4)
"""A piece inside another's stack."""
TURN_POINTS = 17
"""To be the one to move."""
QUOTA_POINTS = (80, 34)
"""A captured piece where captures win."""
UNBOUNDED = 1_000_000
MASK62 = (1 << 62) - 1
MULTIPLIER = 0x2545F4914F6CDD1D


def value(row: Row, out: Row) -> None:
    """Write what each seat owns on the board and in reserve, the same for partners; at the end who won."""
    if row[END] != PLAYING:
        final_values(row, out)
        return
    several = int(row[PLAYERS] > 2 and row[WIN] == QUOTA and row[TEAMS] == 0)
    for seat in range(row[PLAYERS]):
        out[seat] = RESERVE_POINTS[several] * row[RESERVE + seat]
    out[row[TURN]] += TURN_POINTS
    if row[PLAYERS] == 2:
        add_stacks_of_two(row, out)
    else:
        add_stacks(row, out, several)
    if row[WIN] == QUOTA:
        add_captures(row, out, QUOTA_POINTS[several])
    if row[OUT] != 0:
        leave_out(row, out)
    if row[TEAMS] != 0:
        join_partners(out)


def add_stacks_of_two(row: Row, out: Row) -> None:
    """Do the same as ``add_stacks`` for two players, without looking at each piece."""
    for square in range(SQUARES):
        height, pieces = row[HEIGHT + square], row[PIECES + square]
        if height > 0:
            green = (pieces & 1) + (pieces >> 2 & 1) + (pieces >> 4 & 1) + (pieces >> 6 & 1) + (pieces >> 8 & 1)
            owner = pieces & 1
            own = green if owner == 1 else height - green
            out[owner] += STACK_POINTS[height] + FRIENDLY_POINTS[0] * (own - 1)
            out[1 - owner] += PRISONER_POINTS[0] * (height - own)


def add_stacks(row: Row, out: Row, several: int) -> None:
    """Add to each seat what its stacks are worth, and its pieces in others'."""
    for square in range(SQUARES):
        height = row[HEIGHT + square]
        if height > 0:
            pieces = row[PIECES + square]
            owner = pieces & 3
            out[owner] += SEVERAL_STACK_POINTS[height] if several == 1 else STACK_POINTS[height]
            for _ in range(height - 1):
                pieces >>= 2
                hostile = rival(row, pieces & 3, owner)
                out[pieces & 3] += PRISONER_POINTS[several] if hostile else FRIENDLY_POINTS[several]


def final_values(row: Row, out: Row) -> None:
    """Write a win or a loss for each seat, or 0 for a draw."""
    for seat in range(row[PLAYERS]):
        out[seat] = -WON if rival(row, row[WINNER], seat) else WON
        if is_draw(row):
            out[seat] = 0 if counts(row, seat) else -WON


def add_captures(row: Row, out: Row, each: int) -> None:
    """Add to each seat what its captures are worth."""
    for seat in range(row[PLAYERS]):
        for other in range(row[PLAYERS]):
            if rival(row, seat, other):
                out[seat] += each * captures(row, seat, other)


def leave_out(row: Row, out: Row) -> None:
    """Take from each seat that has dropped out what it owns, and where no partner plays on all hope."""
    for seat in range(row[PLAYERS]):
        if is_out(row, seat):
            out[seat] = 0 if counts(row, seat) else -WON


def join_partners(out: Row) -> None:
    """Give opposite seats the sum of both."""
    for seat in range(2):
        out[seat] += out[seat + 2]
        out[seat + 2] = out[seat]


def merit(row: Row, move: int) -> int:
    """Return 10 (pieces moved + pieces on the target) + change in stacks owned: the ordering of Nijssen (2013)."""
    if move >= EXCHANGE:
        return 0
    seat = row[TURN]
    if move >= PLACING:
        target = move - PLACING
        return 10 * (1 + row[HEIGHT + target]) + gained(row, seat, target)
    source, target, count = move // SQUARES, move % SQUARES, DISTANCE[move]
    kept = row[HEIGHT + source] > count and row[PIECES + source] >> 2 * count & 3 == seat
    return 10 * (count + row[HEIGHT + target]) + gained(row, seat, target) - (0 if kept else 1)


def gained(row: Row, seat: int, target: int) -> int:
    """Return 1 if landing on ``target`` gives ``seat`` a stack it does not own yet."""
    return 0 if row[HEIGHT + target] > 0 and row[PIECES + target] & 3 == seat else 1


def key(row: Row) -> int:
    """Hash the board, the reserves, the turn and, where they win, the captures; not how long nothing has happened."""
    even, odd = row[TURN] + 1, row[OPENING_LEFT] + 1 + (row[OUT] << 2)
    for square in range(0, SQUARES, 2):
        even = ((even ^ (even >> 29)) * MULTIPLIER + (row[PIECES + square] << 3 | row[HEIGHT + square])) & MASK62
        odd = ((odd ^ (odd >> 31)) * MULTIPLIER + (row[PIECES + square + 1] << 3 | row[HEIGHT + square + 1])) & MASK62
    for seat in range(row[PLAYERS]):
        even = ((even ^ (even >> 29)) * MULTIPLIER + row[RESERVE + seat]) & MASK62
        if row[WIN] == QUOTA:
            for other in range(row[PLAYERS]):
                odd = ((odd ^ (odd >> 31)) * MULTIPLIER + row[CAPTURED + MOST_PLAYERS * seat + other]) & MASK62
    mixed = ((even ^ (odd >> 17)) * MULTIPLIER + odd) & MASK62
    return mixed ^ (mixed >> 31)


def side(row: Row, seat: int) -> int:
    """Return the side a seat is on: partners sit opposite."""
    return seat & 1 if row[TEAMS] != 0 else seat


def give_turn(row: Row, seat: int) -> None:
    """Let it be ``seat``'s turn."""
    row[TURN] = seat


def is_short(row: Row) -> bool:
    """Tell whether a quota of captures wins; to the last nearly all games between good searches are draws."""
    return row[WIN] == QUOTA


# --- the same estimate as weighted features, for fivefold fit --------------------------------------------------------

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
    weights=(
        *STACK_POINTS[1:],
        RESERVE_POINTS[0],
        FRIENDLY_POINTS[0],
        PRISONER_POINTS[0],
        TURN_POINTS,
        QUOTA_POINTS[0],
    ),
    features=features,
)
