"""Designing a game's table of hands: ``fivefold design``; and ``fivefold hands``, which counts hands.

Players play by a table, hands are counted, and points are set by how rare they are.
"""

import argparse
import shlex
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Final

from fivefold.command import (
    FINE,
    at_least_one,
    process_count,
)
from fivefold.contract import Game, HandTable
from fivefold.contract.extras import played_out
from fivefold.engine.compile import kernels_of
from fivefold.lab.arguments import lab_command
from fivefold.lab.configuration import Configuration, configuration_of
from fivefold.lab.design.report import summary, write
from fivefold.lab.design.rounds import (
    Design,
    DesignRound,
    GameBlock,
    PlayRound,
    RoundCounts,
    RoundTerms,
    Scale,
    Table,
    counted,
    design,
    hand_table,
    mean_points,
    per_game,
    points_of,
    read_table,
    round_job,
    start_of,
    worth_of,
)
from fivefold.lab.estimates import Estimate, needs_scipy, percent, wilson
from fivefold.lab.jobs import JobPlace, Processes, finished, place_of
from fivefold.play.catalogue import find

WORTH_PROCESSES: Final = 15.0
"""Seconds: a shorter round is over before other processes have loaded what they need."""
TRIED: Final = 20
TODAY: Final = -1
"""The number of the round with the points the game has now."""


def run(options: argparse.Namespace) -> int:
    """Design the table that the command line asks for, and write the report. Raises ``InvalidOption``, ``OSError``."""
    game, games = find(options.game), at_least_one("games", options.games)
    configuration = configuration_of(game, options.preset, options.option)
    hands = hand_table(game, configuration)
    own = (0, *hands.usual(start_of(game, configuration))[1:])
    first, begins = _first_table(game, hands, own, options)
    scale, most_rounds = _scale_of(own, options), at_least_one("rounds", options.rounds)
    place = None if options.jobs is None and not options.on else place_of(options)
    with players(game, configuration, games, options.seed, place) as play:
        course = design(play, first, scale, most_rounds, keep_first=begins != "cards")
        today = round_with(own, play(TODAY, own), scale)
        study = Design(game, configuration, hands, scale, course, today, begins, games, command_line(options))
        print(summary(study))
        print(write(study, options.out))
    return FINE


def _first_table(game: Game, hands: HandTable, own: Table, options: argparse.Namespace) -> tuple[Table, str]:
    if options.table is not None:
        return read_table(game, hands, options.table), "file"
    return (own, "own") if options.own else (tuple(hands.cards), "cards")


def _scale_of(own: Table, options: argparse.Namespace) -> Scale:
    """Return the scale of points: as far as it is not given, from the least to the most that the game has now."""
    least = max(1, min((points for points in own[1:] if points > 0), default=1))
    most = max(own)
    return Scale.of(
        least if options.least is None else options.least,
        most if options.most is None else options.most,
        options.compress_above,
    )


def round_with(table: Table, counts: RoundCounts, scale: Scale) -> DesignRound:
    """Return a round beside the others."""
    worth = worth_of(counts.made, scale)
    return DesignRound(table, counts, worth, 1.0, points_of(worth.exact))


@contextmanager
def players(
    game: Game, configuration: Configuration, games: int, seed: int, place: JobPlace | None
) -> Iterator[PlayRound]:
    """Provide what plays rounds, each a job. What they came to is kept until the block ends without an error.

    Without a place rounds are played where it takes less time.
    """
    needs_scipy()
    with ExitStack() as kept:
        known: dict[Table, RoundCounts] = {}

        def play(number: int, table: Table) -> RoundCounts:
            nonlocal place
            if table not in known:
                terms = RoundTerms(game.key, configuration.options, table, seed)
                took = _seconds_of(terms, games)
                place = place or Processes(1 if took < WORTH_PROCESSES else process_count(None))
                named = "today's table" if number == TODAY else f"round {number + 1}"
                known[table] = kept.enter_context(finished(round_job(f"{game.name}, {named}", terms, games), place))
            return known[table]

        yield play


def _seconds_of(terms: RoundTerms, games: int) -> float:
    """Return how long a round will take in this process, by a few games.

    They compile what is to be compiled, once, before several processes want it.
    """
    kernels = kernels_of(find(terms.game))
    counted(kernels, terms, GameBlock(0, 1))
    tried, started = min(games, TRIED), time.perf_counter()
    counted(kernels, terms, GameBlock(0, tried))
    return (time.perf_counter() - started) * games / tried


def command_line(options: argparse.Namespace) -> str:
    """Return the command that does the same again."""
    words = ["fivefold", "design", options.game]
    words += ["--preset", options.preset] if options.preset else []
    for name, value in options.option.items():
        words += ["--option", f"{name}={value}"]
    words += ["--table", str(options.table)] if options.table else ["--own"] if options.own else []
    words += [f"--games={options.games}", f"--seed={options.seed}"]
    words += [] if options.rounds == ROUNDS else [f"--rounds={options.rounds}"]
    for name in ("least", "most", "compress_above"):
        number = getattr(options, name)
        words += [] if number is None else [f"--{name.replace('_', '-')}={number:g}"]
    return shlex.join(words)


ROUNDS: Final = 20


DESIGN = lab_command("design", run)

ORDINALS: Final = ("first", "second", "third", "fourth")


def _run_hands(options: argparse.Namespace) -> int:
    """Play the games the command line asks for and print the counts. Raises ``InvalidOption``."""
    game, games = find(options.game), at_least_one("games", options.games)
    configuration = configuration_of(game, options.preset, options.option)
    hands = hand_table(game, configuration, "hands")
    own = (0, *hands.usual(start_of(game, configuration))[1:])
    place = None if options.jobs is None and not options.on else place_of(options)
    with players(game, configuration, games, options.seed, place) as play:
        counts = play(TODAY, own)
        print(f"{configuration.heading(game)}: {games:,} games in which nobody looks ahead, seed {options.seed}")
        print(hands_report(hands, counts))
    return FINE


def hands_report(hands: HandTable, counts: RoundCounts) -> str:
    """Return counts in words: who won, what was scored, and each hand per game with its 95 % interval."""
    lines = [("", "", "95 % interval")]
    if counts.seats > 1:
        for place, number in enumerate(counts.won):
            lines.append((f"{ORDINALS[place]} to move wins", *_share_texts(number, counts.games)))
        lines.append(("shared", *_share_texts(counts.games - sum(counts.won), counts.games)))
    if hands.cut_short is not played_out:
        lines.append(("ended early", *_share_texts(counts.cut_short, counts.games)))
    for place in range(counts.seats):
        name = f"points of the {ORDINALS[place]}" if counts.seats > 1 else "points"
        lines.append((name, *_interval_texts(mean_points(counts, place), 1)))
    lines += [("", "", ""), ("a game", "", "")]
    for hand, name in enumerate(hands.names[1:], start=1):
        lines.append((name, *_interval_texts(per_game(counts, hand), 4)))
    return _hands_lines(lines)


def _share_texts(number: int, games: int) -> tuple[str, str]:
    low, high = wilson(number / games, games)
    return percent(number / games), f"{100 * low:.1f} to {100 * high:.1f}"


def _interval_texts(measured: Estimate, digits: int) -> tuple[str, str]:
    return f"{measured.mean:.{digits}f}", f"{measured.low:.{digits}f} to {measured.high:.{digits}f}"


def _hands_lines(lines: Sequence[tuple[str, str, str]]) -> str:
    widths = [max(len(line[column]) for line in lines) for column in range(3)]
    return "\n".join(
        f"{name:{widths[0]}}  {figure:>{widths[1]}}  {interval:>{widths[2]}}".rstrip()
        for name, figure, interval in lines
    )


HANDS = lab_command("hands", _run_hands)
