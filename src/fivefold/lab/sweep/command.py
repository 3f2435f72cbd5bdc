"""A search among a game's options for what is wanted of it: ``fivefold sweep``."""

import argparse
import shlex
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from fivefold.command import (
    FINE,
    Command,
    add_game,
    add_measuring,
    add_options,
    at_least_one,
    factor,
    whole,
)
from fivefold.contract import Game
from fivefold.contract.errors import InvalidOption
from fivefold.lab.measuring.properties import PROPERTIES
from fivefold.lab.measuring.self_play import Start
from fivefold.lab.running.execution import finished
from fivefold.lab.running.places import place_of
from fivefold.lab.sweep import report
from fivefold.lab.sweep.findings import Terms
from fivefold.lab.sweep.option_sets import Varied, checked, read_varied
from fivefold.lab.sweep.playing import Round
from fivefold.lab.sweep.sweeping import SHOWN, search, terms_of
from fivefold.play.catalogue import find

GRID, OPTUNA = "grid", "optuna"
TRIALS: Final = 20
EXAMPLES: Final = """what can be wanted, each once or more, in quotes:
  'NAME<NUMBER'  'NAME>NUMBER'  'NAME=NUMBER' (within a tenth of it)  'NAME=LOW..HIGH'

{properties}

example: fivefold sweep pokeros --vary deck=full,stripped --vary wilds=0,1,2 --want 'edge<5' --want 'draws<3'"""


def run(options: argparse.Namespace) -> int:
    """Play, print what was found and write the report."""
    game = find(options.game)
    varied = checked(read_varied(game, options.vary), options.option)
    terms, trials, place = asked(game, options), trials_of(options), place_of(options)
    with ExitStack() as rounds:

        def carry(job: Round) -> list[Start]:
            # What is kept of a round is forgotten only once the report is written, so that the command can go on.
            return rounds.enter_context(finished(job, place))

        found = search(terms, varied, options.option, trials, carry)
        written = report.write(found, command_text(terms, varied, options), options.out, stem(game, varied))
    print(" ".join(report.conclusion(found)).replace("**", ""))
    print(f"\n{report.table(found, found.measured, found.again)}\n")
    print(f"Written: {', '.join(map(str, written))}")
    return FINE


def asked(game: Game, options: argparse.Namespace) -> Terms:
    """Return the terms that the command line asks for. Raises ``InvalidOption``."""
    return terms_of(
        game,
        options.want,
        options.show.split(","),
        options.player,
        matches=at_least_one("matches", options.matches),
        seconds=options.seconds,
        scale=options.scale,
        seed=options.seed,
        even=options.even,
    )


def trials_of(options: argparse.Namespace) -> int:
    """Return how many sets a search may ask for, 0 where all are tried. Raises ``InvalidOption``."""
    if options.search == GRID:
        if options.trials is not None:
            raise InvalidOption(
                "all combinations are tried", subject=f"--trials {options.trials}", remedy="add --search optuna"
            )
        return 0
    return at_least_one("trials", TRIALS if options.trials is None else options.trials)


def stem(game: Game, varied: tuple[Varied, ...]) -> str:
    """Return the name, without suffix, of the report's files."""
    return "-".join(("sweep", game.key, *(each.name for each in varied)))


def command_text(terms: Terms, varied: tuple[Varied, ...], options: argparse.Namespace) -> str:
    """Return the command that finds the same again."""
    words = ["fivefold", "sweep", terms.game.key]
    for each in varied:
        words += ["--vary", f"{each.name}={','.join(each.values)}"]
    for name, value in options.option.items():
        words += ["--option", f"{name}={value}"]
    for want in terms.wants:
        words += ["--want", want.text]
    if options.search != GRID:
        words += ["--search", options.search, "--trials", str(trials_of(options))]
    words += ["--player", terms.player, "--matches", str(2 * terms.starts), *(["--even"] if terms.even else [])]
    defaults = {"show": ",".join(SHOWN), "seconds": 10.0, "scale": 1.0}
    for name, default in defaults.items():
        value = getattr(options, name)
        words += [f"--{name}", value if isinstance(value, str) else f"{value:g}"] if value != default else []
    return shlex.join([*words, "--seed", str(terms.seed)])


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    width = max(map(len, PROPERTIES))
    properties = "\n".join(
        f"  {each.name:{width}}  {each.meaning}{f' ({each.unit})' if each.unit else ''}" for each in PROPERTIES.values()
    )
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = EXAMPLES.format(properties=properties)
    add_game(parser)
    parser.add_argument(
        "--vary",
        action="append",
        default=[],
        metavar="NAME=V1,V2",
        help="an option and the values to try; may be repeated; 20..60/10 stands for 20,30,40,50,60",
    )
    parser.add_argument("--want", action="append", default=[], metavar="WANT", help="what is wanted, see below")
    add_options(parser)
    parser.add_argument(
        "--player", default="3", metavar="WHO", help="who plays against itself, named as in fivefold match (3)"
    )
    parser.add_argument(
        "--matches", type=whole, default=400, metavar="N", help="the most with one set; two on each deal (400)"
    )
    parser.add_argument("--even", action="store_true", help="play as many matches with one set as with any other")
    parser.add_argument(
        "--search", choices=(GRID, OPTUNA), default=GRID, help="try all combinations, or those Optuna asks for (grid)"
    )
    parser.add_argument("--trials", type=whole, metavar="N", help=f"how many sets Optuna may ask for ({TRIALS})")
    parser.add_argument(
        "--show", default=",".join(SHOWN), metavar="NAME,NAME", help=f"what to measure besides ({','.join(SHOWN)})"
    )
    parser.add_argument(
        "--seconds", type=factor, metavar="X", default=10.0, help="what people think about a move, for minutes (10)"
    )
    parser.add_argument(
        "--out", type=Path, default=Path("sweeps"), metavar="DIR", help="where to write the report (sweeps)"
    )
    add_measuring(parser)


SWEEP = Command(add_arguments, run)
