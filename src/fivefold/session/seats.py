"""Who sits where: what every front end settles before the first move, and how people are told apart."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from fivefold.contract.stored import LEVELS
from fivefold.contract.words import seat_name
from fivefold.play.match import Match
from fivefold.play.time_control import FULL, TimeControl

COMPUTER_MARK: Final = " (computer)"
"""Stands behind a computer opponent's name in records, so that a kept game knows who goes on."""
COMPUTER, PERSON, OPEN = "computer", "person", "open"  # Kinds of seats.


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits where."""

    seat: int
    kind: str  # ``person``, ``computer`` or ``open``.
    person: str | None  # A person's id; it stays in the house.
    level: int | None  # Of a computer opponent 1 to 7, or a strength in Elo.
    name: str
    """Who plays: "Anna", "Pip"; empty where nobody sits. Two may have the same: ``distinct_names`` tells them apart."""
    seat_name: str  # What the game calls the seat: a colour.
    entrant: int | None = None  # Who of a tournament's entrants this is, by number.
    nonce: str | None = None
    """Their own number, mixed into the draws; at one screen the first of a person's seats has it."""
    handicap: int = FULL  # The part of the time that this player has, in per cent.
    rest: str = ""  # When their clock stands still in a slow game, as they said before it began; empty for never.


@dataclass(frozen=True, slots=True)
class Terms:
    """On which terms people sit at a table: what was agreed before anybody sat down, beside the set-up."""

    owner: str | None = None  # The id of the person who opened the table; ``None`` where nobody did.
    listed: bool = False  # Whether the lobby shows it while a seat is open.
    rated: bool = False
    duplicate: bool = False
    """Whether both games of a double match are played at once, and end together: see ``session.duplicates``."""
    annulled: bool = False  # Whether it counts for nothing any more: no rating, no record.
    delay: int = 0  # Seconds after which spectators see what happened; only games with secrets have one.
    time: TimeControl | None = None  # How long they may think; ``None`` for as long as they like.


def computer_words(name: str, level: int | None) -> str:
    """Return what a computer is called in full: ``Dot, level 3``; a strength is in its name already."""
    return f"{name}, level {level}" if level in range(1, LEVELS + 1) else name


def emptied(seat: Seat) -> Seat:
    """Return a seat that somebody has left, for others to take."""
    return replace(seat, kind=OPEN, person=None, name="", nonce=None)


def starting_seat(match: Match, begin: str) -> int:
    """Return the seat of somebody who wants to move first (``me``), last (``them``) or at random (``draw``).

    What is drawn comes from the match's own chance; before that has begun they sit in the first seat. Where anyone may
    move nobody is first, and seats count from the first one.
    """
    count, beginner = len(match.seats), max(match.to_move, 0)
    if begin == "me":
        return beginner
    if begin == "them":
        return (beginner + count - 1) % count
    return match.source.draw("seat", count) if match.dealt else 0


def distinct_names(names: Sequence[str], seat_names: Sequence[str]) -> tuple[str, ...]:
    """Return the names at a table, those that are there twice with their seat's: ``Pip (Red)``."""
    return tuple(
        f"{name} ({seat_name})" if names.count(name) > 1 and name != seat_name else name
        for name, seat_name in zip(names, seat_names, strict=True)
    )


def with_seat_names(match: Match, seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """Return seats in this order, with their numbers and what the game calls them. At one screen, where a person has
    several seats, nobody has a name: the game's will do."""
    names = [seat_name(match.game.notation, match.row, number) for number in range(len(seats))]
    return tuple(replace(seat, seat=number, seat_name=names[number]) for number, seat in enumerate(seats))


def record_names(seats: Sequence[Seat]) -> tuple[str, ...]:
    """Return the names for the match's record: computers are marked, so that a terminal can go on with it."""
    names = distinct_names([seat.name or seat.seat_name for seat in seats], [seat.seat_name for seat in seats])
    return tuple(
        seat.name + COMPUTER_MARK if seat.kind == COMPUTER else name for seat, name in zip(seats, names, strict=True)
    )


def seats_change(match: Match) -> bool:
    """Return whether people change seats for the second game of a double match; if not, the other seat moves first."""
    return match.game.setup.starting_option is None


def double_totals(first: Sequence[int], second: Sequence[int], changed: bool) -> tuple[int, ...]:
    """Return both games' points in the order of the first's seats; ``changed``: people have changed them since."""
    others = reversed(second) if changed else second
    return tuple(mine + more for mine, more in zip(first, others, strict=True))
