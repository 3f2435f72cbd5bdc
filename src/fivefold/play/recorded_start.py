"""Where a recorded match starts: its game, its options and its source of chance, each checked; and its clocks.

All raise ``InvalidRecord``, naming the line.
"""

from collections.abc import Collection

from fivefold.contract import Game
from fivefold.contract.errors import InvalidOption
from fivefold.play import catalogue, chance, options, record
from fivefold.play.clocks import GAME_CLOCK
from fivefold.play.outcome import Termination
from fivefold.play.record import Record
from fivefold.play.recorded_times import Happening, TooLong, duration
from fivefold.play.time_control import Pace


def scripted_moves(recorded: Record) -> tuple[str, ...]:
    """Return the texts of the chance moves that came from a script."""
    return tuple(move.text for move in recorded.moves if move.mover == record.CHANCE_WORD)[: recorded.scripted]


def game_of(recorded: Record) -> Game:
    """Return the game, if this program plays it by the same rules."""
    try:
        game = catalogue.find(recorded.game)
    except InvalidOption as error:
        raise recorded.invalid("game", str(error)) from error
    if recorded.version != game.rules.VERSION:
        raise recorded.invalid(
            "game", f"rules version {recorded.version}; this program plays {game.name} by version {game.rules.VERSION}"
        )
    return game


def options_of(game: Game, recorded: Record) -> dict[str, str]:
    """Return a value for every option; those that chance has yet to decide have any value.

    An option with a default may be younger than the record: where it is not named, it is as it was before it came.
    """
    undecided = frozenset() if recorded.dealt else recorded.drawn
    for name in undecided:
        if recorded.options[name] != record.UNDECIDED:
            raise recorded.invalid(
                f"option {name}", f"{recorded.options[name]} is said to be drawn, but nothing was drawn yet"
            )
    given = options.with_earlier(game, recorded.options)
    for option in game.setup.options:
        if option.name not in given and option.default is None:
            raise recorded.invalid("started", f"option {option.name} is missing before this line")
        if option.name in undecided or option.name not in given:
            continue
        try:
            options.canonical(game, option, given[option.name])
        except InvalidOption as error:
            raise recorded.invalid(f"option {option.name}", str(error)) from error
    try:
        decided = {name: value for name, value in given.items() if name not in undecided}
        if not undecided:
            return options.resolve(game, decided, chance.Scripted().draw)
        if undecided != options.drawn(game, decided):
            raise recorded.invalid("undealt", f"chance decides nothing of {', '.join(sorted(undecided))}")
        return options.resolve(game, decided, lambda label, count: 0)
    except InvalidOption as error:
        raise recorded.invalid("option", str(error)) from error


def source_of(recorded: Record, seed: int | bytes | str | None = None) -> chance.Source:
    """Return what decides draws; ``seed``: a fair match's own, which an unfinished record does not tell."""
    kind, public = recorded.chance
    if kind == "scripted":
        return chance.source(seed, ())
    if seed is None:
        seed = int(public) if kind == "seeded" else recorded.seed
    if seed is None:
        return chance.Sealed(public, recorded.nonces)
    source = chance.mixed(chance.source(seed), recorded.nonces)
    if (source.kind, source.public) != recorded.chance:
        raise recorded.invalid(
            "seed" if recorded.seed else "chance", f"the seed is not the one of chance {kind} {public}"
        )
    return source


def check_times(recorded: Record, decisions: Collection[int]) -> None:
    """Check that every move a player chose has its time, no other has, and that the clocks had all of it.

    Moves from before the clocks began have none: those of the match that this one goes on from.
    """
    if recorded.timing is None:
        return
    _check_seats(recorded)
    taken = recorded.timing.taken()
    for ply, move in enumerate(recorded.moves):
        if ply in decisions and ply not in taken and ply > min(taken, default=ply):
            raise recorded.invalid(str(ply + 1), f"{move.text}: how long it took is missing")
        if ply in taken and ply not in decisions:
            raise recorded.invalid(str(ply + 1), f"{move.text}: the table made this move, so it took nobody's time")
    try:
        clocks = recorded.timing.stands()
    except TooLong as error:
        spent = f"{duration(error.timed.milliseconds)} seconds"
        reason = f"{spent} were spent, but the clock had {duration(error.left)}"
        raise recorded.invalid(f"timed {error.number}", reason) from error
    ending = recorded.ending
    if ending is not None and ending.kind == Termination.TIME:
        left = clocks.seats[GAME_CLOCK if recorded.timing.control.pace == Pace.GAME else ending.seat or 0].left
        if left:
            raise recorded.invalid(ending.kind, f"{ending.kind}: the clock still had {duration(left)} seconds")


def _check_seats(recorded: Record) -> None:
    """Check that what happened to clocks happened to those there are."""
    assert recorded.timing is not None  # noqa: S101  (the caller has looked)
    whole = recorded.timing.control.pace == Pace.GAME
    for number, each in enumerate(recorded.timing.happened):
        reason = ""
        if each.seat is not None and each.seat >= len(recorded.seats):
            reason = f"there is no seat {each.seat}"
        elif whole and (each.what == Happening.GIVEN or (each.what == Happening.SPENT and each.seat is not None)):
            reason = "no seat has a clock of its own here"
        elif not whole and each.what == Happening.SPENT and each.seat is None:
            reason = "the seat whose time it was is missing"
        if reason:
            raise recorded.invalid(f"timed {number}", reason)
