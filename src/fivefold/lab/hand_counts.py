"""How often each hand is made when both sides take the most points they can: ``fivefold hands``."""

import argparse
import math
import random
from collections.abc import Sequence
from typing import Final

from fivefold.command import FINE, Command, add_game, add_options, at_least_one, whole
from fivefold.contract import Game, HandCounts
from fivefold.engine.compile import kernels_of
from fivefold.engine.greedy_census import Counts, make_greedy_games
from fivefold.engine.kernels import Kernels
from fivefold.lab.measuring.extras import required
from fivefold.lab.measuring.statistics import Z, percent, wilson
from fivefold.parts import dice
from fivefold.play import options as choosing
from fivefold.play.catalogue import find

ORDINALS: Final = ("first", "second", "third", "fourth")
CHUNK: Final = 1000
"""Games between two chances for Ctrl-C."""


def run(options: argparse.Namespace) -> int:
    """Play the games the command line asks for and print the counts."""
    game, games = find(options.game), at_least_one("games", options.games)
    required(game, HandCounts, "hands")
    values = option_values(game, options.option, options.seed)
    counts = count(game, kernels_of(game), values, games, options.seed)
    starting = game.setup.starting_option
    chosen = " ".join(f"{name}={value}" for name, value in values.items() if not starting or name != starting.name)
    print(f"{game.name}, {games:,} games of greedy players ({chosen}), seed {options.seed}")
    print(report(game, counts, games))
    return FINE


def option_values(game: Game, given: dict[str, str], seed: int) -> dict[str, str]:
    """Return the values of all options, of those left open one drawn by the seed. Raises ``InvalidOption``."""
    chance = random.Random(seed)
    return choosing.resolve(game, given, lambda label, count: chance.randrange(count))


def count(game: Game, kernels: Kernels, values: dict[str, str], games: int, seed: int) -> Counts:
    """Play this many games with these options and return the counts."""
    seats = game.setup.seats(values)
    counts, start, row = (
        new_counts(game, kernels, seats),
        kernels.zeros(game.rules.SIZE),
        kernels.zeros(game.rules.SIZE),
    )
    laid_out, stream = [0] * game.rules.SIZE, [0]
    game.rules.setup(laid_out, choosing.codes(game, values))
    for place, content in enumerate(laid_out):
        start[place] = content
    dice.seed(stream, seed)
    counts.dice[0] = stream[0]
    counted = game.extra_of(HandCounts)
    assert counted is not None  # noqa: S101  only such games are counted
    play = kernels(make_greedy_games, kernels.rules, counted)
    for before in range(0, games, CHUNK):
        play(counts, start, row, seats, min(CHUNK, games - before))
    return counts


def new_counts(game: Game, kernels: Kernels, seats: int) -> Counts:
    """Return counts of nothing yet."""
    extra = required(game, HandCounts, "hands")
    kinds, zeros = len(extra.names), kernels.zeros
    return Counts(
        made=zeros(kinds),
        made_sum=zeros(kinds),
        made_squares=zeros(kinds),
        scores=zeros(seats),
        score_sum=zeros(seats),
        score_squares=zeros(seats),
        won=zeros(seats),
        cut_short=zeros(1),
        moves=zeros(game.rules.MAX_MOVES),
        hands=zeros(extra.most_made),
        dice=zeros(1),
    )


def report(game: Game, counts: Counts, games: int) -> str:
    """Return counts in words: who won, what was scored, and each hand per game with its 95 % interval."""
    extra = required(game, HandCounts, "hands")
    lines = [("", "", "95 % interval")]
    won = [int(number) for number in counts.won]
    for place, number in enumerate(won):
        lines.append((f"{ORDINALS[place]} to move wins", *share(number, games)))
    lines.append(("shared", *share(games - sum(won), games)))
    lines.append(("ended early", *share(int(counts.cut_short[0]), games)))
    for place in range(len(won)):
        average = mean_and_half(int(counts.score_sum[place]), int(counts.score_squares[place]), games)
        lines.append((f"points of the {ORDINALS[place]}", *interval_texts(average, 1)))
    lines += [("", "", ""), ("a game", "", "")]
    for kind, name in enumerate(extra.names[1:], start=1):
        average = mean_and_half(int(counts.made_sum[kind]), int(counts.made_squares[kind]), games)
        lines.append((name, *interval_texts(average, 4)))
    return table(lines)


def share(number: int, games: int) -> tuple[str, str]:
    """Return a share of games as text, and Wilson's interval."""
    low, high = wilson(number / games, games)
    return percent(number / games), f"{100 * low:.1f} to {100 * high:.1f}"


def mean_and_half(total: int, squares: int, games: int) -> tuple[float, float]:
    """Return the mean of what was added up over games, and half its 95 % interval."""
    average = total / games
    spread = max(0.0, squares / games - average**2)
    return average, Z * math.sqrt(spread / games)


def interval_texts(measured: tuple[float, float], digits: int) -> tuple[str, str]:
    """Return a mean and its interval as text."""
    average, half = measured
    return f"{average:.{digits}f}", f"{max(0.0, average - half):.{digits}f} to {average + half:.{digits}f}"


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
    parser.add_argument("--seed", type=whole, default=1, help="fixes the deals and what is drawn among equals (1)")
    add_options(parser)


HANDS = Command(add_arguments, run)
