"""What a piece does to the lines it stands on, in plain Python for people: runs, what may still become five, names."""

from functools import cache
from typing import Final

from fivefold.contract import Row
from fivefold.games.dice_poker import rules
from fivefold.games.dice_poker.board import DIRECTIONS, NAMES, ROOM, SIDE, STEP
from fivefold.parts.messages import Message
from fivefold.parts.words import COLUMN_LETTERS

WAYS: Final = range(DIRECTIONS // 2)
"""The directions that tell a space's lines apart."""


@cache
def line(space: int, direction: int) -> tuple[int, ...]:
    """Return the spaces of a line through ``space``, in the order of its direction."""
    behind = ROOM[DIRECTIONS * space + direction + DIRECTIONS // 2]
    ahead = ROOM[DIRECTIONS * space + direction]
    return tuple(space + step * STEP[direction] for step in range(-behind, ahead + 1))


@cache
def in_line(space: int, direction: int) -> Message:
    """Return where a line is: ``in row 4``, ``in column d``, ``on the diagonal a9-i1``."""
    if direction == 0:
        return Message("in-row", number=space // SIDE + 1)
    if direction == 1:
        return Message("in-column", letter=COLUMN_LETTERS[space % SIDE])
    first, last = sorted((NAMES[line(space, direction)[0]], NAMES[line(space, direction)[-1]]))
    return Message("on-diagonal", first=first, last=last)


def run(row: Row, space: int, direction: int, seat: int) -> tuple[int, int]:
    """Return how many spaces next to ``space``, ahead and behind it in a direction, are ``seat``'s or free."""
    return rules.extent(row, space, direction, seat), rules.extent(row, space, direction + DIRECTIONS // 2, seat)


def sets_made(row: Row, space: int, direction: int, seat: int) -> int:
    """Return how many sets on one line a piece of ``seat``'s on an open space would complete."""
    ahead, behind = run(row, space, direction, seat)
    return rules.SETS_IN_RUN[ahead + 1 + behind] - rules.SETS_IN_RUN[ahead] - rules.SETS_IN_RUN[behind]


def promise(row: Row, space: int, direction: int, seat: int) -> int:
    """Return how many of five next to each other, ``space`` among them, are ``seat``'s or free besides it, at best.

    Fives that hold another's piece, or one of a set on this line already, do not count; 0 where there are no others.
    """
    spaces = line(space, direction)
    place = spaces.index(space)
    starts = range(max(0, place - 4), min(place, len(spaces) - 5) + 1)
    fives = ([near for near in spaces[start : start + 5] if near != space] for start in starts)
    return max(
        (sum(holds(row, near, seat) for near in five) for five in fives if hopeful(row, five, direction, seat)),
        default=0,
    )


def holds(row: Row, space: int, seat: int) -> bool:
    """Tell whether a space counts for ``seat`` in lines."""
    return row[rules.OWNER + space] == rules.LOCKED or row[rules.OWNER + space] & 3 == 1 + seat


def hopeful(row: Row, spaces: list[int], direction: int, seat: int) -> bool:
    """Tell whether all these spaces are open or ``seat``'s, and none is in a set on this line."""
    return all(
        row[rules.OWNER + space] == 0
        or (holds(row, space, seat) and sum(run(row, space, direction, seat)) + 1 < rules.FIVE)
        for space in spaces
    )
