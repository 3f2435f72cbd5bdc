"""How often a chance to win comes true, and the correction that makes it so: ``fivefold calibrate``.

Games between two opponents of one level; in each, positions are looked at as a review looks at them. The odds are
corrected by a rising function fitted to the results (Platt 1999), flatter or steeper as the game goes on. What a table
shows under "corrected" is of each half of the games with the correction fitted to the other half.
"""

import argparse
import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from fivefold.command import (
    FINE,
    at_least,
)
from fivefold.contract import ANYONE, Game
from fivefold.contract.errors import InvalidOption
from fivefold.engine.budget import Budget
from fivefold.engine.calibration import FLATTEST, Calibration, Correction, logit, progress, remaining_after, sides_of
from fivefold.engine.compile import kernels_of
from fivefold.engine.opponents import level_number, new_search
from fivefold.house.computers.analysis import budget_of
from fivefold.lab import estimates, provenance
from fivefold.lab.arguments import lab_command
from fivefold.lab.configuration import Configuration, configuration_of
from fivefold.lab.estimates import RegressionData, mean, needs_scipy, wilson
from fivefold.lab.fit import sides
from fivefold.lab.jobs import Job, finished, place_of
from fivefold.lab.matches import Matchup, PairTask, derived_seed, finished_match, new_match, positions_job
from fivefold.lab.players.registry import prepare
from fivefold.lab.report import page, say, this_machine, written
from fivefold.play.catalogue import find
from fivefold.play.match import Match
from fivefold.play.observation import observed

LOOKS: Final = 3
"""Positions looked at in each game, one in each third of its decisions."""
UNKNOWN: Final = -1


class ChanceLook(NamedTuple):
    """One position in which a player was to move."""

    game: int
    """The number of the game: positions of one game share its result."""
    chance: float
    """The mover's side's, as the search gives it."""
    result: float
    """The mover's side's: 1 won, 0 lost, between them shared."""
    decisions: int
    """How many there were before it,"""
    remaining: int
    """and how many plies there can be after it, ``UNKNOWN`` where the game does not say."""
    length: int
    """How many decisions the game had in all."""


def looks_job(
    matchup: Matchup, pairs: int, look: float, title: str
) -> Job[PairTask, list[ChanceLook], list[ChanceLook]]:
    """Return the job of playing so many pairs and asking the engine about some positions.

    ``look``: factor on the positions that a review looks at.
    """
    return positions_job(
        matchup, pairs, title, partial(_looks_of_pair, look), lambda data: ChanceLook(*data), "looks", look, LOOKS
    )


def _looks_of_pair(look: float, task: PairTask) -> list[ChanceLook]:
    seed, first = task.matchup.seed, 2 * task.number
    return [
        found
        for half in (0, 1)
        for found in _looks_of_match(
            finished_match(task, half)[0], first + half, derived_seed(seed, first + half), look
        )
    ]


def _looks_of_match(match: Match, number: int, seed: int, look: float) -> Iterator[ChanceLook]:
    """Yield what the engine says of a position in each third of a finished match; ``seed`` draws them."""
    assert match.outcome is not None  # noqa: S101  callers pass finished matches
    sides, budget = sides_of(match), budget_of(match.game).scaled(look)
    plies = [ply for ply in match.replay() if ply.mover >= 0]
    for place in drawn_places(len(plies), seed):
        ply = plies[place]
        side = [seat for seat, each in enumerate(sides) if each == sides[ply.mover]]
        left = remaining_after(match.game, list(ply.before))
        yield ChanceLook(
            game=number,
            chance=sum(shares(match.game, ply.before, ply.mover, budget, len(sides))[seat] for seat in side),
            result=sum(match.outcome.returns[seat] for seat in side),
            decisions=place,
            remaining=UNKNOWN if left is None else left,
            length=len(plies),
        )


def shares(game: Game, row: Sequence[int], mover: int, budget: Budget, seats: int) -> tuple[float, ...]:
    """Return each seat's chance to win as a review searches it, for the seat that moved."""
    turn = game.rules.to_move(list(row))
    seen = list(row) if turn == ANYONE else observed(game, row, mover)
    return new_search(kernels_of(game), seats, budget).think(list(seen), budget, seat=mover).shares


def drawn_places(decisions: int, seed: int) -> list[int]:
    """Return one place in each third of so many decisions, fewer in a game of fewer."""
    chance, edges = random.Random(seed), [decisions * part // LOOKS for part in range(LOOKS + 1)]
    return [chance.randrange(low, high) for low, high in pairwise(edges) if low < high]


# --- the page --------------------------------------------------------------------------------------------------------

BINS: Final = 10
TEMPLATE: Final = "calibrate.jinja"


class Bin(NamedTuple):
    """Positions of which similar chances were told."""

    positions: int
    games: int
    """How many games they are from: positions of one game share a result, so intervals count games."""
    told: float
    """The mean chance; 0 without a position."""
    came: float
    """The mean result."""


@dataclass(frozen=True, slots=True)
class MeasuredLevel:
    """What was measured at one level."""

    level: int
    title: str
    """The options in words; empty for the usual ones."""
    command: str
    machine: str
    date: str
    games: int
    positions: int
    correction: Correction
    raw: tuple[Bin, ...]
    """By what the search says, 0 to 10 %, 10 to 20 % and so on;"""
    shown: tuple[Bin, ...]
    """and by what is shown."""
    raw_loss: float
    shown_loss: float

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> "MeasuredLevel":
        """Return what ``asdict`` made, read back."""
        bins = {name: tuple(Bin(*each) for each in stored[name]) for name in ("raw", "shown")}
        return cls(**{**stored, **bins, "correction": Correction(*stored["correction"])})


def _bins_of(told: Sequence[tuple[ChanceLook, float]]) -> tuple[Bin, ...]:
    sorted_in: list[list[tuple[ChanceLook, float]]] = [[] for _ in range(BINS)]
    for look, chance in told:
        sorted_in[min(BINS - 1, int(BINS * chance))].append((look, chance))
    return tuple(
        Bin(
            positions=len(inside),
            games=len({look.game for look, _ in inside}),
            told=round(mean(chance for _, chance in inside), 4) if inside else 0.0,
            came=round(mean(look.result for look, _ in inside), 4) if inside else 0.0,
        )
        for inside in sorted_in
    )


def _write_page(game: Game, folder: Path, configuration: Configuration, result: MeasuredLevel) -> Path:
    """Write the page with this result in place of the one of its level; return its file."""
    stem = f"{configuration.stem(game)}-chances"
    known = {each.level: each for each in read_levels(folder / f"{stem}.jsonl")} | {result.level: result}
    results = [known[level] for level in sorted(known)]
    lines = "".join(f"{json.dumps(asdict(each))}\n" for each in results)
    return written(folder, {f"{stem}.jsonl": lines, f"{stem}.md": _page(game, results)})[1]


def read_levels(lines: Path) -> list[MeasuredLevel]:
    """Return the results in a file, none if there is no such file."""
    stored = lines.read_text(encoding="utf-8").splitlines() if lines.exists() else []
    return [MeasuredLevel.from_json(json.loads(line)) for line in stored]


def _page(game: Game, results: Sequence[MeasuredLevel]) -> str:
    return page(
        TEMPLATE,
        what=f"{game.name}, {results[0].title}" if results[0].title else game.name,
        sections="\n\n".join(map(_section, results)),
        commands=[result.command for result in results],
        machines=", ".join(dict.fromkeys(result.machine for result in results)),
    )


def _section(result: MeasuredLevel) -> str:
    rows = [
        (f"{10 * number} to {10 * number + 10} %", _cells(raw), _cells(shown))
        for number, (raw, shown) in enumerate(zip(result.raw, result.shown, strict=True))
    ]
    return say(TEMPLATE, "section", result, rows)


def _cells(found: Bin) -> str:
    """Return three cells: the number of positions, the chance told of them, and how often it came true."""
    if found.positions == 0:
        return "0 | | "
    low, high = wilson(found.came, found.games)
    came = f"{100 * found.came:.0f} % ({100 * low:.0f} to {100 * high:.0f})"
    return f"{found.positions:,} | {100 * found.told:.0f} % | {came}"


# --- measuring -------------------------------------------------------------------------------------------------------

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
    needs_scipy()
    prepare(game, (str(level),))
    job = looks_job(matchup, games // 2, options.look, f"{game.name}, level {level}")
    with finished(job, place_of(options)) as found:
        result = measured(found, level, _command_text(game, configuration, level, options), configuration.title)
        print(_section(result))
        print(f"Written: {_write_page(game, options.out, configuration, result)}")
        if options.data:
            _keep(options.data, result, configuration, options.seed)
            print(f"Written: {options.data}")
    return FINE


# --- the correction --------------------------------------------------------------------------------------------------


def fitted(found: Sequence[ChanceLook]) -> Correction:
    """Return the correction that makes the results most likely."""
    length = mean(look.length for look in found)
    odds = np.array([logit(look.chance) for look in found])
    done = np.array([_progress_of(look, length) for look in found])
    data = RegressionData(
        np.column_stack([np.ones(len(found)), odds, odds * done]),
        np.array([look.result for look in found]),
        np.array([look.game // 2 for look in found]),
    )
    shift, start, growth = (float(weight) for weight in estimates.fit_logistic(data, np.array([0.0, 1.0, 0.0])).weights)
    return Correction(shift, max(FLATTEST, start), max(FLATTEST, start + growth), length)


def corrected(look: ChanceLook, correction: Correction) -> float:
    """Return the mover's chance as it is shown."""
    done = _progress_of(look, correction.length)
    steep = correction.start + done * (correction.end - correction.start)
    return Calibration(steep, correction.to_move, (0, 1), 0).chance(look.chance)


def _progress_of(look: ChanceLook, length: float) -> float:
    return progress(look.decisions, None if look.remaining == UNKNOWN else look.remaining, length)


def measured(found: Sequence[ChanceLook], level: int, command: str, title: str) -> MeasuredLevel:
    """Return what is found: each half of the pairs corrected by what the other half shows.

    A correction that gains nothing that way is none.
    """
    halves = [[look for look in found if look.game // 2 % 2 == half] for half in (0, 1)]
    others, correction = [fitted(halves[1]), fitted(halves[0])], fitted(found)
    raw = [(look, corrected(look, AS_IT_IS)) for look in found]
    shown = [(look, corrected(look, others[look.game // 2 % 2])) for look in found]
    if _log_loss(shown) >= _log_loss(raw):
        shown, correction = raw, AS_IT_IS._replace(length=correction.length)
    return MeasuredLevel(
        level=level,
        title=title,
        command=command,
        machine=this_machine(),
        date=f"{datetime.now(UTC):%Y-%m-%d}",
        games=len({look.game for look in found}),
        positions=len(found),
        correction=correction,
        raw=_bins_of([(look, look.chance) for look in found]),
        shown=_bins_of(shown),
        raw_loss=_log_loss(raw),
        shown_loss=_log_loss(shown),
    )


def _log_loss(told: Sequence[tuple[ChanceLook, float]]) -> float:
    """Return the mean log-loss of chances: ln 2 for those of one half, 0 for certain right ones."""
    chances = np.array([chance for _, chance in told])
    results = np.array([look.result for look, _ in told])
    return float(-np.mean(results * np.log(chances) + (1 - results) * np.log(1 - chances)))


# --- words -----------------------------------------------------------------------------------------------------------


def _keep(file: Path, result: MeasuredLevel, configuration: Configuration, seed: int) -> None:
    """Write the correction as a section of ``calibration.toml``, for games with these options alone."""
    name = "-".join(filter(None, (configuration.slug, f"level-{result.level}")))
    only = ", ".join(f"{option}={value}" for option, value in configuration.options)
    provenance.write(file, name, {**({"only": only} if only else {}), **_note_of(result, seed)})


def _note_of(result: MeasuredLevel, seed: int) -> provenance.Note:
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


def _command_text(game: Game, configuration: Configuration, level: int, options: argparse.Namespace) -> str:
    words = ["fivefold calibrate", game.key, configuration.arguments, f"--level {level} --games {options.games}"]
    words += [f"--look {options.look:g}"] if options.look != 1 else []
    words += [f"--scale {options.scale:g}"] if options.scale != 1 else []
    return " ".join(word for word in [*words, f"--seed {options.seed}"] if word)


# --- the command -----------------------------------------------------------------------------------------------------


CALIBRATE = lab_command("calibrate", run)
