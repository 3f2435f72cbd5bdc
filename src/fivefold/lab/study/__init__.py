"""Questions about a game, answered from matches played for it: ``fivefold study``."""

import argparse
import shlex
from collections.abc import Sequence
from contextlib import ExitStack
from typing import Final

from fivefold.command import (
    FINE,
    at_least,
    read_option,
    with_tables,
)
from fivefold.contract import Game, Hindsight
from fivefold.contract.errors import InvalidOption
from fivefold.lab.arguments import lab_command
from fivefold.lab.configuration import Configuration, configuration_of
from fivefold.lab.estimates import needs_scipy
from fivefold.lab.jobs import finished, place_of
from fivefold.lab.players.registry import canonical_name, prepare
from fivefold.lab.report import aligned, this_machine
from fivefold.lab.study import report
from fivefold.lab.study.answers import QUESTIONS, answers, interval_cell, rises, value_text
from fivefold.lab.study.report import StudyReport, write_report
from fivefold.lab.study.rows import StudyTerms, job_of, players_text, rows_of
from fivefold.play.catalogue import find
from fivefold.play.options import resolve

FEWEST: Final = 4
HINDSIGHTS: Final = 20
"""In so many games for one the best is looked for that the cards allowed."""


def run(options: argparse.Namespace) -> int:
    """Play the matches, print what they say, and write the report if asked to. Raises ``InvalidOption``."""
    game = find(options.game)
    listed, place = _all_terms(game, options), place_of(options)
    if options.out is not None:
        report.needed()
    needs_scipy()
    prepare(game, (listed[0].a, listed[0].b))
    with ExitStack() as kept:
        studies = [rows_of(terms, kept.enter_context(finished(job_of(terms), place))) for terms in listed]
        made = StudyReport(
            studies=studies,
            found=[answers(each, options.seconds) for each in studies],
            command=_command_text(listed, options),
            rises=rises(game, listed[0].configuration),
            machine=this_machine(),
        )
        print(_told(made))
        if options.out is not None:
            files = write_report(made, options.out)
            print(f"\nWritten: {files[0]}, and {len(files) - 1} more files beside it")
    return FINE


def _all_terms(game: Game, options: argparse.Namespace) -> list[StudyTerms]:
    """Return what is played with each set of options. Raises ``InvalidOption``."""
    base = configuration_of(game, options.preset, options.option)
    a = canonical_name(game, options.player)
    b = a if options.against is None else canonical_name(game, options.against)
    if base.seats == 1 and options.against is not None:
        raise InvalidOption(
            f"{game.name} is played alone with these options", subject="--against", remedy="leave it out"
        )
    sets = [base, *(_other_configuration(game, options, text) for text in options.compare)]
    for place, each in enumerate(sets):
        if any(_all_options(game, each) == _all_options(game, earlier) for earlier in sets[:place]):
            text = options.compare[place - 1]
            raise InvalidOption("these are the same options as the others", subject=f"--compare {text}")
    matches = at_least("matches", options.matches, FEWEST)
    if matches % 2:
        raise InvalidOption(f"--matches {matches}: takes an even number, since every deal is played twice")
    return [_terms(game, each, a, b, options) for each in sets]


def _all_options(game: Game, configuration: Configuration) -> dict[str, str]:
    return resolve(game, dict(configuration.options), lambda label, count: 0)


def _terms(game: Game, configuration: Configuration, a: str, b: str, options: argparse.Namespace) -> StudyTerms:
    looked = HINDSIGHTS if configuration.seats == 1 and game.extra_of(Hindsight) is not None else 0
    return StudyTerms(game, configuration, a, b, options.matches, options.scale, options.seed, looked)


def _other_configuration(game: Game, options: argparse.Namespace, text: str) -> Configuration:
    """Return the options that ``--compare`` names: those that differ from the others, or a preset's name."""
    words_of = shlex.split(text)
    given = dict(read_option(word) for word in words_of if "=" in word)
    preset = " ".join(word for word in words_of if "=" not in word)
    kept = {} if preset else options.option
    return configuration_of(game, preset or options.preset, {**kept, **with_tables(game, given)})


def _command_text(listed: Sequence[StudyTerms], options: argparse.Namespace) -> str:
    terms = listed[0]
    parts = [
        "fivefold study",
        terms.game.key,
        terms.configuration.arguments,
        f"--player {shlex.quote(terms.a)}",
        "" if terms.alone else f"--against {shlex.quote(terms.b)}",
        f"--matches {terms.matches} --scale {terms.scale:g} --seed {terms.seed}",
        *(f"--compare {shlex.quote(text)}" for text in options.compare),
        "" if options.seconds is None else f"--seconds {options.seconds:g}",
        "" if options.out is None else f"--out {shlex.quote(str(options.out))}",
    ]
    return " ".join(part for part in parts if part)


def _told(study: StudyReport) -> str:
    """Return what is printed: the finding, the figures, and what changes with other options."""
    found, base = study.found[0], study.base
    rows = [
        (name, f"{value_text(unit, found[key].figure):>9}", interval_cell(unit, found[key].figure))
        for key, (name, unit, _) in QUESTIONS.items()
        if key in found
    ]
    changes = [report.say_comparison(each, study.names[place]) for place, each in study.changes()]
    heading = f"{base.terms.game.name}: {players_text(base.terms)}, {len(base.lines):,} matches"
    return "\n\n".join([heading, study.finding, *changes, "\n".join(aligned(rows, left=(0, 1, 2)))])


STUDY = lab_command("study", run)
