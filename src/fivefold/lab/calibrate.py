"""How often a chance to win comes true, and the correction that makes it so: ``fivefold calibrate``.

Games between two opponents of one level; in each, positions are looked at as a review looks at them. The odds are
corrected by a rising function fitted to the results (Platt 1999), flatter or steeper as the game goes on. What a table
shows under "corrected" is of each half of the games with the correction fitted to the other half.
"""

import argparse
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import numpy as np

from fivefold.command import (
    FINE,
    Command,
    add_game,
    add_measuring,
    add_options,
    add_out,
    add_preset,
    at_least,
    factor,
    whole,
)
from fivefold.contract import Game
from fivefold.contract.errors import InvalidOption
from fivefold.engine.calibration import FLATTEST, Calibration, Correction, logit, progress
from fivefold.engine.opponents import level_number
from fivefold.lab.measuring import logistic
from fivefold.lab.measuring.chances import UNKNOWN, Look, looks_job
from fivefold.lab.measuring.configuration import Configuration, configuration_of
from fivefold.lab.measuring.level_pair import this_machine
from fivefold.lab.measuring.logistic import Data
from fivefold.lab.measuring.pairing import Matchup, new_match
from fivefold.lab.measuring.samples import sides
from fivefold.lab.measuring.statistics import mean
from fivefold.lab.players.known import prepare
from fivefold.lab.reporting import chances_page, provenance
from fivefold.lab.reporting.chances_page import Measured, bins_of
from fivefold.lab.running.execution import finished
from fivefold.lab.running.places import place_of
from fivefold.play.catalogue import find

LEAST_GAMES: Final = 4
"""Half of the pairs are corrected by what the other half shows."""
AS_IT_IS: Final = Correction(to_move=0.0, start=1.0, end=1.0, length=1.0)
"""Shows chances as they are searched."""


def run(options: argparse.Namespace) -> int:
    """Play the games, fit, print, write the page, and the correction if asked to."""
    game, games = find(options.game), at_least("games", options.games, LEAST_GAMES)
    configuration = configuration_of(game, options.preset, options.option)
    if configuration.seats == 1:
        raise InvalidOption(f"{game.name}: alone there is no chance to win to measure, only points")
    level = level_number(game, options.level)
    matchup = Matchup(game.key, str(level), str(level), configuration.options, options.scale, options.seed)
    sides(new_match(matchup, 0, 0))
    prepare(game, (str(level),))
    job = looks_job(matchup, games // 2, options.look, f"{game.name}, level {level}")
    with finished(job, place_of(options)) as found:
        result = measured(found, level, command_text(game, configuration, level, options), configuration.title)
        print(chances_page.section(result))
        print(f"Written: {chances_page.write(game, options.out, configuration, result)}")
        if options.data:
            keep(options.data, result, configuration, options.seed)
            print(f"Written: {options.data}")
    return FINE


# --- the correction --------------------------------------------------------------------------------------------------


def fitted(found: Sequence[Look]) -> Correction:
    """Return the correction that makes the results most likely."""
    length = mean(look.length for look in found)
    odds = np.array([logit(look.chance) for look in found])
    done = np.array([progress_of(look, length) for look in found])
    data = Data(
        np.column_stack([np.ones(len(found)), odds, odds * done]),
        np.array([look.result for look in found]),
        np.array([look.game // 2 for look in found]),
    )
    shift, start, growth = (float(weight) for weight in logistic.fit(data, np.array([0.0, 1.0, 0.0])).weights)
    return Correction(shift, max(FLATTEST, start), max(FLATTEST, start + growth), length)


def corrected(look: Look, correction: Correction) -> float:
    """Return the mover's chance as it is shown."""
    done = progress_of(look, correction.length)
    steep = correction.start + done * (correction.end - correction.start)
    return Calibration(steep, correction.to_move, (0, 1), 0).chance(look.chance)


def progress_of(look: Look, length: float) -> float:
    """Return how far the game was."""
    return progress(look.decisions, None if look.remaining == UNKNOWN else look.remaining, length)


def measured(found: Sequence[Look], level: int, command: str, title: str) -> Measured:
    """Return what is found: each half of the pairs corrected by what the other half shows.

    A correction that gains nothing that way is none.
    """
    halves = [[look for look in found if look.game // 2 % 2 == half] for half in (0, 1)]
    others, correction = [fitted(halves[1]), fitted(halves[0])], fitted(found)
    raw = [(look, corrected(look, AS_IT_IS)) for look in found]
    shown = [(look, corrected(look, others[look.game // 2 % 2])) for look in found]
    if log_loss(shown) >= log_loss(raw):
        shown, correction = raw, AS_IT_IS._replace(length=correction.length)
    return Measured(
        level=level,
        title=title,
        command=command,
        machine=this_machine(),
        date=f"{datetime.now(UTC):%Y-%m-%d}",
        games=len({look.game for look in found}),
        positions=len(found),
        correction=correction,
        raw=bins_of([(look, look.chance) for look in found]),
        shown=bins_of(shown),
        raw_loss=log_loss(raw),
        shown_loss=log_loss(shown),
    )


def log_loss(told: Sequence[tuple[Look, float]]) -> float:
    """Return the mean log-loss of chances: ln 2 for those of one half, 0 for certain right ones."""
    chances = np.array([chance for _, chance in told])
    results = np.array([look.result for look, _ in told])
    return float(-np.mean(results * np.log(chances) + (1 - results) * np.log(1 - chances)))


# --- words -----------------------------------------------------------------------------------------------------------


def keep(file: Path, result: Measured, configuration: Configuration, seed: int) -> None:
    """Write the correction as a section of ``calibration.toml``, for games with these options alone."""
    name = "-".join(filter(None, (configuration.slug, f"level-{result.level}")))
    only = ", ".join(f"{option}={value}" for option, value in configuration.options)
    provenance.write(file, name, {**({"only": only} if only else {}), **note_of(result, seed)})


def note_of(result: Measured, seed: int) -> provenance.Note:
    """Return the section of ``calibration.toml``: the correction, and where it comes from."""
    numbers = {name: round(number, 4) for name, number in result.correction._asdict().items()}
    return {
        "level": result.level,
        **numbers,
        "command": result.command,
        "seed": seed,
        "games": result.games,
        "positions": result.positions,
        "date": result.date,
        "log_loss_raw": round(result.raw_loss, 4),
        "log_loss_corrected": round(result.shown_loss, 4),
    }


def command_text(game: Game, configuration: Configuration, level: int, options: argparse.Namespace) -> str:
    """Return the command that measures the same games again."""
    words = ["fivefold calibrate", game.key, configuration.arguments, f"--level {level} --games {options.games}"]
    words += [f"--look {options.look:g}"] if options.look != 1 else []
    words += [f"--scale {options.scale:g}"] if options.scale != 1 else []
    return " ".join(word for word in [*words, f"--seed {options.seed}"] if word)


# --- the command -----------------------------------------------------------------------------------------------------


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    add_game(parser)
    parser.add_argument("--level", default="4", metavar="WHO", help="who plays both sides, by level or name (4)")
    parser.add_argument("--games", type=whole, default=2000, metavar="N", help="games, 4 at least (2000)")
    parser.add_argument(
        "--look",
        type=factor,
        metavar="X",
        default=1.0,
        help="factor on the positions that a review looks at for a chance (1)",
    )
    add_measuring(parser)
    add_out(parser, "docs/strength")
    parser.add_argument("--data", type=Path, metavar="FILE", help="keep the correction in this file (TOML) too")
    add_preset(parser)
    add_options(parser)


CALIBRATE: Final = Command(add_arguments, run)
