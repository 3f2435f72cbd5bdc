"""`fivefold play`: from the command line, or the menu, to the table."""

import argparse
import shlex
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from fivefold.command import FINE, FROM_FILE, Command, add_options, read_option, whole, with_tables
from fivefold.contract import ANYONE, Game, Option
from fivefold.contract.errors import FivefoldError, InvalidOption
from fivefold.contract.words import seat_name
from fivefold.doors.terminal import loop, saved_matches, table_clocks
from fivefold.doors.terminal.screen import Screen
from fivefold.doors.terminal.table import HERE, Table, opponents, seated, seated_again, with_computer
from fivefold.doors.terminal.table_clocks import NO_CLOCK, ClockWish
from fivefold.doors.terminal.thinkers import Thinker, ThinkerOnDemand
from fivefold.parts.words import listed
from fivefold.play.catalogue import find, keys
from fivefold.play.match import Match
from fivefold.play.number_tables import fallback_text
from fivefold.play.options import matters, resolve
from fivefold.play.set_ups import find_preset
from fivefold.play.time_control import TimeControl
from fivefold.session.narration import double_line, sentence
from fivefold.session.seats import COMPUTER, Seat, double_totals, seats_change, starting_seat


class Left(Exception):
    """The player left the menu, which is no error."""


def _choose_game(screen: Screen) -> Game:
    """Return the game the player picks by number or name. Raises ``Left``."""
    games = [find(key) for key in keys()]
    screen.show("Fivefold. What would you like to play?\n")
    for number, game in enumerate(games, start=1):
        screen.say(f"  {number}  {game.name}: {game.tagline}", indent="     ")
    while True:
        answer = _ask(screen, f"\nA number, 1 to {len(games)}: ").casefold()
        meant = [game for number, game in enumerate(games, start=1) if answer in _words_for(game, number)]
        if len(meant) == 1:
            return meant[0]
        if meant:
            screen.say(f"{answer}: {listed([game.name for game in meant], 'or')}? Type its number.")
        else:
            screen.say(f"{answer or 'Nothing'}: there is no such game. Type its number.")


def _words_for(game: Game, number: int) -> set[str]:
    """Return what means a game in the menu; a word of its name may mean others too."""
    return {str(number), game.key, game.name.casefold(), *game.name.casefold().split()}


def _choose_opponents(screen: Screen, game: Game, count: int) -> list[Seat]:
    """Return the other players, by level, name, or a friend at this keyboard. Raises ``Left``."""
    screen.show("\nWho do you want to play against? From the easiest to the hardest:\n")
    for level, persona in enumerate(game.personas, start=1):
        screen.say(f"  {level}  {persona.name}: {persona.style}", indent="     ")
    screen.show("  f  a friend at this keyboard")
    several = "" if count == 1 else f"; or {count} of them, as {'/'.join(['3', 'f', '5'][:count])}"
    while True:
        answer = _ask(screen, f"\nA number, a name, a strength such as 1340, or f{several}: ")
        if not answer:
            screen.say("Nothing typed: 1 is a good beginning, quit leaves.")
            continue
        try:
            return opponents(game, answer, count)
        except InvalidOption as error:
            screen.say(str(error))


def _choose_start(screen: Screen, game: Game, alone: bool) -> tuple[str, bool]:
    """Return who moves first (``me``, ``them``, ``draw``) and whether it is a double match. Raises ``Left``. ``alone``:
    one person against computers; friends at one keyboard need no lots."""
    if not (alone or game.traits.doubles):
        return "draw", False
    words = ("me", "them") if alone else ()
    if alone:
        screen.show("\nWho moves first?")
    if game.traits.doubles:
        screen.say("\nA double match is fairer: two games on one deal, seats swapped, points added up.")
    offered = [*words, *(["double"] if game.traits.doubles else [])]
    while True:
        answer = _ask(
            screen, f"{', '.join(offered)}, or Enter {'to draw lots' if alone else 'for a single game'}: "
        ).casefold()
        chosen = [word for word in offered if answer and word.startswith(answer)]
        if chosen or not answer:
            return (chosen[0] if chosen and chosen[0] in words else "draw"), "double" in chosen
        screen.say(f"{answer}: type {listed(offered, 'or')}, or nothing.")


def _ask(screen: Screen, prompt: str) -> str:
    """Return what is typed, perhaps nothing. Raises ``Left``."""
    answer = screen.ask(prompt)
    if answer is None or answer.casefold() in {"quit", "exit", "q"}:
        raise Left
    return answer


MOST_LISTED: Final = 8  # An option with more values has them summed up in a line; each is listed only on demand.


def _wanted(game: Game, preset: str | None, given: Mapping[str, str]) -> dict[str, str]:
    """Return the options of a well-known set with changes. Raises ``InvalidOption``, and ``OSError`` for a file."""
    known = find_preset(game, preset, "").options if preset is not None else {}
    chosen = {**known, **with_tables(game, given)}
    resolve(game, chosen)
    return chosen


def _other_ways(game: Game) -> str:
    """Return which sets of options there are besides the usual one, for a player who named none."""
    usual, *others = (preset.name for preset in game.setup.presets)
    return f"Besides {usual} --preset offers {listed(others)}."


def _without_effect(game: Game, given: Mapping[str, str]) -> Iterator[str]:
    """Yield a sentence for each option that was asked for and means nothing beside the others."""
    chosen = resolve(game, given)
    for option in game.setup.options:
        if option.name in given and not matters(option, chosen):
            yield f"{option.name} has no effect here: it goes with {_condition(option)}."


def _condition(option: Option) -> str:
    """Return beside which values of others an option means something."""
    return " and ".join(f"{name} {listed(sorted(values), 'or')}" for name, values in option.only.items())


# --- asked for in the menu -------------------------------------------------------------------------------------------


def _choose_options(screen: Screen, game: Game, wish: ClockWish) -> tuple[dict[str, str], ClockWish]:
    """Return what the player wants other than usual; clocks only where they type so. Raises ``Left``."""
    prompt = _offer_presets(screen, game) if game.setup.presets else _offer_options(screen, game)
    while True:
        answer = _ask(screen, prompt)
        try:
            if answer.startswith("?"):
                _tell(screen, game, answer.removeprefix("?").strip())
                continue
            return _read(game, answer, wish)
        except FivefoldError as error:
            screen.say(str(error))
        except OSError as error:
            screen.say(f"{error.filename}: {error.strerror}")


def _offer_presets(screen: Screen, game: Game) -> str:
    """Show the well-known sets of options and return what to ask."""
    screen.show(f"\n{game.name}. How would you like to play?\n")
    for number, preset in enumerate(game.setup.presets, start=1):
        screen.say(f"  {number}  {preset.name}: {preset.meaning}", indent="     ")
    screen.say(f"\nYou can change any of them, e.g. {_example(game, '2 ')}; type ? to see everything you can change.")
    return "\nA number (Enter for 1), with or without changes, or ?: "


def _offer_options(screen: Screen, game: Game) -> str:
    usual = ", ".join(f"{option.name} {option.default or 'drawn'}" for option in game.setup.options)
    screen.say(f"\n{game.name}. The usual: {usual}.")
    return f"Enter for the usual settings, a change such as {_example(game)}, or ?: "


def _example(game: Game, number: str = "") -> str:
    """Return a change, of an option that means something in every set and leaves the number of seats."""
    option = next(option for option in game.setup.options if not option.only and option is not game.setup.seat_option)
    return f"{number}{option.name}={next(value for value in option.values if value != option.default)}"


def _read(game: Game, answer: str, wish: ClockWish) -> tuple[dict[str, str], ClockWish]:
    try:
        words = shlex.split(answer)
    except ValueError:
        raise InvalidOption(f"{answer}: a quotation mark is missing its partner") from None
    name = [word for word in words if "=" not in word]
    if name and not game.setup.presets:
        read_option(name[0])
    changes = dict(read_option(word) for word in words if "=" in word)
    changes, clocks = table_clocks.taken_from(changes, wish)
    options = _wanted(game, " ".join(name) if name else None, changes)
    table_clocks.check(clocks, Match(game, seed=0, options=options))
    return options, clocks


def _tell(screen: Screen, game: Game, name: str) -> None:
    """List all options, or everything about one. Raises ``InvalidOption`` if there is none of that name."""
    options = [option for option in game.setup.options if not name or option.name == name.casefold()]
    asks_for_clocks = name.casefold() in {"", table_clocks.TIME, table_clocks.HANDICAP}
    if not options and not asks_for_clocks:
        names = ", ".join(each.name for each in game.setup.options)
        raise InvalidOption(f"? {name}: there is no such option; there are {names}")
    group = ""
    for option in options:
        if option.group != group:
            group = option.group
            screen.say(f"{group}:")
        _tell_option(screen, option, in_full=bool(name))
    if asks_for_clocks:
        table_clocks.explain(screen)


def _tell_option(screen: Screen, option: Option, in_full: bool) -> None:
    goes_with = f" (with {_condition(option)})" if option.only else ""
    screen.say(f"{option.name}: {option.meaning}{goes_with}", indent="      ")
    if option.table is not None:
        _tell_table(screen, option, in_full)
    elif in_full or len(option.values) <= MOST_LISTED:
        for value in option.values:
            screen.say(f"  {option.name}={value}  {option.explained.get(value, '')}", indent="      ")
    else:
        screen.say(f"  {_some(list(option.values))}; ? {option.name} explains them", indent="      ")
    if option.numbers is not None:
        screen.say(f"  {option.name}=N  any whole number from {option.numbers[0]} to {option.numbers[-1]}")


def _some(values: Sequence[str]) -> str:
    return f"{len(values)} values, {', '.join(values[:3])} to {values[-1]}"


def _tell_table(screen: Screen, option: Option, in_full: bool) -> None:
    if option.table is None:
        return
    lowest, highest = option.table.numbers[0], option.table.numbers[-1]
    screen.say(f"  {option.name}={FROM_FILE}FILE  from a file saved on the page", indent="      ")
    said = f"  {option.name}=1={highest},2={lowest}  numbers for entries, {lowest} to {highest}, the others blank"
    screen.say(said if in_full else f"{said}; ? {option.name} lists the entries", indent="      ")
    if in_full:
        for number, entry in enumerate(option.table.entries, start=1):
            screen.say(f"  {number} {entry.name}: blank counts {fallback_text(entry)}", indent="      ")


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
    except (Left, KeyboardInterrupt):
        screen.show()
    return FINE


# --- a new game ------------------------------------------------------------------------------------------------------


def _begin(screen: Screen, options: argparse.Namespace, thinker_for: ThinkerMaker) -> None:
    file: Path | None = options.record
    if file is not None:
        saved_matches.check_new(file)
    request = _request(screen, options)
    with thinker_for(request.game, with_computer(request.others)) as thinker:
        _go_on(_play_request(request, screen, thinker, file), request, screen, thinker)


def _go_on(last: Table, request: GameRequest, screen: Screen, thinker: Thinker) -> None:
    """Play more games of the same kind as long as they are asked for, each kept in a file of its own."""
    while last.again:
        screen.show()
        if last.same_cards:
            last = _play_again(last, screen, thinker)
        else:
            request = replace(request, seed=request.seed + 1) if request.seed is not None else request
            last = _play_request(request, screen, thinker, None)


def _play_again(last: Table, screen: Screen, thinker: Thinker) -> Table:
    """Play with the cards of the last game, everybody in the same seat."""
    match = Match.prepared(
        last.match.game, last.match.options, last.match.source, drawn=last.match.drawn, script=last.match.script
    )
    return _play_one(match, last.now.seats, screen, thinker, None, replaying=True, control=last.now.terms.time)


def _request(screen: Screen, asked: argparse.Namespace) -> GameRequest:
    """Raises ``InvalidOption`` before anything is asked that would be in vain, ``menu.Left``."""
    from_menu = asked.game is None
    game = _choose_game(screen) if from_menu else find(asked.game)
    options = _wanted(game, asked.preset, asked.option)
    wish = table_clocks.wanted(asked.time, asked.handicap)
    if from_menu and not options:
        options, wish = _choose_options(screen, game, wish)
    elif game.setup.presets and not options and asked.preset is None:
        screen.say(_other_ways(game))
    for said in _without_effect(game, options):
        screen.say(said)
    if asked.double and not game.traits.doubles:
        raise InvalidOption(f"double: {game.name} has no double match")
    start = Match(game, seed=0, options=options)
    table_clocks.check(wish, start)
    others = _others(screen, start, asked)
    first, double = asked.first, asked.double
    if from_menu and not (double or asked.seat or first) and others and start.to_move != ANYONE:
        first, double = _choose_start(screen, game, alone=all(player.kind == COMPUTER for player in others))
    request = GameRequest(game, options, others, asked.seat, first or "draw", asked.seed, double, wish)
    return _first_in_options(request) if any(option.group for option in game.setup.options) else request


def _others(screen: Screen, start: Match, asked: argparse.Namespace) -> list[Seat]:
    """Return who else sits there; nobody is asked for in a game for one. Raises ``InvalidOption``, ``menu.Left``."""
    count = len(start.seats) - 1
    if asked.against is None:
        return _choose_opponents(screen, start.game, count) if count else []
    if not count:
        option = start.game.setup.seat_option
        deciding = f"{option.name}={start.options[option.name]}" if option else "two seats"
        raise InvalidOption(f"against {asked.against}: {start.game.name} with {deciding} is for one; leave it out")
    return opponents(start.game, asked.against, count)


def _first_in_options(request: GameRequest) -> GameRequest:
    """Where seats have options of their own, whoever plays sits in the first; an option says who begins."""
    if request.seat is not None:
        return request
    option, seat = request.game.setup.starting_option, {"me": "0", "them": "1"}.get(request.first)
    begins = {option.name: seat} if option and seat else {}
    return replace(request, seat="0", options={**begins, **request.options})


def _play_request(request: GameRequest, screen: Screen, thinker: Thinker, file: Path | None) -> Table:
    """Play one game, or both of a double match; return the last table."""
    match = Match(request.game, seed=request.seed, options=request.options)
    seat = _choose_seat(match, request)
    players = table_clocks.with_handicap(seated(match, seat, request.others), seat, request.wish)
    first = _play_one(match, players, screen, thinker, file, first=request.double, control=request.wish.control)
    if not request.double or first.match.outcome is None or first.quitting:
        if request.double and first.match.outcome is None:
            screen.say("Only this game is kept: the second one of the double match will not follow it.")
        return first
    return _play_second(first, screen, thinker)


def _choose_seat(match: Match, request: GameRequest) -> int:
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
    """``first``: of the two games of a double match; ``replaying``: with cards played before. Raises ``Left``."""
    if match.to_move == ANYONE and screen.interactive:  # a pipe is ready
        _ask(screen, "Ready to race? Press Enter: ")
        loop.count_down(screen)
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
    seated = seated_again(match)
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


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what ``fivefold play`` takes."""
    parser.epilog = "Tournaments, deals of the day and the scoring editor are in the browser: fivefold serve --open."
    parser.add_argument("game", nargs="?", metavar="GAME", help=f"{', '.join(keys())}; if left out, you are asked")
    parser.add_argument(
        "--against",
        metavar="WHO",
        help="level 1 to 7, a strength in Elo such as 1340, a name, or friend at this keyboard; several with a slash",
    )
    parser.add_argument(
        "--preset", metavar="NAME", help="a well-known set of options, by number or name, if the game has any"
    )
    place = parser.add_mutually_exclusive_group()
    place.add_argument(
        "--seat", metavar="SEAT", help="your seat: 0, 1, ... or its name, such as red (drawn if left out)"
    )
    place.add_argument("--first", choices=("me", "them", "draw"), help="who moves first (drawn if left out)")
    table_clocks.add_arguments(parser)
    parser.add_argument("--double", action="store_true", help="two games on one deal, seats swapped, totals added")
    add_options(parser)
    parser.add_argument("--seed", type=whole, metavar="N", help="a whole number that fixes everything drawn at random")
    parser.add_argument("--record", type=Path, metavar="FILE", help="the file that keeps the game, move by move")
    parser.add_argument(
        "--continue", dest="resume", nargs="?", const="", metavar="FILE", help="continue a saved game (the latest)"
    )


PLAY = Command(_add_arguments, play)
