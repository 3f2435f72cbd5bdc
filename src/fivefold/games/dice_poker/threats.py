"""Lines of Dice Poker that come close to a set: three or four of five next to each other, the others open."""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

from fivefold.contract import Row
from fivefold.games.dice_poker import rules
from fivefold.games.dice_poker.board import SPACES
from fivefold.games.dice_poker.lines import WAYS, in_line, line
from fivefold.games.dice_poker.names import SEATS, names
from fivefold.parts.messages import Message

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
