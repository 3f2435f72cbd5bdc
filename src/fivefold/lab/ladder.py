"""The ladder of a game's computer opponents, each level against the one below it: ``fivefold ladder``."""

import argparse
from contextlib import ExitStack
from pathlib import Path

from fivefold.command import (
    FINE,
    Command,
    add_game,
    add_measuring,
    add_options,
    add_out,
    add_preset,
    at_least_one,
    whole,
)
from fivefold.contract import Game
from fivefold.contract.errors import InvalidOption
from fivefold.lab import solo_ladder
from fivefold.lab.measuring import results_store
from fivefold.lab.measuring.configuration import Configuration, configuration_of
from fivefold.lab.measuring.level_pair import NEIGHBOURS, SPAN, Conditions, Rung, conditions_today, this_machine
from fivefold.lab.measuring.pairing import Matchup, Pair, Task, pairs_job
from fivefold.lab.measuring.statistics import elo_text, percent
from fivefold.lab.measuring.summary import summary
from fivefold.lab.players.known import prepare, title
from fivefold.lab.reporting.strength_page import write
from fivefold.lab.running.execution import finished
from fivefold.lab.running.job import Job
from fivefold.lab.running.places import Place, place_of
from fivefold.play.catalogue import find

RUNGS = (*NEIGHBOURS, SPAN)


def run(options: argparse.Namespace) -> int:
    """Measure those of the rungs asked for that have no result yet, and write the page after each."""
    game = find(options.game)
    configuration = configuration_of(game, options.preset, options.option)
    if configuration.seats == 1:
        return solo_ladder.measure_levels(game, configuration, options)
    out, place = options.out, place_of(options)
    pairs, scale, seed = at_least_one("pairs", options.pairs), options.scale, options.seed
    wanted = [
        conditions_today(game, rung, pairs, scale, seed, configuration.options) for rung in parse_rungs(options.rungs)
    ]
    anew = options.fresh or options.rungs
    if anew:
        results_store.forget(out, game, wanted, configuration)
    prepare(game, [str(terms.upper) for terms in wanted])
    with ExitStack() as ladder:
        for terms in wanted:
            with ExitStack() as rung:
                # What is measured anew is kept to the end: the same command would measure all of it again.
                measure_rung(game, terms, place, out, configuration, ladder if anew else rung)
    print(write(game, out, configuration))
    return FINE


def parse_rungs(text: str | None) -> list[tuple[int, int]]:
    """Return the rungs that a list such as ``2,3,7v1`` names, all if there is no list. Raises ``InvalidOption``."""
    if not text:
        return list(RUNGS)
    known = {str(upper): (upper, lower) for upper, lower in NEIGHBOURS}
    known |= {f"{upper}v{lower}": (upper, lower) for upper, lower in RUNGS}
    words = [word.strip().casefold() for word in text.split(",")]
    for word in words:
        if word not in known:
            raise InvalidOption(f"--rungs {text}: {word!r} is none of {', '.join(known)}")
    return [rung for rung in RUNGS if rung in {known[word] for word in words}]


def measure_rung(
    game: Game, terms: Conditions, place: Place, out: Path, configuration: Configuration, until: ExitStack
) -> None:
    """Measure one rung, unless there is a result under these conditions, save it and rewrite the page.

    Its pairs are kept ``until`` then.
    """
    saved = results_store.load_rungs(out, game, configuration)
    rung = saved.get(terms.name)
    if rung is None or rung.conditions != terms:
        pairs = until.enter_context(finished(rung_job(game, terms), place))
        rung = Rung(terms, summary(pairs), this_machine())
        results_store.save_rungs(out, game, {**saved, terms.name: rung}.values(), configuration)
        write(game, out, configuration)
    score = rung.result.score
    print(f"{game.name} {terms.name}: {percent(score.mean)}, Elo {elo_text(score)}", flush=True)


def rung_job(game: Game, terms: Conditions) -> Job[Task, Pair, list[Pair]]:
    """Return the job of playing the pairs of a rung."""
    matchup = Matchup(game.key, str(terms.upper), str(terms.lower), terms.options, terms.scale, terms.seed)
    return pairs_job(matchup, terms.pairs, f"{title(game, matchup.a)} against {title(game, matchup.b)}")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    add_game(parser)
    parser.add_argument("--pairs", type=whole, metavar="N", default=200, help="pairs of games a rung (200)")
    add_measuring(parser)
    add_out(parser, "docs/strength")
    add_preset(parser)
    add_options(parser)
    again = parser.add_mutually_exclusive_group()
    again.add_argument("--fresh", action="store_true", help="forget what an earlier run has measured")
    again.add_argument(
        "--rungs",
        metavar="LIST",
        help="measure only these, anew: 2,3 is 2v1 and 3v2, or levels 2 and 3 where one plays alone; also 7v1",
    )


LADDER = Command(add_arguments, run)
