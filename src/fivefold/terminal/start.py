"""`fivefold play`: from the command line, or the menu, to the table."""

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fivefold.parts.words import listed
from fivefold.play.catalogue import find
from fivefold.play.contract import Game
from fivefold.play.errors import InvalidOption
from fivefold.play.match import Match
from fivefold.play.options import resolve
from fivefold.play.seating import add_up, seats_change, starting_seat
from fivefold.terminal import menu, players, report, shelf
from fivefold.terminal.players import Player, Thinker, ThinkerOnDemand
from fivefold.terminal.screen import Screen
from fivefold.terminal.table import Table

FINE = 0
ThinkerMaker = Callable[[Game, bool], AbstractContextManager[Thinker]]
"""Opens a thinker for a game, at once or when first needed."""


@dataclass(frozen=True, slots=True)
class Wish:
    """A game as the player wants it."""

    game: Game
    options: dict[str, str]
    others: list[Player]
    seat: str | None
    first: str
    seed: int | None
    double: bool


def play(options: argparse.Namespace, screen: Screen | None = None, thinker_for: ThinkerMaker = ThinkerOnDemand) -> int:
    """Play what the command line asks for; asks for what it leaves open."""
    screen = screen or Screen(sys.stdin, sys.stdout)
    try:
        if options.resume is not None:
            _resume(screen, options, thinker_for)
        else:
            _begin(screen, options, thinker_for)
    except (menu.Left, KeyboardInterrupt):
        screen.show()
    return FINE


# --- a new game ------------------------------------------------------------------------------------------------------


def _begin(screen: Screen, options: argparse.Namespace, thinker_for: ThinkerMaker) -> None:
    file: Path | None = options.record
    if file is not None:
        shelf.check_new(file)
    wish = _wish(screen, options)
    with thinker_for(wish.game, _wants_computer(wish.others)) as thinker:
        while play_wish(wish, screen, thinker, file):
            file = None  # the next game gets a file of its own


def _wants_computer(seated: Sequence[Player]) -> bool:
    return any(not player.is_person for player in seated)


def _wish(screen: Screen, asked: argparse.Namespace) -> Wish:
    """Raises ``InvalidOption`` before anything is asked that would be in vain, ``menu.Left``."""
    from_menu = asked.game is None
    game = menu.choose_game(screen) if from_menu else find(asked.game)
    options: dict[str, str] = asked.option
    if from_menu and not options:
        options = menu.choose_options(screen, game)
    if asked.double and not game.doubles:
        raise InvalidOption(f"double: {game.name} is not played as a double match")
    count = len(new_match(game, 0, options).seats) - 1
    others = (
        menu.choose_opponents(screen, game, count)
        if asked.against is None
        else players.opponents(game, asked.against, count)
    )
    first, double = asked.first, asked.double
    if from_menu and not (double or asked.seat or first):
        first, double = menu.choose_start(screen, game, alone=not any(player.is_person for player in others))
    return Wish(game, options, others, asked.seat, first or "draw", asked.seed, double)


def new_match(game: Game, seed: int | None, given: Mapping[str, Any]) -> Match:
    """Return a match with options as typed. Raises ``InvalidOption``, also for ``Match``'s own keywords."""
    resolve(game, given, lambda label, count: 0)
    return Match(game, seed=seed, **given)


def play_wish(wish: Wish, screen: Screen, thinker: Thinker, file: Path | None) -> bool:
    """Play one game, or both of a double match; return whether another one of the same kind was asked for."""
    match = new_match(wish.game, wish.seed, wish.options)
    seat = choose_seat(match, wish)
    seated = players.seat_players(match, seat, wish.others)
    first = _play_one(match, seated, screen, thinker, file, wish.double)
    if not wish.double or match.outcome is None or first.quitting:
        return first.again
    return _play_second(first, screen, thinker)


def choose_seat(match: Match, wish: Wish) -> int:
    """Return where the player who started this sits: as asked for, or drawn. Raises ``InvalidOption``."""
    return starting_seat(match, wish.first) if wish.seat is None else _named_seat(match, wish.seat)


def _named_seat(match: Match, text: str) -> int:
    names = [match.game.notation.seat_name(match.row, seat) for seat in range(len(match.seats))]
    for seat, name in enumerate(names):
        if text.strip().casefold() in {str(seat), name.casefold()}:
            return seat
    offered = ", ".join(f"{seat} ({name})" for seat, name in enumerate(names))
    raise InvalidOption(f"seat {text}: the seats are {offered}")


def _play_one(
    match: Match, seated: Sequence[Player], screen: Screen, thinker: Thinker, file: Path | None, first: bool = False
) -> Table:
    """``first``: of the two games of a double match."""
    match.seats = players.recorded_names(match, seated)
    table = Table(match, seated, thinker, screen, file or shelf.new_file(match))
    table.more_to_come = first
    table.run()
    return table


def _play_second(first: Table, screen: Screen, thinker: Thinker) -> bool:
    """Play the second game of a double match on the same deal and add up."""
    screen.show("\nThe second game of the double match: the same deal, the other side moves first.\n")
    match = first.match.twin()
    swapped = seats_change(match)
    seated = list(reversed(first.players)) if swapped else list(first.players)
    second = _play_one(match, seated, screen, thinker, None)
    if first.match.ending is not None or match.ending is not None:
        screen.show("\nThe double match: a game was given up, so no points are added.")
    elif match.outcome is not None:
        totals = add_up(first.match.scores, match.scores, swapped)
        screen.show("\nThe double match. " + report.double_result(first.players, totals))
    return second.again


# --- a kept game -----------------------------------------------------------------------------------------------------


def _resume(screen: Screen, options: argparse.Namespace, thinker_for: ThinkerMaker) -> None:
    _refuse_changes(options)
    key = find(options.game).key if options.game else ""
    file = Path(options.resume) if options.resume else shelf.latest_unfinished(key)
    match = shelf.load(file)
    kept: bytes | None = file.read_bytes()
    if key and match.game.key != key:
        raise InvalidOption(f"{file}: a game of {match.game.name}; leave {key} out to go on with it")
    if options.record:
        shelf.check_new(options.record)
        file, kept = options.record, None
    seated = players.players_of(match)
    with thinker_for(match.game, _wants_computer(seated)) as thinker:
        Table(match, seated, thinker, screen, file, kept).run()


def _refuse_changes(options: argparse.Namespace) -> None:
    """Raise ``InvalidOption`` for what a kept game has settled already."""
    settled = {name: getattr(options, name) for name in ("against", "seat", "first", "double", "option", "seed")}
    asked = [f"--{name}" for name, value in settled.items() if not (value is None or value is False or value == {})]
    if asked:
        raise InvalidOption(f"continue: a kept game goes on as it began; leave out {listed(asked)}")
