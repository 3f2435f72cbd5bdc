"""`fivefold play`: from the command line, or the menu, to the table."""

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from fivefold.command import FINE, Command, add_options, whole
from fivefold.contract import ANYONE, Game
from fivefold.contract.errors import InvalidOption
from fivefold.contract.words import seat_name
from fivefold.doors.terminal import choosing, clock_choice, loop, menu, players, rivals, saved_matches
from fivefold.doors.terminal.clock_choice import NO_CLOCK, ClockWish
from fivefold.doors.terminal.players import HERE, with_computer
from fivefold.doors.terminal.screen import Screen
from fivefold.doors.terminal.table import Table
from fivefold.doors.terminal.thinkers import Thinker, ThinkerOnDemand
from fivefold.parts.words import listed
from fivefold.play.catalogue import find, keys
from fivefold.play.match import Match
from fivefold.play.time_control import TimeControl
from fivefold.session.narration import double_line, sentence
from fivefold.session.seats import COMPUTER, Seat, double_totals, seats_change, starting_seat

ThinkerMaker = Callable[[Game, bool], AbstractContextManager[Thinker]]
"""Opens a thinker for a game, at once or when first needed."""


@dataclass(frozen=True, slots=True)
class GameRequest:
    """A game as the player wants it."""

    game: Game
    options: Mapping[str, str]
    others: list[Seat]
    seat: str | None
    first: str
    seed: int | None
    double: bool
    wish: ClockWish = NO_CLOCK


def play(options: argparse.Namespace, screen: Screen | None = None, thinker_for: ThinkerMaker = ThinkerOnDemand) -> int:
    """Play what the command line says; ask for what it leaves open."""
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
        saved_matches.check_new(file)
    request = _request(screen, options)
    with thinker_for(request.game, with_computer(request.others)) as thinker:
        _go_on(play_request(request, screen, thinker, file), request, screen, thinker)


def _go_on(last: Table, request: GameRequest, screen: Screen, thinker: Thinker) -> None:
    """Play more games of the same kind as long as they are asked for, each kept in a file of its own."""
    while last.again:
        screen.show()
        if last.same_cards:
            last = _play_again(last, screen, thinker)
        else:
            request = replace(request, seed=request.seed + 1) if request.seed is not None else request
            last = play_request(request, screen, thinker, None)


def _play_again(last: Table, screen: Screen, thinker: Thinker) -> Table:
    """Play with the cards of the last game, everybody in the same seat."""
    match = Match.prepared(
        last.match.game, last.match.options, last.match.source, drawn=last.match.drawn, script=last.match.script
    )
    return _play_one(match, last.now.seats, screen, thinker, None, replaying=True, control=last.now.terms.time)


def _request(screen: Screen, asked: argparse.Namespace) -> GameRequest:
    """Raises ``InvalidOption`` before anything is asked that would be in vain, ``menu.Left``."""
    from_menu = asked.game is None
    game = menu.choose_game(screen) if from_menu else find(asked.game)
    options = choosing.wanted(game, asked.preset, asked.option)
    wish = clock_choice.wanted(asked.time, asked.handicap)
    if from_menu and not options:
        options, wish = choosing.choose_options(screen, game, wish)
    elif game.setup.presets and not options and asked.preset is None:
        screen.say(choosing.other_ways(game))
    for said in choosing.without_effect(game, options):
        screen.say(said)
    if asked.double and not game.traits.doubles:
        raise InvalidOption(f"double: {game.name} has no double match")
    start = new_match(game, 0, options)
    clock_choice.check(wish, start)
    others = _others(screen, start, asked)
    first, double = asked.first, asked.double
    if from_menu and not (double or asked.seat or first) and others and start.to_move != ANYONE:
        first, double = menu.choose_start(screen, game, alone=all(player.kind == COMPUTER for player in others))
    request = GameRequest(game, options, others, asked.seat, first or "draw", asked.seed, double, wish)
    return _first_in_options(request) if any(option.group for option in game.setup.options) else request


def _others(screen: Screen, start: Match, asked: argparse.Namespace) -> list[Seat]:
    """Return who else sits there; nobody is asked for in a game for one. Raises ``InvalidOption``, ``menu.Left``."""
    count = len(start.seats) - 1
    if asked.against is None:
        return menu.choose_opponents(screen, start.game, count) if count else []
    if not count:
        option = start.game.setup.seat_option
        deciding = f"{option.name}={start.options[option.name]}" if option else "two seats"
        raise InvalidOption(f"against {asked.against}: {start.game.name} with {deciding} is for one; leave it out")
    return players.opponents(start.game, asked.against, count)


def _first_in_options(request: GameRequest) -> GameRequest:
    """Where seats have options of their own, whoever plays sits in the first; an option says who begins."""
    if request.seat is not None:
        return request
    option, seat = request.game.setup.starting_option, {"me": "0", "them": "1"}.get(request.first)
    begins = {option.name: seat} if option and seat else {}
    return replace(request, seat="0", options={**begins, **request.options})


def new_match(game: Game, seed: int | None, given: Mapping[str, Any]) -> Match:
    """Return a match with options as typed. Raises ``InvalidOption``."""
    return Match(game, seed=seed, options=given)


def play_request(request: GameRequest, screen: Screen, thinker: Thinker, file: Path | None) -> Table:
    """Play one game, or both of a double match; return the last table."""
    match = new_match(request.game, request.seed, request.options)
    seat = choose_seat(match, request)
    seated = clock_choice.with_handicap(players.seated(match, seat, request.others), seat, request.wish)
    first = _play_one(match, seated, screen, thinker, file, first=request.double, control=request.wish.control)
    if not request.double or first.match.outcome is None or first.quitting:
        return first
    return _play_second(first, screen, thinker)


def choose_seat(match: Match, request: GameRequest) -> int:
    """Return where the player who started this sits: as asked for, or drawn. Raises ``InvalidOption``."""
    return starting_seat(match, request.first) if request.seat is None else _named_seat(match, request.seat)


def _named_seat(match: Match, text: str) -> int:
    names = [seat_name(match.game.notation, match.row, seat) for seat in range(len(match.seats))]
    for seat, name in enumerate(names):
        if text.strip().casefold() in {str(seat), name.casefold()}:
            return seat
    offered = ", ".join(f"{seat} ({name})" for seat, name in enumerate(names))
    raise InvalidOption(f"seat {text}: the seats are {offered}")


def _play_one(
    match: Match,
    seated: Sequence[Seat],
    screen: Screen,
    thinker: Thinker,
    file: Path | None,
    *,
    first: bool = False,
    replaying: bool = False,
    control: TimeControl | None = None,
) -> Table:
    """``first``: of the two games of a double match; ``replaying``: with cards that were played before."""
    if match.to_move == ANYONE:
        rivals.count_down(screen)
    table = Table(match, seated, thinker, screen, file or saved_matches.new_file(match), control=control)
    table.more_to_come, table.replaying = first, replaying
    loop.run(table)
    return table


def _play_second(first: Table, screen: Screen, thinker: Thinker) -> Table:
    """Play the second game of a double match on the same deal and add up."""
    screen.show("\nThe second game of the double match: the same deal, the other side moves first.\n")
    match = first.match.twin()
    swapped = seats_change(match)
    seated = first.now.seats[::-1] if swapped else first.now.seats
    second = _play_one(match, seated, screen, thinker, None, control=first.now.terms.time)
    if first.match.ending is not None or second.match.ending is not None:
        screen.show("\nThe double match: a game was given up, so no points are added.")
    elif second.match.outcome is not None:
        totals = double_totals(first.match.scores, second.match.scores, swapped)
        screen.show("\n" + sentence(double_line(first.reader, totals, totals)))
    return second


# --- a kept game -----------------------------------------------------------------------------------------------------


def _resume(screen: Screen, options: argparse.Namespace, thinker_for: ThinkerMaker) -> None:
    _refuse_changes(options)
    key = find(options.game).key if options.game else ""
    file = Path(options.resume) if options.resume else saved_matches.latest_unfinished(key)
    match = saved_matches.load(file)
    kept: bytes | None = file.read_bytes()
    if key and match.game.key != key:
        raise InvalidOption(f"{file}: a game of {match.game.name}; leave {key} out to continue it")
    if options.record:
        saved_matches.check_new(options.record)
        file, kept = options.record, None
    seated = players.seated_again(match)
    with thinker_for(match.game, with_computer(seated)) as thinker:
        table = Table(match, seated, thinker, screen, file, kept)
        loop.run(table)
        if table.again:
            _go_on(table, _same_request(table), screen, thinker)


def _same_request(table: Table) -> GameRequest:
    """Return the request for another game like a kept one, its players in the same seats."""
    match, seat = table.match, table.people[0]
    options = {name: value for name, value in match.options.items() if name not in match.drawn}
    others = [player if player.kind == COMPUTER else HERE for player in table.now.seats]
    wish = ClockWish(table.now.terms.time, table.now.seats[seat].handicap)
    return GameRequest(match.game, options, others[seat + 1 :] + others[:seat], str(seat), "draw", None, False, wish)


def _refuse_changes(options: argparse.Namespace) -> None:
    """Raise ``InvalidOption`` for what a kept game has settled already."""
    names = ("against", "seat", "first", "double", "option", "preset", "seed", "time", "handicap")
    settled = {name: getattr(options, name) for name in names}
    asked = [f"--{name}" for name, value in settled.items() if not (value is None or value is False or value == {})]
    if asked:
        raise InvalidOption(f"continue: a saved game goes on as it began; leave out {listed(asked)}")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what ``fivefold play`` takes."""
    parser.epilog = "Tournaments, deals of the day and the scoring editor are in the browser: fivefold serve --open."
    parser.add_argument("game", nargs="?", metavar="GAME", help=f"{', '.join(keys())}; if left out, you are asked")
    parser.add_argument(
        "--against",
        metavar="WHO",
        help="level 1 to 7, a computer opponent's name, or friend at the same keyboard; several with a slash",
    )
    parser.add_argument(
        "--preset", metavar="NAME", help="a well-known set of options, by number or name, if the game has any"
    )
    place = parser.add_mutually_exclusive_group()
    place.add_argument(
        "--seat", metavar="SEAT", help="your seat: 0, 1, ... or its name, such as red (drawn if left out)"
    )
    place.add_argument("--first", choices=("me", "them", "draw"), help="who moves first (drawn if left out)")
    clock_choice.add_arguments(parser)
    parser.add_argument("--double", action="store_true", help="two games on one deal, seats swapped, totals added")
    add_options(parser)
    parser.add_argument("--seed", type=whole, metavar="N", help="a whole number that fixes everything drawn at random")
    parser.add_argument("--record", type=Path, metavar="FILE", help="the file that keeps the game, move by move")
    parser.add_argument(
        "--continue", dest="resume", nargs="?", const="", metavar="FILE", help="continue a saved game (the latest)"
    )


PLAY = Command(add_arguments, play)
