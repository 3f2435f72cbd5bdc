"""A search among a game's options for what is wanted of it: ``fivefold sweep``, and from Python.

>>> from fivefold.lab.sweep import sweep
>>> found = sweep("locus", {"grid": ["6x5", "6x6"]}, ["plies<35"], player="greedy", matches=16)
>>> found.best.options.title, found.best.verdict.value
('grid 6x5', 'met')
"""

import argparse
import shlex
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from typing import Final

from fivefold.command import FINE, Command, at_least_one
from fivefold.contract import Game
from fivefold.contract.errors import InvalidOption
from fivefold.lab.arguments import add_declared
from fivefold.lab.estimates import needs_scipy
from fivefold.lab.jobs import Processes, finished, place_of
from fivefold.lab.players.registry import prepare
from fivefold.lab.sweep import report
from fivefold.lab.sweep.properties import PROPERTIES, SelfPlayStart, Verdict, Want
from fivefold.lab.sweep.search import (
    Carry,
    Effect,
    Findings,
    Measured,
    Round,
    SweepTerms,
    Varied,
    checked,
    effects,
    read_varied,
    search_all,
    search_some,
    terms_of,
    vary,
)
from fivefold.play.catalogue import find

__all__ = ["Effect", "Findings", "Measured", "Verdict", "Want", "effects", "sweep"]

SHOWN: Final = ("edge", "draws", "plies")
"""What is measured besides what is wanted."""


def sweep(
    game: Game | str,
    varied: Mapping[str, Iterable[object]],
    wants: Sequence[str],
    *,
    options: Mapping[str, object] | None = None,
    player: int | str = 3,
    matches: int = 200,
    even: bool = False,
    trials: int = 0,
    show: Sequence[str] = SHOWN,
    seconds: float = 10.0,
    scale: float = 1.0,
    seed: int = 1,
    processes: int = 1,
) -> Findings:
    """Return what is found of a game with each combination of the values of the ``varied`` options.

    ``wants``: as ``fivefold sweep --help`` shows them, such as ``edge<2``. ``options``: the others that differ from
    the defaults. ``player``: who plays against itself. ``matches``: at most so many with each set, two on each
    deal; ``even``: exactly so many. ``trials``: try so many sets that Optuna asks for in place of all. ``show``: what
    to measure besides. ``seconds``: what people think about a move, for ``minutes``. The same arguments give the same
    findings; nothing is kept in between. Raises ``InvalidOption``.
    """
    found = find(game) if isinstance(game, str) else game
    fixed = {name: str(value) for name, value in (options or {}).items()}
    listed = checked([vary(found, name, list(values)) for name, values in varied.items()], fixed)
    terms = terms_of(
        found, wants, show, str(player), matches=matches, seconds=seconds, scale=scale, seed=seed, even=even
    )
    place = Processes(processes)

    def carry(job: Round) -> list[SelfPlayStart]:
        by_number = dict(place.results(job.function, list(enumerate(job.tasks))))
        return job.reduce([by_number[number] for number in range(len(job.tasks))])

    return _search(terms, listed, fixed, trials, carry)


def _search(
    terms: SweepTerms, varied: Sequence[Varied], fixed: Mapping[str, str], trials: int, carry: Carry
) -> Findings:
    needs_scipy()
    prepare(terms.game, (terms.player,))
    return search_some(terms, varied, fixed, trials, carry) if trials else search_all(terms, varied, fixed, carry)


# --- the command -----------------------------------------------------------------------------------------------------

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
    terms, trials, place = _asked(game, options), _trials_of(options), place_of(options)
    with ExitStack() as rounds:

        def carry(job: Round) -> list[SelfPlayStart]:
            # What is kept of a round is forgotten only once the report is written, so that the command can go on.
            return rounds.enter_context(finished(job, place))

        found = _search(terms, varied, options.option, trials, carry)
        written = report.write(found, _command_text(terms, varied, options), options.out, _stem(game, varied))
    print(report.conclusion(found).replace("**", ""))
    print(f"\n{report.sets_table(found, found.measured, found.again)}\n")
    print(f"Written: {', '.join(map(str, written))}")
    return FINE


def _asked(game: Game, options: argparse.Namespace) -> SweepTerms:
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


def _trials_of(options: argparse.Namespace) -> int:
    """Return how many sets a search may ask for, 0 where all are tried. Raises ``InvalidOption``."""
    if options.search == GRID:
        if options.trials is not None:
            raise InvalidOption(
                "all combinations are tried", subject=f"--trials {options.trials}", remedy="add --search optuna"
            )
        return 0
    return at_least_one("trials", TRIALS if options.trials is None else options.trials)


def _stem(game: Game, varied: tuple[Varied, ...]) -> str:
    """Return the name, without suffix, of the report's files."""
    return "-".join(("sweep", game.key, *(each.name for each in varied)))


def _command_text(terms: SweepTerms, varied: tuple[Varied, ...], options: argparse.Namespace) -> str:
    words = ["fivefold", "sweep", terms.game.key]
    for each in varied:
        words += ["--vary", f"{each.name}={','.join(each.values)}"]
    for name, value in options.option.items():
        words += ["--option", f"{name}={value}"]
    for want in terms.wants:
        words += ["--want", want.text]
    if options.search != GRID:
        words += ["--search", options.search, "--trials", str(_trials_of(options))]
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
    add_declared("sweep", parser)


SWEEP = Command(add_arguments, run)
