"""Tournaments of players: ``fivefold tournament round-robin | gauntlet | ladder | sprt``."""

import argparse
import shlex
from pathlib import Path
from typing import Final

from fivefold.command import (
    FINE,
    Command,
    add_game,
    add_measuring,
    add_options,
    add_preset,
    at_least_one,
    factor,
    whole,
)
from fivefold.contract.errors import InvalidOption
from fivefold.lab.measuring.configuration import Configuration, configuration_of
from fivefold.lab.players.known import MOVE_SECONDS
from fivefold.lab.running.places import place_of
from fivefold.lab.tournament import report, screen
from fivefold.lab.tournament.entrants import entrants
from fivefold.lab.tournament.meetings import GAUNTLET, LADDER, MOST_PAIRS, ROUND_ROBIN, SPRT, Terms
from fivefold.lab.tournament.packs import PackTournament
from fivefold.lab.tournament.playing import anchor_of, tournament
from fivefold.lab.tournament.sequential import Test
from fivefold.play.catalogue import find

SUMMARIES: Final = {
    ROUND_ROBIN: "let everybody meet everybody",
    GAUNTLET: "let the first player meet all others",
    LADDER: "let each player meet the next",
    SPRT: "let two meet until it is clear whether the first is stronger",
}
USUAL_PAIRS: Final = 50
USUAL_MOST: Final = 1000


def run(options: argparse.Namespace) -> int:
    """Play the tournament that the command line asks for, print it, and write what is wanted."""
    game = find(options.game)
    configuration = configuration_of(game, options.preset, options.option)
    players = entrants(game, options.players)
    pairs = at_least_one("pairs", options.pairs)
    if pairs > MOST_PAIRS:
        raise InvalidOption(f"--pairs {pairs}: takes {MOST_PAIRS:,} at most")
    keeps = options.records is not None and configuration.seats > 1
    terms = Terms(game.key, configuration.options, options.scale, options.seed, options.move_time, keeps)
    test = None
    if options.kind == SPRT:
        test = Test(options.elo0, options.elo1, options.alpha, options.beta)
    anchor = anchor_of(players, options.anchor)
    with tournament(options.kind, terms, configuration, players, pairs, place_of(options), anchor, test) as over:
        print(screen.text(over))
        if options.out is not None:
            files = report.write(over, options.out, command_of(options, configuration))
            print(f"\nWritten: {', '.join(map(str, files))}. {report.missing_plot(over)}".rstrip())
        if options.records is not None and not isinstance(over, PackTournament):
            print(f"Records: {report.write_records(over, options.records)} in {options.records}")
    return FINE


def command_of(options: argparse.Namespace, configuration: Configuration) -> str:
    """Return the command that plays the same again."""
    words: list[str] = ["fivefold", "tournament", options.kind, options.game, *options.players]
    words += ["--pairs", str(options.pairs), "--seed", str(options.seed), "--scale", f"{options.scale:g}"]
    if options.move_time != MOVE_SECONDS:
        words += ["--move-time", f"{options.move_time:g}"]
    if options.anchor is not None:
        words += ["--anchor", options.anchor]
    if options.kind == SPRT:
        for name in ("elo0", "elo1", "alpha", "beta"):
            words += [f"--{name}", f"{getattr(options, name):g}"]
    return " ".join(part for part in (shlex.join(words), configuration.arguments) if part)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the kinds of tournaments, each with what it takes."""
    kinds = parser.add_subparsers(title="kinds", metavar="KIND", required=True, dest="kind")
    for kind, summary in SUMMARIES.items():
        added = kinds.add_parser(
            kind, help=summary, description=f"{summary[0].upper()}{summary[1:]}.", allow_abbrev=False
        )
        _add_shared(added, kind)
        if kind == SPRT:
            _add_test(added)


def _add_shared(parser: argparse.ArgumentParser, kind: str) -> None:
    add_game(parser)
    parser.add_argument(
        "players",
        nargs="+",
        metavar="PLAYER",
        help="level 1 to 7, a computer opponent's name, random, greedy, MODULE:FUNCTION, program:COMMAND;"
        " LABEL=PLAYER gives it a name of its own",
    )
    usual, what = USUAL_PAIRS, "pairs of games for each two who meet, or packs of a game for one"
    if kind == SPRT:
        usual, what = USUAL_MOST, "pairs of games at most"
    parser.add_argument("--pairs", type=whole, default=usual, metavar="N", help=f"{what} ({usual})")
    parser.add_argument(
        "--move-time",
        type=factor,
        default=MOVE_SECONDS,
        metavar="SECONDS",
        help=f"what functions and programs have for a move ({MOVE_SECONDS:g})",
    )
    add_measuring(parser)
    add_preset(parser)
    add_options(parser)
    if kind == SPRT:
        parser.set_defaults(anchor=None)
    else:
        parser.add_argument("--anchor", metavar="PLAYER", help="the player whose Elo is 0 (the mean of all is)")
    parser.add_argument("--out", type=Path, metavar="DIR", help="write the report, its plots and all results there")
    parser.add_argument("--records", type=Path, metavar="DIR", help="write the records of all games there")


def _add_test(parser: argparse.ArgumentParser) -> None:
    usual = Test()
    parser.add_argument("--elo0", type=number, default=usual.elo0, metavar="N", help="H0: so much Elo ahead (0)")
    parser.add_argument("--elo1", type=number, default=usual.elo1, metavar="N", help="H1: so much Elo ahead (20)")
    parser.add_argument(
        "--alpha", type=factor, default=usual.alpha, metavar="X", help="chance to take H1 for H0 (0.05)"
    )
    parser.add_argument("--beta", type=factor, default=usual.beta, metavar="X", help="chance to take H0 for H1 (0.05)")


def number(text: str) -> float:
    """Return a number, finite and of any sign. Raises ``ArgumentTypeError``, in words."""
    try:
        found = float(text)
    except ValueError:
        found = float("inf")
    if not abs(found) <= 2000:
        raise argparse.ArgumentTypeError(f"{text}: takes a number from -2000 to 2000")
    return found


TOURNAMENT = Command(add_arguments, run)
