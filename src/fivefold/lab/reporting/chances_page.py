"""The page that says how often chances to win came true, level by level."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

from fivefold.contract import Game
from fivefold.engine.calibration import Correction
from fivefold.lab.measuring.chances import Look
from fivefold.lab.measuring.configuration import Configuration
from fivefold.lab.measuring.statistics import mean, wilson

BINS: Final = 10


class Bin(NamedTuple):
    """Positions of which similar chances were told."""

    positions: int
    games: int
    """How many games they are from: positions of one game share a result, so intervals count games."""
    told: float
    """The mean chance; 0 without a position."""
    came: float
    """The mean result."""

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval of the result."""
        return wilson(self.came, self.games)


@dataclass(frozen=True, slots=True)
class Measured:
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
    def from_json(cls, stored: dict[str, Any]) -> "Measured":
        """Return what ``asdict`` made, read back."""
        bins = {name: tuple(Bin(*each) for each in stored[name]) for name in ("raw", "shown")}
        return cls(**{**stored, **bins, "correction": Correction(*stored["correction"])})


def bins_of(told: Sequence[tuple[Look, float]]) -> tuple[Bin, ...]:
    """Return positions and the chances told of them in ten bins."""
    sorted_in: list[list[tuple[Look, float]]] = [[] for _ in range(BINS)]
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


def write(game: Game, folder: Path, configuration: Configuration, result: Measured) -> Path:
    """Write the page with this result in place of the one of its level; return its file."""
    stem = folder / f"{configuration.stem(game)}-chances"
    lines, page = stem.with_suffix(".jsonl"), stem.with_suffix(".md")
    known = {each.level: each for each in read(lines)} | {result.level: result}
    results = [known[level] for level in sorted(known)]
    folder.mkdir(parents=True, exist_ok=True)
    lines.write_text("".join(f"{json.dumps(asdict(each))}\n" for each in results), encoding="utf-8")
    page.write_text(page_text(game, results), encoding="utf-8")
    return page


def read(lines: Path) -> list[Measured]:
    """Return the results in a file, none if there is no such file."""
    if not lines.exists():
        return []
    return [Measured.from_json(json.loads(line)) for line in lines.read_text(encoding="utf-8").splitlines()]


def page_text(game: Game, results: Sequence[Measured]) -> str:
    """Return the page as Markdown."""
    what = f"{game.name}, {results[0].title}" if results[0].title else game.name
    parts = [
        f"# {what}: how often a chance to win comes true",
        "Two opponents of the same level play each other. In each third of a game the engine is asked for the chance of"
        " the side to move, as a hint or a review asks it. The tables sort these positions by the chance the search"
        " gives and by the chance that hints and reviews show, and say how often that side won; a draw counts half.",
        "The chances shown are those of each half of the games, corrected by what the other half shows; where that"
        " gains nothing they are shown as they are searched. Intervals are Wilson's, 95 %; positions of one game count"
        " once.",
        *(section(result) for result in results),
        "## To measure it again",
        "```\n" + "\n".join(result.command for result in results) + "\n```",
        f"Measured on {', '.join(dict.fromkeys(result.machine for result in results))}."
        " With `--look` below 1 the engine looks at fewer positions than a review does.",
    ]
    return "\n\n".join(parts) + "\n"


def section(result: Measured) -> str:
    """Return a level's table."""
    columns = "| chance | search: positions | says | came true | shown: positions | says | came true |"
    rows = [
        f"| {10 * number} to {10 * number + 10} % | {cells(raw)} | {cells(shown)} |"
        for number, (raw, shown) in enumerate(zip(result.raw, result.shown, strict=True))
    ]
    told = f"{result.games:,} games, {result.positions:,} positions"
    losses = f"Log-loss a position: {result.raw_loss:.3f} as searched, {result.shown_loss:.3f} as shown."
    return "\n\n".join(
        [f"## Level {result.level}", f"{told}.", "\n".join([columns, f"|---|{'--:|' * 6}", *rows]), losses]
    )


def cells(found: Bin) -> str:
    """Return how many positions a bin has, the chance told of them and how often it came true."""
    if found.positions == 0:
        return "0 | | "
    low, high = found.interval
    came = f"{100 * found.came:.0f} % ({100 * low:.0f} to {100 * high:.0f})"
    return f"{found.positions:,} | {100 * found.told:.0f} % | {came}"
