"""Who sits at the table: people at this keyboard, and computer opponents by level."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from fivefold.contract import Game
from fivefold.contract.errors import InvalidOption
from fivefold.contract.words import seat_name
from fivefold.engine.opponents import level_number
from fivefold.play.match import Match
from fivefold.play.time_control import FULL
from fivefold.session import steps
from fivefold.session.seats import COMPUTER, COMPUTER_MARK, PERSON, Seat, with_seat_names
from fivefold.session.snapshot import MatchSnapshot

FRIEND_WORDS = frozenset({"f", "friend", "none", "person", "human"})
KEYBOARD: Final = "keyboard"
"""The person in every seat whose moves are typed: people at one keyboard are one person with several seats."""
HERE: Final = Seat(0, PERSON, KEYBOARD, None, "", "")
"""Somebody at this keyboard, without a name of their own."""


def opponent(game: Game, text: str) -> Seat:
    """Return the player that ``text`` means: a level, an opponent's name, or a friend at this keyboard.

    Raises ``InvalidOption``, naming those there are.
    """
    if text.strip().casefold() in FRIEND_WORDS:
        return HERE
    try:
        level = level_number(game, text)
    except InvalidOption as error:
        raise InvalidOption(f"{error}; or friend, for someone at this keyboard") from error
    return Seat(0, COMPUTER, None, level, game.personas[level - 1].name, "")


def opponents(game: Game, text: str, count: int) -> list[Seat]:
    """Return ``count`` players for a text such as ``3`` (all of them) or ``3/Pip/friend``."""
    texts = text.split("/")
    if len(texts) not in {1, count}:
        raise InvalidOption(f"{text}: {len(texts)} opponents, but this game needs {count}; one name stands for all")
    return [opponent(game, one) for one in (texts * count if len(texts) == 1 else texts)]


def with_computer(players: Sequence[Seat]) -> bool:
    """Tell whether any of these is a computer opponent."""
    return any(player.kind == COMPUTER for player in players)


def seated(match: Match, seat: int, others: Sequence[Seat]) -> tuple[Seat, ...]:
    """Return who sits where: the person who started this at ``seat``, the others after them in turn."""
    placed = [HERE] * len(match.seats)
    for place, player in enumerate(others, start=seat + 1):
        placed[place % len(placed)] = player
    return with_seat_names(match, placed)


def seated_again(match: Match) -> tuple[Seat, ...]:
    """Return who sits where in a kept game, by the names in its record: people have theirs, not the seats' own."""
    parts = match.timing.handicaps if match.timing else [FULL] * len(match.seats)
    seats = [replace(_recorded(match, seat), handicap=part) for seat, part in enumerate(parts)]
    return with_seat_names(match, seats)


def _recorded(match: Match, seat: int) -> Seat:
    name = match.seats[seat]
    if name.endswith(COMPUTER_MARK):
        return opponent(match.game, name.removesuffix(COMPUTER_MARK))
    return HERE if name == seat_name(match.game.notation, match.row, seat) else replace(HERE, name=name)


def recorded_table(match: Match) -> MatchSnapshot:
    """Return the table of a record to look at: everybody under the name in the record."""
    return steps.open_table("record", match, [replace(HERE, name=name) for name in match.seats])
