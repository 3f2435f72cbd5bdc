"""What search wants to know of Focus.

``value`` adds up what each seat has: every stack by its square and by whose pieces lie in it, reserve and captured
pieces by how many there are, and the turn. The weights lie in a table and are learnt by ``fivefold train``: a hundred
points multiply the odds to win by e.
"""

from pathlib import Path
from typing import Final

from fivefold.contract import UNTOLD, Fitted, Row
from fivefold.games.focus.board import DISTANCE, NAMES, PLACE, PLACES, SQUARES, TALLEST
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
    QUIET,
    QUOTA,
    QUOTA_EACH,
    RESERVE,
    STACKS,
    TEAMS,
    TURN,
    WIN,
    WINNER,
    captures,
    counts,
    is_draw,
    is_out,
    patience,
    rival,
)
from fivefold.parts.stored_table import StoredTable

POINTS_SCALE = 100.0
WON = 1_000_000
"""Beyond what any sum of weights comes to."""

SHAPES = (1 << TALLEST) - 1
"""Stacks that differ in height or in which of their pieces belong to rivals of the owner."""
PLACED = SHAPES
"""Features of a seat: how many stacks of each shape it owns; at ``PLACED + PLACES * (height - 1) + place`` how many of
such a height on such a square;"""
RESERVES = PLACED + PLACES * TALLEST
"""whether it has a first piece in reserve, a second, a third, and how many more;"""
CAPTURES = RESERVES + 4
"""the same of captured pieces, to the sixth, where captures win;"""
PRISONERS, TO_MOVE, FEATURES = range(CAPTURES + 6, CAPTURES + 9)
"""where more than two play, how many of its pieces lie in rivals' stacks; and whether it is to move."""
WEIGHTS: Final = StoredTable(Path(__file__).parent / "data", "value")
"""At ``FEATURES * phase + feature``."""
MASK62 = (1 << 62) - 1
MULTIPLIER = 0x2545F4914F6CDD1D


def phase(row: Row) -> int:
    """Return which weights count: 0 and 1 for two to the last and to a quota; 3 for three or four who play for
    themselves to a quota, where reach counts; else 2.
    """
    if row[PLAYERS] == 2:
        return row[WIN]
    return 3 if row[WIN] == QUOTA and row[TEAMS] == 0 else 2


def _shape(code: int) -> int:
    height = max(1, code.bit_length() - 1 >> 1)
    hostile = [(code >> 2 * place ^ code) & 1 for place in range(1, height)]
    return (1 << height >> 1) - 1 + sum(bit << place for place, bit in enumerate(hostile))


SHAPE = tuple(_shape(code) for code in range(1 << 2 * TALLEST + 1))
"""A stack's shape between two players at ``1 << 2 * height | pieces``."""


def value(row: Row, out: Row) -> None:
    """Write what each seat owns on the board and in reserve, the same for partners; at the end who won."""
    if row[END] != PLAYING:
        final_values(row, out)
        return
    weights = FEATURES * phase(row)
    for seat in range(row[PLAYERS]):
        out[seat] = steps(weights + RESERVES, row[RESERVE + seat], CAPTURES - RESERVES)
    out[row[TURN]] += WEIGHTS[weights + TO_MOVE]
    for square in range(SQUARES):
        height, pieces = row[HEIGHT + square], row[PIECES + square]
        if height > 0:
            shape = SHAPE[1 << 2 * height | pieces] if row[PLAYERS] == 2 else shape_among(row, pieces, height)
            out[pieces & 3] += stack_worth(weights, square, height, shape)
            if row[PLAYERS] > 2:
                add_prisoners(row, out, pieces, height, WEIGHTS[weights + PRISONERS])
    if row[WIN] == QUOTA:
        add_captures(row, out, weights + CAPTURES)
    if row[OUT] != 0:
        leave_out(row, out)
    if row[TEAMS] != 0:
        join_partners(out)


def stack_worth(weights: int, square: int, height: int, shape: int) -> int:
    """Return what a stack is worth to its owner."""
    return WEIGHTS[weights + shape] + WEIGHTS[weights + PLACED + PLACES * (height - 1) + PLACE[square]]


def steps(weights: int, count: int, different: int) -> int:
    """Return what so many pieces are worth: each of the first its own weight, all beyond ``different`` the last's."""
    total = 0
    for step in range(count):
        total += WEIGHTS[weights + min(step, different - 1)]
    return total


def shape_among(row: Row, pieces: int, height: int) -> int:
    """Return a stack's shape where partners' pieces are no rivals'."""
    hostile = 0
    for place in range(1, height):
        hostile |= int(rival(row, pieces >> 2 * place & 3, pieces & 3)) << (place - 1)
    return (1 << height >> 1) - 1 + hostile


def add_prisoners(row: Row, out: Row, pieces: int, height: int, each: int) -> None:
    """Add to each seat what its pieces in a rival's stack are worth."""
    for place in range(1, height):
        seat = pieces >> 2 * place & 3
        if rival(row, seat, pieces & 3):
            out[seat] += each


def final_values(row: Row, out: Row) -> None:
    """Write a win or a loss for each seat, or 0 for a draw."""
    for seat in range(row[PLAYERS]):
        out[seat] = -WON if rival(row, row[WINNER], seat) else WON
        if is_draw(row):
            out[seat] = 0 if counts(row, seat) else -WON


def add_captures(row: Row, out: Row, weights: int) -> None:
    """Add to each seat what its captures are worth, those from each rival by themselves."""
    for seat in range(row[PLAYERS]):
        for other in range(row[PLAYERS]):
            if rival(row, seat, other):
                out[seat] += steps(weights, captures(row, seat, other), PRISONERS - CAPTURES)


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


# --- what a move of two changes --------------------------------------------------------------------------------------


def gain(row: Row, move: int) -> int:
    """Return by how much a move changes the lead of who makes it; ``UNTOLD`` for one that may end the game."""
    seat, weights, reserve = row[TURN], FEATURES * phase(row), 0
    if move >= EXCHANGE or row[PLAYERS] > 2 or may_be_last(row, 1 - seat):
        return UNTOLD
    lead = -2 * WEIGHTS[weights + TO_MOVE]
    if move >= PLACING:
        target, carried, count, reserve = move - PLACING, seat, 1, row[RESERVE + seat] - 1
        lead -= WEIGHTS[weights + RESERVES + min(reserve, CAPTURES - RESERVES - 1)]
    else:
        source, target, count, reserve = move // SQUARES, move % SQUARES, DISTANCE[move], row[RESERVE + seat]
        pieces, height = row[PIECES + source], row[HEIGHT + source]
        carried = pieces & ((1 << 2 * count) - 1)
        lead += worth(weights, seat, source, pieces >> 2 * count, height - count)
        lead -= worth(weights, seat, source, pieces, height)
    pieces, height = row[PIECES + target], row[HEIGHT + target]
    lead -= worth(weights, seat, target, pieces, height)
    pieces, height, captured = pieces << 2 * count | carried, height + count, captures(row, seat, 1 - seat)
    while height > TALLEST:
        height -= 1
        if pieces >> 2 * height & 1 == seat:
            lead += WEIGHTS[weights + RESERVES + min(reserve, CAPTURES - RESERVES - 1)]
            reserve += 1
        elif row[WIN] == QUOTA:
            lead += WEIGHTS[weights + CAPTURES + captured]
            captured += 1
            if captured >= QUOTA_EACH[0]:
                return UNTOLD
    return lead + worth(weights, seat, target, pieces & ((1 << 2 * height) - 1), height)


def may_be_last(row: Row, other: int) -> bool:
    """Tell whether a move may leave the other player without a stack, or patience without a turn."""
    return (row[STACKS + other] <= 1 and row[RESERVE + other] == 0) or row[QUIET] + 1 >= patience(row) > 0


def worth(weights: int, seat: int, square: int, pieces: int, height: int) -> int:
    """Return what a square is worth to a seat, or to the other with a minus."""
    if height == 0:
        return 0
    points = stack_worth(weights, square, height, SHAPE[1 << 2 * height | pieces])
    return points if pieces & 1 == seat else -points


# --- in which order moves are looked at ------------------------------------------------------------------------------
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


# --- the same estimate as weighted features, for fivefold train ------------------------------------------------------


def features(row: Row, seat: int, out: Row) -> None:
    """Write what a seat, with its partner if it has one, owns on the board and in reserve, and its captures."""
    for feature in range(FEATURES):
        out[feature] = 0
    add(row, seat, out)
    if row[TEAMS] != 0:
        add(row, (seat + 2) % 4, out)


def add(row: Row, seat: int, out: Row) -> None:
    """Add what one seat has."""
    add_steps(out, RESERVES, row[RESERVE + seat], CAPTURES - RESERVES)
    out[TO_MOVE] += int(seat == row[TURN])
    for square in range(SQUARES):
        height, pieces = row[HEIGHT + square], row[PIECES + square]
        owner = pieces & 3
        if height > 0 and owner == seat:
            out[shape_among(row, pieces, height)] += 1
            out[PLACED + PLACES * (height - 1) + PLACE[square]] += 1
        elif height > 0 and row[PLAYERS] > 2 and rival(row, seat, owner):
            out[PRISONERS] += sum(pieces >> 2 * place & 3 == seat for place in range(1, height))
    if row[WIN] == QUOTA:
        for other in range(row[PLAYERS]):
            if rival(row, seat, other):
                add_steps(out, CAPTURES, captures(row, seat, other), PRISONERS - CAPTURES)


def add_steps(out: Row, feature: int, count: int, different: int) -> None:
    """Add so many pieces, one after another, to the features from this one on."""
    for step in range(count):
        out[feature + min(step, different - 1)] += 1


def _names() -> list[str]:
    bits = [(height, bits) for height in range(1, TALLEST + 1) for bits in range(1 << height >> 1)]
    shapes = ["o" + "".join("x" if bits >> place & 1 else "o" for place in range(height - 1)) for height, bits in bits]
    squares = [NAMES[PLACE.index(place)] for place in range(PLACES)]
    return shapes + [f"{height} on {square}" for height in range(1, TALLEST + 1) for square in squares]


ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
FITTED: Final = Fitted(
    names=(
        *_names(),
        *(f"a {which} piece in reserve" for which in ORDINALS[: CAPTURES - RESERVES]),
        *(f"a {which} captured piece, by quota" for which in ORDINALS),
        "a piece in a rival's stack, of three or four",
        "to move",
    ),
    weights=WEIGHTS,
    features=features,
    phase=phase,
    set_ups=({"win": "last"}, {"win": "quota"}),
)
"""Stacks are told from the top, ``o`` for the owner's side's pieces and ``x`` for rivals'. A square stands for all that
turns and reflections of the board make of it."""
