"""How often each hand is made by players who do not look ahead: ``fivefold hands``."""

import argparse
from collections.abc import Sequence
from typing import Final

from fivefold.command import (
    FINE,
    Command,
    add_game,
    add_options,
    add_preset,
    add_running,
    at_least_one,
    whole,
)
from fivefold.contract import HandTable
from fivefold.contract.extras import played_out
from fivefold.lab.design.command import TODAY, players
from fivefold.lab.design.counts import Counts, Interval, hand_table, mean_points, per_game, start_of
from fivefold.lab.measuring.configuration import configuration_of
from fivefold.lab.measuring.statistics import percent, wilson
from fivefold.lab.running.places import place_of
from fivefold.play.catalogue import find

ORDINALS: Final = ("first", "second", "third", "fourth")


def run(options: argparse.Namespace) -> int:
    """Play the games the command line asks for and print the counts. Raises ``InvalidOption``."""
    game, games = find(options.game), at_least_one("games", options.games)
    configuration = configuration_of(game, options.preset, options.option)
    hands = hand_table(game, configuration, "hands")
    own = (0, *hands.usual(start_of(game, configuration))[1:])
    place = None if options.jobs is None and not options.on else place_of(options)
    with players(game, configuration, games, options.seed, place) as play:
        counts = play(TODAY, own)
        print(f"{configuration.heading(game)}: {games:,} games in which nobody looks ahead, seed {options.seed}")
        print(report(hands, counts))
    return FINE


def report(hands: HandTable, counts: Counts) -> str:
    """Return counts in words: who won, what was scored, and each hand per game with its 95 % interval."""
    lines = [("", "", "95 % interval")]
    if counts.seats > 1:
        for place, number in enumerate(counts.won):
            lines.append((f"{ORDINALS[place]} to move wins", *share(number, counts.games)))
        lines.append(("shared", *share(counts.games - sum(counts.won), counts.games)))
    if hands.cut_short is not played_out:
        lines.append(("ended early", *share(counts.cut_short, counts.games)))
    for place in range(counts.seats):
        name = f"points of the {ORDINALS[place]}" if counts.seats > 1 else "points"
        lines.append((name, *interval_texts(mean_points(counts, place), 1)))
    lines += [("", "", ""), ("a game", "", "")]
    for hand, name in enumerate(hands.names[1:], start=1):
        lines.append((name, *interval_texts(per_game(counts, hand), 4)))
    return table(lines)


def share(number: int, games: int) -> tuple[str, str]:
    """Return a share of games as text, and Wilson's interval."""
    low, high = wilson(number / games, games)
    return percent(number / games), f"{100 * low:.1f} to {100 * high:.1f}"


def interval_texts(measured: Interval, digits: int) -> tuple[str, str]:
    """Return a figure and its interval as text."""
    return f"{measured.mean:.{digits}f}", f"{measured.low:.{digits}f} to {measured.high:.{digits}f}"


def table(lines: Sequence[tuple[str, str, str]]) -> str:
    """Return names, figures and intervals in columns."""
    widths = [max(len(line[column]) for line in lines) for column in range(3)]
    return "\n".join(
        f"{name:{widths[0]}}  {figure:>{widths[1]}}  {interval:>{widths[2]}}".rstrip()
        for name, figure, interval in lines
    )


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    add_game(parser)
    parser.add_argument("--games", type=whole, default=20_000, metavar="N", help="how many games to play (20000)")
    parser.add_argument(
        "--seed", type=whole, metavar="N", default=1, help="fixes the deals and what is drawn among equals (1)"
    )
    add_running(parser)
    add_preset(parser)
    add_options(parser)


HANDS = Command(add_arguments, run)
