"""How often each hand is made when both sides take the most points they can: ``fivefold hands``."""

import argparse
import math
import random
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple

from fivefold.command import FINE, Command, add_game, add_options, add_running, at_least_one, whole
from fivefold.contract import Game, HandCounts
from fivefold.engine.compile import kernels_of
from fivefold.engine.greedy_census import Counts, make_greedy_games
from fivefold.engine.kernels import Kernels
from fivefold.lab.measuring.extras import required
from fivefold.lab.measuring.pairing import derived_seed
from fivefold.lab.measuring.statistics import Z, percent, wilson
from fivefold.lab.running.execution import finished
from fivefold.lab.running.job import Coding, Job
from fivefold.lab.running.places import place_of
from fivefold.parts import dice
from fivefold.play import options as choosing
from fivefold.play.catalogue import find

ORDINALS: Final = ("first", "second", "third", "fourth")
CHUNK: Final = 1000
"""Games played in one go, with random numbers of their own."""


class Chunk(NamedTuple):
    """Games to be played in one go."""

    games: int
    seed: int


class Counted(NamedTuple):
    """What games came to, added up; what is added up comes with its squares, for intervals. See ``Counts``."""

    made_sum: tuple[int, ...]
    made_squares: tuple[int, ...]
    score_sum: tuple[int, ...]
    score_squares: tuple[int, ...]
    won: tuple[int, ...]
    cut_short: tuple[int, ...]


def run(options: argparse.Namespace) -> int:
    """Play the games the command line asks for and print the counts."""
    game, games = find(options.game), at_least_one("games", options.games)
    required(game, HandCounts, "hands")
    values = option_values(game, options.option, options.seed)
    starting = game.setup.starting_option
    chosen = " ".join(f"{name}={value}" for name, value in values.items() if not starting or name != starting.name)
    job, place = counts_job(game, values, games, options.seed), place_of(options)
    job.function(Chunk(0, options.seed))  # compiles, once for all processes
    with finished(job, place) as counts:
        print(f"{game.name}, {games:,} games of greedy players ({chosen}), seed {options.seed}")
        print(report(game, counts, games))
    return FINE


def counts_job(game: Game, values: Mapping[str, str], games: int, seed: int) -> Job[Chunk, Counted, Counted]:
    """Return the job of playing this many games with these options and counting."""
    starts = range(0, games, CHUNK)
    return Job(
        title=f"{game.name}, {games:,} games of greedy players",
        unit="chunks",
        terms=repr(("hands", game.key, sorted(values.items()), games, seed)),
        tasks=[Chunk(min(CHUNK, games - start), derived_seed(seed, start)) for start in starts],
        function=partial(count, game.key, dict(values)),
        reduce=total,
        coding=Coding(list, lambda data: Counted(*map(tuple, data))),
    )


def total(counts: Sequence[Counted]) -> Counted:
    """Add counts up."""
    return Counted(*(tuple(map(sum, zip(*parts, strict=True))) for parts in zip(*counts, strict=True)))


def option_values(game: Game, given: dict[str, str], seed: int) -> dict[str, str]:
    """Return the values of all options, of those left open one drawn by the seed. Raises ``InvalidOption``."""
    chance = random.Random(seed)
    return choosing.resolve(game, given, lambda label, count: chance.randrange(count))


def count(key: str, values: dict[str, str], chunk: Chunk) -> Counted:
    """Play games with these options and return the counts."""
    game = find(key)
    kernels, seats, hands = kernels_of(game), game.setup.seats(values), required(game, HandCounts, "hands")
    counts, row = new_counts(game, kernels, seats), kernels.zeros(game.rules.SIZE)
    laid_out, start, stream = [0] * game.rules.SIZE, kernels.zeros(game.rules.SIZE), [0]
    game.rules.setup(laid_out, choosing.codes(game, values))
    for place, content in enumerate(laid_out):
        start[place] = content
    dice.seed(stream, chunk.seed)
    counts.dice[0] = stream[0]
    kernels(make_greedy_games, kernels.rules, hands)(counts, start, row, seats, chunk.games)
    return Counted(*(tuple(int(number) for number in getattr(counts, name)) for name in Counted._fields))


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


def report(game: Game, counts: Counted, games: int) -> str:
    """Return counts in words: who won, what was scored, and each hand per game with its 95 % interval."""
    extra = required(game, HandCounts, "hands")
    lines = [("", "", "95 % interval")]
    won = counts.won
    for place, number in enumerate(won):
        lines.append((f"{ORDINALS[place]} to move wins", *share(number, games)))
    lines.append(("shared", *share(games - sum(won), games)))
    lines.append(("ended early", *share(counts.cut_short[0], games)))
    for place in range(len(won)):
        average = mean_and_half(counts.score_sum[place], counts.score_squares[place], games)
        lines.append((f"points of the {ORDINALS[place]}", *interval_texts(average, 1)))
    lines += [("", "", ""), ("a game", "", "")]
    for kind, name in enumerate(extra.names[1:], start=1):
        average = mean_and_half(counts.made_sum[kind], counts.made_squares[kind], games)
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
    add_running(parser)
    add_options(parser)


HANDS = Command(add_arguments, run)
