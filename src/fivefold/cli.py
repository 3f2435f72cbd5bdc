"""The front door: what `fivefold` understands on the command line. Each command is imported when it is called for."""

import argparse
import io
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from fivefold import __version__
from fivefold.contract.errors import FivefoldError
from fivefold.play.catalogue import find, keys
from fivefold.terminal.choosing import read_option, with_tables

FINE, USAGE, INTERRUPTED = 0, 2, 130
Command = Callable[[argparse.Namespace], int]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status: 0 fine, 1 a check that failed, 2 wrong usage."""
    _mend_streams()
    try:
        options = build_parser().parse_args(arguments)
        if "option" in options:
            given = dict(options.option)
            options.option = with_tables(find(options.game), given) if options.game else given
        command: Command = options.run
        return command(options)
    except (FivefoldError, OSError) as error:
        if isinstance(error, BrokenPipeError):
            return _reader_left()
        print(f"fivefold: {_reason(error)}", file=sys.stderr)
        return USAGE
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED


def _mend_streams() -> None:
    """Let closed streams be empty ones, and let text that the terminal's encoding lacks be written with escapes."""
    sys.stdin = sys.stdin or io.StringIO()
    sys.stdout = sys.stdout or io.StringIO()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


class Parser(argparse.ArgumentParser):
    """A parser whose complaints say where to read on."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and leave."""
        super().error(f"{message}; {self.prog} --help tells what there is")


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    parser = Parser(
        prog="fivefold", description="Strategy games built on fives: play them, and study them.", allow_abbrev=False
    )
    parser.add_argument("--version", action="version", version=f"fivefold {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for add in (
        _add_serve,
        _add_backups,
        _add_play,
        _add_show,
        _add_verify,
        _add_hindsight,
        _add_match,
        _add_ladder,
        _add_hands,
        _add_arrangements,
        _add_learn,
        _add_perft,
        _add_bench,
        _add_warm,
    ):
        add(commands)
    return parser


if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[Parser]


def _add(commands: "Commands", name: str, run: Command, summary: str) -> argparse.ArgumentParser:
    sentence = summary[0].upper() + summary[1:] + "."
    parser: argparse.ArgumentParser = commands.add_parser(name, help=summary, description=sentence, allow_abbrev=False)
    parser.set_defaults(run=run)
    return parser


def _run_by(module: str) -> Command:
    """Return the command that a module's ``run`` carries out, imported when it is called for."""
    return lambda options: int(import_module(module).run(options))


def whole(text: str) -> int:
    """Return a whole number. Raises ``ArgumentTypeError``, in words."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text}: takes a whole number") from None


def factor(text: str) -> float:
    """Return a number above 0. Raises ``ArgumentTypeError``, in words."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError(f"{text}: takes a number above 0, as 0.5")
    return number


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--option",
        type=read_option,
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game; may be repeated; a table of numbers is @FILE, or 3=13,80=-65",
    )


def _add_serve(commands: "Commands") -> None:
    parser = _add(commands, "serve", _run_by("fivefold.web.serving"), "serve the house to browsers, on this machine")
    parser.add_argument("--host", default="127.0.0.1", help="where to listen: 0.0.0.0 is everywhere (127.0.0.1)")
    parser.add_argument("--port", type=whole, metavar="N", help="the port (8555, or the next free one)")
    parser.add_argument("--data", type=Path, metavar="DIR", help="folder to keep matches in (your data folder)")
    parser.add_argument("--open", action="store_true", help="open the page in your browser")
    parser.add_argument(
        "--workers", type=whole, default=2, metavar="N", help="opponents that think long at the same time (2)"
    )
    parser.add_argument(
        "--url-base", default="", metavar="URL", help="the address others use, if a server stands in between"
    )
    parser.add_argument(
        "--proxy",
        default="",
        metavar="ADDRESS[,ADDRESS]",
        help="IP addresses or networks of the servers in front, which say who asks (nobody is believed)",
    )


def _add_backups(commands: "Commands") -> None:
    for name, summary, about in (
        ("backup", "copy a house into a file, also while it is served", "a new file; none is overwritten"),
        ("restore", "make a house from a backup, where there is none", "the backup, which stays as it is"),
    ):
        parser = _add(commands, name, _backup, summary)
        parser.add_argument("file", type=Path, metavar="FILE", help=about)
        parser.add_argument("--data", type=Path, metavar="DIR", help="folder of the house (your data folder)")
        parser.set_defaults(restoring=name == "restore")


def _add_play(commands: "Commands") -> None:
    parser = _add(commands, "play", _play, "play a game in the terminal")
    parser.epilog = "Tournaments, the deal of the day and the editor of scoring tables are on the page: fivefold serve."
    parser.add_argument("game", nargs="?", metavar="GAME", help=f"{', '.join(keys())}; asked for when left out")
    parser.add_argument(
        "--against",
        metavar="WHO",
        help="level 1 to 7, a computer opponent's name, or friend at the same keyboard; several with a slash",
    )
    parser.add_argument(
        "--preset", metavar="NAME", help="a well-known set of options, by number or name, where a game has them"
    )
    place = parser.add_mutually_exclusive_group()
    place.add_argument("--seat", help="your seat: 0, 1, ... or its name, such as red (drawn when left out)")
    place.add_argument("--first", choices=("me", "them", "draw"), help="who moves first (drawn when left out)")
    parser.add_argument("--double", action="store_true", help="two games on one deal, seats swapped, totals added")
    _add_options(parser)
    parser.add_argument("--seed", type=whole, help="a whole number that fixes everything drawn at random")
    parser.add_argument("--record", type=Path, metavar="FILE", help="where the game is kept, move by move")
    parser.add_argument(
        "--continue", dest="resume", nargs="?", const="", metavar="FILE", help="go on with a kept game (the latest)"
    )


def _add_show(commands: "Commands") -> None:
    parser = _add(commands, "show", _show, "show a recorded game: its moves in words, its position, a picture")
    parser.add_argument("record", type=Path, metavar="RECORD")
    parser.add_argument(
        "--ply", type=whole, metavar="N", help="the position after N moves; negative counts from the end"
    )
    parser.add_argument("--svg", type=Path, metavar="FILE", help="draw the position to this file")


def _add_verify(commands: "Commands") -> None:
    parser = _add(commands, "verify", _verify, "replay records and say whether each holds what it claims")
    parser.add_argument("records", type=Path, nargs="+", metavar="RECORD")


def _add_hindsight(commands: "Commands") -> None:
    summary = "show the best that could have been made of a recorded game's cards"
    parser = _add(commands, "hindsight", _hindsight, summary)
    parser.add_argument("record", type=Path, metavar="RECORD")


def _add_match(commands: "Commands") -> None:
    parser = _add(
        commands,
        "match",
        _run_by("fivefold.lab.arena"),
        "let two opponents play pairs of games, the same deal with seats swapped",
    )
    parser.add_argument(
        "a",
        metavar="A",
        help="level 1 to 7, a computer opponent's name, random, greedy, or a search: paranoid, best-reply, tree",
    )
    parser.add_argument("b", metavar="B")
    parser.add_argument("--game", required=True, choices=keys(), help="the game they play")
    parser.add_argument("--pairs", type=whole, default=100, help="pairs of games (100)")
    _add_measuring(parser)
    _add_preset(parser)
    _add_options(parser)
    parser.add_argument(
        "--opening-plies",
        type=whole,
        metavar="N",
        help="moves at random at the start, alike in both games of a pair (4 in a game without chance, else none)",
    )


def _add_ladder(commands: "Commands") -> None:
    parser = _add(
        commands,
        "ladder",
        _run_by("fivefold.lab.ladder"),
        "measure each of a game's opponents against the one below it",
    )
    parser.add_argument("game", choices=keys(), metavar="GAME")
    parser.add_argument("--pairs", type=whole, default=200, help="pairs of games a rung (200)")
    _add_measuring(parser)
    parser.add_argument("--out", type=Path, default=Path("docs/strength"), help="folder to write to (docs/strength)")
    _add_preset(parser)
    _add_options(parser)
    again = parser.add_mutually_exclusive_group()
    again.add_argument("--fresh", action="store_true", help="forget what an earlier run has measured")
    again.add_argument(
        "--rungs",
        metavar="LIST",
        help="measure only these, anew: 2,3 is 2v1 and 3v2, or levels 2 and 3 where one plays alone; also 7v1",
    )


def _add_hands(commands: "Commands") -> None:
    parser = _add(
        commands,
        "hands",
        _run_by("fivefold.lab.hand_counts"),
        "count how often each hand is made when all take the most points they can",
    )
    parser.add_argument("game", choices=keys(), metavar="GAME")
    parser.add_argument("--games", type=whole, default=20_000, metavar="N", help="how many games to play (20000)")
    parser.add_argument("--seed", type=whole, default=1, help="fixes the deals and what is drawn among equals (1)")
    _add_options(parser)


def _add_arrangements(commands: "Commands") -> None:
    parser = _add(
        commands,
        "arrangements",
        _run_by("fivefold.lab.arrangements"),
        "measure what could have been made of the cards that came",
    )
    parser.add_argument("game", choices=keys(), metavar="GAME")
    parser.add_argument("--games", type=whole, default=100, metavar="N", help="how many random games to look at (100)")
    parser.add_argument("--seconds", type=factor, default=2.0, help="how long to look for the best arrangement (2)")
    parser.add_argument("--longer", type=factor, metavar="TIMES", help="look so many times as long too, and compare")
    parser.add_argument("--seed", type=whole, default=1, help="fixes the cards (1)")
    _add_preset(parser)
    _add_options(parser)


def _add_learn(commands: "Commands") -> None:
    parser = _add(
        commands,
        "learn",
        _run_by("fivefold.lab.learn"),
        "learn by self-play what unfinished lines are worth, and write the table",
    )
    parser.add_argument("game", choices=keys(), metavar="GAME")
    parser.add_argument("--games", type=whole, default=4_000_000, metavar="N", help="how many games (4000000)")
    parser.add_argument("--seed", type=whole, default=1, help="fixes the cards (1)")
    parser.add_argument("--further", action="store_true", help="begin with the table the game has, not with nothing")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="the module to write")
    _add_preset(parser)
    _add_options(parser)


def _add_measuring(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--scale", type=factor, default=1.0, help="factor on every opponent's time and nodes (1)")
    parser.add_argument("--seed", type=whole, default=1, help="fixes deals and opponents' whims (1)")
    parser.add_argument("--jobs", type=whole, default=None, help="games at the same time (one a processor)")


def _add_preset(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--preset", metavar="NAME", help="a well-known set of options, as the game offers them")


def _add_perft(commands: "Commands") -> None:
    parser = _add(commands, "perft", _perft, "count the move sequences from the start of a game")
    parser.add_argument("game", choices=keys(), metavar="GAME")
    parser.add_argument("--depth", type=whole, required=True, metavar="N", help="how many moves deep")
    _add_options(parser)
    parser.add_argument("--seed", type=whole, default=1, help="fixes the deal (1)")
    parser.add_argument("--plain", action="store_true", help="run the rules as plain Python, not compiled")


def _add_bench(commands: "Commands") -> None:
    parser = _add(commands, "bench", _bench, "time the rules and the search, and compare with plain Python in one run")
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these")
    parser.add_argument("--web", action="store_true", help="only the served page and its matches")
    parser.add_argument("--quick", action="store_true", help="a few seconds instead of minutes")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")


def _add_warm(commands: "Commands") -> None:
    parser = _add(commands, "warm", _warm, "compile the engine now, so that opponents are at full strength at once")
    parser.add_argument("game", nargs="?", metavar="GAME", help="one game (all)")


def _backup(options: argparse.Namespace) -> int:
    from fivefold.web import backups

    return (backups.restore if options.restoring else backups.backup)(options.file, options.data)


def _play(options: argparse.Namespace) -> int:
    from fivefold.terminal import start

    return start.play(options)


def _show(options: argparse.Namespace) -> int:
    from fivefold.terminal import archive

    return archive.show(options.record, options.ply, options.svg)


def _verify(options: argparse.Namespace) -> int:
    from fivefold.terminal import archive

    return archive.verify(options.records)


def _hindsight(options: argparse.Namespace) -> int:
    from fivefold.terminal import hindsight

    return hindsight.of_record(options.record)


def _bench(options: argparse.Namespace) -> int:
    from fivefold.lab import bench

    if options.web:
        options.names = ["updates", "web", "floods", *options.names]
    return bench.run(options)


def _perft(options: argparse.Namespace) -> int:
    from fivefold.terminal.start import new_match

    match = new_match(find(options.game), options.seed, options.option)
    from fivefold.engine.perft import perft

    for depth, count in enumerate(perft(match, options.depth, compiled=not options.plain), start=1):
        print(f"depth {depth}: {count:,}")
    return FINE


def _warm(options: argparse.Namespace) -> int:
    from fivefold.engine.warming import warm

    for key in [options.game] if options.game else keys():
        print(f"Compiling {find(key).name} ...", flush=True)
        warm(find(key))
    return FINE


def _reason(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return str(error)


def _reader_left() -> int:
    """End quietly when the reader of a pipe has gone (`fivefold show … | head`)."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return FINE
