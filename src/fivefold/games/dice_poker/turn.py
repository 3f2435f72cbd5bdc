"""Best play within one turn of Dice Poker, exactly.

What keeping some dice is worth is the average over the six faces of what one die more makes it worth, down to the 252
rolls: 462 multisets in all, each reached from one with a die less. What a roll is worth is the best of what ends the
turn with it and of all that can be kept of it, and that best is passed down the same lattice, from fewer dice to more.
So a turn takes some ten thousand operations, once for each roll still to come.
"""

from collections.abc import MutableSequence

from fivefold.contract import Row
from fivefold.games.dice_poker.board import SPACES
from fivefold.games.dice_poker.patterns import (
    BOUNCES,
    DICE,
    FACES,
    FIRST_ROLL,
    FULL_HOUSE,
    KEEP_COUNT,
    KEEP_START,
    KEPT,
    MATCHES,
    MULTISETS,
    NUMBER_OF,
    PATTERNS,
    ROLLS,
    STRAIGHT,
    WITH,
)
from fivefold.games.dice_poker.rules import (
    BOUNCE,
    END_TURN,
    LAST_ROLL,
    MULTISET,
    OPEN_HOUSES,
    OPEN_STRAIGHTS,
    OWNER,
    PATTERN,
    ROLL,
    TO_COVER,
    bouncer,
    can_be_bounced,
    finish_turn,
    legal_moves,
    matches,
)

MAX_FINISHES = TO_COVER + 1
"""A piece placed or removed on every space, and the end without either."""

BEST_ON = 0
"""Where in the scratch each pattern's best open space has its worth,"""
FINISHED = BEST_ON + PATTERNS
"""each roll what ending the turn with it is worth,"""
VALUE = FINISHED + ROLLS
"""each multiset what having it is worth, with more dice to roll or, if it is a roll, to choose,"""
BEST_KEPT = VALUE + FIRST_ROLL + ROLLS
"""and each multiset what the best part of it is worth that can be kept."""
SCRATCH = BEST_KEPT + FIRST_ROLL + ROLLS
IMPOSSIBLE = -1e30

_FOUND = [[pattern for pattern in range(PATTERNS) if mask >> pattern & 1] for mask in MATCHES]
MATCHED = tuple(pattern for patterns in _FOUND for pattern in patterns)
"""For every roll the patterns it matches, one list after another."""
MATCHED_START = tuple(sum(map(len, _FOUND[:roll])) for roll in range(ROLLS + 1))
"""Where they begin in ``MATCHED``, at ``roll - FIRST_ROLL``; one place more for the end of the last list."""
_LESS = [sorted({NUMBER_OF[(*dice[:place], *dice[place + 1 :])] for place in range(len(dice))}) for dice in MULTISETS]
LESS = tuple(multiset for parts in _LESS for multiset in (*parts, *(DICE - len(parts)) * (0,)))
"""The multisets with one die less, at ``5 * multiset``."""
LESS_COUNT = tuple(map(len, _LESS))


def finishes(row: Row, out: Row) -> int:
    """Write every open space, for five of a kind matches any; the bouncers that some roll would give; the plain end.

    After the last roll what is legal.
    """
    if after_last_roll(row):
        return legal_moves(row, out)
    count = 0
    for space in range(SPACES):
        if row[OWNER + space] == 0:
            out[count] = space
            count += 1
    if bouncers_possible(row):
        for space in range(SPACES):
            if can_be_bounced(row, space):
                out[count] = BOUNCE + space
                count += 1
    out[count] = END_TURN
    return count + 1


def finish(row: Row, move: int) -> None:
    """Place, remove or do nothing, whatever the dice show."""
    finish_turn(row, move)


def after_last_roll(row: Row) -> bool:
    """Tell whether all dice of the turn are rolled."""
    return row[ROLL] == LAST_ROLL and row[MULTISET] >= FIRST_ROLL


def bouncers_possible(row: Row) -> bool:
    """Tell whether some roll would give a bouncer."""
    return row[OPEN_HOUSES] == 0 or row[OPEN_STRAIGHTS] == 0


def outlook(
    row: Row, worth: MutableSequence[float], out: MutableSequence[float], scratch: MutableSequence[float]
) -> float:
    """Return what the turn is worth if it is played best; ``worth`` of each of ``finishes``, ``out`` per legal move."""
    if after_last_roll(row):
        return best_at_last(row, worth, out, scratch)
    end = worth[weigh_rolls(row, worth, scratch)]
    for roll in range(ROLLS):
        finished = scratch[FINISHED + roll]
        scratch[VALUE + FIRST_ROLL + roll] = finished if finished > IMPOSSIBLE else end
    average_out(scratch)
    for _ in range(LAST_ROLL - row[ROLL] - int(row[MULTISET] >= FIRST_ROLL)):
        choose_keeps(scratch)
        average_out(scratch)
    if row[MULTISET] < FIRST_ROLL:
        return scratch[VALUE + row[MULTISET]]
    return weigh_moves(row, worth, out, scratch)


def best_at_last(
    row: Row, worth: MutableSequence[float], out: MutableSequence[float], scratch: MutableSequence[float]
) -> float:
    """Pass on the worth of each move that is left after the last roll; return the best."""
    count, best, may_bounce = 0, IMPOSSIBLE + 0.0 * scratch[0], bouncer(row)
    for space in range(SPACES):
        if matches(row, space) or (may_bounce and can_be_bounced(row, space)):
            count += 1
    for index in range(max(1, count)):
        out[index] = worth[index]
        best = max(best, worth[index])
    return best


def weigh_rolls(row: Row, worth: MutableSequence[float], scratch: MutableSequence[float]) -> int:
    """Write to ``FINISHED`` what ending the turn with each roll is worth, ``IMPOSSIBLE`` where nothing matches.

    Return where in ``worth`` the plain end stands.
    """
    for pattern in range(PATTERNS):
        scratch[BEST_ON + pattern] = IMPOSSIBLE
    index = 0
    for space in range(SPACES):
        if row[OWNER + space] == 0:
            place = BEST_ON + row[PATTERN + space]
            scratch[place] = max(scratch[place], worth[index])
            index += 1
    removing = IMPOSSIBLE
    if bouncers_possible(row):
        for space in range(SPACES):
            if can_be_bounced(row, space):
                removing = max(removing, worth[index])
                index += 1
    for roll in range(ROLLS):
        best = IMPOSSIBLE
        for place in range(MATCHED_START[roll], MATCHED_START[roll + 1]):
            best = max(best, scratch[BEST_ON + MATCHED[place]])
        if bounces(row, roll):
            best = max(best, removing)
        scratch[FINISHED + roll] = best
    return index


def bounces(row: Row, roll: int) -> bool:
    """Tell whether a roll, 0 to 251, would give a bouncer."""
    if BOUNCES[roll] == FULL_HOUSE:
        return row[OPEN_HOUSES] == 0
    return BOUNCES[roll] == STRAIGHT and row[OPEN_STRAIGHTS] == 0


def average_out(scratch: MutableSequence[float]) -> None:
    """Work out the value of every multiset that can be kept from that of the rolls."""
    for multiset in range(FIRST_ROLL - 1, -1, -1):
        total = 0.0
        for more in range(FACES * multiset, FACES * multiset + FACES):
            total += scratch[VALUE + WITH[more]]
        scratch[VALUE + multiset] = total / FACES


def choose_keeps(scratch: MutableSequence[float]) -> None:
    """Make the value of every roll that of one before: the best of ending the turn and of all that can be kept."""
    scratch[BEST_KEPT] = scratch[VALUE]
    for multiset in range(1, FIRST_ROLL + ROLLS):
        best = scratch[VALUE + multiset] if multiset < FIRST_ROLL else IMPOSSIBLE
        for place in range(DICE * multiset, DICE * multiset + LESS_COUNT[multiset]):
            best = max(best, scratch[BEST_KEPT + LESS[place]])
        scratch[BEST_KEPT + multiset] = best
    for roll in range(ROLLS):
        kept = scratch[BEST_KEPT + FIRST_ROLL + roll]
        scratch[VALUE + FIRST_ROLL + roll] = max(kept, scratch[FINISHED + roll])


def weigh_moves(
    row: Row, worth: MutableSequence[float], out: MutableSequence[float], scratch: MutableSequence[float]
) -> float:
    """Write what each legal move is worth after the first or second roll; return the best."""
    count, index, best = 0, 0, IMPOSSIBLE
    may_bounce, may_ever = bouncer(row), bouncers_possible(row)
    for space in range(SPACES):
        if row[OWNER + space] == 0:
            if matches(row, space):
                out[count] = worth[index]
                count += 1
            index += 1
    for space in range(SPACES):
        if may_ever and can_be_bounced(row, space):
            if may_bounce:
                out[count] = worth[index]
                count += 1
            index += 1
    roll = row[MULTISET] - FIRST_ROLL
    for place in range(KEEP_START[roll], KEEP_START[roll] + KEEP_COUNT[roll]):
        out[count] = scratch[VALUE + KEPT[place]]
        count += 1
    for move in range(count):
        best = max(best, out[move])
    return best
