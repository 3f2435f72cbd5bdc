"""Lines of Dice Poker, in plain Python for people: names, runs, what may become five, who can still win."""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import groupby
from typing import Final, NamedTuple

from fivefold.contract import Row
from fivefold.games.dice_poker import rules
from fivefold.games.dice_poker.board import DIRECTIONS, NAMES, ROOM, SIDE, SPACES, STEP
from fivefold.games.dice_poker.names import SEATS, names
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


# --- lines that come close to a set ----------------------------------------------------------------------------------

FEWEST: Final = 3
"""Pieces of five from which on a line is told of."""


class Threat(NamedTuple):
    """Fives on one line of which a seat holds equally many, the free space among them."""

    seat: int
    held: tuple[int, ...]
    """Its spaces, in the order of the line."""
    missing: tuple[int, ...]
    """The open spaces, each of which would bring it on: with four held each completes a set."""
    direction: int

    @property
    def completes(self) -> bool:
        """Whether one more piece is a set."""
        return len(self.missing) > 0 and self.most == rules.FIVE - 1

    @property
    def most(self) -> int:
        """How many of five are held: three or four."""
        return rules.FIVE - 1 if len(self.held) >= rules.FIVE - 1 else FEWEST


@cache
def lines() -> tuple[tuple[tuple[int, ...], int], ...]:
    """Return the spaces and the direction of each line on which there is room for a set."""
    return tuple(
        (found, direction)
        for direction in WAYS
        for space in range(SPACES)
        if (found := line(space, direction))[0] == space and len(found) >= rules.FIVE
    )


def threats(row: Row) -> tuple[Threat, ...]:
    """Return what every seat threatens, the first seat's first, fours before threes."""
    return _threats(tuple(row[rules.OWNER : rules.PATTERN]), row[rules.PLAYERS])


@lru_cache(maxsize=64)
def _threats(owners: tuple[int, ...], players: int) -> tuple[Threat, ...]:
    found = [
        threat
        for seat in range(players)
        for spaces, direction in lines()
        for threat in on_line(owners, spaces, direction, seat)
    ]
    return tuple(sorted(found, key=lambda threat: (threat.seat, -threat.most)))


def on_line(owners: Sequence[int], spaces: tuple[int, ...], direction: int, seat: int) -> Iterator[Threat]:
    """Yield what a seat threatens on one line: its fours, or where it has none its threes."""
    mine = [owners[space] == rules.LOCKED or owners[space] & 3 == 1 + seat for space in spaces]
    if sum(mine) < FEWEST:
        return
    fives = [range(start, start + rules.FIVE) for start in range(len(spaces) - rules.FIVE + 1)]
    hopeful = [five for five in fives if all(mine[place] or owners[spaces[place]] == 0 for place in five)]
    counts = [(sum(mine[place] for place in five), five) for five in hopeful]
    most = max((count for count, _ in counts if count < rules.FIVE), default=0)
    if most < FEWEST or any(count == rules.FIVE for count, _ in counts):
        return
    groups: dict[tuple[int, ...], set[int]] = {}
    for count, five in counts:
        if count == most:
            held = tuple(spaces[place] for place in five if mine[place])
            groups.setdefault(held, set()).update(spaces[place] for place in five if not mine[place])
    for held, missing in groups.items():
        yield Threat(seat, held, tuple(sorted(missing)), direction)


def wanted(row: Row) -> dict[int, tuple[int, ...]]:
    """Return the open spaces that would complete a set, each with the seats it would complete one for."""
    found: dict[int, list[int]] = {}
    for threat in threats(row):
        for space in threat.missing if threat.completes else ():
            if threat.seat not in found.setdefault(space, []):
                found[space].append(threat.seat)
    return {space: tuple(seats) for space, seats in found.items()}


def told(row: Row) -> tuple[Message, ...]:
    """Return what is threatened, a sentence each: ``Azure has four of five in row 4, g4 is missing``."""
    return tuple(
        [
            Message(
                "threat-four" if threat.completes else "threat-three",
                who=SEATS[threat.seat],
                line=in_line(threat.held[0], threat.direction),
                spaces=names(threat.missing),
            )
            for threat in threats(row)
        ]
    )


# --- who can still win -----------------------------------------------------------------------------------------------


def can_win(row: Row, seat: int) -> bool:
    """Return whether a seat could get as many sets as anybody has, and more than somebody.

    To win is to complete the sets, which nobody else has, or to have most of them, perhaps not alone, in the end.
    """
    if rules.is_out(row, seat):
        return False
    rivals = [other for other in range(row[rules.PLAYERS]) if other != seat and not rules.is_out(row, other)]
    others = [row[rules.SETS + other] for other in rivals]
    most = most_sets(row, seat)
    return most >= max(others) and most > min(others)


def most_sets(row: Row, seat: int) -> int:
    """Return how many sets a seat would have with a piece on every space but those that are others' for good."""
    return sum(
        rules.SETS_IN_RUN[len(list(run))]
        for spaces in all_lines()
        for open_to_it, run in groupby(spaces, key=lambda space: within_reach(row, space, seat))
        if open_to_it
    )


def within_reach(row: Row, space: int, seat: int) -> bool:
    """Tell whether a space counts for a seat or may yet: it is free, open, its own, or a piece there can be bounced."""
    owner = row[rules.OWNER + space]
    return owner < rules.LOCKED or owner & 3 in {0, 1 + seat}


@cache
def all_lines() -> tuple[tuple[int, ...], ...]:
    """Return every row, column and diagonal of the board, each once."""
    return tuple(dict.fromkeys(line(space, way) for space in range(SPACES) for way in WAYS))
