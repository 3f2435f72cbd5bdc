"""The front door: what `fivefold` understands on the command line, and where each command is found."""

import argparse
import gc
import io
import os
import sys
from collections.abc import Collection, Mapping, Sequence
from difflib import get_close_matches
from importlib import import_module
from typing import Final, NamedTuple, NoReturn

from fivefold import __version__, configuration
from fivefold.command import FINE, INTERRUPTED, USAGE, Command, with_tables
from fivefold.contract.errors import FivefoldError
from fivefold.play.catalogue import find


class Entry(NamedTuple):
    """A command as the list of all commands has it."""

    module: str
    """Where its ``Command`` is, under its name in capitals; imported only when it is asked for."""
    summary: str
    is_about_a_house: bool = False
    """Whether it finds a house by its settings (``store.place``)."""


COMMANDS: Final[Mapping[str, Entry]] = {
    "serve": Entry("fivefold.serve", "serve the house to browsers on this machine", True),
    "work": Entry("fivefold.work", "think for the computer opponents of a house that other processes serve", True),
    "backup": Entry("fivefold.doors.web.upkeep", "copy a house into a file, even while it is being served", True),
    "restore": Entry("fivefold.doors.web.upkeep", "make a new house from a backup", True),
    "copy": Entry("fivefold.doors.web.upkeep", "copy a house to another database: SQLite to PostgreSQL, or back", True),
    "histories": Entry(
        "fivefold.doors.web.upkeep", "work out again how every match of a house ended for its players", True
    ),
    "admin": Entry(
        "fivefold.admin.command", "run a house: people, reports, bans, results, announcements, and the log", True
    ),
    "ratings": Entry("fivefold.doors.web.upkeep", "compute ratings anew, look a player up", True),
    "mail": Entry("fivefold.doors.mail.post.command", "hand a message to the house that came by mail", True),
    "play": Entry("fivefold.doors.terminal.start", "play a game in the terminal"),
    "show": Entry("fivefold.doors.terminal.archive", "show a recorded game: its moves, its position, a picture"),
    "verify": Entry("fivefold.doors.terminal.archive", "replay records and say whether each one is true"),
    "hindsight": Entry(
        "fivefold.doors.terminal.archive", "show the best that could have been made of a recorded game's cards"
    ),
    "games": Entry("fivefold.lab.games", "list the games and their kinds: turns, information, chance, search"),
    "match": Entry("fivefold.lab.match", "let two opponents play pairs of games on the same deal, seats swapped"),
    "ladder": Entry("fivefold.lab.ladder", "measure each of a game's opponents against the one below it"),
    "study": Entry("fivefold.lab.study", "answer questions about a game from matches played for it"),
    "hands": Entry("fivefold.lab.design", "count how often each hand is made when nobody looks ahead"),
    "design": Entry("fivefold.lab.design", "set the points of hands by how rare they are, from games played"),
    "arrangements": Entry("fivefold.lab.arrangements", "measure the best that the cards allowed"),
    "sweep": Entry("fivefold.lab.sweep", "search a game's options for those with which it is as you want it"),
    "endings": Entry("fivefold.lab.endings", "prove how near to perfect an opponent plays the ends of its games"),
    "puzzles": Entry("fivefold.lab.puzzles", "find puzzles in matches between opponents, one clear best move each"),
    "learn": Entry("fivefold.lab.learn", "make a table by playing: what unfinished lines are worth, or become"),
    "train": Entry("fivefold.lab.train", "let a game's estimate learn from games against itself"),
    "fit": Entry("fivefold.lab.fit", "fit the numbers of a game's estimate to games between its opponents"),
    "calibrate": Entry("fivefold.lab.fit", "measure how often a chance to win comes true, and correct it"),
    "perft": Entry("fivefold.lab.games", "count the move sequences from the start of a game"),
    "tournament": Entry(
        "fivefold.lab.tournament", "let levels, functions and programs meet: tables, Elo, tests, records"
    ),
    "engine": Entry("fivefold.lab.engine", "play for other programs: the opponents behind a line protocol"),
    "warm": Entry("fivefold.lab.games", "compile the engine now, so that opponents are at full strength at once"),
}
"""All commands, in the order of ``fivefold --help``. The summaries stand here so that it need not import any."""
ABOUT_A_HOUSE: Final = tuple(name for name, entry in COMMANDS.items() if entry.is_about_a_house)
"""Commands that read the same file of settings."""


COMPLETED: Final = "COMP_LINE"
"""Set by bash, after `complete -C fivefold fivefold`: the line in which somebody has pressed Tab."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status: 0 fine, 1 a check that failed, 2 wrong usage."""
    _mend_streams()
    if line := os.environ.get(COMPLETED):
        print("\n".join(_completions(line)))
        return FINE
    words = sys.argv[1:] if arguments is None else arguments
    options = argparse.Namespace()
    try:
        options = build_parser([word for word in words if not word.startswith("-")][:1]).parse_args(words)
        if arguments is None:
            gc.freeze()  # what is loaded stays as long as this process
        if "settings" in options:
            options = configuration.completed(options, _all_settings)
            if options.show_settings:
                print(configuration.listing(options))
                return FINE
        if "option" in options:
            given = dict(options.option)
            options.option = with_tables(find(options.game), given) if options.game else given
        return int(options.command.run(options))
    except (FivefoldError, OSError) as error:
        if isinstance(error, BrokenPipeError):
            return _reader_left()
        print(f"fivefold: {_reason(error)}", file=sys.stderr)
        return int(vars(options).get("refused", USAGE))
    except KeyboardInterrupt as stopped:
        print(f"fivefold: {stopped}" if stopped.args else "", file=sys.stderr)
        return INTERRUPTED


class Parser(argparse.ArgumentParser):
    """A parser whose complaints say where to read on."""

    def _check_value(self, action: argparse.Action, value: object) -> None:
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError:
            near = get_close_matches(str(value), map(str, action.choices or ()), n=1)
            if not near:
                raise
            raise argparse.ArgumentError(action, f"there is no {value!r}; perhaps you mean {near[0]!r}") from None

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and leave."""
        super().error(f"{message}; {self.prog} --help shows what there is")


def build_parser(wanted: Collection[str] = COMMANDS.keys()) -> Parser:
    """Return the parser of the command line; only the commands ``wanted`` are imported and know their arguments."""
    parser = Parser(
        prog="fivefold", description="Strategy games built on fives: play them, and study them.", allow_abbrev=False
    )
    parser.add_argument("--version", action="version", version=f"fivefold {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name, entry in COMMANDS.items():
        sentence = entry.summary[0].upper() + entry.summary[1:] + "."
        added = commands.add_parser(name, help=entry.summary, description=sentence, allow_abbrev=False)
        if name in wanted:
            command = command_of(name)
            command.add_arguments(added)
            if entry.is_about_a_house:
                configuration.prepare(added, name, command.has_settings)
            added.set_defaults(command=command)
    return parser


def _completions(line: str) -> list[str]:
    """Return the words with which this line may go on: commands, then options and games."""
    *before, begun = line.split(" ")
    parser: argparse.ArgumentParser = build_parser(before[1:2])
    for word in before[1:]:
        for action in parser._actions:
            if isinstance(action, argparse._SubParsersAction):
                parser = action.choices.get(word, parser)
    offered = [word for action in parser._actions for word in action.option_strings or action.choices or ()]
    return sorted(word for word in offered if word.startswith(begun))


def command_of(name: str) -> Command:
    """Return the command of this name, from its module."""
    gc.disable()  # what modules bring stays: to look for garbage among it would take a quarter of a start
    try:
        command: Command = getattr(import_module(COMMANDS[name].module), name.upper())
    finally:
        gc.enable()
    return command


def _all_settings() -> set[str]:
    """Return the commands that have settings, and all of these."""
    found = set(ABOUT_A_HOUSE)
    for command in (command_of(name) for name in ABOUT_A_HOUSE):
        if command.has_settings:
            parser = argparse.ArgumentParser(add_help=False)
            command.add_arguments(parser)
            found |= {each.name for each in configuration.settings_of(parser, every=True)}
    return found


def _mend_streams() -> None:
    """Let closed streams be empty ones, and let text that the terminal's encoding lacks be written with escapes."""
    sys.stdin = sys.stdin or io.StringIO()
    sys.stdout = sys.stdout or io.StringIO()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _reason(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return str(error)


def _reader_left() -> int:
    """End quietly when the reader of a pipe has gone (`fivefold show … | head`)."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return FINE


if __name__ == "__main__":
    sys.exit(main())
