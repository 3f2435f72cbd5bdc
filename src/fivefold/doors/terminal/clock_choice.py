"""How long the players of a game in the terminal want to think."""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from fivefold.command import whole
from fivefold.contract import ANYONE
from fivefold.contract.errors import InvalidOption
from fivefold.doors.terminal.screen import Screen
from fivefold.play.match import Match
from fivefold.play.time_control import FULL, HANDICAPS, Pace, TimeControl, check_handicap, parsed
from fivefold.session.seats import Seat

TIME, HANDICAP = "time", "handicap"
"""How a clock is asked for among the options of a game."""


class ClockWish(NamedTuple):
    """The clocks that a player wants."""

    control: TimeControl | None
    handicap: int = FULL
    """The part of the time for themselves, in per cent."""


NO_CLOCK: Final = ClockWish(None)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what says how long they may think."""
    parser.add_argument(
        "--time", metavar="TIME", help="play with clocks: 5m+3s, 30s/move, 5m~3s, for races and games for one 5m/game"
    )
    parser.add_argument(
        "--handicap",
        type=whole,
        metavar="PERCENT",
        help=f"how much of the time you have yourself: {', '.join(map(str, HANDICAPS))}",
    )


def wanted(time: str | None, handicap: int | None) -> ClockWish:
    """Return what was asked for. Raises ``InvalidOption``."""
    control = parsed(time or "")
    if handicap is not None and control is None:
        raise InvalidOption(f"handicap {handicap}: there is no clock; add a time, for example 5m+3s")
    return ClockWish(control, FULL if handicap is None else check_handicap(handicap))


def check(wish: ClockWish, start: Match) -> None:
    """Raise ``InvalidOption`` for clocks that do not go with a match."""
    control = wish.control
    if control is None:
        return
    if control.slow:
        reason = "games over days are played in the browser: fivefold serve --open"
        raise InvalidOption(f"{control.text}: {reason}; here for example 10m+5s")
    whole_game, race = control.pace == Pace.GAME, start.to_move == ANYONE
    if race and not whole_game:
        raise InvalidOption(f"{control.text}: everybody moves at once in a race; limit the whole game, as 5m/game")
    if whole_game and not race and len(start.seats) > 1:
        reason = "a limit for the whole game is for races and games for one"
        raise InvalidOption(f"{control.text}: {reason}; give each player a clock, as 5m+3s")
    if whole_game and wish.handicap != FULL:
        raise InvalidOption(f"handicap {wish.handicap}: {control.text} is one time for all")


def with_handicap(seats: Sequence[Seat], seat: int, wish: ClockWish) -> tuple[Seat, ...]:
    """Return the seats with less time for the player who asked for it."""
    return tuple(replace(each, handicap=wish.handicap) if each.seat == seat else each for each in seats)


def taken_from(changes: Mapping[str, str], before: ClockWish) -> tuple[dict[str, str], ClockWish]:
    """Return changes of options without those of the clocks, and the clocks they ask for. Raises ``InvalidOption``."""
    others = {name: value for name, value in changes.items() if name.casefold() not in {TIME, HANDICAP}}
    asked = {name.casefold(): value for name, value in changes.items()}
    if TIME not in asked and HANDICAP not in asked:
        return others, before
    part = asked.get(HANDICAP, "").removesuffix("%")
    if part and not part.isdecimal():
        raise InvalidOption(f"handicap={part}: it is one of {', '.join(map(str, HANDICAPS))}")
    text = asked.get(TIME, before.control.text if before.control else "")
    return others, wanted(text, int(part) if part else before.handicap if before.handicap != FULL else None)


def explain(screen: Screen) -> None:
    """Say how to ask for clocks."""
    screen.say("time: how long each player may think (without it, as long as they like)", indent="      ")
    screen.say("  time=5m+3s  five minutes each, three seconds more after each move", indent="      ")
    screen.say("  time=30s/move  thirty seconds for each move", indent="      ")
    screen.say("  time=5m/game  five minutes for the whole game, in races and games for one", indent="      ")
    screen.say("handicap: how much of the time you have yourself, in per cent", indent="      ")
